//! Coloured nets unfold to nets with the same markings; formulas speak of all instances; what cannot be read gets clear problems.

use interchange::{Net, Place, Transition, read_formulas, read_net, write_model, write_pnml};
use language::Overrides;
use random_numbers::Xorshift;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A document with declarations and the content of a page.
fn document(declarations: &str, page: &str) -> String {
    format!(
        r#"<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/symmetricnet">
<declaration><structure><declarations>{declarations}</declarations></structure></declaration>
<page id="page">{page}</page></net></pnml>"#
    )
}

fn enumeration(id: &str, kind: &str, count: usize) -> String {
    let constants =
        (0..count).map(|at| format!(r#"<feconstant id="{id}{at}" name="{at}"/>"#)).collect::<String>();
    format!(r#"<namedsort id="{id}" name="{id}"><{kind}>{constants}</{kind}></namedsort>"#)
}

fn variable(id: &str, sort: &str) -> String {
    format!(r#"<variabledecl id="{id}" name="{id}"><usersort declaration="{sort}"/></variabledecl>"#)
}

fn place(id: &str, sort: &str, marking: &str) -> String {
    format!(
        r#"<place id="{id}"><type><structure><usersort declaration="{sort}"/></structure></type>
<hlinitialMarking><structure>{marking}</structure></hlinitialMarking></place>"#
    )
}

fn arc(source: &str, target: &str, term: &str) -> String {
    format!(
        r#"<arc id="{source}-{target}" source="{source}" target="{target}"><hlinscription><structure>{term}</structure></hlinscription></arc>"#
    )
}

fn times(count: u64, term: &str) -> String {
    format!(
        r#"<numberof><subterm><numberconstant value="{count}"><positive/></numberconstant></subterm><subterm>{term}</subterm></numberof>"#
    )
}

/// All markings that can be reached, by names of places with tokens.
fn markings(net: &Net) -> BTreeSet<BTreeMap<String, u64>> {
    let named = |marking: &[u64]| -> BTreeMap<String, u64> {
        let marked = net.places.iter().zip(marking).filter(|(_, tokens)| **tokens > 0);
        marked.map(|(place, tokens)| (place.id.clone(), *tokens)).collect()
    };
    let start: Vec<u64> = net.places.iter().map(|place| place.tokens).collect();
    let (mut open, mut seen) = (vec![start.clone()], BTreeSet::from([start]));
    while let Some(marking) = open.pop() {
        for transition in &net.transitions {
            let mut next = marking.clone();
            let takes = |(place, tokens): &(usize, u64)| {
                next[*place].checked_sub(*tokens).map(|left| next[*place] = left).is_some()
            };
            if !transition.takes.iter().all(takes) {
                continue;
            }
            transition.gives.iter().for_each(|(place, tokens)| next[*place] += tokens);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        assert!(seen.len() < 20_000, "the net is meant to be small");
    }
    seen.iter().map(|marking| named(marking)).collect()
}

fn own(net: &str) -> Net {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../tests/corpora/mcc/models/{net}/model.pnml"));
    let text = std::fs::read_to_string(file).expect("the file can be read");
    read_net(&text).unwrap_or_else(|problem| panic!("{net}: {problem}"))
}

#[test]
fn philosophers_are_those_that_one_would_write_by_hand() {
    let net = own("Diners-COL-5");
    let mut by_hand = Net { id: "by_hand".into(), ..Net::default() };
    for kind in ["think", "fork", "has_left", "has_right", "eat"] {
        let tokens = u64::from(kind == "think" || kind == "fork");
        by_hand.places.extend((1..=5).map(|at| Place { id: format!("{kind}_{at}"), tokens }));
    }
    for at in 0..5 {
        let (think, fork, other) = (at, 5 + at, 5 + (at + 1) % 5);
        let (left, right, eat) = (10 + at, 15 + at, 20 + at);
        let mut add = |id: &str, takes: &[usize], gives: &[usize]| {
            let ones = |places: &[usize]| places.iter().map(|place| (*place, 1)).collect();
            by_hand.transitions.push(Transition {
                id: format!("{id}_{at}"),
                takes: ones(takes),
                gives: ones(gives),
            });
        };
        add("left_first", &[think, fork], &[left]);
        add("right_first", &[think, other], &[right]);
        add("then_right", &[left, other], &[eat]);
        add("then_left", &[right, fork], &[eat]);
        add("leave", &[eat], &[think, fork, other]);
    }
    assert_eq!(markings(&net), markings(&by_hand));
    assert_eq!(markings(&net).len(), 243);
    assert_eq!((net.places.len(), net.transitions.len()), (25, 25));
}

#[test]
fn our_own_nets_have_the_recorded_numbers_of_markings() {
    // Of the 25 pairs of processors and memories, 20 can be used; every fifth transition is never ready.
    let sizes = |net: &Net| (net.places.len(), net.transitions.len(), markings(net).len());
    assert_eq!(sizes(&own("Memories-COL-5")), (41, 55, 1_323));
    assert_eq!(sizes(&own("Ring-COL-5")), (36, 156, 166));
    assert_eq!(sizes(&own("Ferry-COL-3")), (11, 18, 255));
}

#[test]
fn formulas_speak_of_all_instances() {
    let net = own("Ferry-COL-3");
    let formulas = r#"<property-set><property><id>P</id><formula><exists-path><finally><conjunction>
        <is-fireable><transition>cross</transition></is-fireable>
        <integer-le><tokens-count><place>at</place></tokens-count><integer-constant>1</integer-constant></integer-le>
        </conjunction></finally></exists-path></formula></property>
        <property><id>Q</id><formula><place-bound><place>at</place><place>calls</place></place-bound></formula></property>
        </property-set>"#;
    let text = write_model(&net, &read_formulas(formulas).expect("they are legal")).expect("they fit");
    assert!(text.contains("(can_cross_1_3 || can_cross_2_3 || can_cross_3_1 || can_cross_3_2)"), "{text}");
    assert!(text.contains("at_1 + at_2 + at_3 <= 1"), "{text}");
    assert!(text.contains("bound \"Q\": at_1 + at_2 + at_3 + calls"), "{text}");
    let text = language::load(&text, &Overrides::default());
    assert!(text.system.is_some(), "{:?}", text.diagnostics);
    // A transition without instances never fires.
    let never = document(
        &format!("{}{}", enumeration("C", "finiteenumeration", 2), variable("x", "C")),
        &format!(
            "{}<transition id=\"t\"><condition><structure><booleanconstant value=\"false\"/></structure></condition></transition>{}",
            place("p", "C", &times(1, "<useroperator declaration=\"C0\"/>")),
            arc("p", "t", &times(1, "<variable refvariable=\"x\"/>"))
        ),
    );
    let fires = "<property-set><property><id>P</id><formula><exists-path><finally><is-fireable><transition>t</transition>\
                 </is-fireable></finally></exists-path></formula></property></property-set>";
    let net = read_net(&never).expect("the net is legal");
    let text = write_model(&net, &read_formulas(fires).expect("it is legal")).expect("it fits");
    assert!(text.contains("reachable \"P\": false"), "{text}");
}

/// A random net over one cyclic sort, as data: for each arc its place, and for each colour it moves a count, a variable and a shift.
struct Coloured {
    tokens: Vec<Vec<u64>>,
    transitions: Vec<ColouredTransition>,
}

struct ColouredTransition {
    /// Whether the two variables must be different, or the first one smaller, or neither.
    condition: u64,
    takes: Vec<Arc>,
    gives: Vec<Arc>,
}

type Arc = (usize, u64, usize, usize);

const COLOURS: usize = 3;

fn random_net(random: &mut Xorshift) -> Coloured {
    let tokens = (0..2).map(|_| (0..COLOURS).map(|_| random.below(2)).collect()).collect();
    let mut transitions = Vec::new();
    for _ in 0..=random.below(2) {
        let mut arcs = |most: u64| -> Vec<Arc> {
            let some = (0..random.below(most) + 1).map(|_| {
                let mut below = |limit: u64| random.below(limit) as usize;
                (below(2), 1 + below(5) as u64 / 4, below(2), below(3))
            });
            some.collect()
        };
        let (takes, mut gives) = (arcs(3), arcs(3));
        // Not more is given than taken, so that there are few markings.
        let sum = |arcs: &[Arc]| arcs.iter().map(|arc| arc.1).sum::<u64>();
        while sum(&gives) > sum(&takes) {
            gives.pop();
        }
        transitions.push(ColouredTransition { condition: random.below(3), takes, gives });
    }
    Coloured { tokens, transitions }
}

fn written(net: &Coloured) -> String {
    let mut page = String::new();
    for (at, tokens) in net.tokens.iter().enumerate() {
        let parts = tokens.iter().enumerate().filter(|(_, count)| **count > 0).map(|(colour, count)| {
            format!(
                "<subterm>{}</subterm>",
                times(*count, &format!(r#"<useroperator declaration="C{colour}"/>"#))
            )
        });
        let parts: String = parts.collect();
        let marking = match parts.is_empty() {
            true => r#"<empty><usersort declaration="C"/></empty>"#.to_owned(),
            false => format!("<add>{parts}</add>"),
        };
        page += &place(&format!("p{at}"), "C", &marking);
    }
    for (at, transition) in net.transitions.iter().enumerate() {
        let compared = r#"<subterm><variable refvariable="v0"/></subterm><subterm><variable refvariable="v1"/></subterm>"#;
        let condition = match transition.condition {
            0 => String::new(),
            1 => format!("<condition><structure><inequality>{compared}</inequality></structure></condition>"),
            _ => format!("<condition><structure><lessthan>{compared}</lessthan></structure></condition>"),
        };
        page += &format!(r#"<transition id="t{at}">{condition}</transition>"#);
        let term = |(_, count, variable, shift): &Arc| {
            let shift = ["", "successor", "predecessor"][*shift];
            let inner = format!(r#"<variable refvariable="v{variable}"/>"#);
            times(
                *count,
                &if shift.is_empty() {
                    inner
                } else {
                    format!("<{shift}><subterm>{inner}</subterm></{shift}>")
                },
            )
        };
        let takes =
            transition.takes.iter().map(|each| arc(&format!("p{}", each.0), &format!("t{at}"), &term(each)));
        let gives =
            transition.gives.iter().map(|each| arc(&format!("t{at}"), &format!("p{}", each.0), &term(each)));
        page += &takes.chain(gives).collect::<String>();
    }
    let declarations =
        [enumeration("C", "cyclicenumeration", COLOURS), variable("v0", "C"), variable("v1", "C")];
    document(&declarations.concat(), &page)
}

/// The markings of the coloured net itself, by place and colour.
fn coloured_markings(net: &Coloured) -> BTreeSet<BTreeMap<String, u64>> {
    let (mut open, mut seen) = (vec![net.tokens.clone()], BTreeSet::from([net.tokens.clone()]));
    while let Some(marking) = open.pop() {
        for transition in &net.transitions {
            for values in (0..COLOURS).flat_map(|a| (0..COLOURS).map(move |b| [a, b])) {
                let is_allowed = match transition.condition {
                    0 => true,
                    1 => values[0] != values[1],
                    _ => values[0] < values[1],
                };
                let colour = |arc: &Arc| (values[arc.2] + [0, 1, COLOURS - 1][arc.3]) % COLOURS;
                let mut next = marking.clone();
                let takes = |arc: &Arc| {
                    let tokens = &mut next[arc.0][colour(arc)];
                    tokens.checked_sub(arc.1).map(|left| *tokens = left).is_some()
                };
                if is_allowed && transition.takes.iter().all(takes) {
                    transition.gives.iter().for_each(|arc| next[arc.0][colour(arc)] += arc.1);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
    }
    let named = |marking: &Vec<Vec<u64>>| {
        let tokens = marking.iter().enumerate().flat_map(|(place, colours)| {
            colours.iter().enumerate().map(move |(colour, tokens)| (format!("p{place}_{colour}"), *tokens))
        });
        tokens.filter(|(_, tokens)| *tokens > 0).collect()
    };
    seen.iter().map(named).collect()
}

#[test]
fn random_nets_unfold_to_nets_with_the_same_markings() {
    let mut random = Xorshift::new(0xc0_1035);
    let mut total = 0;
    for _ in 0..300 {
        let net = random_net(&mut random);
        let text = written(&net);
        let unfolded = read_net(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        let expected = coloured_markings(&net);
        assert_eq!(markings(&unfolded), expected, "{text}");
        total += expected.len();
        let again = read_net(&write_pnml(&unfolded)).expect("what is written can be read");
        assert_eq!(Net { families: unfolded.families.clone(), ..again }, unfolded);
    }
    assert!(total > 1_000, "only {total} markings");
}

#[test]
fn what_is_written_is_read_again() {
    let odd = Net {
        id: "a \"net\" <&>".into(),
        places: vec![Place { id: "p\t'1'".into(), tokens: 3 }, Place { id: "é&amp;".into(), tokens: 0 }],
        transitions: vec![
            Transition { id: "t>".into(), takes: vec![(0, 2)], gives: vec![(0, 1), (1, 999_999_999_999)] },
            Transition { id: "u".into(), takes: vec![], gives: vec![] },
        ],
        ..Net::default()
    };
    assert_eq!(read_net(&write_pnml(&odd)), Ok(odd));
    let net = own("Memories-COL-5");
    let again = read_net(&write_pnml(&net)).expect("what is written can be read");
    assert_eq!((again.places, again.transitions), (net.places, net.transitions));
}

#[test]
fn mistakes_have_places_and_help() {
    let colours = enumeration("C", "cyclicenumeration", 3);
    let problem = |declarations: &str, page: &str| {
        read_net(&document(declarations, page)).expect_err("the net is wrong").to_string()
    };
    let with = |page: &str| problem(&format!("{colours}{}", variable("x", "C")), page);
    assert!(with(&place("p", "D", "")).ends_with("there is no sort `D`"));
    assert!(
        with(&place("p", "C", "<variable refvariable=\"x\"/>"))
            .ends_with("an initial marking has no variables")
    );
    assert!(
        with(&place("p", "C", "<dotconstant/>"))
            .ends_with("the colours of this term are not those of the place")
    );
    assert!(with(&place("p", "C", "<sum/>")).ends_with("<sum> is not supported in a term"));
    let negative = "<subtract><subterm><useroperator declaration=\"C0\"/></subterm><subterm><useroperator declaration=\"C1\"/></subterm></subtract>";
    assert!(with(&place("p", "C", negative)).ends_with("more tokens are subtracted here than there are"));
    let bare =
        format!("{}<transition id=\"t\"/><arc id=\"a\" source=\"p\" target=\"t\"/>", place("p", "C", ""));
    assert!(with(&bare).contains("this arc has no <hlinscription>"));
    let guard = "<transition id=\"t\"><condition><structure><lessthan><subterm><variable refvariable=\"y\"/></subterm></lessthan></structure></condition></transition>";
    assert!(with(guard).ends_with("there is no variable `y`"));
    let cycle = "<namedsort id=\"A\" name=\"A\"><productsort><usersort declaration=\"B\"/></productsort></namedsort>\
                 <namedsort id=\"B\" name=\"B\"><productsort><usersort declaration=\"A\"/><usersort declaration=\"A\"/></productsort></namedsort>";
    assert!(problem(cycle, "").contains("is built from itself"));
    assert!(
        problem(&format!("{colours}{colours}{}", variable("x", "E")), "").ends_with("there is no sort `E`")
    );
}

#[test]
fn nets_that_grow_too_large_are_refused_with_numbers() {
    let range = "<namedsort id=\"R\" name=\"R\"><finiteintrange start=\"1\" end=\"1000\"/></namedsort>";
    let pair = "<namedsort id=\"P\" name=\"P\"><productsort><usersort declaration=\"R\"/><usersort declaration=\"R\"/></productsort></namedsort>";
    let found =
        read_net(&document(&format!("{range}{pair}"), &place("p", "P", ""))).expect_err("it is too large");
    assert!(found.message.contains("1000000 places, at most 100000"), "{found}");
    assert_eq!(found.help.as_deref(), Some("the place `p` alone has 1000000 colours"));
    let all = |name: &str| format!("<all><usersort declaration=\"{name}\"/></all>");
    let tuple = "<tuple><subterm><variable refvariable=\"x\"/></subterm><subterm><variable refvariable=\"y\"/></subterm></tuple>";
    let page = format!(
        "{}<transition id=\"t\"/>{}",
        place("p", "R", &all("R")),
        arc(
            "p",
            "t",
            &format!(
                "<add><subterm>{}</subterm><subterm>{}</subterm></add>",
                times(1, "<variable refvariable=\"x\"/>"),
                times(1, "<variable refvariable=\"y\"/>")
            )
        )
    );
    let variables = format!("{range}{}{}", variable("x", "R"), variable("y", "R"));
    let found = read_net(&document(&variables, &page)).expect_err("it is too large");
    assert!(found.message.contains("more than 200000 transitions"), "{found}");
    assert!(found.help.is_some_and(|help| help.contains("1000000 values")));
    let huge = "<namedsort id=\"H\" name=\"H\"><finiteintrange start=\"0\" end=\"999999999\"/></namedsort>";
    let found = read_net(&document(huge, "")).expect_err("it is too large");
    assert!(found.message.contains("at most 10000000 are supported"), "{found} {tuple}");
}

/// Damaged nets are read or refused, and whatever is read becomes a legal model.
#[test]
fn any_damage_is_survived() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpora/mcc/models/Ferry-COL-3/model.pnml");
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let words = [
        "g1",
        "g2",
        "Gate",
        "dot",
        "x",
        "y",
        "Side",
        "west",
        "0",
        "-1",
        "999999999999999999",
        "at",
        "call",
        "successor",
        "all",
        "add",
    ];
    let pieces: Vec<&str> = text.split_inclusive(['"', '<', '>', ' ', '/']).collect();
    let mut random = Xorshift::new(0xfe44);
    let mut read = 0;
    for round in 0..1_500 {
        let mut pieces = pieces.clone();
        let at = random.below(pieces.len() as u64) as usize;
        let other = pieces[random.below(pieces.len() as u64) as usize];
        let word = words[random.below(16) as usize];
        let ended = pieces[at].chars().last().map_or(String::new(), |end| format!("{word}{end}"));
        match random.below(4) {
            0 => drop(pieces.remove(at)),
            1 => pieces[at] = other,
            _ => pieces[at] = &ended,
        }
        let Ok(net) = read_net(&pieces.concat()) else { continue };
        read += 1;
        let model = write_model(&net, &[]).expect("there are no formulas");
        if round % 10 == 0 {
            let loaded = language::load(&model, &Overrides::default());
            assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None, "{model}");
        }
    }
    assert!(read > 100, "only {read} of the damaged nets could be read");
}
