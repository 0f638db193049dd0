//! Declarations of constants, parameters, types, variables and definitions.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::precedence::Level;
use super::temporal::FormulaPlace;
use crate::ast::{Expr, ExprKind, ItemKind, LetDecl, Name, VarDecl, VarStart};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// `const N := e`
    pub(super) fn constant(&mut self) -> Option<ItemKind> {
        self.bump();
        let name = self.name("the name of the constant")?;
        if self.at(TokenKind::Colon) {
            self.expected_help("`:=`", "a constant has no type, only a value: `const N := 3`");
        }
        self.expect_becomes("a constant");
        Some(ItemKind::Const { name, value: self.expression() })
    }

    /// `param s, t: int where e`
    pub(super) fn param(&mut self) -> Option<ItemKind> {
        let names = self.names_behind_word("the name of the parameter");
        self.expect_type_colon();
        let ty = self.type_expr();
        let condition = self.eat_keyword(Keyword::Where).then(|| self.expression());
        Some(ItemKind::Param { names, ty, condition })
    }

    /// `type T = …`
    pub(super) fn type_item(&mut self) -> Option<ItemKind> {
        self.bump();
        let name = self.name("the name of the type")?;
        self.expect_equal("a type is named");
        Some(ItemKind::Type { name, ty: self.type_expr() })
    }

    /// `var x, y: T`, perhaps with `:= e` or `in S`
    pub(super) fn variables(&mut self) -> Option<VarDecl> {
        let names = self.names_behind_word("the name of a variable");
        self.expect_type_colon();
        let ty = self.type_expr();
        let start = match self.peek() {
            TokenKind::Becomes | TokenKind::Equal if !self.recovering => {
                self.expect_becomes("a variable");
                VarStart::Value(self.expression())
            }
            TokenKind::Keyword(Keyword::In) if !self.recovering => {
                self.bump();
                VarStart::In(self.set().0)
            }
            _ => VarStart::Any,
        };
        Some(VarDecl { names, ty, start })
    }

    /// `init e`
    pub(super) fn init(&mut self) -> Expr {
        self.bump();
        let condition = self.climb_to_assignment(Level::Iff).expr;
        if self.at(TokenKind::Becomes) {
            let help = "compare with `=`: `init x = 0`; or give the value where the variable is declared";
            self.report_assignment("`init` states a condition", help);
            return Expr { kind: ExprKind::Error, ..condition };
        }
        self.unless_cut_short(condition)
    }

    /// `let f(a, b) = e`
    pub(super) fn definition(&mut self) -> Option<LetDecl> {
        self.bump();
        let name = self.name("the name of the definition")?;
        let params = if self.at(TokenKind::ParenOpen) {
            let open = self.bump().span;
            self.list_or_nothing(TokenKind::ParenClose, open, |parser| parser.name("a parameter"))
        } else {
            Vec::new()
        };
        self.expect_equal("a definition is written");
        let body = self.within(FormulaPlace::Let, Self::expression);
        Some(LetDecl { name, params, body })
    }

    /// The names behind the present word, with commas between.
    pub(super) fn names_behind_word(&mut self, what: &str) -> Vec<Name> {
        self.bump();
        self.open_list(|parser| parser.name(what))
    }

    pub(super) fn expect_type_colon(&mut self) {
        if !self.eat(TokenKind::Colon) {
            self.expected_help("`:` and a type", "a declaration has a type: `x: int`");
        }
    }

    /// Takes `:=`, or reports that `=` stands in its place.
    pub(super) fn expect_becomes(&mut self, what: &str) {
        if self.at(TokenKind::Equal) {
            let message = format!("{what} gets its value with `:=`");
            let finding = Diagnostic::new(Code::AssignOrEqual, message, self.span(), "`=` compares");
            self.report(finding.with_help("write `:=`").with_replacement(":="));
            self.bump();
        } else {
            self.expect(TokenKind::Becomes);
        }
    }

    /// Takes `=`, or reports that `:=` stands in its place.
    fn expect_equal(&mut self, what: &str) {
        if self.at(TokenKind::Becomes) {
            let message = format!("{what} with `=`");
            let finding = Diagnostic::new(Code::AssignOrEqual, message, self.span(), "`:=` assigns");
            self.report(finding.with_help("write `=`").with_replacement("="));
            self.bump();
        } else {
            self.expect(TokenKind::Equal);
        }
    }
}
