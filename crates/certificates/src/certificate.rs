//! What a certificate says: data only. `docs/certificates.md` describes it, and `write.rs` and `read.rs` turn it into text and back.

use crate::Term;
use system::{ClaimedPath, ConstantValue, TransitionId, VariableId};

/// The certificates of one check of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// What was checked.
    pub header: Header,
    /// What was found, a certificate for each property.
    pub certificates: Vec<Certificate>,
}

/// What a document of certificates is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The version of the program that wrote it.
    pub fathom: String,
    /// The name of the model, if it has one.
    pub model: Option<String>,
    /// The hash of the model's text.
    pub hash: String,
    /// The constants with the values of the check.
    pub constants: Vec<(String, ConstantValue)>,
    /// The sizes of populations that were asked for.
    pub sizes: Vec<(String, i128)>,
}

/// What shows the verdict on one property.
#[derive(Debug, Clone, PartialEq)]
pub struct Certificate {
    /// The name of the property.
    pub property: String,
    /// The keyword of its kind.
    pub kind: String,
    /// Whether it holds; otherwise it is violated.
    pub holds: bool,
    /// Variables that formulas may mention beside the system's: `(name, number of values)`, or no number for integers. Rigid variables
    /// come first, in the order in which they stand in the property; then the state of an automaton.
    pub extras: Vec<(String, Option<u32>)>,
    /// An order of the variables in which the sets are small as decision diagrams: a hint, no more.
    pub order: Vec<VariableId>,
    /// Formulas with names; each may mention those before it.
    pub definitions: Vec<(String, Term)>,
    /// What shows it, or why there is no certificate.
    pub proof: Result<Proof, String>,
}

/// What shows a verdict.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// A path: to a state that violates an invariant or is wanted, to a fault or a dead end; or a lasso that violates a linear-time formula.
    Path(ClaimedPath),
    /// A set with the initial states that no step leaves, and all of whose states are as they should be.
    Invariant(Term),
    /// The largest value of an expression: no state of the set exceeds it, and the path ends where it is met.
    Largest {
        /// The value.
        value: i128,
        /// The set, as for an invariant.
        invariant: Term,
        /// The path.
        path: ClaimedPath,
    },
    /// An expression has no largest value: see [`Growth`].
    Unbounded(Growth),
    /// No fair path from an initial state is accepted by an automaton that accepts whatever violates the formula.
    Linear {
        /// The automaton.
        automaton: Automaton,
        /// States of the product that no step leaves, the initial ones among them.
        invariant: Term,
        /// That no fair and accepted path stays among them.
        region: Region,
    },
    /// A path whose last state begins a violating path that never repeats a state.
    Endless {
        /// The path to where it begins, from an initial state.
        path: ClaimedPath,
        /// The automaton that accepts it, and no path that satisfies the formula.
        automaton: Automaton,
        /// The state of the automaton at the end of the path.
        state: u32,
        /// A set of states of the product in which the path can stay, fairly and accepted.
        recurring: Recurring,
    },
    /// Sets for the parts of a branching-time formula.
    Branching {
        /// States that no step leaves, the initial ones among them; all that follows is said of these only.
        invariant: Term,
        /// The states from which a fair path begins, from below, if that is needed.
        fair_below: Option<AlwaysBelow>,
        /// The states from which a fair path begins, from above, if that is needed.
        fair_above: Option<AlwaysAbove>,
        /// What is shown of the formula itself (holds) or of its negation (violated).
        claim: Box<Claim>,
        /// For a violated formula, an initial state of which the negation is shown.
        initial: Option<system::State>,
        /// And the values of rigid variables with which it is.
        rigid: Vec<i128>,
    },
    /// A proof for each part of a conjunction, in order.
    Parts(Vec<Proof>),
}

/// What shows that an expression grows beyond all bounds: from each state of a set a path leads back into the set, to a greater value; or
/// whatever number there is, a path leads from some initial state to where it is met.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// A path from an initial state into the set; nothing where paths begin in different initial states.
    pub path: Option<ClaimedPath>,
    /// The set, in all of whose states the expression has a value.
    pub set: Term,
    /// Sets of states that speak of a number, the last of the variables beside the system's: a step leads from each state of the first one to a
    /// state of the set with at least this value, and from each other one into one before it. Together they have each state of the set with
    /// the number that exceeds its value by one; without a path, they or the set have some initial state with each number.
    pub attractor: Attractor,
}

/// States from each of which a path leads to a goal.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attractor {
    /// Sets, from each of whose states a step leads to the goal or into the set before it.
    pub layers: Vec<Term>,
    /// A number that steps into the set before do not increase. From the first set a step may then also lead into any of them, if it
    /// decreases the number; what is below zero counts as zero.
    pub rank: Option<Term>,
    /// Further states, from which a path leads to these or to the goal.
    pub then: Option<Box<Attractor>>,
}

/// An automaton on infinite words. Its letters say which atoms (the largest temporal-free parts of the formula, in order of their
/// first occurrence) are true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// How many states there are.
    pub states: u32,
    /// The state in which it begins.
    pub initial: u32,
    /// How many acceptance sets there are: an edge of each is taken again and again.
    pub acceptance_sets: u32,
    /// Its edges.
    pub edges: Vec<AutomatonEdge>,
}

/// An edge of an automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomatonEdge {
    /// The state that it leaves.
    pub from: u32,
    /// The state that it enters.
    pub to: u32,
    /// The letters that it reads: any of these conjunctions of atoms, each with the value that it must have.
    pub letters: Vec<Vec<(usize, bool)>>,
    /// The acceptance sets that it belongs to.
    pub marks: Vec<u32>,
}

/// What a fair path does again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// It keeps the fairness assumption with this place in the system's list.
    Fairness(usize),
    /// It takes an edge of this acceptance set.
    Acceptance(usize),
}

/// Why no fair path stays for ever among the steps that are left.
///
/// A proof begins with all steps between states of a set, and leaves out steps until none is left.
#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// No step is left.
    Nothing,
    /// No step that is left counts for a condition that is met again and again.
    Never(Condition),
    /// No step that is left meets an obligation; so steps from states that oblige are taken only finitely often, and left out.
    Avoided(Condition, Box<Region>),
    /// No step that is left increases this number (what is below zero counts as zero); those that decrease it are left out.
    Rank(Term, Box<Region>),
    /// Classes of states: each belongs to the first that it satisfies, or to one more behind them. No step leads to an earlier class,
    /// no step is left in the one behind them, and in each other only steps that stay in it are left.
    Classes(Vec<(Term, Region)>),
    /// Classes of steps: each that is left belongs to the first with a part that describes it, and there is one. No step leads to a
    /// state from which a step of an earlier class begins; in each class only steps are left that lead to where one of it begins.
    Steps(Vec<(Vec<StepSet>, Region)>),
}

/// Some steps: those of one transition (and of one edge of the automaton) from some states.
#[derive(Debug, Clone, PartialEq)]
pub struct StepSet {
    /// The transition; nothing where a dead end is repeated.
    pub transition: Option<TransitionId>,
    /// The edge of the automaton, by its place in the list, if there is an automaton.
    pub reading: Option<usize>,
    /// The states from which they are taken.
    pub from: Term,
}

/// A set in which a fair path can stay for ever.
#[derive(Debug, Clone, PartialEq)]
pub struct Recurring {
    /// The set: each of its states is a dead end or has a step that stays in it.
    pub set: Term,
    /// For each condition that must be met, sets of states: from those of the first one a step that counts stays in the set (or they are
    /// dead ends), and from those of each other one a step leads into one before it, all within the set. Together they have all states
    /// of the set or, for an obligation, all that oblige.
    pub visits: Vec<(Condition, Vec<Term>)>,
}

/// A set of states from each of which a fair path stays in another set for ever.
#[derive(Debug, Clone, PartialEq)]
pub struct AlwaysBelow {
    /// Sets in which a fair path can stay.
    pub recurring: Vec<Recurring>,
    /// States from which a path leads into those.
    pub attractor: Attractor,
}

/// A set with all states from which a fair path stays in another set for ever.
#[derive(Debug, Clone, PartialEq)]
pub struct AlwaysAbove {
    /// The set.
    pub set: Term,
    /// That no fair path stays outside it.
    pub region: Region,
}

/// Sets for the parts of a branching-time formula, which is written with `EX`, `EU`, `EG`, negation and conjunction only.
///
/// A claim stands for a set of states that lies below the truth of its formula, or above it: the formula itself is claimed from below,
/// and negation turns one into the other.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// A condition on one state: its truth itself.
    State,
    /// The states that are not in this one.
    Not(Box<Claim>),
    /// The states that are in all of these.
    And(Vec<Claim>),
    /// The states with a step into another set; from above, all of them.
    Next {
        /// The set after the step.
        inner: Box<Claim>,
        /// The states before it.
        set: Term,
    },
    /// From below: what comes, and states from which a path leads to that.
    UntilBelow {
        /// What holds until then.
        left: Box<Claim>,
        /// What comes.
        right: Box<Claim>,
        /// Those states.
        attractor: Attractor,
    },
    /// From above: a set into which no step leads from outside.
    UntilAbove {
        /// What holds until then.
        left: Box<Claim>,
        /// What comes.
        right: Box<Claim>,
        /// The set.
        set: Term,
    },
    /// From below.
    AlwaysBelow {
        /// What holds for ever.
        inner: Box<Claim>,
        /// Where it does.
        shown: AlwaysBelow,
    },
    /// From above.
    AlwaysAbove {
        /// What holds for ever.
        inner: Box<Claim>,
        /// Where it may.
        shown: AlwaysAbove,
    },
}
