//! Files of pairs: what is noted is known to the next build, and nothing ends it.

use super::*;

fn id(number: u64) -> PairId {
    PairId(number)
}

const PAYS: Worth = Ok(Bytes::new(40));
const DOES_NOT: Worth = Err(Refused { reason: Reject::TooSlow, given_up: Bytes::new(70) });

/// A build that asks for some pairs, all of which pay.
fn build(folder: &Path, pairs: impl IntoIterator<Item = u64>) -> PairCache {
    let mut cache = PairCache::open(folder, 7);
    pairs.into_iter().for_each(|pair| cache.note(id(pair), PAYS));
    cache.save();
    cache
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn only_file(folder: &Path) -> PathBuf {
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0).path()
}

#[test]
fn what_came_of_a_pair_is_known_to_the_next_build_of_the_same_module() {
    let folder = folder();
    // `save` makes the folder.
    let inner = folder.path().join("of/fmerge");
    let mut first = PairCache::open(&inner, 7);
    first.note(id(1), PAYS);
    first.note(id(2), DOES_NOT);
    first.save();
    let next = PairCache::open(&inner, 7);
    let known = [1, 2, 3].map(|pair| next.get(id(pair)));
    assert_eq!(known, [Some(PAYS), Some(DOES_NOT), None]);
    assert_eq!(PairCache::open(&inner, 8).get(id(1)), None);
}

#[test]
fn programs_that_the_linker_calls_alike_have_files_of_their_own() {
    let subject_of =
        |plugin, module, names: &[&str]| subject(plugin, module, names.iter().copied());
    let one = subject_of(1, "ld-temp.o", &["main", "parse", "print"]);
    assert_eq!(one, subject_of(1, "ld-temp.o", &["print", "parse", "main"]));
    let others = [
        subject_of(1, "ld-temp.o", &["start", "stop"]),
        subject_of(2, "ld-temp.o", &["main", "parse", "print"]),
        subject_of(1, "main.o", &["main", "parse", "print"]),
        subject_of(1, "ld-temp.o", &[]),
    ];
    assert!(!others.contains(&one), "{one} {others:?}");
    // The subject stays the same without one function, unless that function stands for the program.
    let names: Vec<String> = (0..100).map(|number| format!("function{number}")).collect();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    let without = |out: usize| {
        let rest: Vec<&str> = [&all[..out], &all[out + 1..]].concat();
        subject_of(1, "ld-temp.o", &rest)
    };
    let whole = subject_of(1, "ld-temp.o", &all);
    assert_eq!((0..100).filter(|&out| without(out) != whole).count(), 1);
}

#[test]
fn pairs_that_nobody_asks_for_are_forgotten() {
    let folder = folder();
    build(folder.path(), [1, 2]);
    for _ in 0..OLDEST {
        assert_eq!(build(folder.path(), [2]).get(id(1)), Some(PAYS));
    }
    build(folder.path(), [2]);
    assert_eq!(build(folder.path(), []).get(id(1)), None);
    assert_eq!(build(folder.path(), []).get(id(2)), Some(PAYS));
}

#[test]
fn a_damaged_file_is_ignored_and_replaced() {
    let folder = folder();
    build(folder.path(), 0..100);
    let file = only_file(folder.path());
    let bytes = fs::read(&file).expect("it was written");
    let mut damaged: Vec<Vec<u8>> = (0..bytes.len()).map(|to| bytes[..to].to_vec()).collect();
    damaged.extend((0..bytes.len()).filter(|at| !(12..16).contains(at)).map(|at| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x55;
        bytes
    }));
    for bytes in damaged {
        fs::write(&file, bytes).expect("a folder of ours");
        assert_eq!(PairCache::open(folder.path(), 7).known.len(), 0);
    }
    build(folder.path(), [5]);
    assert_eq!(PairCache::open(folder.path(), 7).get(id(5)), Some(PAYS));
}

#[test]
fn where_nothing_can_be_written_the_build_goes_on() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "text").expect("a folder of ours");
    assert_eq!(build(&file, [1]).get(id(1)), Some(PAYS));
    assert_eq!(PairCache::open(&file, 7).get(id(1)), None);
    assert_eq!(fs::read_to_string(&file).expect("it stays"), "text");
}

#[test]
fn the_folder_shrinks_to_its_limit_and_the_oldest_files_go() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    let names = ["new.fmerge-pairs", "old.fmerge-pairs", "older.fmerge-pairs", "not-ours.txt"];
    for (age, name) in (1..).zip(names) {
        fs::write(file(name), [0; 100]).expect("a folder of ours");
        let time = SystemTime::now() - std::time::Duration::from_secs(age * 60);
        let opened = fs::File::options().write(true).open(file(name)).expect("it was written");
        opened.set_modified(time).expect("a file of ours");
    }
    let left = |most: u64, newest: &str| {
        shrink(folder.path(), most, &file(newest)).expect("a folder of ours");
        names.map(|name| file(name).exists())
    };
    assert_eq!(left(300, names[0]), [true, true, true, true]);
    assert_eq!(left(299, names[0]), [true, true, false, true]);
    // The one that was just written stays, whatever its time.
    assert_eq!(left(0, names[1]), [false, true, false, true]);
}

#[test]
fn builds_at_the_same_time_leave_one_whole_file() {
    let folder = folder();
    std::thread::scope(|scope| {
        for build_number in 0..4_u64 {
            let folder = folder.path();
            scope.spawn(move || {
                for round in 0..20 {
                    build(folder, [build_number * 100 + round, 1_000]);
                }
            });
        }
    });
    assert_eq!(PairCache::open(folder.path(), 7).get(id(1_000)), Some(PAYS));
    only_file(folder.path());
}

/// Both kinds of file began with the same bytes, so that `fmerge combine` told a cache that a newer fmerge had written a summary.
#[test]
fn a_cache_is_not_taken_for_a_summary() {
    let folder = folder();
    build(folder.path(), [1]);
    let bytes = fs::read(only_file(folder.path())).expect("it was written");
    assert!(!crate::summary::file::is_part(&bytes));
}
