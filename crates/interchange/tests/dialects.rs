//! Files as other tools and other hands write them: nets, counter systems and threads mean the same however they are laid out, and what
//! would be misread is refused with its place.

use interchange::{
    Net, Problem, ThreadState, read_mist, read_net, read_thread_targets, read_threads, write_counters,
};

/// A net with two places and two transitions in the document of a tool.
fn document(kind: &str, place: &str, arcs: &str) -> String {
    format!(
        "<pnml><net id='n' type='{kind}'>{place}<place id='q'/><transition id='t'/><transition id='u'/>{arcs}</net></pnml>"
    )
}

fn net(place: &str, arcs: &str) -> Result<Net, Problem> {
    read_net(&document("http://www.pnml.org/version-2009/grammar/ptnet", place, arcs))
}

fn refused(result: Result<Net, Problem>) -> String {
    result.expect_err("the net cannot be read").to_string()
}

const PLACE: &str = "<place id='p'><initialMarking><text>3</text></initialMarking></place>";
const ARC: &str = "<arc id='a' source='p' target='t'/>";

#[test]
fn tokens_and_weights_are_read_however_they_are_written() {
    let places = [
        PLACE,
        "<place id='p'><initialMarking> <text>\n 3 </text><graphics/></initialMarking></place>",
        "<place id='p'><initialMarking><value>3</value></initialMarking></place>",
        "<place id='p'><initialMarking><value>Default,3</value></initialMarking></place>",
        "<place id='p'><initialMarking><text><!-- three -->003</text></initialMarking></place>",
        "<place id='p' initialMarking='3' name='p' positionX='1.0'/>",
        "<place id='p'><toolspecific tool='x' version='1'><initialMarking><text>9</text></initialMarking></toolspecific>\
           <name><text>7</text></name><initialMarking><text>3</text></initialMarking></place>",
        "<page id='1'><page id='2'><place id='p'><initialMarking><text>3</text></initialMarking></place></page></page>",
    ];
    for place in places {
        assert_eq!(net(place, ARC).map(|net| net.places[0].tokens), Ok(3), "{place}");
    }
    let arcs = [
        "<arc id='a' source='p' target='t'><inscription><text>2</text></inscription></arc>",
        "<arc id='a' source='p' target='t'><inscription><value>Default,2</value></inscription></arc>",
        "<arc id='a' source='p' target='t' inscription='1' type='normal' weight='2'/>",
        "<arc id='a' source='p' target='t'/><arc id='b' source='p' target='t'><inscription/></arc>",
        "<arc id='a' source='p' target='t'><arctype><text>normal</text></arctype><inscription><text>2</text></inscription></arc>",
        "<arc id='a' source='p' target='t'><type value='normal'/><inscription><text>2</text></inscription></arc>",
        "<referencePlace id='r' ref='s'/><referencePlace id='s' ref='p'/><arc id='a' source='r' target='t'/>\
         <arc id='a' source='p' target='t'/>",
    ];
    for arc in arcs {
        let read = net(PLACE, arc).unwrap_or_else(|problem| panic!("{problem}\n{arc}"));
        assert_eq!(read.transitions[0].takes, [(0, 2)], "{arc}");
        assert!(read.transitions[1].takes.is_empty());
    }
}

#[test]
fn types_of_nets_are_known_by_the_names_that_tools_give_them() {
    for kind in [
        "P/T net",
        "ptNet",
        "http://www.informatik.hu-berlin.de/top/pntd/ptNetb",
        "http://www.pnml.org/version-2009/grammar/pnmlcoremodel",
        "http://www.yasper.org/specs/epnml-1.1/pt-net",
    ] {
        assert!(read_net(&document(kind, PLACE, ARC)).is_ok(), "{kind}");
    }
    let timed = refused(read_net(&document("Timed net", PLACE, ARC)));
    assert_eq!(
        timed,
        "1:7: only place/transition nets and symmetric nets are supported, this one has type `Timed net`"
    );
    let two = "<pnml><net id='a' type='ptnet'/>\n<net id='b' type='ptnet'/></pnml>";
    assert_eq!(refused(read_net(two)), "2:1: only documents with one net are supported");
    assert_eq!(refused(read_net("<pnml>\n<net id='a'/></pnml>")), "2:1: <net> has no attribute `type`");
    assert_eq!(read_net("<pnml><net id='a' type='ptnet'/></pnml>").map(|net| net.places.len()), Ok(0));
}

#[test]
fn what_would_change_the_meaning_is_refused() {
    for arc in [
        "<arc id='a' source='p' target='t'><type value='inhibitor'/></arc>",
        "<arc id='a' source='p' target='t'><type><text>inhibitor</text></type></arc>",
        "<arc id='a' source='p' target='t'><arctype><text> inhibitor </text></arctype></arc>",
        "<arc id='a' source='p' target='t' type='inhibitor'/>",
    ] {
        assert!(refused(net(PLACE, arc)).ends_with("arcs of type `inhibitor` are not supported"), "{arc}");
    }
    let inside = "<arc id='a' source='p' target='t'><reset/></arc>";
    assert!(refused(net(PLACE, inside)).ends_with("arcs with <reset> are not supported"));
    let small = "<place id='p'><capacity><value>4</value></capacity></place>";
    assert!(refused(net(small, ARC)).ends_with("capacities of places are not supported, here `4`"));
    for capacity in
        ["<capacity><value>0</value></capacity>", "<capacity><text>Infinity</text></capacity>", "<capacity/>"]
    {
        assert!(net(&format!("<place id='p'>{capacity}</place>"), ARC).is_ok(), "{capacity}");
    }
    let colours = "<place id='p'><initialMarking><value>Default,1,Red,2</value></initialMarking></place>";
    assert!(refused(net(colours, ARC)).ends_with("a natural number was expected, found `1,Red,2`"));
    let twice = "<place id='p'/><referencePlace id='p' ref='q'/>";
    assert!(refused(net(twice, ARC)).ends_with("the identifier `p` is used twice"));
    let twice = "<referencePlace id='p' ref='q'/><place id='p'/>";
    assert!(refused(net(twice, ARC)).ends_with("the identifier `p` is used twice"));
    let circle =
        "<referencePlace id='r' ref='s'/><referencePlace id='s' ref='r'/><arc id='a' source='r' target='t'/>";
    assert!(refused(net(PLACE, circle)).contains("leads nowhere"));
    for number in ["-1", "1.5", "1e3", "two", "9999999999999999999"] {
        let place = format!("<place id='p'><initialMarking><text>{number}</text></initialMarking></place>");
        assert!(refused(net(&place, ARC)).starts_with("1:"), "{number}");
    }
    let heavy =
        "<arc id='a' source='p' target='t'><inscription><text>999999999999999999</text></inscription></arc>"
            .repeat(20);
    assert!(refused(net(PLACE, &heavy)).ends_with("this arc is too heavy"));
}

/// The body of the model of a counter system, without its head.
fn counters(source: &str) -> String {
    let system = read_mist(source, "m").unwrap_or_else(|problems| panic!("{problems:?}\n{source}"));
    let text = write_counters(&system);
    let text = language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    text.split_once("model m\n").expect("the model has a head").1.to_owned()
}

fn mistakes(source: &str) -> Vec<String> {
    read_mist(source, "m").expect_err("the text is wrong").iter().map(ToString::to_string).collect()
}

#[test]
fn counter_systems_mean_the_same_however_they_are_laid_out() {
    let plain = counters(
        "vars\n x y\nrules\n x >= 1 -> x' = x - 1, y' = y + 2;\ninit\n x >= 1, y = 0\ntarget\n y >= 4\n x >= 2, y >= 1\n",
    );
    for same in [
        "vars x y rules x>=1->x'=x-1,y'=y+2; init x>=1,y=0 target y>=4 x>=2,y>=1",
        "\u{feff}# head\r\nvars\r\n\tx\r\n\ty # the second\r\nrules\r\nx >= 1 ->\r\n\tx' = x - 1,\r\n\ty' = y + 2;\r\n\r\ninit\r\nx >= 1,\r\ny = 0\r\ntarget\r\ny >= 4\r\nx >= 2, y >= 1",
        "vars x, y rules ; x >= 01 -> x' = x + -1, y' = 2 + y ;; init x >= 1, y = 0; target y >= 4; x >= 2, y >= 1; invariants",
        "vars x y /* two */ rules x >= 1 -> x' = x - 1, y' = y + 1 + 1 init x > 0, y in [0,0] target y > 3 target x >= 2, y >= 1",
    ] {
        assert_eq!(counters(same), plain, "{same}");
    }
}

#[test]
fn sums_of_counters_may_be_compared() {
    let text = counters(
        "vars a b c rules a + b >= 2, c = 0 -> c' = c + 1; b + c <= 3 -> b' = b + 1; init a + b = 3, c = 0 target a + c >= 2, b >= 1",
    );
    assert!(text.contains("init a + b = 3\n"), "{text}");
    assert!(text.contains("event r1 when a + b >= 2 && c = 0 do"), "{text}");
    assert!(text.contains("event r2 when b + c <= 3 do"), "{text}");
    assert!(text.contains("invariant safe: !(a + c >= 2 && b >= 1)"), "{text}");
}

#[test]
fn names_of_counters_may_hold_apostrophes() {
    let text = counters(
        "vars p p'1 rules p >= 1 -> p' = p - 1, p'1' = p'1 + 1; init p >= 1, p'1 = 0 target p'1 >= 2",
    );
    assert!(text.contains("do p := p - 1, `p'1` := `p'1` + 1"), "{text}");
    assert!(text.contains("invariant safe: !(`p'1` >= 2)"), "{text}");
}

#[test]
fn what_a_counter_system_lacks_is_said_with_its_place() {
    assert_eq!(
        mistakes("vars x rules init x = 0 target"),
        ["1:31: a constraint such as `x >= 1` was expected, found the end of the text"]
    );
    assert_eq!(
        mistakes("vars x\ninit x = 0\ntarget x >= 1"),
        ["3:14: there is no section `rules` in this file"]
    );
    assert_eq!(
        mistakes("vars x\nrules\ninit x = 0\ninit x = 1\ntarget x >= 1"),
        ["4:1: there is another section `init`"]
    );
    assert_eq!(
        mistakes("vars x rules init x = 0 target x + 1 >= 2"),
        ["1:36: the name of a variable was expected, found `1`"]
    );
    let long = format!("vars x rules init x = 0 target x{} >= 2", " + x".repeat(20_000));
    assert!(mistakes(&long)[0].ends_with("this sum is too long"));
}

#[test]
fn targets_of_threads_are_read_however_they_are_laid_out() {
    let state = |text: &str| -> ThreadState { text.parse().unwrap_or_else(|problem| panic!("{problem}")) };
    let cases: [(&str, &[&str]); 6] = [
        ("1|2,2", &["1|2,2"]),
        ("\r\n  1|2,2  \r\n", &["1|2,2"]),
        ("# the bad one\n1 | 2 , 2 # twice\n", &["1|2,2"]),
        ("1|2,2\n0|1\n", &["1|2,2", "0|1"]),
        ("1|2,2 0|1", &["1|2,2", "0|1"]),
        ("1B2,2\n0|", &["1|2,2", "0|"]),
    ];
    for (text, expected) in cases {
        let expected: Vec<ThreadState> = expected.iter().map(|text| state(text)).collect();
        assert_eq!(read_thread_targets(text), Ok(expected.clone()), "{text}");
        let system = format!("2 3\n0 0 -> 1 1\n{text}\n1 1 -> 0 2\n");
        let read = read_threads(&system).unwrap_or_else(|problems| panic!("{problems:?}\n{system}"));
        assert_eq!((read.targets, read.steps.len()), (expected, 2), "{text}");
    }
}

#[test]
fn threads_mean_the_same_however_they_are_laid_out() {
    let plain = read_threads("2 3\n0 0 -> 1 1 0 ~> 2\n1 1 +> 0 2\n1 0 ~> 0 1\n").expect("it is legal");
    for same in [
        "2 3\r\n0 0 -> 1 1 0 ~> 2\r\n1 1 +> 0 2\r\n1 0 ~> 0 1",
        "# head\n\n2\n3\n\n0\t0  ->\t1 1   0 ~> 2 # moves\n#por locals: 1\n1 1 +> 0 2\n\n1 0 ~> 0 1\n\n",
        "2 3 0 0 -> 1 1 0 ~> 2\n1 1 +> 0 2\n1 0 ~> 0 1\n1 0 ~> 0 1\n",
    ] {
        assert_eq!(read_threads(same), Ok(plain.clone()), "{same}");
    }
}
