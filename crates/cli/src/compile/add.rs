//! What is added to the command line of a compiler or linker.
//!
//! Consumes: its arguments, the plugin, what is to be merged. Produces: the arguments to run. What is added stands first, so
//! that what the build says later takes precedence. Pure but for looking whether files are there.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use fmerge_core::icf::Icf;
use fmerge_core::pipeline::{CODEGEN, EARLY, LAST, NONE, PipelineSource};

use super::ask::{ClangPlan, Link};
use super::plugin::{NAME, Plugin};
use super::read::CommandLine;
use super::response::Expanded;
use super::{Choice, Tool, response};

/// What to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// All arguments.
    pub arguments: Vec<OsString>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// What little is gained here, and what gains more.
    pub note: Option<&'static str>,
    /// This program links.
    pub links_itself: bool,
    /// The linker that it runs for that, if the build names one.
    pub linker: Option<String>,
}

/// An option of the plugin's without effect, by which caches of compilers and linkers know which plugin it is: they look
/// at LLVM's options, not at plugins.
const DIGEST: &str = "-fmerge-digest";

impl Choice {
    /// The texts that are given, and how the plugin takes them.
    fn given(&self) -> impl Iterator<Item = (PipelineSource, &str)> {
        let all = [(LAST, &self.last), (EARLY, &self.early), (CODEGEN, &self.codegen)];
        all.into_iter().filter_map(|(source, text)| Some((source, text.as_deref()?)))
    }

    /// LLVM's options: what is to be merged, and a digest of the files that decide what is done. LLVM takes the last of
    /// several, so these stand before those that the build gives itself.
    pub fn options(&self, plugin: &Plugin) -> Vec<String> {
        let digest = plugin.digest(self.summary.as_deref());
        let given = self.given().map(|(source, text)| (source.option, text));
        std::iter::once((DIGEST, digest.as_str()))
            .chain(given)
            .map(|(option, text)| format!("{option}={text}"))
            .collect()
    }
}

/// The command line of a linker.
pub fn to_linker(given: Expanded, plugin: &Plugin, choice: &Choice) -> Invocation {
    let mut all = for_linker(plugin, &[], &choice.options(plugin));
    all.extend(fold_of_words(&given.words, choice).map(OsString::from));
    all.extend(given.handed_on);
    Invocation { arguments: all, ..Invocation::default() }
}

/// The command line of a compiler; `ask` tells what clang would do with other arguments.
pub fn to_compiler(
    arguments: &[OsString],
    plugin: &Plugin,
    choice: &Choice,
    ask: impl FnOnce(&[OsString]) -> ClangPlan,
) -> Invocation {
    let given = response::expand(arguments);
    let line = CommandLine::read(&given.words);
    let unchanged = || Invocation { arguments: given.handed_on.clone(), ..Invocation::default() };
    if line.is_internal {
        return unchanged();
    }
    let plan = match line.may_link {
        true => ask(&given.handed_on),
        false => ClangPlan { works: true, compiles: true, link: None },
    };
    if !plan.works {
        return unchanged();
    }
    let own = line.plugins.iter().filter(|path| is_ours(path)).find_map(|path| Plugin::named(path));
    let plugin = own.as_ref().unwrap_or(plugin);
    let mut result = Invocation::default();
    // An object that is only linked has no use for what compilers are told.
    result.arguments.push("--start-no-unused-arguments".into());
    let handed_on = without_own(&given.handed_on);
    // One that a response file names stays there.
    if own.is_none() || given.handed_on.iter().any(|argument| own_plugin(argument).is_some()) {
        result.arguments.push(joined("-fpass-plugin=", plugin.path.as_os_str()));
        if plugin.is_loaded_late() {
            result.arguments.push(joined("-fplugin=", plugin.path.as_os_str()));
        }
    }
    add_to_compile(&mut result, &line, plugin, choice);
    if let Some(link) = &plan.link {
        result.note = note(&plan, link, &given.words, choice);
        add_to_link(&mut result, link, &line, &given.words, plugin, choice);
    }
    result.arguments.push("--end-no-unused-arguments".into());
    result.arguments.extend(handed_on);
    if let (Some(_), Some(ours)) = (&result.linker, &choice.across) {
        // clang takes the last linker that is named. Behind `--` there are files alone.
        let is_end = |word: &OsString| word == "--";
        let end = result.arguments.iter().position(is_end).unwrap_or(result.arguments.len());
        result.arguments.insert(end, joined("--ld-path=", ours.as_os_str()));
    }
    result
}

/// With less, a link is one of those by which scripts that configure builds try a compiler.
const FEW_OBJECTS: usize = 2;

/// What is said of a link of objects without LTO, if it does not say that they were compiled to be small.
fn note(
    plan: &ClangPlan,
    link: &Link,
    words: &[OsString],
    choice: &Choice,
) -> Option<&'static str> {
    let is = |suffixes: &[&str]| {
        let ends =
            |word: &&OsString| suffixes.iter().any(|end| word.to_string_lossy().ends_with(end));
        words.iter().filter(ends).count()
    };
    let asks = words.iter().any(|word| word == "-Os" || word == "-Oz");
    let takes_others = choice.last.as_deref().is_some_and(|last| last.contains("all-functions"));
    let is_told = !(plan.compiles || link.lto || choice.is_separate || asks || takes_others)
        && is(&[".o", ".lo", ".a"]) >= FEW_OBJECTS;
    is_told.then_some(
        "this link is without LTO: functions were merged within each object, if they were compiled with -Os or -Oz; \
         -Oz -flto gains most, and the preset all-functions merges the others too",
    )
}

/// The arguments without what is given in another way: our plugin, and LLVM's options of ours.
fn without_own(arguments: &[OsString]) -> Vec<OsString> {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with("-fmerge-");
    let is_library = |word: &OsString| {
        word.to_str()
            .and_then(|text| text.strip_prefix("-fplugin="))
            .is_some_and(|path| is_ours(OsStr::new(path)))
    };
    let is_joined = |word: &OsString| word.to_string_lossy().starts_with("-mllvm=-fmerge-");
    let mut rest = arguments.iter().peekable();
    let mut others = Vec::new();
    while let Some(word) = rest.next() {
        if word == "-mllvm" && rest.next_if(|next| is_option(next)).is_some() {
            continue;
        }
        if !is_joined(word) && !is_library(word) && own_plugin(word).is_none() {
            others.push(word.clone());
        }
    }
    others
}

/// Adds what the compiler alone is told: by `-Xclang`, which goes to no assembler. clang tells assemblers what `-mllvm`
/// says, and loads no plugin into them, so they would refuse our options.
fn add_to_compile(result: &mut Invocation, line: &CommandLine, plugin: &Plugin, choice: &Choice) {
    if choice.is_separate {
        result.arguments.extend(["-ffunction-sections".into(), "-fdata-sections".into()]);
    }
    let mut told = Vec::new();
    if line.names_dependencies {
        let files = [plugin.path.to_str(), choice.summary.as_deref()].into_iter().flatten();
        let files = files.filter(|file| std::path::Path::new(file).exists());
        told.extend(files.map(|file| format!("-fdepfile-entry={file}")));
        // Rules without commands, so that a slice that is gone is no error.
        told.extend(choice.summary.is_some().then(|| "-MP".to_owned()));
    }
    for option in choice.options(plugin).into_iter().chain(line.options.iter().cloned()) {
        told.extend(["-mllvm".to_owned(), option]);
    }
    result.arguments.extend(told.into_iter().flat_map(|word| ["-Xclang".into(), word.into()]));
}

fn add_to_link(
    result: &mut Invocation,
    link: &Link,
    line: &CommandLine,
    given: &[OsString],
    plugin: &Plugin,
    choice: &Choice,
) {
    let wants_lld = link.lto || choice.is_separate;
    let is_chosen = line.linker.is_some() || !link.is_usual();
    if link.linker == Tool::Ld.name() || !(wants_lld || link.is_lld()) {
        // It adds what is needed itself; or it has none of it to do.
        return;
    } else if link.is_wasm() && link.lto && line.linker.is_none() && choice.linker.is_some() {
        result.links_itself = true;
        link_by(result, "-fuse-ld=", choice.linker.as_ref(), line, choice);
        return;
    } else if !link.lto && !link.is_lld() && (is_chosen || !link.is_elf()) {
        // The objects are machine code, merged already; another linker folds nothing, and links them.
        return;
    } else if !link.is_elf() {
        let otherwise = match (link.is_wasm() && link.lto, &line.linker) {
            (true, Some(_)) => "fmerge-ld merges before it, if no linker is chosen",
            (true, None) => "fmerge-ld, which `make install` puts beside fmerge, merges before it",
            _ => "`fmerge merge` merges bitcode before it",
        };
        result.warnings.push(format!(
            "the linker for {} cannot load the plugin; nothing is merged in this link; {otherwise}",
            link.target
        ));
        return;
    } else if !link.is_lld() && is_chosen {
        result.warnings.push(format!(
            "the linker {} cannot load the plugin; nothing is merged in this link; lld can (-fuse-ld=lld)",
            line.linker.as_ref().unwrap_or(&link.linker)
        ));
        return;
    } else if !link.is_lld() {
        result.arguments.push("-fuse-ld=lld".into());
    }
    if choice.across.is_some() && link.lto {
        result.links_itself = true;
        result.linker = line.linker_path.clone();
        link_by(result, "--ld-path=", choice.across.as_ref(), line, choice);
        return;
    }
    // With a summary, the pipeline is that of the compile step.
    let last = choice.last.clone().filter(|_| !choice.is_separate);
    let choice = &Choice { last, ..choice.clone() };
    let mut options = choice.options(plugin);
    options.extend_from_slice(&line.options);
    let others: Vec<&OsString> = line.plugins.iter().filter(|path| !is_ours(path)).collect();
    let mut arguments = for_linker(plugin, &others, &options);
    if wants_lld {
        let all = given.iter().chain(&link.words);
        arguments.extend(fold(all, &link.target, choice).map(OsString::from));
    }
    result
        .arguments
        .extend(arguments.into_iter().flat_map(|argument| ["-Xlinker".into(), argument]));
}

/// Makes this program the linker, which is told what is to be merged.
fn link_by(
    result: &mut Invocation,
    option: &str,
    linker: Option<&PathBuf>,
    line: &CommandLine,
    choice: &Choice,
) {
    result.arguments.extend(linker.map(|linker| joined(option, linker.as_os_str())));
    let given = choice.given().map(|(source, text)| format!("{}={text}", source.option));
    let told = given.chain(line.options.iter().cloned());
    let words = told.flat_map(|option| ["-mllvm".to_owned(), option]);
    result.arguments.extend(words.flat_map(|word| ["-Xlinker".into(), word.into()]));
}

/// What lld is told: to load the plugins, and LLVM's options. lld reads those before it loads plugins, so it must load
/// the library for them first.
pub fn for_linker(plugin: &Plugin, others: &[&OsString], options: &[String]) -> Vec<OsString> {
    let path = plugin.path.as_os_str();
    let mut all = vec![joined("--load-pass-plugin=", path)];
    all.extend(others.iter().map(|path| joined("--load-pass-plugin=", path)));
    all.extend(["-mllvm".into(), joined("-load=", path)]);
    all.extend(options.iter().flat_map(|option| ["-mllvm".into(), option.into()]));
    all
}

/// What lld is told of identical code folding, unless the build says something of it. It makes one of functions whose machine code
/// is equal, which the plugin cannot see before there is any, and of which the plugin leaves some to it. With `safe`, functions
/// keep their own addresses unless their object says in a table that these do not matter; objects without the table keep all. clang
/// writes the table, and so does LTO. On 32-bit Arm lld folds functions that catch different types. A link that makes an object
/// folds nothing. Where nothing is merged, nothing is added. lld warns of each object without the table: so nothing is added either
/// where a warning is an error, and beside the libraries of sanitizers, profiles and coverage, whose objects have none.
fn fold<'a>(
    given: impl Iterator<Item = &'a OsString> + Clone,
    target: &str,
    choice: &Choice,
) -> Option<&'static str> {
    let merges = choice.last.as_deref() != Some(NONE);
    let is_safe = !Icf::folds_call_site_tables(target);
    (merges && is_safe && !given.clone().any(decides_fold) && !is_strict(given)).then_some(FOLD)
}

/// Whether a word of a compiler or linker says what is folded, or that nothing can be, or would have lld warn of objects.
fn decides_fold(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    let is_object = |word| ["-r", "--relocatable", "-relocatable"].contains(&word);
    words_of_linker(&text).any(is_object)
        || text.contains("-icf=")
        || is_run_time_library(&text)
        || INSTRUMENTS.iter().any(|option| text.starts_with(option))
}

/// The last of the options that say whether a warning is an error.
fn is_strict<'a>(given: impl Iterator<Item = &'a OsString>) -> bool {
    let choose = |text: &str| {
        let said = words_of_linker(text).filter_map(|word| match word {
            "--fatal-warnings" | "-fatal-warnings" => Some(true),
            "--no-fatal-warnings" | "-no-fatal-warnings" => Some(false),
            _ => None,
        });
        said.last()
    };
    given.filter_map(|argument| choose(&argument.to_string_lossy())).last().unwrap_or_default()
}

/// What an argument tells the linker, or may.
fn words_of_linker(argument: &str) -> impl Iterator<Item = &str> {
    argument.strip_prefix("-Wl,").unwrap_or(argument).split(',')
}

/// Options of compilers that add calls of a library. clang also names it to the linker, where it has one for the target.
const INSTRUMENTS: [&str; 6] = [
    "-fsanitize=",
    "-fprofile-generate",
    "-fprofile-instr-generate",
    "-fcs-profile-generate",
    "-fcoverage-mapping",
    "--coverage",
];

/// Whether a word names a library of clang's, but for the functions that compilers call in all programs.
fn is_run_time_library(word: &str) -> bool {
    word.contains("libclang_rt.") && !word.contains("libclang_rt.builtins")
}

/// [`fold`] of a linker's own command line.
pub fn fold_of_words(words: &[OsString], choice: &Choice) -> Option<&'static str> {
    fold(words.iter(), emulation(words), choice)
}

/// [`fold`] of a target, for tools that hand the linker's arguments on.
pub fn fold_for(target: &str, choice: &Choice) -> Option<&'static str> {
    fold(std::iter::empty(), target, choice)
}

/// What tells lld to fold equal code whose address does not matter.
const FOLD: &str = "--icf=safe";

/// The target of a linker's command line, as far as that says it: `-m armelf_linux_eabi`.
fn emulation(words: &[OsString]) -> &str {
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix("-m"));
    let apart = words.windows(2).filter(|pair| pair[0] == "-m").filter_map(|pair| pair[1].to_str());
    joined.chain(apart).find(|name| name.starts_with("arm")).unwrap_or_default()
}

fn is_ours(path: &OsStr) -> bool {
    let name = std::path::Path::new(path).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let (stem, ending) = NAME.split_at(NAME.len() - ".so".len());
    let version = name.strip_prefix(stem).and_then(|rest| rest.strip_suffix(ending));
    version.is_some_and(|version| {
        version.is_empty() || version.strip_prefix('-').is_some_and(|n| n.parse::<u32>().is_ok())
    })
}

/// The plugin in an argument `-fpass-plugin=`, if it is ours: it is named once, by its absolute path.
fn own_plugin(argument: &OsStr) -> Option<Plugin> {
    let text = argument.to_str()?;
    let path = OsStr::new(text.strip_prefix("-fpass-plugin=")?);
    is_ours(path).then(|| Plugin::named(path)).flatten()
}

fn joined(prefix: &str, path: &OsStr) -> OsString {
    let mut text = OsString::from(prefix);
    text.push(path);
    text
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{Choice, Plugin};
    use super::{ClangPlan, Invocation, Link, response, to_compiler};

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(Into::into).collect()
    }

    fn to_linker(arguments: &[OsString], plugin: &Plugin, choice: &Choice) -> Invocation {
        super::to_linker(response::expand(arguments), plugin, choice)
    }

    fn plugin() -> Plugin {
        Plugin::at("/p/libfmerge.so".into())
    }

    /// What a compiler is given that links by `linker` where the words do not say that it stops before.
    fn by(linker: &str, text: &str, choice: &Choice) -> Invocation {
        let target = if text.contains("wasm32") { "wasm32-wasi" } else { "x86_64-linux-gnu" };
        let (linker, target) = (linker.to_owned(), target.to_owned());
        let link = Link { linker, target, lto: text.contains("-flto"), words: Vec::new() };
        to_compiler(&words(text), &plugin(), choice, |_| ClangPlan {
            works: true,
            compiles: false,
            link: Some(link),
        })
    }

    fn compile(text: &str, choice: &Choice) -> Invocation {
        by("ld", text, choice)
    }

    fn text(line: &Invocation) -> String {
        line.arguments.join(" ".as_ref()).into_string().expect("UTF-8")
    }

    fn pipeline(text: &str) -> Choice {
        Choice { last: Some(text.to_owned()), ..Choice::default() }
    }

    #[test]
    fn a_compile_loads_the_plugin() {
        let line = compile("-Oz -c a.c", &Choice::default());
        let digest = plugin().digest(None);
        assert_eq!(
            text(&line),
            format!(
                "--start-no-unused-arguments -fpass-plugin=/p/libfmerge.so -Xclang -mllvm -Xclang \
                 -fmerge-digest={digest} --end-no-unused-arguments -Oz -c a.c"
            )
        );
    }

    #[test]
    fn who_asks_for_dependencies_gets_the_plugin_and_the_summary() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("libfmerge.so");
        let summary = folder.path().join("summary").to_str().expect("UTF-8").to_owned();
        std::fs::write(&path, "").expect("a file");
        let plugin = Plugin::at(path);
        let choice = Choice { summary: Some(summary.clone()), ..Choice::default() };
        let entries = |given: &str| {
            let line = to_compiler(&words(given), &plugin, &choice, |_| ClangPlan::default());
            text(&line).matches("-Xclang -fdepfile-entry=").count()
        };
        assert_eq!([entries("-c a.c"), entries("-MMD -c a.c")], [0, 1]);
        std::fs::write(&summary, "").expect("a file");
        assert_eq!([entries("-MD -MF x -c a.c"), entries("-Wp,-MMD,x -c a.c")], [2, 2]);
    }

    #[test]
    fn a_digest_knows_each_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a file");
            path
        };
        let (one, other) = (Plugin::at(file("1", "a")), Plugin::at(file("2", "b")));
        let summary = file("3", "a").to_str().expect("UTF-8").to_owned();
        let all = [one.digest(None), other.digest(None), one.digest(Some(&summary))];
        assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2], "{all:?}");
        assert_eq!(Plugin::at(file("4", "a")).digest(None), all[0]);
    }

    #[test]
    fn nothing_is_added_where_nothing_is_compiled() {
        for given in ["--version", "-Wl,--version", "-cc1 -triple x a.c"] {
            let line =
                to_compiler(&words(given), &plugin(), &pipeline("gfm"), |_| ClangPlan::default());
            assert_eq!(text(&line), given);
        }
    }

    #[test]
    fn a_link_with_lto_is_one_by_lld() {
        let line = text(&compile("-flto a.o", &Choice::default()));
        assert!(
            line.contains(
                "-fuse-ld=lld -Xlinker --load-pass-plugin=/p/libfmerge.so -Xlinker -mllvm"
            ),
            "{line}"
        );
        let line = text(&by("ld.lld", "-flto=thin --ld-path=/b/ld.lld a.o", &Choice::default()));
        assert!(
            line.contains("-Xlinker --load-pass-plugin=") && !line.contains("-fuse-ld"),
            "{line}"
        );
        // Without LTO, any linker will do. lld may find bitcode in libraries.
        assert!(!text(&compile("a.o", &Choice::default())).contains("-Xlinker"));
        assert!(text(&by("ld.lld", "a.o", &Choice::default())).contains("-Xlinker"));
        // `fmerge ld` adds what it needs.
        let own = by("fmerge-ld", "-flto --ld-path=/b/fmerge-ld a.o", &Choice::default());
        assert!(own.warnings.is_empty() && !text(&own).contains("-Xlinker"));
    }

    #[test]
    fn a_linker_that_the_build_names_links_across() {
        let choice = Choice { across: Some("/b/fmerge-ld".into()), ..pipeline("f3m") };
        for given in ["-flto=thin --ld-path=/own/ld.lld a.o", "-flto=thin -fuse-ld=/own/ld.lld a.o"]
        {
            let line = by("ld.lld", given, &choice);
            assert_eq!(line.linker.as_deref(), Some("/own/ld.lld"));
            assert!(text(&line).ends_with(&format!("{given} --ld-path=/b/fmerge-ld")));
        }
        let line = by("ld.lld", "-flto=thin --ld-path=/own/ld.lld -- a.o", &choice);
        assert!(text(&line).ends_with("--ld-path=/own/ld.lld --ld-path=/b/fmerge-ld -- a.o"));
        let line = by("ld.lld", "-flto=thin -fuse-ld=lld a.o", &choice);
        assert_eq!((line.linker.as_deref(), text(&line).matches("--ld-path").count()), (None, 1));
    }

    #[test]
    fn linkers_that_cannot_load_the_plugin_are_told_of() {
        for (linker, given) in [
            ("ld.mold", "-flto -fuse-ld=mold a.o"),
            ("ld.mold", "-flto a.o"),
            ("wasm-ld", "-flto --target=wasm32-wasi a.o"),
        ] {
            let line = by(linker, given, &Choice::default());
            assert_eq!(line.warnings.len(), 1, "{given}");
            assert!(!text(&line).contains("-Xlinker"), "{given}");
        }
        let choice = Choice { linker: Some("/b/fmerge-ld".into()), ..pipeline("gfm") };
        let line = by("wasm-ld", "-flto --target=wasm32-wasi a.o", &choice);
        assert!(line.links_itself && line.warnings.is_empty());
        let told = "-fuse-ld=/b/fmerge-ld -Xlinker -mllvm -Xlinker -fmerge-pipeline=gfm";
        assert!(text(&line).contains(told));
        for (linker, given) in [
            ("wasm-ld", "-flto --target=wasm32-wasi -fuse-ld=lld a.o"),
            ("wasm-component-ld", "-flto --target=wasm32-wasi a.o"),
        ] {
            assert_eq!(by(linker, given, &choice).warnings.len(), 1, "{given}");
        }
        assert_eq!(by("ld.mold", "-fuse-ld=mold a.o", &Choice::default()).warnings, [""; 0]);
    }

    #[test]
    fn a_pipeline_is_given_to_compiler_and_linker() {
        let line = text(&compile("-flto a.c", &pipeline("gfm<a;b>,f3m")));
        assert!(
            line.contains("-Xclang -mllvm -Xclang -fmerge-pipeline=gfm<a;b>,f3m -fuse-ld"),
            "{line}"
        );
        assert!(line.contains("-Xlinker -mllvm -Xlinker -load=/p/libfmerge.so"), "{line}");
        assert!(line.contains("-Xlinker -mllvm -Xlinker -fmerge-pipeline=gfm<a;b>,f3m"), "{line}");
    }

    #[test]
    fn the_build_takes_precedence() {
        let line = text(&compile("-flto -mllvm -fmerge-pipeline=none a.c", &pipeline("gfm")));
        let at = |word: &str| line.find(word).unwrap_or_else(|| panic!("no {word} in {line}"));
        assert!(at("-Xlinker -fmerge-pipeline=gfm") < at("-Xlinker -fmerge-pipeline=none"));
        assert!(at("-Xclang -fmerge-pipeline=gfm") < at("-Xclang -fmerge-pipeline=none"));
        assert!(line.ends_with("--end-no-unused-arguments -flto a.c"), "{line}");
    }

    #[test]
    fn response_files_are_read_and_handed_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a file");
            path.display().to_string()
        };
        let own = file("libfmerge.so", "");
        let named = format!("@{}", file("named", &format!("-fpass-plugin={own} -c a.c")));
        let line = text(&compile(&named, &Choice::default()));
        assert!(line.ends_with(&named) && !line.contains("-fpass-plugin="), "{line}");
        let other = format!("@{}", file("other", "-mllvm -fmerge-pipeline=none -flto a.o"));
        let line = text(&by("ld.lld", &other, &Choice::default()));
        assert!(line.contains("-Xlinker -fmerge-pipeline=none"), "{line}");
        let icf = format!("@{}", file("icf", "--icf=all a.o"));
        let choice =
            Choice { is_separate: true, summary: Some("/s".to_owned()), ..Choice::default() };
        assert!(!text(&to_linker(&words(&icf), &plugin(), &choice)).contains("--icf=safe"));
    }

    #[test]
    fn plugins_of_the_driver_are_passed_on_to_the_linker() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("libfmerge.so");
        std::fs::write(&own, "").expect("a file");
        let own = std::fs::canonicalize(own).expect("its path").display().to_string();
        let given = format!("-flto -fpass-plugin=/x/other.so -fpass-plugin={own} a.c");
        let line = text(&compile(&given, &Choice::default()));
        assert!(line.contains("-Xlinker --load-pass-plugin=/x/other.so"), "{line}");
        assert!(line.contains(&format!("-Xlinker --load-pass-plugin={own}")), "{line}");
        assert_eq!(line.matches("-fpass-plugin=").count(), 2, "{line}");
        assert!(!line.contains("/p/libfmerge.so"), "{line}");
    }

    #[test]
    fn separate_objects_are_folded_by_the_linker() {
        let choice =
            Choice { is_separate: true, summary: Some("/s".to_owned()), ..pipeline("gfm-analyze") };
        let line = text(&compile("a.o", &choice));
        assert!(line.contains("-fuse-ld=lld") && line.contains("-Xlinker --icf=safe"), "{line}");
        assert!(!line.contains("-Xlinker -fmerge-pipeline"), "{line}");
        assert!(!text(&compile("-Wl,--icf=all a.o", &choice)).contains("--icf=safe"));
        assert!(text(&compile("-c a.c", &choice)).contains("-ffunction-sections -fdata-sections"));
    }

    #[test]
    fn what_is_merged_is_folded_where_that_is_safe_and_the_build_says_nothing_of_it() {
        let folds = |line: &Invocation| text(line).contains("--icf=safe");
        let compiled = |given: &str| folds(&compile(given, &Choice::default()));
        assert!(compiled("-flto a.o") && compiled("-flto -Wl,-O2,--gc-sections a.o"));
        for given in
            ["a.o", "-flto -c a.c", "-flto -Wl,--icf=all a.o", "-flto -Wl,-O2,--icf=none a.o"]
        {
            assert!(!compiled(given), "{given}");
        }
        assert!(!compiled("-flto -r a.o") && !compiled("-flto -Xlinker --icf=all a.o"));
        assert!(!folds(&compile("-flto a.o", &pipeline("none"))));
        let target = "thumbv7m-none-eabi".to_owned();
        let arm = Link { linker: "ld".into(), target, lto: true, words: Vec::new() };
        let plan = || ClangPlan { works: true, compiles: false, link: Some(arm) };
        let line = to_compiler(&words("-flto a.o"), &plugin(), &Choice::default(), |_| plan());
        assert!(!folds(&line));
        let linked = |given: &str| folds(&to_linker(&words(given), &plugin(), &Choice::default()));
        assert!(linked("a.o") && linked("-m elf_x86_64 a.o"));
        assert!(
            !linked("-m armelf_linux_eabi a.o") && !linked("-r a.o") && !linked("--icf=all a.o")
        );
    }

    #[test]
    fn nothing_is_folded_where_lld_would_warn_of_objects() {
        let folds = |line: &Invocation| text(line).contains("--icf=safe");
        let compiled =
            |given: &str| folds(&compile(&format!("-flto {given} a.o"), &Choice::default()));
        for given in [
            "-Wl,--fatal-warnings",
            "-Wl,-O2,-fatal-warnings",
            "-Xlinker --fatal-warnings",
            "-Wl,--no-fatal-warnings -Wl,--fatal-warnings",
            "-fsanitize=address",
            "-fprofile-generate=x",
            "-fprofile-instr-generate",
            "-fcs-profile-generate",
            "-fcoverage-mapping",
            "--coverage",
        ] {
            assert!(!compiled(given), "{given}");
        }
        assert!(compiled("-Wl,--fatal-warnings -Wl,--no-fatal-warnings"));
        let linked = |given: &str| folds(&to_linker(&words(given), &plugin(), &Choice::default()));
        assert!(!linked("a.o --fatal-warnings") && !linked("/l/libclang_rt.asan-x86_64.a a.o"));
        assert!(linked("a.o /l/libclang_rt.builtins-x86_64.a"));
        // What configuration files say, clang tells.
        let told = |words: &str| {
            let words = self::words(words);
            let link = Link { linker: "ld".into(), target: String::new(), lto: true, words };
            let plan = ClangPlan { works: true, compiles: false, link: Some(link) };
            folds(&to_compiler(&[], &plugin(), &Choice::default(), |_| plan))
        };
        assert!(told("a.o") && !told("--icf=all a.o") && !told("a.o --fatal-warnings"));
    }

    #[test]
    fn separate_objects_are_linked_by_any_linker() {
        let choice = Choice { is_separate: true, summary: Some("/s".into()), ..pipeline("gfm") };
        assert_eq!(by("ld.bfd", "-fuse-ld=bfd a.o", &choice).warnings, [""; 0]);
        assert_eq!(by("ld.bfd", "-fuse-ld=bfd -flto a.o", &choice).warnings.len(), 1);
        assert!(text(&by("ld", "a.o", &choice)).contains("-fuse-ld=lld"));
    }

    #[test]
    fn a_link_without_lto_is_told_of() {
        let told = |given: &str, choice: &Choice| compile(given, choice).note.is_some();
        assert!(told("-O2 a.o b.o", &Choice::default()));
        for given in ["-Oz a.o b.o", "-flto a.o b.o", "a.o -o conftest"] {
            assert!(!told(given, &Choice::default()), "{given}");
        }
        assert!(!told("-O2 a.o b.o", &pipeline("all-functions")));
    }

    #[test]
    fn a_linker_loads_the_plugin() {
        let line = text(&to_linker(&words("a.o -o a"), &plugin(), &pipeline("gfm")));
        let digest = plugin().digest(None);
        assert_eq!(
            line,
            format!(
                "--load-pass-plugin=/p/libfmerge.so -mllvm -load=/p/libfmerge.so -mllvm -fmerge-digest={digest} \
                 -mllvm -fmerge-pipeline=gfm --icf=safe a.o -o a"
            )
        );
    }
}
