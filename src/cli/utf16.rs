//! UTF-16, as PowerShell's `>` writes it, read as UTF-8.

use std::io::{self, BufRead, Read};

/// The byte order mark, as UTF-16 has it: the lower byte first.
const LOW_FIRST: [u8; 2] = [0xFF, 0xFE];
/// The byte order mark with the higher byte first.
const HIGH_FIRST: [u8; 2] = [0xFE, 0xFF];

/// Text that is UTF-8, or something else that begins with a byte order mark of UTF-16. The latter is read as UTF-8,
/// without its mark; what stands for no character in it becomes U+FFFD.
#[derive(Debug)]
pub(super) struct AsUtf8<R> {
    inner: R,
    encoding: Encoding,
    /// What was decoded, and how much of it was taken.
    decoded: Vec<u8>,
    taken: usize,
}

#[derive(Debug)]
enum Encoding {
    /// Not known yet. The first byte may be there, if it begins a mark.
    Unknown(Option<u8>),
    /// Not UTF-16: all bytes are passed on.
    Other,
    Utf16 {
        unit: fn([u8; 2]) -> u16,
        /// The first byte of a unit whose second one is not there yet.
        byte: Option<u8>,
        /// The first unit of a pair whose second one is not there yet.
        high: Option<u16>,
    },
}

impl<R: BufRead> AsUtf8<R> {
    /// Reads text from here.
    pub(super) fn new(inner: R) -> AsUtf8<R> {
        AsUtf8 {
            inner,
            encoding: Encoding::Unknown(None),
            decoded: Vec::new(),
            taken: 0,
        }
    }

    /// Finds out more about the encoding, or decodes more. Nothing changes if reading fails.
    fn go_on(&mut self) -> io::Result<()> {
        let here = self.inner.fill_buf()?;
        match &mut self.encoding {
            Encoding::Other => {}
            Encoding::Unknown(first) => {
                let next = here.first().copied();
                let unit = match (*first, next) {
                    (None, Some(byte @ (0xFE | 0xFF))) => {
                        *first = Some(byte);
                        self.inner.consume(1);
                        return Ok(());
                    }
                    (Some(first), Some(next)) if [first, next] == LOW_FIRST => u16::from_le_bytes,
                    (Some(first), Some(next)) if [first, next] == HIGH_FIRST => u16::from_be_bytes,
                    _ => {
                        self.decoded.extend(*first);
                        self.encoding = Encoding::Other;
                        return Ok(());
                    }
                };
                self.inner.consume(1);
                self.encoding = Encoding::Utf16 {
                    unit,
                    byte: None,
                    high: None,
                };
            }
            Encoding::Utf16 { unit, byte, high } => {
                let bytes: Vec<u8> = byte
                    .take()
                    .into_iter()
                    .chain(here.iter().copied())
                    .collect();
                let read = here.len();
                self.inner.consume(read);
                let (pairs, rest) = bytes.as_chunks::<2>();
                let units = high
                    .take()
                    .into_iter()
                    .chain(pairs.iter().map(|&pair| unit(pair)));
                let mut units: Vec<u16> = units.collect();
                if read > 0 {
                    *byte = rest.first().copied();
                    *high = units.pop_if(|last| (0xD800..0xDC00).contains(last));
                }
                let cut_off = read == 0 && !rest.is_empty();
                let characters = char::decode_utf16(units).map(|decoded| decoded.ok());
                let text: String = characters
                    .chain(cut_off.then_some(None))
                    .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                self.decoded.extend(text.into_bytes());
            }
        }
        Ok(())
    }

    /// Whether everything is decoded that there is to decode.
    fn is_at_end(&mut self) -> io::Result<bool> {
        match self.encoding {
            Encoding::Utf16 {
                byte: None,
                high: None,
                ..
            } => Ok(self.inner.fill_buf()?.is_empty()),
            _ => Ok(false),
        }
    }
}

impl<R: BufRead> BufRead for AsUtf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.decoded.is_empty() {
            if matches!(self.encoding, Encoding::Other) {
                return self.inner.fill_buf();
            }
            if self.is_at_end()? {
                break;
            }
            self.go_on()?;
        }
        Ok(&self.decoded[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        if let Encoding::Other = self.encoding
            && self.decoded.is_empty()
        {
            return self.inner.consume(amount);
        }
        self.taken += amount;
        if self.taken == self.decoded.len() {
            self.decoded.clear();
            self.taken = 0;
        }
    }
}

impl<R: BufRead> Read for AsUtf8<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let here = self.fill_buf()?;
        let length = here.len().min(into.len());
        into[..length].copy_from_slice(&here[..length]);
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    const TEXT: &str = "Würfel-Bestenliste:\r\n1. 6 Seiten → 𝄞\n";

    fn encoded(mark: [u8; 2], bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let units = TEXT.encode_utf16().flat_map(bytes);
        mark.into_iter().chain(units).collect()
    }

    /// What is read, in pieces of so many bytes.
    fn read(bytes: &[u8], piece: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let mut reader = AsUtf8::new(BufReader::with_capacity(piece, bytes));
        reader.read_to_end(&mut text).expect("a slice");
        text
    }

    #[test]
    fn utf16_is_read_in_pieces_of_any_length() {
        for piece in 1..12 {
            for bytes in [
                encoded(LOW_FIRST, u16::to_le_bytes),
                encoded(HIGH_FIRST, u16::to_be_bytes),
            ] {
                assert_eq!(read(&bytes, piece), TEXT.as_bytes(), "{piece}");
            }
        }
    }

    #[test]
    fn everything_else_is_passed_on() {
        for piece in 1..4 {
            for bytes in [
                TEXT.as_bytes(),
                "\u{feff}2\n".as_bytes(),
                b"",
                b"\xFF",
                b"\xFE",
                b"\xFF\xFF2\n",
                b"\xFE2\n",
                b"\0\xFF\xFE",
            ] {
                assert_eq!(read(bytes, piece), bytes, "{piece}");
            }
        }
    }

    #[test]
    fn what_stands_for_nothing_is_a_sign() {
        for piece in 1..4 {
            // A lone second half, a lone first half, and half a unit.
            assert_eq!(
                read(b"\xFF\xFEa\0\0\xDCb\0", piece),
                "a\u{fffd}b".as_bytes()
            );
            assert_eq!(read(b"\xFF\xFEa\0\0\xD8", piece), "a\u{fffd}".as_bytes());
            assert_eq!(read(b"\xFF\xFEa\0b", piece), "a\u{fffd}".as_bytes());
            assert_eq!(read(b"\xFF\xFE", piece), b"");
        }
    }
}
