//! `import "path"`: the declarations of another file.
//!
//! The word is reserved only at the start of an item.

use diagnostics::Diagnostic;

use super::Parser;
use crate::ast::Import;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether an import begins at the present token, as opposed to an edge that begins with such a name.
    pub(super) fn at_import(&self) -> bool {
        self.at(TokenKind::Name) && self.text() == "import" && !self.at_edge() && !self.at_statement()
    }

    /// The import at the present token.
    pub(super) fn import(&mut self) -> Option<Import> {
        self.bump();
        let token = self.token();
        if !self.eat(TokenKind::Text) {
            let finding = self.expected_finding("the path of a file between double quotes");
            let finding = Diagnostic { at: token.span, ..finding };
            self.fail(
                finding.with_help("write `import \"messages.fathom\"`; the path is relative to this file"),
            );
            return None;
        }
        Some(Import { path: self.name_text(token), at: token.span })
    }
}
