//! What a rule can do in a configuration.
//!
//! The order of things is that of [`crate::Interpreter`]: in one step, conditions are decided first, then
//! places and values are read, then nested blocks go on, then assertions are looked at; locations change last.

use std::collections::BTreeMap;

use super::configuration::{BELOW, EXACT, MORE, NULL, OTHER};
use super::counted::agrees;
use super::data::{Domain, LocationChange, Partner, Rule};
use super::evaluate::{Asked, Computation, Need, Scene, Stop, below, domain, encoded, is_outside};
use super::oracle::Oracle;
use super::term::{Choices, ParameterizedStatement, Site, Steps, Term, Way};
use crate::Comparison;

/// What a run of a rule came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The configuration afterwards.
    Next(Vec<i16>),
    /// A fault.
    Fault,
    /// Something must be known first.
    Need(Need),
    /// Something that only works where all instances are known.
    Unsupported(&'static str),
}

/// All that a rule can do in a configuration, each outcome once. A rule with a mover needs one.
pub fn outcomes(scene: Scene<'_>, data: &[i16], rule: &Rule, mover: Option<usize>) -> Vec<Outcome> {
    let mut all = Vec::new();
    if !is_ready(scene, data, rule.movement, mover) {
        return all;
    }
    let mut oracle = Oracle::default();
    loop {
        let mut run = Computation::new(scene, &mut oracle, scene.shape.instances(data));
        let outcome = match run.fire(data, rule, mover) {
            // What counts instances does so afterwards, too.
            Ok(next) if scene.constant.is_none() && !agrees(scene.system, scene.shape, &next) => None,
            Ok(next) => Some(Outcome::Next(next)),
            Err(Stop::Blocked) => None,
            Err(Stop::Fault) => Some(Outcome::Fault),
            Err(Stop::Need(need)) => Some(Outcome::Need(need)),
            Err(Stop::Unsupported(what)) => Some(Outcome::Unsupported(what)),
        };
        all.extend(outcome.filter(|outcome| !all.contains(outcome)));
        if !oracle.advance() {
            return all;
        }
    }
}

/// What a state is said to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Whether it is so; a fault counts as false.
    Truth(bool),
    /// Something must be known first.
    Need(Need),
    /// Something that only works where all instances are known.
    Unsupported(&'static str),
}

/// All that a condition can be in the states of which the configuration is a part.
pub fn truths(scene: Scene<'_>, data: &[i16], condition: &Term) -> Vec<Said> {
    let mut all = Vec::new();
    let mut oracle = Oracle::default();
    loop {
        let mut run = Computation::new(scene, &mut oracle, scene.shape.instances(data));
        let state = run.decode(data);
        let said = match run.truth(&state, condition, &mut Vec::new()) {
            Ok(truth) => Some(Said::Truth(truth)),
            Err(Stop::Fault) => Some(Said::Truth(false)),
            Err(Stop::Blocked) => None,
            Err(Stop::Need(need)) => Some(Said::Need(need)),
            Err(Stop::Unsupported(what)) => Some(Said::Unsupported(what)),
        };
        all.extend(said.filter(|said| !all.contains(said)));
        if !oracle.advance() {
            return all;
        }
    }
}

/// Whether the location that a rule leaves is the present one.
fn is_ready(scene: Scene<'_>, data: &[i16], movement: Option<LocationChange>, mover: Option<usize>) -> bool {
    movement.is_none_or(|movement| data[location(scene, movement, mover)] == movement.from)
}

fn location(scene: Scene<'_>, movement: LocationChange, mover: Option<usize>) -> usize {
    let start = if movement.is_local { scene.shape.start(mover.unwrap_or(0)) } else { 0 };
    start + movement.variable
}

/// The new values of places.
type WrittenValues = BTreeMap<usize, i64>;

/// A statement whose conditions are decided.
enum SelectedStatement<'t> {
    Assign(&'t Site, &'t Term),
    Any(&'t Site, &'t Choices),
    Assert(&'t Term),
    Everybody(usize, usize, &'t Term),
    Nested(Vec<SelectedStatement<'t>>, &'t [Vec<ParameterizedStatement>]),
}

/// A statement whose places and values are read.
enum PreparedStatement<'t> {
    Writes(WrittenValues),
    Assert(&'t Term),
    Nested(Vec<PreparedStatement<'t>>, &'t [Vec<ParameterizedStatement>]),
}

impl Computation<'_, '_> {
    fn fire(&mut self, data: &[i16], rule: &Rule, mover: Option<usize>) -> Result<Vec<i16>, Stop> {
        let before = self.decode(data);
        let mut bound: Vec<i64> = mover.iter().map(|mover| *mover as i64).collect();
        let guard = self.truth(&before, &rule.guard, &mut bound);
        if guard == Ok(false) {
            return Err(Stop::Blocked);
        }
        let partner = match &rule.partner {
            Some(partner) => Some((partner, self.partner(data, partner, mover)?)),
            None => None,
        };
        guard?;
        if let Some((partner, position)) = partner {
            bound.push(position as i64);
            if !self.truth(&before, &partner.guard, &mut bound)? {
                return Err(Stop::Blocked);
            }
        }
        let writes = self.steps(&before, &rule.action, &mut bound)?;
        let mut after = applied(&before, &writes);
        if let Some(movement) = rule.movement {
            after[location(self.scene, movement, mover)] = i64::from(movement.to);
        }
        if let Some((partner, position)) = partner {
            after[location(self.scene, partner.movement, Some(position))] = i64::from(partner.movement.to);
        }
        for variable in &rule.forgotten {
            let domain = &self.scene.system.locals[*variable].domain;
            if let (Some(value), Some(mover)) = (super::inactive::empty(domain), mover) {
                after[self.scene.shape.start(mover) + variable] = i64::from(value);
            }
        }
        let changes_all = changes_everybody(&rule.action);
        self.facts_after(data, &before, &mut after, changes_all, mover)?;
        Ok(self.encode(&after))
    }

    /// One of the instances that can move together with the mover; where not all are known, one that must be known first is among them.
    fn partner(&mut self, data: &[i16], partner: &Partner, mover: Option<usize>) -> Result<usize, Stop> {
        let can_move = |one: &usize| {
            (!partner.is_another || Some(*one) != mover)
                && is_ready(self.scene, data, Some(partner.movement), Some(*one))
        };
        let asked = Asked::partner();
        let committed = self.scene.commitments.iter().find(|(one, _)| *one == asked).map(|(_, at)| *at);
        let known: Vec<usize> = match committed {
            Some(position) => vec![position],
            None => (0..self.instances).collect(),
        };
        let known: Vec<usize> = known.into_iter().filter(can_move).collect();
        let has_more = committed.is_none() && self.scene.constant.is_none();
        match known.len() + usize::from(has_more) {
            0 => Err(Stop::Blocked),
            count => {
                let chosen = self.oracle.choose(count);
                known.get(chosen).copied().ok_or(Stop::Need(Need::Partner))
            }
        }
    }

    fn steps(
        &mut self,
        state: &[i64],
        steps: &[Vec<ParameterizedStatement>],
        bound: &mut Vec<i64>,
    ) -> Result<WrittenValues, Stop> {
        let mut writes = WrittenValues::new();
        for step in steps {
            let between = applied(state, &writes);
            let selected = self.select(&between, step, bound)?;
            let prepared = self.prepare(&between, selected, bound)?;
            let new = self.complete(&between, &prepared, bound)?;
            self.assertions(&between, &prepared, bound)?;
            writes.extend(new);
            self.facts_hold = false;
        }
        Ok(writes)
    }

    /// Decides the conditions of a step, and of the first steps of its blocks.
    fn select<'t>(
        &mut self,
        state: &[i64],
        step: &'t [ParameterizedStatement],
        bound: &mut Vec<i64>,
    ) -> Result<Vec<SelectedStatement<'t>>, Stop> {
        let mut selected = Vec::with_capacity(step.len());
        for statement in step {
            selected.push(match statement {
                ParameterizedStatement::Assign(site, value) => SelectedStatement::Assign(site, value),
                ParameterizedStatement::Any(site, choices) => SelectedStatement::Any(site, choices),
                ParameterizedStatement::Assert(condition) => SelectedStatement::Assert(condition),
                ParameterizedStatement::Everybody { bound, variable, value } => {
                    SelectedStatement::Everybody(*bound, *variable, value)
                }
                ParameterizedStatement::Choose(ways) if ways.is_empty() => return Err(Stop::Blocked),
                ParameterizedStatement::Choose(ways) => {
                    let chosen = self.oracle.choose(ways.len());
                    self.enter(state, &ways[chosen], bound)?
                }
                ParameterizedStatement::If(condition, then, otherwise) => {
                    match (self.truth(state, condition, bound)?, otherwise) {
                        (true, _) => self.enter(state, then, bound)?,
                        (false, Some(otherwise)) => self.enter(state, otherwise, bound)?,
                        (false, None) => continue,
                    }
                }
            });
        }
        Ok(selected)
    }

    fn enter<'t>(
        &mut self,
        state: &[i64],
        way: &'t Way,
        bound: &mut Vec<i64>,
    ) -> Result<SelectedStatement<'t>, Stop> {
        if let Some(guard) = &way.guard
            && !self.truth(state, guard, bound)?
        {
            return Err(Stop::Blocked);
        }
        match way.steps.split_first() {
            None => Ok(SelectedStatement::Nested(Vec::new(), &[])),
            Some((first, rest)) => Ok(SelectedStatement::Nested(self.select(state, first, bound)?, rest)),
        }
    }

    fn prepare<'t>(
        &mut self,
        state: &[i64],
        selected: Vec<SelectedStatement<'t>>,
        bound: &mut Vec<i64>,
    ) -> Result<Vec<PreparedStatement<'t>>, Stop> {
        let mut prepared = Vec::with_capacity(selected.len());
        for one in selected {
            prepared.push(match one {
                SelectedStatement::Assign(site, value) if self.is_unseen(state, site, bound)? => {
                    // The domain of the variable is the same in each instance.
                    let value = self.value(state, value, bound)?;
                    self.fitting(self.scene.shape.globals + site.variable, value)?;
                    PreparedStatement::Writes(WrittenValues::new())
                }
                SelectedStatement::Assign(site, value) => {
                    let at = self.place(state, site, bound)?;
                    let value = self.value(state, value, bound)?;
                    PreparedStatement::Writes(WrittenValues::from([(at, self.fitting(at, value)?)]))
                }
                SelectedStatement::Any(site, choices) => {
                    let at = self.place(state, site, bound)?;
                    let value = self.any(state, at, choices, bound)?;
                    PreparedStatement::Writes(WrittenValues::from([(at, self.fitting(at, value)?)]))
                }
                SelectedStatement::Assert(condition) => PreparedStatement::Assert(condition),
                SelectedStatement::Everybody(number, variable, value) => {
                    let mut writes = WrittenValues::new();
                    for instance in 0..self.instances {
                        bound.truncate(number);
                        bound.push(instance as i64);
                        let value = self.value(state, value, bound);
                        bound.truncate(number);
                        writes.insert(self.scene.shape.start(instance) + variable, value?);
                    }
                    PreparedStatement::Writes(writes)
                }
                SelectedStatement::Nested(first, rest) => {
                    PreparedStatement::Nested(self.prepare(state, first, bound)?, rest)
                }
            });
        }
        Ok(prepared)
    }

    /// Whether a place belongs to an instance outside, and nobody will look there.
    fn is_unseen(&mut self, state: &[i64], site: &Site, bound: &mut Vec<i64>) -> Result<bool, Stop> {
        match &site.owner {
            Some(owner) if self.scene.is_blind && site.element.is_none() => {
                Ok(is_outside(self.value(state, owner, bound)?))
            }
            _ => Ok(false),
        }
    }

    /// Merges what the statements of a step write; two values for one place are a fault.
    fn complete(
        &mut self,
        state: &[i64],
        prepared: &[PreparedStatement<'_>],
        bound: &mut Vec<i64>,
    ) -> Result<WrittenValues, Stop> {
        let mut merged = WrittenValues::new();
        for one in prepared {
            let writes = match one {
                PreparedStatement::Writes(writes) => writes.clone(),
                PreparedStatement::Assert(_) => continue,
                PreparedStatement::Nested(first, rest) => {
                    let mut writes = self.complete(state, first, bound)?;
                    if !rest.is_empty() {
                        self.assertions(state, first, bound)?;
                        let later = self.steps(&applied(state, &writes), rest, bound)?;
                        writes.extend(later);
                    }
                    writes
                }
            };
            for (at, value) in writes {
                if let Some(before) = merged.insert(at, value)
                    && !self.agree(at, before, value)?
                {
                    return Err(Stop::Fault);
                }
            }
        }
        Ok(merged)
    }

    /// Whether two values that are written to one place are equal.
    fn agree(&mut self, at: usize, left: i64, right: i64) -> Result<bool, Stop> {
        match domain(self.scene.system, self.scene.shape, at) {
            Some(Domain::Pointer { .. }) => self.same(left, right),
            _ => self.compare(Comparison::Eq, left, right),
        }
    }

    fn assertions(
        &mut self,
        state: &[i64],
        prepared: &[PreparedStatement<'_>],
        bound: &mut Vec<i64>,
    ) -> Result<(), Stop> {
        for one in prepared {
            match one {
                PreparedStatement::Nested(first, []) => self.assertions(state, first, bound)?,
                PreparedStatement::Assert(condition) if !self.truth(state, condition, bound)? => {
                    return Err(Stop::Fault);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// One of the values among which an action chooses.
    fn any(
        &mut self,
        state: &[i64],
        at: usize,
        choices: &Choices,
        bound: &mut Vec<i64>,
    ) -> Result<i64, Stop> {
        let all = match choices {
            Choices::Domain => match domain(self.scene.system, self.scene.shape, at) {
                Some(domain) => self.values(domain)?,
                None => Vec::new(),
            },
            Choices::Instances => self.everybody(),
            Choices::Members(members) => {
                let mut all = Vec::with_capacity(members.len());
                for member in members {
                    all.push(self.value(state, member, bound)?);
                }
                all
            }
            Choices::Range(low, high) => {
                let (low, high) = (self.value(state, low, bound)?, self.value(state, high, bound)?);
                if low.abs() > 1 << 20 || high.abs() > 1 << 20 {
                    return Err(Stop::Unsupported("a choice among numbers without a fixed bound"));
                }
                (low..=high).collect()
            }
        };
        if all.is_empty() {
            return Err(Stop::Blocked);
        }
        Ok(all[self.oracle.choose(all.len())])
    }

    fn everybody(&mut self) -> Vec<i64> {
        let mut all: Vec<i64> = (0..self.instances as i64).collect();
        if self.scene.constant.is_none() {
            all.push(self.somebody());
        }
        all
    }

    fn values(&mut self, domain: &Domain) -> Result<Vec<i64>, Stop> {
        Ok(match domain {
            Domain::Bool => vec![0, 1],
            Domain::Range(low, high) => (i64::from(*low)..=i64::from(*high)).collect(),
            Domain::Members(count) => (0..i64::from(*count)).collect(),
            Domain::Locations(names) => (0..names.len() as i64).collect(),
            Domain::UpTo(low, offset) => match self.scene.constant {
                Some(constant) => {
                    let high = constant.checked_add(*offset).and_then(|high| i64::try_from(high).ok());
                    (i64::from(*low)..=high.ok_or(Stop::Unsupported("an overflow"))?).collect()
                }
                None => (i64::from(*low)..=i64::from(EXACT)).chain([super::evaluate::LARGE]).collect(),
            },
            Domain::Pointer { null, below } => {
                let mut all = self.everybody();
                all.extend(null.then_some(i64::from(NULL)));
                all.extend((0..i64::from(*below)).map(|at| i64::from(BELOW) - at));
                all
            }
        })
    }

    /// The value, if the place can hold it; all else is a fault.
    fn fitting(&mut self, at: usize, value: i64) -> Result<i64, Stop> {
        let fits = match domain(self.scene.system, self.scene.shape, at) {
            Some(Domain::Range(low, high)) => {
                let (low, high) = (i64::from(*low), i64::from(*high));
                self.compare(Comparison::Ge, value, low)? && self.compare(Comparison::Le, value, high)?
            }
            Some(Domain::UpTo(low, offset)) => {
                let (low, offset) = (i64::from(*low), *offset);
                let is_enough = self.counts_at_most(at, offset);
                self.compare(Comparison::Ge, value, low)? && (is_enough || self.is_at_most(value, offset)?)
            }
            Some(Domain::Pointer { null: false, .. }) if value == i64::from(NULL) => false,
            Some(Domain::Pointer { below: possible, .. }) => {
                below(value).is_none_or(|at| at < i64::from(*possible))
            }
            _ => true,
        };
        if !fits {
            return Err(Stop::Fault);
        }
        self.kept(at, value)
    }

    /// Whether a number counts instances, and there are never more than its type allows.
    fn counts_at_most(&self, at: usize, offset: i128) -> bool {
        let system = self.scene.system;
        let most = system.last_offset.checked_sub(system.first_index).and_then(|last| last.checked_add(1));
        self.scene.constant.is_none()
            && system.counted.iter().any(|one| one.variable == at)
            && most.is_some_and(|most| most <= offset)
    }

    /// Whether a number is at most the constant plus an offset. A number that was there and did not grow is.
    fn is_at_most(&mut self, value: i64, offset: i128) -> Result<bool, Stop> {
        use super::evaluate::LARGE;
        let system = self.scene.system;
        let widest = system.globals.iter().chain(&system.locals).all(|variable| match &variable.domain {
            Domain::UpTo(_, other) => *other <= offset,
            _ => true,
        });
        if widest && (LARGE / 2..=LARGE).contains(&value) {
            return Ok(true);
        }
        let high = self.value(&[], &Term::Size(i64::try_from(offset).unwrap_or(0)), &mut Vec::new())?;
        self.compare(Comparison::Le, value, high)
    }

    /// A number as it is kept: large ones that became smaller are one of several.
    fn kept(&mut self, at: usize, value: i64) -> Result<i64, Stop> {
        use super::evaluate::LARGE;
        let is_open = matches!(domain(self.scene.system, self.scene.shape, at), Some(Domain::UpTo(..)));
        if self.scene.constant.is_some() || !is_open && value < LARGE / 2 {
            return Ok(value);
        }
        if !is_open {
            return Err(Stop::Unsupported("a number without a fixed bound is assigned to one that has one"));
        }
        if value > LARGE * 2 {
            return Err(Stop::Unsupported("the open constant is assigned"));
        }
        if value < LARGE / 2 {
            return Ok(if value > i64::from(EXACT) { LARGE } else { value });
        }
        let fewer = (LARGE - value).max(0);
        Ok(match i64::try_from(self.oracle.choose(fewer as usize + 1)).unwrap_or(0) {
            0 => LARGE,
            less => i64::from(EXACT) + 1 - less,
        })
    }

    /// The facts of the configuration afterwards.
    ///
    /// An instance outside is as it was. If the fact was true and of none of those inside, it is true of one
    /// outside; if it was true of one inside that it is no longer true of, it may be true of one outside.
    fn facts_after(
        &mut self,
        data: &[i16],
        before: &[i64],
        after: &mut [i64],
        changes_all: bool,
        mover: Option<usize>,
    ) -> Result<(), Stop> {
        for (number, fact) in self.scene.facts.iter().enumerate() {
            let at = self.scene.system.globals.len() + number;
            let (mut was_inside, mut is_inside) = (false, false);
            for instance in 0..self.instances {
                was_inside |= self.fact_of(before, fact, instance)?;
                is_inside |= self.fact_of(after, fact, instance)?;
            }
            let is_known = is_inside || self.scene.constant.is_some();
            after[at] = if is_known {
                i64::from(is_inside)
            } else if changes_all {
                self.oracle.choose(2) as i64
            } else if before[at] == 0 || !was_inside {
                before[at]
            } else {
                self.near(data, before, mover)?;
                self.oracle.choose(2) as i64
            };
        }
        Ok(())
    }

    /// Asks for the instances that global variables and those of the mover lead to.
    fn near(&mut self, data: &[i16], before: &[i64], mover: Option<usize>) -> Result<(), Stop> {
        if !self.scene.has_room {
            return Ok(());
        }
        let shape = self.scene.shape;
        let own = mover
            .into_iter()
            .flat_map(|mover| shape.local_pointers.iter().map(move |local| shape.start(mover) + local));
        match shape
            .global_pointers
            .iter()
            .copied()
            .chain(own)
            .find(|at| data[*at] == OTHER && is_outside(before[*at]))
        {
            Some(at) => Err(Stop::Need(Need::Target(at))),
            None => Ok(()),
        }
    }

    fn encode(&self, state: &[i64]) -> Vec<i16> {
        let (system, shape) = (self.scene.system, self.scene.shape);
        let encode = |(at, value): (usize, &i64)| match domain(system, shape, at) {
            Some(Domain::Pointer { .. }) => encoded(*value),
            Some(Domain::UpTo(..)) if *value > super::evaluate::LARGE / 2 => MORE,
            _ => i16::try_from(*value).unwrap_or(MORE),
        };
        state.iter().enumerate().map(encode).collect()
    }
}

fn applied(state: &[i64], writes: &WrittenValues) -> Vec<i64> {
    let mut after = state.to_vec();
    for (at, value) in writes {
        after[*at] = *value;
    }
    after
}

/// Whether what is written to instances outside can be left out without a trace: everything is written at once,
/// no variable is written twice, and no fact reads one of them.
pub fn can_be_blind(rule: &Rule, facts: &[super::evaluate::Fact]) -> bool {
    let mut written = Vec::new();
    let is_single = rule.action.len() <= 1 && collect_written(&rule.action, &mut written);
    let is_distinct = (0..written.len()).all(|at| !written[..at].contains(&written[at]));
    let is_read = |variable: &usize| {
        let mut reads = |term: &Term| matches!(term, Term::Read(site) if site.variable == *variable);
        facts.iter().any(|fact| fact.quantification.body.any(&mut reads))
    };
    is_single && is_distinct && !written.iter().any(is_read)
}

/// The variables of instances that are written; false if something is written in several steps or branches.
fn collect_written(steps: &Steps, written: &mut Vec<usize>) -> bool {
    steps.len() <= 1
        && steps.iter().flatten().all(|statement| match statement {
            ParameterizedStatement::Assign(site, _) | ParameterizedStatement::Any(site, _) => {
                written.extend(site.owner.is_some().then_some(site.variable));
                site.element.is_none()
            }
            ParameterizedStatement::Assert(_) => true,
            ParameterizedStatement::If(_, then, otherwise) => {
                // Only one of the branches is taken, so that a variable may be written in both.
                let (mut left, mut right) = (Vec::new(), Vec::new());
                let single = collect_written(&then.steps, &mut left)
                    && otherwise.as_ref().is_none_or(|way| collect_written(&way.steps, &mut right));
                right.retain(|variable| !left.contains(variable));
                left.extend(right);
                written.extend(left);
                single
            }
            ParameterizedStatement::Choose(_) | ParameterizedStatement::Everybody { .. } => false,
        })
}

fn changes_everybody(steps: &Steps) -> bool {
    let way = |way: &Way| changes_everybody(&way.steps);
    steps.iter().flatten().any(|statement| match statement {
        ParameterizedStatement::Everybody { .. } => true,
        ParameterizedStatement::Choose(ways) => ways.iter().any(way),
        ParameterizedStatement::If(_, then, otherwise) => way(then) || otherwise.as_ref().is_some_and(way),
        _ => false,
    })
}
