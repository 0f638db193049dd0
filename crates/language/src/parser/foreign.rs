//! Words of other languages, by the place where they stand: each with the form that works here.
//!
//! A word counts only where it cannot be a name of the model, so that none of them is reserved.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// Whether an item of another language begins here; if so, it is reported.
    pub(super) fn foreign_item(&mut self) -> bool {
        if self.recovering {
            return false;
        }
        if self.skip_foreign_comment() {
            return true;
        }
        let Some(help) = self.foreign_item_help() else { return false };
        self.report_foreign(help);
        true
    }

    /// What to write in the place of the item of another language that begins here.
    pub(super) fn foreign_item_help(&self) -> Option<&'static str> {
        match self.peek() {
            TokenKind::Keyword(Keyword::Int | Keyword::Nat | Keyword::Bool) => {
                Some("a variable is declared with `var` and its type behind it: `var x: int := 0`")
            }
            TokenKind::Keyword(Keyword::Assert) if self.previous().is_none() => {
                Some("what holds in all states is a property: `invariant name: e`")
            }
            TokenKind::Name if self.at_edge() || self.at_statement() => self.foreign_definition(),
            TokenKind::Name => item_help(self.text()),
            _ => None,
        }
    }

    /// `Init == …`
    fn foreign_definition(&self) -> Option<&'static str> {
        let next = self.tokens.get(self.at + 1)?;
        let defines = self.token().first_on_line && self.text_of(next.span) == "==";
        defines.then_some(
            "a definition is `let f = e`; initial states are `init e`, and steps are events: `event e when g do a`",
        )
    }

    /// Whether a statement of another language begins here; if so, it is reported.
    pub(super) fn foreign_statement(&mut self) -> bool {
        let help = match self.peek() {
            TokenKind::Keyword(Keyword::Do) => Some(LOOPS),
            TokenKind::Name if !self.at_statement() && !self.declared.names.contains(self.text()) => {
                statement_help(self.text())
            }
            _ => None,
        };
        let found = help.is_some_and(|help| self.report_foreign(help));
        if found && self.peek() == TokenKind::ParenOpen {
            self.skip_past(TokenKind::ParenClose, ")");
        }
        found
    }

    /// Whether an operator or a conditional of another language begins here; if so, it is reported.
    pub(super) fn foreign_operand(&mut self) -> bool {
        let text = self.text();
        let is_word = self.at(TokenKind::Name) && self.starts_operand_at(1);
        if !is_word || self.declared.names.contains(text) || self.declared.functions.contains(text) {
            return false;
        }
        let found = operand_help(text).is_some_and(|help| self.report_foreign(help));
        if found && text == "case" {
            self.skip_past(TokenKind::Name, "esac");
        }
        found
    }

    /// Skips what belongs to a construct of another language, if its end comes before the next item.
    fn skip_past(&mut self, kind: TokenKind, text: &str) {
        let start = self.at;
        while self.peek() != TokenKind::End && !self.at_strong_item() {
            if self.peek() == kind && self.text() == text {
                self.bump();
                return;
            }
            self.bump();
        }
        self.at = start;
    }

    /// Whether a part of an edge or event is begun by a word of another language; if so, it is reported.
    pub(super) fn foreign_part(&mut self) -> bool {
        let is_word = self.at(TokenKind::Name) && !self.at_edge() && !self.token().first_on_line;
        let help = match self.peek() {
            TokenKind::Name if is_word => part_help(self.text()),
            TokenKind::BracketOpen if self.nth(1) == TokenKind::BracketClose => {
                Some("branches are `choose { a } or { b }`")
            }
            TokenKind::BracketOpen => Some("a guard is written with `when`, an action with `do`"),
            _ => None,
        };
        !self.recovering && help.is_some_and(|help| self.report_foreign(help))
    }

    /// Whether a type of another language stands here; if so, it is reported and taken.
    pub(super) fn foreign_type(&mut self) -> bool {
        let text = self.text();
        if !self.at(TokenKind::Name) || self.declared.names.contains(text) {
            return false;
        }
        let Some(help) = type_help(text) else { return false };
        let finding = self.foreign_finding(help);
        self.report(finding);
        self.bump();
        let ends = matches!(self.peek(), TokenKind::Becomes | TokenKind::Equal | TokenKind::Semicolon);
        self.recovering = !(ends || self.token().first_on_line);
        true
    }

    fn report_foreign(&mut self, help: &str) -> bool {
        let finding = self.foreign_finding(help);
        self.fail(finding);
        self.bump();
        true
    }

    fn foreign_finding(&self, help: &str) -> Diagnostic {
        let message = format!("`{}` is written differently in this language", self.text());
        Diagnostic::new(Code::ForeignWord, message, self.span(), "from another language").with_help(help)
    }

    /// Skips `-- …`, `(* … *)` and the lines around a module, which are reported.
    fn skip_foreign_comment(&mut self) -> bool {
        let touches = self.tokens.get(self.at + 1).is_some_and(|next| next.span.start == self.span().end);
        let is_bracket = (self.peek(), self.nth(1)) == (TokenKind::ParenOpen, TokenKind::Star);
        let is_line = (self.peek(), self.nth(1)) == (TokenKind::Minus, TokenKind::Minus);
        if !touches || !(is_bracket || is_line) {
            return false;
        }
        let both = self.span().to(self.tokens[self.at + 1].span);
        let message = format!("`{}` begins no comment", self.text_of(both));
        let finding = Diagnostic::new(Code::ForeignWord, message, both, "from another language");
        self.report(finding.with_help("comments are `// …` and `/* … */`"));
        self.bump();
        while self.peek() != TokenKind::End {
            let closed = is_bracket && self.touches_previous() && self.peek() == TokenKind::ParenClose;
            if is_line && self.token().first_on_line {
                break;
            }
            let star = self.previous().is_some_and(|previous| previous.kind == TokenKind::Star);
            self.bump();
            if closed && star {
                break;
            }
        }
        true
    }
}

const LOOPS: &str = "there are no loops inside an action: a loop is an edge back to its location, `a -> a when x < 3 do x := x + 1`";

const DECLARATION: &str = "a variable is declared with `var` and its type behind it: `var x: 0..255 := 0`";

/// What to write in the place of a word that begins an item elsewhere.
fn item_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "proctype" | "active" | "template" | "thread" | "task" | "algorithm" => {
            "a process is `process P { loc a, b  a -> b when g do x := 1 }`, and `process P[i in 1..3] { … }` are three"
        }
        "byte" | "short" | "unsigned" | "bit" | "boolean" | "integer" => DECLARATION,
        "VAR" | "IVAR" | "VARIABLE" | "VARIABLES" | "variables" | "variable" => DECLARATION,
        "mtype" | "enum" => "an enumeration is `type T = { A, B }`",
        "typedef" | "struct" => {
            "a type is named by `type T = …`, a record is `type T = record { f: bool, g: 0..3 }`"
        }
        "chan" => {
            "a channel is a queue, `var c: fifo 3 of T`, with `c ! e` and `c ? x`; for a rendezvous, `sync b` with `b!` and `b?`"
        }
        "MODULE" => "a model begins with `model Name`, or directly with its declarations",
        "EXTENDS" | "INSTANCE" | "open" => {
            "nothing needs to be extended: integers, arrays and quantifiers are built in"
        }
        "CONSTANT" | "CONSTANTS" => "a constant is `const N := 3`, one for all its values `param N: nat`",
        "DEFINE" | "macro" | "define" | "fun" | "pred" | "inline" => "a definition is `let f(a, b) = e`",
        "ASSIGN" | "INIT" | "TRANS" | "Init" | "Next" | "next" => {
            "initial values stand in `var x: T := e` and `init e`; steps are `event e when g do x := …`"
        }
        "SPEC" | "SPECIFICATION" | "CTLSPEC" | "LTLSPEC" | "INVARSPEC" | "INVAR" | "PROPERTY"
        | "INVARIANTS" | "THEOREM" | "spec" | "property" | "always" | "check" | "never" => {
            "properties are `invariant name: e`, `reachable name: e`, `ctl name: AG …` and `ltl name: G …`"
        }
        "FAIRNESS" | "JUSTICE" | "COMPASSION" | "fairness" => {
            "fairness is `fair P`, `strong P`, `justice e` or `compassion (e, f)`"
        }
        "rule" | "ruleset" | "startstate" | "action" | "transition" => {
            "a rule is `event name when guard do action`, for each index `event name[i in 1..3] …`; a start state is `init e`"
        }
        "begin" | "end" | "endrule" | "END" => "blocks stand between braces: `{ … }`",
        "sig" | "fact" | "run" | "all" => {
            "objects are a process array, `process Node[i in 1..3] { var next: ref Node }`; facts are `init e`"
        }
        "state" | "location" | "states" | "locations" => "locations are `loc a, b`; the first is the start",
        "trans" | "edge" | "from" => "an edge is `a -> b when guard do action`",
        "initial" => "where a process starts is `start a`",
        _ => return None,
    })
}

/// What to write in the place of a word that begins a statement elsewhere.
fn statement_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" | "loop" | "repeat" | "until" | "od" => LOOPS,
        "for" | "foreach" => {
            "for all indices at once, write `for i in 0..2 { a[i] := 0 }`; one after the other, `event e[i in 0..2] …`"
        }
        "goto" | "break" | "return" => "a process goes to another location by its edge: `a -> b do …`",
        "begin" | "end" | "atomic" | "d_step" => {
            "steps stand between braces, and a transition is atomic: `do { a; b }`, or `do a, b` for both at once"
        }
        "either" | "select" | "switch" | "case" => {
            "branches are `choose { a } or { b }`, or `if c { a } else { b }`"
        }
        "await" | "wait" => "what is waited for stands before the action: `a -> b when e do …`",
        "print" | "printf" => "nothing is printed: counterexamples show all variables",
        "next" => "a new value is assigned with `x := e`, or stands in a relation as `x'`",
        "with" => "a value is chosen with `x := any in S`",
        "call" | "run" => "there are no procedures; `let f(a) = e` defines an expression",
        _ => return None,
    })
}

/// What to write in the place of a word that stands before an operand elsewhere.
fn operand_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "case" | "IF" | "CASE" => "a choice between values is `if c then a else b`",
        "always" | "globally" | "henceforth" => "write `G` in `ltl`, `AG` in `ctl`",
        "eventually" | "finally" => "write `F` in `ltl`, `AF` or `EF` in `ctl`",
        "all" | "FORALL" => "write `forall x in 1..3: e`, or `forall p in P: e` over a process array",
        "some" | "one" | "EXISTS" => "write `exists x in 1..3: e`, or `count(x in 1..3: e) = 1`",
        "no" | "lone" => "write `!(exists x in 1..3: e)`, or `count(x in 1..3: e) <= 1`",
        "next" => "the new value of `x` is `x'`, in a relation behind `do`",
        "UNCHANGED" => "leave it out: what an action does not mention keeps its value",
        "CHOOSE" => "a value is chosen by an action: `x := any in S where e`",
        "LET" => "a definition is an item of its own: `let f = e`",
        _ => return None,
    })
}

/// What to write in the place of a word that begins a part of an edge or event elsewhere.
fn part_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "guard" | "await" | "provided" | "requires" | "given" | "with" => "a guard is written with `when`",
        "effect" | "update" | "assign" | "action" | "begin" => "an action is written with `do`",
        "to" => "an edge is `a -> b`",
        _ => return None,
    })
}

/// What to write in the place of a type of other languages.
fn type_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "byte" => "write `0..255`, or a smaller range",
        "bit" => "write `bool` or `0..1`",
        "short" | "long" | "unsigned" | "word" => "write a range such as `0..1000`, or `int` without bounds",
        "map" | "dict" | "function" => "a table is an array: `array [lo..hi] of T`",
        "seq" | "list" | "vector" | "queue" => "a queue of at most 3 entries is `fifo 3 of T`",
        "struct" => "a record is `record { f: T, g: U }`",
        "enum" => "write the members alone: `var x: { A, B }`",
        "float" | "double" | "real" => "there are only whole numbers: `int`, `nat` and `lo..hi`",
        "string" | "char" | "mtype" => "write an enumeration: `{ A, B }`",
        "chan" => "a channel with room for 3 messages is `fifo 3 of T`, one without room `sync b`",
        _ => return None,
    })
}
