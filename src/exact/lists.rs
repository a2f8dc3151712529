//! Many short lists in one long one.

/// Many short lists, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    /// The elements of all lists.
    pub(super) all: Vec<T>,
    /// Where in `all` each list begins, and at the end the number of all elements.
    starts: Vec<usize>,
}

impl<T> Lists<T> {
    /// No lists.
    pub(super) fn new() -> Lists<T> {
        Lists {
            all: Vec::new(),
            starts: vec![0],
        }
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.all.extend(list);
        self.starts.push(self.all.len());
    }

    /// The list with this index.
    pub(super) fn list(&self, index: usize) -> &[T] {
        &self.all[self.starts[index]..self.starts[index + 1]]
    }

    /// The bytes of all elements.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.all[..])
    }
}
