//! `cargo fmerge`: cargo with a linker that loads the plugin.
//!
//! Consumes: the arguments of cargo, the compiler that it uses. Produces: a run of cargo; after it, on standard error, what
//! the plugin logged, which cargo does not show, and what was gained. Guarantees: build scripts and procedural macros are
//! compiled as ever, because flags of a target that is named do not reach them. Another plugin or pipeline is another
//! flag, with which cargo builds anew. The program ends as cargo did.
//!
//! Rust hands LLVM's bitcode to its own lld (`-Clinker-plugin-lto`), and that lld loads plugins; so any stable compiler
//! of the plugin's LLVM will do.

mod alias;
mod archives;
mod compiler;
mod configuration;
mod linker;
mod told;

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use anyhow::{Context, bail};

use crate::compile::{
    Choice, Merging, PLUGIN, Plugin, Tool, across, fold_for, for_linker, is_silent, wasm,
};
use archives::Place;
use compiler::Compiler;
use configuration::{Configuration, Other, key};
use linker::Linker;
use told::Told;

/// The target that an lld of Rust's own links.
const OWN_LLD: &str = "x86_64-unknown-linux-gnu";

/// Arguments of `cargo fmerge`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    merging: Merging,
    /// Merge functions of the standard library too, by fat LTO: smaller, and slower to build
    #[arg(long)]
    with_std: bool,
    /// Merge functions of all crates with each other without fat LTO (docs/across.md): clang links, which must be installed
    #[arg(long)]
    across: bool,
    /// The arguments of cargo, such as: build --release
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "ARGUMENTS"
    )]
    arguments: Vec<OsString>,
}

const HELP: &str = "\
  cargo fmerge build --release
  cargo fmerge --preset smallest --with-std test --release
  cargo fmerge install ripgrep

Functions that ask to be small are merged wherever that saves code: set opt-level = \"z\" or \"s\" in the profile,
or the variable CARGO_PROFILE_RELEASE_OPT_LEVEL=z. At opt-level 1 to 3, what takes next to no time is merged.
What is built is below target/TARGET, also where cargo alone would build below target: only so do build scripts
stay as they are.";

/// `cargo fmerge`, as cargo runs it.
#[derive(clap::Parser)]
#[command(name = "cargo-fmerge", bin_name = "cargo fmerge", version)]
#[command(
    about = "Run cargo with a linker that loads the fmerge plugin, which makes programs smaller"
)]
pub struct CargoCli {
    #[command(flatten)]
    pub args: Args,
}

/// Our options that take a value, and those that take none. Cargo has none of these names.
const WITH_VALUE: [&str; 5] =
    ["--preset", "--pipeline", "--early-pipeline", "--plugin", "--report"];
const WITHOUT_VALUE: [&str; 2] = ["--with-std", "--across"];

/// The words behind the name of the command, in which our options stand before cargo's command, wherever they were. What is
/// behind `--` belongs to the program that cargo runs.
pub fn in_order(words: &[OsString]) -> Vec<OsString> {
    let (mut ours, mut others) = (Vec::new(), Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let (name, joined) = text.split_once('=').unwrap_or((&text, ""));
        if word == "--" {
            others.push(word.clone());
            others.extend(rest.by_ref().cloned());
        } else if WITHOUT_VALUE.contains(&name) {
            ours.push(word.clone());
        } else if WITH_VALUE.contains(&name) {
            ours.push(word.clone());
            let value = if joined.is_empty() && !text.contains('=') { rest.next() } else { None };
            ours.extend(value.cloned());
        } else {
            others.push(word.clone());
        }
    }
    ours.append(&mut others);
    ours
}

/// Runs cargo, and ends as it did.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (compiler, plugin) = compiler::fitting(&args.merging.installed()?)?;
    let linker = if args.across { Some(across::program(Tool::C)?) } else { None };
    let choice = Choice { across: linker, ..args.merging.choice()? };
    let arguments = alias::written_out(args.arguments.clone(), || compiler.cargo());
    let given = lossy(&arguments);
    if builds_nothing(&given) {
        let status = compiler.cargo().args(&arguments).status().context("cannot run cargo")?;
        return Ok(exit_code(status.code()));
    }
    let is_quiet = ["-q", "--quiet"].iter().any(|word| is_given(&given, word)) || is_silent();
    let mut targets = targets(&given);
    let mut added = Vec::new();
    if targets.is_empty() {
        added.extend(["--target".to_owned(), compiler.host.clone()]);
        targets.push(compiler.host.clone());
    }
    // A link for WebAssembly merges one module.
    if args.with_std || targets.iter().any(|target| is_wasm(target)) {
        added.extend(["--config".to_owned(), format!("profile.{}.lto=\"fat\"", profile(&given))]);
    }
    let configuration = Configuration::found(&values(&given, "--config"));
    let flags = targets
        .iter()
        .map(|target| {
            let linking = Linking::of(target, &configuration, &choice, is_quiet)?;
            Ok((target.as_str(), flags(target, &linking, &compiler, &plugin, &choice)?))
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut command = compiler.cargo();
    match &configuration.set {
        // These variables take precedence over all that is configured.
        Some(set) => {
            command.env("CARGO_ENCODED_RUSTFLAGS", behind(set, &flags)?);
        }
        None => added.extend(configured(&flags)?),
    }
    // Behind the name of cargo's command, before what belongs to the program that it runs.
    let at = subcommand(&given);
    let (before, after) = arguments.split_at(at.map_or(0, |at| at + 1));
    command.args(before).args(added).args(after);
    command.envs(args.merging.report()?);
    if choice.across.is_some() {
        command.env(across::VARIABLE, across::QUIET);
    }
    // Where this program links, it is to take the same.
    command.env(PLUGIN, &plugin.path);
    let begun = SystemTime::now();
    let code = ended(&mut command, is_quiet)?;
    if let Some(at) = at.filter(|&at| given[at] != "install" && !is_silent() && code == Some(0)) {
        tell_of_archives(&compiler, &given, at, &targets, begun);
    }
    Ok(exit_code(code))
}

/// To end with the code of another program; a failure if it ended without one.
fn exit_code(code: Option<i32>) -> ExitCode {
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Runs cargo, shows what the plugin wrote, and says the code that cargo ended with.
fn ended(command: &mut Command, is_quiet: bool) -> anyhow::Result<Option<i32>> {
    let told = Told::new()?;
    let status = told.by(command).status().context("cannot run cargo")?;
    told.show(is_quiet);
    Ok(status.code())
}

/// The flags that a variable gives, and ours behind them, as one variable.
fn behind(set: &[String], flags: &[(&str, Vec<String>)]) -> anyhow::Result<String> {
    let different: BTreeSet<&Vec<String>> = flags.iter().map(|(_, flags)| flags).collect();
    if different.len() > 1 {
        bail!(
            "RUSTFLAGS gives all targets the same flags, and these need others: build one at a time"
        );
    }
    let ours = different.into_iter().flatten();
    Ok(set.iter().chain(ours).map(String::as_str).collect::<Vec<_>>().join("\x1f"))
}

/// Options by which cargo adds flags to those that are configured for targets.
fn configured(flags: &[(&str, Vec<String>)]) -> anyhow::Result<Vec<String>> {
    let mut added = Vec::new();
    let mut keys = BTreeSet::new();
    for (target, list) in flags {
        let is_alone = flags.iter().all(|(other, its)| key(other) != key(target) || its == list);
        let key = if is_alone { key(target) } else { target };
        if keys.insert(key) {
            let list = serde_json::to_string(list)?;
            added.extend(["--config".to_owned(), format!("target.'{key}'.rustflags={list}")]);
        }
    }
    Ok(added)
}

/// Says which static libraries the build has made, because they hold bitcode.
fn tell_of_archives(
    compiler: &Compiler,
    given: &[String],
    at: usize,
    targets: &[String],
    begun: SystemTime,
) {
    let mut metadata = compiler.cargo();
    metadata.args(&given[..at]).arg("metadata");
    for option in ["--manifest-path", "--config"] {
        for value in values(&given[at..], option) {
            metadata.args([option, value]);
        }
    }
    let target_dir = values(given, "--target-dir").last().copied();
    let place = Place { target_dir, targets, profile: profile(given) };
    let here = env::current_dir().unwrap_or_default();
    for path in place.written(&mut metadata, begun) {
        let llvm = compiler.llvm();
        eprintln!(
            "fmerge: warning: {} holds LLVM's bitcode, which other linkers cannot read: link it by `fmerge cc`, or by clang and lld of LLVM {llvm} (clang-{llvm} -flto -fuse-ld=lld)",
            path.strip_prefix(&here).unwrap_or(&path).display()
        );
    }
}

/// The arguments as text.
fn lossy(arguments: &[OsString]) -> Vec<String> {
    arguments.iter().map(|text| text.to_string_lossy().into_owned()).collect()
}

/// The values of an option that cargo knows, up to `--`.
fn values<'a>(given: &'a [String], option: &str) -> Vec<&'a str> {
    let words: Vec<&str> =
        given.iter().map(String::as_str).take_while(|&word| word != "--").collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if *word == option {
            found.extend(words.get(at + 1));
        } else if let Some(value) =
            word.strip_prefix(option).and_then(|rest| rest.strip_prefix('='))
        {
            found.push(value);
        }
    }
    found
}

/// Where the name of cargo's command is: options of cargo itself may stand before it.
fn subcommand(given: &[String]) -> Option<usize> {
    const WITH_VALUE: [&str; 4] = ["--color", "--config", "-Z", "-C"];
    let is_value = |at: usize| at > 0 && WITH_VALUE.contains(&given[at - 1].as_str());
    (0..given.len()).find(|&at| !given[at].starts_with(['-', '+']) && !is_value(at))
}

/// The targets that the user names, if any.
fn targets(given: &[String]) -> Vec<String> {
    let named = values(given, "--target").into_iter().map(str::to_owned).collect::<Vec<_>>();
    let variable = || env::var("CARGO_BUILD_TARGET").ok().filter(|target| !target.is_empty());
    if named.is_empty() { variable().into_iter().collect() } else { named }
}

/// Whether cargo is asked for something that builds nothing, and so takes no target: a command of this kind, or what
/// cargo says of itself.
fn builds_nothing(given: &[String]) -> bool {
    const COMMANDS: [&str; 22] = [
        "add",
        "config",
        "generate-lockfile",
        "help",
        "info",
        "init",
        "locate-project",
        "login",
        "logout",
        "metadata",
        "new",
        "owner",
        "pkgid",
        "remove",
        "report",
        "search",
        "uninstall",
        "update",
        "vendor",
        "verify-project",
        "version",
        "yank",
    ];
    let command = subcommand(given).map(|at| given[at].as_str());
    command.is_none_or(|command| COMMANDS.contains(&command))
}

/// Whether a word stands before `--`.
fn is_given(given: &[String], name: &str) -> bool {
    given.iter().take_while(|&word| word != "--").any(|word| word == name)
}

/// The profile that is built.
fn profile(given: &[String]) -> &str {
    let is = |name: &str| is_given(given, name);
    match values(given, "--profile").last() {
        Some(name) => name,
        None if is("--release") || is("-r") || is("install") || is("bench") => "release",
        None => "dev",
    }
}

/// How a target is linked, as the user configures it.
struct Linking {
    linker: Linker,
    says_folding: bool,
}

impl Linking {
    /// Of a target. A linker that a compiler is to run is not run if it cannot load the plugin, which is said.
    fn of(
        target: &str,
        configuration: &Configuration,
        choice: &Choice,
        is_quiet: bool,
    ) -> anyhow::Result<Linking> {
        let says_folding = configuration.says_folding(target);
        if is_wasm(target) {
            return Ok(Linking { linker: Linker::Driver, says_folding });
        }
        let linker = Linker::of(target, configuration)?;
        let other = configuration.other_linker(target, key(target));
        match other.filter(|_| linker == Linker::Driver) {
            Some(Other { word, is_last }) if is_last || choice.across.is_some() => bail!(
                "the linker of {word}, which the flags of rustc name, cannot load the plugin: leave the flag out, so that lld links"
            ),
            Some(Other { word, .. }) if !is_quiet => eprintln!(
                "fmerge: warning: the linker of {word} cannot load the plugin: lld links in its place"
            ),
            _ => {}
        }
        Ok(Linking { linker, says_folding })
    }
}

/// The flags that make rustc leave the code to a linker that loads the plugin.
fn flags(
    target: &str,
    linking: &Linking,
    compiler: &Compiler,
    plugin: &Plugin,
    choice: &Choice,
) -> anyhow::Result<Vec<String>> {
    if is_wasm(target) {
        return flags_of_wasm(target, plugin, choice);
    }
    if !target.contains("linux") && !target.contains("bsd") && !target.contains("-none") {
        bail!("the linker for {target} cannot load the plugin");
    }
    let mut flags = vec!["-Clinker-plugin-lto".to_owned()];
    let utf8 = |text: OsString| text.into_string().ok().context("the plugin's path is not UTF-8");
    // Across modules, clang links.
    let is_driver = linking.linker == Linker::Driver || choice.across.is_some();
    let mut add = |argument: String| {
        flags.extend(is_driver.then(|| "-Clink-arg=-Xlinker".to_owned()));
        flags.push(format!("-Clink-arg={argument}"));
    };
    if let Some(linker) = &choice.across {
        // It loads the plugin; what is merged is said here, so that cargo knows.
        choice
            .options(plugin)
            .into_iter()
            .flat_map(|one| ["-mllvm".into(), one])
            .for_each(&mut add);
        flags.push(format!("-Clinker={}", utf8(linker.into())?));
        return Ok(flags);
    }
    let fold = fold_for(target, choice).filter(|_| !linking.says_folding).map(OsString::from);
    for argument in for_linker(plugin, &[], &choice.options(plugin)).into_iter().chain(fold) {
        add(utf8(argument)?);
    }
    if !is_driver {
        return Ok(flags);
    }
    // Some releases take it by themselves, unless the user names a linker.
    if let Some(folder) = compiler.own_lld().filter(|_| target == OWN_LLD) {
        flags.push(format!("-Clink-arg=-B{folder}"));
    }
    flags.push("-Clink-arg=-fuse-ld=lld".to_owned());
    Ok(flags)
}

/// The same where this program links, because the linker loads no plugin.
fn flags_of_wasm(target: &str, plugin: &Plugin, choice: &Choice) -> anyhow::Result<Vec<String>> {
    if choice.across.is_some() {
        bail!("--across is for ThinLTO; a link for {target} merges all crates by itself");
    }
    let linker = across::program(Tool::Ld)?.into_os_string();
    let linker = linker.into_string().ok().context("the path of fmerge-ld is not UTF-8")?;
    let mut flags = vec!["-Clinker-plugin-lto".to_owned(), format!("-Clinker={linker}")];
    let options = choice.options(plugin).into_iter().flat_map(|one| ["-mllvm".to_owned(), one]);
    let component = target.ends_with("wasip2").then(|| wasm::COMPONENT.to_owned());
    let told = options.chain(component).map(|word| format!("-Clink-arg={word}"));
    flags.extend(told);
    Ok(flags)
}

/// Whether `wasm-ld` links for a target. For Emscripten, its own compiler does.
fn is_wasm(target: &str) -> bool {
    target.starts_with("wasm") && !target.contains("emscripten")
}

#[cfg(test)]
mod tests {
    use super::{Choice, Compiler, Linker, Linking, Plugin};
    use super::{behind, builds_nothing, configured, flags, in_order, profile, subcommand, values};

    fn compiler(release: &str) -> Compiler {
        Compiler::told(&format!(
            "host: x86_64-unknown-linux-gnu\nrelease: {release}\nLLVM version: 22.1.2"
        ))
        .expect("a version")
    }

    fn by(linker: Linker) -> Linking {
        Linking { linker, says_folding: false }
    }

    #[test]
    fn flags_stand_where_cargo_puts_them_last() {
        let (x86, arm) = ("x86_64-unknown-linux-gnu", "thumbv6m-none-eabi");
        let of = |flags: &[(&str, &str)]| -> Vec<String> {
            let flags: Vec<_> = flags.iter().map(|(target, flag)| (*target, words(flag))).collect();
            configured(&flags)
                .expect("flags")
                .into_iter()
                .filter(|word| word != "--config")
                .collect()
        };
        assert_eq!(of(&[(x86, "a")]), ["target.'cfg(unix )'.rustflags=[\"a\"]"]);
        let both =
            ["target.'cfg(unix )'.rustflags=[\"a\"]", "target.'cfg(not(unix ))'.rustflags=[\"b\"]"];
        assert_eq!(of(&[(x86, "a"), ("i686-linux-musl", "a"), (arm, "b")]), both);
        let each = [
            "target.'x86_64-unknown-linux-gnu'.rustflags=[\"a\"]",
            "target.'i686-linux-musl'.rustflags=[\"b\"]",
        ];
        assert_eq!(of(&[(x86, "a"), ("i686-linux-musl", "b")]), each);
        assert!(behind(&[], &[(x86, words("a")), (arm, words("b"))]).is_err());
        assert_eq!(
            behind(&words("x y"), &[(x86, words("a"))]).ok().as_deref(),
            Some("x\x1fy\x1fa")
        );
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn commands_that_build_nothing_are_known() {
        for text in ["help", "--list", "-Z help", "+nightly metadata --no-deps", "update -p a"] {
            assert!(builds_nothing(&words(text)), "{text}");
        }
        for text in ["b --release", "nextest run", "-q run -- help"] {
            assert!(!builds_nothing(&words(text)), "{text}");
        }
    }

    #[test]
    fn what_the_user_names() {
        let given = words("build --target a --target=b --release -- --target c");
        assert_eq!(values(&given, "--target"), ["a", "b"]);
        for (text, name) in [
            ("build", "dev"),
            ("build -r", "release"),
            ("install x", "release"),
            ("test --profile small", "small"),
            ("run --profile=small", "small"),
            ("run -- --release", "dev"),
        ] {
            assert_eq!(profile(&words(text)), name, "{text}");
        }
    }

    #[test]
    fn options_of_cargo_itself() {
        for (given, at) in [("build -r", 0), ("-q build", 1), ("+1.95 --color never -v test", 4)] {
            assert_eq!(subcommand(&words(given)), Some(at), "{given}");
        }
        assert_eq!(subcommand(&words("--list")), None);
    }

    #[test]
    fn our_options_may_stand_anywhere() {
        for (given, ordered) in [
            ("build -r", "build -r"),
            ("build --preset smallest -r", "--preset smallest build -r"),
            ("build --with-std --pipeline=gfm -r", "--with-std --pipeline=gfm build -r"),
            ("run -- --preset x", "run -- --preset x"),
            ("build --preset", "--preset build"),
        ] {
            let words: Vec<_> = words(given).into_iter().map(Into::into).collect();
            assert_eq!(in_order(&words).join(" ".as_ref()), ordered, "{given}");
        }
    }

    #[test]
    fn flags_say_which_plugin_and_pipeline() {
        let plugin = Plugin::at("/p/libfmerge.so".into());
        let choice = |text: &str| Choice { last: Some(text.to_owned()), ..Choice::default() };
        let flags = |text| {
            let target = "x86_64-unknown-linux-gnu";
            flags(target, &by(Linker::Driver), &compiler("1.95.0"), &plugin, &choice(text))
                .expect("flags")
        };
        assert!(flags("gfm").contains(&"-Clink-arg=--icf=safe".to_owned()));
        assert!(flags("gfm").contains(&"-Clink-arg=-fmerge-pipeline=gfm".to_owned()));
        assert!(flags("gfm").iter().any(|flag| flag.starts_with("-Clink-arg=-fmerge-digest=")));
    }

    #[test]
    fn linkers_of_other_systems_are_refused() {
        let plugin = Plugin::at("/p/libfmerge.so".into());
        for target in
            ["wasm32-unknown-emscripten", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"]
        {
            let choice = Choice::default();
            let refused = flags(target, &by(Linker::Driver), &compiler("1.95.0"), &plugin, &choice);
            assert!(refused.is_err(), "{target}");
        }
    }

    #[test]
    fn an_lld_that_is_run_without_a_compiler_gets_its_own_arguments() {
        let plugin = Plugin::at("/p/libfmerge.so".into());
        let choice = Choice::default();
        let target = "thumbv6m-none-eabi";
        let flags =
            flags(target, &by(Linker::Lld), &compiler("1.95.0"), &plugin, &choice).expect("flags");
        assert!(flags.contains(&"-Clink-arg=--load-pass-plugin=/p/libfmerge.so".to_owned()));
        for of_drivers in ["-Clink-arg=-Xlinker", "-Clink-arg=-fuse-ld=lld"] {
            assert!(!flags.contains(&of_drivers.to_owned()), "{flags:?}");
        }
    }
}
