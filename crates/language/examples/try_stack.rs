//! temporary
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let size: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    std::thread::Builder::new().stack_size(size).spawn(move || {
        let loaded = language::load(&text, &language::Overrides::default());
        println!("{:?}", loaded.diagnostics.first().map(|d| d.message.clone()));
        std::mem::forget(loaded);
    }).unwrap().join().unwrap();
}
