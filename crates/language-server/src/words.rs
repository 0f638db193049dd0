//! Words of the language in a sentence each, for those who have forgotten one.

/// A function of the language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Function {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [&'static str],
    /// What it gives.
    pub says: &'static str,
}

/// The functions, which are such only before `(`.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function { name: "min", parameters: &["a", "b"], says: "The smaller of two integers." },
    Function { name: "max", parameters: &["a", "b"], says: "The larger of two integers." },
    Function { name: "abs", parameters: &["a"], says: "An integer without its sign." },
    Function {
        name: "index",
        parameters: &["p"],
        says: "The index of the instance that a reference leads to; a fault for `null`.",
    },
    Function {
        name: "sum",
        parameters: &["i in lo..hi: e"],
        says: "The sum of an integer expression over all values of a name.",
    },
    Function {
        name: "count",
        parameters: &["i in lo..hi: e"],
        says: "For how many values of a name a condition is true; `count(P at L)` counts processes at a location.",
    },
    Function {
        name: "reach",
        parameters: &["p", "next", "q"],
        says: "Whether q is met on the way from p along the variable `next`; p itself is on the way, and `null` is its end.",
    },
];

/// A function by its name.
pub(crate) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// What reserved words, and operators of formulas, say.
const WORDS: &[(&str, &str)] = &[
    ("model", "The name of the model, which stands before everything else."),
    ("const", "An integer or Boolean constant, fixed when a check starts; `--set N=5` overrides it."),
    (
        "param",
        "A symbolic parameter: it never changes, and a verdict covers every value that `where` and `init` admit.",
    ),
    ("type", "Gives a type a name."),
    (
        "var",
        "Variables: `:= e` gives the initial value, `in S` several possible ones, and without either any value of the type is possible.",
    ),
    ("init", "A further condition on initial states; several are conjoined."),
    ("let", "A definition by substitution, with parameters or without."),
    ("process", "One process, or with `[i in lo..hi]` an array of instances."),
    ("population", "Any number of identical, anonymous finite-state processes."),
    ("event", "A transition that belongs to no process."),
    ("sync", "A rendezvous: exactly one `b!` edge and one `b?` edge move together."),
    (
        "broadcast",
        "One `a!!` edge moves, and every other process that has an enabled `a??` edge moves with it.",
    ),
    ("loc", "The locations of a process; it starts at the first one unless `start` says otherwise."),
    (
        "start",
        "Where a process starts; in a population, how many start where: `any`, `any >= k` or a number.",
    ),
    ("when", "The condition under which an edge, an event or a branch can be taken."),
    ("do", "What an edge, an event or a branch does: `a, b` at once, `{ a; b }` one after the other."),
    ("choose", "One of the branches is taken, any that can be."),
    ("or", "Separates the branches of `choose`; the operator \"or\" is `||`."),
    (
        "any",
        "`x := any in S where e`: some value for which the condition is true, with `x'` as the new value.",
    ),
    ("where", "A condition on the values of a `param`, or on the new value of `any`."),
    ("skip", "Does nothing."),
    ("assert", "A condition that must be true when the step is taken; otherwise that is a fault."),
    ("if", "As a value `if c then a else b`, as a statement `if c { … } else { … }`."),
    ("then", "`if c then a else b`: the value of `a` where `c` is true, that of `b` elsewhere."),
    ("else", "What holds, or happens, where the condition of `if` is false."),
    ("at", "`p at L`: whether a process is at a location; `p at {L, M}` at one of several."),
    ("in", "`x in lo..hi` and `x in {a, b}`: whether a value is among others."),
    ("forall", "`forall i in D: e`: whether `e` is true for every value of `i`."),
    ("exists", "`exists i in D: e`: whether `e` is true for some value of `i`."),
    ("self", "A reference to the instance in whose process it stands."),
    ("null", "The reference that leads nowhere."),
    ("ref", "`ref P`: `null` or a reference to one instance of the process array `P`."),
    ("array", "`array [lo..hi] of T`: a fixed, finite array."),
    ("of", "Stands before the type of the elements: `array [lo..hi] of T`."),
    ("bool", "`true` and `false`."),
    ("int", "All integers."),
    ("nat", "The integers from 0 on."),
    ("true", "A Boolean."),
    ("false", "A Boolean."),
    (
        "fair",
        "Weak fairness: what can move for ever from some point on does move infinitely often. Concerns `ctl` and `ltl`.",
    ),
    (
        "strong",
        "Strong fairness: what can move infinitely often does move infinitely often. Concerns `ctl` and `ltl`.",
    ),
    (
        "justice",
        "Only paths on which the condition is true infinitely often count. Concerns `ctl` and `ltl`.",
    ),
    (
        "compassion",
        "`compassion (e, f)`: only paths count on which f is true infinitely often if e is. Concerns `ctl` and `ltl`.",
    ),
    (
        "invariant",
        "A condition that must be true in every reachable state; `deadlock_free` and `no_faults` are predefined.",
    ),
    ("reachable", "A condition that must be true in some reachable state."),
    (
        "ctl",
        "A formula of branching time: `AG AF AX EG EF EX f`, `A[f U g]`, `E[f U g]`, `W` and `R` in place of `U`.",
    ),
    (
        "ltl",
        "A formula of linear time: `G F X f`, `f U g`, `f W g`, `f R g`; it must be true on every maximal path.",
    ),
    ("bound", "A question: the largest value of an integer expression over all reachable states."),
    ("predicate", "A predicate for abstractions; changes no verdict."),
    ("hint", "Probably an invariant: used once it is proved."),
    ("rank", "A measure that may decrease, lexicographically: help for proofs."),
    ("AG", "On all paths, always: in every state that can be reached."),
    ("AF", "On all paths, eventually."),
    ("AX", "In every successor."),
    ("EG", "On some path, always."),
    ("EF", "On some path, eventually: in some state that can be reached."),
    ("EX", "In some successor."),
    ("G", "Always: now and in every later state."),
    ("F", "Eventually: now or in some later state."),
    ("X", "In the next state."),
    ("U", "`f U g`: g becomes true, and f is true until then."),
    ("W", "`f W g`: f is true until g becomes true, or for ever."),
    ("R", "`f R g`: g is true up to and including the first state in which f is, or for ever."),
    ("A", "`A[f U g]`: on all paths."),
    ("E", "`E[f U g]`: on some path."),
];

/// What a reserved word, or an operator of formulas, says.
pub(crate) fn explained(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, says)| *says)
}
