//! Formulas of Presburger arithmetic over tracks, and their automata.
//!
//! The part of a formula without quantifiers is built at once as a product of carries, see [`crate::carries`], as long as the
//! bounds of its constraints say that the product is small. Larger conjunctions and disjunctions are built in groups,
//! and the minimal automata of the groups are combined, the smallest first: that loses little where nothing merges, and much is
//! gained where the groups contradict each other.
//!
//! A quantifier over a conjunction concerns only the parts that mention its track: `∃x (φ ∧ ψ(x))` is `φ ∧ ∃x ψ(x)`. Automata without
//! the other parts are smaller, and so are the sets of states that their projections make.

mod cases;

use crate::atom::{self, Atom, Normal};
use crate::automaton::Automaton;
use crate::carries::{self, Skeleton};
use crate::linear::{Comparison, Linear};
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};

/// The largest bound on states up to which constraints are built as one product.
const ONE_PRODUCT: u64 = 300;

/// A formula over integer and Boolean tracks.
///
/// ```
/// use integer_automata::{Budget, Formula, Linear, Numbers, Store, Track};
/// let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
/// let (n, x, y) = (Track::new(0), Track::new(1), Track::new(2));
/// // Every amount of at least 8 can be paid with coins of 3 and 5.
/// let paid = Linear::term(3, x).plus(&Linear::term(5, y)).equal_to(&Linear::term(1, n));
/// let large = Linear::constant(8).at_most(&Linear::term(1, n));
/// let claim = Formula::for_all([n], large.implies(Formula::exists([x, y], paid)));
/// assert_eq!(store.formula(&claim, &budget).unwrap(), store.universe());
/// ```
#[derive(Debug, Clone)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// A comparison with zero.
    Compare(Linear, Comparison),
    /// The expression is a multiple of the number.
    Divides(i64, Linear),
    /// A Boolean track is true.
    Boolean(BooleanTrack),
    /// A track is 1, 2, 4, 8 or another power of two.
    PowerOfTwo(Track),
    /// A set that has been built before.
    Set(Automaton),
    /// The negation.
    Not(Box<Formula>),
    /// All of them hold.
    All(Vec<Formula>),
    /// At least one of them holds.
    Any(Vec<Formula>),
    /// There are values of these tracks.
    Exists(Vec<Track>, Box<Formula>),
    /// All values of these tracks.
    ForAll(Vec<Track>, Box<Formula>),
}

impl Linear {
    /// The formula that compares the expression with zero.
    pub fn compared(&self, comparison: Comparison) -> Formula {
        Formula::Compare(self.clone(), comparison)
    }

    /// The formula that this expression is less than another.
    pub fn less_than(&self, other: &Linear) -> Formula {
        self.minus(other).compared(Comparison::Less)
    }

    /// The formula that this expression is less than another or equal to it.
    pub fn at_most(&self, other: &Linear) -> Formula {
        self.minus(other).compared(Comparison::AtMost)
    }

    /// The formula that this expression is equal to another.
    pub fn equal_to(&self, other: &Linear) -> Formula {
        self.minus(other).compared(Comparison::Equal)
    }
}

impl Formula {
    /// All of some formulas hold.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::All(parts.into_iter().collect())
    }

    /// At least one of some formulas holds.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::Any(parts.into_iter().collect())
    }

    /// The negation.
    #[allow(clippy::should_implement_trait, reason = "a formula is negated, not evaluated")]
    pub fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// If this formula holds, the other one does.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Any(vec![self.not(), other])
    }

    /// There are values of these tracks for which the formula holds.
    pub fn exists(tracks: impl IntoIterator<Item = Track>, body: Formula) -> Formula {
        Formula::Exists(tracks.into_iter().collect(), Box::new(body))
    }

    /// The formula holds for all values of these tracks.
    pub fn for_all(tracks: impl IntoIterator<Item = Track>, body: Formula) -> Formula {
        Formula::ForAll(tracks.into_iter().collect(), Box::new(body))
    }

    /// The expression is a multiple of the number.
    pub fn divides(number: i64, linear: Linear) -> Formula {
        Formula::Divides(number, linear)
    }
}

impl Store {
    /// The set of vectors for which an expression compares with zero as asked.
    ///
    /// ```
    /// use integer_automata::{Budget, Comparison, Linear, Numbers, Store, Track};
    /// let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    /// let sum = Linear::term(1, Track::new(0)).plus(&Linear::term(-2, Track::new(1)));
    /// let less = store.constraint(&sum, Comparison::Less, &budget).unwrap();
    /// assert_eq!(less.states(), 3); // the carries -2, -1 and 0
    /// ```
    pub fn constraint(
        &mut self,
        linear: &Linear,
        comparison: Comparison,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        self.formula(&linear.compared(comparison), budget)
    }

    /// The set of vectors for which a formula holds.
    pub fn formula(&mut self, formula: &Formula, budget: &Budget) -> Budgeted<Automaton> {
        self.tidy();
        self.built(formula, false, budget)
    }

    /// The set of a formula or of its negation.
    fn built(&mut self, formula: &Formula, negated: bool, budget: &Budget) -> Budgeted<Automaton> {
        let mut atoms = Vec::new();
        if let Some(skeleton) = skeleton(formula, negated, &mut atoms)?
            && (atoms.len() <= 1 || product_bound(&atoms) <= ONE_PRODUCT)
        {
            return carries::build(self, &atoms, &skeleton, budget);
        }
        match formula {
            Formula::Not(body) => self.built(body, !negated, budget),
            Formula::All(parts) => self.grouped(parts, negated, !negated, budget),
            Formula::Any(parts) => self.grouped(parts, negated, negated, budget),
            Formula::Exists(tracks, body) => self.quantified(tracks, body, false, negated, budget),
            Formula::ForAll(tracks, body) => self.quantified(tracks, body, true, !negated, budget),
            Formula::Boolean(track) => self.boolean(*track, !negated, budget),
            Formula::PowerOfTwo(track) => {
                let set = self.power_of_two(*track, budget)?;
                if negated { self.complement(&set, budget) } else { Ok(set) }
            }
            Formula::Set(set) => {
                self.own(set);
                if negated { self.complement(set, budget) } else { Ok(set.clone()) }
            }
            Formula::Constant(_) | Formula::Compare(..) | Formula::Divides(..) => {
                unreachable!("a constraint alone is built from its skeleton")
            }
        }
    }

    /// `∃x φ`, where `of_negation` takes the body negated, and `negated` negates the result.
    fn quantified(
        &mut self,
        tracks: &[Track],
        body: &Formula,
        of_negation: bool,
        negated: bool,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let (mut parts, mut tracks) = (Vec::new(), tracks.to_vec());
        conjuncts(body, of_negation, &mut parts);
        merge(&mut parts, &mut tracks);
        let result = self.without(parts, tracks, budget)?;
        if negated { self.complement(&result, budget) } else { Ok(result) }
    }

    /// The vectors for which all parts hold, for some values of the tracks that are waiting.
    fn without(
        &mut self,
        mut parts: Vec<Formula>,
        mut waiting: Vec<Track>,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        if let Some((track, cases)) = cases::of_remainder(&parts, &waiting) {
            waiting.retain(|&other| other != track);
            let mut sets = Vec::with_capacity(cases.len());
            for case in cases {
                sets.push(self.without(case, waiting.clone(), budget)?);
            }
            return self.combined(sets, false, budget);
        }
        // Each track is removed from the parts that mention it, and the one that the fewest mention is the first.
        while let Some((_, place)) =
            (0..waiting.len()).map(|place| (mentions(&parts, waiting[place]), place)).min()
        {
            let track = waiting.remove(place);
            let (inside, outside) = parts.into_iter().partition(|part| is_free(part, track));
            parts = outside;
            let inside = self.built(&Formula::All(inside), false, budget)?;
            parts.push(Formula::Set(self.project(&inside, &[track], budget)?));
        }
        self.built(&Formula::All(parts), false, budget)
    }

    /// The conjunction or disjunction of formulas, in groups of constraints whose product is small.
    fn grouped(
        &mut self,
        parts: &[Formula],
        negated: bool,
        conjunction: bool,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let mut sets: Vec<Automaton> = Vec::new();
        let (mut atoms, mut skeletons) = (Vec::new(), Vec::new());
        for part in parts {
            let before = atoms.len();
            let Some(piece) = skeleton(part, negated, &mut atoms)? else {
                atoms.truncate(before);
                sets.push(self.built(part, negated, budget)?);
                continue;
            };
            if product_bound(&atoms) <= ONE_PRODUCT {
                skeletons.push(piece);
                continue;
            }
            atoms.truncate(before);
            if !skeletons.is_empty() {
                sets.push(self.group(&mut atoms, &mut skeletons, conjunction, budget)?);
            }
            match skeleton(part, negated, &mut atoms)? {
                Some(piece) if product_bound(&atoms) <= ONE_PRODUCT => skeletons.push(piece),
                _ => {
                    atoms.clear();
                    sets.push(self.built(part, negated, budget)?);
                }
            }
        }
        if !skeletons.is_empty() {
            sets.push(self.group(&mut atoms, &mut skeletons, conjunction, budget)?);
        }
        self.combined(sets, conjunction, budget)
    }

    fn group(
        &mut self,
        atoms: &mut Vec<Atom>,
        skeletons: &mut Vec<Skeleton>,
        conjunction: bool,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let parts = std::mem::take(skeletons);
        let skeleton = if conjunction { Skeleton::All(parts) } else { Skeleton::Any(parts) };
        carries::build(self, &std::mem::take(atoms), &skeleton, budget)
    }

    /// The conjunction or disjunction of sets, the smallest two first.
    fn combined(
        &mut self,
        mut sets: Vec<Automaton>,
        conjunction: bool,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        let mut result = if conjunction { self.universe() } else { self.empty() };
        while !sets.is_empty() {
            sets.sort_by_key(|set| std::cmp::Reverse(set.nodes()));
            let (last, other) = (sets.pop(), sets.pop());
            match (last, other) {
                (Some(a), Some(b)) => sets.push(if conjunction {
                    self.intersection(&a, &b, budget)?
                } else {
                    self.union(&a, &b, budget)?
                }),
                (Some(a), None) => result = a,
                _ => {}
            }
        }
        Ok(result)
    }
}

/// The parts whose conjunction is a formula or its negation.
fn conjuncts(formula: &Formula, negated: bool, parts: &mut Vec<Formula>) {
    match (formula, negated) {
        (Formula::Not(body), _) => conjuncts(body, !negated, parts),
        (Formula::All(all), false) | (Formula::Any(all), true) => {
            all.iter().for_each(|part| conjuncts(part, negated, parts));
        }
        (other, true) => parts.push(other.clone().not()),
        (other, false) => parts.push(other.clone()),
    }
}

/// Merges existential quantifiers among the parts of a conjunction with the one around it, unless a name would get two meanings.
fn merge(parts: &mut Vec<Formula>, tracks: &mut Vec<Track>) {
    let mut place = 0;
    while place < parts.len() {
        let inner = match &parts[place] {
            Formula::Exists(bound, body) => Some((bound.clone(), body.clone(), false)),
            Formula::Not(part) => match &**part {
                Formula::ForAll(bound, body) => Some((bound.clone(), body.clone(), true)),
                _ => None,
            },
            _ => None,
        };
        let part = parts.swap_remove(place);
        let is_taken = |track: &Track| tracks.contains(track) || mentions(parts, *track) > 0;
        match inner {
            Some((bound, body, negated)) if !bound.iter().any(is_taken) => {
                tracks.extend(bound);
                conjuncts(&body, negated, parts);
            }
            _ => {
                parts.push(part);
                let last = parts.len() - 1;
                parts.swap(place, last);
                place += 1;
            }
        }
    }
}

fn mentions(parts: &[Formula], track: Track) -> usize {
    parts.iter().filter(|part| is_free(part, track)).count()
}

/// Whether a track occurs in a formula outside its quantifiers.
pub(crate) fn is_free(formula: &Formula, track: Track) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Boolean(_) => false,
        Formula::Compare(linear, _) | Formula::Divides(_, linear) => linear.coefficient(track) != 0,
        Formula::PowerOfTwo(own) => *own == track,
        Formula::Set(set) => set.tracks().contains(&track),
        Formula::Not(body) => is_free(body, track),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().any(|part| is_free(part, track)),
        Formula::Exists(bound, body) | Formula::ForAll(bound, body) => {
            !bound.contains(&track) && is_free(body, track)
        }
    }
}

/// The atoms of a formula and how they are connected, if it has nothing else. Atoms are added to those given.
fn skeleton(formula: &Formula, negated: bool, atoms: &mut Vec<Atom>) -> Budgeted<Option<Skeleton>> {
    let normal = match formula {
        Formula::Constant(value) => return Ok(Some(Skeleton::Constant(*value != negated))),
        Formula::Compare(linear, comparison) => atom::comparison(linear, *comparison)?,
        Formula::Divides(number, linear) => atom::divides(*number, linear)?,
        Formula::Not(body) => return skeleton(body, !negated, atoms),
        Formula::All(parts) | Formula::Any(parts) => {
            let conjunction = matches!(formula, Formula::All(_)) != negated;
            let mut pieces = Vec::with_capacity(parts.len());
            for part in parts {
                match skeleton(part, negated, atoms)? {
                    Some(piece) => pieces.push(piece),
                    None => return Ok(None),
                }
            }
            return Ok(Some(if conjunction { Skeleton::All(pieces) } else { Skeleton::Any(pieces) }));
        }
        _ => return Ok(None),
    };
    Ok(Some(match normal {
        Normal::Constant(value) => Skeleton::Constant(value != negated),
        Normal::Atom(atom, is_negated) => {
            let place = atoms.iter().position(|known| *known == atom).unwrap_or_else(|| {
                atoms.push(atom);
                atoms.len() - 1
            });
            Skeleton::Atom(place, is_negated != negated)
        }
    }))
}

fn product_bound(atoms: &[Atom]) -> u64 {
    atoms.iter().fold(1, |product, atom| product.saturating_mul(atom.bound()))
}
