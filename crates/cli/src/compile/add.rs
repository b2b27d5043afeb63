//! What is added to the command line of a compiler or linker.
//!
//! Consumes: its arguments, the plugin, what is to be merged. Produces: the arguments to run. What is added stands first, so
//! that what the build says later takes precedence. Pure but for looking whether files are there.

use std::ffi::{OsStr, OsString};

use fmerge_core::pipeline::{CODEGEN, EARLY, LAST, Source};

use super::Choice;
use super::plugin::{NAME, Plugin};
use super::read::CommandLine;

/// What to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// All arguments.
    pub arguments: Vec<OsString>,
    /// Variables to set.
    pub variables: Vec<(&'static str, String)>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// An option of the plugin's without effect, by which caches of compilers and linkers know which plugin it is: they look
/// at LLVM's options, not at plugins.
const DIGEST: &str = "-fmerge-digest";

impl Choice {
    /// The texts that are given, and how the plugin takes them.
    fn given(&self) -> impl Iterator<Item = (Source, &str)> {
        let all = [(LAST, &self.last), (EARLY, &self.early), (CODEGEN, &self.codegen)];
        all.into_iter().filter_map(|(source, text)| Some((source, text.as_deref()?)))
    }

    /// LLVM's options: what is to be merged, and a digest of the files that decide what is done. Those that the build
    /// gives itself are left out, because LLVM takes each once.
    pub fn options(&self, plugin: &Plugin, own: &[String]) -> Vec<String> {
        let digest = plugin.digest(self.summary.as_deref());
        let given = self.given().map(|(source, text)| (source.option, text));
        let is_own = |option| own.iter().any(|text| text.split('=').next() == Some(option));
        std::iter::once((DIGEST, digest.as_str()))
            .chain(given)
            .filter(|(option, _)| !is_own(option))
            .map(|(option, text)| format!("{option}={text}"))
            .collect()
    }
}

/// The command line of a linker.
pub fn to_linker(arguments: &[OsString], plugin: &Plugin, choice: &Choice) -> Line {
    let mut all = for_linker(plugin, &[], &choice.options(plugin, &[]));
    all.extend(fold(arguments, choice).map(OsString::from));
    all.extend_from_slice(arguments);
    Line { arguments: all, ..Line::default() }
}

/// The command line of a compiler.
pub fn to_compiler(arguments: &[OsString], plugin: &Plugin, choice: &Choice) -> Line {
    let line = CommandLine::read(arguments);
    let is_internal =
        arguments.first().is_some_and(|first| first.to_string_lossy().starts_with("-cc1"));
    if !line.has_input || is_internal {
        return Line { arguments: arguments.to_vec(), ..Line::default() };
    }
    let own = line.plugins.iter().filter(|path| is_ours(path)).find_map(|path| Plugin::named(path));
    let plugin = own.as_ref().unwrap_or(plugin);
    let mut result = Line::default();
    // An object that is only linked has no use for what compilers are told.
    result.arguments.push("--start-no-unused-arguments".into());
    add_to_compile(&mut result, &line, plugin, choice);
    if line.links {
        add_to_link(&mut result, &line, arguments, plugin, choice);
    }
    result.arguments.push("--end-no-unused-arguments".into());
    let handed_on = arguments.iter().filter(|argument| own_plugin(argument).is_none());
    result.arguments.extend(handed_on.cloned());
    result
}

fn add_to_compile(result: &mut Line, line: &CommandLine, plugin: &Plugin, choice: &Choice) {
    result.arguments.push(joined("-fpass-plugin=", plugin.path.as_os_str()));
    if choice.summary.is_some() {
        result.arguments.push("-ffunction-sections".into());
    }
    if line.names_dependencies {
        let files = [plugin.path.to_str(), choice.summary.as_deref()].into_iter().flatten();
        for file in files.filter(|file| std::path::Path::new(file).exists()) {
            let entry = format!("-fdepfile-entry={file}");
            result.arguments.extend(["-Xclang".into(), entry.into()]);
        }
    }
    if line.assembles {
        result
            .variables
            .extend(choice.given().map(|(source, text)| (source.variable, text.to_owned())));
        return;
    }
    for option in choice.options(plugin, &line.options) {
        result.arguments.extend(["-mllvm".into(), option.into()]);
    }
}

fn add_to_link(
    result: &mut Line,
    line: &CommandLine,
    given: &[OsString],
    plugin: &Plugin,
    choice: &Choice,
) {
    let wants_lld = line.lto || choice.summary.is_some();
    match line.is_lld() {
        _ if !line.is_elf() => {
            if line.lto {
                result.warnings.push(format!(
                    "the linker for {} cannot load the plugin; nothing is merged in this link; `fmerge merge` merges \
                     bitcode before it",
                    line.target
                ));
            }
            return;
        }
        Some(false) => {
            if wants_lld {
                let linker = line.linker.as_deref().unwrap_or_default();
                result.warnings.push(format!(
                    "the linker {linker} cannot load the plugin; nothing is merged in this link; lld can (-fuse-ld=lld)"
                ));
            }
            return;
        }
        None if !wants_lld => return,
        None => result.arguments.push("-fuse-ld=lld".into()),
        Some(true) => {}
    }
    // With a summary, the pipeline is that of the compile step.
    let last = choice.last.clone().filter(|_| choice.summary.is_none());
    let choice = &Choice { last, ..choice.clone() };
    let mut options = line.options.clone();
    options.extend(choice.options(plugin, &line.options));
    let others: Vec<&OsString> = line.plugins.iter().filter(|path| !is_ours(path)).collect();
    let mut arguments = for_linker(plugin, &others, &options);
    arguments.extend(fold(given, choice).map(OsString::from));
    result
        .arguments
        .extend(arguments.into_iter().flat_map(|argument| ["-Xlinker".into(), argument]));
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

/// Objects that share code by a summary hold equal bodies, of which the linker keeps one.
fn fold(given: &[OsString], choice: &Choice) -> Option<&'static str> {
    let says = given.iter().any(|argument| argument.to_string_lossy().contains("--icf="));
    (choice.summary.is_some() && !says).then_some("--icf=safe")
}

fn is_ours(path: &OsStr) -> bool {
    std::path::Path::new(path).file_name() == Some(OsStr::new(NAME))
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
    use super::{Line, to_compiler, to_linker};

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(Into::into).collect()
    }

    fn plugin() -> Plugin {
        Plugin { path: "/p/libfmerge.so".into() }
    }

    fn compile(text: &str, choice: &Choice) -> Line {
        to_compiler(&words(text), &plugin(), choice)
    }

    fn text(line: &Line) -> String {
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
                "--start-no-unused-arguments -fpass-plugin=/p/libfmerge.so -mllvm -fmerge-digest={digest} \
                 --end-no-unused-arguments -Oz -c a.c"
            )
        );
    }

    #[test]
    fn who_asks_for_dependencies_gets_the_plugin_and_the_summary() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("libfmerge.so");
        let summary = folder.path().join("summary").to_str().expect("UTF-8").to_owned();
        std::fs::write(&path, "").expect("a file");
        let plugin = Plugin { path };
        let choice = Choice { summary: Some(summary.clone()), ..Choice::default() };
        let entries = |given: &str| {
            let line = text(&to_compiler(&words(given), &plugin, &choice));
            line.matches("-Xclang -fdepfile-entry=").count()
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
        let (one, other) = (Plugin { path: file("1", "a") }, Plugin { path: file("2", "b") });
        let summary = file("3", "a").to_str().expect("UTF-8").to_owned();
        let all = [one.digest(None), other.digest(None), one.digest(Some(&summary))];
        assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2], "{all:?}");
        assert_eq!(Plugin { path: file("4", "a") }.digest(None), all[0]);
    }

    #[test]
    fn nothing_is_added_where_nothing_is_compiled() {
        for given in ["--version", "-dumpmachine", "-Wl,--version", "-cc1 -triple x a.c"] {
            assert_eq!(text(&compile(given, &pipeline("gfm"))), given);
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
        let line = text(&compile("-flto=thin --ld-path=/b/ld.lld a.o", &Choice::default()));
        assert!(
            line.contains("-Xlinker --load-pass-plugin=") && !line.contains("-fuse-ld"),
            "{line}"
        );
        // Without LTO, any linker will do.
        assert!(!text(&compile("a.o", &Choice::default())).contains("-Xlinker"));
    }

    #[test]
    fn linkers_that_cannot_load_the_plugin_are_told_of() {
        for given in ["-flto -fuse-ld=mold a.o", "-flto --target=wasm32-wasi a.o"] {
            let line = compile(given, &Choice::default());
            assert_eq!(line.warnings.len(), 1, "{given}");
            assert!(!text(&line).contains("-Xlinker"), "{given}");
        }
        assert_eq!(compile("-fuse-ld=mold a.o", &Choice::default()).warnings, [""; 0]);
    }

    #[test]
    fn a_pipeline_is_given_to_compiler_and_linker() {
        let line = text(&compile("-flto a.c", &pipeline("gfm<a;b>,f3m")));
        assert!(line.contains("-mllvm -fmerge-pipeline=gfm<a;b>,f3m -fuse-ld"), "{line}");
        assert!(line.contains("-Xlinker -mllvm -Xlinker -load=/p/libfmerge.so"), "{line}");
        assert!(line.contains("-Xlinker -mllvm -Xlinker -fmerge-pipeline=gfm<a;b>,f3m"), "{line}");
    }

    #[test]
    fn the_build_takes_precedence() {
        let line = text(&compile("-flto -mllvm -fmerge-pipeline=none a.c", &pipeline("gfm")));
        assert!(!line.contains("=gfm"), "{line}");
        assert!(line.contains("-Xlinker -fmerge-pipeline=none"), "{line}");
    }

    #[test]
    fn assemblers_know_no_plugins() {
        let line = compile("-c a.S", &pipeline("gfm"));
        assert!(!text(&line).contains("-mllvm"), "{}", text(&line));
        assert_eq!(line.variables, [("FMERGE_PIPELINE", "gfm".to_owned())]);
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
        let choice = Choice { summary: Some("/s".to_owned()), ..pipeline("gfm-analyze") };
        let line = text(&compile("a.o", &choice));
        assert!(line.contains("-fuse-ld=lld") && line.contains("-Xlinker --icf=safe"), "{line}");
        assert!(!line.contains("-Xlinker -fmerge-pipeline"), "{line}");
        assert!(!text(&compile("-Wl,--icf=all a.o", &choice)).contains("--icf=safe"));
        assert!(text(&compile("-c a.c", &choice)).contains("-ffunction-sections"));
    }

    #[test]
    fn a_linker_loads_the_plugin() {
        let line = text(&to_linker(&words("a.o -o a"), &plugin(), &pipeline("gfm")));
        let digest = plugin().digest(None);
        assert_eq!(
            line,
            format!(
                "--load-pass-plugin=/p/libfmerge.so -mllvm -load=/p/libfmerge.so -mllvm -fmerge-digest={digest} \
                 -mllvm -fmerge-pipeline=gfm a.o -o a"
            )
        );
    }
}
