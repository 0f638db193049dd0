//! Who may ask: the page that this studio served, and nobody else.
//!
//! Other pages in the same browser can send requests to any port of this machine. They do not know the token, and what the browser
//! says of where a request comes from, `Origin` and `Sec-Fetch-Site`, must be this studio. A page of another name that leads to this
//! machine (DNS rebinding) is given away by `Host`.

use crate::failure::Failure;
use hyper::header::{HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, StatusCode};
use std::net::{IpAddr, SocketAddr};

/// The header that carries the token.
const TOKEN: HeaderName = HeaderName::from_static("x-fathom-token");
/// Where a browser says that a request comes from.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What a request must show.
#[derive(Debug)]
pub struct Guard {
    token: String,
    /// The names by which this studio may be called, with the port.
    hosts: Vec<String>,
    /// The port, where the studio listens on all addresses of the machine: then any address will do, but no name, which somebody
    /// else may have led here.
    any_address: Option<u16>,
}

impl Guard {
    /// A guard with a token of its own, for a studio at this address.
    ///
    /// # Errors
    /// In words, if the machine has no random numbers.
    pub fn new(host: IpAddr, port: u16) -> Result<Guard, String> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(|error| format!("the machine has no random numbers: {error}"))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut names = vec![shown(host)];
        if host.is_loopback() || host.is_unspecified() {
            names.extend(["127.0.0.1".to_owned(), "localhost".to_owned(), "[::1]".to_owned()]);
        }
        names.dedup();
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names);
        }
        Ok(Guard { token, hosts, any_address: host.is_unspecified().then_some(port) })
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request is meant for this studio by one of its names, and comes from its own page if it says where it comes from.
    ///
    /// # Errors
    /// If it does not.
    pub fn admits(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let host = only(headers, &HOST)?.ok_or_else(|| Failure::bad_request("the header Host is missing"))?;
        if !self.answers_to(host) {
            return Err(Failure::forbidden("the header Host does not name this studio"));
        }
        if let Some(origin) = only(headers, &ORIGIN)? {
            let own = origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host));
            if !own {
                return Err(Failure::forbidden("the request comes from another page"));
            }
        }
        match only(headers, &SITE)? {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(Failure::forbidden("the request comes from another site")),
        }
    }

    /// Whether a name, with its port, is one of this studio.
    pub fn answers_to(&self, host: &str) -> bool {
        let is_address = |port: u16| host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port);
        let is_known = self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        is_known || self.any_address.is_some_and(is_address)
    }

    /// Whether a request shows the token.
    ///
    /// # Errors
    /// If it does not.
    pub fn knows(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let shown = only(headers, &TOKEN)?.unwrap_or_default();
        if same(shown.as_bytes(), self.token.as_bytes()) {
            return Ok(());
        }
        let message = "the token is missing or wrong: open the address that `fathom studio` printed";
        Err(Failure::new(StatusCode::UNAUTHORIZED, "no-token", message))
    }
}

/// A header that stands there once or not at all.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Failure> {
    let mut all = headers.get_all(name).iter();
    let first = all.next();
    if all.next().is_some() {
        return Err(Failure::bad_request(format!("the header {name} stands there twice")));
    }
    let text = first.map(|value| value.to_str()).transpose();
    text.map_err(|_| Failure::bad_request(format!("the header {name} is no text")))
}

/// Whether two texts are the same, in a time that does not say where they differ.
fn same(left: &[u8], right: &[u8]) -> bool {
    let differences = left.iter().zip(right).fold(0, |all, (left, right)| all | (left ^ right));
    left.len() == right.len() && differences == 0
}

/// An address as it stands in that of a page.
pub fn shown(host: IpAddr) -> String {
    match host {
        IpAddr::V4(host) => host.to_string(),
        IpAddr::V6(host) => format!("[{host}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn guard() -> Guard {
        Guard::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080).expect("there are random numbers")
    }

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.append(*name, value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn only_own_names_and_own_pages() {
        let guard = guard();
        let admits = |all: &[(&'static str, &str)]| guard.admits(&headers(all)).is_ok();
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert!(admits(&[("host", host)]), "{host}");
            assert!(admits(&[("host", host), ("origin", &format!("http://{host}"))]));
        }
        for host in ["127.0.0.1", "127.0.0.1:81", "evil.example:8080", "127.0.0.1:8080.evil.example", ""] {
            assert!(!admits(&[("host", host)]), "{host}");
        }
        assert!(!admits(&[]), "a host is needed");
        assert!(!admits(&[("host", "localhost:8080"), ("host", "evil.example")]), "two hosts");
        let own = ("host", "127.0.0.1:8080");
        for origin in [
            "null",
            "http://evil.example",
            "https://127.0.0.1:8080",
            "http://localhost:8080",
            "http://127.0.0.1:80",
        ] {
            assert!(!admits(&[own, ("origin", origin)]), "{origin}");
        }
        for (site, is_own) in
            [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false)]
        {
            assert_eq!(admits(&[own, ("sec-fetch-site", site)]), is_own, "{site}");
        }
    }

    #[test]
    fn addresses_but_no_names_where_all_are_listened_on() {
        let guard = Guard::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 8080).expect("there are random numbers");
        let admits = |host: &str| guard.admits(&headers(&[("host", host)])).is_ok();
        for host in ["192.168.1.7:8080", "[fe80::1]:8080", "localhost:8080", "0.0.0.0:8080"] {
            assert!(admits(host), "{host}");
        }
        for host in ["evil.example:8080", "192.168.1.7:81", "192.168.1.7"] {
            assert!(!admits(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_new_each_time() {
        let (one, other) = (guard(), guard());
        assert_eq!(one.token().len(), 48);
        assert_ne!(one.token(), other.token());
        assert!(one.knows(&headers(&[("x-fathom-token", one.token())])).is_ok());
        for wrong in ["", "0", &one.token()[1..], other.token()] {
            assert!(one.knows(&headers(&[("x-fathom-token", wrong)])).is_err());
        }
    }
}
