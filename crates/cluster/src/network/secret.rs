//! What all processes of a search know, and nobody else: proofs of it, and the keys of a connection.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// Bytes of a proof, of a key and of a number that is used once.
pub const LENGTH: usize = 32;

/// The shortest secret that is taken from users, in bytes.
const SHORTEST: usize = 16;

/// The shared secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; LENGTH]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a secret")
    }
}

impl Secret {
    /// The secret that a text stands for; spaces around it do not matter.
    ///
    /// # Errors
    /// If it is too short to be one.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() < SHORTEST {
            return Err(format!(
                "a secret has at least {SHORTEST} characters, and this one has {}",
                text.len()
            ));
        }
        Ok(Secret(Sha256::digest(text.as_bytes()).into()))
    }

    /// A random text that stands for a secret.
    ///
    /// # Errors
    /// If the operating system has no random numbers.
    pub fn random_text() -> Result<String, String> {
        Ok(random()?.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// A value that only who knows the secret can compute, for a purpose and some texts.
    pub fn derive(&self, purpose: &str, texts: [&[u8]; 2]) -> [u8; LENGTH] {
        let mut mac = keyed(&self.0);
        for text in [purpose.as_bytes(), texts[0], texts[1]] {
            // With its length each text is apart from the next one.
            mac.update(&(text.len() as u64).to_le_bytes());
            mac.update(text);
        }
        mac.finalize().into_bytes().into()
    }
}

/// A code for messages under this key.
pub fn keyed(key: &[u8; LENGTH]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("keys of any length are taken")
}

/// Whether two values are the same; it takes as long for any.
pub fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

/// Random bytes.
///
/// # Errors
/// If the operating system has none.
pub fn random() -> Result<[u8; LENGTH], String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)
        .map_err(|error| format!("the operating system has no random numbers: {error}"))?;
    Ok(bytes)
}

/// What stands for a text wherever it must be the same.
pub fn fingerprint(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_depend_on_everything() {
        let [one, other] =
            ["a secret of length", "another secret, as long"].map(|text| Secret::from_text(text).unwrap());
        let value = one.derive("proof", [b"ab", b"c"]);
        assert_eq!(value, one.derive("proof", [b"ab", b"c"]));
        assert_ne!(value, one.derive("proof", [b"a", b"bc"]));
        assert_ne!(value, one.derive("key", [b"ab", b"c"]));
        assert_ne!(value, other.derive("proof", [b"ab", b"c"]));
        assert!(is_same(&value, &value) && !is_same(&value, &value[1..]) && !is_same(b"ab", b"ac"));
    }

    #[test]
    fn short_secrets_are_refused() {
        assert!(Secret::from_text("  hunter2  ").is_err());
        let text = Secret::random_text().unwrap();
        assert_eq!(Secret::from_text(&text), Secret::from_text(&format!(" {text}\n")));
        assert_ne!(text, Secret::random_text().unwrap());
    }
}
