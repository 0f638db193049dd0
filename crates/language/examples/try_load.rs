fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let t = std::time::Instant::now();
    let loaded = language::load(&text, &language::Overrides::default());
    let took = t.elapsed();
    for d in &loaded.diagnostics {
        let l = diagnostics::LineIndex::new(&text);
        let p = l.position(&text, d.at.start);
        println!("{} {}:{} {} [{}] {:?} {:?}", d.code.as_str(), p.line, p.column, d.message, d.label, d.help, d.related.len());
    }
    for p in &loaded.problems { println!("{p}"); }
    match loaded.system {
        Some(s) if std::env::args().nth(2).is_some() => println!("{s:#?}"),
        Some(s) => println!("ok {} vars {} edges {} transitions {} props", s.variables.len(), s.edges.len(), s.transitions.len(), s.properties.len()),
        None => println!("no system"),
    }
    eprintln!("{took:?}");
}
