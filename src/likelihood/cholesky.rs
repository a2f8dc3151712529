//! Covariances as products L·Lᵀ (Cholesky), in an order that is the same on every machine.

/// A symmetric matrix, a row after the other.
pub type Matrix = Vec<Vec<f64>>;

/// The lower triangular matrix L: of each row what stands up to the diagonal.
#[derive(Clone, Debug)]
pub struct Cholesky(Matrix);

impl Cholesky {
    /// The factor of a matrix; `None` if not all of its eigenvalues are positive.
    pub fn new(matrix: &Matrix) -> Option<Cholesky> {
        let mut lower: Matrix = Vec::new();
        for values in matrix {
            let mut row = solved(&lower, values);
            let square: f64 = row.iter().map(|value| value * value).sum();
            let rest = values[row.len()] - square;
            // Neither a number that is too small, nor one that is none.
            if !(rest > 0.0 && rest.is_finite()) {
                return None;
            }
            row.push(libm::sqrt(rest));
            lower.push(row);
        }
        Some(Cholesky(lower))
    }

    /// The sum of squares of a vector, weighted by the inverse of the matrix.
    pub fn squares(&self, vector: &[f64]) -> f64 {
        let solved = solved(&self.0, vector);
        solved.iter().map(|value| value * value).sum()
    }

    /// The mean of these squares for vectors with this covariance.
    pub fn mean_squares(&self, covariance: &Matrix) -> f64 {
        let half: Matrix = covariance.iter().map(|row| solved(&self.0, row)).collect();
        let column = |index: usize| half.iter().map(|row| row[index]).collect::<Vec<_>>();
        let diagonal = (0..half.len()).map(|index| solved(&self.0, &column(index))[index]);
        diagonal.sum()
    }

    /// The logarithm of the determinant of the matrix.
    pub fn log_determinant(&self) -> f64 {
        let diagonal = self.0.iter().enumerate();
        let logarithms = diagonal.map(|(index, row)| libm::log(row[index]));
        2.0 * logarithms.sum::<f64>()
    }
}

/// The x for which L·x are the first parts of the vector, one for each row of L.
fn solved(lower: &Matrix, vector: &[f64]) -> Vec<f64> {
    let mut solved = Vec::with_capacity(vector.len());
    for (row, value) in lower.iter().zip(vector) {
        let products = row.iter().zip(&solved).map(|(one, other)| one * other);
        let known: f64 = products.sum();
        solved.push((value - known) / row[solved.len()]);
    }
    solved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_that_is_solved_by_hand() {
        let matrix = vec![vec![4.0, 1.0], vec![1.0, 2.0]];
        let cholesky = Cholesky::new(&matrix).unwrap();
        assert!((cholesky.log_determinant() - libm::log(7.0)).abs() < 1e-12);
        // The inverse is [2, −1; −1, 4] / 7.
        assert!((cholesky.squares(&[1.0, 3.0]) - 32.0 / 7.0).abs() < 1e-12);
        assert!((cholesky.mean_squares(&matrix) - 2.0).abs() < 1e-12);
        let other = vec![vec![1.0, 1.0], vec![1.0, 3.0]];
        assert!((cholesky.mean_squares(&other) - 12.0 / 7.0).abs() < 1e-12);
    }
    #[test]
    fn matrices_that_have_no_factor_are_refused() {
        for (diagonal, beside) in [
            (1.0, 1.0),
            (1.0, 2.0),
            (-1.0, 0.0),
            (f64::NAN, 0.0),
            (1.0, f64::NAN),
        ] {
            let matrix = vec![vec![diagonal, beside], vec![beside, diagonal]];
            assert!(Cholesky::new(&matrix).is_none(), "{matrix:?}");
        }
    }
}
