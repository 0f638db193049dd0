//! Compresses what is embedded: the page, and the examples of its gallery.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files of the page.
const PAGE: &[&str] = &["index.html", "studio.js", "studio.css"];
/// The examples, from here.
const EXAMPLES: &str = "../../examples";

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    for name in PAGE {
        let file = Path::new("page/dist").join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        let content = std::fs::read(&file).expect("the page is in the tree");
        write(&out.join(name), &content);
    }
    println!("cargo::rerun-if-changed={EXAMPLES}");
    let mut examples = Vec::new();
    gather(Path::new(EXAMPLES), "", &mut examples);
    examples.sort_by(|left: &Json, right| left["path"].as_str().cmp(&right["path"].as_str()));
    write(&out.join("examples.json"), Json::Array(examples).to_string().as_bytes());
}

fn gather(folder: &Path, prefix: &str, examples: &mut Vec<Json>) {
    for entry in std::fs::read_dir(folder).expect("the examples are in the tree").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() {
            gather(&path, &format!("{prefix}{name}/"), examples);
        } else if name.ends_with(".fathom") {
            let text = std::fs::read_to_string(&path).expect("an example is text");
            examples.push(json!({ "path": format!("{prefix}{name}"), "text": text }));
        }
    }
}

fn write(file: &Path, content: &[u8]) {
    let output = std::fs::File::create(file.with_extension(match file.extension() {
        Some(ending) => format!("{}.gz", ending.to_string_lossy()),
        None => "gz".into(),
    }));
    let mut encoder = GzEncoder::new(output.expect("the folder can be written"), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("the folder can be written");
}
