//! The syntax tree of a Murphi model.

use super::token::At;

/// A declaration or rule at the top level, in the order of the text.
#[derive(Debug, Clone)]
pub enum Item {
    /// `const N: 3;`
    Const(Vec<(Identifier, Syntax)>),
    /// `type T: …;`
    Type(Vec<(Identifier, TypeTerm)>),
    /// `var x, y: T;`
    Var(Vec<(Identifier, TypeTerm)>),
    /// `procedure p(…);` or `function f(…): T;`
    Routine(Routine),
    /// A rule, a start state, a property, or several of them below a `ruleset` or `alias`.
    RuleSyntax(RuleSyntax),
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
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
    Range(Syntax, Syntax),
    /// `enum { A, B }`
    Enum(Vec<Identifier>),
    /// `scalarset(N)`
    Scalarset(Syntax),
    /// `union { S, T }`
    Union(Vec<TypeTerm>),
    /// `record f: T; end`
    Record(Vec<(Identifier, TypeTerm)>),
    /// `array [I] of T`
    Array(Box<TypeTerm>, Box<TypeTerm>),
    /// `multiset [N] of T`
    Multiset(Syntax, Box<TypeTerm>),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Syntax {
    /// What it is.
    pub kind: SyntaxKind,
    /// Where it begins.
    pub at: At,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum SyntaxKind {
    /// A number.
    Number(i128),
    /// A name.
    Name(String),
    /// `e.f`
    Field(Box<Syntax>, String),
    /// `e[i]`
    Element(Box<Syntax>, Box<Syntax>),
    /// `f(a, b)`
    Call(String, Vec<Syntax>),
    /// `!e`, `-e`, `~e`
    Unary(&'static str, Box<Syntax>),
    /// `a + b` and its like.
    Binary(&'static str, Box<Syntax>, Box<Syntax>),
    /// `c ? a : b`
    Choice(Box<Syntax>, Box<Syntax>, Box<Syntax>),
    /// `forall x: T do e end`; whether it is `forall`.
    Quantifier(bool, Box<Binder>, Box<Syntax>),
    /// `isundefined(e)`
    IsUndefined(Box<Syntax>),
    /// `multisetcount(i: m, e)`
    Count(Identifier, Box<Syntax>, Box<Syntax>),
    /// `ismember(e, T)`
    IsMember(Box<Syntax>, Box<TypeTerm>),
}

/// A name that is bound, with its values.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name.
    pub name: Identifier,
    /// Its values.
    pub domain: Domain,
}

/// The values of a bound name.
#[derive(Debug, Clone)]
pub enum Domain {
    /// All of a type.
    Type(TypeTerm),
    /// `x := a to b by s`
    Steps(Syntax, Syntax, Option<Syntax>),
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
    Assign(Syntax, Syntax),
    /// `if … elsif … else … end`
    If(Vec<(Syntax, Vec<Statement>)>, Vec<Statement>),
    /// `switch e case a, b: … else … end`
    Switch(Syntax, Vec<(Vec<Syntax>, Vec<Statement>)>, Vec<Statement>),
    /// `for x: T do … end`
    For(Binder, Vec<Statement>),
    /// `while e do … end`
    While(Syntax, Vec<Statement>),
    /// `alias a: e; do … end`
    Alias(Vec<(Identifier, Syntax)>, Vec<Statement>),
    /// `p(a, b)`
    Call(Identifier, Vec<Syntax>),
    /// `clear place`
    Clear(Syntax),
    /// `undefine place`
    Undefine(Syntax),
    /// `error "…"`
    Error(String),
    /// `assert e "…"`
    Assert(Syntax, String),
    /// `assume e`
    Assume(Syntax),
    /// `cover e` or `liveness e` among statements.
    Unsupported(&'static str),
    /// `multisetadd(e, m)`
    AddElement(Syntax, Syntax),
    /// `multisetremove(i, m)`
    RemoveElement(Syntax, Syntax),
    /// `multisetremovepred(i: m, e)`
    RemoveElements(Identifier, Syntax, Syntax),
    /// `put …`
    Put,
    /// `return e`
    Return(Option<Syntax>),
}

/// A procedure or function.
#[derive(Debug, Clone)]
pub struct Routine {
    /// Its name.
    pub name: Identifier,
    /// The parameters: whether each is a `var`, its name and its type.
    pub parameters: Vec<(bool, Identifier, TypeTerm)>,
    /// The type of its result.
    pub result: Option<TypeTerm>,
    /// What it declares.
    pub items: Vec<Item>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A rule and what stands around rules.
#[derive(Debug, Clone)]
pub enum RuleSyntax {
    /// `rule "name" guard ==> begin … end`
    Simple {
        /// The name.
        name: String,
        /// Where it begins.
        at: At,
        /// The guard.
        guard: Option<Syntax>,
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
        condition: Syntax,
    },
    /// `ruleset x: T; y: U do … end`
    Ruleset(Vec<Binder>, Vec<RuleSyntax>),
    /// `choose i: m do … end`
    Choose(Identifier, Syntax, Vec<RuleSyntax>),
    /// `alias a: e do … end`
    Alias(Vec<(Identifier, Syntax)>, Vec<RuleSyntax>),
}
