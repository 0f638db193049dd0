//! One attempt at one property: the states that are looked at, and the fixpoints over them.

use super::bench::{Bench, Shortcuts};
use super::countless::Countless;
use super::tactic::Tactic;
use super::{branching, largest, linear, safety};
use crate::bounds::{Bounds, Endless};
use crate::condition::Conditions;
use crate::fairness::conditions;
use crate::job::{End, Job};
use crate::layers::Layers;
use crate::ltl::Negation;
use crate::steps::Steps;
use crate::words::Words;
use state_sets::{Complement, Limited, Side, Variable};
use std::cell::RefCell;
use system::{Answer, Expr, Question, Statistics, Verdict};

/// The question of an attempt, without its outermost rigid variables.
pub(super) enum Ask<'q> {
    /// What single states decide, CTL, or a largest value.
    Plain(&'q Question),
    /// LTL: the automaton of the negation, and the variable that holds its state.
    Linear(&'q Negation, Variable),
}

/// What an attempt works with.
pub(super) struct Attempt<'a, D: Complement> {
    /// What it shares with others.
    pub bench: &'a Bench<'a, D>,
    /// Its steps among the states that are looked at, and how paths become traces.
    pub job: Job<'a, D>,
    /// How it is done.
    pub tactic: Tactic,
    /// What a fair path does.
    pub fair: Conditions<D>,
    shortcuts: Shortcuts<D>,
}

/// Exact iterates before sets for evidence are widened, where the tactic itself is exact.
const EVIDENCE_SEED: u64 = 3;

/// An answer, or why the property is still open.
pub(super) type Tried = Result<Result<Answer, String>, End>;

/// Tries one property with one tactic.
pub(super) fn attempt<D: Countless>(
    bench: &Bench<'_, D>,
    ask: &Ask<'_>,
    tactic: Tactic,
    sets: &str,
) -> Tried {
    // Sums say something only of what goes on for ever.
    let speaks_of_paths = matches!(ask, Ask::Plain(Question::Ctl(_)) | Ask::Linear(..));
    let tactic = Tactic { ranked: tactic.ranked && speaks_of_paths, ..tactic };
    bench.model.meter.restart();
    bench.measures.borrow_mut().clear();
    let shortcuts = bench.shortcuts(tactic)?;
    if bench.is_idle(tactic) {
        return Ok(Err("no loop has a shortcut".into()));
    }
    let steps = match tactic.restrict {
        true => Steps::new(&bench.model, bench.reachable_bound(tactic)?),
        false => bench.steps()?,
    };
    let job = Job {
        system: bench.system,
        lowered: bench.lowered,
        steps,
        explored: false,
        layers: RefCell::new(Layers::new(&bench.model.initial, None)),
        points_each: 1,
        manner: sets.to_owned(),
    };
    let fair = match ask {
        Ask::Plain(Question::Ctl(_)) | Ask::Linear(..) => {
            conditions(bench.system, &job.steps, &|e: &Expr| job.condition(e))?
        }
        Ask::Plain(_) => Conditions::default(),
    };
    let attempt = Attempt { bench, job, tactic, fair, shortcuts };
    match ask {
        Ask::Plain(Question::Ctl(formula)) => branching::answer(&attempt, formula),
        Ask::Plain(Question::Bound(expression)) => largest::answer(&attempt, expression),
        Ask::Plain(question) => safety::answer(&attempt, question),
        Ask::Linear(negation, variable) => linear::answer(&attempt, *variable, negation),
    }
}

impl<D: Countless> Attempt<'_, D> {
    /// Works with bounds over the states that are looked at.
    pub fn bounds<T>(&self, work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>) -> Limited<T> {
        self.bench.bounds(&self.job.steps, &self.fair, &self.shortcuts, self.tactic, work)
    }

    /// Works with bounds along other steps, with other conditions of fairness.
    pub fn bounds_along<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>,
    ) -> Limited<T> {
        self.bench.bounds(steps, fair, &[], self.tactic, work)
    }

    /// Works with bounds that end, for evidence, along these steps.
    pub fn evidence_along<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        work: impl FnOnce(&Bounds<'_, D>) -> T,
    ) -> Limited<T> {
        let seed = Some(self.tactic.seed.unwrap_or(EVIDENCE_SEED));
        let tactic = Tactic { seed, ranked: false, ..self.tactic };
        self.bench.bounds(steps, fair, &[], tactic, |bounds| Ok(work(bounds)))
    }

    /// Where a path goes on for ever, in words.
    pub fn endless(&self, found: &Endless<D::Set>) -> Limited<String> {
        let domain = self.job.steps.domain();
        let mut text = match &found.rises {
            Some(sum) => format!("from there on {} can rise for ever", self.words().sum(sum)),
            None => "from there on a path can go on for ever".to_owned(),
        };
        // What is told must be the set.
        if let Some(told) = domain.describe(&found.states)?
            && domain.is_equal(&domain.set(&told)?, &found.states)?
            && let Some(told) = self.words().formula(&told)
        {
            text.push_str(&format!(" inside: {told}"));
        }
        Ok(text)
    }

    fn words(&self) -> Words<'_> {
        Words { system: self.job.system, lowered: self.job.lowered }
    }

    /// Whether nothing is widened.
    pub fn is_exact(&self) -> bool {
        self.tactic.seed.is_none()
    }

    /// The side on which fixpoints are wanted to show that something is not reached.
    pub fn above(&self) -> Side {
        if self.is_exact() { Side::Exact } else { Side::Above }
    }

    /// The side on which fixpoints are wanted to show that something holds.
    pub fn below(&self) -> Side {
        if self.is_exact() { Side::Exact } else { Side::Below }
    }

    /// A positive answer so far.
    pub fn answer(&self) -> Answer {
        let strategy = format!("{}, {}", self.tactic, self.job.manner);
        let mut answer = Answer::new(Verdict::Holds, "symbolic", strategy);
        answer.statistics = self.statistics();
        answer.reason = self.reason();
        answer
    }

    /// An answer that was found otherwise, as one of this attempt.
    pub fn own(&self, found: Answer) -> Answer {
        let plain = self.answer();
        Answer { strategy: plain.strategy, statistics: plain.statistics, ..found }
    }

    /// What the sums that helped say.
    fn reason(&self) -> Option<String> {
        let measures = self.bench.measures.borrow();
        let mut shown: Vec<String> = Vec::new();
        for text in measures.iter().map(|measure| self.words().sum(&measure.sum())) {
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        match shown.as_slice() {
            [] => None,
            [one] => Some(format!("any other run would decrease {one} for ever, which has a lower bound")),
            many => {
                let many = many.join(", then ");
                Some(format!(
                    "any other run would decrease for ever, in this order, {many}, which have lower bounds"
                ))
            }
        }
    }

    fn statistics(&self) -> Statistics {
        let model = &self.bench.model;
        let relations = model.moves.iter().map(|motion| model.domain.relation_weight(&motion.relation));
        let mut statistics: Statistics = vec![
            ("iterations", model.meter.iterations().into()),
            ("peak_set_size", model.meter.peak().into()),
            ("relation_size", relations.sum::<usize>().into()),
            ("construction_microseconds", self.bench.construction.into()),
        ];
        if !self.shortcuts.is_empty() {
            statistics.push(("shortcuts", self.shortcuts.len().into()));
        }
        statistics
    }

    /// The initial states, all of which are looked at.
    pub fn initial(&self) -> &D::Set {
        &self.bench.model.initial
    }

    /// Whether two sets have no state in common.
    pub fn apart(&self, left: &D::Set, right: &D::Set) -> Limited<bool> {
        let domain = self.job.steps.domain();
        domain.is_empty(&domain.intersection(left, right)?)
    }
}
