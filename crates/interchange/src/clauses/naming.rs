//! Names of the file as names of the language.

use super::flow::Slots;

/// The names of variables: without an ending that all of them have, and `v1` and so on for those without one.
pub(super) fn variable_names(slots: &Slots) -> Vec<String> {
    let names: Vec<Option<String>> = slots.variables.iter().map(|(_, name)| readable(name)).collect();
    let ending = |name: &Option<String>| {
        let name = name.as_deref()?;
        Some(name[name.rfind('_').filter(|at| *at > 0)?..].to_owned())
    };
    let common = names.first().and_then(ending).filter(|_| names.len() > 1);
    let common = common.filter(|common| names.iter().all(|name| ending(name).as_ref() == Some(common)));
    let without = |name: String| match &common {
        Some(common) => name.strip_suffix(common.as_str()).unwrap_or(&name).to_owned(),
        None => name,
    };
    let name = |(number, name): (usize, Option<String>)| {
        let name = name.map(without).filter(|name| !crate::names::name(name).starts_with('`'));
        name.unwrap_or_else(|| format!("v{}", number + 1))
    };
    names.into_iter().enumerate().map(name).collect()
}

/// A name without the characters that only other formats have; none where nothing is left, or only what a formatter gives.
pub(super) fn readable(name: &str) -> Option<String> {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = name.chars().map(plain).collect();
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    let name = parts.join("_");
    // Formatters number variables: A, B, …, A1, B1, …, and v_5.
    let rest =
        name.strip_prefix("v_").or_else(|| name.strip_prefix(|first: char| first.is_ascii_uppercase()));
    if name.is_empty() || rest.is_some_and(|rest| rest.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let is_legal = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && !crate::names::name(&name).starts_with('`');
    Some(if is_legal { name } else { format!("v_{name}") })
}
