//! All that is tried at one property, and what came of it.

use super::asked::Asked;
use super::share::{Share, Who};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;
use symbolic::{
    AttemptOutcome, Between, Direction, Encoded, Failure, Numbered, Representation, STRATEGIES, Strategy,
    Trend, restored, rigid_variables, stripped,
};
use system::{Answer, BoundId, Evidence, Largest, Property, Question};

/// How much later widening begins with the next share, where it led to a bound that is too coarse.
const RAISE: u64 = 4;

/// A system in a domain that several properties may use.
pub(super) type Known<'d> = Rc<RefCell<Box<dyn Encoded + 'd>>>;

/// All that is tried at a property.
pub(super) struct Pursuit<'d> {
    /// The property's number.
    pub number: usize,
    /// Its name, for people.
    name: String,
    /// The question without outermost rigid variables.
    question: Question,
    /// Its rigid variables.
    rigid: Vec<BoundId>,
    /// The representations.
    candidates: Vec<Candidate<'d>>,
    /// What is known of a largest value.
    known: Between,
    /// Whether it has been taken into account what is always true.
    is_informed: bool,
    /// Whether there is an answer, or it is clear that there will be none.
    pub is_over: bool,
}

/// A representation, and what came of it.
struct Candidate<'d> {
    representation: Rc<dyn Representation<'d> + 'd>,
    /// The strategies.
    trials: Vec<Trial>,
    /// Why sets cannot be represented so, if they cannot.
    refused: Option<String>,
    /// Which of all representations it is.
    number: usize,
    /// The system in the domain that was made for the property.
    own: Option<Known<'d>>,
}

impl Candidate<'_> {
    fn is_over(&self) -> bool {
        self.refused.is_some() || self.trials.iter().all(Trial::is_over)
    }
}

/// A strategy, and what came of it.
struct Trial {
    strategy: Strategy,
    /// Whether it is one of those that are tried first, and get more.
    leads: bool,
    /// Why it left the property open, if it ended by itself.
    ended: Option<String>,
    /// Its first seed and why it left the property open with that, if it has a later one now.
    coarse: Option<(u64, String)>,
    /// Whether it has nothing that another has not.
    idle: bool,
    /// The iterations of fixpoints that it has come to.
    iterations: u64,
    /// Where its fixpoint leads.
    trend: Trend,
    /// The beats that it has got so far.
    spent: u64,
}

impl Trial {
    fn new(strategy: Strategy, leads: bool) -> Self {
        Trial {
            strategy,
            leads,
            ended: None,
            coarse: None,
            idle: false,
            iterations: 0,
            trend: Trend::default(),
            spent: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.idle || self.ended.is_some()
    }

    /// Forgets how well it went, where that says nothing any more of how it will go.
    fn begin_anew(&mut self) {
        (self.spent, self.trend) = (0, Trend::default());
    }

    /// Lets widening that ended begin later.
    fn raise(&mut self) {
        if let Some(seed) = &mut self.strategy.seed
            && let Some(reason) = self.ended.take()
        {
            self.coarse.get_or_insert((*seed, reason));
            *seed += RAISE;
            self.spent = 0;
        }
    }

    /// Why the property is still open, if the strategy ended with its first seed, and that strategy.
    fn end(&self) -> Option<(Strategy, &str)> {
        match (&self.coarse, &self.ended) {
            (Some((seed, reason)), _) => Some((Strategy { seed: Some(*seed), ..self.strategy }, reason)),
            (None, Some(reason)) => Some((self.strategy, reason)),
            (None, None) => None,
        }
    }
}

impl<'d> Pursuit<'d> {
    pub fn new(
        number: usize,
        property: &Property,
        only: Option<Strategy>,
        representations: &[Rc<dyn Representation<'d> + 'd>],
    ) -> Pursuit<'d> {
        let (question, rigid) = stripped(&property.question);
        let strategies: Vec<Strategy> =
            only.map_or_else(|| fitting(&question), |strategy| strategy.rising().collect());
        let trial = |strategy: &Strategy| Trial::new(*strategy, leads(*strategy, &question));
        let candidate = |(number, representation): (usize, &Rc<dyn Representation<'d> + 'd>)| Candidate {
            representation: representation.clone(),
            trials: strategies.iter().map(trial).collect(),
            refused: None,
            number,
            own: None,
        };
        let candidates = representations.iter().enumerate().map(candidate).collect();
        let (name, known) = (property.name.clone(), Between::default());
        Pursuit { number, name, question, rigid, candidates, known, is_informed: false, is_over: false }
    }

    /// An answer to the question as one to the property.
    pub fn restored(&self, asked: &Asked<'_>, answer: Answer) -> Answer {
        restored(&asked.setup.prepared.system.properties[self.number].question, answer)
    }

    /// The answer where nothing has settled it.
    pub fn unknown(&self) -> Answer {
        self.open(open(&self.candidates))
    }

    /// The answer where there is none for this reason, with what is known of a largest value.
    fn open(&self, reason: String) -> Answer {
        let candidates = self.candidates.iter();
        let names: Vec<&str> = candidates.map(|candidate| candidate.representation.name()).collect();
        let answer = Answer::unknown(reason, "symbolic", format!("fixpoints, {}", names.join("; ")));
        match self.known {
            known if known == Between::default() => answer,
            Between { at_least, at_most } => answer.between(at_least, at_most),
        }
    }

    /// The answer, if what strategies have found out from both sides leaves one value.
    fn closed_in(&self, (place, number): (usize, usize)) -> Result<Option<Answer>, Failure> {
        if self.known.is_contradictory() {
            return Err(Failure::Internal(format!("the largest value is contradictory: {:?}", self.known)));
        }
        let Some(value) = self.known.exactly() else { return Ok(None) };
        let candidate = &self.candidates[place];
        let (strategy, sets) = (candidate.trials[number].strategy, candidate.representation.name());
        let evidence = Evidence::Largest { value: Largest::Exactly(value), witness: None };
        let strategy = format!("bounds from both sides, {strategy}, {sets}");
        let answer = Answer::from_evidence(&self.question, evidence, "symbolic", strategy);
        answer.map(Some).map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))
    }

    /// Gives a share of work to all attempts that it is for; gives the answer if there is one, or if there will be none.
    pub fn advance(
        &mut self,
        asked: &Asked<'_>,
        share: Share,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Option<Answer>, Failure> {
        let share = if is_about_states(&self.question) { share } else { share.for_paths() };
        let answer = match share.who {
            Who::Ahead => self.go_ahead(asked, share, common)?,
            _ => self.take_turns(asked, share, common)?,
        };
        if share.who == Who::Second {
            self.order();
        }
        let is_over = self.candidates.iter().all(Candidate::is_over);
        Ok(answer.or_else(|| is_over.then(|| self.unknown())))
    }

    /// Lets what leads and goes best go on, as long as it goes well.
    fn go_ahead(
        &mut self,
        asked: &Asked<'_>,
        share: Share,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Option<Answer>, Failure> {
        while let Some((place, number)) = self.best() {
            let spent = self.candidates[place].trials[number].spent;
            let (trend, _) = self.standing(place, number);
            let Some(beats) = share.stride(spent, trend) else { break };
            if let Some(answer) = self.attempt(asked, (place, number), beats, common)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Puts the representations into the order of how well what leads goes with them: the best of it, then all together.
    fn order(&mut self) {
        let progress = |place: usize| {
            let trials = self.candidates[place].trials.iter().enumerate();
            let leading: Vec<_> = trials.filter(|(_, trial)| trial.leads).collect();
            let best = leading.iter().map(|(number, _)| self.standing(place, *number)).max();
            (best, leading.iter().map(|(_, trial)| trial.iterations).sum::<u64>())
        };
        let progress: Vec<_> = (0..self.candidates.len()).map(progress).collect();
        let mut ordered: Vec<_> = progress.into_iter().zip(std::mem::take(&mut self.candidates)).collect();
        ordered.sort_by_key(|(progress, _)| Reverse(*progress));
        self.candidates = ordered.into_iter().map(|(_, candidate)| candidate).collect();
    }

    /// The place of the attempt that leads and goes best, the first of them.
    fn best(&self) -> Option<(usize, usize)> {
        let candidates =
            self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.refused.is_none());
        let left = candidates.flat_map(|(place, candidate)| {
            let trials = candidate.trials.iter().enumerate();
            trials
                .filter(|(_, trial)| trial.leads && !trial.is_over())
                .map(move |(number, _)| (place, number))
        });
        left.min_by_key(|(place, number)| Reverse(self.standing(*place, *number)))
    }

    /// How well an attempt goes: where it leads and how far it came, which says nothing where it would go on like that for ever.
    /// Iterates are the same with all representations, so that the one that has come furthest tells where they lead.
    fn standing(&self, place: usize, number: usize) -> (Trend, u64) {
        let own = &self.candidates[place].trials[number];
        let others = self.candidates.iter().map(|candidate| &candidate.trials[number]);
        let further = others.filter(|other| other.iterations > own.iterations);
        let trend = further.max_by_key(|other| other.iterations).map_or(own.trend, |other| other.trend);
        (trend, if trend == Trend::Endless { 0 } else { own.iterations })
    }

    /// Tries all strategies that are left, each with a share of work, with every representation.
    fn take_turns(
        &mut self,
        asked: &Asked<'_>,
        share: Share,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Option<Answer>, Failure> {
        for place in 0..self.candidates.len() {
            for number in 0..self.candidates[place].trials.len() {
                let leads = self.candidates[place].trials[number].leads;
                if share.is_for(leads, place == 0)
                    && let Some(answer) =
                        self.attempt(asked, (place, number), share.beats(leads, place == 0), common)?
                {
                    return Ok(Some(answer));
                }
            }
            if asked.strategy.is_none() && share.who != Who::Others {
                self.candidates[place].trials.iter_mut().for_each(Trial::raise);
            }
        }
        Ok(None)
    }

    /// Lets an attempt, given by the places of its representation and of its strategy, go on until it has got so many beats in all;
    /// gives the answer if there is one, or if there will be none.
    fn attempt(
        &mut self,
        asked: &Asked<'_>,
        (place, number): (usize, usize),
        beats: u64,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Option<Answer>, Failure> {
        asked.look_for_known();
        if !self.is_informed && !asked.setup.observer.known().is_empty() {
            self.is_informed = true;
            let trials = self.candidates.iter_mut().flat_map(|candidate| &mut candidate.trials);
            trials.for_each(Trial::begin_anew);
        }
        let candidate = &self.candidates[place];
        let trial = &candidate.trials[number];
        if candidate.refused.is_some() || trial.is_over() || beats <= trial.spent {
            return Ok(None);
        }
        let outcome = match self.encoded(asked, place, common) {
            Ok(known) => self.spend(asked, (place, number), beats, &known)?,
            Err(outcome) => outcome,
        };
        let candidate = &mut self.candidates[place];
        let trial = &mut candidate.trials[number];
        match outcome {
            AttemptOutcome::Settled(answer) => return Ok(Some(*answer)),
            AttemptOutcome::Stopped(reason) => return Ok(Some(self.open(reason))),
            AttemptOutcome::Unsupported(reason) => {
                common[candidate.number] = None;
                candidate.own = None;
                candidate.refused = Some(reason);
            }
            AttemptOutcome::Open(reason) => trial.ended = Some(reason),
            AttemptOutcome::Idle => trial.idle = true,
            AttemptOutcome::Paused => {}
        }
        self.closed_in((place, number))
    }

    /// The system in a domain, put there now if need be.
    fn encoded(
        &mut self,
        asked: &Asked<'_>,
        place: usize,
        common: &mut [Option<Known<'d>>],
    ) -> Result<Known<'d>, AttemptOutcome> {
        let is_common = self.rigid.is_empty() && is_common(&self.question);
        let candidate = &mut self.candidates[place];
        let known = if is_common { &mut common[candidate.number] } else { &mut candidate.own };
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let encoded = candidate.representation.encode(&asked.setup, &self.question, &self.rigid)?;
        Ok(known.insert(Rc::new(RefCell::new(encoded))).clone())
    }

    /// Spends work on an attempt.
    fn spend(
        &mut self,
        asked: &Asked<'_>,
        (place, number): (usize, usize),
        beats: u64,
        known: &Known<'d>,
    ) -> Result<AttemptOutcome, Failure> {
        let budget = asked.setup.budget;
        let candidate = &mut self.candidates[place];
        let trial = &mut candidate.trials[number];
        let (name, strategy, sets) = (&self.name, trial.strategy, candidate.representation.name());
        let question = Numbered { number: self.number, question: &self.question };
        budget.note(&format_args!("{name}: {strategy}, {sets}"));
        let mut encoded = known.borrow_mut();
        let begun = budget.spent();
        let outcome = encoded.attempt(&asked.setup, question, strategy, beats.saturating_sub(trial.spent))?;
        (trial.spent, trial.iterations, trial.trend) = (beats, encoded.iterations(), encoded.trend());
        let took = budget.spent().saturating_sub(begun);
        self.known = self.known.and(encoded.known());
        budget.note(&format_args!("{name}: {} ({took} beats)", told(&outcome)));
        Ok(outcome)
    }
}

/// Whether the question needs no variable of its own beside those of the system.
pub(crate) fn is_common(question: &Question) -> bool {
    rigid_variables(question).is_empty() && !matches!(question, Question::Ltl(_) | Question::Bound(_))
}

/// What an attempt gave, in a few words.
fn told(outcome: &AttemptOutcome) -> &str {
    match outcome {
        AttemptOutcome::Settled(_) => "settled",
        AttemptOutcome::Open(reason)
        | AttemptOutcome::Unsupported(reason)
        | AttemptOutcome::Stopped(reason) => reason,
        AttemptOutcome::Paused => "paused, since its share of the work is used up",
        AttemptOutcome::Idle => "it would do what another strategy does",
    }
}

/// Whether single states decide the question.
fn is_about_states(question: &Question) -> bool {
    !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_))
}

/// The strategies for a question: what speaks of paths is computed backward, a largest value forward.
fn fitting(question: &Question) -> Vec<Strategy> {
    let direction = match question {
        Question::Ctl(_) | Question::Ltl(_) => Some(Direction::Backward),
        Question::Bound(_) => Some(Direction::Forward),
        _ => None,
    };
    let speaks_of_paths = matches!(question, Question::Ctl(_) | Question::Ltl(_));
    let fits = |strategy: &&Strategy| {
        direction.is_none_or(|direction| strategy.direction == direction)
            && (speaks_of_paths || !strategy.ranked)
    };
    STRATEGIES.iter().filter(fits).copied().collect()
}

/// Whether a strategy is one of those that are tried first at a question, and get more: exact fixpoints from both ends, or, for
/// branching time, everywhere and inside the reachable states. For linear time that was not measured to be better, and automata, which
/// come first, do not tell in words where a path stays.
fn leads(strategy: Strategy, question: &Question) -> bool {
    strategy.seed.is_none()
        && strategy.loops == 0
        && (!strategy.restrict || matches!(question, Question::Ctl(_)))
}

/// What was tried, and what might help.
fn open(candidates: &[Candidate<'_>]) -> String {
    let trials = || candidates.iter().flat_map(|candidate| &candidate.trials);
    let mut tried: Vec<String> = Vec::new();
    for candidate in candidates {
        let refused = candidate.refused.iter();
        tried.extend(refused.map(|reason| format!("{}: {reason}", candidate.representation.name())));
    }
    for (strategy, reason) in trials().filter_map(Trial::end) {
        if !tried.iter().any(|known| known.ends_with(reason)) {
            tried.push(format!("{strategy}: {reason}"));
        }
    }
    let refused = candidates.iter().filter(|candidate| candidate.refused.is_some());
    let refused = refused.map(|candidate| candidate.trials.len()).sum::<usize>();
    let went_on =
        trials().filter(|trial| !trial.idle && trial.end().is_none()).count().saturating_sub(refused);
    if went_on > 0 {
        let noun = if went_on == 1 { "fixpoint" } else { "fixpoints" };
        tried.push(format!("{went_on} {noun} did not end within the work that is tried"));
    }
    let accelerates = trials().any(|trial| trial.strategy.loops > 0 && !trial.idle);
    let help = match accelerates {
        true => "a bound on the variables that grow may help",
        false => "a bound on the variables that grow, or --accelerate, may help",
    };
    format!("no strategy settled it ({}); {help}", tried.join("; "))
}
