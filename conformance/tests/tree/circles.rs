//! The modules of a crate do not import each other in circles.
//!
//! A module here is a file or folder at the top of a crate's sources; below that, modules may know each other. A module imports
//! another if it names it by `crate::other`, or names something that the crate's root re-exports from it. Tests may import
//! what they like.

use conformance::models::{files_below, read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Circles that stay for now, each with its reason: crate, and modules in alphabetical order.
const KNOWN: [(&str, &[&str], &str); 0] = [];

/// For each module, the modules that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The text without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The parts of a list in braces, at its outermost level.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The paths that a tree of imports, such as `a::{b, c::d}`, stands for, each in its parts.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let Some((prefix, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_string()).collect()];
    };
    let prefix: Vec<String> =
        prefix.split("::").map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect();
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    parts(list).into_iter().flat_map(paths).map(|path| [prefix.clone(), path].concat()).collect()
}

/// The first names behind `crate::` in a text.
fn names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, prefix) in text.match_indices("crate::") {
        let rest = &text[at + prefix.len()..];
        if rest.starts_with('{') {
            let list = rest.split(';').next().unwrap_or_default();
            names.extend(paths(list).into_iter().filter_map(|path| path.into_iter().next()));
        } else {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            names.insert(rest[..end.unwrap_or(rest.len())].to_string());
        }
    }
    names
}

/// Behind one of these words in a root file stands the rest of an item.
fn items<'t>(root: &'t str, word: &str) -> Vec<&'t str> {
    let starts = ["", "pub ", "pub(crate) "].map(|visibility| format!("{visibility}{word} "));
    let mut found = Vec::new();
    for item in root.split(';') {
        let item = item.trim();
        let line =
            item.rfind(']').filter(|_| item.starts_with("#[")).map_or(item, |end| item[end + 1..].trim());
        if item.starts_with("#[cfg(test)]") {
            continue;
        }
        found.extend(starts.iter().find_map(|start| line.strip_prefix(start.as_str())));
    }
    found
}

/// The imports between the modules at the top of a crate, whose sources are these files.
fn imports(sources: &[(String, String)]) -> Imports {
    let root = sources.iter().find(|(name, _)| name == "lib.rs").or(sources.first());
    let root = root.map(|(_, text)| code(text)).unwrap_or_default();
    let mut imports: Imports =
        items(&root, "mod").into_iter().map(|name| (name.to_string(), BTreeSet::new())).collect();
    let exported = items(&root, "use").into_iter().flat_map(paths);
    let homes: BTreeMap<String, String> = exported
        .map(|path| if path[0] == "crate" { path[1..].to_vec() } else { path })
        .filter(|path| path.len() > 1)
        .map(|path| (path[path.len() - 1].clone(), path[0].clone()))
        .collect();
    for (name, text) in sources {
        let module = name.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if name.ends_with("/tests.rs") || !imports.contains_key(module) {
            continue;
        }
        for other in names(&code(text)) {
            let other = if imports.contains_key(&other) { Some(&other) } else { homes.get(&other) };
            if let Some(other) =
                other.filter(|other| *other != module && imports.contains_key(*other)).cloned()
            {
                imports.entry(module.to_string()).or_default().insert(other);
            }
        }
    }
    imports
}

/// All modules that a module imports, by way of others as well.
fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from.to_string()];
    while let Some(module) = waiting.pop() {
        for other in imports.get(&module).into_iter().flatten() {
            if reached.insert(other.clone()) {
                waiting.push(other.clone());
            }
        }
    }
    reached
}

/// Modules that import each other, in alphabetical order, by way of others as well.
fn circles(imports: &Imports) -> BTreeSet<Vec<String>> {
    let all: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|module| (module, reached(imports, module))).collect();
    let returns = |from: &String, to: &String| all[from].contains(to) && all[to].contains(from);
    let circle =
        |module: &String| all[module].iter().filter(|other| returns(module, other)).cloned().collect();
    imports.keys().map(circle).filter(|circle: &Vec<String>| circle.len() > 1).collect()
}

/// The sources of a crate, each with its path below the folder `src`.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let below = folder.strip_prefix(root()).unwrap_or(folder).join("src");
    let files = files_below(&below.to_string_lossy(), ".rs");
    let name = |path: &Path| path.strip_prefix(root().join(&below)).unwrap_or(path).display().to_string();
    files.iter().map(|path| (name(path), read(path))).collect()
}

#[test]
fn modules_do_not_import_each_other_in_circles() {
    let mut found = BTreeSet::new();
    for manifest in files_below("crates", "Cargo.toml") {
        let folder = manifest.parent().expect("a manifest is in a folder");
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sources = sources(folder);
        assert!(!sources.is_empty(), "{name} has no sources");
        found.extend(circles(&imports(&sources)).into_iter().map(|circle| (name.clone(), circle)));
    }
    let known: BTreeSet<(String, Vec<String>)> = KNOWN
        .iter()
        .map(|(name, circle, _)| (name.to_string(), circle.iter().map(|module| module.to_string()).collect()))
        .collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "modules that import each other: {new:#?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "these circles are gone, so their exceptions go as well: {gone:#?}");
}

#[test]
fn circles_are_found() {
    let sources = |texts: &[(&str, &str)]| -> Vec<(String, String)> {
        texts.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    };
    let root =
        ("lib.rs", "//! Head.\n\nmod a;\nmod b;\npub(crate) mod c;\n\npub use c::{Name, deep::Other};\n");
    let circle = |texts: &[(&str, &str)]| circles(&imports(&sources(texts)));
    let expected = BTreeSet::from([vec!["a".to_string(), "c".to_string()]]);
    assert_eq!(
        circle(&[root, ("a.rs", "use crate::{b, c::X};"), ("c/mod.rs", "fn f() { crate::a::g() }")]),
        expected
    );
    assert_eq!(circle(&[root, ("a/deep.rs", "use crate::Other;"), ("c.rs", "use crate::a::X;")]), expected);
    let plain = [root, ("a.rs", "use crate::b::X; // crate::c"), ("b.rs", "// crate::a\nuse crate::c::Y;")];
    assert_eq!(circle(&plain), BTreeSet::new());
    let tests =
        [root, ("a.rs", "use crate::b::X;"), ("b.rs", "#[cfg(test)]\nmod tests {\n use crate::a::Y;\n}")];
    assert_eq!(circle(&tests), BTreeSet::new());
}
