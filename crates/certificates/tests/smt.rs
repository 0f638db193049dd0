//! The logic that writes: its texts are read back and decided by enumeration, and by z3 where that is installed.

mod random_formulas;

use certificates::{Kind, Linear, Logic, SmtLib, Variable};
use random_formulas::{Formula, Numbers, bounded, build};
use std::collections::HashMap;
use std::process::Command;

/// A text in brackets.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    Word(String),
    List(Vec<Part>),
}

impl Part {
    fn list(&self) -> &[Part] {
        match self {
            Part::List(parts) => parts,
            Part::Word(word) => panic!("{word} is no list"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Part::Word(word) => word,
            Part::List(_) => panic!("{self:?} is no word"),
        }
    }
}

fn read(text: &str) -> Vec<Part> {
    let mut open = vec![Vec::new()];
    let lines = text.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join("\n");
    let mut symbols = lines.chars().peekable();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = Part::List(open.pop().unwrap());
                open.last_mut().unwrap().push(list);
            }
            '|' => {
                let word: String = symbols.by_ref().take_while(|symbol| *symbol != '|').collect();
                open.last_mut().unwrap().push(Part::Word(format!("|{word}|")));
            }
            symbol if symbol.is_whitespace() => {}
            symbol => {
                let mut word = String::from(symbol);
                while let Some(next) = symbols.next_if(|next| !next.is_whitespace() && !"()|".contains(*next))
                {
                    word.push(next);
                }
                open.last_mut().unwrap().push(Part::Word(word));
            }
        }
    }
    assert_eq!(open.len(), 1, "brackets of {text}");
    open.remove(0)
}

#[derive(Default)]
struct Script {
    constants: Vec<String>,
    definitions: HashMap<String, (Vec<String>, Part)>,
    asserted: Vec<Part>,
}

type Values = HashMap<String, i128>;

impl Script {
    fn read(text: &str) -> Script {
        let mut script = Script::default();
        for command in read(text) {
            match command.list() {
                [word, name, sort] if word.word() == "declare-const" => {
                    assert_eq!(sort.word(), "Int");
                    script.constants.push(name.word().into());
                }
                [word, name, parameters, _, body] if word.word() == "define-fun" => {
                    let parameters = parameters.list().iter().map(|pair| pair.list()[0].word().into());
                    let old =
                        script.definitions.insert(name.word().into(), (parameters.collect(), body.clone()));
                    assert!(old.is_none());
                }
                [word, body] if word.word() == "assert" => script.asserted.push(body.clone()),
                [word, ..] => assert!(["set-logic", "set-info", "check-sat"].contains(&word.word())),
                [] => panic!("an empty command"),
            }
        }
        script
    }

    /// The values that are enumerated include those of all kinds of the tests.
    fn is_satisfiable(&self) -> bool {
        self.extend(&mut Values::new(), &self.constants)
    }

    fn extend(&self, values: &mut Values, left: &[String]) -> bool {
        let Some((first, rest)) = left.split_first() else {
            return self.asserted.iter().all(|part| self.holds(part, values));
        };
        (-3..=5).any(|value| {
            values.insert(first.clone(), value);
            // The bounds come first and decide as soon as their variable has a value.
            let decided = self.asserted.iter().filter(|part| is_bound_on(part, first));
            decided.into_iter().all(|part| self.holds(part, values)) && self.extend(values, rest)
        })
    }

    fn number(&self, part: &Part, values: &Values) -> i128 {
        let Part::List(parts) = part else {
            return part.word().parse().unwrap_or_else(|_| values[part.word()]);
        };
        let numbers: Vec<i128> = parts[1..].iter().map(|part| self.number(part, values)).collect();
        match parts[0].word() {
            "+" => numbers.iter().sum(),
            "*" => numbers.iter().product(),
            "-" => -numbers[0],
            "mod" => numbers[0].rem_euclid(numbers[1]),
            other => panic!("{other}"),
        }
    }

    fn holds(&self, part: &Part, values: &Values) -> bool {
        let (word, parts) = match part {
            Part::Word(word) => (word.as_str(), &[] as &[Part]),
            Part::List(parts) => (parts[0].word(), &parts[1..]),
        };
        match word {
            "true" | "false" => word == "true",
            "and" => parts.iter().all(|part| self.holds(part, values)),
            "or" => parts.iter().any(|part| self.holds(part, values)),
            "not" => !self.holds(&parts[0], values),
            "=" => self.number(&parts[0], values) == self.number(&parts[1], values),
            "<=" => self.number(&parts[0], values) <= self.number(&parts[1], values),
            "exists" => (-3..=5).any(|value| {
                let mut inner = values.clone();
                inner.insert(parts[0].list()[0].list()[0].word().into(), value);
                self.holds(&parts[1], &inner)
            }),
            name => {
                let (parameters, body) = &self.definitions[name];
                assert_eq!(parameters.len(), parts.len());
                let given = parameters.iter().zip(parts);
                let given: Values =
                    given.map(|(name, part)| (name.clone(), self.number(part, values))).collect();
                // A definition sees its parameters and the constants, not what is bound where it is used.
                let mut inner: Values = values.clone();
                inner.retain(|name, _| self.constants.contains(name));
                inner.extend(given);
                self.holds(body, &inner)
            }
        }
    }
}

fn is_bound_on(part: &Part, name: &str) -> bool {
    matches!(part, Part::List(parts) if parts.len() == 3 && parts[0] == Part::Word("<=".into())
        && parts[1..].contains(&Part::Word(name.into())))
}

fn text(logic: &mut SmtLib, condition: certificates::Written) -> String {
    logic.refute("an obligation\nof two lines", condition, &|_| String::new()).unwrap();
    logic.obligations.last().unwrap().1.clone()
}

/// What z3 says of a text, if it is installed.
fn ask_solver(text: &str) -> Option<String> {
    let path = std::env::temp_dir().join(format!("certificates-{}.smt2", std::process::id()));
    std::fs::write(&path, text).ok()?;
    let output = Command::new("z3").arg(&path).output().ok();
    std::fs::remove_file(&path).ok()?;
    // Behind the answer z3 complains if it is not the one that the text announces.
    Some(String::from_utf8_lossy(&output?.stdout).lines().next().unwrap_or("").to_string())
}

#[test]
fn texts_say_what_the_conditions_say() {
    let setting = bounded();
    let all: Vec<_> = (0..5).map(Variable).collect();
    let valuations = setting.valuations(&[]);
    let mut numbers = Numbers(11);
    let (mut satisfied, mut solver) = (0, true);
    for round in 0..150 {
        let mut formula = setting.random(&mut numbers, 3 + round % 2, &all);
        if round % 3 == 0 {
            // The same part inside and outside of a quantifier.
            let inside = Formula::Exists(Variable(1), Box::new(formula.clone()));
            formula = Formula::And(Box::new(Formula::Not(Box::new(formula))), Box::new(inside));
        }
        let mut logic = SmtLib::new();
        setting.declare(&mut logic);
        let condition = build(&mut logic, &formula).unwrap();
        let text = text(&mut logic, condition);
        let expected = valuations.iter().any(|values| setting.holds(&formula, &mut values.clone()));
        assert_eq!(Script::read(&text).is_satisfiable(), expected, "{formula:?}\n{text}");
        satisfied += u32::from(expected);
        if solver {
            match ask_solver(&text) {
                Some(answer) => assert_eq!(answer, if expected { "sat" } else { "unsat" }, "{text}"),
                None => {
                    println!("SKIPPED: z3 is not installed");
                    solver = false;
                }
            }
        }
    }
    println!("{satisfied} of 150 are satisfiable");
}

#[test]
fn a_text_is_complete() {
    let mut logic = SmtLib::new();
    let light = logic.declare("Light[1].color", Kind::Finite(3));
    let count = logic.declare("count", Kind::Integer(Some(-2), None));
    let green = logic.is(light, 2).unwrap();
    let sum = Linear::variable(count).times(-2).unwrap().plus(&Linear::constant(7)).unwrap();
    let high = logic.at_most_zero(&sum).unwrap();
    let even = logic.divides(2, &Linear::variable(count)).unwrap();
    let parts = [green, high, even];
    let all = logic.all(&parts).unwrap();
    let expected = "; an obligation\n; of two lines\n(set-logic QF_LIA)\n(set-info :status unsat)\n\
        (declare-const |Light[1].color#0| Int)\n(assert (<= 0 |Light[1].color#0|))\n(assert (<= |Light[1].color#0| 2))\n\
        (declare-const |count#1| Int)\n(assert (<= (- 2) |count#1|))\n\
        (assert (and (= |Light[1].color#0| 2) (<= (+ (* (- 2) |count#1|) 7) 0) (= (mod (+ |count#1| 0) 2) 0)))\n\
        (check-sat)\n";
    assert_eq!(text(&mut logic, all), expected);
    let red = logic.is(light, 0).unwrap();
    let both = logic.and(all, red).unwrap();
    assert!(logic.is_plainly_false(both));
}

#[test]
fn deep_conditions_are_defined_in_pieces() {
    let mut logic = SmtLib::new();
    let variables: Vec<_> = (0..500).map(|_| logic.declare("bit", Kind::Finite(2))).collect();
    let mut condition = logic.constant(true);
    for (index, variable) in variables.iter().enumerate() {
        let set = logic.is(*variable, 1).unwrap();
        condition =
            if index % 2 == 0 { logic.or(condition, set) } else { logic.and(condition, set) }.unwrap();
        condition = logic.not(condition).unwrap();
    }
    let text = text(&mut logic, condition);
    let depth = text
        .lines()
        .map(|line| {
            line.chars()
                .fold((0_i32, 0), |(now, most), symbol| match symbol {
                    '(' => (now + 1, most.max(now + 1)),
                    ')' => (now - 1, most),
                    _ => (now, most),
                })
                .1
        })
        .max();
    assert!(depth.is_some_and(|depth| depth < 100), "{depth:?}");
}
