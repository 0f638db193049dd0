//! Nets and formulas become readable models; what cannot be read gets a clear problem.

use interchange::{Net, Place, Problem, Transition, read_formulas, read_net, write_model};

const NET: &str = r#"<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="tiny-net" type="http://www.pnml.org/version-2009/grammar/ptnet">
    <page id="page">
      <place id="idle"><initialMarking><text>2</text></initialMarking></place>
      <place id="do"/>
      <transition id="go"/>
      <transition id="back 1"/>
      <arc id="a1" source="idle" target="go"/>
      <arc id="a2" source="go" target="do"><inscription><text>2</text></inscription></arc>
      <page id="inner">
        <referencePlace id="far" ref="do"/>
        <arc id="a3" source="far" target="back 1"/>
        <arc id="a4" source="far" target="back 1"/>
        <arc id="a5" source="back 1" target="far"/>
      </page>
    </page>
  </net>
</pnml>"#;

fn formulas(body: &str) -> String {
    format!("<property-set><property><id>P-0</id><formula>{body}</formula></property></property-set>")
}

fn model(net: &str, body: &str) -> Result<String, Problem> {
    write_model(&read_net(net)?, &read_formulas(&formulas(body))?).map_err(|unfit| unfit.problem)
}

#[test]
fn a_net_becomes_a_readable_model() {
    let body = "<exists-path><finally><conjunction><is-fireable><transition>go</transition>\
                <transition>back 1</transition></is-fireable><integer-le><integer-constant>3</integer-constant>\
                <tokens-count><place>idle</place><place>do</place></tokens-count></integer-le>\
                </conjunction></finally></exists-path>";
    let expected = "\
// A place/transition net: places are counters of tokens, transitions are events.
model `tiny-net`

var idle: 0..2 := 2
var `do`: 0..4 := 0

let can_go = idle >= 1
let `can_back 1` = `do` >= 2
event go when can_go do idle := idle - 1, `do` := `do` + 2
event `back 1` when `can_back 1` do `do` := `do` - 1

reachable \"P-0\": (can_go || `can_back 1`) && (3 <= idle + `do`)
";
    assert_eq!(model(NET, body).as_deref(), Ok(expected));
}

#[test]
fn formulas_find_their_logic() {
    let go = "<is-fireable><transition>go</transition></is-fireable>";
    let cases = [
        (format!("<all-paths><globally>{go}</globally></all-paths>"), "invariant \"P-0\": can_go"),
        (
            format!("<all-paths><finally><exists-path><next>{go}</next></exists-path></finally></all-paths>"),
            "ctl \"P-0\": AF EX can_go",
        ),
        (
            format!(
                "<all-paths><until><before>{go}</before><reach><next>{go}</next></reach></until></all-paths>"
            ),
            "ltl \"P-0\": can_go U X can_go",
        ),
        ("<exists-path><finally><deadlock/></finally></exists-path>".into(), "reachable \"P-0\": dead"),
        (
            "<place-bound><place>idle</place><place>do</place></place-bound>".into(),
            "bound \"P-0\": idle + `do`",
        ),
    ];
    for (body, expected) in cases {
        let text = model(NET, &body).expect("the formula is legal");
        assert_eq!(text.lines().last(), Some(expected));
    }
}

#[test]
fn conserved_sums_bound_places() {
    let net = r#"<pnml><net id="n" type="ptnet">
        <place id="free"><initialMarking><text>1</text></initialMarking></place>
        <place id="held"/><place id="coins"><initialMarking><text>6</text></initialMarking></place>
        <place id="goods"/><place id="ticks"/>
        <transition id="take"/><transition id="buy"/>
        <arc id="1" source="free" target="take"/><arc id="2" source="take" target="held"/>
        <arc id="3" source="held" target="buy"/><arc id="4" source="buy" target="free"/>
        <arc id="5" source="coins" target="buy"><inscription><text>2</text></inscription></arc>
        <arc id="6" source="buy" target="goods"/>
        <transition id="tick"/><arc id="7" source="tick" target="ticks"/>
      </net></pnml>"#;
    let text = write_model(&read_net(net).expect("the net is legal"), &[]).expect("there are no formulas");
    let expected = "\
var free: 0..1 := 1
var held: 0..1 := 0
var coins: 0..6 := 6
var goods: 0..3 := 0
var ticks: nat := 0

event take when free >= 1 do free := 0, held := 1
event buy when held >= 1 && coins >= 2 do free := 1, held := 0, coins := coins - 2, goods := goods + 1
event tick do ticks := ticks + 1
";
    assert_eq!(text.split_once("\n\n").map(|(_, rest)| rest.trim_end()), Some(expected.trim_end()));
}

/// The most tokens of each place by the text of its model; nothing for `nat`.
fn written_bounds(net: &Net) -> Vec<Option<u64>> {
    let text = write_model(net, &[]).expect("there are no formulas");
    let bound = |line: &str| {
        let kind = line.split_once(": ")?.1.split_once(" :=")?.0;
        kind.strip_prefix("0..").map(|bound| bound.parse().expect("a bound is a number"))
    };
    text.lines().filter(|line| line.starts_with("var ")).map(bound).collect()
}

/// A net from tokens at the start and what transitions take and give.
fn net_of(tokens: &[u64], transitions: &[[Vec<u64>; 2]]) -> Net {
    let name = |letter: &str, number: usize| format!("{letter}{number}");
    let weights = |all: &[u64]| all.iter().copied().enumerate().filter(|(_, weight)| *weight > 0).collect();
    Net {
        id: "n".into(),
        places: (0..tokens.len()).map(|at| Place { id: name("p", at), tokens: tokens[at] }).collect(),
        transitions: (transitions.iter().enumerate())
            .map(|(at, [takes, gives])| Transition {
                id: name("t", at),
                takes: weights(takes),
                gives: weights(gives),
            })
            .collect(),
        ..Net::default()
    }
}

#[test]
fn sums_that_only_shrink_bound_places_too() {
    // p0 is split into two, or lost; p1 is used up, p2 becomes p3 for the price of two; p4 is filled without end.
    let net = net_of(
        &[3, 0, 0, 0, 0],
        &[
            [vec![1, 0, 0, 0, 0], vec![0, 1, 1, 0, 0]],
            [vec![1, 0, 0, 0, 0], vec![0, 0, 0, 0, 0]],
            [vec![0, 1, 0, 0, 0], vec![0, 0, 0, 0, 1]],
            [vec![0, 0, 2, 0, 0], vec![0, 0, 0, 1, 0]],
            [vec![0, 0, 0, 0, 0], vec![0, 0, 0, 0, 1]],
        ],
    );
    assert_eq!(written_bounds(&net), [Some(3), Some(3), Some(3), Some(1), None]);
}

#[test]
fn no_reachable_marking_of_a_random_net_exceeds_its_bounds() {
    let mut seed = 1_u64;
    let mut below = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    let (mut bounded, mut exact) = (0, 0);
    for _ in 0..1_000 {
        // Few arcs, and more that take than that give, so that many places are bounded.
        let mut weights = |rare: u64| -> Vec<u64> {
            (0..4).map(|_| if below(rare) == 0 { 1 + below(2) } else { 0 }).collect()
        };
        let transitions: Vec<[Vec<u64>; 2]> = (0..3).map(|_| [weights(2), weights(3)]).collect();
        let tokens: Vec<u64> = (0..4).map(|_| below(4)).collect();
        let bounds = written_bounds(&net_of(&tokens, &transitions));
        let mut most = tokens.clone();
        for marking in markings(tokens, &transitions, 500) {
            for (place, found) in marking.iter().enumerate() {
                assert!(
                    bounds[place].is_none_or(|bound| *found <= bound),
                    "{transitions:?} {marking:?} {bounds:?}"
                );
                most[place] = most[place].max(*found);
            }
        }
        bounded += bounds.iter().flatten().count();
        exact += bounds.iter().zip(&most).filter(|(bound, most)| **bound == Some(**most)).count();
    }
    assert!(bounded > 1_000 && exact > 500, "{bounded} places are bounded, {exact} of them exactly");
}

/// The markings that are reached, up to a number.
fn markings(start: Vec<u64>, transitions: &[[Vec<u64>; 2]], most: usize) -> Vec<Vec<u64>> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() && found.len() < most {
        for [takes, gives] in transitions {
            let marking = &found[next];
            let rest: Option<Vec<u64>> =
                marking.iter().zip(takes).map(|(own, taken)| own.checked_sub(*taken)).collect();
            let after = rest.map(|rest| rest.iter().zip(gives).map(|(own, given)| own + given).collect());
            if let Some(after) = after.filter(|after| !found.contains(after)) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn names_never_collide() {
    let net = r#"<pnml><net id="n" type="ptnet"><place id="can_go"/><place id="a`b"/><place id="a_b"/>
        <transition id="go"/><transition id="go_"/><transition id="dead"/></net></pnml>"#;
    let body = "<conjunction><deadlock/><is-fireable><transition>go</transition><transition>go_</transition>\
                </is-fireable></conjunction>";
    let text = model(net, body).expect("the net is legal");
    for name in ["let can_go_ =", "let can_go__ =", "var `a_b`:", "var a_b:", "event dead", "let dead_ ="] {
        assert!(text.contains(name), "{name} in {text}");
    }
    let twice = formulas("<true/>").replace(
        "</property-set>",
        "<property><id>P-0</id><formula><true/></formula></property></property-set>",
    );
    let properties = read_formulas(&twice).expect("the file is legal");
    let unfit = write_model(&read_net(net).expect("the net is legal"), &properties)
        .expect_err("a name is used twice");
    assert_eq!(
        (unfit.property, unfit.problem.message.as_str()),
        (1, "the formula P-0 has the name of another property")
    );
}

#[test]
fn bad_files_get_a_clear_problem() {
    let message = |result: Result<String, Problem>| result.expect_err("the file is bad").to_string();
    let replaced = |from: &str, to: &str| read_net(&NET.replace(from, to)).map(|_| String::new());
    assert_eq!(
        message(replaced("<text>2</text></init", "<text>99999999999999999999</text></init")),
        "5:40: this number is too large: at most 18 digits are supported"
    );
    assert_eq!(
        message(replaced("<text>2</text></init", "<text>two</text></init")),
        "5:40: a natural number was expected, found `two`"
    );
    assert_eq!(
        message(replaced("grammar/ptnet", "grammar/other")),
        "3:3: only place/transition nets and symmetric nets are supported, this one has type \
         `http://www.pnml.org/version-2009/grammar/other`"
    );
    let coloured = message(replaced("grammar/ptnet", "grammar/symmetricnet"));
    assert!(coloured.ends_with("tokens are said in the <structure> of a <hlinitialMarking>"), "{coloured}");
    assert!(message(replaced("target=\"go\"", "target=\"gone\"")).contains("no place or transition `gone`"));
    assert!(message(replaced("ref=\"do\"", "ref=\"far\"")).contains("leads nowhere"));
    assert!(message(read_net("<pnml>").map(|_| String::new())).contains("not well-formed XML"));
    assert!(message(read_net("").map(|_| String::new())).contains("not well-formed XML"));
    let path = "<exists-path><globally><finally><true/></finally></globally></exists-path>";
    assert_eq!(message(model(NET, path)), "1:15: the formula P-0 belongs neither to CTL nor to LTL");
    let unknown = "<is-fireable><transition>stop</transition></is-fireable>";
    assert!(message(model(NET, unknown)).contains("the transition `stop`, which the net does not have"));
}

#[test]
fn hostile_files_are_refused() {
    let laughs = "<!DOCTYPE p [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><pnml>&b;</pnml>";
    assert!(read_net(laughs).is_err());
    let deep = format!("{}{}", "<page>".repeat(100_000), "</page>".repeat(100_000));
    assert!(read_net(&deep).is_err_and(|problem| problem.message.contains("nested more than")));
    let deep = formulas(&format!("{}<true/>{}", "<negation>".repeat(5_000), "</negation>".repeat(5_000)));
    assert!(read_formulas(&deep).is_err());
}
