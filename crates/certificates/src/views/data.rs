//! What a certificate for every size says.

use crate::{CountsOf, Header};

/// The certificates of a check of a model for every size.
#[derive(Debug, Clone, PartialEq)]
pub struct SizesDocument {
    /// What was checked; the open constant is not among the constants.
    pub header: Header,
    /// The open constant.
    pub constant: String,
    /// Its least value.
    pub least: i128,
    /// A certificate for each property.
    pub certificates: Vec<SizesCertificate>,
}

/// What shows that a property holds for every size, or why nothing does.
#[derive(Debug, Clone, PartialEq)]
pub struct SizesCertificate {
    /// The name of the property.
    pub property: String,
    /// The keyword of its kind.
    pub kind: String,
    /// Whether it holds for every size; otherwise some size violates it, for which there is no certificate here.
    pub holds: bool,
    /// What shows it, or why there is no certificate.
    pub proof: Result<SizesProof, String>,
}

/// What shows that a property holds for every size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SizesProof {
    /// A closed set of views.
    Views(ViewsOf),
    /// A proof about how many instances have which values.
    Counts(CountsOf),
}

/// A closed set of views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewsOf {
    /// How many instances a view has.
    pub instances: usize,
    /// The numbers of the quantifiers of which views carry facts.
    pub facts: Vec<u32>,
    /// The views, each as a configuration of [`system::parameterized::configuration`].
    pub views: Vec<Vec<i16>>,
    /// The values of the constant for which there are fewer instances, with all their states.
    pub smaller: Vec<(i128, Vec<Vec<i16>>)>,
}
