//! temporary
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let l = language::load(&text, &language::Overrides::default());
    print!("{}", diagnostics::render(&l.diagnostics, &text, "m.fathom", false));
}
