//! Texts in words, without reading them properly.

/// The text in words, white space and single signs; joined they are the text again.
pub fn split(text: &str) -> Vec<String> {
    let kind = |letter: char| {
        if letter.is_alphanumeric() || letter == '_' {
            1
        } else if letter.is_whitespace() {
            2
        } else {
            3
        }
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut last = 0;
    for letter in text.chars() {
        let own = kind(letter);
        match tokens.last_mut() {
            Some(token) if own == last && own != 3 => token.push(letter),
            _ => tokens.push(letter.to_string()),
        }
        last = own;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn nothing_is_lost_in_splitting() {
        let text = "process P[i in 1..N] {\n  a -> b do x' = -1 // ü\n}";
        assert_eq!(split(text).concat(), text);
    }
}
