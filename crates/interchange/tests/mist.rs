//! Counter systems of mist become readable models that mean what the files say; what cannot be read gets clear problems.

#[path = "support/meaning.rs"]
mod meaning;

use interchange::{CounterSystem, Problem, read_mist, write_counters};
use meaning::{fired, is_initial, is_safe, system_of};
use random_numbers::Xorshift;

const SYSTEM: &str = "\
# Readers and a writer; comments may hold anything: -> ; é
vars
  idle reading, writing
  do x.y
rules
  idle >= 1, writing = 0 -> idle' = idle - 1, reading' = reading + 1;
  idle >= 1, reading in [0,1] ->
    writing' = writing + idle - 1, idle' = 0,;
  writing >= 1, do = 1, do >= 1 -> idle' = idle + writing, do' = 0;
  true -> do' = 1;
  -> x.y' = x.y - 2;
init
  idle >= 1, reading = 0, writing = 0, do in [0,1]
target
  reading >= 1, writing >= 1
  writing >= 2
invariants
  reading = 1, writing = 2
  idle = 1, reading = 1
";

fn model(source: &str) -> String {
    let system = read_mist(source, "rw").expect("the text is legal");
    let text = write_counters(&system);
    language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"))
}

fn problems(source: &str) -> Vec<String> {
    let problems: Vec<Problem> = read_mist(source, "x").expect_err("the text is wrong");
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_counter_system_becomes_a_readable_model() {
    let expected = "\
// A counter system in the format of mist.
// Where a counter is added to another one it is emptied, although the file does not say so: r3.
model rw

var idle: nat
var reading, writing: nat := 0
var `do`: nat in 0..1
var `x.y`: nat
init idle >= 1

event r1 when idle >= 1 && writing = 0 do idle := idle - 1, reading := reading + 1
event r2 when idle >= 1 && reading <= 1 do writing := writing + idle - 1, idle := 0
event r3 when writing >= 1 && `do` = 1 && `do` >= 1
  do idle := idle + writing, `do` := 0, writing := 0
event r4 do `do` := 1
event r5 when `x.y` >= 2 do `x.y` := `x.y` - 2

hint reading + 2 * writing = 0

invariant safe: !(reading >= 1 && writing >= 1 || writing >= 2)
";
    assert_eq!(model(SYSTEM), expected);
}

#[test]
fn a_second_new_value_of_zero_says_nothing() {
    let rule = |effects: &str| {
        let source = format!("vars a b rules a >= 1 -> {effects}; init a >= 1, b = 0 target b >= 1");
        model(&source).lines().find(|line| line.starts_with("event")).map(str::to_owned)
    };
    let expected = Some("event r1 when a >= 1 do b := b + a, a := 0".to_owned());
    assert_eq!(rule("b' = a + b, b' = 0"), expected);
    assert_eq!(rule("b' = 0, b' = a + b"), expected);
}

#[test]
fn sums_that_could_become_negative_are_guarded() {
    let source = "vars a b c rules a >= 1 -> c' = a + b + c - 3, a' = 0, b' = 0; init a = 1 target c >= 1";
    assert!(model(source).contains("event r1 when a >= 1 && a + b + c >= 3 do c :="), "{}", model(source));
    let source = "vars a b rules a >= 1, b >= 2 -> a' = a + b - 3, b' = 0; init a = 1 target b >= 1";
    assert!(model(source).contains("event r1 when a >= 1 && b >= 2 do a :="), "{}", model(source));
    let source = "vars a rules a >= 1 -> a' = a - 3; init a = 1 target a >= 1";
    assert!(model(source).contains("event r1 when a >= 3 do a := a - 3"), "{}", model(source));
}

#[test]
fn several_starts_are_alternatives() {
    let source = "vars a b rules init a = 1, b = 0 a = 0, b >= 1 target a >= 2, b > 3, b < 2, b <= 5";
    let text = model(source);
    assert!(text.contains("init a = 1 && b = 0 || a = 0 && b >= 1"), "{text}");
    assert!(text.contains("invariant safe: !(a >= 2 && b >= 4 && b <= 1 && b <= 5)"), "{text}");
}

#[test]
fn mistakes_have_places_and_help() {
    let wrong =
        "vars a b a\nrules a >= 1 -> c' = 1;\n a > -1 -> a' = b - a;\n a => 2 -> ;\ninit a = 1, b\ntarget\n";
    let expected = [
        "1:10: this variable is declared twice",
        "2:17: there is no variable `c`",
        "3:6: a natural number was expected, found `-`",
        "4:5: a natural number was expected, found `>`",
        "6:1: `>=`, `=` or `in` was expected, found `target`",
        "7:1: a constraint such as `x >= 1` was expected, found the end of the text",
    ];
    assert_eq!(problems(wrong), expected);
    assert_eq!(
        problems("vars a rules a >= 1 -> a' = 1 - a; -> a' = 1, a' = 2; init a = 1, a = 2"),
        [
            "1:33: only numbers can be subtracted",
            "1:47: `a` gets two new values in one rule",
            "1:55: `init` leaves no value for `a`",
        ]
    );
    assert_eq!(
        problems("vars a vars b init a = 9999999999999999999 %"),
        [
            "1:8: there is another section `vars`",
            "1:24: this number is too large: at most 18 digits are supported",
            "1:44: a natural number was expected, found `%`",
            "1:45: there is no section `rules` in this file",
        ]
    );
    let found = read_mist("vars a rules a -> ; init b = 1", "x").expect_err("it is wrong");
    assert!(found.iter().any(|problem| problem.help.is_some()), "{found:?}");
    assert_eq!(problems("").len(), 3);
}

/// A rule as data: for each counter its range, its new value.
struct Rule {
    guards: Vec<(usize, u64, Option<u64>)>,
    effects: Vec<(usize, Vec<usize>, i64)>,
}

const COUNTERS: usize = 3;

fn random_rule(random: &mut Xorshift) -> Rule {
    let mut below = |limit: u64| random.below(limit);
    let guards = (0..below(3)).map(|_| {
        let (counter, least) = (below(COUNTERS as u64) as usize, below(3));
        (counter, least, [None, Some(least), Some(least + below(3)), None][below(4) as usize])
    });
    let guards = guards.collect();
    let effects = (0..COUNTERS).filter_map(|counter| {
        let sources: Vec<usize> =
            (0..COUNTERS).filter(|source| below(if *source == counter { 2 } else { 4 }) == 0).collect();
        let constant = below(5) as i64 - 2;
        let constant = if sources.is_empty() { constant.max(0) } else { constant };
        (below(3) > 0).then_some((counter, sources, constant))
    });
    let effects = effects.collect();
    Rule { guards, effects }
}

/// The rule as a file writes it.
fn written(rule: &Rule) -> String {
    let guard = |(counter, least, most): &(usize, u64, Option<u64>)| match most {
        None => format!("x{counter} >= {least}"),
        Some(most) if most == least => format!("x{counter}={least}"),
        Some(most) => format!("x{counter} in [{least}, {most}]"),
    };
    let effect = |(counter, sources, constant): &(usize, Vec<usize>, i64)| {
        let sum = sources.iter().map(|source| format!("x{source}")).collect::<Vec<_>>().join(" + ");
        match (sum.is_empty(), *constant) {
            (true, _) => format!("x{counter}' = {constant}"),
            (false, 0) => format!("x{counter}'= {sum}"),
            (false, 1..) => format!("x{counter}' = {sum}+{constant}"),
            (false, _) => format!("x{counter}' ={sum} - {}", -constant),
        }
    };
    let list = |parts: Vec<String>| parts.join(", ");
    format!(
        "{} -> {};\n",
        list(rule.guards.iter().map(guard).collect()),
        list(rule.effects.iter().map(effect).collect())
    )
}

/// Where the rule leads, by the letter of the format.
fn after(rule: &Rule, state: &[u64]) -> Option<Vec<u64>> {
    let holds = |(counter, least, most): &(usize, u64, Option<u64>)| {
        state[*counter] >= *least && most.is_none_or(|most| state[*counter] <= most)
    };
    if !rule.guards.iter().all(holds) {
        return None;
    }
    let mut next = state.to_vec();
    for source in rule.effects.iter().flat_map(|(_, sources, _)| sources) {
        next[*source] = 0;
    }
    for (counter, sources, constant) in &rule.effects {
        let sum: u64 = sources.iter().map(|source| state[*source]).sum();
        next[*counter] = sum.checked_add_signed(*constant)?;
    }
    Some(next)
}

#[test]
fn random_rules_mean_what_they_say() {
    let mut random = Xorshift::new(0x00c0_ffee);
    let mut taken = 0;
    for _ in 0..60 {
        let rules: Vec<Rule> = (0..4).map(|_| random_rule(&mut random)).collect();
        let source = format!(
            "vars x0 x1 x2\nrules {}init x0 >= 1, x1 = 2\ntarget x0 >= 2, x2 = 1\n x1 in [1,3]",
            rules.iter().map(written).collect::<String>()
        );
        let system =
            system_of(&read_mist(&source, "random").unwrap_or_else(|found| panic!("{found:?}\n{source}")));
        for _ in 0..30 {
            let state: Vec<u64> = (0..COUNTERS).map(|_| random.below(5)).collect();
            for (at, rule) in rules.iter().enumerate() {
                let expected: Vec<Vec<u64>> = after(rule, &state).into_iter().collect();
                assert_eq!(fired(&system, &state, at), (expected.clone(), false), "{state:?}\n{source}");
                taken += expected.len();
            }
            let [a, b, c] = state[..] else { panic!("there are three counters") };
            assert_eq!(is_initial(&system, &state), a >= 1 && b == 2, "{state:?}\n{source}");
            assert_eq!(is_safe(&system, &state), !(a >= 2 && c == 1 || (1..=3).contains(&b)), "{state:?}");
        }
    }
    assert!(taken > 1_000, "only {taken} rules could be taken");
}

/// A text with a piece of it left out, doubled or replaced.
fn damaged(text: &str, random: &mut Xorshift) -> String {
    const WORDS: [&str; 16] = [
        "idle",
        "vars",
        "rules",
        "init",
        "target",
        "invariants",
        "->",
        ">=",
        "'",
        "=",
        ",",
        ";",
        "in [3,1]",
        "0",
        "999999999999999999",
        "`\u{7f}é",
    ];
    let mut pieces: Vec<&str> = text.split_inclusive([' ', '\n', '\'']).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(pieces.len() as u64) as usize;
        match random.below(3) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[random.below(pieces.len() as u64) as usize]),
            _ => pieces[at] = WORDS[random.below(16) as usize],
        }
    }
    pieces.concat()
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Xorshift::new(0x5eed);
    let mut read: Vec<CounterSystem> = Vec::new();
    for _ in 0..3_000 {
        let text = damaged(SYSTEM, &mut random);
        match read_mist(&text, "damaged") {
            Ok(system) => read.push(system),
            Err(problems) => assert!(!problems.is_empty() && problems.len() <= 20),
        }
    }
    assert!(read.len() > 300, "only {} of the damaged files could be read", read.len());
    read.iter().step_by(20).for_each(|system| drop(system_of(system)));
    for end in (0..SYSTEM.len()).filter(|end| SYSTEM.is_char_boundary(*end)) {
        let _ = (read_mist(&SYSTEM[..end], "cut"), read_mist(&SYSTEM[end..], "cut"));
    }
}
