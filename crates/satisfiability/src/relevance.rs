//! Which variables need a decision.
//!
//! # The idea
//!
//! A search over gates need not decide everything: once a disjunction holds by one of its parts, the others may be what they like.
//! That matters where literals are inequalities, each of which the arithmetic would have to satisfy, and where thousands of clauses
//! are switched off by assumptions.
//!
//! A clause of the definition of a gate has the gate as its *owner*; other clauses have none. A variable needs a decision if some
//! clause has it, not as owner, has no owner or an assigned one, and has no literal that holds. If no variable does, every clause
//! without owner holds, and so does every clause of an assigned gate. Gates that are not assigned then get their values from their
//! parts ([`crate::model`]), and all clauses hold.
//!
//! Candidates for decisions are found when a question's assumptions have been propagated: the open variables of clauses without
//! owner that do not hold yet. Later, parts of a gate become candidates when the gate is assigned. A candidate found not to need a
//! decision is set aside, and comes back when the search goes back to a level below.
//!
//! # Reference
//!
//! de Moura, Bjørner: *Relevancy Propagation*, Microsoft Research technical report MSR-TR-2007-140, 2007. Departure: relevance is
//! asked of a variable before it is decided, and not propagated.

use crate::clauses::Clauses;
use crate::literal::Literal;
use crate::order::Order;
use crate::trail::Trail;

/// No owner.
const NOBODY: u32 = u32::MAX;

/// A clause of the problem, as far as decisions are concerned.
#[derive(Debug)]
struct Demand {
    owner: u32,
    start: u32,
    length: u32,
    /// A literal that held when it was last looked at.
    witness: Literal,
}

impl Demand {
    /// Does a literal of the clause hold?
    #[inline]
    fn holds(&mut self, literals: &[Literal], trail: &Trail) -> bool {
        if trail.value(self.witness) == Some(true) {
            return true;
        }
        let parts = &literals[self.start as usize..][..self.length as usize];
        match parts.iter().find(|part| trail.value(**part) == Some(true)) {
            Some(holds) => {
                self.witness = *holds;
                true
            }
            None => false,
        }
    }
}

/// The clauses of the problem by their variables.
#[derive(Debug, Default)]
pub(crate) struct Relevance {
    literals: Vec<Literal>,
    demands: Vec<Demand>,
    /// For each variable the clauses that have it, not as owner.
    by_variable: Vec<Vec<u32>>,
    /// For each gate the clauses that it owns.
    owned: Vec<Vec<u32>>,
    /// The clauses without owner, or with one that is assigned for good, unless they hold for good.
    roots: Vec<u32>,
    /// Whether the candidates of the roots are in the order.
    scanned: bool,
    /// For each variable whether it is a candidate of this question.
    candidate: Vec<bool>,
    candidates: Vec<u32>,
    /// Variables that were set aside, with the level at which that was.
    aside: Vec<(u32, u32)>,
    /// How many literals of the trail have been looked at.
    head: usize,
    /// How many literals without decision have given their clauses to the roots.
    base: usize,
}

impl Relevance {
    /// Makes room for a variable.
    pub fn add_variable(&mut self) {
        self.by_variable.push(Vec::new());
        self.owned.push(Vec::new());
        self.candidate.push(false);
    }

    /// Adds a clause.
    pub fn add(&mut self, parts: &[Literal], owner: Option<usize>) {
        let number = self.demands.len() as u32;
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(parts);
        for part in parts.iter().filter(|part| Some(part.variable()) != owner) {
            self.by_variable[part.variable()].push(number);
        }
        match owner {
            Some(owner) => self.owned[owner].push(number),
            None => self.roots.push(number),
        }
        let owner = owner.map_or(NOBODY, |owner| owner as u32);
        self.demands.push(Demand { owner, start, length: parts.len() as u32, witness: parts[0] });
    }

    /// Forgets the candidates of the last question.
    pub fn begin(&mut self, order: &mut Order) {
        order.clear();
        self.aside.clear();
        for variable in self.candidates.drain(..) {
            self.candidate[variable as usize] = false;
        }
        self.scanned = false;
    }

    /// Brings new candidates into the order; all assumptions are propagated.
    pub fn take_in(&mut self, trail: &Trail, clauses: &Clauses, order: &mut Order) {
        while self.base < trail.base() {
            let owner = trail.literals[self.base].variable();
            let mut owned = std::mem::take(&mut self.owned[owner]);
            // The roots may have been looked at before this was learnt.
            for &number in &owned {
                if self.scanned && !self.demands[number as usize].holds(&self.literals, trail) {
                    self.nominate(number as usize, trail, order);
                }
            }
            self.roots.append(&mut owned);
            self.base += 1;
        }
        if !self.scanned {
            self.scanned = true;
            self.scan(trail, order);
        }
        self.head = self.head.max(self.base);
        while let Some(literal) = trail.literals.get(self.head) {
            self.head += 1;
            let owner = literal.variable();
            // The value of a gate that follows from its parts needs nothing else.
            if self.owned[owner].is_empty() || clauses.is_owned_by(trail.reason(owner), owner) {
                continue;
            }
            for at in 0..self.owned[owner].len() {
                let number = self.owned[owner][at] as usize;
                if !self.demands[number].holds(&self.literals, trail) {
                    self.nominate(number, trail, order);
                }
            }
        }
    }

    /// Looks for roots that do not hold, and drops those that hold for good.
    fn scan(&mut self, trail: &Trail, order: &mut Order) {
        let mut roots = std::mem::take(&mut self.roots);
        roots.retain(|&number| {
            if !self.demands[number as usize].holds(&self.literals, trail) {
                self.nominate(number as usize, trail, order);
                return true;
            }
            trail.level_of(self.demands[number as usize].witness.variable()) > 0
        });
        self.roots = roots;
    }

    /// Makes the variables of a clause candidates.
    fn nominate(&mut self, number: usize, trail: &Trail, order: &mut Order) {
        let Demand { start, length, .. } = self.demands[number];
        for part in &self.literals[start as usize..][..length as usize] {
            let variable = part.variable();
            if !self.candidate[variable] {
                self.candidate[variable] = true;
                self.candidates.push(variable as u32);
            }
            if trail.value(*part).is_none() {
                order.insert(variable);
            }
        }
    }

    /// Is the variable a candidate? Then it must be in the order when it becomes open.
    #[inline]
    pub fn is_candidate(&self, variable: usize) -> bool {
        self.candidate[variable]
    }

    /// Does an open variable need a decision? If not, it is set aside.
    pub fn needs_decision(&mut self, variable: usize, trail: &Trail) -> bool {
        for &number in &self.by_variable[variable] {
            let demand = &mut self.demands[number as usize];
            let owner = demand.owner;
            let idle = owner != NOBODY && trail.value(Literal::positive(owner as usize)).is_none();
            if !idle && !demand.holds(&self.literals, trail) {
                return true;
            }
        }
        self.aside.push((variable as u32, trail.level() as u32));
        false
    }

    /// Follows the trail back to a level; the assumptions are below the other level.
    pub fn backtrack(&mut self, level: usize, assumptions: usize, trail: &Trail, order: &mut Order) {
        self.head = self.head.min(trail.literals.len());
        if level < assumptions {
            // What held by an assumption may not hold any more, though its owner is still assigned.
            self.scanned = false;
            self.head = 0;
        }
        while let Some(&(variable, at)) = self.aside.last() {
            if at as usize <= level {
                return;
            }
            self.aside.pop();
            order.insert(variable as usize);
        }
    }
}
