//! Expressions as s-expressions, which show how operators were grouped.

use language::ast::{CompareOp, Domain, Expr, ExprKind, Name, SetExpr, SetKind, TypeExpr, TypeKind};

/// The expression with a pair of parentheses around every node.
pub fn dump(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Null => "null".into(),
        ExprKind::SelfRef => "self".into(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Paren(inner) => format!("[{}]", dump(inner)),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", dump(operand)),
        ExprKind::Binary(op, left, right) => format!("({op:?} {} {})", dump(left), dump(right)),
        ExprKind::Comparison(first, rest) => {
            let rest: Vec<String> =
                rest.iter().map(|(op, right)| format!(" {} {}", symbol(*op), dump(right))).collect();
            format!("({}{})", dump(first), rest.concat())
        }
        ExprKind::In(left, set) => format!("({} in {})", dump(left), dump_set(set)),
        ExprKind::If(condition, then, otherwise) => {
            format!("(if {} {} {})", dump(condition), dump(then), dump(otherwise))
        }
        ExprKind::Record(name, fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(field, value)| format!(" {}: {}", field.text, dump(value))).collect();
            format!("({}{{}}{})", name.text, fields.concat())
        }
        ExprKind::List(elements) => format!("(list {})", all(elements)),
        ExprKind::Set(members) => format!("(set {})", all(members)),
        ExprKind::Call(callee, arguments) => format!("({}! {})", dump(callee), all(arguments)),
        ExprKind::Quantifier { quantifier, names, domain, body } => {
            format!("({quantifier:?} {} {} {})", words(names), dump_domain(domain), dump(body))
        }
        ExprKind::CountAt { process, locations, .. } => {
            format!("(count {} at {})", process.text, words(locations))
        }
        ExprKind::Reach { start, links, goal, .. } => {
            format!("(reach {} {} {})", dump(start), words(links), dump(goal))
        }
        ExprKind::Index(base, index) => format!("({}[] {})", dump(base), dump(index)),
        ExprKind::Field { base, field, arrow } => {
            format!("({}{}{})", dump(base), if *arrow { "->" } else { "." }, field.text)
        }
        ExprKind::At { base, locations, .. } => format!("({} at {})", dump(base), words(locations)),
        ExprKind::Prime(base) => format!("{}'", dump(base)),
        ExprKind::Temporal(op, operand) => format!("({op:?} {})", dump(operand)),
        ExprKind::Until(op, left, right) => format!("({op:?} {} {})", dump(left), dump(right)),
        ExprKind::PathUntil { universal, op, left, right } => {
            format!("({} {op:?} {} {})", if *universal { "A" } else { "E" }, dump(left), dump(right))
        }
        ExprKind::Error => "error".into(),
    }
}

fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

fn all(exprs: &[Expr]) -> String {
    exprs.iter().map(dump).collect::<Vec<String>>().join(" ")
}

fn words(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<&str>>().join(",")
}

fn dump_set(set: &SetExpr) -> String {
    match &set.kind {
        SetKind::Range(low, high) => format!("{}..{}", dump(low), dump(high)),
        SetKind::Members(members) => format!("{{{}}}", all(members)),
        SetKind::Value(value) => dump(value),
    }
}

fn dump_domain(domain: &Domain) -> String {
    match domain {
        Domain::Range(low, high) => format!("{}..{}", dump(low), dump(high)),
        Domain::Type(ty) => dump_type(ty),
        Domain::Set(set) => dump(set),
    }
}

fn dump_type(ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeKind::Bool => "bool".into(),
        TypeKind::Nat => "nat".into(),
        TypeKind::Int => "int".into(),
        TypeKind::Range(low, high) => format!("{}..{}", dump(low), dump(high)),
        TypeKind::Enumeration(members) => format!("{{{}}}", words(members)),
        TypeKind::Ref(name) => format!("ref {}", name.text),
        TypeKind::Array(low, high, element) => {
            format!("array {}..{} of {}", dump(low), dump(high), dump_type(element))
        }
        TypeKind::Record(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, ty)| format!("{}: {}", name.text, dump_type(ty))).collect();
            format!("record {{{}}}", fields.join(", "))
        }
        TypeKind::Set(element) => format!("set {}", dump_type(element)),
        TypeKind::Queue(capacity, entry) => format!("fifo {} of {}", dump(capacity), dump_type(entry)),
        TypeKind::Named(name) => name.text.clone(),
        TypeKind::Error => "error".into(),
    }
}
