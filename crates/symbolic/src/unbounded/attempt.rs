//! One attempt at one property: the states that are looked at, and the fixpoints over them.

use super::context::{Context, Shortcuts};
use super::countless::Countless;
use super::strategy::Strategy;
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
use system::{Answer, Evidence, Expr, Question, Statistics};

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
    pub context: &'a Context<'a, D>,
    /// The question.
    pub question: &'a Question,
    /// Its steps among the states that are looked at, and how paths become traces.
    pub job: Job<'a, D>,
    /// How it is done.
    pub strategy: Strategy,
    /// What a fair path does.
    pub fair: Conditions<D>,
    shortcuts: Shortcuts<D>,
}

/// Exact iterates before sets for evidence are widened, where the strategy itself is exact.
const EVIDENCE_SEED: u64 = 3;

/// An answer, or why the property is still open.
pub(super) type Tried = Result<Result<Answer, String>, End>;

/// Tries one property with one strategy.
pub(super) fn attempt<D: Countless>(
    context: &Context<'_, D>,
    question: &Question,
    ask: &Ask<'_>,
    strategy: Strategy,
    sets: &str,
) -> Tried {
    let attempt = match prepared(context, question, ask, strategy, sets)? {
        Some(attempt) => attempt,
        None => return Ok(Err("no loop has a shortcut".into())),
    };
    match ask {
        Ask::Plain(Question::Ctl(formula)) => branching::answer(&attempt, formula),
        Ask::Plain(Question::Bound(expression)) => largest::answer(&attempt, expression),
        Ask::Plain(question) => safety::answer(&attempt, question),
        Ask::Linear(negation, variable) => linear::answer(&attempt, *variable, negation),
    }
}

/// Everything that an attempt needs; nothing if it would do the same as another.
pub(super) fn prepared<'a, D: Countless>(
    context: &'a Context<'a, D>,
    question: &'a Question,
    ask: &Ask<'_>,
    strategy: Strategy,
    sets: &str,
) -> Limited<Option<Attempt<'a, D>>> {
    // Sums say something only of what goes on for ever.
    let speaks_of_paths = matches!(ask, Ask::Plain(Question::Ctl(_)) | Ask::Linear(..));
    let strategy = Strategy { ranked: strategy.ranked && speaks_of_paths, ..strategy };
    context.model.meter.restart();
    context.measures.borrow_mut().clear();
    let shortcuts = context.shortcuts(strategy)?;
    if context.is_idle(strategy) {
        return Ok(None);
    }
    let steps = match strategy.restrict {
        true => Steps::new(&context.model, context.reachable_bound(strategy)?),
        false => context.steps()?,
    };
    let job = Job {
        system: context.system,
        lowered: context.lowered,
        steps,
        explored: false,
        layers: RefCell::new(Layers::new(&context.model.initial, None)),
        counted: None,
        points_each: 1,
        forgotten: None,
        manner: sets.to_owned(),
    };
    let fair = match ask {
        Ask::Plain(Question::Ctl(_)) | Ask::Linear(..) => {
            conditions(context.system, &job.steps, &|e: &Expr| job.condition(e))?
        }
        Ask::Plain(_) => Conditions::default(),
    };
    Ok(Some(Attempt { context, question, job, strategy, fair, shortcuts }))
}

impl<D: Countless> Attempt<'_, D> {
    /// Works with bounds over the states that are looked at.
    pub fn bounds<T>(&self, work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>) -> Limited<T> {
        self.context.bounds(&self.job.steps, &self.fair, &self.shortcuts, self.strategy, work)
    }

    /// Works with bounds along other steps, with other conditions of fairness.
    pub fn bounds_along<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        work: impl FnOnce(&Bounds<'_, D>) -> Limited<T>,
    ) -> Limited<T> {
        self.context.bounds(steps, fair, &[], self.strategy, work)
    }

    /// Works with bounds that end, for evidence, along these steps.
    pub fn evidence_along<T>(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        work: impl FnOnce(&Bounds<'_, D>) -> T,
    ) -> Limited<T> {
        let seed = Some(self.strategy.seed.unwrap_or(EVIDENCE_SEED));
        let strategy = Strategy { seed, ranked: false, ..self.strategy };
        self.context.bounds(steps, fair, &[], strategy, |bounds| Ok(work(bounds)))
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
        self.strategy.seed.is_none()
    }

    /// The side on which fixpoints are wanted to show that something is not reached.
    pub fn above(&self) -> Side {
        if self.is_exact() { Side::Exact } else { Side::Above }
    }

    /// The side on which fixpoints are wanted to show that something holds.
    pub fn below(&self) -> Side {
        if self.is_exact() { Side::Exact } else { Side::Below }
    }

    /// The answer that the evidence gives, or that it is open for some reason. Where sums that decrease have helped to show it,
    /// they are the evidence.
    pub fn answer(&self, evidence: Result<Evidence, String>) -> Result<Answer, End> {
        let strategy = format!("{}, {}", self.strategy, self.job.manner);
        let evidence = match (evidence, self.ranking()) {
            (Ok(Evidence::Fixpoint), Some(words)) => Ok(Evidence::Ranking(words)),
            (evidence, _) => evidence,
        };
        let answer = match evidence {
            Ok(evidence) => Answer::from_evidence(self.question, evidence, "symbolic", strategy)
                .map_err(|irrelevant| End::Failed(irrelevant.to_string()))?,
            Err(reason) => Answer::unknown(reason, "symbolic", strategy),
        };
        Ok(answer.with_statistics(self.statistics()))
    }

    /// An answer that was found otherwise, as one of this attempt.
    pub fn own(&self, mut found: Answer) -> Answer {
        found.strategy = format!("{}, {}", self.strategy, self.job.manner);
        found.statistics = self.statistics();
        found
    }

    /// What the sums that helped say.
    fn ranking(&self) -> Option<String> {
        let measures = self.context.measures.borrow();
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
        let model = &self.context.model;
        let relations = model.moves.iter().flat_map(|motion| &motion.relations);
        let relations = relations.map(|relation| model.domain.relation_weight(relation));
        let mut statistics: Statistics = vec![
            ("iterations", model.meter.iterations().into()),
            ("peak_set_size", model.meter.peak().into()),
            ("relation_size", relations.sum::<usize>().into()),
            ("construction_microseconds", self.context.construction.into()),
        ];
        if !self.shortcuts.is_empty() {
            statistics.push(("shortcuts", self.shortcuts.len().into()));
        }
        statistics
    }

    /// The initial states, all of which are looked at.
    pub fn initial(&self) -> &D::Set {
        &self.context.model.initial
    }

    /// Whether two sets have no state in common.
    pub fn apart(&self, left: &D::Set, right: &D::Set) -> Limited<bool> {
        let domain = self.job.steps.domain();
        domain.is_empty(&domain.intersection(left, right)?)
    }
}
