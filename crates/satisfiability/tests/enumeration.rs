//! Small formulas over small ranges: the solver must say what trying all points says.

mod support;

use support::{Formula, Random, Shape, Told};

const SHAPE: Shape = Shape { booleans: 2, integers: 3, depth: 2, coefficient: 3, constant: 6, modulus: 4 };
const RANGE: i128 = 3;

fn satisfiable(formulas: &[Formula]) -> bool {
    let side = 2 * RANGE + 1;
    (0..side.pow(3) * 4).any(|code| {
        let booleans = [code & 1 == 1, code & 2 == 2];
        let point = code >> 2;
        let numbers = [point % side - RANGE, point / side % side - RANGE, point / side / side - RANGE];
        formulas.iter().all(|formula| formula.holds(&booleans, &numbers))
    })
}

#[test]
fn answers_are_those_of_enumeration() {
    let mut counts = [0, 0];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut told = Told::new(&SHAPE);
        let mut formulas = Vec::new();
        for place in 0..3 {
            for sign in [1, -1] {
                let mut sum = vec![0; 3];
                sum[place] = sign;
                formulas.push(Formula::NotPositive(sum, -RANGE));
            }
        }
        formulas.iter().for_each(|formula| told.demand(formula));
        for _ in 0..6 {
            let assumptions: Vec<Formula> =
                (0..random.below(4)).map(|_| random.formula(&SHAPE, SHAPE.depth)).collect();
            let all: Vec<Formula> = formulas.iter().chain(&assumptions).cloned().collect();
            let expected = satisfiable(&all);
            assert_eq!(told.ask(&assumptions), expected, "seed {seed}: {all:?}");
            counts[usize::from(expected)] += 1;
            let formula = random.formula(&SHAPE, SHAPE.depth);
            told.demand(&formula);
            formulas.push(formula);
        }
    }
    assert!(counts[0] > 300 && counts[1] > 300, "both answers occur: {counts:?}");
}
