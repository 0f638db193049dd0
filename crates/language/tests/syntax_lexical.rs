//! Single tokens: what is one, what is not, and what is said about it.

mod syntax_support;

use expect_test::expect;
use syntax_support::{codes, findings, parse, shape};

#[test]
fn comments() {
    parse("// one\nconst /* two */ N /* /* not nested */ := /***/ 1 // three");
    assert_eq!(codes("const N := 1 /* open\nconst M := 2"), "1:E006");
    assert_eq!(codes("const N := 1 /* /* */ */"), "1:E002");
}

#[test]
fn names_between_backquotes() {
    let model = parse("const `place 1` := 2 const `größe` := `place 1` const `when` := 3");
    assert!(shape(&model).contains("place 1"));
    assert_eq!(codes("const `` := 2"), "1:E001");
    assert_eq!(codes("const `open := 2\nconst N := 1"), "1:E006");
}

#[test]
fn text_is_only_a_name_of_properties() {
    parse("invariant \"P-01\": true");
    assert_eq!(codes("invariant \"open: true\ninvariant b: true"), "1:E006");
    assert_eq!(codes("const \"N\" := 2"), "1:E002");
    assert_eq!(codes("init \"x\" = 2"), "1:E002");
}

#[test]
fn operators_need_no_spaces() {
    let model = parse("init a<=>b=>c||d&&!e!=f<=g init x'=p->y-1 process P{loc a,b a->b sync s!}");
    assert_eq!(model.items.len(), 3);
}

#[test]
fn letters_outside_ascii() {
    expect![[r#"
        error[E001]: the name `größe` has letters other than A to Z
         --> model.fathom:1:5
          |
        1 | var größe: int
          |     ^^^^^ not a plain name
          |
          = help: any text can be a name between backquotes: `größe`

        error[E001]: the name `été` has letters other than A to Z
         --> model.fathom:2:5
          |
        2 | var été: int
          |     ^^^ not a plain name
          |
          = help: any text can be a name between backquotes: `été`

        2 errors
    "#]]
    .assert_eq(&findings("var größe: int\nvar été: int"));
}

#[test]
fn characters_without_meaning() {
    expect![[r#"
        error[E001]: the character `#` has no meaning here
         --> model.fathom:1:10
          |
        1 | init x = # y
          |          ^ unexpected
          |
          = help: comments begin with `//`

        error[E001]: the character U+00A0 has no meaning here
         --> model.fathom:2:5
          |
        2 | init x = 1
          |     ^ unexpected
          |
          = help: replace it by an ordinary space

        error[E001]: the character `$` has no meaning here
         --> model.fathom:3:10
          |
        3 | init x = $$$
          |          ^ unexpected

        3 errors
    "#]]
    .assert_eq(&findings("init x = # y\ninit\u{a0}x = 1\ninit x = $$$").replace('\u{a0}', " "));
}

#[test]
fn numbers() {
    expect![[r#"
        error[E001]: `3x` is not a number
         --> model.fathom:1:12
          |
        1 | const N := 3x
          |            ^^ not a number
          |
          = help: numbers are written with decimal digits only, and names begin with a letter

        error[E002]: expected a name, found `5`
         --> model.fathom:2:14
          |
        2 | const M := 1.5
          |              ^ expected a name
          |
          = help: there are only whole numbers

        error[E005]: this number is too large
         --> model.fathom:3:12
          |
        3 | const L := 999999999999999999999999999999999999999
          |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ larger than 170141183460469231731687303715884105727
          |
          = help: numbers have at most 128 bits, one of them for the sign

        3 errors
    "#]]
    .assert_eq(&findings(
        "const N := 3x\nconst M := 1.5\nconst L := 999999999999999999999999999999999999999",
    ));
}

#[test]
fn operators_of_other_languages() {
    let source = "init a & b | ~c ==> d <-> e\ninit x ≤ y ∧ x ≠ z && a <> b && c =< d && e === f";
    assert_eq!(codes(source), "1:E007 1:E007 1:E007 1:E007 1:E007 2:E007 2:E007 2:E007 2:E007 2:E007 2:E007");
    let (model, _) = language::parse(source);
    let meant = parse("init a && b || !c => d <=> e\ninit x <= y && x != z && a != b && c <= d && e == f");
    assert_eq!(shape(&model), shape(&meant));
}

#[test]
fn words_for_operators() {
    let source = "init a and b or not c implies d\ninit x mod 2 = y div 3 iff z";
    assert_eq!(codes(source), "1:E007 1:E007 1:E007 1:E007 2:E007 2:E007 2:E007");
    let (model, _) = language::parse(source);
    let meant = parse("init a && b || !c => d\ninit x % 2 = y / 3 <=> z");
    assert_eq!(shape(&model), shape(&meant));
    parse("var and, not, mod: bool init and && not || mod");
}

#[test]
fn unusual_ends_of_text() {
    for source in ["", "\u{feff}", ";", " \r\n", "// c", "/* c */", "/// doc", "model M"] {
        parse(source);
    }
}
