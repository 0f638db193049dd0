//! Sizes and proofs take turns: the smallest size that violates a property is found, proofs end it, and wrong ones are caught.

use certificates::SizesProof;
use engines::{Attempt, Choice, EverySize, Failure, Options, Proof, SizeEvent, run_every_size};
use language::{Overrides, load};
use system::{
    Answer, ConstantValue, EverySize as Stands, Evidence, Question, System, Unlimited, Verdict, Watch,
};

const MODEL: &str = "
const N := 9
process Worker[i in 1..N] { loc idle, busy
  idle -> busy
  busy -> idle }
invariant few: count(Worker at busy) <= 2
invariant always: count(Worker at busy) >= 0
";

fn at(size: i128) -> Result<System, String> {
    let overrides =
        Overrides { constants: vec![("N".into(), ConstantValue::Int(size))], ..Overrides::default() };
    load(MODEL, &overrides).system.ok_or_else(|| "it does not load".to_owned())
}

/// A proof of whatever it is asked for, whether that is true or not.
struct Credulous {
    /// The properties of which it says so.
    of: Vec<usize>,
}

impl Proof for Credulous {
    fn name(&self) -> &'static str {
        "credulous"
    }

    fn attempt(
        &mut self,
        properties: &[usize],
        _: &(dyn Watch + Sync),
    ) -> Result<Vec<(usize, Attempt)>, Failure> {
        let question = Question::NoFaults;
        let attempt = |property: &usize| match self.of.contains(property) {
            true => {
                let evidence = Evidence::EverySize(Stands::CutOff);
                let answer = Answer::from_evidence(&question, evidence, "credulous", "at once");
                Attempt::Proved(Box::new(answer.expect("it is evidence for such a question")))
            }
            false => Attempt::Open("not this one".into()),
        };
        Ok(properties.iter().map(|property| (*property, attempt(property))).collect())
    }

    fn shown(&mut self, _: usize, _: &(dyn Watch + Sync)) -> Option<Result<SizesProof, String>> {
        None
    }
}

fn asked(proof: Credulous, patience: u64) -> (Result<(), Failure>, Vec<SizeEvent>) {
    let every = EverySize {
        constant: "N",
        least: 1,
        system: &at,
        choice: Choice::Auto,
        options: Options::default(),
        patience,
    };
    let mut events = Vec::new();
    let mut proofs: Vec<Box<dyn Proof>> = vec![Box::new(proof)];
    let ended = run_every_size(&every, &[0, 1], &mut proofs, &Unlimited, &mut |event| events.push(event));
    (ended, events)
}

#[test]
fn the_smallest_size_is_found() {
    let (ended, events) = asked(Credulous { of: vec![1] }, 10);
    assert!(ended.is_ok());
    let few = events.iter().find(|event| event.property == 0).expect("there is an answer");
    assert_eq!(few.answer.verdict(), &Verdict::Violated);
    assert_eq!((few.at.as_ref().map(|at| at.size), few.cleared), (Some(3), Some(2)));
    let any = events.iter().find(|event| event.property == 1).expect("there is an answer");
    assert_eq!((any.answer.verdict(), any.at.is_none()), (&Verdict::Holds, true));
}

#[test]
fn what_is_not_proved_is_unknown_with_the_sizes_that_were_searched() {
    let (ended, events) = asked(Credulous { of: Vec::new() }, 10);
    assert!(ended.is_ok());
    let any = events.iter().find(|event| event.property == 1).expect("there is an answer");
    let Verdict::Unknown(reason) = any.answer.verdict() else { panic!("nothing shows it") };
    let cleared = any.cleared.expect("some sizes were searched");
    assert_eq!(*reason, format!("nothing is wrong up to N = {cleared}; credulous: not this one"));
}
