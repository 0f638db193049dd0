//! The clauses of a search: those of the problem, and those learnt from conflicts.
//!
//! The literals of all clauses stand in one array. Of each clause two literals are *watched*, the first two: as long as neither is
//! false, the clause implies nothing. Each literal has the list of the clauses that watch it, with one other literal of each that
//! often shows at once that the clause holds.
//!
//! # Reference
//!
//! Moskewicz, Madigan, Zhao, Zhang, Malik: *Chaff: Engineering an Efficient SAT Solver*, DAC 2001, doi:10.1145/378239.379017.
//! Eén, Sörensson: *An Extensible SAT-solver*, SAT 2003, doi:10.1007/978-3-540-24605-3_37.

use crate::literal::Literal;

/// The name of a clause.
pub(crate) type ClauseNumber = u32;

/// No clause.
pub(crate) const NO_CLAUSE: ClauseNumber = u32::MAX;

/// Where a clause stands, and what is known of it.
#[derive(Debug, Clone, Copy)]
struct Head {
    start: u32,
    length: u32,
    learnt: bool,
    /// How many levels its literals were of when it was learnt.
    levels: u32,
    activity: f32,
    /// The variable that it is part of the definition of.
    owner: u32,
}

/// An entry of the list of a watched literal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub clause: ClauseNumber,
    /// Some other literal of the clause: where it holds, so does the clause.
    pub blocker: Literal,
}

/// All clauses.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    literals: Vec<Literal>,
    heads: Vec<Head>,
    free: Vec<ClauseNumber>,
    /// For each literal the clauses that watch it.
    pub watches: Vec<Vec<Watch>>,
    pub learnt: Vec<ClauseNumber>,
    /// By how much the activity of a clause grows.
    increment: f32,
}

impl Clauses {
    /// Makes room for a variable's lists.
    pub fn add_variable(&mut self) {
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.increment = self.increment.max(1.0);
    }

    /// Adds a clause of two literals at least, and watches its first two.
    pub fn add(&mut self, parts: &[Literal], learnt: bool, levels: u32) -> ClauseNumber {
        let head = Head {
            start: u32::try_from(self.literals.len()).expect("clauses fit four thousand million literals"),
            length: parts.len() as u32,
            learnt,
            levels,
            activity: self.increment,
            owner: NO_CLAUSE,
        };
        self.literals.extend_from_slice(parts);
        let number = self.free.pop().unwrap_or_else(|| {
            self.heads.push(head);
            self.heads.len() as u32 - 1
        });
        self.heads[number as usize] = head;
        self.watches[parts[0].place()].push(Watch { clause: number, blocker: parts[1] });
        self.watches[parts[1].place()].push(Watch { clause: number, blocker: parts[0] });
        if learnt {
            self.learnt.push(number);
        }
        number
    }

    /// Makes the clause part of the definition of a variable.
    pub fn set_owner(&mut self, number: ClauseNumber, owner: usize) {
        self.heads[number as usize].owner = owner as u32;
    }

    /// Is the clause part of the definition of the variable?
    #[inline]
    pub fn is_owned_by(&self, number: ClauseNumber, variable: usize) -> bool {
        number != NO_CLAUSE && self.heads[number as usize].owner as usize == variable
    }

    /// The literals of a clause.
    #[inline]
    pub fn get(&self, number: ClauseNumber) -> &[Literal] {
        let head = self.heads[number as usize];
        &self.literals[head.start as usize..(head.start + head.length) as usize]
    }

    /// The literals of a clause, to be reordered.
    #[inline]
    pub fn get_mut(&mut self, number: ClauseNumber) -> &mut [Literal] {
        let head = self.heads[number as usize];
        &mut self.literals[head.start as usize..(head.start + head.length) as usize]
    }

    /// Notes that a clause took part in a conflict.
    pub fn bump(&mut self, number: ClauseNumber) {
        let head = &mut self.heads[number as usize];
        if !head.learnt {
            return;
        }
        head.activity += self.increment;
        if head.activity > 1e20 {
            for &learnt in &self.learnt {
                self.heads[learnt as usize].activity *= 1e-20;
            }
            self.increment *= 1e-20;
        }
    }

    /// Lets past conflicts count less.
    pub fn decay(&mut self) {
        self.increment *= 1.0 / 0.999;
    }

    /// Drops about half of the learnt clauses: long ones that took part in few conflicts, unless they are in use.
    pub fn reduce(&mut self, in_use: impl Fn(ClauseNumber, &[Literal]) -> bool) {
        let mut order = std::mem::take(&mut self.learnt);
        let key = |number: &ClauseNumber| {
            let head = self.heads[*number as usize];
            (head.levels <= 2, head.activity)
        };
        order.sort_by(|a, b| key(a).partial_cmp(&key(b)).expect("activities are numbers"));
        let half = order.len() / 2;
        let mut dropped = vec![false; self.heads.len()];
        for (rank, &number) in order.iter().enumerate() {
            let head = self.heads[number as usize];
            let drop = rank < half && head.levels > 2 && head.length > 2 && !in_use(number, self.get(number));
            if drop {
                dropped[number as usize] = true;
                self.heads[number as usize].length = 0;
            } else {
                self.learnt.push(number);
            }
        }
        for watches in &mut self.watches {
            watches.retain(|watch| !dropped[watch.clause as usize]);
        }
        self.free.extend((0..self.heads.len() as u32).filter(|&number| dropped[number as usize]));
        self.compact();
    }

    /// Closes the gaps between clauses.
    fn compact(&mut self) {
        let mut literals = Vec::with_capacity(self.literals.len());
        for head in &mut self.heads {
            let (start, end) = (head.start as usize, (head.start + head.length) as usize);
            head.start = literals.len() as u32;
            literals.extend_from_slice(&self.literals[start..end]);
        }
        self.literals = literals;
    }
}
