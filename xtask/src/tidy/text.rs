//! Reading Rust source well enough to grep it: without comments and strings, word by word.

/// The source with comments and the contents of strings blanked out; lines and columns stay where they are.
pub(crate) fn code(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut i = 0;
    while i < chars.len() {
        let end = if chars[i..].starts_with(&['/', '/']) {
            position(&chars, i, |c| c == '\n')
        } else if chars[i..].starts_with(&['/', '*']) {
            block_comment_end(&chars, i)
        } else if let Some(end) = raw_string_end(&chars, i) {
            end
        } else if chars[i] == '"' {
            quoted_end(&chars, i)
        } else if chars[i] == '\'' && is_char_literal(&chars, i) {
            char_end(&chars, i)
        } else {
            out.push(chars[i]);
            i += 1;
            continue;
        };
        out.extend(chars[i..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
        i = end;
    }
    out
}

fn position(chars: &[char], from: usize, found: impl Fn(char) -> bool) -> usize {
    (from..chars.len()).find(|i| found(chars[*i])).unwrap_or(chars.len())
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut i = start;
    while i < chars.len() {
        if chars[i..].starts_with(&['/', '*']) {
            depth += 1;
            i += 2;
        } else if chars[i..].starts_with(&['*', '/']) {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    chars.len()
}

/// The end of `r"…"`, `br##"…"##` and the like, if one starts here.
fn raw_string_end(chars: &[char], start: usize) -> Option<usize> {
    if start > 0 && is_word(chars[start - 1]) {
        return None;
    }
    let mut i = start;
    if chars.get(i).is_some_and(|c| ['b', 'c'].contains(c)) {
        i += 1;
    }
    if chars.get(i) != Some(&'r') {
        return None;
    }
    let open = position(chars, i + 1, |c| c != '#');
    if chars.get(open) != Some(&'"') {
        return None;
    }
    let hashes = open - i - 1;
    let closes = |at: &usize| {
        let tail = chars.get(at + 1..at + 1 + hashes);
        chars[*at] == '"' && tail.is_some_and(|tail| tail.iter().all(|c| *c == '#'))
    };
    Some((open + 1..chars.len()).find(closes).map_or(chars.len(), |at| at + 1 + hashes))
}

fn quoted_end(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(chars.len())
}

/// `'x'` and `'\n'`, but not the lifetime `'x`.
fn is_char_literal(chars: &[char], start: usize) -> bool {
    chars.get(start + 1) == Some(&'\\') || chars.get(start + 2) == Some(&'\'')
}

fn char_end(chars: &[char], start: usize) -> usize {
    let body = if chars.get(start + 1) == Some(&'\\') { start + 3 } else { start + 2 };
    (position(chars, body, |c| c == '\'') + 1).min(chars.len())
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The identifiers, keywords and numbers of a line.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Whether `needle` occurs and is not merely a part of a longer word.
pub(crate) fn has_word(text: &str, needle: &str) -> bool {
    has_word_of(text, needle, is_word)
}

/// As [`has_word`], with an own idea of what a word consists of.
pub(crate) fn has_word_of(text: &str, needle: &str, is_word: impl Fn(char) -> bool) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(&is_word);
    let starts_in_word = needle.starts_with(&is_word);
    let ends_in_word = needle.ends_with(&is_word);
    text.match_indices(needle).any(|(at, _)| {
        (!starts_in_word || edge(text[..at].chars().next_back()))
            && (!ends_in_word || edge(text[at + needle.len()..].chars().next()))
    })
}

/// The number in a folder name such as `m07_characters`.
pub(crate) fn module_number(word: &str) -> Option<u8> {
    let rest = word.strip_prefix('m')?;
    let (digits, name) = rest.split_once('_')?;
    let is_number = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && !name.is_empty()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_disappear_and_lines_stay() {
        let source =
            "a // b\n/* c /* d */ e */ f \"g \\\" h\" i r#\"j \" k\"# l 'm' '\\'' 'n: loop\n\"o\np\" q";
        let code = code(source);
        let left: Vec<&str> = words(&code).collect();
        assert_eq!(left, ["a", "f", "i", "l", "n", "loop", "q"]);
        assert_eq!(code.lines().count(), source.lines().count());
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use rand::Rng;", "rand::"));
        assert!(!has_word("operand::x", "rand::"));
        assert!(has_word("x: f64,", "f64"));
        assert!(!has_word("xf64", "f64"));
    }

    #[test]
    fn module_numbers_are_two_digits() {
        assert_eq!(module_number("m07_characters"), Some(7));
        for word in ["m7_x", "m07", "m07_", "sum07_x", "m123_x"] {
            assert_eq!(module_number(word), None, "{word}");
        }
    }
}
