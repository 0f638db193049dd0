//! Random transitions and initial conditions, computed here and by the reference interpreter.
//!
//! Each round makes a system with a few variables of tiny types, random edges of every kind, and random
//! initial conditions. What every transition does in random states, and which states are initial, must be the
//! same in both. The rules on packed states are compared with the general way on the same states.

mod random;

use crate::program::Program;
use crate::program::initial::InitialStates;
use crate::states::layout::Layout;
use crate::states::successors::Successors;
use crate::step::expand::Expander;
use crate::step::fire::fire;
use crate::step::rule::{Rule, rules};
use crate::value::{decode, encode};
use random::{Random, system};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use system::{Interpreter, State, System, TransitionId, Unlimited};

const STATES: u32 = 12;

/// The rounds of a test: few, or many more if the environment asks for slow tests.
fn rounds(few: u64) -> u64 {
    if std::env::var_os("FATHOM_SLOW").is_some() { few * 100 } else { few }
}

fn random_state(random: &mut Random, program: &Program<'_>) -> Vec<i64> {
    let value = |random: &mut Random, low: i64, high: i64| low + random.below((high - low + 1) as u32) as i64;
    program
        .domains
        .iter()
        .map(
            |domain| {
                if domain.is_listed { value(random, domain.low, domain.high) } else { value(random, 0, 3) }
            },
        )
        .collect()
}

fn plain(system: &System, values: &[i64]) -> State {
    system.variables.iter().zip(values).map(|(variable, value)| decode(variable.ty, *value)).collect()
}

#[test]
fn transitions_do_what_the_interpreter_says() {
    let (mut steps, mut faults, mut skipped) = (0, 0, 0);
    let rounds = rounds(40);
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let model = system(&mut random);
        let program = Program::compile(&model).expect("no quantifiers are generated");
        let interpreter = Interpreter::new(&model);
        for _ in 0..STATES {
            let values = random_state(&mut random, &program);
            for id in (0..model.transitions.len()).map(TransitionId::from_index) {
                let fired = fire(&program, id, &values);
                let expected = match interpreter.fire(&plain(&model, &values), id) {
                    Ok(expected) if fired.obstacle.is_none() => expected,
                    _ => {
                        skipped += 1;
                        continue;
                    }
                };
                let found: BTreeSet<State> =
                    fired.successors.iter().map(|next| plain(&model, next)).collect();
                let wanted: BTreeSet<State> = expected.steps.iter().map(|step| step.state.clone()).collect();
                let what = format!("seed {seed}, {id:?}, {values:?}, {:#?}", model.edges[id.index()].action);
                assert_eq!(found, wanted, "{what}");
                assert_eq!(fired.faulted, !expected.faults.is_empty(), "{what}\n{:?}", expected.faults);
                steps += found.len();
                faults += usize::from(fired.faulted);
            }
        }
    }
    assert!(steps > 500 && faults > 100, "{steps} steps and {faults} faults");
    assert!(skipped * 10 < steps, "{skipped} skipped, {steps} steps");
}

#[test]
fn rules_on_packed_states_do_what_transitions_do() {
    let mut kinds = [0; 4];
    for seed in 0..rounds(400) {
        let mut random = Random::new(seed);
        let model = system(&mut random);
        let program = Program::compile(&model).expect("no quantifiers are generated");
        let mut layout = Layout::new(&program.domains);
        for rule in model.transitions.iter().flat_map(|transition| rules(&program, &layout, transition)) {
            match rule {
                Rule::General => kinds[0] += 1,
                Rule::Swap(_) | Rule::Direct(_) => kinds[1] += 1,
                Rule::Solving(_) => kinds[2] += 1,
                Rule::Split(_) => kinds[3] += 1,
            }
        }
        for _ in 0..STATES {
            let values = random_state(&mut random, &program);
            let mut expected = BTreeSet::new();
            let mut fault = None;
            for id in (0..model.transitions.len()).map(TransitionId::from_index) {
                let fired = fire(&program, id, &values);
                expected.extend(fired.successors);
                fault = fault.or(fired.faulted.then_some(id));
            }
            let (found, found_fault) = expanded(&program, &mut layout, &values);
            assert_eq!(found, expected, "seed {seed}");
            assert_eq!(found_fault.is_some(), fault.is_some(), "seed {seed}");
        }
    }
    assert!(kinds.iter().all(|kind| *kind > 100), "{kinds:?}");
}

fn expanded(
    program: &Program<'_>,
    layout: &mut Layout,
    values: &[i64],
) -> (BTreeSet<Vec<i64>>, Option<TransitionId>) {
    loop {
        let mut words = vec![0; layout.words()];
        let mut successors = Successors::new(layout.words());
        let result = layout.pack(values, &mut words).and_then(|()| {
            let mut expander = Expander::new(program, layout);
            expander.expand(program, layout, &words, 0, &mut successors)
        });
        match result {
            Ok(expansion) => {
                let unpacked = successors.iter().map(|words| {
                    let mut values = vec![0; layout.variables()];
                    layout.unpack(words, &mut values);
                    values
                });
                return (unpacked.collect(), expansion.fault);
            }
            Err(misfit) => *layout = layout.widened(misfit, program.domains[misfit.variable as usize]),
        }
    }
}

#[test]
fn selected_rules_lead_to_the_same_successors_in_the_same_order() {
    let (mut compared, mut faults) = (0, 0);
    for seed in 0..rounds(400) {
        let mut random = Random::new(seed);
        let model = system(&mut random);
        let program = Program::compile(&model).expect("no quantifiers are generated");
        let layout = Layout::new(&program.domains);
        for _ in 0..STATES {
            let values = random_state(&mut random, &program);
            let mut words = vec![0; layout.words()];
            if layout.pack(&values, &mut words).is_err() {
                continue;
            }
            let by = |many: usize| {
                let mut successors = Successors::new(layout.words());
                let mut expander = Expander::with(&program, &layout, true, many);
                let result = expander.expand(&program, &layout, &words, 0, &mut successors);
                (result.map(|expansion| (expansion.fault, expansion.obstacle)), successors)
            };
            let ((all, every), (selected, some)) = (by(usize::MAX), by(1));
            assert_eq!(selected, all, "seed {seed}");
            assert_eq!(
                (some.words, some.transitions),
                (every.words.clone(), every.transitions),
                "seed {seed}"
            );
            compared += every.words.len();
            faults += usize::from(all.is_ok_and(|(fault, _)| fault.is_some()));
        }
    }
    assert!(compared > 1_000 && faults > 100, "{compared} words and {faults} faults");
}

#[test]
fn initial_states_are_those_of_the_interpreter() {
    let mut compared = 0;
    let rounds = rounds(30);
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let model = system(&mut random);
        let program = Program::compile(&model).expect("no quantifiers are generated");
        let initial = InitialStates::plan(program.compiler, &program.domains).expect("it compiles");
        let mut found = BTreeSet::new();
        let obstacle = initial.list(program.compiler, &mut |values, is_state| {
            if is_state {
                found.insert(plain(&model, values));
            }
            ControlFlow::Continue(())
        });
        if let (Ok(expected), None) = (Interpreter::new(&model).initial_states(&Unlimited), obstacle) {
            let back = |state: &State| state.iter().all(|value| encode(*value).is_some());
            assert!(found.iter().all(back));
            assert_eq!(found, expected.into_iter().collect(), "seed {seed} {:#?}", model.initial);
            compared += 1;
        }
    }
    assert!(compared > rounds / 3, "only {compared} compared");
}
