//! The notation: what is read, what is refused, and that no text makes the reader fail or run for ever.

mod support;

use presburger::{Budget, BuildError, Formula, Notation, ReadError, Relation, Set};
use support::{Random, random_set};

const PIECES: [&str; 32] = [
    "{",
    "}",
    "[",
    "]",
    "x",
    "y",
    ":",
    "->",
    "exists",
    "forall",
    "(",
    ")",
    "=",
    "<=",
    "<",
    "!=",
    "2",
    "0",
    "+",
    "-",
    "*",
    "mod",
    ",",
    "or",
    "and",
    "not",
    "=>",
    "floor",
    "/",
    "é",
    ";",
    "18446744073709551617",
];

/// Reads the text in all ways; what counts is that each comes to an end.
fn read_in_all_ways(text: &str) -> bool {
    let _ = Notation::parse(text);
    let _ = Formula::parse(text);
    let _ = Relation::parse_within(text, &Budget::operations(5_000));
    Set::parse_within(text, &Budget::operations(5_000)).is_ok()
}

#[test]
fn random_words_never_panic() {
    let mut random = Random::new(35);
    for _ in 0..20_000 {
        let count = random.between(1, 14);
        let piece = |random: &mut Random| PIECES[random.between(0, PIECES.len() as i64 - 1) as usize];
        let text: Vec<&str> = (0..count).map(|_| piece(&mut random)).collect();
        read_in_all_ways(&text.join(" "));
    }
}

#[test]
fn damaged_texts_never_panic() {
    let texts = [
        "[n, m] -> { [i, j] -> [i + 1, 2j] : 0 <= i, j < n and exists k: i = 3k + 1 or not (j >= m) }",
        "{ [x, y] : forall z: z > x => (2z + 1) mod 3 != floor((x - y)/4) and true }",
        "{ [x] : x = 1; [y] : y >= 5 && y <= 9 || !(y = 7) }",
        "{ [a, b, c] : 1 <= a < b <= c != 7 implies a = -b - -c }",
    ];
    let mut random = Random::new(45);
    let mut read = 0;
    for round in 0..8_000 {
        let mut text: Vec<char> = texts[round % texts.len()].chars().collect();
        for _ in 0..random.between(1, 3) {
            let place = random.between(0, text.len().max(1) as i64 - 1) as usize;
            match random.between(0, 3) {
                0 if text.len() > 1 => drop(text.remove(place)),
                1 => text.insert(place, texts[1].chars().nth(random.between(0, 60) as usize).unwrap()),
                2 => text.insert(place, ['é', '∧', '\u{0}', '9', '\'', ' '][random.between(0, 5) as usize]),
                _ => text.truncate(place.max(1)),
            }
        }
        read += usize::from(read_in_all_ways(&text.into_iter().collect::<String>()));
    }
    assert!(read > 100, "some damaged texts are still texts: {read}");
}

#[test]
fn long_and_deep_texts_are_refused() {
    let many = 100_000;
    let deep = [
        "(".repeat(many),
        "not ".repeat(many),
        format!("x{} = 1", " mod 7".repeat(many)),
        format!("{}x = 1", "-".repeat(many)),
        format!("{}x = 1", "2 * ".repeat(many)),
        format!("{} x = 1", "exists y: ".repeat(many)),
        format!("x = 1{}", " => x = 1".repeat(many)),
        format!("{}x{} = 1", "floor(".repeat(many), "/2)".repeat(many)),
        format!("x{} = x{}", ", x".repeat(many), ", x".repeat(many)),
    ];
    for text in &deep {
        let start: String = text.chars().take(20).collect();
        // A product of constants is one constant, so a long one is fine.
        assert!(Formula::parse(text).is_err() || text.starts_with("2 *"), "{start}");
        let _ = Set::parse_within(&format!("{{ [x] : {text} }}"), &Budget::operations(100));
    }
    let names: Vec<String> = (0..many).map(|i| format!("x{i}")).collect();
    assert!(Notation::parse(&format!("{{ [{}] }}", names.join(", "))).is_err());
    assert!(Notation::parse(&format!("[{}] -> {{ [x] }}", names.join(", "))).is_err());
}

#[test]
fn a_text_that_asks_for_too_much_work_is_refused() {
    let blocks: Vec<String> =
        (0..12).map(|i| format!("(x mod {} != {} or y mod {} = 1)", 5 + i, i % 3, 7 + i)).collect();
    let text = format!("{{ [x] : forall y: exists z: 3z < y + x and ({}) }}", blocks.join(" and "));
    let refused = Set::parse_within(&text, &Budget::operations(20_000));
    assert_eq!(refused, Err(ReadError::Build(BuildError::OutOfBudget)));
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Random::new(46);
    let budget = Budget::unlimited();
    for round in 0..400 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 3);
        let again = Set::parse(&set.to_string()).unwrap();
        assert!(again.is_equal(&set, &budget).unwrap(), "round {round}: {set}");
        if dimensions >= 2 {
            let relation = Relation::from_set(1, set);
            let again = Relation::parse(&relation.to_string()).unwrap();
            assert_eq!(again.input_count(), 1);
            assert!(again.is_equal(&relation, &budget).unwrap(), "round {round}: {relation}");
        }
    }
}

/// The second `j` is a new coordinate that equals the first, and `j'` is one of its own.
#[test]
fn made_up_names_do_not_capture_those_of_the_text() {
    let step = Relation::parse("{ [k, j] -> [j, j'] : k < j < j' }").unwrap();
    assert!(step.pairs().contains(&[1, 2, 2, 3]) && !step.pairs().contains(&[1, 2, 3, 3]));
    let later = Relation::parse("{ [j] -> [j] : exists j': j' > j }").unwrap();
    assert!(later.pairs().contains(&[4, 4]) && !later.pairs().contains(&[4, 5]));
}

#[test]
fn errors_name_the_place() {
    let error = Notation::parse("{ [x] : x >= }").unwrap_err();
    assert_eq!(error.to_string(), "at 13: a term is expected here");
    let error = Set::parse_within("{ [x] : y = 1 }", &Budget::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "the variable 'y' is not declared");
    let error = Notation::parse("{ [x] : x * y = 1 }").unwrap_err();
    assert!(error.to_string().contains("one factor of a product must be a number"), "{error}");
    let error = Relation::parse("{ [x] : x = 1 }").unwrap_err();
    assert!(error.to_string().contains("this is a set and not a relation"), "{error}");
}
