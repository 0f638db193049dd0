//! A thousand pre-images of the unbounded buffer of Bultan, Gerber and Pugh, with the time that they take.
//!
//! Run with `cargo run --release -p fathom-presburger --example unbounded_buffer`.

use presburger::{Budget, Relation, Set};
use std::time::Instant;

fn main() {
    let budget = Budget::unlimited();
    let step =
        Relation::parse("{ [p, c] -> [p + 1, c]; [p, c] -> [p, c + 1] : c < p }").expect("the text is right");
    let bad = Set::parse("{ [p, c] : p < c }").expect("the text is right");
    let start = Instant::now();
    let mut disjuncts = 0;
    for _ in 0..1000 {
        disjuncts += step.pre_image(&bad, &budget).expect("the budget is unlimited").disjuncts().len();
    }
    println!(
        "1000 pre-images, {disjuncts} disjuncts, {} row operations, {:?}",
        budget.spent(),
        start.elapsed()
    );
}
