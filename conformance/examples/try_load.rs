//! scratch
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let text = if p == "-" {
        std::io::read_to_string(std::io::stdin()).unwrap()
    } else {
        std::fs::read_to_string(p).unwrap()
    };
    let t = std::time::Instant::now();
    let l = conformance::models::load(&text);
    println!("{:?} {:?}", t.elapsed(), l.diagnostics.iter().map(|d| d.code.as_str()).collect::<Vec<_>>());
}
