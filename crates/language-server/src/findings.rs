//! What is wrong with a text, and changes that mend it.

use diagnostics::Diagnostic;
use language::{Overrides, load_source};

use crate::Analysis;
use crate::missing::add_declarations;
use crate::own::own_findings;

/// What shows without expanding the text, in its order: enough while somebody types.
pub fn findings(analysis: &Analysis) -> Vec<Diagnostic> {
    let found = analysis.inspection().diagnostics.iter();
    found.map(|finding| add_declarations(analysis, finding.clone())).collect()
}

/// Everything that `fathom check` would report. It takes as long as reading the model does, which expands it.
pub fn all_findings(analysis: &Analysis) -> Vec<Diagnostic> {
    let found = load_source(analysis.source(), &Overrides::default()).diagnostics;
    own_findings(analysis.source(), found)
        .into_iter()
        .map(|finding| add_declarations(analysis, finding))
        .collect()
}
