//! Files that a text imports: those below the folder, under the same rules as files that the page asks for.

use crate::folder::{FileKind, Folder};
use diagnostics::{ImportObstacle, Source};
use language::{ImportedText, Loader, link};
use std::path::Path;

/// The name of a text that is no file.
const UNSAVED: &str = "unsaved.fathom";

/// A text with what it imports; `name` is its path below the folder, if it has one.
pub fn linked(folder: &Folder, name: &str, text: &str) -> Source {
    if !text.contains("import") {
        return Source::from(text);
    }
    let name = if folder.path(name).is_ok() { name } else { UNSAVED };
    link(text.to_owned(), name, &mut Below { folder })
}

/// The files below a folder. A file is called by its path from there.
struct Below<'f> {
    folder: &'f Folder,
}

impl Loader for Below<'_> {
    fn load(&mut self, importer: &str, written: &str) -> Result<ImportedText, ImportObstacle> {
        let refused = |message: String| ImportObstacle { message, help: None };
        let name = beside(importer, written)
            .ok_or_else(|| refused(format!("`{written}` leads out of the studio's folder")))?;
        if FileKind::of(Path::new(&name)) != Some(FileKind::Model) {
            return Err(refused(format!("`{written}` is not a model in this language")));
        }
        let text = self.folder.text_of(&name).map_err(|failure| refused(failure.message))?;
        Ok(ImportedText { identity: name.clone(), name, text })
    }
}

/// A path that is written in a file, from the folder; nothing if it leads out of it.
fn beside(importer: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in written.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn paths_stay_below_the_folder() {
        let from = |written| beside("a/b/m.fathom", written);
        assert_eq!(from("n.fathom").as_deref(), Some("a/b/n.fathom"));
        assert_eq!(from("./../n.fathom").as_deref(), Some("a/n.fathom"));
        assert_eq!(from("../../n.fathom").as_deref(), Some("n.fathom"));
        assert_eq!(from("../../../n.fathom"), None);
        assert_eq!(from("/etc/n.fathom").as_deref(), Some("a/b//etc/n.fathom"), "which the folder refuses");
    }
}
