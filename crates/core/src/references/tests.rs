use super::*;
use proptest::prelude::*;

const LOCAL: SymbolFacts =
    SymbolFacts { root: Root::None, is_needed: false, is_replaceable: false };
const SEEN: SymbolFacts = SymbolFacts { root: Root::Possible, ..LOCAL };
const MAIN: SymbolFacts = SymbolFacts { root: Root::Certain, ..LOCAL };
const WEAK: SymbolFacts = SymbolFacts { is_replaceable: true, ..SEEN };
/// Another definition may do something else.
const DEFAULT: SymbolFacts = SymbolFacts { is_needed: true, ..WEAK };
const MISSING: SymbolFacts = SymbolFacts { is_needed: true, ..LOCAL };

/// Symbols by name, with what they refer to.
fn module(symbols: &[(&str, SymbolFacts, &[&str])]) -> (References, impl Fn(&str) -> SymbolId) {
    let mut references = References::default();
    let names: Vec<String> = symbols.iter().map(|one| one.0.to_owned()).collect();
    let find = move |name: &str| {
        let place = names.iter().position(|one| one == name).expect("a symbol of this name");
        SymbolId::from_u32(place as u32)
    };
    for &(_, facts, _) in symbols {
        references.add(facts);
    }
    for (name, _, to) in symbols {
        references.set(find(name), to.iter().map(|one| find(one)).collect());
    }
    (references, find)
}

fn may_share(symbols: &[(&str, SymbolFacts, &[&str])], members: &[&str]) -> bool {
    let (mut references, find) = module(symbols);
    references.may_share(&members.iter().map(|one| find(one)).collect::<Vec<_>>())
}

#[test]
fn what_is_used_does_not_come_to_need_what_only_dead_code_needs() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("main", MAIN, &["used"]),
        ("used", LOCAL, &[]),
        ("unused", SEEN, &["missing"]),
        ("missing", MISSING, &[]),
    ];
    assert!(!may_share(symbols, &["used", "unused"]));
    assert!(!may_share(symbols, &["unused", "used"]));
}

#[test]
fn what_both_need_they_may_share() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("a", SEEN, &["missing", "helper"]),
        ("b", SEEN, &["by"]),
        ("by", LOCAL, &["missing"]),
        ("helper", LOCAL, &[]),
        ("missing", MISSING, &[]),
    ];
    assert!(may_share(symbols, &["a", "b"]));
}

#[test]
fn functions_of_the_same_callers_are_kept_together() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("f", SEEN, &["a", "b"]),
        ("a", LOCAL, &["x"]),
        ("b", LOCAL, &["y"]),
        ("x", MISSING, &[]),
        ("y", MISSING, &[]),
    ];
    assert!(may_share(symbols, &["a", "b"]));
    let symbols = [symbols, &[("g", SEEN, &["b"])]].concat();
    assert!(!may_share(&symbols, &["a", "b"]), "for g, b is kept without a");
}

#[test]
fn what_is_reached_through_local_functions_and_data_counts() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("a", SEEN, &[]),
        ("b", SEEN, &["table"]),
        ("table", LOCAL, &["function"]),
        ("function", LOCAL, &["missing"]),
        ("missing", MISSING, &[]),
    ];
    assert!(!may_share(symbols, &["a", "b"]));
}

#[test]
fn all_members_count_two_by_two() {
    let symbols: &[(&str, SymbolFacts, &[&str])] =
        &[("a", SEEN, &[]), ("b", SEEN, &[]), ("c", SEEN, &["missing"]), ("missing", MISSING, &[])];
    assert!(may_share(symbols, &["a", "b"]));
    assert!(!may_share(symbols, &["a", "b", "c"]));
}

#[test]
fn what_is_always_there_is_nobody_s_burden() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("main", MAIN, &["b", "c"]),
        ("a", SEEN, &[]),
        ("b", LOCAL, &["x"]),
        ("c", LOCAL, &["y"]),
        ("x", MISSING, &[]),
        ("y", MISSING, &[]),
    ];
    assert!(may_share(symbols, &["a", "b"]));
    assert!(may_share(symbols, &["b", "c"]));
}

#[test]
fn who_refers_to_a_weak_function_may_get_another() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("a", SEEN, &["weak"]),
        ("weak", WEAK, &["missing"]),
        ("b", SEEN, &["missing"]),
        ("missing", MISSING, &[]),
    ];
    assert!(!may_share(symbols, &["a", "b"]), "with another weak function, a needs nothing");
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("main", MAIN, &["weak"]),
        ("weak", WEAK, &["missing"]),
        ("a", SEEN, &[]),
        ("missing", MISSING, &[]),
    ];
    assert!(!may_share(symbols, &["a", "weak"]));
}

#[test]
fn who_refers_to_a_weak_function_needs_what_any_definition_of_it_needs() {
    let symbols: &[(&str, SymbolFacts, &[&str])] = &[
        ("a", SEEN, &["weak"]),
        ("b", SEEN, &["by"]),
        ("by", LOCAL, &["weak", "other"]),
        ("other", LOCAL, &[]),
        ("weak", WEAK, &["missing"]),
        ("missing", MISSING, &[]),
    ];
    assert!(may_share(symbols, &["a", "b"]), "whichever it is, both need it");
    let symbols = [symbols, &[("main", MAIN, &["weak"]), ("c", SEEN, &[])]].concat();
    assert!(may_share(&symbols, &["a", "c"]), "it is always needed");
    assert!(!may_share(&symbols, &["weak", "c"]), "this definition is not");
}

#[test]
fn another_definition_of_a_default_may_need_more() {
    let symbols: &[(&str, SymbolFacts, &[&str])] =
        &[("a", SEEN, &["default"]), ("b", SEEN, &[]), ("default", DEFAULT, &[])];
    assert!(!may_share(symbols, &["a", "b"]));
    assert!(may_share(symbols, &["default", "b"]), "nobody refers to it because of that");
    let symbols = [symbols, &[("c", SEEN, &["default"])]].concat();
    assert!(may_share(&symbols, &["a", "c"]), "both refer to it");
}

#[test]
fn a_merge_counts_for_the_next_one() {
    let (mut references, find) = module(&[
        ("f", SEEN, &["a"]),
        ("g", SEEN, &["b", "e"]),
        ("a", LOCAL, &["x"]),
        ("b", LOCAL, &["c", "x"]),
        ("c", LOCAL, &[]),
        ("e", LOCAL, &["y"]),
        ("x", MISSING, &[]),
        ("y", MISSING, &[]),
    ]);
    let [a, b, c, e] = ["a", "b", "c", "e"].map(&find);
    assert!(references.may_share(&[c, e]), "both are kept for g alone");
    assert!(references.may_share(&[a, b]));
    share(&mut references, &[a, b]);
    assert!(!references.may_share(&[c, e]), "now f keeps c, too");
}

/// Gives functions a body that refers to all that they referred to. The functions then refer to the body alone.
fn share(references: &mut References, members: &[SymbolId]) {
    let to = members.iter().flat_map(|&one| references.symbols[one].refers_to.clone()).collect();
    let body = references.add(LOCAL);
    references.set(body, to);
    members.iter().for_each(|&one| references.set(one, vec![body]));
}

/// What the link needs if these roots are kept beside the certain ones, and these symbols are replaced. Each bit is a symbol.
fn needed(references: &References, kept: u32, replaced: u32) -> Vec<SymbolId> {
    let is_replaced =
        |id: SymbolId| references.symbols[id].facts.is_replaceable && bit(replaced, id);
    let roots = references.symbols.iter().filter(|&(id, one)| match one.facts.root {
        Root::None => false,
        Root::Possible => bit(kept, id) && !is_replaced(id),
        Root::Certain => true,
    });
    let all = references.walk(roots.map(|(id, _)| id), |at, visit| {
        if !is_replaced(at) || references.symbols[at].facts.root == Root::Certain {
            references.symbols[at].refers_to.iter().copied().for_each(visit);
        }
    });
    all.iter().filter(|&one| references.symbols[one].facts.is_needed).collect()
}

fn bit(bits: u32, id: SymbolId) -> bool {
    bits >> id.as_u32() & 1 == 1
}

/// Whether two modules need the same symbols, whichever of their first symbols are kept and replaced.
fn need_the_same(one: &References, other: &References, symbols: u32) -> bool {
    let choices = |is: fn(SymbolFacts) -> bool| {
        let all = one.symbols.iter().filter(move |&(id, s)| id.as_u32() < symbols && is(s.facts));
        let all: u32 = all.map(|(id, _)| 1 << id.as_u32()).sum();
        (0..1 << symbols).filter(move |bits| bits & !all == 0)
    };
    let mut kept = choices(|facts| facts.root == Root::Possible);
    kept.all(|kept| {
        let mut replaced = choices(|facts| facts.is_replaceable);
        replaced.all(|replaced| needed(one, kept, replaced) == needed(other, kept, replaced))
    })
}

const SYMBOLS: u32 = 8;

fn facts(weak: bool) -> impl Strategy<Value = SymbolFacts> {
    let (weak, default) = if weak { (WEAK, DEFAULT) } else { (SEEN, SEEN) };
    prop_oneof![
        4 => Just(LOCAL),
        3 => Just(SEEN),
        1 => Just(MAIN),
        3 => Just(MISSING),
        2 => Just(weak),
        1 => Just(default)
    ]
}

fn modules(weak: bool) -> impl Strategy<Value = References> {
    let one = (facts(weak), proptest::collection::vec(0..SYMBOLS, 0..4));
    proptest::collection::vec(one, SYMBOLS as usize).prop_map(|symbols| {
        let mut references = References::default();
        for &(facts, _) in &symbols {
            references.add(facts);
        }
        for (id, (facts, to)) in symbols.into_iter().enumerate() {
            if facts != MISSING {
                let to = to.into_iter().map(SymbolId::from_u32).collect();
                references.set(SymbolId::from_u32(id as u32), to);
            }
        }
        references
    })
}

fn pick(references: &References, members: &[u32]) -> Vec<SymbolId> {
    let mut members: Vec<_> = members.iter().map(|&one| SymbolId::from_u32(one)).collect();
    members.sort_unstable();
    members.dedup();
    members.retain(|&one| references.symbols[one].facts != MISSING);
    members
}

fn members(most: usize) -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(0..SYMBOLS, 2..=most)
}

proptest! {
    #[test]
    fn without_replaceable_symbols_the_answer_is_exact(references in modules(false), members in members(2)) {
        let mut references = references;
        let members = pick(&references, &members);
        let mut merged = references.clone();
        share(&mut merged, &members);
        let same = need_the_same(&references, &merged, SYMBOLS);
        prop_assert_eq!(references.may_share(&members), same);
    }

    #[test]
    fn whatever_is_merged_one_after_the_other_the_link_needs_the_same(
        references in modules(true),
        merges in proptest::collection::vec(members(3), 1..5),
    ) {
        let mut merged = references.clone();
        for members in merges {
            let members = pick(&references, &members);
            if merged.may_share(&members) {
                share(&mut merged, &members);
            }
        }
        prop_assert!(need_the_same(&references, &merged, SYMBOLS));
    }
}
