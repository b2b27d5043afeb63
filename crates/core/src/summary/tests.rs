use proptest::prelude::*;
use proptest::sample::Index;

use super::file::layout::{ChunkRecord, MAX_HOLES, PAGE};
use super::file::{part, read};
use super::*;
use crate::price::Bytes;
use crate::testing::summaries::{combine_naively, function, functions, read_all, read_anything};

const MODEL: CostModel = CostModel {
    thunk: Bytes::new(30),
    parameter: Bytes::new(7),
    max_parameters: 4,
    min_saving: Bytes::new(1),
};

fn combine(functions: &[FunctionSummary]) -> Combined {
    let combiner = Combiner::new();
    combiner.add_functions(functions).expect("holes are in order");
    combiner.finish(&MODEL).expect("few functions")
}

fn combine_bytes<'a>(inputs: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let combiner = Combiner::new();
    inputs.into_iter().for_each(|bytes| combiner.add_bytes(bytes).expect("sound bytes"));
    combiner.finish(&MODEL).expect("few functions").to_bytes()
}

fn part_of(functions: &[FunctionSummary]) -> Vec<u8> {
    part_bytes(functions.iter().cloned().collect()).expect("holes are in order")
}

fn plain(hash: u128, name: &str, module: &str, constants: &[u64]) -> FunctionSummary {
    let constants = constants.iter().map(|c| ConstantHash::from_bits(*c));
    FunctionSummary {
        hash: StableHash::from_bits(hash),
        name: name.into(),
        module: module.into(),
        scope: Scope::Module,
        instructions: 10,
        size: 100,
        folds_alone: false,
        holes: (0..)
            .zip(constants)
            .map(|(position, constant)| Hole { position, constant })
            .collect(),
    }
}

fn same(constant: u64) -> HoleRole {
    HoleRole::Same(ConstantHash::from_bits(constant))
}

/// The example of figure 6: H1 and H2 at four places in three functions.
#[test]
fn parameters_of_figure_6() {
    let functions = [
        plain(1, "f1", "a.c", &[1, 1, 2, 1]),
        plain(1, "f2", "b.c", &[1, 2, 1, 2]),
        plain(1, "f3", "c.c", &[1, 1, 1, 1]),
    ];
    let proposals = combine(&functions).into_proposals();
    let roles: Vec<_> = proposals[0].holes.iter().map(|h| h.role).collect();
    let expected =
        [same(1), HoleRole::Parameter(0), HoleRole::Parameter(1), HoleRole::Parameter(0)];
    assert_eq!((roles.as_slice(), proposals.len()), (&expected[..], 1));
    assert_eq!((proposals[0].parameters, proposals[0].members, proposals[0].local), (2, 3, false));
    assert_eq!(proposals[0].saving, 100 * 2 - (30 + 2 * 7) * 3);
    assert_eq!(proposals[0].holes_of(0).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn a_function_that_many_modules_define_counts_once() {
    let inline =
        |module| FunctionSummary { scope: Scope::Program, ..plain(1, "inline", module, &[1]) };
    let alone = [inline("a.c"), inline("b.c"), inline("c.c")];
    assert_eq!(combine(&alone).into_proposals(), []);
    let other = plain(1, "other", "a.c", &[2]);
    let proposals = combine(&[&alone[..], &[other]].concat()).into_proposals();
    assert_eq!((proposals[0].members, proposals[0].local), (2, false));
}

/// Merging would give the linker thunks for what it folds without them.
#[test]
fn copies_that_the_linker_folds_alone_gain_nothing() {
    let copy = |name, constant| FunctionSummary {
        folds_alone: true,
        ..plain(1, name, "a.c", &[constant])
    };
    assert_eq!(combine(&[copy("f", 1), copy("g", 1), copy("h", 1)]).into_proposals(), []);
    let proposals = combine(&[copy("f", 1), copy("g", 1), copy("h", 2)]).into_proposals();
    assert_eq!((proposals[0].members, proposals[0].saving), (3, 100 - 2 * 37));
}

#[test]
fn constants_are_matched_by_pattern() {
    let group = [plain(1, "f", "a.c", &[1, 1, 9, 7]), plain(1, "g", "b.c", &[2, 2, 8, 7])];
    let proposal = &combine(&group).into_proposals()[0];
    let fit = |constants| proposal.fit(&plain(1, "f", "a.c", constants));
    assert_eq!(fit(&[1, 1, 9, 7]), Fit::Exact);
    assert_eq!(fit(&[5, 5, 5, 7]), Fit::Exact);
    assert_eq!(fit(&[5, 5, 6, 0]), Fit::Pattern);
    assert_eq!(fit(&[5, 6, 5, 7]), Fit::OtherPattern);
    assert_eq!(fit(&[5, 5, 5]), Fit::OtherStructure);
    let longer = FunctionSummary { instructions: 11, ..group[0].clone() };
    assert_eq!(proposal.fit(&longer), Fit::OtherStructure);
}

/// Hashes that collide make a function fit that does not.
#[test]
fn constants_themselves_decide_whether_holes_share_a_parameter() {
    let group = [plain(1, "f", "a.c", &[1, 1, 7]), plain(1, "g", "b.c", &[2, 2, 7])];
    let proposal = &combine(&group).into_proposals()[0];
    assert_eq!(proposal.fit(&plain(1, "f", "a.c", &[5, 5, 7])), Fit::Exact);
}

#[test]
fn holes_out_of_order_are_refused() {
    let mut function = plain(1, "f", "a.c", &[1, 2]);
    function.holes.swap(0, 1);
    let summary: Summary = [function].into_iter().collect();
    assert!(matches!(part_bytes(summary.clone()), Err(SummaryError::Inconsistent(_))));
    assert!(matches!(summary.combine(&MODEL), Err(SummaryError::Inconsistent(_))));
}

/// What is wrong is said, and what to do.
#[test]
fn faulty_files_are_named() {
    let summary = combine(&[plain(1, "f", "a.c", &[1]), plain(1, "g", "b.c", &[2])]).to_bytes();
    let part = part_of(&[plain(1, "f", "a.c", &[1])]);
    let says = |bytes: &[u8], text: &str| {
        let opened = SummaryReader::open(bytes).map(drop);
        let message = opened.expect_err(text).to_string();
        assert!(message.contains(text), "{message:?} does not say {text:?}");
    };
    says(b"\x7fELF and so on", "not an fmerge summary");
    says(b"", "truncated: 0 bytes");
    says(&summary[..5], "truncated: 5 bytes of 4096");
    says(&summary[..PAGE + 1], "truncated: 4097 bytes of");
    says(&part, "fmerge combine");
    let with = |at: usize, byte: u8| {
        let mut bytes = summary.clone();
        bytes[at] = byte;
        bytes
    };
    says(&with(8, 9), "format 9 by a newer fmerge, and this one reads format 1");
    says(&with(20, 77), "the checksum of page 0");
    says(&[&summary[..], b"x"].concat(), "bytes behind its end");
    let damaged = with(2 * PAGE + 3, 77);
    let reader = SummaryReader::open(&damaged[..]).expect("the first page is sound");
    let message = reader.lookup(StableHash::from_bits(1)).expect_err("page 2").to_string();
    assert!(message.contains("the checksum of page 2"), "{message}");
}

#[test]
fn faulty_parts_are_named() {
    let part = part_of(&[plain(1, "f", "a.c", &[1])]);
    let says = |bytes: &[u8], text: &str| {
        let message = Combiner::new().add_bytes(bytes).expect_err(text).to_string();
        assert!(message.contains(text), "{message:?} does not say {text:?}");
    };
    says(b"", "not an fmerge summary");
    says(b"something else", "not an fmerge summary");
    says(&part[..6], "truncated: 6 bytes of 40");
    says(&part[..part.len() - 1], "truncated");
    says(&[&part[..], b"x"].concat(), "not an fmerge summary");
    let mut damaged = part.clone();
    damaged[50] ^= 1;
    says(&damaged, "the checksum of an object's part");
    damaged[8] = 7;
    says(&damaged, "format 7 by a newer fmerge");
}

/// `ld -r` concatenates sections, with zeros between them for alignment.
#[test]
fn concatenated_parts_are_read_one_by_one() {
    let (f, g) = (plain(1, "f", "a.c", &[1]), plain(1, "g", "b.c", &[2]));
    let [first, second] = [&f, &g].map(|f| part_of(std::slice::from_ref(f)));
    let bytes = [&first[..], &[0; 24], &second, &[0; 8]].concat();
    assert_eq!(combine_bytes([&bytes]), combine(&[f, g]).to_bytes());
}

#[test]
fn nothing_combines_to_an_empty_summary() {
    let bytes = combine(&[]).to_bytes();
    let reader = SummaryReader::open(&bytes).expect("sound");
    assert_eq!((reader.merged(), reader.chunks()), (0, 0));
    assert_eq!(reader.lookup(StableHash::from_bits(0)).expect("sound"), None);
}

#[test]
fn functions_with_very_many_holes_are_not_merged() {
    let merged = |holes| {
        let constants = |last| [vec![1; holes - 1], vec![last]].concat();
        let functions = [plain(1, "f", "a.c", &constants(1)), plain(1, "g", "b.c", &constants(2))];
        let bytes = combine(&functions).to_bytes();
        read_all(&bytes).expect("sound").len()
    };
    assert_eq!((merged(MAX_HOLES), merged(MAX_HOLES + 1)), (1, 0));
}

/// A small file could make its reader work for ever, if many records led to the same bytes.
#[test]
fn chunks_that_overlap_are_refused() {
    let mut bytes =
        combine(&[plain(1, "f", "a.c", &[]), plain(1 << 120, "g", "a.c", &[])]).to_bytes();
    assert_eq!(SummaryReader::open(&bytes[..]).expect("sound").chunks(), 2);
    // The only page of the table of chunks: its third record becomes the second.
    let record = size_of::<ChunkRecord>();
    let table = PAGE;
    bytes.copy_within(table + record..table + 2 * record, table + 2 * record);
    read::reseal(&mut bytes);
    let reader = SummaryReader::open(&bytes[..]).expect("the header is sound");
    assert!(reader.groups(0).is_ok());
    let message = reader.groups(1).expect_err("the same bytes again").to_string();
    assert!(message.contains("not in their place"), "{message}");
}

/// Every hash has the same upper half, so that fences tell nothing.
#[test]
fn hashes_with_equal_prefixes_are_found() {
    let functions: Vec<_> = (0..700u128)
        .flat_map(|i| [1, 2].map(|c| plain(i * 2, &format!("f{i}"), &format!("m{c}"), &[c])))
        .collect();
    let combined = combine(&functions);
    let bytes = combined.to_bytes();
    let reader = SummaryReader::open(&bytes).expect("sound");
    assert_eq!(reader.merged(), 700);
    for proposal in combined.proposals() {
        assert_eq!(reader.lookup(proposal.hash).expect("sound").as_ref(), Some(&proposal));
        let next = StableHash::from_bits(proposal.hash.bits() + 1);
        assert_eq!(reader.lookup(next).expect("sound"), None);
    }
}

/// Bytes that remember which pages were looked at.
struct Watched<'a> {
    bytes: &'a [u8],
    pages: std::sync::Mutex<std::collections::BTreeSet<u64>>,
}

impl ByteSource for &Watched<'_> {
    fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn bytes(&self, range: std::ops::Range<u64>) -> Option<&[u8]> {
        let pages = range.start / PAGE as u64..range.end.div_ceil(PAGE as u64);
        self.pages.lock().expect("one thread").extend(pages);
        self.bytes.get(range.start as usize..range.end as usize)
    }
}

/// A compiler must not read a large summary: the header and, for each look-up, fences, the page of the entry
/// and the pages of its holes are all that it looks at.
#[test]
fn lookups_touch_few_pages() {
    let function = |i: u64, m: u64| {
        let mut hasher = StableHasher::new("test");
        hasher.word(i);
        plain(hasher.finish().bits(), &format!("f{i}"), &format!("m{m}"), &[m, m, 1])
    };
    let functions: Vec<_> = (0..20_000).flat_map(|i| [function(i, 0), function(i, 1)]).collect();
    let bytes = combine(&functions).to_bytes();
    let watched = Watched { bytes: &bytes, pages: std::sync::Mutex::default() };
    let reader = SummaryReader::open(&watched).expect("sound");
    assert_eq!(watched.pages.lock().expect("one thread").len(), 1, "opening looks at the header");
    for f in functions.iter().step_by(functions.len() / 20) {
        assert!(reader.lookup(f.hash).expect("sound").is_some());
    }
    let touched = watched.pages.lock().expect("one thread").len();
    let all = bytes.len() / PAGE;
    assert!(touched <= 1 + 1 + 20 * 3 && touched > 20, "{touched} pages of {all}");
}

#[test]
fn files_appear_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("summary");
    write_atomically(&path, |out| out.write_all(b"old")).expect("a writable folder");
    let failed = write_atomically(&path, |out| {
        out.write_all(b"half")?;
        Err(std::io::Error::other("no more"))
    });
    let message = failed.expect_err("the error is passed on").to_string();
    assert!(message.contains("no more") && message.contains("summary"), "{message}");
    assert_eq!(std::fs::read(&path).expect("the old file"), b"old");
    write_atomically(&path, |out| out.write_all(b"new")).expect("a writable folder");
    assert_eq!(std::fs::read(&path).expect("the new file"), b"new");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// Other users of a machine can read summaries, and a summary behind a symbolic link stays there.
#[cfg(unix)]
#[test]
fn written_files_are_like_any_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, file, link] = ["plain", "file", "link"].map(|name| folder.path().join(name));
    std::fs::write(&plain, b"").expect("a writable folder");
    write_atomically(&file, |out| out.write_all(b"1")).expect("a writable folder");
    let mode = |path| std::fs::metadata(path).expect("a file").permissions().mode();
    assert_eq!(mode(&file), mode(&plain));
    std::os::unix::fs::symlink(&file, &link).expect("a writable folder");
    write_atomically(&link, |out| out.write_all(b"2")).expect("a writable folder");
    assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(std::fs::read(&file).expect("a file"), b"2");
}

/// What happens to a file: some bytes change, and perhaps its end goes.
fn harm() -> impl Strategy<Value = (Vec<(Index, u8)>, Option<Index>)> {
    let flips = prop::collection::vec((any::<Index>(), 1..=u8::MAX), 0..4);
    (flips, prop::option::weighted(0.2, any::<Index>()))
}

fn harmed(bytes: &[u8], (flips, cut): &(Vec<(Index, u8)>, Option<Index>)) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, bits) in flips {
        let at = at.index(bytes.len());
        bytes[at] ^= bits;
    }
    bytes.truncate(cut.map_or(bytes.len(), |c| c.index(bytes.len())));
    bytes
}

proptest! {
    #[test]
    fn combining_is_algorithm_2(functions in functions()) {
        let proposals = combine(&functions).into_proposals();
        prop_assert_eq!(proposals, combine_naively(&functions, &MODEL));
    }

    #[test]
    fn the_order_of_inputs_changes_no_byte(
        (functions, shuffled) in functions().prop_flat_map(|f| (Just(f.clone()), Just(f).prop_shuffle())),
    ) {
        prop_assert_eq!(part_of(&functions), part_of(&shuffled));
        prop_assert_eq!(combine(&functions).to_bytes(), combine(&shuffled).to_bytes());
    }

    /// Functions by themselves, parts of any size, summaries of them, and repetitions: all the same.
    #[test]
    fn combining_as_a_tree_changes_no_byte(functions in functions(), cuts: [Index; 3]) {
        let mut cuts = cuts.map(|c| c.index(functions.len() + 1));
        cuts.sort_unstable();
        let [a, b, c] = cuts;
        let parts = [&functions[..a], &functions[a..b], &functions[b..c], &functions[c..]].map(part_of);
        let at_once = combine(&functions).to_bytes();
        prop_assert_eq!(&combine_bytes(&parts), &at_once);
        let left = combine_bytes(&parts[..2]);
        let right = combine_bytes([&parts[3], &parts[2]]);
        prop_assert_eq!(&combine_bytes([&right, &left]), &at_once);
        prop_assert_eq!(&combine_bytes([&right, &parts[1], &left, &parts[3], &left]), &at_once);
    }

    #[test]
    fn files_give_back_what_was_written(functions in functions(), other in function()) {
        let combined = combine(&functions);
        let bytes = combined.to_bytes();
        let reader = SummaryReader::open(&bytes).expect("sound");
        let proposals: Vec<_> = combined.proposals().collect();
        let read: Vec<_> = reader.proposals().collect::<Result<_, _>>().expect("sound");
        prop_assert_eq!(&read, &proposals);
        prop_assert_eq!(reader.model(), MODEL);
        prop_assert_eq!(reader.saving(), proposals.iter().map(|p| u64::from(p.saving)).sum::<u64>());
        for hash in proposals.iter().map(|p| p.hash).chain([other.hash]) {
            let expected = proposals.iter().find(|p| p.hash == hash);
            let found = reader.lookup(hash).expect("sound");
            prop_assert_eq!(found.as_ref(), expected);
        }
    }

    #[test]
    fn every_member_fits_its_proposal(functions in functions()) {
        let proposals = combine(&functions).into_proposals();
        for f in &functions {
            let Some(proposal) = proposals.iter().find(|p| p.hash == f.hash) else { continue };
            prop_assert!(matches!(proposal.fit(f), Fit::Exact | Fit::OtherStructure));
        }
    }

    #[test]
    fn harm_to_a_summary_is_found_or_harmless(functions in functions(), harm in harm()) {
        let bytes = combine(&functions).to_bytes();
        let sound = read_all(&bytes).expect("sound");
        let harmed = harmed(&bytes, &harm);
        if let Ok(read) = read_all(&harmed) {
            prop_assert_eq!(&read, &sound);
        }
        // Each look-up by itself is right or an error, whatever happened to other pages.
        if let Ok(reader) = SummaryReader::open(&harmed) {
            for proposal in sound {
                prop_assert!(reader.lookup(proposal.hash).map_or(true, |found| found == Some(proposal)));
            }
        }
    }

    #[test]
    fn harm_to_a_part_is_found_or_harmless(functions in functions(), harm in harm()) {
        let bytes = part_of(&functions);
        let sound: Vec<_> = parts(&bytes).collect::<Result<_, _>>().expect("sound");
        let harmed = harmed(&bytes, &harm);
        if let Ok(read) = parts(&harmed).collect::<Result<Vec<_>, _>>() {
            prop_assert_eq!(&read, &sound);
        }
    }

    /// Checksums keep accidents out; behind them everything is checked as well.
    #[test]
    fn lies_under_sound_checksums_do_no_harm(functions in functions(), harm in harm()) {
        let mut bytes = harmed(&combine(&functions).to_bytes(), &harm);
        read::reseal(&mut bytes);
        read_anything(&bytes, true);
        let mut bytes = harmed(&part_of(&functions), &harm);
        part::reseal(&mut bytes);
        read_anything(&bytes, true);
    }

    /// The fuzz target's own way to make files, for a short while.
    #[test]
    fn patched_files_do_no_harm(patches in prop::collection::vec(any::<u8>(), 0..20), part: bool) {
        read_anything(&[&[u8::from(part)], &patches[..]].concat(), true);
    }
}
