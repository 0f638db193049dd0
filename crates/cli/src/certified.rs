//! What comes of certificates: how many there are, and what the checker says of them.

use crate::Exit;
use certificates::{Certificate, SizesCertificate};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// A certificate of an answer, and what came of it.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The certificate, which may say only why there is none.
    pub certificate: AnyCertificate,
    /// What the checker says of it.
    pub acceptance: Acceptance,
    /// Whether it stands in a file.
    pub written: bool,
    /// How long it took to make it.
    pub making: Duration,
    /// How long it took to check it.
    pub checking: Option<Duration>,
    /// The size of its text in bytes, if that was asked for and there is a proof.
    pub bytes: Option<usize>,
}

impl Certified {
    /// Whether more time could not make more of it.
    pub fn is_settled(&self) -> bool {
        self.certificate.missing().is_none() && !matches!(self.acceptance, Acceptance::Undecided(_))
    }
}

/// A certificate, of one size or of all.
#[derive(Debug, Clone)]
pub enum AnyCertificate {
    /// Of the model as it is.
    OfModel(Certificate),
    /// Of the model with every value of a constant.
    OfSizes(SizesCertificate),
}

impl AnyCertificate {
    /// The name of the property.
    pub fn property(&self) -> &str {
        match self {
            AnyCertificate::OfModel(certificate) => &certificate.property,
            AnyCertificate::OfSizes(certificate) => &certificate.property,
        }
    }

    /// The keyword of its kind.
    pub fn kind(&self) -> &str {
        match self {
            AnyCertificate::OfModel(certificate) => &certificate.kind,
            AnyCertificate::OfSizes(certificate) => &certificate.kind,
        }
    }

    /// Whether the property holds; otherwise it is violated.
    pub fn holds(&self) -> bool {
        match self {
            AnyCertificate::OfModel(certificate) => certificate.holds,
            AnyCertificate::OfSizes(certificate) => certificate.holds,
        }
    }

    /// Why there is no proof, if there is none.
    pub fn missing(&self) -> Option<&String> {
        match self {
            AnyCertificate::OfModel(certificate) => certificate.proof.as_ref().err(),
            AnyCertificate::OfSizes(certificate) => certificate.proof.as_ref().err(),
        }
    }

    /// The certificate of one size, if it is one.
    pub fn of_model(&self) -> Option<&Certificate> {
        match self {
            AnyCertificate::OfModel(certificate) => Some(certificate),
            AnyCertificate::OfSizes(_) => None,
        }
    }
}

/// What the checker says of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// It was not asked, or there is nothing to check.
    Unasked,
    /// The certificate shows the verdict.
    Accepted,
    /// It cannot tell, for this reason.
    Undecided(String),
    /// The certificate does not show the verdict.
    Refused(Contradiction),
}

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What is not as it must be, in words.
    pub obligation: String,
    /// What shows it, such as a state, if an obligation fails.
    pub shown: Option<String>,
}

impl From<Result<(), certificates::Refusal>> for Acceptance {
    fn from(checked: Result<(), certificates::Refusal>) -> Self {
        match checked {
            Ok(()) => Acceptance::Accepted,
            Err(certificates::Refusal::Failed { obligation, shown }) => {
                Acceptance::Refused(Contradiction { obligation, shown: Some(shown) })
            }
            Err(certificates::Refusal::Malformed(obligation)) => {
                Acceptance::Refused(Contradiction { obligation, shown: None })
            }
            Err(unable @ (certificates::Refusal::Undecided(_) | certificates::Refusal::Overflow)) => {
                Acceptance::Undecided(unable.to_string())
            }
        }
    }
}

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.shown {
            Some(shown) => write!(f, "this fails: {} (shown by: {shown})", self.obligation),
            None => write!(f, "{}", self.obligation),
        }
    }
}

/// How many certificates are accepted and how many are not.
#[derive(Debug, Default)]
pub struct CertificateCounts {
    /// Those that show their verdicts.
    pub accepted: usize,
    /// Those that do not.
    pub refused: usize,
    /// Those of which the checker cannot tell.
    pub undecided: usize,
    /// Those that say only why there is no certificate.
    pub without: usize,
}

impl CertificateCounts {
    /// Counts one more.
    pub fn add(&mut self, acceptance: &Acceptance) {
        match acceptance {
            Acceptance::Accepted => self.accepted += 1,
            Acceptance::Refused(_) => self.refused += 1,
            Acceptance::Undecided(_) => self.undecided += 1,
            Acceptance::Unasked => self.without += 1,
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            _ if self.refused > 0 => Exit::Violated,
            _ if self.undecided + self.without > 0 => Exit::Unknown,
            _ => Exit::Success,
        }
    }

    /// The counts for programs.
    pub fn json(&self) -> Json {
        json!({
            "accepted": self.accepted,
            "refused": self.refused,
            "undecided": self.undecided,
            "without_certificate": self.without,
        })
    }
}

impl std::fmt::Display for CertificateCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let CertificateCounts { accepted, refused, undecided, without } = self;
        write!(
            f,
            "{accepted} accepted, {refused} refused, {undecided} undecided, {without} without certificate"
        )
    }
}
