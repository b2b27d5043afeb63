//! Digests of things made by hand.

use super::*;
use proptest::prelude::*;

/// Things by number: a letter each, and what they consist of. What is a name may go by its letter alone.
#[derive(Default)]
struct Things {
    letters: Vec<u8>,
    parts: Vec<Vec<usize>>,
    names: Vec<bool>,
    symbols: Vec<NamedSymbol<usize>>,
    described: Vec<(usize, bool)>,
}

/// The module.
const MODULE: usize = usize::MAX;
/// Added to a number: the local symbol of that number.
const LOCAL: usize = 1 << 40;

impl ContentHost for Things {
    type Thing = usize;

    fn content(&mut self, thing: usize, leads_back: bool) -> Content<usize> {
        self.described.push((thing, leads_back));
        if thing == MODULE {
            return Content { bytes: b"module".to_vec(), parts: vec![] };
        }
        let ends = leads_back && self.names[thing];
        let parts = if ends { &[][..] } else { &self.parts[thing] };
        let part = |&part: &usize| match part {
            MODULE => ContentPart::Identity,
            LOCAL.. => ContentPart::Local(part - LOCAL),
            _ => ContentPart::Digest(part),
        };
        let parts = parts.iter().map(|of| (1, part(of))).collect();
        Content { bytes: vec![self.letters[thing], ends.into()], parts }
    }

    fn module(&self) -> (usize, String) {
        (MODULE, "some.c".into())
    }

    fn symbols(&self) -> Vec<NamedSymbol<usize>> {
        self.symbols.clone()
    }
}

fn things(all: &[(u8, &[usize])]) -> Digests<Things> {
    Digests::new(Things {
        letters: all.iter().map(|&(letter, _)| letter).collect(),
        parts: all.iter().map(|(_, parts)| parts.to_vec()).collect(),
        names: vec![true; all.len()],
        ..Things::default()
    })
}

fn symbol((thing, (name, is_function)): (usize, &(&str, bool))) -> NamedSymbol<usize> {
    NamedSymbol { thing, name: name.as_bytes().to_vec(), is_function: *is_function }
}

/// What the symbols are called.
fn locals(symbols: &[(&str, bool)]) -> Vec<Vec<u8>> {
    let all: Vec<_> = symbols.iter().enumerate().map(symbol).collect();
    let locals = name_locals(all, b"me");
    (0..symbols.len()).map(|thing| locals[&thing].clone()).collect()
}

fn texts(all: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    all.iter().for_each(|text| add_text(&mut bytes, text.as_bytes()));
    bytes
}

#[test]
fn a_digest_is_of_the_bytes_with_those_of_the_parts_between_them() {
    let mut all = things(&[(b'a', &[1, 1]), (b'b', &[])]);
    let inner = digest(b"b\0");
    let bytes: Vec<u8> = inner.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(all.of(1), inner);
    assert_eq!(all.of(0), digest(&[b"a", &bytes[..], &bytes[..], b"\0"].concat()));
    assert_eq!(all.host.described, [(1, false), (0, false)]);
}

#[test]
fn a_known_digest_stays() {
    assert_eq!(of_text("self"), digest(&texts(&["self"])));
    assert_eq!(of_text("self"), [0xd118_c39a_8cf2_27f0, 0x45c4_de78_6f77_2460]);
}

#[test]
fn what_leads_back_to_itself_ends_there() {
    let mut all = things(&[(b'a', &[1]), (b'b', &[2]), (b'c', &[1])]);
    all.host.names[2] = false;
    let with_c = all.of(0);
    assert_eq!(all.of(1), digest(b"b\x01"), "it goes by its name");
    assert_ne!(all.of(2), digest(b"c\x01"), "this one leads to what ends");
    let mut same = things(&[(b'a', &[1]), (b'b', &[1])]);
    assert_eq!(same.of(1), digest(b"b\x01"));
    assert_eq!(with_c, same.of(0));
}

#[test]
fn a_deep_thing_is_no_problem() {
    let count = 200_000;
    let lists: Vec<Vec<usize>> = (1..=count).map(|next| vec![next % count]).collect();
    let all: Vec<(u8, &[usize])> = lists.iter().map(|list| (b'x', &list[..])).collect();
    let mut all = things(&all);
    all.host.parts[count - 1].clear();
    assert_ne!(all.of(0), all.of(1));
}

#[test]
fn the_module_is_told_from_others_by_what_it_defines() {
    let mut all = things(&[(b'a', &[MODULE])]);
    let [first, _] = digest(b"module");
    assert_eq!(all.identity(), format!("some.c#{first:016x}"));
    let identity = texts(&[&format!("some.c#{first:016x}")]);
    assert_eq!(all.of(0), digest(&[b"a", &identity[..], b"\0"].concat()));
}

#[test]
fn a_local_function_that_has_its_name_alone_may_be_that_of_another_module() {
    let called = locals(&[("f", true), ("v", false)]);
    assert_eq!(called, [texts(&["plain f", ""]), texts(&["plain v", "me"])]);
}

#[test]
fn what_a_pass_has_added_to_a_name_does_not_count() {
    assert_eq!(locals(&[("f.llvm.123", true)]), [texts(&["plain f", ""])]);
    assert_eq!(plain_name(b"f.__uniq.12.llvm.34.part.0"), b"f.part.0");
    assert_eq!(plain_name(b"f.llvm.x"), b"fx");
}

#[test]
fn names_that_would_be_alike_are_told_in_full() {
    let called = locals(&[("f.llvm.1", true), ("f.llvm.2", true)]);
    assert_eq!(called, [texts(&["full f.llvm.1", ""]), texts(&["full f.llvm.2", ""])]);
}

#[test]
fn what_has_no_name_goes_by_its_number_among_its_like() {
    let called = locals(&[("", true), ("f", true), ("", false)]);
    let expected = [["unnamed 0", "me"], ["plain f", ""], ["unnamed 1", "me"]];
    assert_eq!(called, expected.map(|pair| texts(&pair)));
}

#[test]
fn a_part_that_is_local_is_what_it_is_called() {
    let mut all = things(&[(b'a', &[LOCAL])]);
    all.host.symbols = vec![symbol((0, &("f", true)))];
    assert_eq!(all.of(0), digest(&[b"a", &texts(&["plain f", ""])[..], b"\0"].concat()));
}

proptest! {
    /// Where nothing leads back to itself: by their letters, written out.
    #[test]
    fn digests_are_equal_where_all_is(
        letters in prop::collection::vec(0u8..2, 10),
        edges in prop::collection::vec((0usize..10, 0usize..10), 0..14),
        from in 0usize..10,
    ) {
        let mut parts = vec![Vec::new(); 10];
        for (a, b) in edges.into_iter().filter(|(a, b)| a < b) {
            parts[a].push(b);
        }
        let all: Vec<(u8, &[usize])> =
            letters.iter().zip(&parts).map(|(&letter, parts)| (letter, &parts[..])).collect();
        fn written(all: &[(u8, &[usize])], at: usize) -> String {
            let inner: String = all[at].1.iter().map(|&part| written(all, part)).collect();
            format!("({}{inner})", all[at].0)
        }
        let mut digests = things(&all);
        digests.of(from);
        for a in 0..10 {
            for b in 0..10 {
                prop_assert_eq!(digests.of(a) == digests.of(b), written(&all, a) == written(&all, b));
            }
        }
    }
}
