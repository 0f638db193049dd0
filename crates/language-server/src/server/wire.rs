//! Messages on a stream: a header that says how long each is, and its text.
//!
//! # Reference
//!
//! Language Server Protocol 3.17, "Base Protocol".

use std::io::{BufRead, Read, Write};

use serde_json::Value as Json;

/// The longest message that is taken; a longer one is passed over.
const LONGEST: usize = 256 << 20;
/// The longest line of a header.
const LONGEST_LINE: u64 = 8 << 10;

/// What comes from the stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// A message.
    Message(Vec<u8>),
    /// A message that was passed over because of its length.
    TooLong(usize),
}

/// The next message; none at the end of the stream.
///
/// # Errors
///
/// What is wrong with the header. Where the next message begins is not known then.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Frame>, String> {
    let mut length: Option<usize> = None;
    let mut is_first = true;
    loop {
        let line = header_line(input)?;
        let line = match line {
            None if is_first => return Ok(None),
            None => return Err("the stream ends inside a header".to_owned()),
            Some(line) => line,
        };
        is_first = false;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no line of a header"))?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse();
            length = Some(number.map_err(|_| format!("`{}` is not a length", value.trim()))?);
        }
    }
    let length = length.ok_or("a header without `Content-Length`")?;
    if length > LONGEST {
        let passed = std::io::copy(&mut input.take(length as u64), &mut std::io::sink());
        return match passed {
            Ok(passed) if passed == length as u64 => Ok(Some(Frame::TooLong(length))),
            _ => Err("the stream ends inside a message".to_owned()),
        };
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body).map_err(|error| error.to_string())?;
    if body.len() < length {
        return Err("the stream ends inside a message".to_owned());
    }
    Ok(Some(Frame::Message(body)))
}

/// A line of a header without its end; none at the end of the stream.
fn header_line(input: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        return Err("a line of a header does not end".to_owned());
    }
    let text = String::from_utf8(line).map_err(|_| "a header is not ASCII".to_owned())?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, message: &Json) -> std::io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Result<Frame, String>> {
        let mut found = Vec::new();
        loop {
            match read(&mut input) {
                Ok(None) => return found,
                Ok(Some(frame)) => found.push(Ok(frame)),
                Err(error) => {
                    found.push(Err(error));
                    return found;
                }
            }
        }
    }

    #[test]
    fn messages_follow_each_other() {
        let text = b"Content-Length: 2\r\n\r\n{}content-length:3\nContent-Type: x\r\n\r\n[1]";
        let expected = [Ok(Frame::Message(b"{}".to_vec())), Ok(Frame::Message(b"[1]".to_vec()))];
        assert_eq!(all(text), expected);
    }

    #[test]
    fn broken_headers_are_errors() {
        for text in [
            "x\r\n\r\n",
            "Content-Length: many\r\n\r\n",
            "A: b\r\n\r\n",
            "Content-Length: 5\r\n\r\nab",
            "A: b",
        ] {
            assert!(matches!(all(text.as_bytes())[..], [Err(_)]), "{text}");
        }
        assert!(all("x".repeat(20_000).as_bytes())[0].is_err());
    }
}
