//! Places of numbered things in a list, in a table as long as the largest number.

/// For some numbers, their places in a list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places(Vec<u32>);

/// What stands where a number has no place.
const NOWHERE: u32 = u32::MAX;

impl Places {
    /// The places of numbers in a list of them.
    pub fn of(numbers: &[u32]) -> Self {
        let length = numbers.iter().max().map_or(0, |largest| *largest as usize + 1);
        let mut places = Places(vec![NOWHERE; length]);
        numbers.iter().zip(0..).for_each(|(number, place)| places.0[*number as usize] = place);
        places
    }

    /// The place of a number, if it has one.
    #[inline]
    pub fn get(&self, number: u32) -> Option<usize> {
        self.0.get(number as usize).filter(|place| **place != NOWHERE).map(|place| *place as usize)
    }

    /// Gives a number a place.
    pub fn set(&mut self, number: u32, place: usize) {
        let number = number as usize;
        if number >= self.0.len() {
            self.0.resize((number + 1).max(2 * self.0.len()), NOWHERE);
        }
        self.0[number] = place as u32;
    }

    /// Takes the place of a number away.
    pub fn unset(&mut self, number: u32) {
        if let Some(place) = self.0.get_mut(number as usize) {
            *place = NOWHERE;
        }
    }
}
