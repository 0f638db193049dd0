//! temporary
fn main() {
    for path in std::env::args().skip(1) {
        let page = std::fs::read_to_string(&path).unwrap();
        let mut out = String::new();
        let mut rest = page.as_str();
        while let Some(at) = rest.find("```fathom,") {
            let (head, tail) = rest.split_at(at);
            out.push_str(head);
            let nl = tail.find('\n').unwrap() + 1;
            out.push_str(&tail[..nl]);
            let body = &tail[nl..];
            let end = body.find("```").unwrap();
            match language::format(&body[..end]) { Ok(t) => out.push_str(&t), Err(_) => out.push_str(&body[..end]) }
            out.push_str("```");
            rest = &body[end + 3..];
        }
        out.push_str(rest);
        std::fs::write(&path, out).unwrap();
    }
}
