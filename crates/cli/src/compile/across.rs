//! `fmerge ld --across`: the modules of a ThinLTO link are merged as one.
//!
//! Consumes: the words of a linker's command line. Produces: the linked program, by two links in the place of one. The first
//! merges early within each module, optimises the modules as ThinLTO does, side by side, and writes them down
//! (`-fmerge-gather`). In the second they become one module, in which functions are merged and for which code is generated.
//! Guarantees: nothing is written if that cannot be done. Modules have the same order in both links. The one module is not cut
//! for code generation unless the link asks for it (`--lto-partitions`): its parts would change the order of variables within
//! a section.
//!
//! ```text
//! ld.lld a.o b.o lib.a -o program
//!     first:   ld.lld a.o b.o lib.a --lto-emit-llvm -mllvm -fmerge-gather=FOLDER
//!     second:  ld.lld FOLDER/1.o FOLDER/2.o FOLDER/3.o lib.a -o program --lto-O0 -mllvm -fmerge-gathered=1
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

use anyhow::{Context, bail, ensure};
use fmerge_core::totals::{self, TELL, Totals};

use super::add::{fold_of_words, for_linker};
use super::natives::{archive_of, bitcode, without_bitcode};
use super::{Choice, Plugin, Tool, dependencies, set, told};
use crate::scratch::Scratch;

/// The variable by which `fmerge cc --across` tells the linker that it chose.
pub const VARIABLE: &str = "FMERGE_ACROSS";
/// Its value where nothing is to be said of what was gained.
pub const QUIET: &str = "quiet";

/// What the variable says; nothing, where it says that this is off.
pub fn variable() -> Option<String> {
    set(VARIABLE).filter(|value| !is_off(value))
}

fn is_off(value: &str) -> bool {
    ["0", "no", "off", "false"].iter().any(|off| value.trim().eq_ignore_ascii_case(off))
}

/// Options of links that make no program, or that make one another way; and the one by which objects of machine code are bitcode
/// too, which the second link would have once as that and once as this.
const UNFIT: [&str; 14] = [
    "fat-lto-objects",
    "r",
    "relocatable",
    "thinlto-index-only",
    "thinlto-emit-index-files",
    "thinlto-emit-imports-files",
    "lto-emit-llvm",
    "lto-emit-asm",
    "lto-newpm-passes",
    "lto-obj-path",
    "plugin-opt=emit-llvm",
    "plugin-opt=emit-asm",
    "plugin-opt=thinlto-index-only",
    "reproduce",
];

/// Options of what is written, which the second link writes, and of the cache, from which no module could be written down.
const BESIDE: [&str; 8] = [
    "o",
    "output",
    "Map",
    "dependency-file",
    "time-trace",
    "why-extract",
    "thinlto-cache-dir",
    "plugin-opt=cache-dir",
];

/// An option of the linker without its dashes and its value.
fn option(word: &OsStr) -> Option<&str> {
    let text = word.to_str()?;
    text.strip_prefix("--").or_else(|| text.strip_prefix('-'))
}

pub fn is_option(word: &OsStr, names: &[&str]) -> bool {
    let matches = |given: &str, name: &str| {
        given.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    option(word).is_some_and(|given| names.iter().any(|name| matches(given, name)))
}

/// Links so.
///
/// # Errors
/// The reason why it was not done; nothing was written then.
pub fn link(
    linker: &[String],
    words: &[OsString],
    environment: &[(&'static str, String)],
    plugin: &Plugin,
    choice: &Choice,
) -> anyhow::Result<()> {
    if let Some(word) = words.iter().find(|word| is_option(word, &UNFIT)) {
        bail!("the link has the option {}", word.to_string_lossy());
    }
    ensure!(optimises(words), "the link asks for no optimisation");
    let level = codegen_level(words);
    let folder = Scratch::new()?;
    let gathered = folder.path().join("gathered");
    fs::create_dir(&gathered).context("cannot make a temporary folder")?;
    let totals = folder.path().join("totals");
    let run = |name: &str, arguments: Vec<OsString>| -> anyhow::Result<Output> {
        let file = folder.path().join(name);
        fs::write(&file, quoted(&arguments)).context("cannot write a temporary file")?;
        let mut response = OsString::from("@");
        response.push(file);
        let mut command = Command::new(&linker[0]);
        command.args(&linker[1..]).arg(response).envs(environment.iter().cloned());
        command.env(totals::VARIABLE, &totals);
        command.output().with_context(|| format!("cannot run {}", linker[0]))
    };
    let first = run("first", first(words, plugin, choice, folder.path(), &gathered))?;
    ensure!(first.status.success(), "the first of two links failed: {}", reason(&first));
    let order = fs::read(folder.path().join("nothing.resolution.txt"));
    let order = order.context("the first of two links told no order")?;
    let modules = modules(&gathered, &order)?;
    ensure!(modules.len() > 1, "the link has no modules of ThinLTO, or one alone");
    let extracted = fs::read(folder.path().join("extracted"));
    let extracted = extracted.context("the first of two links told no members of archives")?;
    let extracted = String::from_utf8_lossy(&extracted);
    let taken = natives_taken(&extracted, &order);
    let (mut others, _) = without_bitcode(words, &folder.path().join("natives"))?;
    // Unlike `--undefined`, it keeps nothing that `--gc-sections` would drop.
    let take = |symbol: &&str| format!("--undefined-glob={}", literal(symbol)).into();
    others.extend(taken.iter().map(take));
    let again = folder.path().join("again");
    if !words.iter().any(|word| is_option(word, &["why-extract"])) {
        others.push(format!("--why-extract={}", again.display()).into());
        others.push("--no-demangle".into());
    }
    let dependencies_file = dependency_file(words);
    let told = folder.path().join("dependencies");
    if dependencies_file.is_some() {
        // The last one counts.
        others.push(format!("--dependency-file={}", told.display()).into());
    }
    let hides = words.iter().any(|word| is_option(word, &["exclude-libs"]));
    let modules = if hides { in_archives(&modules)? } else { files(&modules) };
    let second = run("second", second(others, modules, plugin, choice, level))?;
    ensure!(second.status.success(), "the second of two links failed: {}", reason(&second));
    let again = fs::read(again).unwrap_or_default();
    if let Some(symbol) = taken_beside(&String::from_utf8_lossy(&again), &taken, &order) {
        bail!("the second of two links takes {symbol} from an archive, and the first does not");
    }
    if let Some(file) = dependencies_file {
        let bitcode: Vec<PathBuf> = bitcode(words).into_iter().map(|(_, file)| file).collect();
        dependencies::write(&told, &file, folder.path(), &bitcode)?;
    }
    // What the linker said, also where all went well.
    io::stdout().write_all(&second.stdout)?;
    io::stderr().write_all(&second.stderr)?;
    let is_asked = set(TELL).is_some() || environment.iter().any(|&(name, _)| name == TELL);
    let lines = fs::read_to_string(totals).unwrap_or_default();
    match Totals::lines(&lines).reduce(Totals::and_then) {
        Some(both) => told::tell(&both, is_asked),
        None => Ok(()),
    }
}

/// The file that a link is to write its dependencies into; the last one that is named counts.
fn dependency_file(words: &[OsString]) -> Option<PathBuf> {
    let is_named = |(_, word): &(usize, &OsString)| is_option(word, &["dependency-file"]);
    let (at, word) = words.iter().enumerate().rfind(is_named)?;
    match word.to_str()?.split_once('=') {
        Some((_, path)) => Some(PathBuf::from(path)),
        None => words.get(at + 1).map(PathBuf::from),
    }
}

/// The first error that the linker named.
pub fn reason(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let error = text.lines().find(|line| line.contains("error:"));
    error.map_or_else(|| format!("it ended with {}", status(output.status)), str::to_owned)
}

fn status(status: ExitStatus) -> String {
    status.code().map_or_else(|| "a signal".to_owned(), |code| format!("the status {code}"))
}

/// The level at which a link optimises.
pub fn level(words: &[OsString]) -> char {
    ["lto-O", "plugin-opt=O"].into_iter().find_map(|name| last(words, name)).unwrap_or('2')
}

pub fn optimises(words: &[OsString]) -> bool {
    level(words) != '0'
}

/// The level at which a link generates code, by lld's rule: one that is not given is at least 2.
pub fn codegen_level(words: &[OsString]) -> char {
    last(words, "lto-CGO").unwrap_or_else(|| level(words).max('2'))
}

/// What the last option of a name has behind that.
fn last(words: &[OsString], name: &str) -> Option<char> {
    words.iter().rev().find_map(|word| option(word)?.strip_prefix(name)?.chars().next())
}

/// The arguments of the link that optimises the modules. What it would write beside them goes.
fn first(
    words: &[OsString],
    plugin: &Plugin,
    choice: &Choice,
    folder: &Path,
    gathered: &Path,
) -> Vec<OsString> {
    let mut options = choice.options(plugin);
    options.push(format!("-fmerge-gather={}", gathered.display()));
    options.push("-fmerge-codegen-pipeline=none".to_owned());
    let mut all = for_linker(plugin, &[], &options);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if takes_next(word) {
            rest.next();
        } else if !is_output(word) {
            all.push(word.clone());
        }
    }
    all.push(format!("--why-extract={}", folder.join("extracted").display()).into());
    let options = ["--no-demangle", "--lto-emit-llvm", "--save-temps=resolution", "-o"];
    all.extend(options.map(OsString::from));
    all.push(folder.join("nothing").into());
    all
}

/// Whether a word says that something is written, or cached, and where.
pub fn is_output(word: &OsStr) -> bool {
    is_option(word, &BESIDE) || is_joined_output(word)
}

/// Whether such a word has the name of the file behind it.
pub fn takes_next(word: &OsStr) -> bool {
    is_option(word, &["o", "output", "Map", "dependency-file"]) && !has_value(word)
}

fn has_value(word: &OsStr) -> bool {
    option(word).is_some_and(|text| text.contains('='))
}

/// Whether a word is `-oprogram`, and not `-omagic`.
fn is_joined_output(word: &OsStr) -> bool {
    word.to_str().is_some_and(|text| text.starts_with("-o") && text != "-omagic")
}

/// The arguments of the link that merges. The modules stand first, in the order of the first link, in which their constructors
/// run; behind them stand the words without bitcode.
fn second(
    words: Vec<OsString>,
    modules: Vec<OsString>,
    plugin: &Plugin,
    choice: &Choice,
    level: char,
) -> Vec<OsString> {
    let mut options = choice.options(plugin);
    options.push("-fmerge-gathered=1".to_owned());
    let mut all = for_linker(plugin, &[], &options);
    all.extend(fold_of_words(&words, choice).map(OsString::from));
    all.extend(modules);
    all.extend(words);
    all.push("--lto-O0".into());
    all.push(format!("--lto-CGO{level}").into());
    all
}

/// A module that the first link has written down: what it calls the module, and the file.
type Module = (Vec<u8>, PathBuf);

/// The modules that the first link has written down, in its order, which the text of its resolutions tells.
fn modules(folder: &Path, order: &[u8]) -> anyhow::Result<Vec<Module>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).context("cannot read a temporary folder")? {
        let path = entry.context("cannot read a temporary folder")?.path();
        if path.extension().is_some_and(|extension| extension == "name") {
            let name = fs::read(&path).context("cannot read a temporary file")?;
            files.insert(name, path.with_extension("o"));
        }
    }
    let mut all: Vec<Module> =
        order.split(|&byte| byte == b'\n').filter_map(|line| files.remove_entry(line)).collect();
    // What the linker made of several modules of full LTO, and names itself.
    all.extend(files);
    Ok(all)
}

/// The modules as files.
fn files(modules: &[Module]) -> Vec<OsString> {
    modules.iter().map(|(_, path)| path.clone().into_os_string()).collect()
}

/// The same where libraries hide their symbols (`--exclude-libs`): what came of an archive is in an archive of that name.
fn in_archives(modules: &[Module]) -> anyhow::Result<Vec<OsString>> {
    let mut all = vec![OsString::from("--whole-archive")];
    for (name, path) in modules {
        let Some((archive, _)) = place_in_archive(name) else {
            all.push(path.clone().into_os_string());
            continue;
        };
        let folder = path.with_extension("archive");
        let file = folder.join(Path::new(&archive).file_name().unwrap_or_default());
        let put = || {
            fs::create_dir(&folder)?;
            fs::write(&file, archive_of(&[fs::read(path)?]))
        };
        put().context("cannot write a temporary file")?;
        all.push(file.into_os_string());
    }
    all.push(OsString::from("--no-whole-archive"));
    Ok(all)
}

/// The archive and the member of `ARCHIVE(MEMBER at OFFSET)`, as the linker calls modules.
fn place_in_archive(name: &[u8]) -> Option<(String, String)> {
    let name = String::from_utf8_lossy(name);
    let (archive, member) = name.strip_suffix(')')?.rsplit_once('(')?;
    let (member, _) = member.rsplit_once(" at ")?;
    Some((archive.to_owned(), member.to_owned()))
}

/// What the linker says of members of archives (`--why-extract`): for which symbol it took which one.
fn extractions(told: &str) -> impl Iterator<Item = (&str, &str)> {
    // Behind a head, lines of what refers, the member, the symbol.
    told.lines().skip(1).filter_map(|line| {
        let (rest, symbol) = line.rsplit_once('\t')?;
        Some((symbol, rest.rsplit_once('\t')?.1))
    })
}

/// The symbols for which the first link took members of machine code from archives. The second must take them too: nothing may
/// refer to them any more once the modules are optimised, but they may have constructors.
pub fn natives_taken<'a>(extracted: &'a str, order: &[u8]) -> BTreeSet<&'a str> {
    let modules = order.split(|&byte| byte == b'\n').filter_map(place_in_archive);
    let modules: BTreeSet<String> =
        modules.map(|(archive, member)| format!("{archive}({member})")).collect();
    let natives = extractions(extracted).filter(|(_, member)| !modules.contains(*member));
    natives.map(|(symbol, _)| symbol).collect()
}

/// A symbol for which the second link alone takes a member from an archive, though modules of the first name it: there a shared
/// library has it. What only optimised modules name is taken in the second link.
fn taken_beside<'a>(again: &'a str, taken: &BTreeSet<&str>, order: &[u8]) -> Option<&'a str> {
    let mut others =
        extractions(again).map(|(symbol, _)| symbol).filter(|one| !taken.contains(one));
    let lines = order.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"-r="));
    // `-r=MODULE,SYMBOL,RESOLUTION`
    let named: BTreeSet<&[u8]> =
        lines.filter_map(|line| line.rsplit(|&byte| byte == b',').nth(1)).collect();
    others.find(|one| named.contains(one.as_bytes()))
}

/// A pattern for a name.
fn literal(name: &str) -> String {
    let escape = |c: char| if r"*?[]{}\".contains(c) { vec!['\\', c] } else { vec![c] };
    name.chars().flat_map(escape).collect()
}

/// Words as a response file has them for lld.
pub fn quoted(words: &[OsString]) -> Vec<u8> {
    let mut text = Vec::new();
    for word in words {
        text.push(b'"');
        for &byte in word.as_encoded_bytes() {
            if byte == b'"' || byte == b'\\' {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.extend_from_slice(b"\"\n");
    }
    text
}

/// This program under the name of one of its tools, which a compiler is told to link by: beside the name that it was called by,
/// or beside its file.
///
/// # Errors
/// It is not there.
pub fn program(tool: Tool) -> anyhow::Result<PathBuf> {
    let own = env::current_exe().context("cannot tell where this program is")?;
    let called = env::args_os().next().map(PathBuf::from);
    let called = called.filter(|path| path.components().count() > 1);
    let beside = |path: &PathBuf| path.with_file_name(tool.name());
    let mut places = called.iter().chain([&own]).map(beside);
    match places.find_map(|path| std::path::absolute(&path).ok().filter(|path| path.exists())) {
        Some(path) => Ok(path),
        None => bail!(
            "--across needs {}, a link to {}, which `make install` makes",
            beside(&own).display(),
            own.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn text(words: &[OsString]) -> String {
        words.join(OsStr::new(" ")).into_string().expect("UTF-8")
    }

    #[test]
    fn the_first_link_writes_nothing_of_the_second() {
        let plugin = Plugin::at("/p/libfmerge.so".into());
        let given = "-o program -Map=m -Map m --dependency-file=d --thinlto-cache-dir=c -oprogram --gc-sections -L x a.o -lm";
        let choice = Choice { last: Some("safe".into()), ..Choice::default() };
        let arguments = first(&words(given), &plugin, &choice, Path::new("/t"), Path::new("/t/g"));
        let all = text(&arguments);
        let end = "-mllvm -fmerge-pipeline=safe -mllvm -fmerge-gather=/t/g -mllvm -fmerge-codegen-pipeline=none \
                   --gc-sections -L x a.o -lm --why-extract=/t/extracted --no-demangle --lto-emit-llvm \
                   --save-temps=resolution -o /t/nothing";
        assert!(
            all.starts_with("--load-pass-plugin=/p/libfmerge.so ") && all.ends_with(end),
            "{all}"
        );
    }

    #[test]
    fn modules_stand_before_what_is_not_bitcode() {
        let plugin = Plugin::at("/p/libfmerge.so".into());
        let all = second(
            words("-o program b.o"),
            vec!["/g/1.o".into()],
            &plugin,
            &Choice::default(),
            '3',
        );
        let all = text(&all);
        let end = "--icf=safe /g/1.o -o program b.o --lto-O0 --lto-CGO3";
        assert!(all.ends_with(end) && all.contains("-fmerge-gathered=1"), "{all}");
    }

    #[test]
    fn modules_come_in_the_order_of_the_first_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let order = b"b.o\n-r=b.o,main,plx\nlib.a(c.o at 9)\na.o\n";
        for (file, name) in
            [("1", "a.o"), ("2", "b.o"), ("3", "lib.a(c.o at 9)"), ("4", "ld-temp.o")]
        {
            fs::write(folder.path().join(format!("{file}.name")), name).expect("written");
        }
        let found = modules(folder.path(), order).expect("modules");
        let files: Vec<_> =
            found.iter().map(|(_, path)| path.file_name().expect("a name")).collect();
        assert_eq!(files, ["2.o", "3.o", "1.o", "4.o"]);
    }

    #[test]
    fn members_of_machine_code_are_taken_that_the_first_link_took() {
        let extracted = "reference\textracted\tsymbol\na.o\tlib.a(c.o)\tc\na.o\tlib.a(n.o)\tn[a]\n";
        let order = b"a.o\nlib.a(c.o at 9)\n-r=lib.a(c.o at 9),c,pl\n";
        let taken = natives_taken(extracted, order);
        assert_eq!(Vec::from_iter(&taken), [&"n[a]"]);
        assert_eq!(literal("n[a]"), r"n\[a\]");
        let told = |symbol| format!("reference\textracted\tsymbol\n1.o\tlib.a(n.o)\t{symbol}\n");
        assert_eq!(taken_beside(&told("n[a]"), &taken, order), None);
        assert_eq!(taken_beside(&told("puts"), &taken, order), None);
        assert_eq!(taken_beside(&told("c"), &taken, order), Some("c"));
    }

    #[test]
    fn a_link_optimises_and_generates_code_at_levels_of_their_own() {
        let of = |given: &str| (level(&words(given)), codegen_level(&words(given)));
        assert_eq!(of("a.o"), ('2', '2'));
        assert_eq!(of("--lto-O2 --lto-O3"), ('3', '3'));
        assert_eq!(of("-plugin-opt=O1"), ('1', '2'));
        assert_eq!(of("--lto-O1 --lto-CGO3"), ('1', '3'));
        assert_eq!(of("--lto-O2 --lto-CGO0"), ('2', '0'));
        assert!(!optimises(&words("--lto-O0")) && optimises(&words("--lto-CGO0")));
    }

    #[test]
    fn links_that_make_no_program_are_left_alone() {
        for given in [
            "-r",
            "--relocatable",
            "--thinlto-index-only=x",
            "-plugin-opt=emit-llvm",
            "--fat-lto-objects",
        ] {
            assert!(is_option(OsStr::new(given), &UNFIT), "{given}");
        }
        assert!(!words("-rpath --gc-sections a.o r").iter().any(|word| is_option(word, &UNFIT)));
    }

    #[test]
    fn the_last_file_of_dependencies_counts() {
        let of = |given: &str| dependency_file(&words(given));
        assert_eq!(of("--dependency-file=a a.o --dependency-file b"), Some("b".into()));
        assert_eq!(of("-dependency-file=a=b a.o"), Some("a=b".into()));
        assert_eq!(of("a.o"), None);
    }

    #[test]
    fn a_variable_that_says_no_is_no_choice() {
        assert!(["0", "no", "OFF", "false "].into_iter().all(is_off));
        assert!(!["1", "yes", QUIET].into_iter().any(is_off));
    }

    #[test]
    fn words_are_quoted_as_lld_reads_them() {
        assert_eq!(quoted(&words(r#"a\b "c" d"#)), b"\"a\\\\b\"\n\"\\\"c\\\"\"\n\"d\"\n");
    }
}
