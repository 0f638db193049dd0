//! Liveness over unbounded integers: models with known answers, each beside a wrong twin that differs in one step.

use conformance::models::load_right;
use engines::{Availability, Choice, Event, Options, Use, confirm, find, plan, run};
use std::time::{Duration, Instant};
use system::{Answer, BoundValue, Ending, Interpreter, Progress, Stop, Verdict, Watch};

/// What one model may take; a debug build is some twenty times slower than a release.
const LIMIT: Duration = Duration::from_secs(60);

struct Clock(Instant);

impl Watch for Clock {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        if self.0.elapsed() > LIMIT { Err(Stop::Timeout("60 s".into())) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// The answer of the symbolic engine to the first property, confirmed; whoever answers first has the same verdict.
fn answer(text: &str) -> Answer {
    let Availability::Here(symbolic) = find("symbolic") else { panic!("there is no such engine") };
    let found = answer_of(text, Choice::Only(symbolic));
    assert_eq!(answer_of(text, Choice::Auto).verdict(), found.verdict(), "{text}");
    found
}

fn answer_of(text: &str, choice: Choice) -> Answer {
    let system = load_right(text);
    let plan = plan(&system, &[0], choice, Use::Auto);
    let mut found: Option<Answer> = None;
    let mut observe = |event: Event| {
        if let Event::Answered { answer, .. } = event {
            found = Some(*answer);
        }
    };
    run(&system, plan, &Options::default(), &Clock(Instant::now()), &mut observe)
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let answer = found.unwrap_or_else(|| panic!("there is no answer\n{text}"));
    confirm(&system, &system.properties[0], &answer).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    if let Some(trace) = answer.trace().filter(|trace| trace.ending == Ending::Endless) {
        let onward = Interpreter::new(&system).successors(trace.last()).expect("the state has successors");
        assert!(!onward.steps.is_empty(), "an endless path goes on\n{text}");
    }
    answer
}

/// A model that holds by a sum, and a twin in which one line is replaced, so that there is none.
#[track_caller]
fn ranked(model: &str, line: &str, twin: &str) {
    assert_eq!(model.matches(line).count(), 1, "the line is in the model once");
    let right = answer(model);
    assert_eq!(*right.verdict(), Verdict::Holds, "{model}");
    assert!(right.reason.is_some_and(|reason| reason.contains("would decrease")), "{model}");
    let wrong = model.replace(line, twin);
    assert_eq!(*answer(&wrong).verdict(), Verdict::Violated, "{wrong}");
}

#[test]
fn a_countdown_ends_and_one_that_may_wait_does_not() {
    ranked(
        "ctl ends: AF x <= 0  var x: int  event tick when x > 0 do x := x - 1",
        "do x := x - 1",
        "do x := if x = 5 then 5 else x - 1",
    );
}

#[test]
fn two_numbers_meet_unless_one_runs_away() {
    let model = "ctl meet: AF x = y  var x, y: int  init x < y
        event near when x < y do x := x + 1
        event far when x < y do y := y - 1";
    ranked(model, "do y := y - 1", "do y := y + 1");
}

#[test]
fn nested_countdowns_end_unless_the_outer_one_stays() {
    let model = "ltl rests: F G (outer = 0 && inner = 0)  var outer, inner: nat
        event restart when outer > 0 && inner = 0 do outer := outer - 1, inner := any
        event tick when inner > 0 do inner := inner - 1";
    ranked(model, "do outer := outer - 1, inner := any", "do inner := 3");
}

#[test]
fn locations_pay_for_steps() {
    let model = "ctl ends: AF x <= 1  var x: nat
        process P { loc a, b
          a -> b when x > 0 do x := x + 1
          b -> a when x > 1 do x := x - 2 }";
    ranked(model, "do x := x - 2", "do x := x - 1");
}

#[test]
fn fairness_makes_a_countdown_go_on() {
    let model = "ltl ends: F (x = 0)  var x: nat  fair tick
        event tick when x > 0 do x := x - 1
        event idle";
    ranked(model, "fair tick", "");
}

#[test]
fn strong_fairness_is_needed_where_a_step_is_possible_only_sometimes() {
    let model = "ltl ends: F (x = 0)  var x: nat  var on: bool  strong tick
        event tick when on && x > 0 do x := x - 1
        event flip do on := !on";
    ranked(model, "strong tick", "fair tick");
}

#[test]
fn what_is_answered_again_and_again_is_counted_down() {
    let model = "ctl served: AG (asked => AF !asked)  var asked: bool := false  var x: nat
        event ask when !asked do asked := true
        event work when asked && x > 0 do x := x - 1
        event more when !asked do x := x + 3
        event done when asked && x = 0 do asked := false";
    ranked(model, "do x := x - 1", "do x := x + 1");
}

/// A violation that only an endless path shows, and a twin in which one line is replaced, so that a lasso or nothing does.
#[track_caller]
fn endless(model: &str, rises: &str) -> Answer {
    let found = answer(model);
    assert_eq!(*found.verdict(), Verdict::Violated, "{model}");
    let trace = found.trace().expect("there is a path");
    assert_eq!(trace.ending, Ending::Endless, "{model}");
    let reason = found.reason.clone().expect("it says where the path stays");
    assert!(reason.contains(rises) && reason.contains(" inside: "), "{reason}");
    found
}

#[test]
fn what_only_grows_has_an_endless_path() {
    let model = "ctl back: AF x < 0  var x: nat := 0  event inc do x := x + 1";
    endless(model, "x can rise for ever");
    let twin = answer(&model.replace("x + 1", "if x < 3 then x + 1 else 0"));
    assert_eq!(*twin.verdict(), Verdict::Violated);
    assert!(matches!(twin.trace().expect("there is a path").ending, Ending::Loop(_)));
}

#[test]
fn what_falls_for_ever_rises_with_its_sign_changed() {
    endless("ltl back: F G x > 3  var x: int := 5  event dec do x := x - 1", "-x can rise for ever");
}

#[test]
fn an_endless_path_is_fair() {
    let model = "ltl overtaken: F (x < y)  var x, y: nat := 0  fair ex  fair ey
        event ex do x := x + 1
        event ey when x > 3 do y := y + 1";
    endless(model, "can rise for ever");
    // Without a rival the second one overtakes.
    let alone = model.replace("event ex do", "event ex when x <= 3 do");
    assert_eq!(*answer(&alone).verdict(), Verdict::Holds);
}

#[test]
fn an_endless_path_behind_a_stem_avoids_what_comes_once() {
    let found = endless("ctl again: AG AF x = 3  var x: nat := 0  event inc do x := x + 1", "x >= 4");
    assert_eq!(found.trace().expect("there is a path").steps.len(), 4);
}

#[test]
fn values_that_can_always_be_raised_have_no_largest_one() {
    let model = "bound highest: P[1].t
        process P[i in 1..2] { var t: nat := 0  let other = P[3 - i].t
          loc think, wait, crit
          think -> wait do t := other + 1
          wait -> crit when t < other || other = 0
          crit -> think do t := 0 }";
    assert_eq!(answer(model).value(), Some(BoundValue::Unbounded));
    let twin = model.replace("do t := other + 1", "do t := min(other + 1, 7)");
    assert_eq!(answer(&twin).value(), Some(BoundValue::Exact(7)));
}
