//! Numbers and strings as bytes, and back without trusting them.

/// What is written.
#[derive(Debug, Default)]
pub(crate) struct FieldsOut(pub Vec<u8>);

impl FieldsOut {
    /// A number.
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Numbers, as many as the reader knows.
    pub fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    /// Bytes, with their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// A list, with its length.
    pub fn list<T>(&mut self, all: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(all.len() as u64);
        all.iter().for_each(|one| each(self, one));
    }
}

/// What is read; each answer is nothing where the bytes do not fit.
#[derive(Debug)]
pub(crate) struct FieldsIn<'b>(pub &'b [u8]);

impl<'b> FieldsIn<'b> {
    /// A number.
    pub fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    /// A number that fits.
    pub fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Bytes.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.size()?;
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    /// Text.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// A list.
    pub fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // A length that is wrong is no reason to ask for memory.
        let length = self.number()?;
        (0..length).map(|_| each(self)).collect()
    }
}
