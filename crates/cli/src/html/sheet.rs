//! The whole page.

use super::Section;
use super::graphs::graphs;
use super::source::source;
use super::tag::{element, plain, text};
use super::verdicts::{remarks, verdicts};
use drawing::svg::escaped;
use serde_json::Value as Json;

/// The colours and fonts, light or dark as the reader's system asks. Drawings bring their own.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1f2328; --faint: #59636e; --paper: #ffffff; --edge: #d0d7de; --band: #f3f5f7;
  --good: #1a7f37; --bad: #c4232d; --unsure: #8a6100; --mark: #fff3c4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e6ea; --faint: #9aa4af; --paper: #16191d; --edge: #3a4149; --band: #22272d;
  --good: #56d364; --bad: #ff7b72; --unsure: #e3b341; --mark: #4a3d10 } }
body { margin: 0 auto; padding: 1.5rem; max-width: 75rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; border-bottom: 1px solid var(--edge); margin-top: 2rem }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem }
p.faint, td.faint, .line-number { color: var(--faint) }
table { border-collapse: collapse; margin: .5rem 0; font-size: 14px }
th, td { border: 1px solid var(--edge); padding: .2rem .6rem; text-align: left; vertical-align: top }
th { background: var(--band) }
td.changed { background: var(--mark) }
.holds { color: var(--good); font-weight: bold } .violated { color: var(--bad); font-weight: bold }
.unknown, .surprise { color: var(--unsure); font-weight: bold }
pre, code, .code { font-family: ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; font-size: 13px }
pre { background: var(--band); padding: .75rem; overflow-x: auto; margin: .5rem 0 }
pre .marked { background: var(--mark) }
details { margin: .5rem 0 } summary { cursor: pointer; font-weight: 600 }
.wide { overflow-x: auto }
tr.loop-begins td { border-top: 3px double var(--faint) }
";

/// The page about some models.
pub fn page(sections: &[Section]) -> String {
    let title = match sections {
        [only] => format!("Fathom: {}", name(&only.document)),
        several => format!("Fathom: {} models", several.len()),
    };
    let body: String = sections.iter().enumerate().map(|(number, own)| section(number, own)).collect();
    let version = text("p", "faint", &format!("Written by Fathom {}.", env!("CARGO_PKG_VERSION")));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n{}\n{body}{version}\n</body>\n</html>\n",
        escaped(&title),
        text("h1", "", &title),
    )
}

/// What a model is called.
fn name(document: &Json) -> String {
    let own = document["model"].as_str().or(document["file"].as_str());
    own.unwrap_or("a model").to_owned()
}

fn section(number: usize, section: &Section) -> String {
    let document = &section.document;
    let mut html = text("h2", "", &name(document));
    html.push_str(&text("p", "faint", &head(document)));
    let errors = document["errors"].as_array().into_iter().flatten();
    for error in errors {
        let place = error["line"].as_u64().map(|line| format!("line {line}: ")).unwrap_or_default();
        html.push_str(&text("p", "violated", &format!("{place}{}", plain(&error["message"]))));
    }
    html.push_str(&verdicts(number, section));
    html.push_str(&remarks(document));
    if let Some(model) = &section.model {
        html.push_str(&graphs(model));
        html.push_str(&source(number, model, document));
    }
    element("section", "", &html) + "\n"
}

/// The file, the constants and the sizes.
fn head(document: &Json) -> String {
    let mut parts: Vec<String> = document["file"].as_str().map(str::to_owned).into_iter().collect();
    for key in ["constants", "sizes"] {
        let all = document[key].as_object().into_iter().flatten();
        parts.extend(all.map(|(name, value)| format!("{name} = {}", plain(value))));
    }
    let open = document["for_every"].as_object().into_iter().flatten();
    parts.extend(open.map(|(name, least)| format!("for every {name} >= {}", plain(least))));
    parts.join(", ")
}
