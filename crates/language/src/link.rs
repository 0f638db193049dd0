//! Several files as one model: which files a text imports, and their syntax trees as one tree.
//!
//! Files are touched by the caller alone, who gives a [`Loader`]. [`link`] gathers the texts first, and [`parse_source`] reads them
//! afterwards, as often as one likes, without any file.

use std::collections::{HashMap, VecDeque};

use diagnostics::{Code, Diagnostic, FileId, ImportObstacle, Source, Span};

use crate::ast::{Import, Item, ItemKind, Model};
use crate::lexer::{Lexed, lex, lex_part};
use crate::parser::parse_lexed;
use crate::token::TokenKind;

/// The most files that a model may consist of.
const MOST_FILES: usize = 1_000;

/// The most bytes that they may have together.
const MOST_BYTES: usize = u32::MAX as usize;

/// Finds the files that are imported.
pub trait Loader {
    /// The file that `importer` calls `path`.
    ///
    /// # Errors
    /// Why it cannot be imported.
    fn load(&mut self, importer: &str, path: &str) -> Result<ImportedText, ImportObstacle>;
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedText {
    /// What no other file is called, however it is reached.
    pub identity: String,
    /// Its name for people.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A model's own text with those of all files that it imports, directly or not, each of them once.
///
/// `identity` is what the loader calls the model's own file.
pub fn link(text: String, identity: &str, loader: &mut dyn Loader) -> Source {
    let mut source = Source::from(text);
    let mut known: HashMap<String, FileId> = HashMap::from([(identity.to_owned(), FileId::default())]);
    let mut waiting: VecDeque<(FileId, String)> = VecDeque::from([(FileId::default(), identity.to_owned())]);
    while let Some((file, importer)) = waiting.pop_front() {
        for path in imports_of(source.part(file)) {
            let found = loader.load(&importer, &path).and_then(|found| match known.get(&found.identity) {
                Some(file) => Ok(*file),
                None if known.len() == MOST_FILES => {
                    Err(obstacle(format!("the model has more than {MOST_FILES} files")))
                }
                None if source.text().len() + found.text.len() >= MOST_BYTES => {
                    Err(obstacle("the files are larger than 4 GiB together"))
                }
                None => {
                    let file = source.add_file(found.name, &found.text);
                    known.insert(found.identity.clone(), file);
                    waiting.push_back((file, found.identity));
                    Ok(file)
                }
            });
            source.add_import(file, path, found);
        }
    }
    source
}

fn obstacle(message: impl Into<String>) -> ImportObstacle {
    ImportObstacle { message: message.into(), help: None }
}

/// The paths that a text imports. Whether an item begins there is for the parser to say.
fn imports_of(text: &str) -> Vec<String> {
    if !text.contains("import") || u32::try_from(text.len()).is_err() {
        return Vec::new();
    }
    let tokens = lex(text).tokens;
    let pairs = tokens.windows(2).filter(|pair| {
        let is_word = pair[0].kind == TokenKind::Name && &text[pair[0].span.range()] == "import";
        is_word && pair[1].kind == TokenKind::Text
    });
    let path = |span: Span| text[span.start as usize + 1..span.end as usize - 1].to_owned();
    pairs.map(|pair| path(pair[1].span)).collect()
}

/// The syntax tree of a model with everything that it imports: all items of imported files except properties, in front of its own;
/// and what is wrong with the form of any of them.
pub(crate) fn parse_source(source: &Source) -> (Model, Vec<Diagnostic>) {
    joined(source, &|text, lexed| {
        let (model, findings, _) = parse_lexed(text, lexed);
        (model, findings)
    })
}

/// A parser of one file.
pub(crate) type ParsePart<'p> = &'p dyn Fn(&str, Lexed) -> (Model, Vec<Diagnostic>);

/// As [`parse_source`], with a parser of the caller's.
pub(crate) fn joined(source: &Source, parse: ParsePart<'_>) -> (Model, Vec<Diagnostic>) {
    if u32::try_from(source.text().len()).is_err() {
        let finding = Diagnostic::new(Code::BadToken, "the model is larger than 4 GiB", Span::default(), "");
        return (Model::default(), vec![finding]);
    }
    let (mut model, mut findings) = (Model::default(), Vec::new());
    let mut own: Vec<Item> = Vec::new();
    for file in source.files() {
        let extent = source.extent(file);
        let lexed = lex_part(source.text(), extent);
        let (part, found) = parse(&source.text()[..extent.end as usize], lexed);
        findings.extend(found);
        for item in part.items {
            match item.kind {
                ItemKind::Import(import) => findings.extend(misleading(source, file, &import)),
                ItemKind::Property(_) if !file.is_main() => {}
                _ if file.is_main() => own.push(item),
                _ => model.items.push(item),
            }
        }
        if file.is_main() {
            (model.name, model.doc) = (part.name, part.doc);
        }
    }
    model.items.append(&mut own);
    (model, findings)
}

/// What is wrong with an import.
fn misleading(source: &Source, importer: FileId, import: &Import) -> Option<Diagnostic> {
    let finding = |message: String, help: Option<String>| {
        let finding = Diagnostic::new(Code::ImportFailed, message, import.at, "cannot be imported");
        Some(Diagnostic { help, ..finding })
    };
    match source.imported(importer, &import.path) {
        Some(Ok(_)) => None,
        Some(Err(obstacle)) => finding(obstacle.message.clone(), obstacle.help.clone()),
        None => {
            let message = format!("`{}` cannot be found from here: this text is in no folder", import.path);
            finding(message, Some("save the model as a file beside the one that it imports".into()))
        }
    }
}
