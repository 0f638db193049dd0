//! What a conflict teaches: a clause that would have prevented it, or the assumptions that led to it.
//!
//! # The algorithm
//!
//! The failed clause is resolved with the reasons of its literals, latest first, until one literal of the last level is left: the
//! first unique implication point. Literals that follow from the others of the clause are left out.
//!
//! # Reference
//!
//! Marques-Silva, Sakallah: *GRASP: A Search Algorithm for Propositional Satisfiability*, IEEE Transactions on Computers 48(5),
//! 1999, doi:10.1109/12.769433. Sörensson, Biere: *Minimizing Learned Clauses*, SAT 2009, doi:10.1007/978-3-642-02777-2_23.

use crate::clauses::{ClauseNumber, Clauses, NO_CLAUSE};
use crate::literal::Literal;
use crate::order::Order;
use crate::trail::Trail;

/// A variable's part in the analysis of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// It is in the clause, or was resolved.
    Seen,
    /// It follows from the clause.
    Redundant,
    /// It is known not to.
    Needed,
}

/// What is kept between analyses, so as not to be allocated again.
#[derive(Debug, Default)]
pub(crate) struct Analysis {
    marks: Vec<Mark>,
    marked: Vec<usize>,
    /// The clause that was learnt: its first literal is the only one of the last level, its second is of the level to go back to.
    pub learnt: Vec<Literal>,
    stack: Vec<(usize, usize)>,
}

impl Analysis {
    /// Makes room for a variable.
    pub fn add_variable(&mut self) {
        self.marks.push(Mark::Unseen);
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        if self.marks[variable] == Mark::Unseen {
            self.marked.push(variable);
        }
        self.marks[variable] = mark;
    }

    fn forget_marks(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::Unseen;
        }
    }

    /// Learns from a clause that fails at the trail's level, above zero; returns how many levels the learnt clause has.
    pub fn learn(
        &mut self,
        failed: &[Literal],
        trail: &Trail,
        clauses: &mut Clauses,
        order: &mut Order,
    ) -> u32 {
        self.learnt.clear();
        self.learnt.push(Literal::FALSE);
        let mut open: usize = failed.iter().map(|&part| usize::from(self.see(part, trail, order))).sum();
        let mut latest = trail.literals.iter().rev();
        let pivot = loop {
            let pivot = *latest.next().expect("a literal of the level is open");
            if self.marks[pivot.variable()] != Mark::Seen {
                continue;
            }
            open -= 1;
            if open == 0 {
                break pivot;
            }
            let reason = trail.reason(pivot.variable());
            debug_assert_ne!(reason, NO_CLAUSE, "a decision is the first literal of its level");
            for &part in clauses.get(reason) {
                open += usize::from(self.see(part, trail, order));
            }
            clauses.bump(reason);
        };
        self.learnt[0] = !pivot;
        self.minimise(trail, clauses);
        self.forget_marks();
        self.order_by_level(trail)
    }

    /// Takes in a literal of a failed clause; true if it is of the last level, and otherwise it is put into the learnt clause.
    #[inline]
    fn see(&mut self, part: Literal, trail: &Trail, order: &mut Order) -> bool {
        let variable = part.variable();
        let level = trail.level_of(variable);
        if self.marks[variable] == Mark::Seen || level == 0 {
            return false;
        }
        self.mark(variable, Mark::Seen);
        order.bump(variable);
        if level < trail.level() {
            self.learnt.push(part);
        }
        level == trail.level()
    }

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self, trail: &Trail, clauses: &Clauses) {
        let learnt = std::mem::take(&mut self.learnt);
        let kept = learnt.iter().enumerate().filter(|&(place, part)| {
            place == 0
                || trail.reason(part.variable()) == NO_CLAUSE
                || !self.is_redundant(part.variable(), trail, clauses)
        });
        self.learnt = kept.map(|(_, part)| *part).collect();
    }

    /// Does the variable's value follow from those of marked ones?
    fn is_redundant(&mut self, variable: usize, trail: &Trail, clauses: &Clauses) -> bool {
        self.stack.clear();
        self.stack.push((variable, 0));
        while let Some(&mut (current, ref mut place)) = self.stack.last_mut() {
            let reason = clauses.get(trail.reason(current));
            let Some(&part) = reason.get(*place) else {
                self.stack.pop();
                if current != variable {
                    self.mark(current, Mark::Redundant);
                }
                continue;
            };
            *place += 1;
            let other = part.variable();
            if other == current || trail.level_of(other) == 0 {
                continue;
            }
            match self.marks[other] {
                Mark::Seen | Mark::Redundant => {}
                Mark::Unseen if trail.reason(other) != NO_CLAUSE => self.stack.push((other, 0)),
                Mark::Unseen | Mark::Needed => {
                    self.mark(other, Mark::Needed);
                    for (below, _) in std::mem::take(&mut self.stack) {
                        if below != variable {
                            self.mark(below, Mark::Needed);
                        }
                    }
                    return false;
                }
            }
        }
        true
    }

    /// Brings a literal of the second highest level to the second place, and counts the levels.
    fn order_by_level(&mut self, trail: &Trail) -> u32 {
        let level = |part: &Literal| trail.level_of(part.variable());
        if let Some(highest) = (1..self.learnt.len()).max_by_key(|&place| level(&self.learnt[place])) {
            self.learnt.swap(1, highest);
        }
        let mut levels: Vec<usize> = self.learnt.iter().map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// The decisions from which it follows that the literal is false, where all decisions are assumptions.
    pub fn responsible(&mut self, literal: Literal, trail: &Trail, clauses: &Clauses) -> Vec<Literal> {
        let mut core = vec![literal];
        if trail.level_of(literal.variable()) == 0 {
            return core;
        }
        self.mark(literal.variable(), Mark::Seen);
        for &current in trail.literals[trail.base()..].iter().rev() {
            if self.marks[current.variable()] != Mark::Seen {
                continue;
            }
            let reason = trail.reason(current.variable());
            if reason == NO_CLAUSE {
                core.push(current);
                continue;
            }
            for part in clauses.get(reason) {
                if trail.level_of(part.variable()) > 0 {
                    self.mark(part.variable(), Mark::Seen);
                }
            }
        }
        self.forget_marks();
        core.dedup();
        core
    }
}

/// The level of the latest literal of a clause that fails.
pub(crate) fn latest_level(failed: &[Literal], trail: &Trail) -> usize {
    failed.iter().map(|part| trail.level_of(part.variable())).max().unwrap_or(0)
}

/// Is the clause the reason of its first literal?
pub(crate) fn is_reason(number: ClauseNumber, parts: &[Literal], trail: &Trail) -> bool {
    parts
        .iter()
        .take(2)
        .any(|part| trail.value(*part) == Some(true) && trail.reason(part.variable()) == number)
}
