//! Values on the command line: `NAME=VALUE`, times and amounts of memory.

use std::str::FromStr;
use std::time::Duration;
use system::ConstantValue;

/// `NAME=VALUE`: another value for a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The constant.
    pub name: String,
    /// Its value.
    pub value: ConstantValue,
}

/// `NAME=K`: the number of processes of a population.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeAssignment {
    /// The population.
    pub name: String,
    /// How many processes it has.
    pub size: i128,
}

/// A limit of time or memory as it is compared and as it is shown.
pub trait Limit {
    /// The limit in words, such as `60 s` or `4 GiB`.
    fn shown(&self) -> String;
}

/// A limit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

/// A limit of memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryLimit(pub u64);

/// How an abstract graph is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refinement {
    /// So many rounds, without asking.
    Rounds(usize),
    /// As the user says.
    Ask,
}

impl FromStr for Refinement {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ask" => Ok(Refinement::Ask),
            "off" => Ok(Refinement::Rounds(0)),
            number => number.parse().map(Refinement::Rounds).map_err(|_| {
                format!("'{number}' is no number of rounds; write 0, 1, 2, …, `off`, or `ask` to be asked")
            }),
        }
    }
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = split(text, "N=4")?;
        let value = match value {
            "true" => ConstantValue::Bool(true),
            "false" => ConstantValue::Bool(false),
            number => ConstantValue::Int(integer(number).ok_or_else(|| {
                format!("'{number}' is no value for '{name}': write an integer, true or false")
            })?),
        };
        Ok(Assignment { name: name.to_string(), value })
    }
}

impl FromStr for SizeAssignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = split(text, "Cache=3")?;
        match integer(value) {
            Some(size) if size >= 0 => Ok(SizeAssignment { name: name.to_string(), size }),
            _ => Err(format!("'{value}' is no number of processes: write 0, 1, 2, …")),
        }
    }
}

/// The two sides of the first `=`, without white space and the name's backquotes.
fn split<'t>(text: &'t str, example: &str) -> Result<(&'t str, &'t str), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("'=' is missing; write {example}"))?;
    let name = name.trim().trim_matches('`');
    if name.is_empty() {
        return Err(format!("the name before '=' is missing; write {example}"));
    }
    Ok((name, value.trim()))
}

/// An integer, with `_` allowed between digits as a separator.
fn integer(text: &str) -> Option<i128> {
    text.replace('_', "").parse().ok()
}

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().starts_with('-') {
            return Err(format!(
                "the time '{text}' is negative; write 60s, 2m, 500ms, 1h, or a number of seconds"
            ));
        }
        let (number, unit) = number_and_unit(text).ok_or_else(|| {
            format!("'{text}' is no time; write 60s, 2m, 500ms, 1h, or a number of seconds")
        })?;
        let seconds = match unit.to_ascii_lowercase().as_str() {
            "" | "s" | "sec" => 1.0,
            "ms" => 0.001,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(format!("'{unit}' is no unit of time; use ms, s, m or h")),
        } * number;
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| !time.is_zero())
            .map(TimeLimit)
            .ok_or_else(|| format!("the time '{text}' is out of range"))
    }
}

impl Limit for TimeLimit {
    fn shown(&self) -> String {
        format!("{} s", self.0.as_secs_f64())
    }
}

/// The units of memory with their sizes, larger ones first; decimal ones are only read.
const MEMORY_UNITS: &[(&str, u64)] =
    &[("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

impl FromStr for MemoryLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = number_and_unit(text)
            .ok_or_else(|| format!("'{text}' is no amount of memory; write 4GiB or 512MiB"))?;
        if unit.is_empty() {
            let number = text.trim();
            return Err(format!(
                "'{number}' has no unit; write {number}MiB or {number}GiB, or {number}B for bytes"
            ));
        }
        let bytes: f64 = match unit.to_ascii_lowercase().as_str() {
            "b" => 1.0,
            "k" | "ki" | "kib" => 1024.0,
            "m" | "mi" | "mib" => 1048576.0,
            "g" | "gi" | "gib" => 1073741824.0,
            "t" | "ti" | "tib" => 1099511627776.0,
            "kb" => 1e3,
            "mb" => 1e6,
            "gb" => 1e9,
            "tb" => 1e12,
            _ => return Err(format!("'{unit}' is no unit of memory; use KiB, MiB, GiB or TiB")),
        };
        let total = number * bytes;
        if (1.0..1e18).contains(&total) {
            Ok(MemoryLimit(total as u64))
        } else {
            Err(format!("the amount of memory '{text}' is out of range"))
        }
    }
}

impl Limit for MemoryLimit {
    fn shown(&self) -> String {
        let unit = MEMORY_UNITS.iter().find(|(_, size)| self.0 >= *size);
        let Some((name, size)) = unit else { return format!("{} bytes", self.0) };
        let tenths = (self.0 as f64 / *size as f64 * 10.0).round() / 10.0;
        format!("{tenths} {name}")
    }
}

/// A number that is not negative, and what follows it.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_shown_in_seconds() {
        let shown = |text: &str| text.parse::<TimeLimit>().map(|limit| limit.shown());
        assert_eq!(shown("60s").as_deref(), Ok("60 s"));
        assert_eq!(shown("2m").as_deref(), Ok("120 s"));
        assert_eq!(shown("500ms").as_deref(), Ok("0.5 s"));
        assert_eq!(shown("1h").as_deref(), Ok("3600 s"));
        assert_eq!(shown("90").as_deref(), Ok("90 s"));
        for wrong in ["", "s", "-1s", "1 fortnight", "0", "1e400", "1.2.3"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_is_read_and_shown_in_binary_units() {
        let shown = |text: &str| text.parse::<MemoryLimit>().map(|limit| limit.shown());
        assert_eq!(shown("4GiB").as_deref(), Ok("4 GiB"));
        assert_eq!(shown("512MiB").as_deref(), Ok("512 MiB"));
        assert_eq!(shown("1G").as_deref(), Ok("1 GiB"));
        assert_eq!(shown("1.5g").as_deref(), Ok("1.5 GiB"));
        assert_eq!(shown("1000B").as_deref(), Ok("1000 bytes"));
        for wrong in ["", "1000", "GiB", "-4GiB", "4 bananas", "0"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assignments_are_read() {
        let read = |text: &str| text.parse::<Assignment>().map(|assignment| assignment.value);
        assert_eq!(read("N=4"), Ok(ConstantValue::Int(4)));
        assert_eq!(read("N = -4"), Ok(ConstantValue::Int(-4)));
        assert_eq!(read("fast=true"), Ok(ConstantValue::Bool(true)));
        for wrong in ["N", "=4", "N=", "N=four"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
