//! The least set of views that contains the initial ones and is closed, by a work list.
//!
//! A configuration that needs one more instance waits at a key, the view of all but one of k instances, for
//! views that have this key. A configuration that has all its instances but not all of its views waits for the
//! first view that it lacks.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use budget::Budget;
use system::parameterized::configuration::{ConfigurationShape, choices};
use system::parameterized::evaluate::{Asked, Fact, Need, Scene};
use system::parameterized::initial::{initial_configurations, is_possible};
use system::parameterized::run::{Outcome, Said, can_be_blind, outcomes, truths};
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};

use super::extend::{Candidate, joined, keys};

/// How many instances a configuration may have beyond those of a view.
const BEYOND: usize = 4;
/// More configurations than this are not kept.
const KEPT: usize = 12_000_000;

/// Why there is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// Larger views or more facts may help.
    Coarse(String),
    /// Nothing of the kind helps.
    Final(String),
}

/// What a configuration is formed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A rule, possibly with the mover's position.
    Rule(usize, Option<usize>),
    /// Any rule of an instance that is not in the view.
    Outsider,
    /// The property.
    Property,
}

/// A configuration with what it is for. The instances of the view come first.
#[derive(Debug, Clone)]
struct Formed {
    data: Vec<i16>,
    purpose: Purpose,
    commitments: Rc<Vec<(Asked, usize)>>,
}

/// A configuration that needs one more instance.
#[derive(Debug)]
struct Waiting {
    formed: Formed,
    /// What it needs; nothing for a mover.
    need: Option<Need>,
    anchors: Vec<usize>,
}

/// The state of a search.
pub(super) struct Search<'a> {
    system: &'a ParameterizedSystem,
    question: &'a ParameterizedQuestion,
    k: usize,
    facts: &'a [Fact],
    budget: &'a Budget<'a>,
    shape: ConfigurationShape,
    found: HashSet<Rc<[i16]>>,
    views: HashSet<Rc<[i16]>>,
    queue: VecDeque<Rc<[i16]>>,
    by_key: HashMap<Vec<i16>, Vec<Rc<Candidate>>>,
    subscribers: HashMap<Vec<i16>, Vec<usize>>,
    waiting: Vec<Rc<Waiting>>,
    lacking: HashMap<Vec<i16>, Vec<Formed>>,
    /// For each rule, whether what it writes to instances outside can be left out.
    blind: Vec<bool>,
    kept: usize,
    /// How many larger configurations were formed.
    pub(super) extended: usize,
}

type Done = Result<(), Failure>;

impl<'a> Search<'a> {
    pub(super) fn new(
        system: &'a ParameterizedSystem,
        question: &'a ParameterizedQuestion,
        k: usize,
        facts: &'a [Fact],
        budget: &'a Budget<'a>,
    ) -> Self {
        Search {
            system,
            question,
            k,
            facts,
            budget,
            shape: ConfigurationShape::new(system, facts.len()),
            found: HashSet::new(),
            views: HashSet::new(),
            queue: VecDeque::new(),
            by_key: HashMap::new(),
            subscribers: HashMap::new(),
            waiting: Vec::new(),
            lacking: HashMap::new(),
            blind: system.rules.iter().map(|rule| can_be_blind(rule, facts)).collect(),
            kept: 0,
            extended: 0,
        }
    }

    /// The closed set of views, in order, none of which contradicts the property.
    pub(super) fn run(&mut self) -> Result<Vec<Vec<i16>>, Failure> {
        let initial = initial_configurations(self.system, &self.shape, self.facts, self.k, None)
            .map_err(|reason| Failure::Final(reason.to_owned()))?;
        for data in initial {
            self.add(&data);
        }
        while let Some(view) = self.queue.pop_front() {
            self.activate(&view)?;
        }
        let mut all: Vec<Vec<i16>> = self.views.iter().map(|view| view.to_vec()).collect();
        all.sort();
        Ok(all)
    }

    /// Adds the view of the first k instances.
    fn add(&mut self, data: &[i16]) {
        let first: Vec<usize> = (0..self.k).collect();
        let view = self.shape.view(data, &first);
        if !self.found.contains(&view[..]) {
            let view: Rc<[i16]> = view.into();
            self.found.insert(view.clone());
            self.queue.push_back(view);
        }
    }

    fn activate(&mut self, view: &Rc<[i16]>) -> Done {
        self.views.insert(view.clone());
        let mut woken = Vec::new();
        for (key, candidate) in keys(&self.shape, view) {
            let candidate = Rc::new(candidate);
            for subscriber in self.subscribers.get(&key).into_iter().flatten() {
                woken.push((*subscriber, candidate.clone()));
            }
            self.by_key.entry(key).or_default().push(candidate);
        }
        for (subscriber, candidate) in woken {
            let waiting = self.waiting[subscriber].clone();
            self.candidate(&waiting, &candidate)?;
        }
        for formed in self.lacking.remove(&view[..]).unwrap_or_default() {
            self.admit(formed)?;
        }
        self.begin(view)
    }

    /// All that the instances of a view alone can do, or one more instance.
    fn begin(&mut self, view: &Rc<[i16]>) -> Done {
        let commitments = Rc::new(Vec::new());
        let formed = |purpose| Formed { data: view.to_vec(), purpose, commitments: commitments.clone() };
        for (number, rule) in self.system.rules.iter().enumerate() {
            if rule.has_mover {
                for mover in 0..self.k {
                    self.explore(&formed(Purpose::Rule(number, Some(mover))))?;
                }
            } else {
                self.explore(&formed(Purpose::Rule(number, None)))?;
            }
        }
        if *self.question != ParameterizedQuestion::NoFaults {
            self.explore(&formed(Purpose::Property))?;
        }
        self.subscribe(formed(Purpose::Outsider), None)
    }

    fn explore(&mut self, formed: &Formed) -> Done {
        self.budget.spend(1).map_err(|_| Failure::Final("the budget is spent".to_owned()))?;
        match formed.purpose {
            Purpose::Rule(rule, mover) => self.fire(formed, rule, mover),
            Purpose::Property => self.ask(formed),
            Purpose::Outsider => Ok(()),
        }
    }

    fn has_room(&self, formed: &Formed) -> bool {
        self.shape.instances(&formed.data) < self.k + BEYOND
    }

    fn outcomes(&self, formed: &Formed, rule: usize, mover: Option<usize>) -> Vec<Outcome> {
        let scene = Scene {
            system: self.system,
            shape: &self.shape,
            facts: self.facts,
            constant: None,
            has_room: self.has_room(formed),
            witnesses: None,
            is_blind: self.blind[rule],
            commitments: &formed.commitments,
        };
        outcomes(scene, &formed.data, &self.system.rules[rule], mover)
    }

    fn fire(&mut self, formed: &Formed, rule: usize, mover: Option<usize>) -> Done {
        let name = &self.system.rules[rule].name;
        for outcome in self.outcomes(formed, rule, mover) {
            match outcome {
                // Whoever moves is in some view.
                Outcome::Fault if mover.is_some_and(|mover| mover >= self.k) => {}
                Outcome::Next(next) => self.add(&next),
                Outcome::Fault if *self.question == ParameterizedQuestion::NoFaults => {
                    return Err(Failure::Coarse(format!("`{name}` may fault")));
                }
                Outcome::Fault => {}
                Outcome::Need(need) => self.subscribe(formed.clone(), Some(need))?,
                Outcome::Unsupported(what) => {
                    return Err(Failure::Final(format!("`{name}` has {what}")));
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, formed: &Formed) -> Done {
        let ParameterizedQuestion::Invariant(condition) = self.question else { return Ok(()) };
        let scene = Scene {
            system: self.system,
            shape: &self.shape,
            facts: self.facts,
            constant: None,
            has_room: self.has_room(formed),
            witnesses: Some(self.k),
            is_blind: false,
            commitments: &[],
        };
        for said in truths(scene, &formed.data, condition) {
            match said {
                Said::Truth(true) => {}
                Said::Truth(false) => {
                    return Err(Failure::Coarse("some view contradicts the property".to_owned()));
                }
                Said::Need(need) => self.subscribe(formed.clone(), Some(need))?,
                Said::Unsupported(what) => return Err(Failure::Final(format!("the property has {what}"))),
            }
        }
        Ok(())
    }

    /// Lets a configuration wait for whom it needs, and gives it whom there already is.
    fn subscribe(&mut self, formed: Formed, need: Option<Need>) -> Done {
        if !self.has_room(&formed) {
            return Err(Failure::Coarse("a step follows too many references".to_owned()));
        }
        let anchors = self.anchors(&formed, need.as_ref());
        let key = self.shape.project(&formed.data, &anchors);
        self.keep(1)?;
        let waiting = Rc::new(Waiting { formed, need, anchors });
        self.subscribers.entry(key.clone()).or_default().push(self.waiting.len());
        self.waiting.push(waiting.clone());
        for candidate in self.by_key.get(&key).cloned().unwrap_or_default() {
            self.candidate(&waiting, &candidate)?;
        }
        Ok(())
    }

    fn keep(&mut self, count: usize) -> Done {
        self.kept += count;
        if self.kept > KEPT {
            return Err(Failure::Final(format!("views of {} processes are too many", self.k)));
        }
        Ok(())
    }

    /// The instances by which a new one is recognised: whoever points to it and the mover first.
    fn anchors(&self, formed: &Formed, need: Option<&Need>) -> Vec<usize> {
        let mut order = Vec::new();
        if let Some(Need::Target(at)) = need
            && let Some(local) = at.checked_sub(self.shape.globals)
        {
            order.push(local / self.shape.locals);
        }
        if let Purpose::Rule(_, Some(mover)) = formed.purpose {
            order.push(mover);
        }
        order.extend(0..self.shape.instances(&formed.data));
        let mut anchors: Vec<usize> = Vec::with_capacity(self.k);
        for one in order {
            if anchors.len() + 1 < self.k && !anchors.contains(&one) {
                anchors.push(one);
            }
        }
        anchors
    }

    fn candidate(&mut self, waiting: &Waiting, candidate: &Candidate) -> Done {
        let target = match &waiting.need {
            Some(Need::Target(at)) => Some(*at),
            _ => None,
        };
        let formed = &waiting.formed;
        for data in joined(&self.shape, &formed.data, &waiting.anchors, candidate, target) {
            let commitments = match waiting.need.as_ref().and_then(Need::commitment) {
                Some(asked) => {
                    let mut longer = (*formed.commitments).clone();
                    longer.push((asked, self.shape.instances(&data) - 1));
                    Rc::new(longer)
                }
                None => formed.commitments.clone(),
            };
            let formed = Formed { data, purpose: formed.purpose, commitments };
            if formed.purpose != Purpose::Outsider {
                self.consider(formed)?;
                continue;
            }
            let mover = self.shape.instances(&formed.data) - 1;
            for number in 0..self.system.rules.len() {
                if self.system.rules[number].has_mover {
                    let purpose = Purpose::Rule(number, Some(mover));
                    self.consider(Formed { purpose, ..formed.clone() })?;
                }
            }
        }
        Ok(())
    }

    /// Leaves out a configuration that leads to nothing new, whether all its views are there or not.
    fn consider(&mut self, formed: Formed) -> Done {
        let Purpose::Rule(rule, mover) = formed.purpose else { return self.admit(formed) };
        self.budget.spend(1).map_err(|_| Failure::Final("the budget is spent".to_owned()))?;
        let first: Vec<usize> = (0..self.k).collect();
        let is_new = self.outcomes(&formed, rule, mover).into_iter().any(|outcome| match outcome {
            Outcome::Next(next) => !self.found.contains(&self.shape.view(&next, &first)[..]),
            Outcome::Fault => {
                *self.question == ParameterizedQuestion::NoFaults && mover.is_none_or(|mover| mover < self.k)
            }
            Outcome::Need(_) | Outcome::Unsupported(_) => true,
        });
        if is_new { self.admit(formed) } else { Ok(()) }
    }

    /// Looks at a configuration once all its views that contain the last instance are there.
    fn admit(&mut self, formed: Formed) -> Done {
        self.budget.spend(1).map_err(|_| Failure::Final("the budget is spent".to_owned()))?;
        if !is_possible(self.system, &self.shape, &formed.data) {
            return Ok(());
        }
        let last = self.shape.instances(&formed.data) - 1;
        for mut chosen in choices(last, self.k - 1) {
            chosen.push(last);
            let view = self.shape.view(&formed.data, &chosen);
            if !self.views.contains(&view[..]) {
                self.keep(1)?;
                self.lacking.entry(view).or_default().push(formed);
                return Ok(());
            }
        }
        self.extended += 1;
        self.explore(&formed)
    }
}
