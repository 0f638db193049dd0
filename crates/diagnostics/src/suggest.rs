//! "Did you mean …?": the known name nearest to one that is not known.

/// The candidate nearest to `name` by edit distance, if one is near enough to be what was meant.
///
/// Near enough is one edit for every three letters; the case of letters is no difference. A name of two letters
/// may also have them in the other order, but no other letter: almost any two short names are one edit apart.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let lower = name.to_lowercase();
    let length = lower.chars().count();
    let is_near = |edits: usize, candidate: &str| match length {
        0..=1 => edits == 0,
        2 => edits == 0 || edits == 1 && is_reversal(&lower, candidate),
        _ => edits <= length / 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(edits, candidate)| is_near(*edits, &candidate.to_lowercase()))
        .min_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)))
        .map(|(_, candidate)| candidate)
}

/// Whether one word is the other from back to front.
fn is_reversal(a: &str, b: &str) -> bool {
    a.chars().rev().eq(b.chars())
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        assert_eq!(nearest("servd", ["next", "served"]), Some("served"));
        assert_eq!(nearest("Client", ["client", "x"]), Some("client"));
        assert_eq!(nearest("tciket", ["ticket"]), Some("ticket"));
        assert_eq!(nearest("phase", ["served"]), None);
    }

    #[test]
    fn short_names_differ_in_order_or_case_only() {
        assert_eq!(nearest("c", ["a", "b", "ca"]), None);
        assert_eq!(nearest("c", ["a", "C"]), Some("C"));
        assert_eq!(nearest("ij", ["ik", "i", "iji"]), None);
        assert_eq!(nearest("ij", ["ik", "ji"]), Some("ji"));
        assert_eq!(nearest("ij", ["ji", "IJ"]), Some("IJ"));
    }
}
