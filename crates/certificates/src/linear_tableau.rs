//! The plain translation of a linear-time formula to an automaton whose edges carry marks.
//!
//! Negations are first pushed to the atoms. A state is a set of formulas that must be true from here on; its edges are the ways to make
//! them true by a letter and a set of formulas for what follows, by the laws `f U g = g || f && X (f U g)` and
//! `f R g = g && (f || X (f R g))`. Each `U` has a mark, which edges carry that do not put off its second operand. So whoever runs
//! through edges with each mark again and again puts off nothing for ever, and reads a word that satisfies the formula; and a word that
//! satisfies it is read by the run that puts off only what is not true yet.
//!
//! # References
//! Gerth, Peled, Vardi, Wolper: *Simple On-the-fly Automatic Verification of Linear Temporal Logic*, PSTV 1995,
//! doi:10.1007/978-0-387-34892-6_1. Marks on edges as by Couvreur: *On-the-Fly Verification of Linear Temporal Logic*, FM 1999,
//! doi:10.1007/3-540-48119-2_16.

use crate::Refusal;
use crate::atoms::{atoms, number, without_places};
use crate::components::MarkedGraph;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use system::{Expr, ExprKind, Ltl, UntilKind, Value};

/// How many ways to make sets of formulas true are looked at.
const MOST_WAYS: usize = 200_000;

/// Atoms with the values that they must have.
pub(crate) type Cube = BTreeMap<usize, bool>;

/// An edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableauEdge {
    /// The letters that it reads.
    pub cube: Cube,
    /// Where it leads.
    pub to: usize,
    /// Its marks, as bits.
    pub marks: u128,
}

/// The automaton of a formula. It begins in state zero, and an accepted run begins in each state that edges lead to.
#[derive(Debug, Clone, Default)]
pub(crate) struct LinearTableau {
    /// The edges of each state.
    pub edges: Vec<Vec<TableauEdge>>,
    /// All marks.
    pub all: u128,
}

impl LinearTableau {
    /// The automaton of a formula, or of its negation.
    ///
    /// # Errors
    /// [`Refusal::Undecided`] if it is too large, or the formula has a rigid variable.
    pub fn new(formula: &Ltl, positive: bool) -> Result<Self, Refusal> {
        let atoms = atoms(formula).into_iter().map(without_places).collect();
        let mut builder = Builder { atoms, ..Builder::default() };
        let root = builder.formula(formula, positive)?;
        let mut states: HashMap<BTreeSet<usize>, usize> = HashMap::from([(BTreeSet::from([root]), 0)]);
        let mut open = vec![BTreeSet::from([root])];
        let mut tableau = LinearTableau::default();
        while let Some(state) = open.get(tableau.edges.len()).cloned() {
            let mut edges = Vec::new();
            for way in builder.ways(&state)? {
                let fresh = states.len();
                let to = *states.entry(way.next.clone()).or_insert(fresh);
                if to == fresh {
                    open.push(way.next);
                }
                let marks = way.postponed.iter().fold(0, |marks, until| marks | builder.mark(*until));
                edges.push(TableauEdge { cube: way.cube, to, marks });
            }
            tableau.edges.push(edges);
        }
        if builder.untils.len() > 100 {
            return Err(too_large());
        }
        tableau.all = builder.untils.iter().fold(0, |all, until| all | builder.mark(*until));
        for edge in tableau.edges.iter_mut().flatten() {
            edge.marks ^= tableau.all;
        }
        let live = tableau.graph().live();
        for edges in &mut tableau.edges {
            edges.retain(|edge| live[edge.to]);
        }
        Ok(tableau)
    }

    /// The edges without what they read.
    pub fn graph(&self) -> MarkedGraph {
        let edges = |edges: &Vec<TableauEdge>| edges.iter().map(|edge| (edge.to, edge.marks)).collect();
        MarkedGraph { edges: self.edges.iter().map(edges).collect(), all: self.all }
    }
}

/// A formula whose parts are known by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Subformula {
    Literal(usize, bool),
    /// True if there is none.
    All(Vec<usize>),
    /// False if there is none.
    Some(Vec<usize>),
    Next(usize),
    Until(usize, usize),
    Release(usize, usize),
}

/// One way to make formulas true.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Expansion {
    cube: Cube,
    next: BTreeSet<usize>,
    postponed: BTreeSet<usize>,
}

impl Expansion {
    /// Whether whatever the other way allows, this one allows.
    fn allows(&self, other: &Expansion) -> bool {
        let is_weaker = self.cube.iter().all(|(atom, value)| other.cube.get(atom) == Some(value));
        is_weaker && self.next.is_subset(&other.next) && self.postponed.is_subset(&other.postponed)
    }
}

#[derive(Default)]
struct Builder {
    atoms: Vec<Expr>,
    parts: Vec<Subformula>,
    numbers: HashMap<Subformula, usize>,
    untils: Vec<usize>,
    /// How much has been done.
    work: usize,
}

impl Builder {
    fn spend(&mut self) -> Result<(), Refusal> {
        self.work = self.work.saturating_add(1);
        if self.work > MOST_WAYS { Err(too_large()) } else { Ok(()) }
    }

    fn add(&mut self, part: Subformula) -> usize {
        if let Some(known) = self.numbers.get(&part) {
            return *known;
        }
        let number = self.parts.len();
        if matches!(part, Subformula::Until(..)) {
            self.untils.push(number);
        }
        self.parts.push(part.clone());
        self.numbers.insert(part, number);
        number
    }

    fn mark(&self, until: usize) -> u128 {
        let place =
            self.untils.iter().position(|known| *known == until).and_then(|place| u32::try_from(place).ok());
        place.and_then(|place| 1_u128.checked_shl(place)).unwrap_or(0)
    }

    /// A conjunction (or disjunction) of formulas or of their negations.
    fn row(&mut self, all: &[&Ltl], conjunction: bool, positive: bool) -> Result<usize, Refusal> {
        let parts = all.iter().map(|f| self.formula(f, positive)).collect::<Result<BTreeSet<_>, _>>()?;
        Ok(self.join(parts, conjunction == positive))
    }

    fn join(&mut self, parts: BTreeSet<usize>, conjunction: bool) -> usize {
        let parts = parts.into_iter().collect();
        self.add(if conjunction { Subformula::All(parts) } else { Subformula::Some(parts) })
    }

    /// The formula, or its negation, with negations at its atoms only.
    fn formula(&mut self, formula: &Ltl, positive: bool) -> Result<usize, Refusal> {
        self.spend()?;
        match formula {
            // A constant is no choice of the word.
            Ltl::State(Expr { kind: ExprKind::Const(Value::Bool(value), _), .. }) => {
                Ok(self.join(BTreeSet::new(), *value == positive))
            }
            Ltl::State(e) => match number(&self.atoms, e) {
                Some(atom) => Ok(self.add(Subformula::Literal(atom, positive))),
                None => Err(Refusal::Malformed("an atom is missing".into())),
            },
            Ltl::Not(f) => self.formula(f, !positive),
            Ltl::And(all) => self.row(&all.iter().collect::<Vec<_>>(), true, positive),
            Ltl::Or(all) => self.row(&all.iter().collect::<Vec<_>>(), false, positive),
            Ltl::Implies(f, g) => {
                let parts = BTreeSet::from([self.formula(f, !positive)?, self.formula(g, positive)?]);
                Ok(self.join(parts, !positive))
            }
            Ltl::Iff(f, g) => {
                let both = BTreeSet::from([self.formula(f, true)?, self.formula(g, positive)?]);
                let neither = BTreeSet::from([self.formula(f, false)?, self.formula(g, !positive)?]);
                let ways = BTreeSet::from([self.join(both, true), self.join(neither, true)]);
                Ok(self.join(ways, false))
            }
            Ltl::Next(f) => {
                let inner = self.formula(f, positive)?;
                Ok(self.add(Subformula::Next(inner)))
            }
            Ltl::Finally(f) | Ltl::Globally(f) => {
                let inner = self.formula(f, positive)?;
                let is_until = matches!(formula, Ltl::Finally(_)) == positive;
                let constant = self.join(BTreeSet::new(), is_until);
                Ok(self.add(if is_until {
                    Subformula::Until(constant, inner)
                } else {
                    Subformula::Release(constant, inner)
                }))
            }
            Ltl::Until(kind, f, g) => self.until(*kind, f, g, positive),
            Ltl::Rigid { .. } => {
                Err(Refusal::Undecided("a formula with a rigid variable inside is not translated".into()))
            }
        }
    }

    fn until(&mut self, kind: UntilKind, f: &Ltl, g: &Ltl, positive: bool) -> Result<usize, Refusal> {
        let (f, g) = (self.formula(f, positive)?, self.formula(g, positive)?);
        // `f W g` is `g R (f || g)`; what is said of `f` and `g` here is said of their negations if the whole is negated.
        let (first, second) = match kind {
            UntilKind::Weak => (g, self.join(BTreeSet::from([f, g]), !positive)),
            UntilKind::Until | UntilKind::Release => (f, g),
        };
        let is_until = (kind == UntilKind::Until) == positive;
        Ok(self.add(if is_until {
            Subformula::Until(first, second)
        } else {
            Subformula::Release(first, second)
        }))
    }

    /// The formulas of a set without those that are looked at on account of others anyway: parts of conjunctions, and `g` beside
    /// `f R g`.
    fn essential(&self, formulas: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = formulas.iter().copied().collect();
        let (mut essential, mut implied) = (BTreeSet::new(), BTreeSet::new());
        while let Some(number) = open.pop() {
            if let Subformula::All(all) = &self.parts[number] {
                open.extend(all);
                continue;
            }
            if let Subformula::Release(_, g) = &self.parts[number] {
                implied.insert(*g);
            }
            essential.insert(number);
        }
        essential.difference(&implied).copied().collect()
    }

    /// The ways to make a set of formulas true, without those that others make needless.
    fn ways(&mut self, state: &BTreeSet<usize>) -> Result<Vec<Expansion>, Refusal> {
        let mut ways: Vec<Expansion> = Vec::new();
        let mut branches =
            vec![(state.iter().copied().collect::<Vec<_>>(), BTreeSet::new(), Expansion::default())];
        'branches: while let Some((mut open, mut done, mut way)) = branches.pop() {
            self.spend()?;
            while let Some(number) = open.pop() {
                if !done.insert(number) {
                    continue;
                }
                // All alternatives but the last are put aside, each with what is true and what follows in it.
                let mut alternatives: Vec<(Vec<usize>, bool)> = match &self.parts[number] {
                    Subformula::Literal(atom, value)
                        if *way.cube.entry(*atom).or_insert(*value) == *value =>
                    {
                        continue;
                    }
                    Subformula::Literal(..) => continue 'branches,
                    Subformula::All(all) => vec![(all.clone(), false)],
                    Subformula::Some(all) => all.iter().map(|one| (vec![*one], false)).collect(),
                    Subformula::Next(inner) => {
                        way.next.insert(*inner);
                        continue;
                    }
                    Subformula::Until(f, g) => vec![(vec![*f], true), (vec![*g], false)],
                    Subformula::Release(f, g) => vec![(vec![*g], true), (vec![*f, *g], false)],
                };
                let Some((last, is_last_repeated)) = alternatives.pop() else { continue 'branches };
                for (parts, is_repeated) in alternatives {
                    let mut other = way.clone();
                    if is_repeated {
                        other.next.insert(number);
                        if matches!(self.parts[number], Subformula::Until(..)) {
                            other.postponed.insert(number);
                        }
                    }
                    branches.push(([open.clone(), parts].concat(), done.clone(), other));
                }
                debug_assert!(!is_last_repeated, "the last alternative repeats nothing");
                open.extend(last);
            }
            way.next = self.essential(&way.next);
            if !ways.iter().any(|other| other.allows(&way)) {
                ways.retain(|other| !way.allows(other));
                ways.push(way);
            }
        }
        Ok(ways)
    }
}

fn too_large() -> Refusal {
    Refusal::Undecided("the automaton of the formula is too large".into())
}
