//! Which processes there are, and what must be the same for all of them.

use crate::wire::{Reader, write_bytes, write_number};
use std::net::{SocketAddr, ToSocketAddrs};

/// The processes that a text lists, one `host:port` on each line; empty lines, and what follows a `#`, do not count.
///
/// # Errors
/// If a line is none, or the same one stands there twice.
pub fn read_hosts(text: &str) -> Result<Vec<String>, String> {
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let port = line.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse::<u16>().ok()?)));
        if port.is_none_or(|(host, port)| host.is_empty() || port == 0) {
            return Err(format!("line {}: '{line}' is no host and port, such as 10.0.0.7:7071", number + 1));
        }
        if hosts.iter().any(|known| known == line) {
            return Err(format!("line {}: {line} is listed twice", number + 1));
        }
        hosts.push(line.to_owned());
    }
    if hosts.is_empty() { Err("it lists no processes".into()) } else { Ok(hosts) }
}

/// The first address of a host and port.
pub fn resolved(address: &str) -> Result<SocketAddr, String> {
    let mut found = address.to_socket_addrs().map_err(|error| format!("{address}: {error}"))?;
    found.next().ok_or_else(|| format!("{address}: the host has no address"))
}

/// What must be the same for all processes, each with its name: the model, how it is checked, and with what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity(pub Vec<(String, String)>);

impl Identity {
    /// The contents of a frame.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_number(self.0.len() as u64, &mut bytes);
        for (name, value) in &self.0 {
            write_bytes(name.as_bytes(), &mut bytes);
            write_bytes(value.as_bytes(), &mut bytes);
        }
        bytes
    }

    /// What a frame says.
    pub fn read(contents: &[u8]) -> Option<Self> {
        let mut reader = Reader(contents);
        let count = reader.number()?;
        let mut found = Vec::new();
        for _ in 0..count {
            found.push((reader.text()?, reader.text()?));
        }
        reader.is_empty().then_some(Identity(found))
    }

    /// What is not the same in another one, in words; nothing if everything is.
    pub fn difference(&self, other: &Identity) -> Option<String> {
        let differs = |(name, value): &&(String, String)| {
            !other.0.iter().any(|(known, theirs)| known == name && theirs == value)
        };
        let differing: Vec<&str> = self.0.iter().filter(differs).map(|(name, _)| name.as_str()).collect();
        match (differing.is_empty(), self.0.len() == other.0.len()) {
            (true, true) => None,
            (true, false) => Some("the version".into()),
            (false, _) => Some(differing.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_lines() {
        let text = "# two\n10.0.0.1:7071   # the first\n\n[::1]:80\nexample.org:7071\n";
        assert_eq!(read_hosts(text).unwrap(), ["10.0.0.1:7071", "[::1]:80", "example.org:7071"]);
        for (text, line) in [("a\n", 1), ("a:1\nb:x\n", 2), (":5\n", 1), ("a:1\na:1\n", 2), ("a:0", 1)] {
            assert!(read_hosts(text).unwrap_err().starts_with(&format!("line {line}:")), "{text}");
        }
        assert!(read_hosts("#\n").is_err());
    }

    #[test]
    fn what_differs_is_named() {
        let identity = |model: &str| {
            Identity(vec![("the version".into(), "1".into()), ("the model".into(), model.into())])
        };
        assert_eq!(Identity::read(&identity("a").write()), Some(identity("a")));
        assert_eq!(identity("a").difference(&identity("a")), None);
        assert_eq!(identity("a").difference(&identity("b")).as_deref(), Some("the model"));
        assert_eq!(Identity::read(&identity("a").write()[1..]), None);
    }
}
