//! Links for WebAssembly, whose linker loads no plugin: functions are merged between two links.
//!
//! Consumes: the words of a command line of `wasm-ld`, or of `rust-lld -flavor wasm`. Produces: the linked module. The first link
//! resolves symbols and writes down the one module of full LTO; `opt` optimises it with the plugin, as lld does for other
//! targets; `llc` generates its code, which the second link has in the place of the bitcode. (As bitcode, a link would put its
//! functions and uses into another order, and other code would come of it.) Guarantees: symbols are resolved in both
//! links alike, and warnings of both are told once; several modules, some of them of ThinLTO, are not merged, and it is said;
//! where nothing is merged or one of the links fails, one plain link does what was asked, so that its functions stand in their
//! usual order.
//!
//! ```text
//! wasm-ld a.o b.o lib.a -o program
//!     first:   wasm-ld a.o b.o lib.a --save-temps --lto-O0 -o FOLDER/module
//!     then:    opt -load-pass-plugin=libfmerge.so -passes=lto<O2> < FOLDER/module.0.2.internalize.bc -o FOLDER/merged.bc
//!     then:    llc -O2 -filetype=obj FOLDER/merged.bc -o FOLDER/module.lto.o
//!     second:  wasm-ld FOLDER/module.lto.o lib.a -o program
//! ```

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail, ensure};

use fmerge_core::totals::{TELL, Totals, VARIABLE};

use super::across::{
    codegen_level, is_option, is_output, level, natives_taken, optimises, quoted, reason,
    takes_next,
};
use super::ask::libraries_of;
use super::natives::{archive_of, bitcode, is_archive, thin_members, without_bitcode};
use super::{Choice, Installed, Merging, Tool, llvm, replace, set, told};
use crate::scratch::Scratch;
use crate::tool;

/// The variable that names the linker to run.
const LINKER: &str = "FMERGE_WASM_LD";
/// Words for the linker that `wasm-component-ld` does not read; it runs this program for one.
const WORDS: &str = "FMERGE_WASM_WORDS";
/// The variable by which `fmerge cc --quiet` tells the linker to say nothing of what was gained.
pub const QUIET: &str = "FMERGE_WASM_QUIET";
/// The word by which `cargo fmerge` tells that `wasm-component-ld` links, and makes a component of what it linked.
pub const COMPONENT: &str = "--fmerge-component";
/// Links that make no module, or whose names of symbols are not those of the bitcode.
const UNFIT: [&str; 4] = ["r", "relocatable", "reproduce", "wrap"];

/// How the names of modules end that a link has resolved, and not optimised yet.
const SAVED: &str = ".2.internalize.bc";

/// Options behind which libraries may be shared ones, and those behind which they may not.
const SHARED: [&str; 3] = ["Bdynamic", "call_shared", "dy"];
const STATIC: [&str; 4] = ["Bstatic", "non_shared", "static", "dn"];

/// How a link is asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct LinkRequest {
    /// What the linker is given, but for options of ours.
    words: Vec<OsString>,
    /// LLVM's options, of which those that begin with `-fmerge-` are ours.
    options: Vec<String>,
    /// rustc asks for a linker that is told what it links.
    is_flavored: bool,
    /// What is linked becomes a component.
    is_component: bool,
}

/// Whether these are the words of a link for WebAssembly.
pub fn is_link(words: &[OsString]) -> bool {
    let machine = |word: &OsString| word == "-mwasm32" || word == "-mwasm64";
    let pair = |pair: &[OsString]| {
        (pair[0] == "-m" && (pair[1] == "wasm32" || pair[1] == "wasm64"))
            || (pair[0] == "-flavor" && pair[1] == "wasm")
    };
    env::var_os(WORDS).is_some() || words.iter().any(machine) || words.windows(2).any(pair)
}

impl LinkRequest {
    /// With the words that `wasm-component-ld` could not hand on.
    fn with_variable(self) -> anyhow::Result<LinkRequest> {
        let more = set(WORDS).unwrap_or_default();
        let more = shell_words::split(&more).with_context(|| format!("{WORDS}={more}"))?;
        let more = LinkRequest::read(&more.into_iter().map(OsString::from).collect::<Vec<_>>());
        let words = [self.words, more.words].concat();
        let options = [self.options, more.options].concat();
        Ok(LinkRequest { words, options, ..self })
    }

    /// The same with other words for the linker.
    fn with_words(&self, words: Vec<OsString>) -> LinkRequest {
        LinkRequest { words, options: self.options.clone(), ..LinkRequest::default() }
    }

    fn read(given: &[OsString]) -> LinkRequest {
        let mut request = LinkRequest::default();
        let mut rest = given.iter();
        while let Some(word) = rest.next() {
            match word.to_str().unwrap_or_default() {
                "-flavor" => {
                    rest.next();
                    request.is_flavored = true;
                }
                COMPONENT => request.is_component = true,
                "-mllvm" | "--mllvm" => request.options.extend(rest.next().map(lossy)),
                // One short word is easier to look up.
                "-L" | "--library-path" | "-library-path" => {
                    request.words.push(joined("-L", rest.next()));
                }
                "-l" | "--library" | "-library" => request.words.push(joined("-l", rest.next())),
                text => request.push(text, word),
            }
        }
        request
    }

    /// Takes a word that stands by itself.
    fn push(&mut self, text: &str, word: &OsString) {
        let value = |name: &str| {
            let text = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
            text.strip_prefix(name)?.strip_prefix('=')
        };
        match (value("mllvm"), value("library-path"), value("library")) {
            (Some(option), ..) => self.options.push(option.to_owned()),
            (_, Some(folder), _) => self.words.push(format!("-L{folder}").into()),
            (.., Some(name)) => self.words.push(format!("-l{name}").into()),
            _ => self.words.push(word.clone()),
        }
    }

    /// The words of the linker without the plugin: options of ours mean nothing to it.
    fn plain(&self) -> Vec<OsString> {
        let others = self.options.iter().filter(|option| !is_ours(option));
        let mut all = self.words.clone();
        all.extend(others.flat_map(|option| ["-mllvm".into(), option.into()]));
        all
    }
}

fn joined(option: &str, value: Option<&OsString>) -> OsString {
    let mut all = OsString::from(option);
    all.push(value.map_or(OsStr::new(""), OsString::as_os_str));
    all
}

fn lossy(word: &OsString) -> String {
    word.to_string_lossy().into_owned()
}

fn is_ours(option: &str) -> bool {
    option.starts_with("-fmerge-")
}

/// What the first link says.
struct First {
    /// The one module that it makes code of.
    module: PathBuf,
    /// For what it took members of archives.
    extracted: String,
    /// Its warnings, with the names of the link that was asked for.
    warnings: String,
}

/// What a link needs beside its words.
struct Job<'a> {
    request: &'a LinkRequest,
    linker: &'a [String],
    merging: &'a Merging,
    installed: &'a Installed,
    choice: &'a Choice,
    is_quiet: bool,
    folder: &'a Path,
}

/// Links so.
///
/// # Errors
/// A program that is needed cannot be run. Where linking fails, this process ends as the linker does.
pub fn run(
    given: &[OsString],
    merging: &Merging,
    choice: &Choice,
    is_quiet: bool,
) -> anyhow::Result<String> {
    let request = LinkRequest::read(given);
    if request.is_component {
        return component(request);
    }
    let request = request.with_variable()?;
    let installed = &merging.installed()?;
    let linker = &linker(&request, installed)?;
    let folder = Scratch::new()?;
    let (request, folder) = (&request, folder.path());
    let job = Job { request, linker, merging, installed, choice, is_quiet, folder };
    match job.merged() {
        Ok(true) => return Ok(String::new()),
        Ok(false) => {}
        Err(problem) => told::warn(&format!("nothing is merged in this link: {problem:#}")),
    }
    let mut command = job.command(&request.plain(), "plain")?;
    let status = command.status().with_context(|| format!("cannot run {}", linker[0]))?;
    match status.success() {
        true => Ok(String::new()),
        false => bail!("{} failed: {status}", linker[0]),
    }
}

/// Hands the link to `wasm-component-ld`, which runs this program as its linker. What it does not read, it cannot hand on.
fn component(request: LinkRequest) -> anyhow::Result<String> {
    let (others, words): (Vec<_>, Vec<_>) =
        request.words.into_iter().partition(|word| word.to_string_lossy().starts_with("--lto-"));
    let mut others: Vec<String> = others.iter().map(lossy).collect();
    others.extend(request.options.into_iter().flat_map(|option| ["-mllvm".to_owned(), option]));
    let own = super::across::program(Tool::Ld)?;
    let mut command = Command::new("wasm-component-ld");
    command.arg("--wasm-ld-path").arg(own).args(words).env(WORDS, shell_words::join(others));
    if set(LINKER).is_none() && request.is_flavored {
        command.env(LINKER, RUST);
    }
    replace(command).context("cannot run wasm-component-ld, which comes with Rust")
}

/// What `wasm-ld` of LLVM 19 calls the code of the module in messages, where later ones name a file.
const CODE_OF_19: &str = "lto.tmp";

/// rustc's own linker, which is on the path of the linkers that it runs.
const RUST: &str = "rust-lld -flavor wasm";

/// The linker to run.
fn linker(request: &LinkRequest, installed: &Installed) -> anyhow::Result<Vec<String>> {
    let usual = || match request.is_flavored {
        true => RUST.to_owned(),
        false => llvm::program("wasm-ld", installed),
    };
    let words = set(LINKER).unwrap_or_else(usual);
    let words = shell_words::split(&words).with_context(|| format!("{LINKER}={words}"))?;
    ensure!(!words.is_empty(), "{LINKER} names no program");
    Ok(words)
}

impl Job<'_> {
    /// Links by two links; says so if the link has no bitcode, or asks for no optimisation, which one link does.
    fn merged(&self) -> anyhow::Result<bool> {
        let mut words = located(&self.request.words);
        let inputs = bitcode(&words);
        if inputs.is_empty() || !optimises(&words) {
            return Ok(false);
        }
        if let Some(word) = words.iter().find(|word| is_option(word, &UNFIT)) {
            bail!("it has the option {}", word.to_string_lossy());
        }
        words.extend(inputs.iter().filter_map(|(_, path)| imports(path)));
        let first = self.resolve(&words, &inputs)?;
        let merged = self.optimise(&first.module, level(&words))?;
        if !self.merges_something()? {
            return Ok(false);
        }
        let code = self.generate(&merged, &words)?;
        let second = self.command(&self.second(&words, &first, code)?, "second")?.output();
        let mut second = second.with_context(|| format!("cannot run {}", self.linker[0]))?;
        let mut names = vec![self.module(&words)];
        if first.warnings.contains(CODE_OF_19) {
            names.push((self.folder.join("module.lto.o"), CODE_OF_19.into()));
        }
        second.stderr = renamed(&second.stderr, &names).into_bytes();
        ensure!(second.status.success(), "the second of two links failed: {}", reason(&second));
        tell(&first.warnings, &second)?;
        Ok(true)
    }

    /// The words of the second link.
    fn second(
        &self,
        words: &[OsString],
        first: &First,
        code: PathBuf,
    ) -> anyhow::Result<Vec<OsString>> {
        let order = fs::read(self.folder.join("module.resolution.txt")).unwrap_or_default();
        let taken = natives_taken(&first.extracted, &order);
        let (mut all, place) = without_bitcode(words, &self.folder.join("natives"))?;
        all.insert(place, code.into_os_string());
        all.extend(taken.iter().map(|symbol| format!("--undefined={symbol}").into()));
        Ok(self.request.with_words(all).plain())
    }

    /// What the first link writes, and what the link that is asked for writes.
    fn module(&self, words: &[OsString]) -> (PathBuf, PathBuf) {
        (self.folder.join("module"), output_of(words).into())
    }

    /// The first link: writes down the module, and tells why it took members of archives.
    fn resolve(&self, words: &[OsString], inputs: &[(usize, PathBuf)]) -> anyhow::Result<First> {
        // What is saved of modules of ThinLTO would stand beside them.
        let aliases = self.folder.join("inputs");
        fs::create_dir(&aliases)?;
        let mut all = words.to_vec();
        for (at, path) in inputs {
            all[*at] = aliases.join(at.to_string()).into_os_string();
            alias_of(path, Path::new(&all[*at])).context("cannot write a temporary file")?;
        }
        let extracted = self.folder.join("extracted");
        let mut all = without_outputs(&self.request.with_words(all).plain());
        all.push(format!("--why-extract={}", extracted.display()).into());
        all.extend(
            ["--no-demangle", "--save-temps", "--lto-O0", "--lto-CGO0", "-o"].map(OsString::from),
        );
        all.push(self.folder.join("module").into());
        let output = self.command(&all, "first")?.output();
        let output: Output = output.with_context(|| format!("cannot run {}", self.linker[0]))?;
        ensure!(output.status.success(), "the first of two links failed: {}", reason(&output));
        let module = one_module(self.folder, &aliases)?;
        let alias = |(at, path): &(usize, PathBuf)| (aliases.join(at.to_string()), path.clone());
        let names: Vec<_> = inputs.iter().map(alias).chain([self.module(words)]).collect();
        let extracted = fs::read_to_string(extracted).unwrap_or_default();
        Ok(First { module, extracted, warnings: renamed(&output.stderr, &names) })
    }

    /// The optimiser.
    fn optimiser(&self) -> String {
        let usual = llvm::program("opt", self.installed);
        tool::program(tool::OPT, &usual).to_string_lossy().into_owned()
    }

    /// Optimises the module with the plugin.
    fn optimise(&self, module: &Path, level: char) -> anyhow::Result<PathBuf> {
        let optimiser = self.optimiser();
        let plugin = llvm::fitting(self.installed, std::slice::from_ref(&optimiser))?;
        let mut load = OsString::from("-load-pass-plugin=");
        load.push(&plugin.path);
        let merged = self.folder.join("merged.bc");
        // By its file, the module would have another name in each link, which reports show.
        let module = File::open(module).context("the first of two links wrote no module")?;
        let report = self.merging.report()?;
        tool::run(tool::OPT, &optimiser, |opt| {
            opt.envs(report).env(VARIABLE, self.totals());
            opt.arg(load).args(self.choice.options(&plugin)).args(&self.request.options);
            opt.arg(format!("-passes=lto<O{level}>"));
            opt.stdin(module).arg("-o").arg(&merged)
        })?;
        Ok(merged)
    }

    /// Where the plugin says what it did.
    fn totals(&self) -> PathBuf {
        self.folder.join("totals")
    }

    /// Whether the plugin has merged something. Tells whoever wants to know what it did.
    fn merges_something(&self) -> anyhow::Result<bool> {
        let lines = fs::read_to_string(self.totals()).unwrap_or_default();
        let Some(totals) = Totals::sum(&lines) else { return Ok(false) };
        told::tell(&totals, set(TELL).is_some() || !(self.is_quiet || set(QUIET).is_some()))?;
        Ok(totals.merges > 0)
    }

    /// Generates code, as a link would for the one module of full LTO. The linker drops what nobody needs, by sections.
    fn generate(&self, merged: &Path, words: &[OsString]) -> anyhow::Result<PathBuf> {
        let generator = beside(&self.optimiser());
        let generator = generator.unwrap_or_else(|| llvm::program("llc", self.installed));
        let code = self.folder.join("module.lto.o");
        let position = if is_shared(words) { "pic" } else { "static" };
        tool::run(tool::LLC, &generator, |llc| {
            let ours = self.request.options.iter().filter(|option| !is_ours(option));
            llc.args(ours).arg(format!("-O{}", codegen_level(words)));
            llc.args(["-filetype=obj", "-function-sections", "-data-sections"]);
            llc.arg(format!("-relocation-model={position}"));
            llc.arg(merged).arg("-o").arg(&code)
        })?;
        Ok(code)
    }

    /// The linker, with words in a file: there may be too many for a command line.
    fn command(&self, words: &[OsString], name: &str) -> anyhow::Result<Command> {
        let file = self.folder.join(name);
        fs::write(&file, quoted(words)).context("cannot write a temporary file")?;
        let mut response = OsString::from("@");
        response.push(file);
        let mut command = Command::new(&self.linker[0]);
        command.args(&self.linker[1..]).arg(response).env_remove(WORDS).stdin(Stdio::null());
        Ok(command)
    }
}

/// The code generator of the same LLVM as an optimiser, by its usual name.
fn beside(optimiser: &str) -> Option<String> {
    let path = Path::new(optimiser);
    let version = path.file_name()?.to_str()?.strip_prefix("opt")?;
    Some(path.with_file_name(format!("llc{version}")).display().to_string())
}

/// Whether code is for any place: what is said last of `-pie` counts.
fn is_shared(words: &[OsString]) -> bool {
    let last = words.iter().rev().find(|word| is_option(word, &["pie", "no-pie"]));
    last.is_some_and(|word| is_option(word, &["pie"]))
        || words.iter().any(|word| is_option(word, &["shared"]))
}

/// Says what the second link says, and before it the warnings that the first alone has: of modules that are one in the second.
fn tell(warnings: &str, second: &Output) -> io::Result<()> {
    let again = String::from_utf8_lossy(&second.stderr);
    let again: Vec<&str> = again.lines().collect();
    let mut error = io::stderr().lock();
    for line in warnings.lines().filter(|line| !again.contains(line)) {
        writeln!(error, "{line}")?;
    }
    error.write_all(&second.stderr)?;
    io::stdout().write_all(&second.stdout)
}

/// A text in which files have other names. A name that begins as another stands behind it.
fn renamed(text: &[u8], names: &[(PathBuf, PathBuf)]) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    names.iter().rev().fold(text, |text, (file, name)| {
        text.replace(&*file.to_string_lossy(), &name.to_string_lossy())
    })
}

/// The file that a link writes.
fn output_of(words: &[OsString]) -> OsString {
    let behind = |(at, word): (usize, &OsString)| match word.to_str().unwrap_or_default() {
        "-o" => words.get(at + 1).cloned(),
        text => text.strip_prefix("-o").map(OsString::from),
    };
    words.iter().enumerate().filter_map(behind).next_back().unwrap_or_default()
}

/// The words in which libraries are files, found where `wasm-ld` finds them: shared ones only where they are asked for.
fn located(words: &[OsString]) -> Vec<OsString> {
    let is_folder = |word: &&OsString| word.to_string_lossy().starts_with("-L");
    let folders: Vec<OsString> = words.iter().filter(is_folder).cloned().collect();
    let mut is_shared = false;
    let mut locate = |word: &OsString| {
        is_shared = is_option(word, &SHARED) || (is_shared && !is_option(word, &STATIC));
        let rule = (!is_shared).then(|| OsString::from("-Bstatic"));
        let words: Vec<_> = folders.iter().cloned().chain(rule).chain([word.clone()]).collect();
        libraries_of(&words).next().map_or_else(|| word.clone(), PathBuf::into_os_string)
    };
    words.iter().map(&mut locate).collect()
}

/// What `wasm-ld` reads beside an archive, which it does not find beside another name of it: symbols to import.
fn imports(path: &Path) -> Option<OsString> {
    let file = path.with_extension("imports");
    let mut word = OsString::from("--allow-undefined-file=");
    word.push(&file);
    (is_archive(path) && file.is_file()).then_some(word)
}

/// The one module that the first link made code of. That of full LTO stands in `folder`, as its code does if it holds anything;
/// modules of ThinLTO stand beside the inputs. Of these, one that is alone is the whole program: rustc 1.86 writes such
/// a one for full LTO.
fn one_module(folder: &Path, inputs: &Path) -> anyhow::Result<PathBuf> {
    let is_module = |path: &PathBuf| path.to_string_lossy().ends_with(SAVED);
    let thin: Vec<PathBuf> =
        fs::read_dir(inputs)?.flatten().map(|entry| entry.path()).filter(is_module).collect();
    match (&thin[..], folder.join("module.lto.o").exists()) {
        ([], _) => Ok(folder.join(format!("module.0{SAVED}"))),
        ([one], false) => Ok(one.clone()),
        _ => bail!("it has modules of ThinLTO; compile with -flto, which is -flto=full"),
    }
}

/// The words without what the link would write beside the module.
fn without_outputs(words: &[OsString]) -> Vec<OsString> {
    let mut all = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if takes_next(word) {
            rest.next();
        } else if !is_output(word) {
            all.push(word.clone());
        }
    }
    all
}

/// Another name of a file, without an ending: what is saved ends in `.bc`. A thin archive would look for its members beside that
/// name, so its alias holds them.
fn alias_of(path: &Path, alias: &Path) -> anyhow::Result<()> {
    match thin_members(path)? {
        Some(members) => fs::write(alias, archive_of(&members))?,
        None => link_to(path, alias)?,
    }
    Ok(())
}

#[cfg(unix)]
fn link_to(path: &Path, alias: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(std::path::absolute(path)?, alias)
}

#[cfg(not(unix))]
fn link_to(path: &Path, alias: &Path) -> io::Result<()> {
    fs::copy(path, alias).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn links_for_webassembly_are_known_by_their_words() {
        for given in ["-m wasm32 a.o", "-mwasm64 a.o", "-flavor wasm a.o"] {
            assert!(is_link(&words(given)), "{given}");
        }
        assert!(!is_link(&words("-m elf_x86_64 -flavor gnu wasm32 wasm")));
    }

    #[test]
    fn options_of_ours_are_not_for_the_linker() {
        let request = LinkRequest::read(&words(
            "-flavor wasm a.o -L x -l c -mllvm -fmerge-pipeline=gfm --mllvm=-inline-threshold=1 --fmerge-component",
        ));
        assert!(request.is_flavored && request.is_component);
        assert_eq!(request.words, words("a.o -Lx -lc"));
        assert_eq!(request.options, ["-fmerge-pipeline=gfm", "-inline-threshold=1"]);
        assert_eq!(request.plain(), words("a.o -Lx -lc -mllvm -inline-threshold=1"));
    }

    #[test]
    fn libraries_are_shared_only_where_that_is_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name).display().to_string();
        for name in ["libx.a", "libx.so", "y"] {
            fs::write(file(name), "").expect("written");
        }
        let path = folder.path().display();
        let given = format!(
            "-lx --library-path {path} -Bdynamic --library x -Bstatic --library=x -l:y -lno --lto-O2"
        );
        let expected = format!(
            "{a} -L{path} -Bdynamic {so} -Bstatic {a} {y} -lno --lto-O2",
            a = file("libx.a"),
            so = file("libx.so"),
            y = file("y")
        );
        assert_eq!(located(&LinkRequest::read(&words(&given)).words), words(&expected));
    }

    #[test]
    fn the_code_generator_stands_beside_the_optimiser() {
        assert_eq!(beside("/l/bin/opt-22").as_deref(), Some("/l/bin/llc-22"));
        assert_eq!(beside("opt").as_deref(), Some("llc"));
        assert_eq!(beside("/bin/my-opt"), None);
    }

    #[test]
    fn a_module_of_thin_lto_that_is_not_alone_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let inputs = folder.path().join("inputs");
        fs::create_dir(&inputs).expect("a folder");
        let write = |file: &str| fs::write(folder.path().join(file), "").expect("written");
        let one = || one_module(folder.path(), &inputs).ok();
        write("module.0.2.internalize.bc");
        assert_eq!(one(), Some(folder.path().join("module.0.2.internalize.bc")));
        write("inputs/1");
        write("inputs/1(a.o at 60).1.promote.bc");
        write("inputs/1(a.o at 60).2.internalize.bc");
        assert_eq!(one(), Some(inputs.join("1(a.o at 60).2.internalize.bc")));
        write("inputs/2.2.internalize.bc");
        assert_eq!(one(), None, "two of ThinLTO");
        fs::remove_file(inputs.join("2.2.internalize.bc")).expect("removed");
        write("module.lto.o");
        assert_eq!(one(), None, "one of ThinLTO beside one of full LTO");
    }

    #[test]
    fn code_of_libraries_is_for_any_place() {
        for (given, expected) in
            [("a.o", false), ("-shared", true), ("--pie a.o", true), ("-pie --no-pie", false)]
        {
            assert_eq!(is_shared(&words(given)), expected, "{given}");
        }
    }

    #[test]
    fn warnings_of_the_first_link_name_what_was_asked_for() {
        let names = [("/t/1", "a b.o"), ("/t/12", "c.a")];
        let names = names.map(|(file, name)| (PathBuf::from(file), PathBuf::from(name)));
        assert_eq!(renamed(b"/t/1: x\n/t/12(m): y", &names), "a b.o: x\nc.a(m): y");
        let of = |text: &str| output_of(&words(text));
        assert_eq!([of("-o a -ob"), of("-o d e"), of("e")], ["b", "d", ""]);
    }

    #[test]
    fn the_first_link_writes_nothing_of_the_second() {
        let given = words("-o program -Map=m --dependency-file d a.o -oprogram --gc-sections -lm");
        assert_eq!(without_outputs(&given), words("a.o --gc-sections -lm"));
    }
}
