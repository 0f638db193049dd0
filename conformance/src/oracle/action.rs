//! Actions: choices are made, right-hand sides are read, relations are solved, assertions are checked.

use super::place::Place;
use super::relation::{self, Constraint};
use super::scope::{Scope, Stop, View};
use super::tables::Tables;
use super::{State, Value};
use language::ast::{Block, Else, Expr, SetExpr, Statement, StatementKind, Step};
use std::collections::BTreeMap;

/// New values of some variables.
pub type Writes = BTreeMap<String, Value>;

/// A statement of which all choices are made.
#[derive(Debug, Clone)]
enum Chosen<'a> {
    Assign(&'a Expr, &'a Expr),
    Any(&'a Expr, Option<&'a SetExpr>, Option<&'a Expr>),
    Assert(&'a Expr),
    Relation(&'a Expr),
    /// A nested block: its first step with all choices made, and its further steps.
    Nested(Vec<Chosen<'a>>, &'a [Step]),
}

/// A statement of which everything is read.
enum Ready<'a> {
    Write(Place, Value),
    Any(Place, Option<Vec<Value>>, Option<&'a Expr>),
    Assert(&'a Expr),
    Relation(&'a Expr),
    Nested(Vec<Ready<'a>>, &'a [Step]),
}

/// Runs actions in one scope, and remembers whether something faulted.
pub struct Runner<'t, 'a> {
    pub tables: &'t Tables<'a>,
    pub scope: Scope<'a>,
    pub faulted: bool,
}

impl<'a> Runner<'_, 'a> {
    /// What steps, one after the other, can write.
    pub fn steps(&mut self, steps: &'a [Step], state: &State) -> Result<Vec<Writes>, Stop> {
        let Some((first, rest)) = steps.split_first() else { return Ok(vec![Writes::new()]) };
        let mut results = Vec::new();
        for way in self.ways(&first.statements, state)? {
            let Some(ready) = self.unless_fault(Self::read(self, &way, state))? else { continue };
            let completed = self.complete(&ready, state)?;
            if completed.is_empty() || !self.assertions_hold(&ready, state)? {
                continue;
            }
            for writes in completed {
                for later in self.steps(rest, &applied(state, &writes))? {
                    let mut both = writes.clone();
                    both.extend(later);
                    results.push(both);
                }
            }
        }
        Ok(results)
    }

    /// The value, or nothing if there was a fault, which is remembered.
    fn unless_fault<T>(&mut self, result: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Fault) => {
                self.faulted = true;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    fn is_true(&mut self, condition: &'a Expr, state: &State) -> Result<Option<bool>, Stop> {
        let result = self.tables.bool(condition, &self.scope, &View::of(state));
        self.unless_fault(result)
    }

    /// All ways to make the choices of statements that happen at once.
    fn ways(&mut self, statements: &'a [Statement], state: &State) -> Result<Vec<Vec<Chosen<'a>>>, Stop> {
        let mut ways = vec![Vec::new()];
        for statement in statements {
            let options = self.options(statement, state)?;
            let mut longer = Vec::new();
            for way in &ways {
                for option in &options {
                    longer.push([way.as_slice(), option.as_slice()].concat());
                }
            }
            ways = longer;
            if ways.is_empty() {
                break;
            }
        }
        Ok(ways)
    }

    fn options(&mut self, statement: &'a Statement, state: &State) -> Result<Vec<Vec<Chosen<'a>>>, Stop> {
        Ok(match &statement.kind {
            StatementKind::Skip => vec![Vec::new()],
            StatementKind::Assign { place, value } => vec![vec![Chosen::Assign(place, value)]],
            StatementKind::Any { place, set, condition } => {
                vec![vec![Chosen::Any(place, set.as_ref(), condition.as_ref())]]
            }
            StatementKind::Assert(condition) => vec![vec![Chosen::Assert(condition)]],
            StatementKind::Relation(relation) => vec![vec![Chosen::Relation(relation)]],
            StatementKind::Choose(blocks) => {
                let mut all = Vec::new();
                for block in blocks {
                    all.extend(self.block(block, state)?);
                }
                all
            }
            StatementKind::If { condition, then, otherwise } => match self.is_true(condition, state)? {
                None => Vec::new(),
                Some(true) => self.block(then, state)?,
                Some(false) => match otherwise {
                    None => vec![Vec::new()],
                    Some(Else::Block(block)) => self.block(block, state)?,
                    Some(Else::If(inner)) => self.options(inner, state)?,
                },
            },
            StatementKind::Send { .. } | StatementKind::Receive { .. } => {
                return Err(Stop::Beyond("a queue"));
            }
            StatementKind::For { .. } => return Err(Stop::Beyond("`for`")),
            StatementKind::Error => return Err(Stop::Beyond("a statement with an error")),
        })
    }

    fn block(&mut self, block: &'a Block, state: &State) -> Result<Vec<Vec<Chosen<'a>>>, Stop> {
        if let Some(guard) = &block.guard
            && self.is_true(guard, state)? != Some(true)
        {
            return Ok(Vec::new());
        }
        let Some((first, rest)) = block.steps.split_first() else { return Ok(vec![Vec::new()]) };
        let ways = self.ways(&first.statements, state)?;
        Ok(ways.into_iter().map(|way| vec![Chosen::Nested(way, rest)]).collect())
    }

    /// Reads right-hand sides, places and sets, from the left.
    fn read(&self, way: &[Chosen<'a>], state: &State) -> Result<Vec<Ready<'a>>, Stop> {
        let view = View::of(state);
        let mut ready = Vec::new();
        for chosen in way {
            ready.push(match chosen {
                Chosen::Assign(place, value) => {
                    let place = self.tables.place(place, &self.scope, &view)?;
                    let value = self.tables.value(value, &self.scope, &view)?;
                    if !place.ty.contains(&value) {
                        return Err(Stop::Fault);
                    }
                    Ready::Write(place, value)
                }
                Chosen::Any(place, set, condition) => {
                    let place = self.tables.place(place, &self.scope, &view)?;
                    let set = set.map(|set| self.tables.set(set, &self.scope, &view)).transpose()?;
                    Ready::Any(place, set, *condition)
                }
                Chosen::Assert(condition) => Ready::Assert(condition),
                Chosen::Relation(relation) => Ready::Relation(relation),
                Chosen::Nested(first, rest) => Ready::Nested(self.read(first, state)?, rest),
            });
        }
        Ok(ready)
    }

    /// Merges what is written, nested blocks included, and solves relations.
    fn complete(&mut self, ready: &[Ready<'a>], state: &State) -> Result<Vec<Writes>, Stop> {
        let mut merged = vec![Writes::new()];
        for one in ready {
            let parts = match one {
                Ready::Write(place, value) => vec![Writes::from([(place.name.clone(), value.clone())])],
                Ready::Nested(first, rest) => self.nested(first, rest, state)?,
                _ => continue,
            };
            let mut longer = Vec::new();
            for writes in &merged {
                for part in &parts {
                    if part.iter().any(|(name, value)| writes.get(name).is_some_and(|other| other != value)) {
                        self.faulted = true;
                    } else {
                        longer.push(writes.iter().chain(part).map(|(n, v)| (n.clone(), v.clone())).collect());
                    }
                }
            }
            merged = longer;
        }
        let constraints: Vec<Constraint<'a>> = ready
            .iter()
            .filter_map(|one| match one {
                Ready::Any(place, set, condition) => {
                    Some(Constraint::Any(place.clone(), set.clone(), *condition))
                }
                Ready::Relation(relation) => Some(Constraint::Relation(relation)),
                _ => None,
            })
            .collect();
        let mut results = Vec::new();
        for writes in merged {
            let solved = relation::solve(self.tables, &self.scope, state, &writes, &constraints)?;
            self.faulted |= solved.faulted;
            results.extend(solved.results);
        }
        Ok(results)
    }

    /// A nested block that has further steps ends its first one, assertions included, before it goes on.
    fn nested(&mut self, first: &[Ready<'a>], rest: &'a [Step], state: &State) -> Result<Vec<Writes>, Stop> {
        let completed = self.complete(first, state)?;
        if rest.is_empty() {
            return Ok(completed);
        }
        if completed.is_empty() || !self.assertions_hold(first, state)? {
            return Ok(Vec::new());
        }
        let mut results = Vec::new();
        for writes in completed {
            for later in self.steps(rest, &applied(state, &writes))? {
                let mut both = writes.clone();
                both.extend(later);
                results.push(both);
            }
        }
        Ok(results)
    }

    fn assertions_hold(&mut self, ready: &[Ready<'a>], state: &State) -> Result<bool, Stop> {
        for one in ready {
            let holds = match one {
                Ready::Assert(condition) => {
                    let holds = self.is_true(condition, state)?;
                    self.faulted |= holds != Some(true);
                    holds == Some(true)
                }
                Ready::Nested(first, []) => self.assertions_hold(first, state)?,
                _ => true,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The state with new values.
pub fn applied(state: &State, writes: &Writes) -> State {
    let mut next = state.clone();
    next.extend(writes.iter().map(|(name, value)| (name.clone(), value.clone())));
    next
}
