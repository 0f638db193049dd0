//! `--for-every N` and `--for-every 'N >= 2'`.

use std::str::FromStr;

/// A constant that stays open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForEvery {
    /// The constant.
    pub name: String,
    /// The least value that is meant, if the user says so.
    pub least: Option<i128>,
}

impl FromStr for ForEvery {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write N for every value that makes sense, or 'N >= 2'";
        let name = |name: &str| match name.trim().trim_matches('`') {
            "" => Err(format!("the name of the constant is missing; {example}")),
            word if word.contains(['=', '<', '>', ' ']) => {
                Err(format!("'{text}' is no constant that stays open; {example}"))
            }
            word => Ok(word.to_owned()),
        };
        let Some((constant, least)) = text.split_once(">=") else {
            return Ok(ForEvery { name: name(text)?, least: None });
        };
        let digits = least.trim().replace('_', "");
        match digits.parse() {
            Ok(least) => Ok(ForEvery { name: name(constant)?, least: Some(least) }),
            Err(_) => Err(format!("'{}' is no least value; {example}", least.trim())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_and_its_least_value_are_read() {
        let read = |text: &str| text.parse::<ForEvery>().map(|read| (read.name, read.least));
        assert_eq!(read("N"), Ok(("N".into(), None)));
        assert_eq!(read("N >= 2"), Ok(("N".into(), Some(2))));
        assert_eq!(read("`N`>=1_000"), Ok(("N".into(), Some(1000))));
        for wrong in ["", ">= 2", "N >=", "N >= two", "N > 2", "N = 2", "N N"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
