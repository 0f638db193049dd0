//! Formulas of certificates as conditions: in the present state and after a step, against their values.

use certificates::{
    Changes, Definitions, Diagrams, Kind, Linear, Logic, Refusal, Term, Translator, Valuation,
};
use random_numbers::SplitMix;
use std::collections::BTreeMap;
use system::{Comparison, Interpreter, State, System, TransitionId, Unlimited, Value, VariableId};

const MODEL: &str = "
    var x: 0..3 var y: int var b: bool var e: { A, B, C } var p: ref P
    process P[i in 1..2] { loc s, t s -> t do x := any where x' != x, y := y + 3 t -> s when y > 0 do b := !b, e := A }
    event go do p := P[2], y := -y";

const EXTRAS: [(&str, Option<u32>); 2] = [("k", None), ("q", Some(3))];

fn load(text: &str) -> System {
    let loaded = language::load(text, &language::Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn extras() -> Vec<(String, Option<u32>)> {
    EXTRAS.iter().map(|(name, count)| ((*name).to_string(), *count)).collect()
}

fn translator(system: &System) -> Translator<'_, Diagrams<'static>> {
    Translator::new(Diagrams::new(&Unlimited, 1_000_000), system, &extras())
        .expect("the variables can be declared")
}

/// The value of a formula, by its definition; the further variables have values as well.
fn value(term: &Term, definitions: &[(String, Term)], state: &State, extras: &[i128]) -> Value {
    let of = |term: &Term| value(term, definitions, state, extras);
    let truth = |term: &Term| of(term) == Value::Bool(true);
    let number = |term: &Term| match of(term) {
        Value::Int(number) => number,
        other => panic!("{other:?} is no integer"),
    };
    match term {
        Term::Constant(value) => *value,
        Term::Variable(id) => state[id.index()],
        Term::Extra(index) => Value::Int(extras[*index]),
        Term::Name(index) => of(&definitions[*index].1),
        Term::Not(a) => Value::Bool(!truth(a)),
        Term::And(all) => Value::Bool(all.iter().all(truth)),
        Term::Or(all) => Value::Bool(all.iter().any(truth)),
        Term::Compare(comparison, a, b) => Value::Bool(match comparison {
            Comparison::Eq => of(a) == of(b),
            Comparison::Ne => of(a) != of(b),
            Comparison::Lt => of(a) < of(b),
            Comparison::Le => of(a) <= of(b),
            Comparison::Gt => of(a) > of(b),
            Comparison::Ge => of(a) >= of(b),
        }),
        Term::Sum(all) => Value::Int(all.iter().map(number).sum()),
        Term::Times(factor, a) => Value::Int(factor * number(a)),
        Term::Divide(a, divisor) => Value::Int(number(a).div_euclid(*divisor)),
        Term::Modulo(a, divisor) => Value::Int(number(a).rem_euclid(*divisor)),
        Term::If(a, b, c) => of(if truth(a) { b } else { c }),
    }
}

/// Random formulas over the variables of the model, its further ones and earlier definitions.
struct Formulas {
    random: SplitMix,
    truths: Vec<usize>,
    numbers: Vec<usize>,
}

impl Formulas {
    fn below(&mut self, end: u64) -> u64 {
        self.random.bits() % end
    }

    fn name(&mut self, names: Vec<usize>) -> Option<Term> {
        let chosen = self.below(names.len().max(1) as u64) as usize;
        names.get(chosen).copied().map(Term::Name)
    }

    fn several(&mut self, levels: u32, one: fn(&mut Self, u32) -> Term) -> Vec<Term> {
        (0..self.below(3)).map(|_| one(self, levels)).collect()
    }

    fn truth(&mut self, levels: u32) -> Term {
        if levels == 0 {
            let named = self.name(self.truths.clone());
            return match (self.below(6), named) {
                (0 | 1, Some(named)) => named,
                (0 | 1, None) => Term::Variable(VariableId(2)),
                (2, _) => Term::bool(self.below(2) == 0),
                (3, _) => self.equation(VariableId(3), |code| Value::Member(code % 3)),
                (4, _) => self.equation(VariableId(4), |code| Value::Reference(code.checked_sub(1))),
                _ => self.equation(VariableId(5), |code| Value::Location(code % 2)),
            };
        }
        let inner = levels - 1;
        match self.below(6) {
            0 => Term::Not(Box::new(self.truth(inner))),
            1 => Term::And(self.several(inner, Self::truth)),
            2 => Term::Or(self.several(inner, Self::truth)),
            3 => Term::If(
                Box::new(self.truth(inner)),
                Box::new(self.truth(inner)),
                Box::new(self.truth(inner)),
            ),
            4 => Term::compare(Comparison::Eq, self.truth(inner), self.truth(inner)),
            _ => {
                let all = [
                    Comparison::Eq,
                    Comparison::Ne,
                    Comparison::Lt,
                    Comparison::Le,
                    Comparison::Gt,
                    Comparison::Ge,
                ];
                let comparison = all[self.below(6) as usize];
                Term::compare(comparison, self.number(inner), self.number(inner))
            }
        }
    }

    fn equation(&mut self, id: VariableId, value: fn(u32) -> Value) -> Term {
        let code = self.below(3) as u32;
        let comparison = if self.below(2) == 0 { Comparison::Eq } else { Comparison::Ne };
        Term::compare(comparison, Term::Variable(id), Term::Constant(value(code)))
    }

    fn number(&mut self, levels: u32) -> Term {
        if levels == 0 {
            let named = self.name(self.numbers.clone());
            return match (self.below(6), named) {
                (0, Some(named)) => named,
                (0 | 1, _) => Term::Variable(VariableId(0)),
                (2 | 3, _) => Term::Variable(VariableId(1)),
                (4, _) => Term::Extra(self.below(2) as usize),
                _ => Term::int(i128::from(self.below(9)) - 4),
            };
        }
        let inner = levels - 1;
        match self.below(5) {
            0 => Term::Sum(self.several(inner, Self::number)),
            1 => Term::Times(i128::from(self.below(7)) - 3, Box::new(self.number(inner))),
            2 => Term::Divide(Box::new(self.number(inner)), i128::from(self.below(4)) + 1),
            3 => Term::Modulo(Box::new(self.number(inner)), [1, 2, 3, 70][self.below(4) as usize]),
            _ => Term::If(
                Box::new(self.truth(inner)),
                Box::new(self.number(inner)),
                Box::new(self.number(inner)),
            ),
        }
    }

    fn definitions(&mut self) -> Vec<(String, Term)> {
        let mut all = Vec::new();
        for index in 0..4 {
            let is_truth = self.below(2) == 0;
            let term = if is_truth { self.truth(2) } else { self.number(2) };
            if is_truth { &mut self.truths } else { &mut self.numbers }.push(index);
            all.push((format!("d{index}"), term));
        }
        all
    }
}

/// The codes of a state of the model, and of the further variables.
fn valuation(translator: &Translator<'_, Diagrams<'_>>, state: &State, extras: &[i128]) -> Valuation {
    let code = |value: &Value| match *value {
        Value::Bool(value) => i128::from(value),
        Value::Int(value) => value,
        Value::Member(code) | Value::Location(code) => i128::from(code),
        Value::Reference(instance) => instance.map_or(0, |instance| i128::from(instance) + 1),
    };
    let coding = &translator.coding;
    let own = coding.variables.iter().copied().zip(state.iter().map(code));
    own.chain(coding.extras.iter().copied().zip(extras.iter().copied())).collect()
}

/// Whether a condition is true of a valuation, for some values of what else it mentions.
fn satisfied(
    translator: &mut Translator<'_, Diagrams<'_>>,
    condition: certificates::Diagram,
    at: &Valuation,
) -> Result<bool, Refusal> {
    let defining = translator.defining()?;
    let mut all = vec![condition, defining];
    for (variable, value) in at {
        all.push(match translator.logic.kind(*variable) {
            Kind::Finite(_) => translator.logic.is(*variable, u32::try_from(*value).expect("a code"))?,
            Kind::Integer(..) => {
                translator.logic.is_zero(&Linear::variable(*variable).minus(&Linear::constant(*value))?)?
            }
        });
    }
    let all = translator.logic.all(&all)?;
    Ok(translator.logic.satisfying(all)?.is_some())
}

fn random_state(random: &mut SplitMix) -> (State, Vec<i128>) {
    let mut below = |end: u64| (random.bits() % end) as u32;
    let state = vec![
        Value::Int(i128::from(below(4))),
        Value::Int(i128::from(below(15)) - 7),
        Value::Bool(below(2) == 0),
        Value::Member(below(3)),
        Value::Reference(below(3).checked_sub(1)),
        Value::Location(below(2)),
        Value::Location(below(2)),
    ];
    (state, vec![i128::from(below(9)) - 4, i128::from(below(3))])
}

#[test]
fn formulas_have_the_same_values_now_and_after_a_step() {
    let system = load(MODEL);
    let interpreter = Interpreter::new(&system);
    let (mut now, mut later) = ([0, 0], [0, 0]);
    for seed in 0..150 {
        let mut formulas = Formulas { random: SplitMix::new(seed), truths: Vec::new(), numbers: Vec::new() };
        let list = formulas.definitions();
        let term = formulas.truth(3);
        let mut translator = translator(&system);
        let mut definitions = Definitions::new(&list).expect("the definitions are in order");
        let truth = translator.truth(&mut definitions, &term).expect("the formula is translated");
        let mut ways = Vec::new();
        for index in 0..system.transitions.len() {
            ways.extend(translator.fire(TransitionId::from_index(index)).expect("it is translated").ways);
        }
        let q = translator.present_extra(1).expect("there is one");
        for _ in 0..6 {
            let (state, extras) = random_state(&mut formulas.random);
            let at = valuation(&translator, &state, &extras);
            let expected = value(&term, &list, &state, &extras) == Value::Bool(true);
            assert_eq!(satisfied(&mut translator, truth, &at), Ok(expected), "{term:?}\n{list:?}\n{state:?}");
            now[usize::from(expected)] += 1;
            for way in &ways {
                // The further variable gets the value of the first one.
                let changes = Changes { variables: &way.after, extras: BTreeMap::from([(0, q.clone())]) };
                let after =
                    translator.truth_after(&mut definitions, &term, &changes).expect("it is translated");
                let some = translator.logic.and(way.condition, after).expect("it is small");
                let some = translator.quantify(&way.chosen, some).expect("it is small");
                let fired = interpreter.fire(&state, way.transition).expect("few values");
                let extras = [extras[1], extras[1]];
                let holds =
                    |step: &system::TraceStep| value(&term, &list, &step.state, &extras) == Value::Bool(true);
                let expected = fired.steps.iter().any(holds);
                assert_eq!(
                    satisfied(&mut translator, some, &at),
                    Ok(expected),
                    "{term:?}\n{list:?}\n{state:?}"
                );
                later[usize::from(expected)] += 1;
            }
        }
    }
    assert!(now.iter().chain(&later).all(|count| *count > 100), "{now:?} {later:?}");
}

#[test]
fn what_is_wrong_with_a_formula_is_refused() {
    let system = load(MODEL);
    let mut translator = translator(&system);
    let list = vec![("zero".to_string(), Term::int(0))];
    let wrong = [
        Term::int(1),
        Term::Name(1),
        Term::Name(0),
        Term::Variable(VariableId(99)),
        Term::compare(Comparison::Lt, Term::Extra(2), Term::int(0)),
        Term::compare(Comparison::Lt, Term::bool(true), Term::bool(false)),
        Term::compare(Comparison::Eq, Term::Variable(VariableId(3)), Term::int(0)),
        Term::compare(Comparison::Eq, Term::Variable(VariableId(3)), Term::Constant(Value::Location(0))),
        Term::compare(Comparison::Eq, Term::Divide(Box::new(Term::int(1)), 0), Term::int(0)),
        Term::If(Box::new(Term::bool(true)), Box::new(Term::bool(true)), Box::new(Term::int(0))),
        (0..3000).fold(Term::Variable(VariableId(2)), |inner, _| Term::Not(Box::new(inner))),
    ];
    for term in &wrong {
        let mut definitions = Definitions::new(&list).expect("the definition is right");
        let refused = translator.truth(&mut definitions, term);
        assert!(matches!(refused, Err(Refusal::Malformed(_))), "{refused:?}");
    }
    let circular = vec![("a".to_string(), Term::Name(0))];
    assert!(matches!(Definitions::<u32>::new(&circular), Err(Refusal::Malformed(_))));
}

#[test]
fn long_chains_of_definitions_are_evaluated_without_recursion() {
    let system = load(MODEL);
    let mut translator = translator(&system);
    let x_is = |code: usize| {
        Term::compare(Comparison::Eq, Term::Variable(VariableId(0)), Term::int((code % 4) as i128))
    };
    let mut list = vec![("d".to_string(), Term::Variable(VariableId(2)))];
    for index in 1..100_000 {
        let before = || Box::new(Term::Name(index - 1));
        let term = Term::If(Box::new(x_is(index)), Box::new(Term::Not(before())), before());
        list.push(("d".to_string(), term));
    }
    let mut definitions = Definitions::new(&list).expect("they are in order");
    translator.truth(&mut definitions, &Term::Name(99_999)).expect("it is translated");
    let q = translator.present_extra(1).expect("there is one");
    let none = BTreeMap::new();
    let changes = Changes { variables: &none, extras: BTreeMap::from([(0, q)]) };
    translator.truth_after(&mut definitions, &Term::Name(99_999), &changes).expect("nothing changes");
}

#[test]
fn a_valuation_is_shown_in_words() {
    let system = load(MODEL);
    let translator = translator(&system);
    let (state, _) = (
        vec![
            Value::Int(2),
            Value::Int(-3),
            Value::Bool(true),
            Value::Member(1),
            Value::Reference(Some(1)),
            Value::Location(1),
            Value::Location(0),
        ],
        (),
    );
    let at = valuation(&translator, &state, &[5]);
    let shown = translator.coding.shown(&system, &extras(), &at);
    assert_eq!(shown, "x = 2, y = -3, b = true, e = B, p = P[2], P[1] at t, P[2] at s, k = 5");
}
