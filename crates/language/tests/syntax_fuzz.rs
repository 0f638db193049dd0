//! No text makes the front end panic, hang, or point outside of the text; what parses can be formatted.
//!
//! All texts are drawn from fixed seeds, so every run is the same; `FATHOM_FUZZ=100` makes them a hundred times as
//! many.

mod syntax_support;

use syntax_support::{EVERYTHING, Random, check_format, examples, generate};

/// Words and signs that the parser looks at, and some that it does not expect.
const TOKENS: &str = "model const param type var init let process population event sync broadcast fair strong justice \
    compassion invariant reachable ctl ltl bound loc start when do if then else choose or skip assert any in where at \
    of array ref int nat bool true false null self forall exists x y P a b G F X U W R A E AG sum count min not and \
    stack channel 0 1 99 \"text\" `quoted` := -> => <=> && || ! ? = == != < <= > >= .. . , ; : ' ( ) [ ] { } + - * / % \
    @ @expect(holds) deadlock_free // /* */ /// & | ~ ==> ++ += # $ ∧ é \u{feff}";

/// How many texts to draw.
fn rounds(usual: usize) -> usize {
    let factor = std::env::var("FATHOM_FUZZ").ok().and_then(|text| text.parse().ok());
    usual * factor.unwrap_or(1)
}

/// Parses a text and checks what holds of every text.
fn check(source: &str) {
    let (model, findings) = language::parse(source);
    for finding in &findings {
        let places = finding.related.iter().map(|(span, _)| *span).chain([finding.at]);
        for span in places {
            assert!(source.get(span.range()).is_some(), "{:?} points outside of {source:?}", finding);
        }
    }
    assert!(findings.is_sorted_by_key(|finding| finding.at.start));
    if findings.is_empty() {
        assert!(!format!("{model:?}").contains("Error"), "an error without a finding: {source:?}");
        check_format(source);
    } else {
        let shown: Vec<_> = findings.into_iter().take(20).collect();
        diagnostics::render(&shown, source, "fuzz.fathom", true);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(1);
    for _ in 0..rounds(200) {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        check(&String::from_utf8_lossy(&bytes));
        let printable: String = bytes.iter().map(|byte| (32 + byte % 95) as char).collect();
        check(&printable);
    }
}

#[test]
fn random_tokens() {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let mut random = Random::new(2);
    for _ in 0..rounds(300) {
        let mut text = String::new();
        for _ in 0..random.below(60) {
            text.push_str(random.word(&tokens));
            text.push_str(random.word(&[" ", " ", " ", "", "\n"]));
        }
        check(&text);
    }
}

#[test]
fn mutated_models() {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let mut sources: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    sources.push(EVERYTHING.to_string());
    let mut random = Random::new(3);
    for _ in 0..rounds(100) {
        let mut text = random.choose(&sources).clone();
        for _ in 0..1 + random.below(4) {
            text = mutated(&text, &tokens, &mut random);
        }
        check(&text);
    }
}

/// The text with a stretch removed, doubled or replaced.
fn mutated(text: &str, tokens: &[&str], random: &mut Random) -> String {
    let boundary = |at: usize| text.floor_char_boundary(at);
    let start = boundary(random.below(text.len() + 1));
    let end = boundary((start + random.below(12)).min(text.len())).max(start);
    let (before, stretch, after) = (&text[..start], &text[start..end], &text[end..]);
    match random.below(4) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{stretch}{stretch}{after}"),
        2 => format!("{before} {} {after}", random.word(tokens)),
        _ => format!("{before}{}{stretch}{after}", random.word(tokens)),
    }
}

#[test]
fn random_models_are_accepted_and_formatted() {
    let mut random = Random::new(4);
    for _ in 0..rounds(100) {
        let text = generate::model(&mut random);
        let shown = syntax_support::findings(&text);
        assert!(shown.is_empty(), "{text}\n{shown}");
        assert!(check_format(&text).is_some());
    }
}

#[test]
fn every_prefix_of_a_model() {
    for end in (0..EVERYTHING.len()).step_by(23) {
        check(&EVERYTHING[..EVERYTHING.floor_char_boundary(end)]);
    }
}
