//! Automata of linear constraints, by the carries of their sums.
//!
//! To check `Σ aᵢxᵢ + c < 0`, an automaton adds bit by bit from the least significant one, and remembers the carry:
//!
//! ```text
//!   carry   k  --(b₁ … bᵥ)-->  ⌊(k + Σ aᵢbᵢ) / 2⌋          it begins with k = c
//! ```
//!
//! Over natural numbers the word is accepted where the carry is negative. An equation has the carry 0 and fails as soon as
//! a sum is odd. For `d | Σ aᵢxᵢ + c` the carry is a remainder: an even `d` is halved with the sum, which must be even, and an odd
//! one allows to divide by two modulo `d`; that needs at most `d` states, where the product of the paper has `S·d`.
//!
//! Over all integers, a letter that has the signs counts as its own negative, because … + 2² + 2 + 1 = -1 in two's
//! complement. So a letter whose sum is s accepts if `k - s < 0`, or `k - s = 0`, or `d | k - s`. The paper finds
//! the same by following loops.
//!
//! A Boolean combination of several constraints has one carry for each, and accepts where the combination is true of
//! the single answers. A constraint that is decided for good, like an equation after an odd sum, has no carry any more, and a
//! combination that is decided is one state. The diagram of a state is built from partial sums: two states that
//! reach the same partial sums after the same tracks share what is below.
//!
//! Only carries that are reached are made. After i letters a carry differs from c/2ⁱ by less than the sum of coefficients,
//! so there are at most as many as both constructions of the paper's section 2.5 have, by the range of carries (S) and by
//! layers of the constant's bits, and which one is smaller need not be chosen. The tests below measure that before anything is
//! minimised.
//!
//! # Reference
//!
//! C. Bartzis, T. Bultan: *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, International Journal of
//! Foundations of Computer Science 14(4), 2003, doi:10.1142/S0129054103001911: figures 2, 3, 4, 6 and sections 2.1 to 3.2.

use crate::atom::{Atom, Kind};
use crate::automaton::{Automaton, Numbers, Raw};
use crate::diagrams::Diagram;
use crate::limits::allow_states;
use crate::store::Store;
use crate::track::{MOST_TRACKS, Track};
use crate::vectors::Vectors;
use budget::{Budget, Budgeted, OutOfBudget};

/// How atoms are connected; the numbers are places in a list of atoms.
#[derive(Debug, Clone)]
pub(crate) enum Skeleton {
    Constant(bool),
    /// An atom, and whether it is negated.
    Atom(usize, bool),
    All(Vec<Skeleton>),
    Any(Vec<Skeleton>),
}

impl Skeleton {
    /// The value if it follows from what is known about the atoms.
    fn value(&self, known: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        match self {
            Skeleton::Constant(value) => Some(*value),
            Skeleton::Atom(place, negated) => known(*place).map(|value| value != *negated),
            Skeleton::All(parts) => Skeleton::connected(parts, false, known),
            Skeleton::Any(parts) => Skeleton::connected(parts, true, known),
        }
    }

    /// The value of a connection that has the value `strong` as soon as one part has.
    fn connected(parts: &[Skeleton], strong: bool, known: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        let mut all_known = true;
        for part in parts {
            match part.value(known) {
                Some(value) if value == strong => return Some(strong),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(!strong)
    }
}

/// In place of a carry: the atom is true, or false, whatever follows.
const TRUE: i64 = i64::MAX;
const FALSE: i64 = i64::MIN;
/// In place of the first carry: the whole combination is false, or true with the next number.
const DECIDED: i64 = i64::MAX - 2;

/// The words of a partial sum that are an operation; what small combinations do is counted by the nodes of their diagrams.
const WORDS_PER_OPERATION: usize = 16;

/// The automaton of a combination of atoms.
pub(crate) fn build(
    store: &mut Store,
    atoms: &[Atom],
    skeleton: &Skeleton,
    budget: &Budget,
) -> Budgeted<Automaton> {
    let raw = reached(store, atoms, skeleton, budget)?;
    store.finish(raw, budget)
}

/// The automaton of all carries that are reached, not yet minimal.
fn reached(store: &mut Store, atoms: &[Atom], skeleton: &Skeleton, budget: &Budget) -> Budgeted<Raw> {
    let mut carries = Carries::new(store.numbers(), atoms, skeleton)?;
    let mut start: Vec<i64> = atoms.iter().map(|atom| atom.constant).collect();
    start.extend(atoms.iter().map(|atom| atom.kind.modulus()));
    let head = carries.state(&mut start, None, budget)?;
    let mut roots: Vec<Diagram> = Vec::new();
    while roots.len() < carries.states.len() {
        budget.spend(1)?;
        roots.push(carries.transitions(store, roots.len(), budget)?);
    }
    Ok(Raw { head, roots })
}

impl Kind {
    fn modulus(self) -> i64 {
        if let Kind::Divides(number) = self { number } else { 0 }
    }
}

/// The product of the carries of some atoms, as far as it has been explored.
///
/// A state is a vector of carries, followed by the moduli of divisibility constraints. While a letter is read there are in
/// front of these, over all integers, the carries less the sums of what was read.
struct Carries<'a> {
    numbers: Numbers,
    atoms: &'a [Atom],
    skeleton: &'a Skeleton,
    tracks: Vec<Track>,
    /// For each track the coefficients of all atoms.
    coefficients: Vec<i64>,
    /// For each track, and after the last one, the least and largest sum that may still come.
    least: Vec<i64>,
    largest: Vec<i64>,
    has_moduli: bool,
    states: Vectors,
    /// Partial sums with the level of the next track, and the diagrams below.
    partial: Vectors,
    below: Vec<Option<Diagram>>,
    /// The partial sums of the letter that is being read, one vector for each level.
    sums: Vec<i64>,
    /// Memory for the state that a letter leads to.
    next: Vec<i64>,
}

impl<'a> Carries<'a> {
    fn new(numbers: Numbers, atoms: &'a [Atom], skeleton: &'a Skeleton) -> Budgeted<Carries<'a>> {
        let mut tracks: Vec<Track> = atoms.iter().flat_map(|atom| &atom.terms).map(|term| term.0).collect();
        tracks.sort_unstable();
        tracks.dedup();
        if tracks.len() > MOST_TRACKS {
            return Err(OutOfBudget);
        }
        let count = atoms.len();
        let mut coefficients = vec![0; tracks.len() * count];
        for (place, atom) in atoms.iter().enumerate() {
            for &(track, a) in &atom.terms {
                let level = tracks.binary_search(&track).unwrap_or(0);
                coefficients[level * count + place] = a;
            }
        }
        let (mut least, mut largest) =
            (vec![0; (tracks.len() + 1) * count], vec![0; (tracks.len() + 1) * count]);
        for at in (0..tracks.len() * count).rev() {
            least[at] = least[at + count] + coefficients[at].min(0);
            largest[at] = largest[at + count] + coefficients[at].max(0);
        }
        let has_moduli = atoms.iter().any(|atom| matches!(atom.kind, Kind::Divides(_)));
        let width = if has_moduli { 2 * count } else { count };
        let signs = if numbers == Numbers::Integers { count } else { 0 };
        Ok(Carries {
            numbers,
            atoms,
            skeleton,
            coefficients,
            least,
            largest,
            has_moduli,
            states: Vectors::new(width.max(1)),
            partial: Vectors::new(1 + signs + width),
            below: Vec::new(),
            sums: vec![0; (tracks.len() + 1) * (signs + width + 1)],
            next: Vec::new(),
            tracks,
        })
    }

    /// The words of a partial sum, with the level in front.
    fn width(&self) -> usize {
        self.sums.len() / (self.tracks.len() + 1)
    }

    fn signs(&self) -> usize {
        if self.numbers == Numbers::Integers { self.atoms.len() } else { 0 }
    }

    /// The terminal of the state with these carries and moduli. Over all integers the caller knows whether the word is
    /// accepted here.
    fn state(&mut self, vector: &mut [i64], accepts: Option<bool>, budget: &Budget) -> Budgeted<Diagram> {
        let count = self.atoms.len();
        for place in 0..count {
            self.decide(vector, place);
        }
        let known = |place: usize| match vector[place] {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        };
        if let Some(value) = self.skeleton.value(&known) {
            let mut decided = vec![0; self.words().max(1)];
            decided[0] = DECIDED + i64::from(value);
            let state = self.states.number(&decided).0;
            return Ok(Diagram::terminal(2 * state + u32::from(value)));
        }
        let accepts = accepts.unwrap_or_else(|| self.accepts(vector));
        let (state, is_new) = self.states.number(&vector[..self.words()]);
        if is_new {
            allow_states(budget, self.states.len())?;
        }
        Ok(Diagram::terminal(2 * state + u32::from(accepts)))
    }

    /// The words of a state, unless there are no atoms.
    fn words(&self) -> usize {
        if self.has_moduli { 2 * self.atoms.len() } else { self.atoms.len() }
    }

    /// Replaces a carry by an answer if it can only have that one.
    fn decide(&self, vector: &mut [i64], place: usize) {
        let carry = vector[place];
        if carry == TRUE || carry == FALSE {
            return;
        }
        let (falls, rises) = (self.least[place] < 0, self.largest[place] > 0);
        let naturals = self.numbers == Numbers::Naturals;
        let decided = match self.atoms[place].kind {
            Kind::Less if naturals && carry < 0 && !rises => TRUE,
            Kind::Less if naturals && carry >= 0 && !falls => FALSE,
            Kind::Equal if naturals && carry > 0 && !falls => FALSE,
            Kind::Equal if naturals && carry < 0 && !rises => FALSE,
            Kind::Divides(_) if vector[self.atoms.len() + place] == 1 => TRUE,
            _ => return,
        };
        vector[place] = decided;
        vector[self.atoms.len() + place] = 0;
    }

    /// Whether a natural number is accepted in a state.
    fn accepts(&self, vector: &[i64]) -> bool {
        let known = |place: usize| {
            Some(match (vector[place], self.atoms[place].kind) {
                (TRUE, _) => true,
                (FALSE, _) => false,
                (carry, Kind::Less) => carry < 0,
                (carry, _) => carry == 0,
            })
        };
        self.skeleton.value(&known).unwrap_or(false)
    }

    /// The diagram of a state.
    fn transitions(&mut self, store: &mut Store, state: usize, budget: &Budget) -> Budgeted<Diagram> {
        let (signs, width, words) = (self.signs(), self.width(), self.words());
        self.sums[..width].fill(0);
        let carries = self.states.get(state);
        if let 0 | 1 = carries[0].wrapping_sub(DECIDED) {
            return Ok(Diagram::terminal(2 * state as u32 + (carries[0] - DECIDED) as u32));
        }
        self.sums[1 + signs..1 + signs + words].copy_from_slice(&carries[..words]);
        self.sums[1..=signs].copy_from_slice(&carries[..signs]);
        self.settle(0);
        self.letters(store, 0, budget)
    }

    /// The diagram below a partial sum, which stands at the level's place.
    fn letters(&mut self, store: &mut Store, level: usize, budget: &Budget) -> Budgeted<Diagram> {
        if level == self.tracks.len() {
            return self.after_letter(budget);
        }
        let (width, count, signs) = (self.width(), self.atoms.len(), self.signs());
        let from = level * width;
        let mut remembered = None;
        // Sums of very many atoms take long, and much memory.
        budget.spend_holding(width / WORDS_PER_OPERATION, || self.partial.bytes())?;
        if level > 0 {
            self.sums[from] = level as i64;
            let (place, is_new) = self.partial.number(&self.sums[from..from + width]);
            if is_new {
                self.below.push(None);
            } else if let Some(known) = self.below[place as usize] {
                return Ok(known);
            }
            remembered = Some(place as usize);
        }
        self.sums.copy_within(from..from + width, from + width);
        self.settle(level + 1);
        let low = self.letters(store, level + 1, budget)?;
        self.sums.copy_within(from..from + width, from + width);
        for place in 0..count {
            let a = self.coefficients[level * count + place];
            add(&mut self.sums[from + width + 1 + signs + place], a);
            if signs > 0 {
                add(&mut self.sums[from + width + 1 + place], -a);
            }
        }
        self.settle(level + 1);
        let high = self.letters(store, level + 1, budget)?;
        let result = store.diagrams.branch(self.tracks[level].level(), low, high, budget)?;
        if let Some(place) = remembered {
            self.below[place] = Some(result);
        }
        Ok(result)
    }

    /// Brings a partial sum into the form in which it is compared: remainders are reduced, and over all integers answers
    /// that can no longer change are noted.
    fn settle(&mut self, level: usize) {
        let (width, count, signs) = (self.width(), self.atoms.len(), self.signs());
        if signs == 0 && !self.has_moduli {
            return;
        }
        let vector = &mut self.sums[level * width + 1..(level + 1) * width];
        for place in 0..count {
            let (least, largest) = (self.least[level * count + place], self.largest[level * count + place]);
            if let Kind::Divides(_) = self.atoms[place].kind {
                let modulus = vector[signs + count + place];
                for at in [signs + place, place] {
                    if modulus > 0 && vector[at] != TRUE && vector[at] != FALSE {
                        vector[at] = vector[at].rem_euclid(modulus);
                    }
                }
            } else if signs > 0 && vector[place] != TRUE && vector[place] != FALSE {
                let rest = vector[place];
                vector[place] = match self.atoms[place].kind {
                    Kind::Less if rest - least < 0 => TRUE,
                    Kind::Less if rest - largest >= 0 => FALSE,
                    Kind::Equal if rest - least < 0 || rest - largest > 0 => FALSE,
                    _ => rest,
                };
            }
        }
    }

    /// The terminal that a whole letter leads to.
    fn after_letter(&mut self, budget: &Budget) -> Budgeted<Diagram> {
        let (width, count, signs) = (self.width(), self.atoms.len(), self.signs());
        let from = self.tracks.len() * width + 1;
        let accepts = (signs > 0).then(|| self.accepts(&self.sums[from..from + count]));
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        next.extend_from_slice(&self.sums[from + signs..from + width - 1]);
        next.resize(2 * count, 0);
        for place in 0..count {
            let sum = next[place];
            if sum == TRUE || sum == FALSE {
                continue;
            }
            let odd = sum & 1 == 1;
            next[place] = match self.atoms[place].kind {
                Kind::Equal if odd => FALSE,
                Kind::Divides(_) => {
                    let modulus = next[count + place];
                    if modulus & 1 == 1 {
                        if odd { (sum + modulus) / 2 } else { sum / 2 }
                    } else if odd {
                        next[count + place] = 0;
                        FALSE
                    } else {
                        next[count + place] = modulus / 2;
                        sum / 2
                    }
                }
                _ => sum >> 1,
            };
        }
        let result = self.state(&mut next, accepts, budget);
        self.next = next;
        result
    }
}

/// Adds to a carry that is not decided.
#[inline]
fn add(carry: &mut i64, a: i64) {
    if *carry != TRUE && *carry != FALSE {
        *carry += a;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::{Normal, comparison};
    use crate::canonical;
    use crate::linear::{Comparison, Linear};

    /// The states before minimisation, as the paper counts them: with clones that accept and reject.
    fn states(numbers: Numbers, atom: &Atom) -> i64 {
        let (mut store, budget) = (Store::new(numbers), Budget::unlimited());
        let skeleton = Skeleton::Atom(0, false);
        let raw = reached(&mut store, std::slice::from_ref(atom), &skeleton, &budget).unwrap();
        canonical::survey(&mut store.diagrams, numbers, raw.head, &raw.roots).states as i64
    }

    /// The bounds of section 2.5: S by the range of carries, and by layers Σ|aᵢ| for each bit of the constant and after the last.
    /// An equation has a sink. An inequation subtracts the constant's bits, so each layer has one carry more than the paper
    /// counts; the test below shows that it is needed.
    fn bounds(atom: &Atom) -> (i64, i64) {
        let positive: i64 = atom.terms.iter().map(|term| term.1.max(0)).sum();
        let negative: i64 = atom.terms.iter().map(|term| term.1.min(0)).sum();
        let (sink, borrow) = if atom.kind == Kind::Equal { (1, 0) } else { (0, 1) };
        // A first carry that is not below the sum of positive coefficients is one more than the paper counts.
        let first = i64::from(atom.constant >= positive);
        let direct = positive.max(atom.constant) - negative.min(atom.constant) + first + sink;
        let length = i64::from(64 - atom.constant.unsigned_abs().leading_zeros());
        (direct, (length + 1) * (positive - negative + borrow) + sink)
    }

    #[test]
    fn reached_carries_stay_within_the_bound_by_layers() {
        let (mut seed, mut by_layers, mut largest) = (1u64, 0, 0.0f64);
        let mut number = |low: i64, high: i64| {
            seed = crate::memo::mix(seed + 1);
            low + (seed >> 1) as i64 % (high - low + 1)
        };
        for round in 0..300 {
            let mut linear =
                Linear::constant(number(10_000, 1_000_000) * if round % 2 == 0 { 1 } else { -1 });
            for track in 0..number(1, 4) {
                linear = linear.plus(&Linear::term(number(-9, 9), Track::new(track as u16)));
            }
            for relation in [Comparison::Less, Comparison::Equal] {
                let Ok(Normal::Atom(atom, _)) = comparison(&linear, relation) else { continue };
                let (direct, layered) = bounds(&atom);
                by_layers += usize::from(layered < direct);
                for (numbers, clones) in [(Numbers::Naturals, 1), (Numbers::Integers, 2)] {
                    let (found, bound) = (states(numbers, &atom), clones * direct.min(layered));
                    assert!(found <= bound, "{linear} {relation:?} {numbers:?}: {found} of {bound}");
                    largest = largest.max(found as f64 / bound as f64);
                }
            }
        }
        println!("layers were smaller {by_layers} times; at most {largest:.2} of the bound was used");
        assert!(by_layers > 400 && largest > 0.9);
    }

    #[test]
    fn layers_of_an_inequation_need_one_carry_more_than_the_paper_counts() {
        // x < 295011 remembers whether the bits so far are smaller than the constant's: two states in most of 20 layers,
        // even in the minimal automaton, where the sum of coefficients is 1.
        let linear = Linear::term(1, Track::new(0)).minus(&Linear::constant(295_011));
        let mut store = Store::new(Numbers::Naturals);
        let minimal = store.constraint(&linear, Comparison::Less, &Budget::unlimited()).unwrap();
        assert_eq!(minimal.states(), 37);
    }
}
