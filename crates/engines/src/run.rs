//! Runs the engines of a plan until every property has an answer.

use crate::effort::Share;
use crate::plan::Entry;
use crate::{Engine, Failure, Plan, Report, Unsupported, Wishes, confirm};
use system::{Answer, Coverage, Property, Stop, System, Verdict, Watch};

/// What is told while engines run.
#[derive(Debug)]
pub enum Event<'a> {
    /// An engine begins to work on these properties.
    Started {
        /// The engine.
        engine: &'static str,
        /// The properties' places in the system's list.
        properties: &'a [usize],
    },
    /// There is an answer for a property; an earlier `unknown` for it is outdated.
    Answered {
        /// The property's place in the system's list.
        property: usize,
        /// The answer; its engine is empty if none could be asked.
        answer: Box<Answer>,
    },
    /// It is known what never happens, as far as it concerns the properties that were answered last.
    Covered(Box<Coverage>),
}

/// Runs the plan: each property is put to its engines, one after the other, until one knows the answer.
///
/// Properties whose next turn is the same are put to the engine together, so that they can share one search.
pub fn run(
    system: &System,
    plan: &Plan,
    wishes: &Wishes,
    watch: &dyn Watch,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<(), Failure> {
    let mut waiting: Vec<Waiting<'_>> = Vec::new();
    for entry in &plan.entries {
        match entry.turns.is_empty() {
            true => {
                let answer = Box::new(unanswered(system, entry));
                observe(Event::Answered { property: entry.property, answer });
            }
            false => waiting.push(Waiting { entry, turn: 0, reasons: Vec::new() }),
        }
    }
    while let Some(first) = waiting.first() {
        let (engine, effort) = first.entry.turns[first.turn];
        let is_next = |other: &Waiting<'_>| {
            let (other, its_effort) = other.entry.turns[other.turn];
            other.name() == engine.name() && its_effort == effort
        };
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_next);
        waiting = later;
        let properties: Vec<usize> = now.iter().map(|waiting| waiting.entry.property).collect();
        observe(Event::Started { engine: engine.name(), properties: &properties });
        let share = Share::new(watch, effort);
        let Report { answers, coverage } = ask(engine, system, &properties, wishes, &share)?;
        for (mut waited, mut answer) in now.into_iter().zip(answers) {
            let is_open = waited.noted(&mut answer, share.is_stopped());
            observe(Event::Answered { property: waited.entry.property, answer: Box::new(answer) });
            waited.turn += 1;
            if is_open && !share.is_stopped() && waited.turn < waited.entry.turns.len() {
                waiting.push(waited);
            }
        }
        if let Some(coverage) = coverage {
            observe(Event::Covered(Box::new(coverage)));
        }
    }
    Ok(())
}

/// A property that waits for its next turn.
struct Waiting<'p> {
    entry: &'p Entry,
    turn: usize,
    /// Why earlier turns left it open.
    reasons: Vec<String>,
}

impl Waiting<'_> {
    /// Whether the answer leaves the property open; then it gets the reasons of all turns so far, unless a limit ended
    /// them all.
    fn noted(&mut self, answer: &mut Answer, is_stopped: bool) -> bool {
        let Verdict::Unknown(reason) = &mut answer.verdict else { return false };
        let own = match answer.engine {
            "" => reason.clone(),
            engine => format!("{engine}: {reason}"),
        };
        if self.entry.turns.len() > 1 && !is_stopped {
            if !self.reasons.contains(&own) {
                self.reasons.push(own);
            }
            *reason = self.reasons.join("; ");
        }
        true
    }
}

/// What the engine found, each answer confirmed.
fn ask(
    engine: &dyn Engine,
    system: &System,
    properties: &[usize],
    wishes: &Wishes,
    watch: &dyn Watch,
) -> Result<Report, Failure> {
    let report = engine.check(system, properties, wishes, watch)?;
    assert_eq!(report.answers.len(), properties.len(), "an engine answers each property that it was asked");
    for (index, answer) in properties.iter().zip(&report.answers) {
        let property = &system.properties[*index];
        confirm(system, property, answer).map_err(|reason| Failure::Contradicted {
            engine: engine.name(),
            property: property.name.clone(),
            reason,
        })?;
    }
    Ok(report)
}

/// The answer that all properties get where the work was stopped before it began.
pub fn stopped(stop: &Stop) -> Answer {
    Answer::new(Verdict::Unknown(stop.to_string()), "", "")
}

fn unanswered(system: &System, entry: &Entry) -> Answer {
    Answer::new(Verdict::Unknown(reason(&system.properties[entry.property], entry)), "", "")
}

/// Why no engine can be asked for the property, and what would help.
fn reason(property: &Property, entry: &Entry) -> String {
    if entry.refusals.is_empty() {
        return format!("no engine for {} properties is available yet", property.question.kind());
    }
    let refusals: Vec<String> = entry.refusals.iter().map(Unsupported::to_string).collect();
    format!("no engine that is available yet can check this: {}", refusals.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Effort, plan};
    use diagnostics::Span;
    use system::{Expr, Question, Trace, Unlimited};

    /// An engine that always gives the same verdict, or refuses.
    struct Fake {
        name: &'static str,
        verdict: Option<Verdict>,
    }

    static REFUSES: Fake = Fake { name: "refuses", verdict: None };
    static PROVES: Fake = Fake { name: "proves", verdict: Some(Verdict::Holds) };
    static LIES: Fake = Fake { name: "lies", verdict: Some(Verdict::Violated) };
    static GIVES_UP: Fake = Fake { name: "gives up", verdict: Some(Verdict::Unknown(String::new())) };

    impl Engine for Fake {
        fn name(&self) -> &'static str {
            self.name
        }

        fn can_check(&self, _: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
            let unsupported =
                || Unsupported { engine: self.name, feature: "it is Monday".into(), suggestion: None };
            let ability = self.verdict.is_some().then_some(()).ok_or_else(unsupported);
            vec![ability; properties.len()]
        }

        fn check(
            &self,
            system: &System,
            properties: &[usize],
            _: &Wishes,
            _: &dyn Watch,
        ) -> Result<Report, Failure> {
            let verdict = self.verdict.clone().expect("an engine that refuses is not asked");
            let trace = Trace { initial: Vec::new(), steps: Vec::new(), ending: system::Ending::Finite };
            let answer = Answer { trace: Some(trace), ..Answer::new(verdict, self.name, "") };
            assert!(!system.properties.is_empty());
            Ok(Report { answers: vec![answer; properties.len()], coverage: None })
        }
    }

    /// A system without variables and with two invariants that hold.
    fn truisms() -> System {
        let property = |name: &str| Property {
            name: name.into(),
            question: Question::Invariant(Expr::bool(true, Span::default())),
            expect: None,
            doc: Vec::new(),
            span: Span::default(),
        };
        System { properties: vec![property("first"), property("second")], ..System::default() }
    }

    /// What happens if each property is put to its own list of engines.
    fn events(engines: [Vec<&'static dyn Engine>; 2]) -> Vec<String> {
        let turns =
            |engines: Vec<&'static dyn Engine>| engines.into_iter().map(|one| (one, Effort::Full)).collect();
        let entry = |(property, engines)| Entry { property, turns: turns(engines), refusals: Vec::new() };
        let plan = Plan { entries: engines.into_iter().enumerate().map(entry).collect() };
        let mut seen = Vec::new();
        let mut observe = |event: Event<'_>| match event {
            Event::Started { engine, properties } => seen.push(format!("{engine}: {properties:?}")),
            Event::Answered { property, answer } => seen.push(format!("{property} {:?}", answer.verdict)),
            Event::Covered(_) => unreachable!("nobody wished for it"),
        };
        run(&truisms(), &plan, &Wishes::default(), &Unlimited, &mut observe).expect("no engine lies");
        seen
    }

    #[test]
    fn properties_share_a_search_and_open_ones_go_to_the_next_engine() {
        let seen = events([vec![&PROVES], vec![&PROVES]]);
        assert_eq!(seen, ["proves: [0, 1]", "0 Holds", "1 Holds"]);
        let seen = events([vec![&GIVES_UP, &PROVES], vec![&PROVES]]);
        let expected = ["gives up: [0]", "0 Unknown(\"gives up: \")", "proves: [1, 0]", "1 Holds", "0 Holds"];
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_no_engine_can_check_is_unknown_with_the_reason() {
        let system = truisms();
        let plan = plan(&system, &[0], Choice::Only(&REFUSES));
        assert_eq!(plan.nothing_fits().map(|refusal| refusal.feature.as_str()), Some("it is Monday"));
        let mut reasons = Vec::new();
        let mut observe = |event: Event<'_>| {
            if let Event::Answered { answer, .. } = event {
                reasons.push(answer.verdict);
            }
        };
        run(&system, &plan, &Wishes::default(), &Unlimited, &mut observe).expect("nobody is asked");
        let reason = "no engine that is available yet can check this: it is Monday";
        assert_eq!(reasons, [Verdict::Unknown(reason.into())]);
    }

    #[test]
    fn an_answer_that_the_interpreter_contradicts_is_a_failure() {
        let system = truisms();
        let plan = plan(&system, &[0, 1], Choice::Only(&LIES));
        let failure = run(&system, &plan, &Wishes::default(), &Unlimited, &mut |_| {})
            .expect_err("the path shows nothing");
        assert!(matches!(failure, Failure::Contradicted { engine: "lies", .. }));
    }
}
