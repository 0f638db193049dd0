//! The page, as it stands in the binary.

/// A file of the page, compressed as browsers read it.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// What it is.
    pub kind: &'static str,
    /// Its content, in gzip.
    pub compressed: &'static [u8],
}

/// What the page may do: nothing that is not from here.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// The file of the page with this path.
pub fn asset(path: &str) -> Option<Asset> {
    let (kind, compressed): (&str, &[u8]) = match path {
        "/" | "/index.html" => {
            ("text/html; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/index.html.gz")))
        }
        "/studio.js" => {
            ("text/javascript; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/studio.js.gz")))
        }
        "/studio.css" => {
            ("text/css; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/studio.css.gz")))
        }
        _ => return None,
    };
    Some(Asset { kind, compressed })
}
