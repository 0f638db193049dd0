//! Damaged files are read or refused, never more; and whatever is read becomes a legal model.

use interchange::{read_formulas, read_net, write_model};
use language::Overrides;
use random_numbers::Xorshift;

const NET: &str = r#"<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="tiny" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">
    <place id="idle"><initialMarking><text>2</text></initialMarking></place>
    <place id="busy"/><referencePlace id="far" ref="busy"/>
    <transition id="go"/><transition id="back"/>
    <arc id="a1" source="idle" target="go"/>
    <arc id="a2" source="go" target="far"><inscription><text>1</text></inscription></arc>
    <arc id="a3" source="busy" target="back"/><arc id="a4" source="back" target="idle"/>
  </page></net>
</pnml>"#;

const FORMULAS: &str = r#"<?xml version="1.0"?><property-set>
  <property><id>P-0</id><formula><all-paths><globally><exists-path><finally><conjunction>
    <is-fireable><transition>go</transition><transition>back</transition></is-fireable>
    <integer-le><integer-constant>1</integer-constant><tokens-count><place>idle</place></tokens-count></integer-le>
  </conjunction></finally></exists-path></globally></all-paths></formula></property>
  <property><id>P-1</id><formula><all-paths><until><before><deadlock/></before>
    <reach><next><equivalence><true/><deadlock/></equivalence></next></reach></until></all-paths></formula></property>
  <property><id>P-2</id><formula><place-bound><place>idle</place><place>busy</place></place-bound></formula></property>
</property-set>"#;

/// Words that are put in the place of others.
const WORDS: [&str; 28] = [
    "idle",
    "busy",
    "go",
    "back",
    "far",
    "dead",
    "can_go",
    "can_back",
    "can_go_",
    "AG",
    "do",
    "0",
    "-1",
    "999999999999999999",
    "`",
    "\"",
    "\u{7f}",
    "é",
    "&lt;",
    "&amp;",
    "\\",
    "//",
    "P-0",
    "no_faults",
    "place",
    "transition",
    "<true/>",
    "all-paths",
];

/// Numbers that look random and are the same on every run.
struct Random(Xorshift);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.bits() % limit.max(1) as u64) as usize
    }
}

/// The words and the rest of a text, in order.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != is_word(c)) || (!is_word(c) && at > start) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(is_word(c));
    }
    pieces.push(&text[start..]);
    pieces
}

/// The text with up to two of its words replaced, and now and then something worse.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut pieces = pieces(text);
    let is_word = |piece: &str| piece.starts_with(char::is_alphanumeric);
    for _ in 0..random.below(3) {
        let words: Vec<usize> = (0..pieces.len()).filter(|at| is_word(pieces[*at])).collect();
        let (at, other) = (words[random.below(words.len())], words[random.below(words.len())]);
        match random.below(8) {
            0 => drop(pieces.remove(at + random.below(2))),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            3 => pieces[at] = pieces[other],
            _ => pieces[at] = WORDS[random.below(WORDS.len())],
        }
    }
    pieces.concat()
}

#[test]
fn whatever_is_read_becomes_a_legal_model() {
    let mut random = Random(Xorshift::new(0x5eed));
    let mut written = 0;
    for _ in 0..4_000 {
        let (net, formulas) = (mutated(NET, &mut random), mutated(FORMULAS, &mut random));
        let (Ok(net), Ok(formulas)) = (read_net(&net), read_formulas(&formulas)) else { continue };
        let Ok(text) = write_model(&net, &formulas) else { continue };
        let loaded = language::load(&text, &Overrides::default());
        let error = loaded.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        assert_eq!(error, None, "{text}");
        assert!(language::format(&text).is_ok(), "{text}");
        written += 1;
    }
    assert!(written > 400, "only {written} of the damaged files could be read");
}

#[test]
fn any_cut_is_survived() {
    for text in [NET, FORMULAS] {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = (read_net(&text[..end]), read_formulas(&text[..end]), read_net(&text[end..]));
        }
    }
}

#[test]
fn deep_and_doubling_formulas_do_not_exhaust_anything() {
    let wrap = |body: String| {
        format!("<property-set><property><id>P</id><formula>{body}</formula></property></property-set>")
    };
    let mut body = "<true/>".to_owned();
    for _ in 0..60 {
        body = format!(
            "<equivalence><deadlock/><exclusive-disjunction><false/>{body}</exclusive-disjunction></equivalence>"
        );
    }
    let net = read_net(NET).expect("the net is legal");
    let properties = read_formulas(&wrap(body)).expect("the formula is legal");
    assert!(write_model(&net, &properties).is_ok_and(|text| text.len() < 100_000));
    let deep = format!("{}<true/>{}", "<negation a=\"/>\">".repeat(100_000), "</negation>".repeat(100_000));
    assert!(read_formulas(&wrap(deep)).is_err_and(|problem| problem.message.contains("nested more than")));
}
