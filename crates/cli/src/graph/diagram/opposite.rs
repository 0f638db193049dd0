//! The opposite of a condition, as people would write it.

/// Words behind which a comparison may be only a part of the condition.
const WORDS: [&str; 8] = ["if", "then", "else", "forall", "exists", "in", "at", "let"];
/// Operators outside of brackets that make a condition more than one comparison; the longest that fit are tried first.
const OTHERS: [&str; 5] = ["<=>", "&&", "||", "=>", ":"];
/// Comparisons and their opposites; the longest that fit are tried first.
const COMPARISONS: [(&str, &str); 6] =
    [("!=", "="), ("<=", ">"), (">=", "<"), ("=", "!="), ("<", ">="), (">", "<=")];

/// The text of a condition that is true where this one is false: a comparison is turned round, everything else is put behind `!`.
pub fn opposite(text: &str) -> String {
    let text = text.trim();
    if is_name(text) {
        return format!("!{text}");
    }
    if let Some(name) = text.strip_prefix('!').filter(|rest| is_name(rest)) {
        return name.to_owned();
    }
    match comparison(text) {
        Some((left, operator, right)) => format!("{left} {operator} {right}"),
        None => format!("!({text})"),
    }
}

/// Whether the text is a variable, maybe of an instance or in an array.
fn is_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "_.[]".contains(letter);
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && text.chars().all(is_part)
}

/// The sides of a text that is one comparison, and the opposite operator between them.
fn comparison(text: &str) -> Option<(&str, &'static str, &str)> {
    if text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| WORDS.contains(&word))
    {
        return None;
    }
    let (mut depth, mut skipped, mut found) = (0_usize, 0, None);
    for (at, letter) in text.char_indices() {
        if at < skipped {
            continue;
        }
        match letter {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let rest = &text[at..];
        if depth > 0 {
            continue;
        }
        if OTHERS.iter().any(|other| rest.starts_with(other)) {
            return None;
        }
        if rest.starts_with("->") {
            skipped = at.saturating_add(2);
        } else if let Some((operator, other)) =
            COMPARISONS.iter().find(|(operator, _)| rest.starts_with(operator))
        {
            skipped = at.saturating_add(operator.len());
            if found.replace((text[..at].trim_end(), *other, text[skipped..].trim_start())).is_some() {
                return None;
            }
        } else if letter == '!' {
            return None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::opposite;

    #[test]
    fn comparisons_are_turned_round() {
        let pairs = [
            ("t1 = 0", "t1 != 0"),
            ("t1 < t2", "t1 >= t2"),
            ("a[i = 1] + p->x >= 3", "a[i = 1] + p->x < 3"),
            ("(n) % 2 = 0", "(n) % 2 != 0"),
            ("ready", "!ready"),
            ("!Client[1].ready", "Client[1].ready"),
            ("!(a = b)", "!(!(a = b))"),
            ("0 <= x < 3", "!(0 <= x < 3)"),
            ("x = 1 || y = 2", "!(x = 1 || y = 2)"),
            ("x = 1 <=> y = 2", "!(x = 1 <=> y = 2)"),
            ("Client at crit", "!(Client at crit)"),
            ("exists k in nat: n = 2 * k", "!(exists k in nat: n = 2 * k)"),
        ];
        for (text, expected) in pairs {
            assert_eq!(opposite(text), expected);
        }
    }
}
