//! The value of a term where only some instances are known.
//!
//! What the known instances do not decide is chosen: the computation is run once for each choice, and some run
//! agrees with each state that the configuration is a part of. Where a pointer to an instance outside is
//! followed or compared with another such pointer, and where a quantifier asks for an instance outside, the run
//! ends and says what must be known before it is made again ([`Need`]).

use super::configuration::{BELOW, ConfigurationShape, EXACT, MORE, NULL, OTHER};
use super::data::{Domain, ParameterizedSystem};
use super::oracle::Oracle;
use super::term::{Quantification, Quantifier, Site, Term};
use crate::{Comparison, Operation};

/// Why a run ends before its end.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// A fault.
    Fault,
    /// The rule cannot be taken, or the choices contradict each other.
    Blocked,
    /// Something outside must be known.
    Need(Need),
    /// A construct that only works where all instances are known.
    Unsupported(&'static str),
}

/// What must be known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Need {
    /// The instance that the pointer at this place leads to.
    Target(usize),
    /// An instance for which the body of a quantifier holds, or does not hold.
    Witness(Asked),
    /// An instance that moves together with the mover.
    Partner,
}

/// A quantifier, with the instances that are bound around it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The number of the quantifier.
    pub number: u32,
    /// The instances.
    pub bound: Vec<i64>,
}

impl Need {
    /// What the instance that was made known is committed to, if to anything.
    pub fn commitment(&self) -> Option<Asked> {
        match self {
            Need::Target(_) => None,
            Need::Witness(asked) => Some(asked.clone()),
            Need::Partner => Some(Asked::partner()),
        }
    }
}

impl Asked {
    /// What an instance is committed to that moves together with the mover.
    pub fn partner() -> Asked {
        Asked { number: u32::MAX, bound: Vec::new() }
    }
}

/// A fact about all instances that configurations carry: for some of them the body of a quantifier holds, or
/// where that is a `forall`, does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The quantifier, whose body reads nothing but the variables of its own instance.
    pub quantification: Quantification,
}

impl Fact {
    /// The fact about the quantifier with this number, if its body reads nothing but its own instance.
    pub fn numbered(system: &ParameterizedSystem, number: u32) -> Option<Fact> {
        let quantification = system.quantification(number)?;
        quantification.is_own(system).then(|| Fact { quantification: quantification.clone() })
    }
}

/// What a configuration is a part of.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The system.
    pub system: &'a ParameterizedSystem,
    /// Where everything stands.
    pub shape: &'a ConfigurationShape,
    /// The facts that configurations carry.
    pub facts: &'a [Fact],
    /// The value of the constant, if nothing is outside.
    pub constant: Option<i128>,
    /// Whether more instances can be made known.
    pub has_room: bool,
    /// In a question about a state, so many instances were chosen such that they are witnesses of whatever has
    /// witnesses.
    pub witnesses: Option<usize>,
    /// Whether what is written to instances outside is left out: whoever looks at the configuration afterwards
    /// does not look at them. Places and values are evaluated all the same.
    pub is_blind: bool,
    /// Which instances were made known as witnesses.
    pub commitments: &'a [(Asked, usize)],
}

/// Pointers to instances outside are told apart by the place that held them at the beginning.
const OUTSIDE: i64 = -(1 << 20);
/// Instances outside that were chosen; nothing is known of them.
const CHOSEN: i64 = -(1 << 30);
/// A number above [`EXACT`], to which small numbers are added.
pub(super) const LARGE: i64 = 1 << 40;
/// The open constant, to which small numbers are added.
const OPEN: i64 = 1 << 50;

/// A computation in a scene.
pub struct Computation<'r, 'a> {
    pub(super) scene: Scene<'a>,
    pub(super) oracle: &'r mut Oracle,
    pub(super) instances: usize,
    /// Whether facts are still about the state at hand.
    pub(super) facts_hold: bool,
    pub(super) chosen: i64,
    around: Around,
}

/// What stands around a term, up to the next quantifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    /// No quantifier.
    Nothing,
    /// The body of a quantifier whose witnesses are known, as far as what stands here agrees with it: where a
    /// quantifier here is a `forall` (or else an `exists`), its witnesses are known too.
    Body {
        /// Whether it is a `forall`.
        universal: bool,
    },
    /// Anything else.
    Mixed,
}

impl Around {
    fn negated(self) -> Around {
        match self {
            Around::Body { universal } => Around::Body { universal: !universal },
            same => same,
        }
    }

    /// Whether the witnesses of such a quantifier are known here.
    fn admits(self, quantifier: Quantifier) -> bool {
        match self {
            Around::Nothing => true,
            Around::Body { universal } => {
                quantifier == if universal { Quantifier::Forall } else { Quantifier::Exists }
            }
            Around::Mixed => false,
        }
    }
}

type Evaluated<T> = Result<T, Stop>;

impl<'r, 'a> Computation<'r, 'a> {
    /// A computation on a configuration with so many instances.
    pub fn new(scene: Scene<'a>, oracle: &'r mut Oracle, instances: usize) -> Self {
        Computation { scene, oracle, instances, facts_hold: true, chosen: 0, around: Around::Nothing }
    }

    /// The values of a configuration.
    pub fn decode(&self, data: &[i16]) -> Vec<i64> {
        let (shape, system) = (self.scene.shape, self.scene.system);
        let mut state: Vec<i64> = data.iter().map(|value| i64::from(*value)).collect();
        for at in shape.pointers(data) {
            if data[at] == OTHER {
                state[at] = OUTSIDE - at as i64;
            }
        }
        if self.scene.constant.is_none() {
            for (at, value) in state.iter_mut().enumerate() {
                if matches!(domain(system, shape, at), Some(Domain::UpTo(..))) && data[at] == MORE {
                    *value = LARGE;
                }
            }
        }
        state
    }

    /// The truth of a Boolean term.
    pub fn truth(&mut self, state: &[i64], term: &Term, bound: &mut Vec<i64>) -> Evaluated<bool> {
        Ok(self.value(state, term, bound)? != 0)
    }

    /// The value of a term.
    pub fn value(&mut self, state: &[i64], term: &Term, bound: &mut Vec<i64>) -> Evaluated<i64> {
        match term {
            Term::Const(value) => Ok(*value),
            Term::Nowhere(pointer) => Ok(i64::from(*pointer)),
            Term::Bound(number) => Ok(bound[*number]),
            Term::Size(offset) => match self.scene.constant {
                Some(constant) => i64::try_from(constant).ok().and_then(|size| size.checked_add(*offset)),
                None => OPEN.checked_add(*offset),
            }
            .ok_or(Stop::Unsupported("an overflow")),
            Term::Read(site) => Ok(state[self.place(state, site, bound)?]),
            Term::Not(term) => {
                let truth = self.within(self.around.negated(), |run| run.truth(state, term, bound))?;
                Ok(i64::from(!truth))
            }
            Term::And(all) => self.connective(state, all, false, bound),
            Term::Or(all) => self.connective(state, all, true, bound),
            Term::Compare(comparison, left, right) => {
                let around = if self.around == Around::Nothing { Around::Nothing } else { Around::Mixed };
                let compared = |run: &mut Self| run.compare_terms(state, *comparison, left, right, bound);
                self.within(around, compared).map(i64::from)
            }
            Term::Same(left, right) => {
                let left = self.value(state, left, bound)?;
                let right = self.value(state, right, bound)?;
                self.same(left, right).map(i64::from)
            }
            Term::Instance(pointer) => match self.value(state, pointer, bound)? {
                value if value >= 0 || value <= OUTSIDE => Ok(value),
                _ => Err(Stop::Fault),
            },
            Term::Negate(term) => {
                let value = self.value(state, term, bound)?;
                self.arithmetic(Operation::Sub, 0, value)
            }
            Term::Absolute(term) => {
                let value = self.value(state, term, bound)?;
                if value < LARGE / 2 { Ok(value.abs()) } else { Err(UNKNOWN_NUMBER) }
            }
            Term::Arithmetic(operation, left, right) => {
                let left = self.value(state, left, bound)?;
                let right = self.value(state, right, bound)?;
                self.arithmetic(*operation, left, right)
            }
            Term::If(condition, then, otherwise) => {
                let around = if self.around == Around::Nothing { Around::Nothing } else { Around::Mixed };
                let holds = self.within(around, |run| run.truth(state, condition, bound))?;
                self.value(state, if holds { then } else { otherwise }, bound)
            }
            Term::Quantified(quantification) => self.quantified(state, quantification, bound),
        }
    }

    fn within<T>(&mut self, around: Around, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.around, around);
        let result = work(self);
        self.around = before;
        result
    }

    fn connective(
        &mut self,
        state: &[i64],
        all: &[Term],
        stop: bool,
        bound: &mut Vec<i64>,
    ) -> Evaluated<i64> {
        for term in all {
            if self.truth(state, term, bound)? == stop {
                return Ok(i64::from(stop));
            }
        }
        Ok(i64::from(!stop))
    }

    /// Whether two pointers are the same.
    pub(super) fn same(&mut self, left: i64, right: i64) -> Evaluated<bool> {
        if left == right {
            return Ok(true);
        }
        if left > OUTSIDE || right > OUTSIDE {
            // An instance outside is none of those inside.
            return Ok(false);
        }
        match [left, right].into_iter().find(|pointer| *pointer > CHOSEN) {
            Some(pointer) if self.scene.has_room => Err(Stop::Need(Need::Target(origin(pointer)))),
            _ => Ok(self.oracle.choose(2) == 1),
        }
    }

    /// Where in the state a variable stands.
    pub(super) fn place(&mut self, state: &[i64], site: &Site, bound: &mut Vec<i64>) -> Evaluated<usize> {
        let start = match &site.owner {
            None => 0,
            Some(owner) => match self.value(state, owner, bound)? {
                position if position >= 0 => self.scene.shape.start(position as usize),
                outside if outside <= CHOSEN => {
                    return Err(Stop::Unsupported("a variable of an instance that was chosen"));
                }
                outside if outside <= OUTSIDE => {
                    return Err(Stop::Need(Need::Target(origin(outside))));
                }
                _ => return Err(Stop::Fault),
            },
        };
        let element = match &site.element {
            None => 0,
            Some(element) => {
                let index = self.value(state, &element.index, bound)?;
                if index > LARGE / 2 {
                    return Err(UNKNOWN_NUMBER);
                }
                let position = index.checked_sub(element.low).and_then(|at| usize::try_from(at).ok());
                position.filter(|at| *at < element.count).ok_or(Stop::Fault)?
            }
        };
        Ok(start + site.variable + element)
    }

    pub(super) fn arithmetic(&self, operation: Operation, left: i64, right: i64) -> Evaluated<i64> {
        let (left_known, right_known) = (left < LARGE / 2, right < LARGE / 2);
        let is_shift = matches!(operation, Operation::Add) && (left_known || right_known)
            || matches!(operation, Operation::Sub) && right_known;
        if !(left_known && right_known || is_shift) {
            return Err(UNKNOWN_NUMBER);
        }
        let result = match operation {
            Operation::Add => left.checked_add(right),
            Operation::Sub => left.checked_sub(right),
            Operation::Mul => left.checked_mul(right),
            Operation::Div | Operation::Mod if right == 0 => return Err(Stop::Fault),
            Operation::Div => floor(left, right),
            Operation::Mod => floor(left, right).and_then(|q| left.checked_sub(right.checked_mul(q)?)),
            Operation::Min => Some(left.min(right)),
            Operation::Max => Some(left.max(right)),
        };
        // Numbers that are known stay far below those that stand for unknown ones.
        let result = result.ok_or(Stop::Unsupported("an overflow"))?;
        if left_known && right_known && result.abs() > LARGE / 4 {
            return Err(Stop::Unsupported("an overflow"));
        }
        Ok(result)
    }

    fn compare_terms(
        &mut self,
        state: &[i64],
        comparison: Comparison,
        left: &Term,
        right: &Term,
        bound: &mut Vec<i64>,
    ) -> Evaluated<bool> {
        if let Term::Quantified(counted) = left
            && counted.quantifier == Quantifier::Count
            && self.scene.constant.is_none()
        {
            let right = self.value(state, right, bound)?;
            return self.count_compares(state, counted, comparison, right, bound);
        }
        if let Term::Quantified(counted) = right
            && counted.quantifier == Quantifier::Count
            && self.scene.constant.is_none()
        {
            let left = self.value(state, left, bound)?;
            return self.count_compares(state, counted, mirrored(comparison), left, bound);
        }
        let left = self.value(state, left, bound)?;
        let right = self.value(state, right, bound)?;
        self.compare(comparison, left, right)
    }

    /// Compares two numbers, of which one or both may be known only from below.
    pub(super) fn compare(&mut self, comparison: Comparison, left: i64, right: i64) -> Evaluated<bool> {
        if left < LARGE / 2 && right < LARGE / 2 {
            return Ok(compare(comparison, left, right));
        }
        if left >= LARGE / 2 && right >= LARGE / 2 {
            if left.abs_diff(right) < (LARGE / 2) as u64 && left == right && left >= OPEN / 2 {
                return Ok(compare(comparison, 0, 0));
            }
            return Ok(self.oracle.choose(2) == 1);
        }
        if right >= LARGE / 2 {
            return self.compare(mirrored(comparison), right, left);
        }
        let least = self.least(left);
        let mut truths =
            (least..=least.max(right).saturating_add(1)).map(|left| compare(comparison, left, right));
        let first = truths.next().unwrap_or(false);
        if truths.all(|truth| truth == first) {
            return Ok(first);
        }
        Ok(self.oracle.choose(2) == 1)
    }

    /// The least value of a number that is known only from below.
    fn least(&self, value: i64) -> i64 {
        if value >= OPEN / 2 {
            let system = self.scene.system;
            let constant = system.least.max(system.constant_for(self.instances));
            return i64::try_from(constant).unwrap_or(0).saturating_add(value - OPEN);
        }
        i64::from(EXACT) + 1 + (value - LARGE)
    }

    fn quantified(
        &mut self,
        state: &[i64],
        quantification: &Quantification,
        bound: &mut Vec<i64>,
    ) -> Evaluated<i64> {
        if self.scene.constant.is_some() {
            return self.over_all(state, quantification, bound);
        }
        match quantification.quantifier {
            Quantifier::Forall => self.count_compares(state, quantification, Comparison::Lt, 1, bound),
            Quantifier::Exists => self.count_compares(state, quantification, Comparison::Ge, 1, bound),
            Quantifier::Count => return Err(Stop::Unsupported("a count that is not compared with a number")),
        }
        .map(i64::from)
    }

    /// A quantifier where all instances are known, in the order of their indices.
    fn over_all(
        &mut self,
        state: &[i64],
        quantification: &Quantification,
        bound: &mut Vec<i64>,
    ) -> Evaluated<i64> {
        let mut count = 0;
        for instance in 0..self.instances {
            let holds = self.body(state, quantification, instance, bound)?;
            match quantification.quantifier {
                Quantifier::Forall if !holds => return Ok(0),
                Quantifier::Exists if holds => return Ok(1),
                Quantifier::Count => count += i64::from(holds),
                Quantifier::Forall | Quantifier::Exists => {}
            }
        }
        Ok(match quantification.quantifier {
            Quantifier::Forall => 1,
            Quantifier::Exists => 0,
            Quantifier::Count => count,
        })
    }

    fn body(
        &mut self,
        state: &[i64],
        quantification: &Quantification,
        instance: usize,
        bound: &mut Vec<i64>,
    ) -> Evaluated<bool> {
        bound.truncate(quantification.bound);
        bound.push(instance as i64);
        let truth = self.truth(state, &quantification.body, bound);
        bound.truncate(quantification.bound);
        truth
    }

    /// Whether the number of instances for which the body holds (for `forall`: does not hold) compares so.
    ///
    /// Those that are known give a lower bound of it, and there may be more outside.
    fn count_compares(
        &mut self,
        state: &[i64],
        quantification: &Quantification,
        comparison: Comparison,
        number: i64,
        bound: &mut Vec<i64>,
    ) -> Evaluated<bool> {
        if number >= LARGE / 2 {
            return Ok(self.oracle.choose(2) == 1);
        }
        bound.truncate(quantification.bound);
        let known = self.known(state, quantification, bound)?;
        let at = |count: i64| compare(comparison, count, number);
        let uniform = |from: i64| (from..=from.max(number) + 2).all(|count| at(count) == at(from));
        if uniform(known) {
            return Ok(at(known));
        }
        let mut must_exist = false;
        if known == 0
            && self.facts_hold
            && let Some(fact) = self.fact(quantification.number)
        {
            if state[fact] == 0 {
                return Ok(at(0));
            }
            if uniform(1) {
                return Ok(at(1));
            }
            must_exist = true;
        }
        if self.scene.witnesses.is_some() && self.around.admits(quantification.quantifier) && !must_exist {
            return Ok(at(known));
        }
        if !must_exist && self.oracle.choose(2) == 0 {
            return Ok(at(known));
        }
        if self.scene.has_room && self.scene.witnesses.is_none() {
            let asked = Asked { number: quantification.number, bound: bound.clone() };
            return Err(Stop::Need(Need::Witness(asked)));
        }
        Ok(self.oracle.choose(2) == 1)
    }

    /// How many of the known instances are counted for certain.
    fn known(
        &mut self,
        state: &[i64],
        quantification: &Quantification,
        bound: &mut Vec<i64>,
    ) -> Evaluated<i64> {
        let wanted = quantification.quantifier != Quantifier::Forall;
        let asked = Asked { number: quantification.number, bound: bound.clone() };
        let inside = match quantification.quantifier {
            _ if !self.around.admits(quantification.quantifier) => Around::Mixed,
            Quantifier::Forall => Around::Body { universal: true },
            Quantifier::Exists => Around::Body { universal: false },
            Quantifier::Count => Around::Mixed,
        };
        let mut count = 0;
        for instance in 0..self.scene.witnesses.unwrap_or(self.instances).min(self.instances) {
            let truth = self.within(inside, |run| run.body(state, quantification, instance, bound));
            let is_committed =
                self.scene.commitments.iter().any(|(one, at)| *at == instance && *one == asked);
            match truth {
                Ok(truth) => {
                    count += i64::from(truth == wanted);
                    if is_committed && truth != wanted {
                        return Err(Stop::Blocked);
                    }
                }
                // Another instance may decide before this one is looked at.
                Err(Stop::Fault) => {
                    if self.oracle.choose(2) == 0 {
                        return Err(Stop::Fault);
                    }
                }
                // What an instance that is not asked about needs is left open, as if it were outside.
                Err(Stop::Need(_)) if self.scene.witnesses.is_none() && !is_committed => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(count)
    }

    /// Where the fact about a quantifier stands.
    fn fact(&self, number: u32) -> Option<usize> {
        let at = self.scene.facts.iter().position(|fact| fact.quantification.number == number)?;
        Some(self.scene.system.globals.len() + at)
    }

    /// Whether the fact is true of an instance.
    pub(super) fn fact_of(&mut self, state: &[i64], fact: &Fact, instance: usize) -> Evaluated<bool> {
        let quantification = &fact.quantification;
        let mut bound = vec![i64::from(NULL); quantification.bound];
        let truth = self.body(state, quantification, instance, &mut bound)?;
        Ok(truth == (quantification.quantifier != Quantifier::Forall))
    }

    /// An instance outside of which nothing is known.
    pub(super) fn somebody(&mut self) -> i64 {
        self.chosen += 1;
        CHOSEN - self.chosen
    }
}

const UNKNOWN_NUMBER: Stop = Stop::Unsupported("arithmetic on a number without a fixed bound");

/// The place that held a pointer at the beginning.
fn origin(pointer: i64) -> usize {
    usize::try_from(OUTSIDE - pointer).unwrap_or(0)
}

/// The pointer as a configuration has it.
pub(super) fn encoded(pointer: i64) -> i16 {
    if pointer <= OUTSIDE { OTHER } else { i16::try_from(pointer).unwrap_or(OTHER) }
}

/// A value that stands for itself.
pub(super) fn plain(value: i64) -> Option<i16> {
    i16::try_from(value).ok().filter(|value| *value != MORE)
}

/// Whether a pointer leads to an instance outside.
pub(super) fn is_outside(pointer: i64) -> bool {
    pointer <= OUTSIDE
}

/// How many values below the first index a pointer is, if it is one of them.
pub(super) fn below(pointer: i64) -> Option<i64> {
    (pointer <= i64::from(BELOW) && pointer > OUTSIDE).then(|| i64::from(BELOW) - pointer)
}

/// The values of what stands at a place of a configuration; none for facts.
pub(super) fn domain<'a>(
    system: &'a ParameterizedSystem,
    shape: &ConfigurationShape,
    at: usize,
) -> Option<&'a Domain> {
    match at.checked_sub(shape.globals) {
        None => system.globals.get(at).map(|variable| &variable.domain),
        Some(local) => Some(&system.locals[local % shape.locals].domain),
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        same => same,
    }
}

fn compare(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Le => left <= right,
        Comparison::Gt => left > right,
        Comparison::Ge => left >= right,
    }
}

fn floor(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let is_exact = quotient.checked_mul(right)? == left;
    if !is_exact && ((left < 0) != (right < 0)) { quotient.checked_sub(1) } else { Some(quotient) }
}
