//! The comments of a text, found without the lexer.

/// All comments in order, each line of them without the white space around it.
pub fn comments(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"', '`']) {
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with('/') {
            1
        } else {
            let close = if rest.starts_with('"') { '"' } else { '`' };
            rest = &rest[1..];
            rest.find([close, '\n']).map_or(rest.len(), |end| end + 1)
        };
        if rest.starts_with("//") || rest.starts_with("/*") {
            let lines: Vec<&str> = rest[..length].lines().map(str::trim).collect();
            found.push(lines.join("\n"));
        }
        rest = &rest[length..];
    }
    found
}
