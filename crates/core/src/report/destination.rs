//! Where reports go: standard error, or files whose names are made by a pattern.
//!
//! Consumes: the value of the option `report`, and reports. Produces: files with a JSON document in each line, which
//! says what one run of a pass did. Guarantees: the first run of a process replaces a file, and further runs of the
//! same process add to it, from whichever thread. A file begins with a whole line, and each further one is added by a
//! single write, so that lines of processes that write the same file never mix. Folders are made where they are
//! missing. A pipe or a device is only ever added to.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use super::{Report, ReportOrigin};
use crate::summary::{SummaryError, write_atomically};

/// What the option `report` takes, for people.
pub const SYNTAX: &str = "a file, with %m for the module, %p for the process and %% for %, a folder that ends in /, or - for standard error";
/// The environment variable that says where passes report whose option `report` is not given.
pub const VARIABLE: &str = "FMERGE_REPORT";
/// The pattern of the files in a folder: one for each module.
const IN_FOLDER: &str = "%m.json";
/// Most characters of a source file's name that are kept for `%m`.
const NAME_LIMIT: usize = 80;
/// Hexadecimal digits of the digest that follows that name.
const DIGITS: usize = 12;

/// The files that this process has begun.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Where reports go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard error.
    Stderr,
    /// The files that a pattern names.
    Files(NamePattern),
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Destination, String> {
        match text {
            "-" => Ok(Destination::Stderr),
            _ if text.ends_with('/') => {
                (text.to_owned() + IN_FOLDER).parse().map(Destination::Files)
            }
            _ => text.parse().map(Destination::Files),
        }
    }
}

impl Destination {
    /// The destination that [`VARIABLE`] names, if any. `variable` reads an environment variable.
    ///
    /// # Errors
    /// It is no pattern for names of files.
    pub fn of_variable(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Destination>, String> {
        let text = variable(VARIABLE).filter(|text| !text.trim().is_empty());
        let read = |text: String| text.parse().map_err(|error| format!("in {VARIABLE}: {error}"));
        text.map(read).transpose()
    }

    /// Writes a report, beside those that this process wrote there before.
    ///
    /// # Errors
    /// [`SummaryError::Write`].
    pub fn add(&self, report: &Report) -> Result<(), SummaryError> {
        let line = report.to_json() + "\n";
        match self {
            Destination::Stderr => io::stderr()
                .write_all(line.as_bytes())
                .map_err(|source| SummaryError::Write { path: "standard error".into(), source }),
            Destination::Files(pattern) => add(&pattern.fill(&report.origin), &line),
        }
    }
}

/// Adds a line to a file. Begins the file if this process has not begun it, or if it was removed meanwhile.
fn add(path: &Path, line: &str) -> Result<(), SummaryError> {
    // A thread that panicked meanwhile ends the program anyway.
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    let failed = |source| SummaryError::Write { path: path.to_owned(), source };
    if !begun.insert(path.to_owned()) {
        match File::options().append(true).open(path) {
            Ok(mut file) => return file.write_all(line.as_bytes()).map_err(failed),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    write_atomically(path, |out| out.write_all(line.as_bytes()))
}

/// A file's name in which `%m` stands for the module, `%p` for the process and `%%` for a percent sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern(Vec<PatternPart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternPart {
    Text(String),
    Module,
    Process,
}

impl FromStr for NamePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<NamePattern, String> {
        let (first, rest) = text.split_once('%').unwrap_or((text, ""));
        let mut parts = vec![PatternPart::Text(first.to_owned())];
        let mut rest = Some(rest).filter(|_| text.contains('%'));
        while let Some(behind) = rest {
            let mut letters = behind.chars();
            parts.push(match letters.next() {
                Some('m') => PatternPart::Module,
                Some('p') => PatternPart::Process,
                Some('%') => PatternPart::Text("%".to_owned()),
                Some(other) => return Err(format!("`%{other}` stands for nothing")),
                None => return Err("nothing follows the last `%`".to_owned()),
            });
            let behind = letters.as_str();
            let end = behind.find('%');
            parts.push(PatternPart::Text(behind[..end.unwrap_or(behind.len())].to_owned()));
            rest = end.map(|at| &behind[at + 1..]);
        }
        Ok(NamePattern(parts))
    }
}

impl NamePattern {
    /// The file for a module in this process.
    pub fn fill(&self, origin: &ReportOrigin) -> PathBuf {
        let text = self.0.iter().map(|part| match part {
            PatternPart::Text(text) => text.clone(),
            PatternPart::Module => module_name(origin),
            PatternPart::Process => std::process::id().to_string(),
        });
        PathBuf::from(text.collect::<String>())
    }
}

/// The last part of the source file's name, as far as it is fit for a file's name, and a digest of the module's
/// identifier and of the folder that the process runs in: many folders have a `main.c`.
fn module_name(origin: &ReportOrigin) -> String {
    let name = origin.source.rsplit(['/', '\\']).next().unwrap_or_default();
    let safe = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '+' | '-' => letter,
        _ => '_',
    };
    let name: String = name.trim_start_matches('.').chars().map(safe).take(NAME_LIMIT).collect();
    let mut digest = blake3::Hasher::new();
    if let Ok(folder) = std::env::current_dir() {
        digest.update(folder.as_os_str().as_encoded_bytes());
    }
    digest.update(b"\0");
    digest.update(origin.module.as_bytes());
    format!("{name}-{}", &digest.finalize().to_hex()[..DIGITS])
}

#[cfg(test)]
mod tests {
    use super::super::Place;
    use super::*;

    fn origin(module: &str, source: &str) -> ReportOrigin {
        ReportOrigin { module: module.to_owned(), source: source.to_owned(), place: Place::Compile }
    }

    fn filled(pattern: &str, origin: &ReportOrigin) -> String {
        let pattern: NamePattern = pattern.parse().expect("a pattern");
        pattern.fill(origin).to_str().expect("UTF-8").to_owned()
    }

    #[test]
    fn patterns_are_filled() {
        let main = origin("main.c", "src/main.c");
        let process = std::process::id();
        assert_eq!(filled("a.json", &main), "a.json");
        assert_eq!(filled("", &main), "");
        assert_eq!(filled("%%%p%%p", &main), format!("%{process}%p"));
        let name = filled("folder/%m.json", &main);
        assert!(name.starts_with("folder/main.c-") && name.ends_with(".json"), "{name}");
        assert_eq!(name.len(), "folder/main.c-.json".len() + DIGITS);
        assert_ne!(name, filled("folder/%m.json", &origin("other/main.c", "src/main.c")));
    }

    #[test]
    fn names_of_modules_are_fit_for_files() {
        let long = "x".repeat(300);
        for source in ["", "..", "/", "a b<c>.cpp", "ä.c", "C:\\a\\b.c", &long] {
            let name = filled("%m", &origin("m", source));
            let fits = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
            assert!(name.len() < 120 && name.chars().all(fits) && !name.starts_with('.'), "{name}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for (text, reason) in [("a%", "nothing follows"), ("%x.json", "`%x`"), ("%m%", "nothing")] {
            let problem = text.parse::<NamePattern>().expect_err("no pattern");
            assert!(problem.contains(reason), "{problem}");
        }
        assert_eq!("-".parse(), Ok(Destination::Stderr));
        assert_eq!("a/".parse::<Destination>(), "a/%m.json".parse());
        let of = |text: &str| Destination::of_variable(|_| Some(text.to_owned()));
        assert_eq!(of(" "), Ok(None));
        assert_eq!(of("-"), Ok(Some(Destination::Stderr)));
        assert_eq!(of("%"), Err("in FMERGE_REPORT: nothing follows the last `%`".to_owned()));
    }

    fn run(pass: &str, module: &str) -> Report {
        let mut report = Report::new(pass);
        report.identify(origin(module, module), Default::default());
        report
    }

    fn passes(path: &Path) -> Vec<String> {
        let text = fs::read_to_string(path).expect("a report");
        let line = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        text.lines().map(line).map(|run| run["pass"].as_str().expect("a name").to_owned()).collect()
    }

    #[test]
    fn runs_of_a_process_add_up_and_replace_those_of_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/folder/report.json");
        let to: Destination = path.to_str().expect("UTF-8").parse().expect("a pattern");
        to.add(&run("identical", "a")).expect("written");
        to.add(&run("gfm", "a")).expect("written");
        assert_eq!(passes(&path), ["identical", "gfm"]);
        fs::remove_file(&path).expect("removed");
        to.add(&run("f3m", "a")).expect("written");
        assert_eq!(passes(&path), ["f3m"]);
        // As if another process had begun the file.
        BEGUN.lock().expect("no panic").remove(&path);
        to.add(&run("fmerge", "a")).expect("written");
        assert_eq!(passes(&path), ["fmerge"]);
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("a folder").count(), 1);
    }

    #[test]
    fn threads_lose_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.json");
        let to: Destination = path.to_str().expect("UTF-8").parse().expect("a pattern");
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let to = &to;
                scope.spawn(move || {
                    (0..10)
                        .for_each(|n| to.add(&run(&format!("{thread}.{n}"), "m")).expect("written"))
                });
            }
        });
        let mut found = passes(&path);
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 80);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to() {
        let to: Destination = "/dev/null".parse().expect("a pattern");
        to.add(&run("f3m", "m")).and_then(|()| to.add(&run("f3m", "m"))).expect("written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }
}
