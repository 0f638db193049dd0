//! From text to the syntax tree, by recursive descent with precedence climbing.
//!
//! # Errors
//!
//! The first error of an item is reported and sets `recovering`; from there on nothing is consumed or
//! reported until the innermost list of items (or steps) skips to a place where a new item (or step) can
//! begin. Functions need not pass failure on: they check nothing and return what they have, and parts that
//! are missing become `Error` nodes. A slip whose meaning is clear (`=` for `:=`) is reported without
//! setting the flag.
//!
//! # Depth
//!
//! Neither the parser's own recursion nor a walk over the tree can overflow the stack: nesting, and the
//! height of every expression, is limited (`depth`), and long chains of `&&`, `||`, `+` and `*` are built as
//! balanced trees (`chain`).

mod action;
mod advice;
mod binder;
mod chain;
mod cursor;
mod declared;
mod depth;
mod edge;
mod event;
mod expression;
mod fairness;
mod foreign;
mod import;
mod item;
mod list;
mod mistake;
mod model;
mod name;
mod operand;
mod postfix;
mod precedence;
mod process;
mod property;
mod quantifier;
mod reach;
mod recovery;
mod statement;
mod temporal;
mod types;
mod variable;

use diagnostics::{Code, Diagnostic, Span};

use crate::ast;
use crate::lexer::{Comment, Lexed, lex};
use crate::token::{Keyword, Token};
use temporal::FormulaPlace;

pub use name::is_plain_name;

/// The syntax tree of a text and everything that is wrong with its form.
///
/// The tree holds all items that could be understood at least in part, so later passes may look at it even
/// if there are errors; what could not be understood is an `Error` node or left out.
pub fn parse(source: &str) -> (ast::Model, Vec<Diagnostic>) {
    if u32::try_from(source.len()).is_err() {
        let finding = Diagnostic::new(Code::BadToken, "the model is larger than 4 GiB", Span::default(), "");
        return (ast::Model::default(), vec![finding]);
    }
    let (model, diagnostics, _) = parse_lexed(source, lex(source));
    (model, diagnostics)
}

/// As [`parse`], with the tokens and comments, which are given back for the formatter.
pub(crate) fn parse_lexed(source: &str, lexed: Lexed) -> (ast::Model, Vec<Diagnostic>, Lexemes) {
    let mut parser = parser(source, lexed);
    let model = parser.model();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.at.start, diagnostic.at.end));
    (model, diagnostics, Lexemes { tokens: parser.tokens, comments: parser.comments })
}

/// A parser at the beginning of a text.
fn parser(source: &str, lexed: Lexed) -> Parser<'_> {
    let declared = declared::declared_names(source, &lexed.tokens);
    Parser {
        source,
        tokens: lexed.tokens,
        comments: lexed.comments,
        at: 0,
        diagnostics: lexed.diagnostics,
        recovering: false,
        depth: 0,
        formula: FormulaPlace::None,
        reserved: Vec::new(),
        declared,
        keeps_parts: false,
    }
}

/// The syntax tree of a text that is being written: what was read of an expression before an error stays in it, so that the
/// names there can be looked at. Nothing can be said of the types of such a tree.
pub(crate) fn parse_in_parts(source: &str, lexed: Lexed) -> ast::Model {
    let mut parser = parser(source, lexed);
    parser.keeps_parts = true;
    parser.model()
}

/// What a text consists of, in order.
pub(crate) struct Lexemes {
    /// The tokens; the last one is `End`.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
}

/// The state while parsing.
struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    /// The index of the present token.
    at: usize,
    diagnostics: Vec<Diagnostic>,
    /// Whether an error was reported since the last place where parsing could go on safely.
    recovering: bool,
    /// How many expressions, types and statements are open around the present token.
    depth: u32,
    /// Whether temporal operators are read as such.
    formula: FormulaPlace,
    /// The reserved words that were reported as such.
    reserved: Vec<Keyword>,
    /// The names that the model declares somewhere.
    declared: declared::Declared<'s>,
    /// Whether what was read of an expression before an error stays in the tree.
    keeps_parts: bool,
}
