//! All ways through a computation with choices: it is run again for each of them.

/// The choices of one run, and which of them comes next.
#[derive(Debug, Clone, Default)]
pub struct Oracle {
    choices: Vec<(usize, usize)>,
    position: usize,
}

impl Oracle {
    /// One of so many options: the first of them when the choice is new. There must be at least one.
    pub fn choose(&mut self, options: usize) -> usize {
        if self.position == self.choices.len() {
            self.choices.push((0, options));
        }
        self.position += 1;
        self.choices[self.position - 1].0
    }

    /// Prepares the next run; false if all have been made.
    pub fn advance(&mut self) -> bool {
        self.choices.truncate(self.position);
        self.position = 0;
        while let Some((chosen, options)) = self.choices.pop() {
            if chosen + 1 < options {
                self.choices.push((chosen + 1, options));
                return true;
            }
        }
        false
    }
}
