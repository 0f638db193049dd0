//! Writes place/transition nets as PNML.
//!
//! What is written is read again as the same net: identifiers stay as they are, since attributes may hold any text. Characters that no
//! document may hold become `_`.

use crate::net::{Net, Transition};
use std::fmt::Write;

/// A PNML document of the net.
pub fn write_pnml(net: &Net) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n",
    );
    let kind = "http://www.pnml.org/version-2009/grammar/ptnet";
    let _ = writeln!(text, "  <net id=\"{}\" type=\"{kind}\">", escaped(&net.id));
    let _ = writeln!(text, "    <name>\n      <text>{}</text>\n    </name>", escaped(&net.id));
    text.push_str("    <page id=\"page\">\n");
    for place in &net.places {
        let id = escaped(&place.id);
        let _ = match place.tokens {
            0 => writeln!(text, "      <place id=\"{id}\"/>"),
            tokens => writeln!(
                text,
                "      <place id=\"{id}\">\n        <initialMarking>\n          <text>{tokens}</text>\n        </initialMarking>\n      </place>"
            ),
        };
    }
    for transition in &net.transitions {
        let _ = writeln!(text, "      <transition id=\"{}\"/>", escaped(&transition.id));
    }
    let mut arcs: usize = 0;
    for transition in &net.transitions {
        arcs_of(net, transition, &mut arcs, &mut text);
    }
    text.push_str("    </page>\n  </net>\n</pnml>\n");
    text
}

fn arcs_of(net: &Net, transition: &Transition, arcs: &mut usize, text: &mut String) {
    let this = escaped(&transition.id);
    let takes = transition.takes.iter().map(|(place, tokens)| (place, tokens, true));
    let gives = transition.gives.iter().map(|(place, tokens)| (place, tokens, false));
    for (place, tokens, is_taken) in takes.chain(gives).filter(|(_, tokens, _)| **tokens > 0) {
        let place = escaped(&net.places[*place].id);
        let (source, target) = if is_taken { (&place, &this) } else { (&this, &place) };
        // An identifier that no node has: these are attributes of arcs only.
        *arcs = arcs.saturating_add(1);
        let _ = write!(text, "      <arc id=\"arc {arcs}\" source=\"{source}\" target=\"{target}\"");
        let _ = match tokens {
            1 => writeln!(text, "/>"),
            _ => writeln!(
                text,
                ">\n        <inscription>\n          <text>{tokens}</text>\n        </inscription>\n      </arc>"
            ),
        };
    }
}

/// The text as it stands in a document.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('_'),
            c => escaped.push(c),
        }
    }
    escaped
}
