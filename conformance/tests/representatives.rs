//! Sets of representatives against brute force: all reachable states and all their permutations, on random programs whose
//! processes have references to each other; and what is answered from them against the naive checker, faults included.
//!
//! `FATHOM_SLOW=1` runs many more programs; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::load;
use conformance::temporal::{Graph, states_of};
use conformance::{Random, Survey, pointer_program, seeds, survey};
use decision_diagrams::{Diagrams, Options};
use state_sets::{Space, Variable};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use symbolic::{
    Budget, Prepared, Reduced, Settings, check_representatives_in, has_representatives,
    may_have_representatives, representatives_in,
};
use system::{Answer, Observer, Property, Question, State, System, Type, Unlimited, Value};

const MOST_STATES: usize = 3_000;

fn settings() -> Settings {
    Settings { sets: "decision diagrams", only_finite: true, most_codes: 1 << 32, ..Settings::default() }
}

fn diagrams(space: Space, listed: Vec<Variable>) -> state_sets::Limited<Diagrams<'static>> {
    Diagrams::new(space, Options { listed, bytes: 1 << 26, ..Options::default() })
}

/// Each combination of reductions that reduces.
const REDUCED: [Reduced; 3] = [
    Reduced { symmetry: true, inactive: false },
    Reduced { symmetry: false, inactive: true },
    Reduced { symmetry: true, inactive: true },
];

/// All orders of so many.
fn permutations(count: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |one: &Vec<u32>| {
            let one = one.clone();
            let next: Vec<u32> = (0..count).filter(|own| !one.contains(own)).collect();
            next.into_iter().map(move |own| [one.as_slice(), &[own]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The state with instances permuted, by the names of variables: `turn` holds an index, `wants` has an element for each instance.
fn permuted(system: &System, state: &State, permutation: &[u32]) -> State {
    let value = |number: usize, value: Value| match (system.variables[number].ty, value) {
        (Type::Reference(_), Value::Reference(Some(own))) => {
            Value::Reference(Some(permutation[own as usize]))
        }
        (_, Value::Int(index)) if system.variables[number].base == "turn" && index > 0 => {
            Value::Int(i128::from(permutation[index as usize - 1]) + 1)
        }
        (_, other) => other,
    };
    let mut moved = state.clone();
    for (number, variable) in system.variables.iter().enumerate() {
        let is_same = |other: &system::Variable| {
            other.base == variable.base
                && match (variable.owner, variable.element) {
                    (Some((of, own)), _) => other.owner == Some((of, permutation[own as usize])),
                    (_, Some(own)) => other.element == Some(i128::from(permutation[own as usize - 1]) + 1),
                    _ => other.name == variable.name,
                }
        };
        let target = system.variables.iter().position(is_same).expect("there is such a variable");
        moved[target] = value(number, state[number]);
    }
    moved
}

/// The permutations that leave alone what the properties name: here, the first process.
fn symmetries(system: &System, properties: &[usize], symmetry: bool) -> Vec<Vec<u32>> {
    let count = system.processes[0].count;
    let names = |number: &usize| {
        let Property { question, .. } = &system.properties[*number];
        let (system::Question::Invariant(e) | system::Question::Reachable(e)) = question else {
            return false;
        };
        system.show_expr(e).starts_with("P[1] at idle ||")
    };
    let is_named = properties.iter().any(names);
    permutations(count)
        .into_iter()
        .filter(|one| (symmetry || one.is_sorted()) && (!is_named || one[0] == 0))
        .collect()
}

/// Every representative is a permutation of a reachable state, up to inactive variables, and every reachable state of a
/// representative. Returns how many there are.
fn by_brute_force(system: &System, all: &Survey, properties: &[usize], reduced: Reduced) -> Option<usize> {
    let (prepared, budget) = (Prepared::new(system), Budget::new(&Unlimited));
    let settings = settings();
    let found = representatives_in(&prepared, properties, &settings, reduced, &budget, diagrams);
    let representatives = found.expect("the program has formulas")?;
    let asked: Vec<&Property> = properties.iter().map(|number| &system.properties[*number]).collect();
    let inactive = if reduced.inactive { analysis::inactive(system, &asked) } else { None };
    let normal = |mut state: State| {
        inactive.iter().for_each(|inactive| inactive.reset(&mut state));
        state
    };
    let symmetries = symmetries(system, properties, reduced.symmetry);
    let orbit = |state: &State| -> Vec<State> {
        symmetries.iter().map(|one| normal(permuted(system, state, one))).collect()
    };
    let reachable: HashSet<State> = all.states.iter().flat_map(orbit).collect();
    let mut covered = HashSet::new();
    for state in &representatives {
        assert!(reachable.contains(&normal(state.clone())), "{state:?} stands for no reachable state");
        covered.extend(orbit(state));
    }
    for state in &all.states {
        assert!(covered.contains(&normal(state.clone())), "{state:?} has no representative");
    }
    assert!(representatives.len() <= all.states.len() * symmetries.len());
    Some(representatives.len())
}

#[derive(Default)]
struct Told(RefCell<Vec<(usize, Answer)>>);

impl Observer for Told {
    fn answered(&self, property: usize, answer: Answer) {
        self.0.borrow_mut().push((property, answer));
    }
}

/// What is answered is what the naive checker finds, in as few steps. Returns how many answers were compared.
fn answers(system: &System, all: &Survey, properties: &[usize], reduced: Reduced) -> usize {
    let (prepared, told) = (Prepared::new(system), Told::default());
    let (budget, settings) = (Budget::new(&Unlimited), settings());
    let checked =
        check_representatives_in(&prepared, properties, &settings, reduced, &budget, &told, diagrams);
    let left = checked.expect("nothing fails");
    if left == properties {
        return 0;
    }
    assert!(left.is_empty(), "single states decide all of them");
    let told = told.0.into_inner();
    let answered: BTreeSet<usize> = told.iter().map(|(number, _)| *number).collect();
    assert_eq!(answered, properties.iter().copied().collect(), "each property is answered");
    for (number, answer) in &told {
        assert!(!answer.is_unknown(), "{:?}", answer.verdict());
        let property = &system.properties[*number];
        conformance::compare_answer(system, all, property, answer).expect("the naive checker agrees");
        engines::confirm(system, property, answer).expect("the answer stands a second look");
    }
    told.len()
}

#[derive(Debug, Default)]
struct Compared {
    programs: usize,
    answers: usize,
    states: usize,
    representatives: usize,
}

fn compare_program(text: &str, compared: &mut Compared) {
    let loaded = load(text);
    let Some(system) = loaded.system else { panic!("{text}: {:?}", loaded.diagnostics) };
    let Ok(all) = survey(&system, MOST_STATES) else { return };
    let properties: Vec<usize> = (0..system.properties.len())
        .filter(|number| has_representatives(&system.properties[*number].question))
        .collect();
    compared.programs += 1;
    for reduced in REDUCED {
        compared.answers += answers(&system, &all, &properties, reduced);
        if let Some(representatives) = by_brute_force(&system, &all, &properties, reduced)
            && reduced == REDUCED[0]
        {
            compared.states += all.states.len();
            compared.representatives += representatives;
        }
    }
}

#[test]
fn random_pointer_programs() {
    let mut compared = Compared::default();
    for seed in seeds(0, 150, 20_000) {
        let text = pointer_program(seed, 3);
        println!("seed {seed}\n{text}");
        compare_program(&text, &mut compared);
    }
    println!("{compared:?}");
    assert!(compared.programs < 100 || compared.representatives * 2 < compared.states, "{compared:?}");
}

/// Formulas of branching time with symmetric atoms, and some whose atoms are not symmetric by themselves.
const ATOMS: [&str; 7] = [
    "head = null",
    "count(P at crit) <= 1",
    "level < 2",
    "(exists i in 1..N: P[i].flag)",
    "(forall i in 1..N: P[i].next = null)",
    "turn = 0",
    "P[1] at idle",
];

fn branching_formula(random: &mut Random, depth: u32) -> String {
    let atom = |random: &mut Random| (*random.pick(&ATOMS)).to_owned();
    if depth == 0 {
        return atom(random);
    }
    let inner = |random: &mut Random| branching_formula(random, depth - 1);
    match random.below(10) {
        0 => format!("!({})", inner(random)),
        1 => format!("(({}) && ({}))", inner(random), inner(random)),
        2 => format!("(({}) => ({}))", inner(random), inner(random)),
        3 => format!("AG ({})", inner(random)),
        4 => format!("EF ({})", inner(random)),
        5 => format!("AF ({})", inner(random)),
        6 => format!("EG ({})", inner(random)),
        7 => format!("AX ({})", inner(random)),
        8 => format!("EX ({})", inner(random)),
        _ => format!(
            "{}[({}) {} ({})]",
            if random.below(2) == 0 { "A" } else { "E" },
            inner(random),
            if random.below(2) == 0 { "U" } else { "W" },
            inner(random)
        ),
    }
}

/// What is shown of formulas of branching time on representatives is so in the graph of all states.
#[test]
fn random_formulas_of_branching_time() {
    let (mut shown, mut left_open, mut reduced_graphs) = (0, 0, 0);
    for seed in seeds(0, 40, 10_000) {
        let random = &mut Random::new(seed ^ 0xb5);
        let mut text = pointer_program(seed, 3);
        for number in 0..6 {
            text.push_str(&format!("ctl branching{number}: {}\n", branching_formula(random, 3)));
        }
        let loaded = load(&text);
        let Some(system) = loaded.system else { panic!("{text}: {:?}", loaded.diagnostics) };
        let Ok(graph) = Graph::new(&system, MOST_STATES) else { continue };
        let of_branching = |number: &usize| matches!(system.properties[*number].question, Question::Ctl(_));
        let properties: Vec<usize> = (0..system.properties.len()).filter(of_branching).collect();
        for (number, reduced) in
            properties.iter().flat_map(|number| REDUCED.map(|reduced| (*number, reduced)))
        {
            assert!(may_have_representatives(&system, number));
            let (prepared, told, budget) = (Prepared::new(&system), Told::default(), Budget::new(&Unlimited));
            let left = check_representatives_in(
                &prepared,
                &[number],
                &settings(),
                reduced,
                &budget,
                &told,
                diagrams,
            );
            let left = left.expect("nothing fails");
            let Question::Ctl(formula) = &system.properties[number].question else { continue };
            let told = told.0.into_inner();
            match told.as_slice() {
                [] => assert_eq!(left, [number]),
                [(_, answer)] => {
                    assert_eq!(*answer.verdict(), system::Verdict::Holds, "seed {seed}\n{text}");
                    let satisfied = states_of(&system, &graph, formula).expect("it is evaluated");
                    let holds = satisfied[..graph.initial].iter().all(|satisfied| *satisfied);
                    assert!(holds, "seed {seed}, branching formula {number}, {reduced:?}\n{text}");
                    shown += 1;
                }
                more => panic!("{more:?}"),
            }
            let satisfied = states_of(&system, &graph, formula).expect("it is evaluated");
            let holds = satisfied[..graph.initial].iter().all(|satisfied| *satisfied);
            left_open += usize::from(holds && told.is_empty() && !formula.is_existential());
        }
        reduced_graphs += 1;
    }
    println!("{reduced_graphs} programs, {shown} shown, {left_open} left open");
    assert!(reduced_graphs < 30 || shown > 20, "{shown} shown, {left_open} left open");
}
