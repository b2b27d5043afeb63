//! Numbers of enumerations that the C++ shim has too: both sides count the names in one list.
//!
//! Consumes: a list as the shim includes it, `ENUMERATION(Name, First, Second, …)` for each enumeration. Produces:
//! numbers, counted from 0. Guarantees: the numbers are computed when the plugin is compiled; a name that is not in the
//! list is an error of compilation.

/// The number of `name` in an enumeration.
///
/// # Panics
/// When the list has no such enumeration, or the enumeration no such name; in a constant, that is an error of compilation.
pub const fn number(list: &str, enumeration: &str, name: &str) -> u32 {
    let list = list.as_bytes();
    let mut at = after_head(list, enumeration.as_bytes());
    let mut number = 0;
    loop {
        while list[at] == b' ' || list[at] == b'\n' {
            at += 1;
        }
        let start = at;
        while list[at] != b',' && list[at] != b')' {
            at += 1;
        }
        if is_at(list, start, name.as_bytes()) && at - start == name.len() {
            return number;
        }
        assert!(list[at] == b',', "the enumeration has no such name");
        at += 1;
        number += 1;
    }
}

/// The place behind the head of an enumeration: its first name, or space before it.
const fn after_head(list: &[u8], enumeration: &[u8]) -> usize {
    const HEAD: &[u8] = b"\nENUMERATION(";
    let mut at = 0;
    while at < list.len() {
        let name = at + HEAD.len();
        let end = name + enumeration.len();
        if is_at(list, at, HEAD) && is_at(list, name, enumeration) && list[end] == b',' {
            return end + 1;
        }
        at += 1;
    }
    panic!("the list has no such enumeration");
}

/// Whether `text` stands at the place `at` of the list.
pub(crate) const fn is_at(list: &[u8], at: usize, text: &[u8]) -> bool {
    let mut next = 0;
    while next < text.len() {
        if at + next >= list.len() || list[at + next] != text[next] {
            return false;
        }
        next += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "// What it is.\nENUMERATION(Color, Red,\n  Green, Greenish)\nENUMERATION(Col, Red2, Red)\n";

    #[test]
    fn names_are_counted() {
        let colors = ["Red", "Green", "Greenish"].map(|name| number(LIST, "Color", name));
        assert_eq!((colors, number(LIST, "Col", "Red")), ([0, 1, 2], 1));
    }

    #[test]
    #[should_panic(expected = "no such name")]
    fn a_part_of_a_name_is_none() {
        number(LIST, "Color", "Gree");
    }

    #[test]
    #[should_panic(expected = "no such enumeration")]
    fn a_part_of_an_enumeration_is_none() {
        number(LIST, "Colo", "Red");
    }
}
