//! What stands before a place, as far as words and brackets tell.

use language::LexemeKind;
use language::names::Spot;

use crate::Analysis;
use crate::analysis::is_comment;

/// Where in the structure of a text a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Among the items of the model.
    Top,
    /// Among the items of a process or population.
    Process,
    /// Deeper, such as between the braces of an action.
    Inside,
}

/// What stands before a place.
#[derive(Debug)]
pub(super) struct Around<'a> {
    /// How deep the place is.
    pub level: Level,
    /// Whether an item, or a step, may begin at the place.
    pub begins: bool,
    /// The word that begins the item around the place, `->` for an edge; empty where an item is complete or none began.
    pub item: &'a str,
    /// The words and signs of that item so far.
    pub words: Vec<&'a str>,
    /// The name of the process or population around the place.
    pub process: &'a str,
    /// The word or sign before the place.
    pub previous: &'a str,
}

impl<'a> Around<'a> {
    /// What stands before an offset.
    pub fn of(analysis: &'a Analysis, offset: u32) -> Around<'a> {
        let mut walk = Walk::default();
        let mut last_end = 0;
        let before = analysis.lexemes().iter().filter(|lexeme| !is_comment(lexeme.kind));
        for lexeme in before.take_while(|lexeme| lexeme.span.end <= offset) {
            walk.step(analysis.slice(lexeme.span), lexeme.kind == LexemeKind::Keyword);
            last_end = lexeme.span.end as usize;
        }
        let gap = analysis.text().get(last_end..offset as usize).unwrap_or_default();
        let level = match walk.braces.as_slice() {
            [] => Level::Top,
            [true] => Level::Process,
            _ => Level::Inside,
        };
        let previous = walk.words.last().copied().unwrap_or_default();
        let begins = gap.contains('\n') || matches!(previous, "" | ";" | "{" | "}");
        Around { level, begins, item: walk.item, words: walk.words, process: walk.process, previous }
    }

    /// The words that may stand in an annotation, if the place is in one.
    pub fn annotation(&self) -> Option<&'static [&'static str]> {
        match self.words.as_slice() {
            [.., "@"] => Some(&["expect"]),
            [.., "@", "expect", "("] => Some(&["holds", "violated", "unknown"]),
            [.., "@", "expect", "(", _, ")"] => Some(&["invariant", "reachable", "ctl", "ltl", "bound"]),
            _ => None,
        }
    }

    /// What may stand at the place where the words before it tell: in forms of which nothing is kept while they are incomplete.
    pub fn spots(&self) -> Vec<Spot> {
        match self.words.as_slice() {
            [.., "sync"] if self.item == "->" => vec![Spot::Sync(None)],
            [.., "count", "("] => vec![Spot::Counted],
            [.., "at"] | [.., "at", "{"] => vec![Spot::Location(None)],
            [.., "."] => vec![Spot::Field(None)],
            _ => Vec::new(),
        }
    }

    /// Whether a statement may begin at the place.
    pub fn at_statement(&self) -> bool {
        let in_action = matches!(self.item, "->" | "event") && self.words.contains(&"do");
        in_action && matches!(self.previous, "do" | "{" | ";" | ",")
    }

    /// Whether operators of temporal logic have a meaning at the place.
    pub fn in_formula(&self) -> bool {
        matches!(self.item, "ctl" | "ltl" | "let")
    }
}

/// The walk over the words before a place.
#[derive(Default)]
struct Walk<'a> {
    /// The open braces: whether each is that of a process.
    braces: Vec<bool>,
    item: &'a str,
    words: Vec<&'a str>,
    /// The name behind the last `process` or `population`.
    process: &'a str,
}

impl<'a> Walk<'a> {
    fn step(&mut self, word: &'a str, is_keyword: bool) {
        let in_process = self.braces == [true];
        if is_keyword && (self.braces.is_empty() || in_process) && begins_item(word, in_process) {
            self.item = word;
            self.words.clear();
        }
        match word {
            "{" => {
                let is_process = self.braces.is_empty() && matches!(self.item, "process" | "population");
                self.braces.push(is_process);
                if is_process {
                    self.item = "";
                    self.words.clear();
                }
            }
            "}" => {
                self.braces.pop();
                if self.braces.is_empty() && self.item != "type" && self.item != "var" && !self.is_event() {
                    self.item = "";
                }
            }
            ";" if self.braces.is_empty() || in_process => {
                self.item = "";
                self.words.clear();
            }
            "->" if in_process && !self.words.contains(&"->") => {
                self.item = "->";
                self.words.clear();
            }
            _ => {}
        }
        if matches!(self.words[..], ["process" | "population"]) {
            self.process = word.trim_matches('`');
        }
        self.words.push(word);
    }

    fn is_event(&self) -> bool {
        self.item == "event"
    }
}

/// Whether a reserved word begins an item wherever it stands among items.
fn begins_item(word: &str, in_process: bool) -> bool {
    match word {
        "var" | "init" | "let" => true,
        "loc" | "start" => in_process,
        "sync" => !in_process,
        "const" | "param" | "type" | "process" | "population" | "event" | "broadcast" | "fair" | "strong"
        | "justice" | "compassion" | "invariant" | "reachable" | "ctl" | "ltl" | "bound" => true,
        _ => false,
    }
}
