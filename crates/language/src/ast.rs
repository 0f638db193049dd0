//! The syntax tree: what was written, before names and types are known.
//!
//! The tree keeps everything that a formatter needs except comments, which it finds by their places.
//! Every node has a span, and names are kept without their backquotes.

use diagnostics::Span;

/// A name as written, without backquotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The text of the name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole model file.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// `model Name`, if given.
    pub name: Option<Name>,
    /// The lines of the doc comment before `model`.
    pub doc: Vec<String>,
    /// All items in the order of the text.
    pub items: Vec<Item>,
}

/// One declaration or property at the top level.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// The whole item.
    pub span: Span,
    /// The lines of its doc comment, without the slashes.
    pub doc: Vec<String>,
}

/// The kinds of items.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `const N := e`
    Const {
        /// The name.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `param s, t: int where e`
    Param {
        /// The names.
        names: Vec<Name>,
        /// `int` or `nat`, to be checked.
        ty: TypeExpr,
        /// The condition after `where`.
        condition: Option<Expr>,
    },
    /// `type T = …`
    Type {
        /// The name.
        name: Name,
        /// What it stands for.
        ty: TypeExpr,
    },
    /// `var x, y: T …`
    Var(VarDecl),
    /// `init e`
    Init(Expr),
    /// `let f(a, b) = e`
    Let(LetDecl),
    /// `process P …`
    Process(Process),
    /// `population P …`, a process without index
    Population(Process),
    /// `event e …`
    Event(Event),
    /// `sync a, b`
    Sync(Vec<Name>),
    /// `broadcast a, b`
    Broadcast(Vec<Name>),
    /// `fair X`, `strong X`, …
    Fairness(Fairness),
    /// A property.
    Property(Property),
    /// `predicate …`, `hint …` or `rank …`
    Advice(Advice),
    /// `import "path"`; whoever reads the imported files, too, takes it out.
    Import(Import),
}

/// `import "path"`
#[derive(Debug, Clone)]
pub struct Import {
    /// The path as written, without its quotes.
    pub path: String,
    /// Where the path stands, with its quotes.
    pub at: Span,
}

/// Help for proofs, which says nothing about the model itself.
#[derive(Debug, Clone)]
pub enum Advice {
    /// `predicate name: e`
    Predicate {
        /// The name.
        name: Name,
        /// What it says of a state.
        condition: Expr,
    },
    /// `hint e`
    Hint(Expr),
    /// `rank (e1, e2)`
    Rank(Vec<Expr>),
}

/// `var x, y: T := e` or `var x, y: T in S`
#[derive(Debug, Clone)]
pub struct VarDecl {
    /// The names.
    pub names: Vec<Name>,
    /// The type of each.
    pub ty: TypeExpr,
    /// The initial value or values.
    pub start: VarStart,
}

/// What is said of a variable's initial value.
#[derive(Debug, Clone)]
pub enum VarStart {
    /// Nothing: any value of the type.
    Any,
    /// `:= e`
    Value(Expr),
    /// `in S`
    In(SetExpr),
}

/// `let f(a, b) = e`
#[derive(Debug, Clone)]
pub struct LetDecl {
    /// The name.
    pub name: Name,
    /// The parameters; empty without parentheses.
    pub params: Vec<Name>,
    /// The definition.
    pub body: Expr,
}

/// A process, an array of processes or a population.
#[derive(Debug, Clone)]
pub struct Process {
    /// The name.
    pub name: Name,
    /// `[i in lo..hi]`
    pub index: Option<Binder>,
    /// What stands between the braces.
    pub items: Vec<ProcessItem>,
}

/// A bound name with its domain: `i in lo..hi`.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// Its values.
    pub domain: Domain,
}

/// The values of a bound name.
#[derive(Debug, Clone)]
pub enum Domain {
    /// `lo..hi`
    Range(Box<Expr>, Box<Expr>),
    /// A type: `bool`, `int`, `nat`, an enumeration, `ref P` or a name, which may also be that of a process array.
    Type(TypeExpr),
    /// The elements of a set.
    Set(Box<Expr>),
}

/// One item of a process body.
#[derive(Debug, Clone)]
pub struct ProcessItem {
    /// What it is.
    pub kind: ProcessItemKind,
    /// The whole item.
    pub span: Span,
    /// The lines of its doc comment.
    pub doc: Vec<String>,
}

/// The kinds of items of a process body.
#[derive(Debug, Clone)]
pub enum ProcessItemKind {
    /// `var …`
    Var(VarDecl),
    /// `init e`
    Init(Expr),
    /// `let …`
    Let(LetDecl),
    /// `loc A, B`
    Loc(Vec<Name>),
    /// `start A, B` or, in a population, `start A: any, B: 2`
    Start(Vec<Start>),
    /// An edge.
    Edge(Box<Edge>),
    /// `predicate …`, `hint …` or `rank …`
    Advice(Advice),
}

/// A start location, in a population with how many start there.
#[derive(Debug, Clone)]
pub struct Start {
    /// The location.
    pub location: Name,
    /// How many; only in populations.
    pub count: Option<StartCount>,
}

/// How many processes of a population start at a location.
#[derive(Debug, Clone)]
pub enum StartCount {
    /// `any`
    Any(Span),
    /// `any >= k`
    AtLeast(Expr),
    /// A number.
    Exactly(Expr),
}

/// `[label:] {L1, L2} -> M [when g] [sync b!] [do a]`
#[derive(Debug, Clone)]
pub struct Edge {
    /// The label.
    pub label: Option<Name>,
    /// The locations it leaves.
    pub from: Vec<Name>,
    /// Whether `from` was written in braces.
    pub braced: bool,
    /// The location it enters.
    pub to: Name,
    /// The guard.
    pub guard: Option<Expr>,
    /// The synchronisation.
    pub sync: Option<SyncPart>,
    /// The action.
    pub action: Option<Action>,
}

/// `sync b!` and its like.
#[derive(Debug, Clone)]
pub struct SyncPart {
    /// The rendezvous or broadcast.
    pub name: Name,
    /// The role of the edge.
    pub role: SyncRole,
    /// The whole part.
    pub span: Span,
}

/// The role of an edge in a synchronisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncRole {
    /// `b!`
    Send,
    /// `b?`
    Receive,
    /// `a!!`
    BroadcastSend,
    /// `a??`
    BroadcastReceive,
}

/// `event e[i in lo..hi] when g do a`
#[derive(Debug, Clone)]
pub struct Event {
    /// The name.
    pub name: Name,
    /// `[i in lo..hi]`
    pub index: Option<Binder>,
    /// The guard.
    pub guard: Option<Expr>,
    /// The action.
    pub action: Option<Action>,
}

/// A fairness declaration.
#[derive(Debug, Clone)]
pub enum Fairness {
    /// `fair X, Y`
    Weak(Vec<FairTarget>),
    /// `strong X, Y`
    Strong(Vec<FairTarget>),
    /// `justice e`
    Justice(Expr),
    /// `compassion (e, f)`
    Compassion(Expr, Expr),
}

/// What a fairness declaration names: `X`, `X[e]`, `X.label` or `X[e].label`.
#[derive(Debug, Clone)]
pub struct FairTarget {
    /// An event, process or population.
    pub name: Name,
    /// One instance.
    pub index: Option<Expr>,
    /// A labelled edge.
    pub label: Option<Name>,
    /// The whole target.
    pub span: Span,
}

/// `@expect(v) kind name: body`
#[derive(Debug, Clone)]
pub struct Property {
    /// The stated expectation.
    pub expect: Option<Expect>,
    /// What kind of property.
    pub kind: PropertyKind,
    /// Its name, an identifier or the text of a string.
    pub name: Name,
    /// The formula; absent only in `invariant deadlock_free` and `invariant no_faults`.
    pub body: Option<Expr>,
}

/// A stated expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// `@expect(holds)`
    Holds,
    /// `@expect(violated)`
    Violated,
    /// `@expect(unknown)`
    Unknown,
}

/// The kinds of properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyKind {
    /// `invariant`
    Invariant,
    /// `reachable`
    Reachable,
    /// `ctl`
    Ctl,
    /// `ltl`
    Ltl,
    /// `bound`
    Bound,
}

/// A type as written.
#[derive(Debug, Clone)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `bool`
    Bool,
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// `lo..hi`
    Range(Box<Expr>, Box<Expr>),
    /// `{ A, B }`
    Enumeration(Vec<Name>),
    /// `ref P`
    Ref(Name),
    /// `array [lo..hi] of T`
    Array(Box<Expr>, Box<Expr>, Box<TypeExpr>),
    /// `record { f: T, g: U }`
    Record(Vec<(Name, TypeExpr)>),
    /// `set of T`
    Set(Box<TypeExpr>),
    /// `fifo K of T`
    Queue(Box<Expr>, Box<TypeExpr>),
    /// The name of a type.
    Named(Name),
    /// Something that could not be parsed; a diagnostic has been reported.
    Error,
}

/// `lo..hi`, `{e1, e2}` or an expression whose value is a set or a queue.
#[derive(Debug, Clone)]
pub struct SetExpr {
    /// What it is.
    pub kind: SetKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of sets.
#[derive(Debug, Clone)]
pub enum SetKind {
    /// `lo..hi`
    Range(Box<Expr>, Box<Expr>),
    /// `{e1, e2}`
    Members(Vec<Expr>),
    /// An expression whose value is a set or a queue.
    Value(Box<Expr>),
}

/// An expression or a temporal formula; which of them is legal where is checked later.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number; those beyond 128 bits are reported by the parser.
    Int(i128),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// `self`
    SelfRef,
    /// A name: a constant, variable, parameter, enumeration member, process, bound name or definition.
    Name(String),
    /// `(e)`
    Paren(Box<Expr>),
    /// `!e`, `-e`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`, `a && b`, …; not comparisons.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the first operand, then each operator with its right operand.
    Comparison(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `e in S`
    In(Box<Expr>, SetExpr),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `T{f: e, g: d}`
    Record(Name, Vec<(Name, Expr)>),
    /// `[e1, e2]`
    List(Vec<Expr>),
    /// `{e1, e2}`
    Set(Vec<Expr>),
    /// `f(a, b)`: a function of the language or a definition of the model, possibly of a process (`P[1].f(x)`).
    Call(Box<Expr>, Vec<Expr>),
    /// `forall i, j in D: e`, `exists …`, `sum(i in D: e)`, `count(i in D: e)`
    Quantifier {
        /// Which one.
        quantifier: Quantifier,
        /// The bound names.
        names: Vec<Name>,
        /// Their domain.
        domain: Domain,
        /// The body.
        body: Box<Expr>,
    },
    /// `count(P at L)`, `count(P at {L, M})`
    CountAt {
        /// The process array or population.
        process: Name,
        /// The locations.
        locations: Vec<Name>,
        /// Whether they were written in braces.
        braced: bool,
    },
    /// `reach(p, next, q)`, `reach(p, {next, prev}, q)`
    Reach {
        /// Where the way begins.
        start: Box<Expr>,
        /// The variables that may be followed.
        links: Vec<Name>,
        /// Whether they were written in braces.
        braced: bool,
        /// What is met on the way.
        goal: Box<Expr>,
    },
    /// `a[e]`
    Index(Box<Expr>, Box<Expr>),
    /// `p.x` or `p->x`
    Field {
        /// What the field belongs to.
        base: Box<Expr>,
        /// The name of the field.
        field: Name,
        /// Whether it was written `->`.
        arrow: bool,
    },
    /// `p at L`, `p at {L, M}`
    At {
        /// The process.
        base: Box<Expr>,
        /// The locations.
        locations: Vec<Name>,
        /// Whether they were written in braces.
        braced: bool,
    },
    /// `x'`
    Prime(Box<Expr>),
    /// `AG f`, `G f`, …
    Temporal(TemporalOp, Box<Expr>),
    /// `f U g`, `f W g`, `f R g`
    Until(UntilOp, Box<Expr>, Box<Expr>),
    /// `A[f U g]`, `E[f W g]`, …
    PathUntil {
        /// `true` for `A`, `false` for `E`.
        universal: bool,
        /// The operator between the brackets.
        op: UntilOp,
        /// Its left operand.
        left: Box<Expr>,
        /// Its right operand.
        right: Box<Expr>,
    },
    /// Something that could not be parsed; a diagnostic has been reported.
    Error,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Neg,
}

/// Infix operators other than comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `<=>`
    Iff,
    /// `=>`
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

/// Comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    /// `=` or `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// Quantifiers and their like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `sum`
    Sum,
    /// `count`
    Count,
}

/// Unary temporal operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemporalOp {
    /// `G`
    G,
    /// `F`
    F,
    /// `X`
    X,
    /// `AG`
    AG,
    /// `AF`
    AF,
    /// `AX`
    AX,
    /// `EG`
    EG,
    /// `EF`
    EF,
    /// `EX`
    EX,
}

/// Binary temporal operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UntilOp {
    /// `U`
    U,
    /// `W`
    W,
    /// `R`
    R,
}

/// What an edge or event does: steps one after the other.
#[derive(Debug, Clone)]
pub struct Action {
    /// The steps, at least one.
    pub steps: Vec<Step>,
    /// Whether they were written in braces.
    pub braced: bool,
    /// Where it stands.
    pub span: Span,
}

/// Statements that happen all at once.
#[derive(Debug, Clone)]
pub struct Step {
    /// The statements, at least one.
    pub statements: Vec<Statement>,
    /// Where it stands.
    pub span: Span,
}

/// One statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `place := e`
    Assign {
        /// The place.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `place := any in S where e`
    Any {
        /// The place.
        place: Expr,
        /// The set to choose from.
        set: Option<SetExpr>,
        /// The condition on the new value.
        condition: Option<Expr>,
    },
    /// `choose { … } or { … }`
    Choose(Vec<Block>),
    /// `if e { … } else { … }`; an `else if` is a block with one step of one `if` and `else_if` set.
    If {
        /// The condition.
        condition: Expr,
        /// What happens if it is true.
        then: Block,
        /// What happens if it is false.
        otherwise: Option<Else>,
    },
    /// `c ! e`
    Send {
        /// The queue.
        queue: Expr,
        /// What is appended.
        value: Expr,
    },
    /// `c ? place`, `c ? _`
    Receive {
        /// The queue.
        queue: Expr,
        /// Where the oldest entry goes; nowhere in `c ? _`.
        place: Option<Expr>,
    },
    /// `for i, j in D { step }`
    For {
        /// The bound names.
        names: Vec<Name>,
        /// The domain of each.
        domain: Domain,
        /// What is done for each value, all at once.
        step: Step,
    },
    /// `skip`
    Skip,
    /// `assert e`
    Assert(Expr),
    /// A relation between old and new values.
    Relation(Expr),
    /// Something that could not be parsed; a diagnostic has been reported.
    Error,
}

/// The `else` of an `if` statement.
#[derive(Debug, Clone)]
pub enum Else {
    /// `else { … }`
    Block(Block),
    /// `else if …`: a statement of kind `If`.
    If(Box<Statement>),
}

/// `{ when e do step; step }`
#[derive(Debug, Clone)]
pub struct Block {
    /// The condition after `when`.
    pub guard: Option<Expr>,
    /// The steps, at least one.
    pub steps: Vec<Step>,
    /// Where it stands, braces included.
    pub span: Span,
}
