//! Counter automata and integer programs become readable models; what cannot be read gets clear problems.

use interchange::{Problem, read_fast, read_t2, read_t2_formulas, write_program};
use random_numbers::Xorshift;

const AUTOMATON: &str = "\
// Two counters.
model two {
  var x, y, n, do;
  states start, halt, q;
  transition t1 := { from := q; to := q; guard := x < 2n && !(y = 0 || state = halt);
    action := x' = x + 2, y' = -3(x - 1) + y, do' = ?; };
  transition t2 := { from := q; to := halt; guard := true; action := ; };
}
strategy s {
  setMaxState(0);
  Region init := { state = q && x = 0 && y = n && n >= 1 };
  Region bad := { x > 2n + 1 || (state = halt && y != 0) };
  Transitions t := { t1, t2 };
  Region reach := post*(init, t, 2);
  Region result := reach && bad;
  if (isEmpty(result)) then print(\"safe\"); else print(\"unsafe\"); endif
}
";

const PROGRAM: &str = "\
START: 0;
FROM: 0; x := 0; assume(n > 3); y := x + n; TO: 1;
FROM: 1; # counts
  x := x + 1; y := x * 2; assume(y < n); TO: 1;
FROM: 1; AT(7, \"file.c\") x := nondet(); assume(x > y); TO: two;
FROM: two; x := nondet(); y := x + 1; z := 2 * nondet() + x; assume(x != 3); TO: 1;
";

fn model(result: Result<interchange::Program, Vec<Problem>>) -> String {
    let text = write_program(&result.expect("the text is legal"));
    language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"))
}

fn problems<T: std::fmt::Debug>(result: Result<T, Vec<Problem>>) -> Vec<String> {
    result.expect_err("the text is wrong").iter().map(ToString::to_string).collect()
}

#[test]
fn a_counter_automaton_becomes_a_readable_model() {
    let expected = "\
// A counter automaton in the format of FAST; its counters are integers.
model two

var x: int := 0
var y: int
param n: int
var `do`: int

process Control {
  loc `start`, halt, q
  start q

  t1: q -> q when x < 2 * n && !(y = 0 || Control at halt)
    do x := x + 2, y := -3 * x + y + 3, `do` := any
  t2: q -> halt
}

init y = n && n >= 1

invariant never_bad: !(x > 2 * n + 1 || Control at halt && y != 0)
";
    assert_eq!(model(read_fast(AUTOMATON)), expected);
}

#[test]
fn an_integer_program_becomes_a_readable_model() {
    let mut program = read_t2(PROGRAM, "counting").expect("the text is legal");
    let formulas = "// one formula a line\n[AG](x != 1 || [AF](y == 1))\nEU(x > 0), (!(y = 0) && [EX](z < 1))\n\
                    CTL_UNSAT\tfolder/counting.t2\t[EF](x > 3)\t\tactive\nCTL_SAT\tother.t2\t[EF](w > 3)\n";
    read_t2_formulas(formulas, &mut program).expect("the formulas are legal");
    let expected = "\
// An integer program in the format of T2.
// The model starts behind the first block of the program, which sets its variables.
model counting

var x: int := 0
param n: int
var y, z: int

process Control {
  loc L1, two

  L1  -> L1  when 2 * x + 2 < n do x := x + 1, y := 2 * x + 2
  L1  -> two do x := any where x' > y
  two -> L1  do (exists some3 in int: y' = x' + 1 && z' = 2 * some3 + x' && x' != 3)
}

init y = n && n > 3

ctl formula_1: AG (x != 1 || AF (y = 1))
ctl formula_2: E[x > 0 U (y != 0 && EX (z < 1))]
@expect(violated) ctl formula_3: EF (x > 3)
";
    assert_eq!(model(Ok(program)), expected);
}

#[test]
fn strategies_ask_in_several_ways() {
    let with = |strategy: &str| {
        let start = AUTOMATON.find("strategy").expect("it has one");
        model(read_fast(&format!("{}strategy s {{ {strategy} }}", &AUTOMATON[..start])))
    };
    let init = "Region init := { state = q && x = 0 };";
    let named = with(&format!("{init} Region bad := {{ x > 3 }}; Region bad2 := {{ state != q }};"));
    assert!(named.contains("invariant never_bad: x <= 3\ninvariant never_bad2: Control at q\n"), "{named}");
    let subset = with(&format!(
        "{init} Region good := {{ x < 4 }}; Region r := post*(init, {{t1}}); boolean b := subSet(r, good);"
    ));
    assert!(subset.contains("invariant always_good: x < 4"), "{subset}");
    assert!(subset.contains("// Left out: transitions that the question leaves out: t2."), "{subset}");
    assert!(!subset.contains("t2:"), "{subset}");
    let backward = with(&format!(
        "{init} Transitions t := {{t1, t2}}; Region b := {{ y < 0 }}; Region r := pre*(b, t) && init; \
         if (!isEmpty(r)) then print(r); endif"
    ));
    assert!(backward.contains("invariant never_b: y >= 0"), "{backward}");
    let nothing = with("");
    assert!(
        nothing.contains("// The file has no initial region: every state is an initial one."),
        "{nothing}"
    );
    assert!(
        nothing.contains("start start, halt, q") || nothing.contains("start `start`, halt, q"),
        "{nothing}"
    );
    let twice = with(
        "Transitions t := {t1, t2}; Region i1 := {x = 0}; Region i2 := {x = 1}; Region bad := {y = 3}; \
         Region r1 := post*(i1, t); Region r2 := post*(i2, t); isEmpty(r1 && bad); isEmpty(bad && r2);",
    );
    assert!(twice.contains("var x: int := 0"), "{twice}");
    assert!(twice.contains("// Left out: never_bad, which has another beginning."), "{twice}");
}

#[test]
fn all_mistakes_of_an_automaton_are_found() {
    let wrong = "\
model wrong {
  var x, x;
  states q;
  transition t1 := { from := q; to := r; guard := true; action := ; };
  transition t2 := { from := q; to := q; guard := x + 1; action := ; };
  transition t3 := { from := q; to := q; guard := x * x > 2; action := ; };
  transition t4 := { from := q; to := q; guard := true; action := z' = 1; };
  transition t5 := { from := q; to := q; guard := x > 99999999999999999999; action := x' = x ~ 1; };
}
strategy s { Region init := { state = r }; Region bad := { x }; }
";
    let expected = [
        "2:10: `x` is declared twice",
        "4:39: there is no state `r`",
        "5:51: a condition was expected, not a number",
        "6:51: this product is not linear: one side of a multiplication must be a number",
        "7:67: there is no variable `z`",
        "8:55: this number is too large: at most 18 digits are supported",
        "8:75: a number, a name or `(` was expected, found `;`",
        "8:94: `~` has no meaning here",
        "10:39: there is no state `r`",
        "10:60: a condition was expected, not a number",
    ];
    assert_eq!(problems(read_fast(wrong)), expected);
    assert_eq!(problems(read_fast("")), ["1:1: `model` was expected, found the end of the text"]);
    let deep =
        format!("model m {{ var x; states q; }} strategy s {{ Region init := {{ {}", "(".repeat(100_000));
    assert!(problems(read_fast(&deep))[0].contains("nested more than"));
}

#[test]
fn all_mistakes_of_a_program_are_found() {
    let wrong =
        "START: 1;\nFROM: 1; x = 3; TO: 2;\nFROM: 2; x := y / 2; TO: 2;\nFROM: 2; assume(x > ); TO: 1;\n";
    let expected = [
        "2:12: `:=` was expected, found `=`",
        "3:17: division is not supported in imported programs",
        "4:21: a number, a name or `(` was expected, found `)`",
    ];
    assert_eq!(problems(read_t2(wrong, "wrong")), expected);
    let mut program = read_t2(PROGRAM, "counting").expect("the text is legal");
    let formulas = "[AG](w > 0)\nCTL_SAT\tcounting.t2\t[AH](x > 0)\nx > 0)\n";
    let expected = [
        "1:6: there is no variable `w`",
        "2:21: there is no temporal operator `AH`",
        "3:6: the end of the formula was expected, found `)`",
    ];
    assert_eq!(problems(read_t2_formulas(formulas, &mut program)), expected);
}

#[test]
fn unknown_values_stay_the_same_ones() {
    let edges = |block: &str| {
        let text = model(read_t2(&format!("START: 1; FROM: 1; {block} TO: 1;"), "one"));
        text.lines().find(|line| line.contains("->")).expect("it has an edge").trim().to_owned()
    };
    // One value in the guard alone; one that guard and relation would share; one that is lost.
    assert_eq!(edges("assume(2 * nondet() == x);"), "L1 -> L1 when exists some1 in int: 2 * some1 = x");
    assert_eq!(
        edges("y := nondet(); assume(y > 0); x := nondet(); assume(y < x); y := 0;"),
        "L1 -> L1 do y := 0, (exists some1 in int: some1 < x' && some1 > 0)"
    );
    assert_eq!(edges("x := nondet(); x := y + nondet();"), "L1 -> L1 do x := any");
    assert_eq!(edges("assume(nondet() > x); x := x + 1;"), "L1 -> L1 do x := x + 1");
    assert_eq!(edges("x := y; y := x; x := x + 0;"), "L1 -> L1 do x := y");
}

/// Numbers that look random and are the same on every run.
struct Random(Xorshift);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.bits() % limit.max(1) as u64) as usize
    }
}

/// The text with some of its words and marks replaced, doubled or left out.
fn mutated(text: &str, random: &mut Random) -> String {
    const WORDS: [&str; 24] = [
        "x",
        "q",
        "state",
        "TRUE",
        "?",
        "'",
        "-",
        "(",
        "{",
        "}",
        "nondet()",
        "AG",
        "AT",
        "some1",
        "Control",
        "`",
        "999999999999999999",
        "\u{e9}",
        "\"",
        "/*",
        "!",
        "init",
        "bad",
        "==",
    ];
    let mut pieces: Vec<&str> = text.split_inclusive([' ', '\n', ';', '(', ',']).collect();
    for _ in 0..=random.below(2) {
        let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(5) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            _ => pieces[at] = WORDS[random.below(WORDS.len())],
        }
    }
    pieces.concat()
}

#[test]
fn whatever_is_read_becomes_a_legal_model() {
    const FORMULAS: &str = "[AG](x != 1 || [AF](y == 1))\n[EU](x > 0), (!(y = 0) && [EX](z < 1))";
    let mut random = Random(Xorshift::new(0x5eed));
    let mut written = 0;
    for _ in 0..1_200 {
        let automaton = read_fast(&mutated(AUTOMATON, &mut random));
        let program = read_t2(&mutated(PROGRAM, &mut random), "some");
        let program = program.and_then(|mut program| {
            read_t2_formulas(&mutated(FORMULAS, &mut random), &mut program).map(|()| program)
        });
        for program in automaton.into_iter().chain(program) {
            let text = write_program(&program);
            let loaded = language::load(&text, &language::Overrides::default());
            let error = loaded.diagnostics.iter().find(|found| found.is_error());
            assert_eq!(error, None, "{text}");
            assert!(language::format(&text).is_ok(), "{text}");
            written += 1;
        }
    }
    assert!(written > 100, "only {written} of the damaged texts could be read");
}

#[test]
fn any_cut_is_survived() {
    for text in [AUTOMATON, PROGRAM] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = (read_fast(&text[..end]), read_fast(&text[end..]));
            let _ = (read_t2(&text[..end], "cut"), read_t2(&text[end..], "cut"));
        }
    }
}
