//! The names that a model declares anywhere, found before parsing.
//!
//! Only two questions are answered with them: whether a word such as `G` or `and` was meant as a name or as
//! an operator. A name too many or too few changes no model without such words, so scopes play no role.

use std::collections::HashSet;

use crate::token::{Keyword, Token, TokenKind};

/// The declared names.
#[derive(Debug, Default)]
pub(super) struct Declared<'s> {
    /// All of them.
    pub names: HashSet<&'s str>,
    /// The definitions with parameters.
    pub functions: HashSet<&'s str>,
}

/// Finds what a text declares.
pub(super) fn declared_names<'s>(source: &'s str, tokens: &[Token]) -> Declared<'s> {
    let mut declared = Declared::default();
    for (index, token) in tokens.iter().enumerate() {
        let rest = &tokens[index + 1..];
        let before = index.checked_sub(1).map(|before| tokens[before].kind);
        match token.kind {
            TokenKind::Keyword(keyword) if declares(keyword) => declared.list(source, rest),
            TokenKind::Name if before == Some(TokenKind::Keyword(Keyword::Let)) => {
                declared.definition(source, *token, rest);
            }
            TokenKind::BraceOpen if before.is_some_and(precedes_enumeration) => declared.list(source, rest),
            TokenKind::BracketOpen | TokenKind::ParenOpen if is_binder(rest) => declared.list(source, rest),
            _ => {}
        }
    }
    declared
}

impl<'s> Declared<'s> {
    /// Adds the names at the beginning of `tokens`, with commas between.
    fn list(&mut self, source: &'s str, tokens: &[Token]) {
        for pair in tokens.chunks(2) {
            match pair[0].kind {
                TokenKind::Name => self.names.insert(&source[pair[0].span.range()]),
                _ => return,
            };
            if pair.get(1).is_none_or(|token| token.kind != TokenKind::Comma) {
                return;
            }
        }
    }

    /// Adds the parameters of a definition.
    fn definition(&mut self, source: &'s str, name: Token, rest: &[Token]) {
        if rest.first().is_some_and(|token| token.kind == TokenKind::ParenOpen) {
            self.functions.insert(&source[name.span.range()]);
            self.list(source, &rest[1..]);
        }
    }
}

/// Whether names follow the word that it declares.
fn declares(keyword: Keyword) -> bool {
    use Keyword::*;
    matches!(
        keyword,
        Const
            | Param
            | Type
            | Var
            | Let
            | Process
            | Population
            | Event
            | Sync
            | Broadcast
            | Loc
            | Forall
            | Exists
    )
}

/// Whether braces behind this token list the members of an enumeration.
fn precedes_enumeration(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Equal | TokenKind::Colon | TokenKind::Keyword(Keyword::Of))
}

/// Whether names with a domain follow a bracket: `(i, j in 1..3: …)`.
fn is_binder(tokens: &[Token]) -> bool {
    let names = tokens
        .chunks(2)
        .take_while(|pair| {
            pair[0].kind == TokenKind::Name && pair.get(1).is_some_and(|t| t.kind == TokenKind::Comma)
        })
        .count();
    let last = &tokens[(2 * names).min(tokens.len())..];
    matches!(last, [name, end, ..] if name.kind == TokenKind::Name && end.kind == TokenKind::Keyword(Keyword::In))
}
