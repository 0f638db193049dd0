//! temporary
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for _ in 0..5 {
        let t = std::time::Instant::now();
        let (m, d) = language::parse(&text);
        let a = t.elapsed();
        std::mem::forget((m, d));
        let t = std::time::Instant::now();
        let l = language::load(&text, &language::Overrides::default());
        let b = t.elapsed();
        std::mem::forget(l);
        println!("parse {a:?} load {b:?}");
    }
}
