//! The syntax tree of a Murphi model.

use super::token::At;

/// A declaration or rule at the top level, in the order of the text.
#[derive(Debug, Clone)]
pub enum Item {
    /// `const N: 3;`
    Const(Vec<(Word, Term)>),
    /// `type T: …;`
    Type(Vec<(Word, TypeTerm)>),
    /// `var x, y: T;`
    Var(Vec<(Word, TypeTerm)>),
    /// `procedure p(…);` or `function f(…): T;`
    Routine(Routine),
    /// A rule, a start state, a property, or several of them below a `ruleset` or `alias`.
    Rule(Rule),
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub at: At,
}

/// A type as it is written.
#[derive(Debug, Clone)]
pub struct TypeTerm {
    /// What it is.
    pub kind: TypeKind,
    /// Where it begins.
    pub at: At,
}

/// The kinds of types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// A name, `boolean` included.
    Name(String),
    /// `lo..hi`
    Range(Term, Term),
    /// `enum { A, B }`
    Enum(Vec<Word>),
    /// `scalarset(N)`
    Scalarset(Term),
    /// `union { S, T }`
    Union(Vec<TypeTerm>),
    /// `record f: T; end`
    Record(Vec<(Word, TypeTerm)>),
    /// `array [I] of T`
    Array(Box<TypeTerm>, Box<TypeTerm>),
    /// `multiset [N] of T`
    Multiset,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it begins.
    pub at: At,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum TermKind {
    /// A number.
    Number(i128),
    /// A name.
    Name(String),
    /// `e.f`
    Field(Box<Term>, String),
    /// `e[i]`
    Element(Box<Term>, Box<Term>),
    /// `f(a, b)`
    Call(String, Vec<Term>),
    /// `!e`, `-e`
    Unary(&'static str, Box<Term>),
    /// `a + b` and its like.
    Binary(&'static str, Box<Term>, Box<Term>),
    /// `c ? a : b`
    Choice(Box<Term>, Box<Term>, Box<Term>),
    /// `forall x: T do e end`; whether it is `forall`.
    Quantifier(bool, Box<Binder>, Box<Term>),
    /// `isundefined(e)`
    IsUndefined(Box<Term>),
    /// `ismember(e, T)`
    IsMember(Box<Term>, Box<TypeTerm>),
}

/// A name that is bound, with its values.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name.
    pub name: Word,
    /// Its values.
    pub domain: Domain,
}

/// The values of a bound name.
#[derive(Debug, Clone)]
pub enum Domain {
    /// All of a type.
    Type(TypeTerm),
    /// `x := a to b by s`
    Steps(Term, Term, Option<Term>),
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it begins.
    pub at: At,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `place := e`
    Assign(Term, Term),
    /// `if … elsif … else … end`
    If(Vec<(Term, Vec<Statement>)>, Vec<Statement>),
    /// `switch e case a, b: … else … end`
    Switch(Term, Vec<(Vec<Term>, Vec<Statement>)>, Vec<Statement>),
    /// `for x: T do … end`
    For(Binder, Vec<Statement>),
    /// `while e do … end`
    While(Term, Vec<Statement>),
    /// `alias a: e; do … end`
    Alias(Vec<(Word, Term)>, Vec<Statement>),
    /// `p(a, b)`
    Call(Word, Vec<Term>),
    /// `clear place`
    Clear(Term),
    /// `undefine place`
    Undefine(Term),
    /// `error "…"`
    Error(String),
    /// `assert e "…"`
    Assert(Term, String),
    /// `assume e`
    Assume(Term),
    /// `cover e` or `liveness e` among statements.
    Unsupported(&'static str),
    /// `put …`
    Put,
    /// `return e`
    Return(Option<Term>),
}

/// A procedure or function.
#[derive(Debug, Clone)]
pub struct Routine {
    /// Its name.
    pub name: Word,
    /// The parameters: whether each is a `var`, its name and its type.
    pub parameters: Vec<(bool, Word, TypeTerm)>,
    /// The type of its result.
    pub result: Option<TypeTerm>,
    /// What it declares.
    pub items: Vec<Item>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A rule and what stands around rules.
#[derive(Debug, Clone)]
pub enum Rule {
    /// `rule "name" guard ==> begin … end`
    Simple {
        /// The name.
        name: String,
        /// Where it begins.
        at: At,
        /// The guard.
        guard: Option<Term>,
        /// What it declares.
        items: Vec<Item>,
        /// What it does.
        body: Vec<Statement>,
    },
    /// `startstate "name" … end`
    Start {
        /// The name.
        name: String,
        /// Where it begins.
        at: At,
        /// What it declares.
        items: Vec<Item>,
        /// What it does.
        body: Vec<Statement>,
    },
    /// `invariant "name" e` and its like, with the word.
    Property {
        /// `invariant`, `assume`, `cover` or `liveness`.
        word: &'static str,
        /// The name.
        name: String,
        /// What is stated.
        condition: Term,
    },
    /// `ruleset x: T; y: U do … end`
    Ruleset(Vec<Binder>, Vec<Rule>),
    /// `alias a: e do … end`
    Alias(Vec<(Word, Term)>, Vec<Rule>),
}
