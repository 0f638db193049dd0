//! Formatting keeps the tree and the comments and is stable: on every example, and with every token on its own
//! line, with comments and line ends strewn in between.

mod syntax_support;

use syntax_support::{EVERYTHING, Random, check_format, examples};

/// Texts that use most forms.
fn sources() -> Vec<String> {
    let mut sources: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    sources.push(EVERYTHING.to_string());
    sources
}

#[test]
fn every_example() {
    for (path, text) in examples() {
        assert!(check_format(&text).is_some(), "{} should have no errors", path.display());
    }
}

#[test]
fn white_space_does_not_matter_between_tokens() {
    // Blocks that begin a new line stay open and empty lines stay, so all white space is made alike first.
    for source in sources() {
        let dense = respace(&source, |_| " ");
        let formatted = check_format(&dense).expect("spaces carry no meaning");
        let wild = respace(&formatted, |number| if number % 3 == 0 { " \t " } else { " " });
        assert!(check_format(&wild).is_some());
        assert!(check_format(&respace(&source, |_| "\n")).is_some());
        assert!(
            check_format(&respace(&source, |number| if number % 2 == 0 { "\r\n\r\n\r\n" } else { " " }))
                .is_some()
        );
    }
}

#[test]
fn comments_anywhere() {
    let strewn = [
        " ",
        " ",
        "\n",
        " // line\n",
        "\n// own\n",
        " /* block */ ",
        "\n/* own */\n",
        " /* two\n lines */ ",
        "\n\n",
    ];
    let mut random = Random::new(11);
    for source in sources() {
        for _ in 0..3 {
            let text = respace(&source, |_| random.word(&strewn));
            assert!(check_format(&text).is_some(), "{text}");
        }
    }
}

/// The source without comments, with other white space in the place of its own.
fn respace<'w>(source: &str, mut space: impl FnMut(usize) -> &'w str) -> String {
    let mut result = String::new();
    let (mut number, mut rest) = (0, source);
    while !rest.is_empty() {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            number += 1;
            result.push_str(space(number));
            rest = &rest[blank..];
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else {
            let quoted = rest.starts_with(['"', '`']);
            let end = if quoted {
                rest[1..].find(&rest[..1]).map(|at| at + 2)
            } else {
                rest.chars().next().map(char::len_utf8)
            };
            let end = end.unwrap_or(rest.len());
            result.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    result
}
