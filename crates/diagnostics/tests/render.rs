//! How findings are shown, and that no place, however wrong, keeps them from being shown.

use diagnostics::{Code, Diagnostic, Span, render};

const SOURCE: &str = "var x: int\nvar y: bool\ninit x = y // größer\n";

fn finding(at: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, "expected something else", at, "this one")
}

#[test]
fn a_finding_with_everything() {
    let finding = finding(Span::new(28, 33))
        .with_related(Span::new(4, 5), "declared here")
        .with_help("compare `x` with a number");
    assert_eq!(
        render(&[finding], SOURCE, "model.fathom", false),
        "\
error[E002]: expected something else
 --> model.fathom:3:6
  |
1 | var x: int
  |     - declared here
2 | var y: bool
3 | init x = y // größer
  |      ^^^^^ this one
  |
  = help: compare `x` with a number

1 error
"
    );
}

#[test]
fn findings_come_in_the_order_of_their_places() {
    let text = render(&[finding(Span::new(23, 27)), finding(Span::new(0, 3))], SOURCE, "m", false);
    let places: Vec<&str> = text.lines().filter(|line| line.contains("-->")).map(str::trim).collect();
    assert_eq!(places, ["--> m:1:1", "--> m:3:1"]);
    assert!(text.ends_with("\n2 errors\n"), "{text}");
}

#[test]
fn very_many_findings() {
    let findings: Vec<Diagnostic> = (0..250).map(|_| finding(Span::new(4, 5))).collect();
    let text = render(&findings, SOURCE, "m", false);
    assert_eq!(text.matches("error[E002]").count(), 100);
    assert!(text.ends_with("\n250 errors; the first 100 are shown\n"), "{text}");
}

#[test]
fn nothing_to_show() {
    assert_eq!(render(&[], SOURCE, "m", false), "");
}

#[test]
fn colours_are_only_used_if_asked_for() {
    let findings = [finding(Span::new(4, 5))];
    assert!(render(&findings, SOURCE, "m", true).contains('\u{1b}'));
    assert!(!render(&findings, SOURCE, "m", false).contains('\u{1b}'));
}

#[test]
fn any_place_can_be_shown() {
    let sources = [
        "",
        "\n",
        "x",
        "é",
        SOURCE,
        "a\r\nb\r\n\r\n",
        "\ta\tb\n\n\n",
        "\u{feff}x",
        "a\u{0}b\u{7}",
        "日本\n語",
    ];
    for source in sources {
        let end = source.len() + 3;
        for (start, stop) in (0..end).flat_map(|start| (0..end).map(move |stop| (start, stop))) {
            let at = Span { start: start as u32, end: stop as u32 };
            let related = Span { start: stop as u32, end: u32::MAX };
            let text = render(&[finding(at).with_related(related, "")], source, "m", start % 2 == 0);
            assert!(text.contains("expected something else"));
        }
    }
    let far = Span { start: u32::MAX, end: u32::MAX };
    assert!(render(&[finding(far)], SOURCE, "m", false).contains("m:4:1"));
}
