//! Structures that the C++ shim has too: one header declares them, against which the Rust side is checked.
//!
//! Consumes: the header as text. A structure in it begins with `struct Name {` at the start of a line and ends with `};`.
//! Each field has a line of its own, `  Type Name;`, and may have comments on lines of their own. Produces: nothing.
//! Guarantees: a structure that differs in its fields, their order, offsets or size stops the plugin's compilation.

use crate::enumeration::is_at;

/// Checks a structure: `size` is its size in Rust, `fields` are the names and offsets there. Names agree when they are
/// equal but for case and underscores; of a path, as in `uses.calls`, the last name counts.
///
/// # Panics
/// When the header has no such structure, or one that differs; in a constant, that is an error of compilation.
pub const fn check(header: &str, name: &str, size: usize, fields: &[(&str, usize)]) {
    let header = header.as_bytes();
    let mut line = after_head(header, name.as_bytes());
    let (mut end, mut alignment, mut next) = (0_usize, 1, 0);
    while !is_at(header, line, b"};") {
        if !is_at(header, line, b"  //") {
            assert!(next < fields.len(), "the shim's structure has more fields");
            let (field, offset) = fields[next];
            assert!(has_name(header, line, field.as_bytes()), "the shim has another field here");
            let width = width(header, line);
            assert!(offset == end.next_multiple_of(width), "the shim has the field elsewhere");
            end = offset + width;
            alignment = if width > alignment { width } else { alignment };
            next += 1;
        }
        line = line_end(header, line) + 1;
    }
    assert!(next == fields.len(), "the shim's structure has fewer fields");
    assert!(size == end.next_multiple_of(alignment), "the shim's structure has another size");
}

/// Where the line behind a structure's first one starts.
const fn after_head(header: &[u8], name: &[u8]) -> usize {
    const HEAD: &[u8] = b"\nstruct ";
    const OPEN: &[u8] = b" {\n";
    let mut at = 0;
    while at < header.len() {
        let start = at + HEAD.len();
        let end = start + name.len();
        if is_at(header, at, HEAD) && is_at(header, start, name) && is_at(header, end, OPEN) {
            return end + OPEN.len();
        }
        at += 1;
    }
    panic!("the header has no such structure");
}

/// The size of a field, which is its alignment too: all types that cross are plain.
const fn width(header: &[u8], line: usize) -> usize {
    let end = line_end(header, line);
    let mut at = line;
    while at < end {
        if header[at] == b'*' || is_at(header, at, b"Ref ") || is_at(header, at, b"size_t ") {
            return size_of::<*const ()>();
        }
        if is_at(header, at, b"int64_t ") {
            return 8;
        }
        if is_at(header, at, b"int32_t ") {
            return 4;
        }
        if is_at(header, at, b"bool ") {
            return 1;
        }
        at += 1;
    }
    panic!("a type in the header is not known here");
}

/// Whether the line declares a field of this name. Both are compared from their ends.
const fn has_name(header: &[u8], line: usize, name: &[u8]) -> bool {
    let (mut theirs, mut ours) = (line_end(header, line) - 1, name.len());
    assert!(header[theirs] == b';', "a field ends its line");
    while ours > 0 && name[ours - 1] != b'.' && name[ours - 1] != b' ' {
        ours -= 1;
        if name[ours] != b'_' {
            theirs -= 1;
            if !header[theirs].eq_ignore_ascii_case(&name[ours]) {
                return false;
            }
        }
    }
    header[theirs - 1] == b' ' || header[theirs - 1] == b'*'
}

const fn line_end(header: &[u8], mut at: usize) -> usize {
    while header[at] != b'\n' {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    const HEADER: &str = "
struct Pair {
  LLVMValueRef One;
};

struct PairOf {
  // What it is; a remark.
  const LLVMValueRef *TheValue;
  int32_t Count;
  bool IsKnown;
};
";

    #[repr(C)]
    struct Ours {
        the_value: *const u8,
        inner: Inner,
    }

    #[repr(C)]
    struct Inner {
        count: i32,
        is_known: bool,
    }

    fn fields() -> [(&'static str, usize); 3] {
        [
            ("the_value", offset_of!(Ours, the_value)),
            ("inner . count", offset_of!(Ours, inner.count)),
            ("inner.is_known", offset_of!(Ours, inner.is_known)),
        ]
    }

    #[test]
    fn equal_structures_pass() {
        check(HEADER, "PairOf", size_of::<Ours>(), &fields());
        check(HEADER, "Pair", 8, &[("one", 0)]);
    }

    #[test]
    #[should_panic(expected = "no such structure")]
    fn a_part_of_a_name_is_none() {
        check(HEADER, "PairO", 16, &fields());
    }

    #[test]
    #[should_panic(expected = "another field")]
    fn exchanged_fields_differ() {
        let [value, count, known] = fields();
        check(HEADER, "PairOf", 16, &[value, known, count]);
    }

    #[test]
    #[should_panic(expected = "another field")]
    fn a_part_of_a_field_is_another() {
        let [(_, at), count, known] = fields();
        check(HEADER, "PairOf", 16, &[("value", at), count, known]);
    }

    #[test]
    #[should_panic(expected = "elsewhere")]
    fn wider_fields_differ() {
        let [value, (count, _), known] = fields();
        check(HEADER, "PairOf", 24, &[value, (count, 16), known]);
    }

    #[test]
    #[should_panic(expected = "fewer fields")]
    fn further_fields_differ() {
        let [value, count, known] = fields();
        check(HEADER, "PairOf", 16, &[value, count, known, ("more", 13)]);
    }

    #[test]
    #[should_panic(expected = "more fields")]
    fn missing_fields_differ() {
        check(HEADER, "PairOf", 16, &fields()[..2]);
    }

    #[test]
    #[should_panic(expected = "another size")]
    fn another_size_differs() {
        check(HEADER, "PairOf", 24, &fields());
    }
}
