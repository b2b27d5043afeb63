//! Text from files, made fit for a terminal.
//!
//! Consumes: names and texts that anybody may have written: symbols, reports, summaries, logs. Produces: the same text, in
//! which what a terminal would obey is spelled out. Guarantees: no escape sequence and no change of the direction of writing
//! goes through; what a name holds cannot end its line. JSON stays JSON, of the same meaning.

use std::borrow::Cow;

/// A text of lines.
pub fn lines(text: &str) -> Cow<'_, str> {
    spelled(text, |c| is_obeyed(c) && c != '\n')
}

/// A text that is a part of a line.
pub fn word(text: &str) -> Cow<'_, str> {
    spelled(text, is_obeyed)
}

/// Whether a terminal does something else than to show the character. The last ranges turn the direction of writing, so that a
/// name could look like another.
fn is_obeyed(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn spelled(text: &str, is_spelled: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_spelled) {
        return text.into();
    }
    let one = |c: char| match is_spelled(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.into(),
    };
    text.chars().map(one).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::{lines, word};

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        assert_eq!(lines("a\n\tb\u{1b}[2Jc\rd"), "a\n\tb\\u001b[2Jc\\u000dd");
        assert_eq!(word("a\nb\u{9b}31m\u{7f}"), "a\\u000ab\\u009b31m\\u007f");
        assert_eq!(word("left\u{202e}right"), "left\\u202eright");
        assert_eq!(word("größer<≤>└─"), "größer<≤>└─");
    }
}
