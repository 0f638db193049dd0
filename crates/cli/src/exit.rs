//! Exit codes, and how those of several models combine.

/// How a run of `fathom` ends. Later ones outweigh earlier ones where several models are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every property that was checked holds, or the verb did its job.
    Success,
    /// None is violated, at least one is unknown.
    Unknown,
    /// At least one is violated, differs from what was expected, or would change.
    Violated,
    /// The model or the command line is wrong.
    Wrong,
    /// A bug in Fathom.
    Internal,
}

impl Exit {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Violated => 1,
            Exit::Wrong => 2,
            Exit::Unknown => 3,
            Exit::Internal => 70,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn the_gravest_outcome_wins() {
        let all = [Exit::Success, Exit::Unknown, Exit::Violated, Exit::Wrong, Exit::Internal];
        assert!(all.is_sorted());
        assert_eq!(all.map(Exit::code), [0, 3, 1, 2, 70]);
    }
}
