//! Paths of files in the form of the protocol.

/// The path of a file that has a name of the form `file:///…`.
pub(super) fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = path.as_bytes().get(at) {
        let coded = path.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let coded = coded.filter(|_| *byte == b'%');
        bytes.push(coded.unwrap_or(*byte));
        at += if coded.is_some() { 3 } else { 1 };
    }
    let path = String::from_utf8(bytes).ok()?;
    // A drive stands behind the first slash.
    let is_drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(if is_drive { path[1..].to_owned() } else { path })
}

/// The name of a file for the client.
pub(super) fn uri_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read_and_written() {
        assert_eq!(path_of("file:///a/b%20c.fathom").as_deref(), Some("/a/b c.fathom"));
        assert_eq!(path_of("file:///c%3A/d.fathom").as_deref(), Some("c:/d.fathom"));
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of(&uri_of("/ä/100%.fathom")).as_deref(), Some("/ä/100%.fathom"));
    }
}
