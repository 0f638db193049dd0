//! What is wrong with a text, and changes that mend it.

use diagnostics::Diagnostic;
use language::{Overrides, load};

use crate::Analysis;
use crate::missing::add_declarations;

/// What shows without expanding the text, in its order: enough while somebody types.
pub fn findings(analysis: &Analysis) -> Vec<Diagnostic> {
    let found = analysis.inspection().diagnostics.iter();
    found.map(|finding| add_declarations(analysis, finding.clone())).collect()
}

/// Everything that `fathom check` would report. It takes as long as reading the model does, which expands it.
pub fn all_findings(analysis: &Analysis) -> Vec<Diagnostic> {
    let found = load(analysis.text(), &Overrides::default()).diagnostics.into_iter();
    found.map(|finding| add_declarations(analysis, finding)).collect()
}
