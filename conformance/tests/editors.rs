//! The colours of editors: the TextMate grammar gives every token of every example a scope, and it and the Vim file know the words
//! of the language.
//!
//! The grammar is read by a small interpreter of what such grammars may say: rules that match within a line, rules that begin and
//! end, captures, and inclusion. At each place the rule that matches first wins, and of several the one that is listed first.

use conformance::models::{files_below, read, root};
use fancy_regex::Regex;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a rule found in a line.
type Captures<'l> = fancy_regex::Captures<'l, str>;

const GRAMMAR: &str = "editors/vscode/syntaxes/fathom.tmLanguage.json";
const VIM: &str = "editors/vim/syntax/fathom.vim";

/// Words that are reserved nowhere, but mean something at some places of a model; editors may know them.
const WORDS_IN_PLACES: [&str; 8] = ["predicate", "hint", "rank", "import", "record", "set", "fifo", "for"];

/// One rule of the grammar, ready to be used.
enum Rule {
    /// A token within a line: its scope, and those of its captures.
    Match { scope: Option<String>, regex: Regex, captures: Vec<(usize, String)> },
    /// Everything between two tokens, over any number of lines.
    Region { scope: String, begin: Regex, end: Regex, inner: Rc<Vec<Rule>> },
}

/// A part of a line with the scope that a rule gave it; without one, no rule did.
#[derive(Debug, PartialEq)]
struct Token {
    text: String,
    scope: Option<String>,
}

/// What is being read: the end of the innermost region, its scope and its rules.
struct Region {
    end: Regex,
    scope: String,
    rules: Rc<Vec<Rule>>,
}

/// The rules of a list of patterns, with those that it includes in their places.
fn rules(patterns: &Json, grammar: &Json) -> Vec<Rule> {
    let patterns = patterns.as_array().map(Vec::as_slice).unwrap_or_default();
    patterns.iter().flat_map(|pattern| rule(pattern, grammar)).collect()
}

fn rule(pattern: &Json, grammar: &Json) -> Vec<Rule> {
    let text = |key: &str| pattern[key].as_str().map(String::from);
    let regex = |key: &str| {
        let source = pattern[key].as_str().unwrap_or_else(|| panic!("{key} of {pattern}"));
        Regex::new(source).unwrap_or_else(|error| panic!("{source}: {error}"))
    };
    if let Some(name) = text("include") {
        let included = &grammar["repository"][name.strip_prefix('#').expect("it is in the repository")];
        assert!(included.is_object(), "the grammar has no {name}");
        return rules(&included["patterns"], grammar);
    }
    if pattern.get("begin").is_some() {
        let scope = text("name").expect("a region has a scope");
        let inner = Rc::new(rules(&pattern["patterns"], grammar));
        return vec![Rule::Region { scope, begin: regex("begin"), end: regex("end"), inner }];
    }
    let captures = pattern["captures"].as_object().into_iter().flatten();
    let captures = captures.map(|(number, capture)| {
        let scope = capture["name"].as_str().expect("a capture has a scope").to_string();
        (number.parse().expect("captures have numbers"), scope)
    });
    vec![Rule::Match { scope: text("name"), regex: regex("match"), captures: captures.collect() }]
}

impl Rule {
    fn start(&self) -> &Regex {
        match self {
            Rule::Match { regex, .. } => regex,
            Rule::Region { begin, .. } => begin,
        }
    }
}

/// The rule that matches first at or behind a place of the line.
fn first<'a, 'l>(rules: &'a [Rule], line: &'l str, from: usize) -> Option<(&'a Rule, Captures<'l>)> {
    let mut best: Option<(&Rule, Captures)> = None;
    for rule in rules {
        let Some(found) = rule.start().captures_from_pos(line, from).expect("the regex can be run") else {
            continue;
        };
        let start = |captures: &Captures| captures.get(0).map_or(usize::MAX, |all| all.start());
        let is_here = start(&found) == from;
        if best.as_ref().is_none_or(|(_, known)| start(&found) < start(known)) {
            best = Some((rule, found));
        }
        if is_here {
            break;
        }
    }
    best
}

/// The tokens of a text, line by line, spaces left out.
fn tokenise(text: &str, rules: &Rc<Vec<Rule>>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut open: Vec<Region> = Vec::new();
    for line in text.lines() {
        let mut at = 0;
        while at < line.len() {
            at += line[at..].len() - line[at..].trim_start().len();
            at = step(line, at, rules, &mut open, &mut tokens);
        }
    }
    tokens
}

/// Reads on in a line up to the end of the next token, and tells where that is.
fn step(
    line: &str,
    at: usize,
    outer: &Rc<Vec<Rule>>,
    open: &mut Vec<Region>,
    tokens: &mut Vec<Token>,
) -> usize {
    let rules = Rc::clone(open.last().map_or(outer, |region| &region.rules));
    let around = open.last().map(|region| region.scope.clone());
    let end =
        open.last().and_then(|region| region.end.find_from_pos(line, at).expect("the regex can be run"));
    let next = first(&rules, line, at);
    let next_start = next.as_ref().and_then(|(_, found)| found.get(0)).map_or(usize::MAX, |all| all.start());
    if let Some(end) = end.filter(|end| end.start() <= next_start) {
        push(tokens, &line[at..end.end()], around);
        open.pop();
        return end.end();
    }
    let Some((rule, found)) = next else {
        push(tokens, &line[at..], around);
        return line.len();
    };
    let all = found.get(0).expect("there is a whole match");
    assert!(!all.as_str().is_empty(), "a rule matches nothing at {at} of {line}");
    push(tokens, &line[at..all.start()], around);
    match rule {
        Rule::Match { scope, captures, .. } => push_captures(tokens, &found, scope.as_ref(), captures),
        Rule::Region { scope, end, inner, .. } => {
            push(tokens, all.as_str(), Some(scope.clone()));
            open.push(Region { end: end.clone(), scope: scope.clone(), rules: Rc::clone(inner) });
        }
    }
    all.end()
}

/// The parts of a match: its captures with their scopes, and what is between them with that of the whole.
fn push_captures(
    tokens: &mut Vec<Token>,
    found: &Captures,
    scope: Option<&String>,
    captures: &[(usize, String)],
) {
    let all = found.get(0).expect("there is a whole match");
    let mut at = all.start();
    let text = |from: usize, to: usize| &all.as_str()[from - all.start()..to - all.start()];
    for (number, capture) in captures {
        let Some(part) = found.get(*number) else { continue };
        push(tokens, text(at, part.start()), scope.cloned());
        push(tokens, part.as_str(), Some(capture.clone()));
        at = part.end();
    }
    push(tokens, text(at, all.end()), scope.cloned());
}

fn push(tokens: &mut Vec<Token>, text: &str, scope: Option<String>) {
    if !text.trim().is_empty() {
        tokens.push(Token { text: text.trim().to_string(), scope });
    }
}

fn grammar() -> Json {
    serde_json::from_str(&read(&root().join(GRAMMAR))).expect("the grammar is JSON")
}

fn grammar_rules() -> Rc<Vec<Rule>> {
    let grammar = grammar();
    Rc::new(rules(&grammar["patterns"], &grammar))
}

/// The words of a rule `\b(?:if|then|else)\b`.
fn words_of(source: &str) -> BTreeSet<String> {
    let list = source.trim_start_matches("\\b(?:").trim_end_matches(")\\b");
    list.split('|').map(String::from).collect()
}

/// The words that the grammar lists as words of the language.
fn words_of_the_grammar() -> BTreeSet<String> {
    let grammar = grammar();
    let patterns = grammar["repository"]["keywords"]["patterns"].as_array().expect("there are keywords");
    patterns.iter().flat_map(|pattern| words_of(pattern["match"].as_str().unwrap_or_default())).collect()
}

/// The words that the Vim file lists as words of the language.
fn words_of_vim() -> BTreeSet<String> {
    let text = read(&root().join(VIM));
    let lists = text.lines().filter_map(|line| line.strip_prefix("syntax keyword fathom"));
    let lists = lists.filter(|list| !list.starts_with("Todo"));
    lists.flat_map(|list| list.split(' ').skip(1)).map(String::from).collect()
}

fn reserved_words() -> BTreeSet<String> {
    language::reserved_words().map(String::from).collect()
}

#[test]
fn every_token_of_every_model_has_a_scope() {
    let rules = grammar_rules();
    let models = [files_below("examples", ".fathom"), files_below("tests/models", ".fathom")].concat();
    assert!(models.len() > 60, "only {} models were found", models.len());
    for path in models {
        for token in tokenise(&read(&path), &rules) {
            assert!(token.scope.is_some(), "{}: `{}` has no scope", path.display(), token.text);
        }
    }
}

/// What a token must be by its text alone.
fn expected_scope(text: &str, reserved: &BTreeSet<String>) -> Option<Vec<&'static str>> {
    let is_number = text.chars().all(|letter| letter.is_ascii_digit());
    let is_operator =
        text.chars().all(|letter| "=<>!?+-*/%&|'".contains(letter)) || [":=", ".."].contains(&text);
    Some(match text {
        _ if text.starts_with("//") || text.starts_with("/*") => vec!["comment."],
        _ if text.starts_with('"') => vec!["string."],
        _ if is_number => vec!["constant.numeric."],
        _ if is_operator => vec!["keyword.operator."],
        "true" | "false" | "null" => vec!["constant.language."],
        "self" => vec!["variable.language."],
        "bool" | "int" | "nat" | "ref" | "array" => vec!["support.type."],
        _ if reserved.contains(text) => vec!["keyword.", "storage."],
        _ => return None,
    })
}

#[test]
fn words_numbers_and_operators_have_scopes_of_their_kinds() {
    let (rules, reserved) = (grammar_rules(), reserved_words());
    let mut kinds = BTreeSet::new();
    for path in files_below("examples", ".fathom") {
        for token in tokenise(&read(&path), &rules) {
            let scope = token.scope.clone().unwrap_or_default();
            if scope.starts_with("comment.") || scope.starts_with("string.") {
                continue;
            }
            let Some(expected) = expected_scope(&token.text, &reserved) else { continue };
            let fits = expected.iter().any(|kind| scope.starts_with(kind));
            assert!(fits, "{}: `{}` is {scope}, not one of {expected:?}", path.display(), token.text);
            kinds.extend(expected);
        }
    }
    assert_eq!(kinds.len(), 7, "every kind was met: {kinds:?}");
}

#[test]
fn the_words_of_editors_are_those_of_the_language() {
    let (grammar, vim, reserved) = (words_of_the_grammar(), words_of_vim(), reserved_words());
    assert_eq!(grammar, vim, "the grammar and the Vim file list the same words");
    let missing: Vec<&String> = reserved.difference(&grammar).collect();
    assert!(missing.is_empty(), "{GRAMMAR} and {VIM} do not know {missing:?}");
    let unknown = grammar.difference(&reserved).filter(|word| !WORDS_IN_PLACES.contains(&word.as_str()));
    let unknown: Vec<&String> = unknown.collect();
    assert!(unknown.is_empty(), "{unknown:?} are no words of the language");
}

#[test]
fn a_small_model_has_these_scopes() {
    let text = "/// A lock.\n@expect(holds) ltl live: G (x' = 1)\n  enter: {a, b} -> c when !free do n := n + 12 /* two\n lines */\n";
    let found: Vec<String> = tokenise(text, &grammar_rules())
        .into_iter()
        .map(|token| format!("{} {}", token.text, token.scope.unwrap_or_default().replace(".fathom", "")))
        .collect();
    let expected = "/// A lock. comment.line.documentation\n@ punctuation.definition.annotation\n\
        expect entity.other.attribute-name\n( punctuation.section.parens\nholds constant.language.verdict\n\
        ) punctuation.section.parens\nltl keyword.other.property\nlive entity.name.section\n: punctuation.separator\n\
        G keyword.operator.temporal\n( punctuation.section\nx variable.other\n' keyword.operator.prime\n\
        = keyword.operator.comparison\n1 constant.numeric.integer\n) punctuation.section\nenter entity.name.label\n\
        : punctuation.separator.label\n{ punctuation.section\na variable.other\n, punctuation.separator\nb variable.other\n\
        } punctuation.section\n-> keyword.operator.arrow\nc variable.other\nwhen keyword.control\n! keyword.operator.logical\n\
        free variable.other\ndo keyword.control\nn variable.other\n:= keyword.operator.assignment\nn variable.other\n\
        + keyword.operator.arithmetic\n12 constant.numeric.integer\n/* comment.block\ntwo comment.block\nlines */ comment.block";
    assert_eq!(found.join("\n"), expected);
}

/// The files that the extension names are there, and the language is the same in all of them.
#[test]
fn the_extension_is_complete() {
    let folder = root().join("editors/vscode");
    let json = |name: &str| -> Json {
        serde_json::from_str(&read(&folder.join(name))).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let package = json("package.json");
    let language = &package["contributes"]["languages"][0];
    let colours = &package["contributes"]["grammars"][0];
    assert!(json(language["configuration"].as_str().expect("it is configured"))["comments"].is_object());
    let grammar = json(colours["path"].as_str().expect("there is a grammar"));
    assert_eq!(grammar["scopeName"], colours["scopeName"]);
    assert_eq!(language["id"], colours["language"]);
    assert_eq!(language["extensions"][0], ".fathom");
    assert!(read(&root().join("editors/vim/ftdetect/fathom.vim")).contains("*.fathom"));
}
