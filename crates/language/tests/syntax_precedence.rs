//! How operators are grouped.

mod syntax_support;

use language::ast::{BinaryOp, Expr, ExprKind};
use syntax_support::{Random, dump, expression};

/// Each case is an expression and its grouping.
#[track_caller]
fn check(head: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(dump(&expression(head, text)), *expected, "{text}");
    }
}

#[test]
fn boolean_operators() {
    check(
        "init",
        &[
            ("a <=> b => c || d && e", "(Iff a (Implies b (Or c (And d e))))"),
            ("a && b || c => d <=> e", "(Iff (Implies (Or (And a b) c) d) e)"),
            ("a <=> b <=> c", "(Iff (Iff a b) c)"),
            ("a => b => c", "(Implies a (Implies b c))"),
            ("a || b || c", "(Or (Or a b) c)"),
            ("a && b && c", "(And (And a b) c)"),
            ("!a && b", "(And (Not a) b)"),
            ("!!a", "(Not (Not a))"),
            ("! !a || !b", "(Or (Not (Not a)) (Not b))"),
        ],
    );
}

#[test]
fn comparisons_are_tighter_than_not() {
    check(
        "init",
        &[
            ("!x = y", "(Not (x = y))"),
            ("!x in 1..2 && y", "(And (Not (x in 1..2)) y)"),
            ("0 <= x < y", "(0 <= x < y)"),
            ("a = b = c", "(a = b = c)"),
            ("a == b != c > d", "(a = b != c > d)"),
            ("x in 1..n + 1 && y", "(And (x in 1..(Add n 1)) y)"),
            ("x in {a, b + 1, c}", "(x in {a (Add b 1) c})"),
            ("x + 1 in {1}", "((Add x 1) in {1})"),
            ("(x in {1}) = y", "([(x in {1})] = y)"),
        ],
    );
}

#[test]
fn arithmetic() {
    check(
        "init",
        &[
            ("a + b * c - d", "(Sub (Add a (Mul b c)) d)"),
            ("a - b - c", "(Sub (Sub a b) c)"),
            ("a / b * c % d", "(Mod (Mul (Div a b) c) d)"),
            ("-a * b", "(Mul (Neg a) b)"),
            ("-a.b[c]", "(Neg ((a.b)[] c))"),
            ("a - -b", "(Sub a (Neg b))"),
            ("a--b", "(Sub a (Neg b))"),
            ("-a->b'", "(Neg (a->b)')"),
            ("a - b->c", "(Sub a (b->c))"),
            ("a<-b", "(a < (Neg b))"),
        ],
    );
}

#[test]
fn loose_operands_of_tight_operators() {
    check(
        "init",
        &[
            ("x' = !y && z", "(And (x' = (Not y)) z)"),
            ("x = !y = z", "(x = (Not (y = z)))"),
            ("x + !y < z || w", "(Or (Add x (Not (y < z))) w)"),
            ("-!x = y", "(Neg (Not (x = y)))"),
            ("a && !b || c", "(Or (And a (Not b)) c)"),
            ("x = if a then b else c + d", "(x = (if a b (Add c d)))"),
            ("x + if a then b else c = d", "(Add x (if a b (c = d)))"),
            ("a && if b then c else d && e", "(And a (if b c (And d e)))"),
            ("a => forall i in 1..2: b && c", "(Implies a (Forall i 1..2 (And b c)))"),
            ("a && exists i in T: b || c", "(And a (Exists i T (Or b c)))"),
            ("!forall i in 1..2: b", "(Not (Forall i 1..2 b))"),
            ("-if a then b else c * d", "(Neg (if a b (Mul c d)))"),
            ("if a then b else if c then d else e", "(if a b (if c d e))"),
            ("if if a then b else c then d else e", "(if (if a b c) d e)"),
        ],
    );
}

#[test]
fn postfix_operators() {
    check(
        "init",
        &[
            ("p->x.y[i]'", "(((p->x).y)[] i)'"),
            ("a[i]' = 1", "((a[] i)' = 1)"),
            ("C[2] at wait && p at {a, b}", "(And ((C[] 2) at wait) (p at a,b))"),
            ("self at crit", "(self at crit)"),
            ("self.x = self->y", "((self.x) = (self->y))"),
            ("P[1].f(x, y + 1)", "(((P[] 1).f)! x (Add y 1))"),
            ("f() + min(a, b)", "(Add (f! ) (min! a b))"),
            ("!p at L", "(Not (p at L))"),
            ("count = sum + index", "(count = (Add sum index))"),
        ],
    );
}

#[test]
fn quantifiers() {
    check(
        "init",
        &[
            ("forall i, j in 1..N: i < j", "(Forall i,j 1..N (i < j))"),
            ("exists x in int: x > 0 => x > 1", "(Exists x int (Implies (x > 0) (x > 1)))"),
            ("forall c in {A, B}: c = A", "(Forall c {A,B} (c = A))"),
            ("forall q in ref P: q != null", "(Forall q ref P (q != null))"),
            ("sum(i in 1..N: x[i]) + 1", "(Add (Sum i 1..N (x[] i)) 1)"),
            ("count(i in bool: i)", "(Count i bool i)"),
            ("count(P at L) <= count(P at {L, M})", "((count P at L) <= (count P at L,M))"),
        ],
    );
}

#[test]
fn linear_temporal_logic() {
    check(
        "ltl p:",
        &[
            ("G F x", "(G (F x))"),
            ("G x = 1 && y", "(And (G (x = 1)) y)"),
            ("x U y U z", "(U x (U y z))"),
            ("x U y W z R w", "(U x (W y (R z w)))"),
            ("a && x U y || b", "(Or (And a (U x y)) b)"),
            ("!x U G y", "(U (Not x) (G y))"),
            ("x U !y U z", "(U x (U (Not y) z))"),
            ("G x U y", "(U (G x) y)"),
            ("x = 1 U y = 2 => z", "(Implies (U (x = 1) (y = 2)) z)"),
            ("forall k in int: G (x = k => F y = k)", "(Forall k int (G [(Implies (x = k) (F (y = k)))]))"),
            ("X X !x", "(X (X (Not x)))"),
            ("p at R U q at U", "(U (p at R) (q at U))"),
        ],
    );
}

#[test]
fn branching_temporal_logic() {
    check(
        "ctl p:",
        &[
            ("AG x => EF y", "(Implies (AG x) (EF y))"),
            ("AG (x => AF y)", "(AG [(Implies x (AF y))])"),
            ("A[x U y]", "(A U x y)"),
            ("E[a && b W c || d]", "(E W (And a b) (Or c d))"),
            ("A[A[x U y] R !E[z U w]] && v", "(And (A R (A U x y) (Not (E U z w))) v)"),
            ("!AX x = 1", "(Not (AX (x = 1)))"),
            ("EX EG x || AX AF y", "(Or (EX (EG x)) (AX (AF y)))"),
        ],
    );
}

#[test]
fn definitions_use_operators_unless_the_model_has_such_a_name() {
    check(
        "let f =",
        &[("AG x", "(AG x)"), ("G x U y", "(U (G x) y)"), ("A[x U y]", "(A U x y)"), ("x R y", "(R x y)")],
    );
    check("let f(G) =", &[("G + 1", "(Add G 1)"), ("x[G]", "(x[] G)")]);
    let model = syntax_support::parse("let f = X + 1 var X: int let g = G y");
    assert_eq!(model.items.len(), 3);
}

#[test]
fn long_chains_are_balanced_and_short_ones_lean_to_the_left() {
    let sum = vec!["x"; 33].join(" + ");
    let text = dump(&expression("init", &sum));
    assert!(text.starts_with(&"(Add ".repeat(32)), "{text}");
    let long = dump(&expression("init", &vec!["x"; 4096].join(" && ")));
    let deepest = long.split(' ').scan(0i32, |open, word| {
        *open += word.matches('(').count() as i32 - word.matches(')').count() as i32;
        Some(*open)
    });
    assert!(deepest.max() < Some(64), "a long chain should not be tall");
    let mixed = format!("a{} - b{}", " + x".repeat(40), " - y".repeat(30));
    let text = dump(&expression("init", &mixed));
    assert_eq!(text.matches("Sub").count(), 31, "{text}");
}

#[test]
fn cutting_a_chain_does_not_change_its_value() {
    let mut random = Random::new(7);
    for round in 0..40 {
        let operators: &[&str] = if round % 2 == 0 { &["+", "-", "+", "+"] } else { &["*", "/", "%", "*"] };
        let mut text = "5".to_string();
        let mut value: i128 = 5;
        for _ in 0..33 + random.below(100) {
            let (op, operand) = (random.word(operators), 1 + random.below(9) as i128);
            text.push_str(&format!(" {op} {operand}"));
            value = apply(op, value, operand);
        }
        assert_eq!(evaluate(&expression("init", &text)), value, "{text}");
    }
}

/// The operations, total and without overflow.
fn apply(op: &str, left: i128, right: i128) -> i128 {
    match op {
        "+" => left + right,
        "-" => left - right,
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div_euclid(right).unwrap_or(0),
        _ => left.checked_rem_euclid(right).unwrap_or(0),
    }
}

fn evaluate(expr: &Expr) -> i128 {
    match &expr.kind {
        ExprKind::Int(value) => *value,
        ExprKind::Binary(op, left, right) => {
            let op = match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                _ => "%",
            };
            apply(op, evaluate(left), evaluate(right))
        }
        other => panic!("no arithmetic: {other:?}"),
    }
}
