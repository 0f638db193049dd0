//! Any number of workers says what the ordinary search says: verdicts, counts, and paths.

mod support;

use support::{compare, system};

#[test]
fn small_models_are_the_same() {
    let texts = [
        "var x, y: nat := 0 event a when x < 90 do x := x + 1 event b when y < 150 do y := y + 7
         invariant small: x + y < 200 reachable far: x = 89 && y = 147 invariant deadlock_free",
        "var x: array [1..5] of 0..6 := 0 event up[i in 1..5] do x[i] := (x[i] + 1) % 7
         invariant low: x[1] + x[2] + x[3] < 17 reachable odd: x[5] = 6 && x[1] = 3",
        "var x: 0..20 := 0 event up when x < 20 do x := x + 1 event down when x > 3 do x := x - 3 bound most: x * (30 - x)",
        "var x: 0..9 init x > 3 event divide when x > 4 do x := 12 / (x - 5) invariant never: x != 4",
        "var x: int := 0 event down when x > -70000 do x := x - 9000 event up when x < 100 do x := x + 2 bound most: x",
    ];
    for text in texts {
        compare(text, system(text), &[1, 2, 3, 5]);
    }
}
