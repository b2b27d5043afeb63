//! Parses one element of a pipeline.
//!
//! Consumes: text such as `f3m<k=200;force>`. Produces: a [`PassRequest`] whose options are in range and
//! fit each other (`k == rows * bands`), or the first error from left to right.

use super::system::{System, system};
use super::table::{self, Kind, Row};
use super::{OptionError, Options, PassName, PassRequest, ThunkEntries};
use crate::policy::Speed;

/// What was given, in order: the option and its value as text.
type Given<'a> = Vec<(&'static Row, &'a str)>;

/// Parses `text` if the name before its `<` is exactly that of one of our passes, or of a published system; else `None`.
pub fn parse_pass(text: &str) -> Option<Result<PassRequest, OptionError>> {
    let (name, rest) = match text.find('<') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let named = system(name);
    let pass = named.map(|_| PassName::F3m).or_else(|| PassName::from_name(name))?;
    let options = parameters(pass, text, rest).and_then(|list| parse_options(pass, named, list));
    Some(options.map(|options| PassRequest { pass, options }))
}

/// The options of `f3m`, or of a published system, in a text that may be its name alone.
///
/// # Errors
/// A message for people, when `text` is wrong or names another pass.
pub fn parse_f3m(text: &str) -> Result<Box<Options>, String> {
    match parse_pass(text) {
        Some(Ok(request)) if request.pass == PassName::F3m => Ok(request.options.into()),
        Some(Err(error)) => Err(error.to_string()),
        _ => Err("only f3m, or f3m with options, can be run on encoded functions".into()),
    }
}

/// What stands between `<` and `>`.
fn parameters<'a>(pass: PassName, text: &str, rest: &'a str) -> Result<&'a str, OptionError> {
    if rest.is_empty() {
        return Ok("");
    }
    let inner = rest.strip_prefix('<').and_then(|r| r.strip_suffix('>'));
    inner.ok_or_else(|| OptionError::Unclosed { pass, text: text.into() })
}

/// The options of a list separated by `;`, beside those of a system that the pass is named by.
fn parse_options(
    pass: PassName,
    named: Option<&'static System>,
    list: &str,
) -> Result<Options, OptionError> {
    let items = || list.split(';').filter(|_| !list.is_empty());
    let mut options = Options::default();
    let systems: Vec<_> = named.into_iter().chain(items().filter_map(system)).collect();
    match systems[..] {
        [] => {}
        [one] => follow(one, pass, &mut options)?,
        [one, other, ..] => {
            return Err(OptionError::Systems { pass, systems: [one.name, other.name] });
        }
    }
    let mut given = Given::new();
    for item in items().filter(|item| system(item).is_none()) {
        let (row, value) = parse_item(pass, list, item)?;
        if given.iter().any(|(earlier, _)| earlier.name == row.name) {
            return Err(OptionError::Duplicate { pass, option: row.name, given: item.into() });
        }
        row.kind.set(&mut options, value).map_err(|reason| bad_value(pass, row, value, reason))?;
        given.push((row, value));
    }
    if !given.iter().any(|(row, _)| row.name == "threshold") {
        if options.force {
            // Whatever is legal is merged, however unlike.
            options.search.threshold = 0.0;
        } else if options.speed == Speed::Ignore && options.search.among > 0 {
            options.search.threshold = THRESHOLD_OF_SIZE;
        }
    }
    if options.before_inlining && options.thunk_entries == ThunkEntries::Drop {
        return Err(OptionError::EntriesNeeded { pass });
    }
    check_by_count(pass, &mut options, &given)?;
    Shape { pass, given: &given }.fit(&mut options)?;
    Ok(options)
}

/// The least similarity of a candidate where only size counts. Functions that share next to nothing still save a prologue
/// and an unwind entry: that makes Lua 0.9% smaller, SQLite 0.5%. Where time counts it is not worth the choice that every
/// call makes: Lua becomes 0.3% smaller and executes 1.0% more.
const THRESHOLD_OF_SIZE: f64 = 0.05;

/// Sets the options of a system that the pass takes.
fn follow(system: &System, pass: PassName, options: &mut Options) -> Result<(), OptionError> {
    if !table::rows_of(pass).any(|row| row.name == "ranking") {
        let owners = "the passes that rank".into();
        return Err(OptionError::OtherPass { pass, option: system.name, owners });
    }
    for item in system.options.split(';') {
        let (row, value) = parse_item(PassName::F3m, system.options, item)?;
        if row.passes.contains(&pass) {
            row.kind.set(options, value).map_err(|reason| bad_value(pass, row, value, reason))?;
        }
    }
    Ok(())
}

fn bad_value(pass: PassName, row: &Row, value: &str, reason: Option<String>) -> OptionError {
    let (value, allowed) = (value.to_owned(), row.kind.allowed());
    OptionError::BadValue { pass, option: row.name, value, allowed, reason }
}

/// One of `name=value`, `name`, `no-name`, as its row and the value that it stands for.
fn parse_item<'a>(
    pass: PassName,
    list: &str,
    item: &'a str,
) -> Result<(&'static Row, &'a str), OptionError> {
    if item.is_empty() {
        return Err(OptionError::Empty { pass, text: list.into() });
    }
    let (name, value) = match item.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (item, None),
    };
    match table::row(name) {
        Some(row) => Ok((owned(pass, row)?, given_value(pass, row, value)?)),
        None => Ok((negated(pass, name, item, value)?, "false")),
    }
}

/// The value of an option; a flag alone is true.
fn given_value<'a>(
    pass: PassName,
    row: &Row,
    value: Option<&'a str>,
) -> Result<&'a str, OptionError> {
    match (value, &row.kind) {
        (None, Kind::Flag(_)) => Ok("true"),
        (None | Some(""), kind) => {
            Err(OptionError::MissingValue { pass, option: row.name, allowed: kind.allowed() })
        }
        (Some(value), _) => Ok(value),
    }
}

/// The flag that `no-…` turns off.
fn negated(
    pass: PassName,
    name: &str,
    item: &str,
    value: Option<&str>,
) -> Result<&'static Row, OptionError> {
    let row = name.strip_prefix("no-").and_then(table::row);
    let row = row.ok_or_else(|| OptionError::Unknown {
        pass,
        option: name.into(),
        nearest: nearest(pass, name),
    })?;
    let row = owned(pass, row)?;
    match (&row.kind, value) {
        (Kind::Flag(_), None) => Ok(row),
        _ => Err(OptionError::BadNegation { pass, given: item.into() }),
    }
}

/// The row, if `pass` takes it.
fn owned(pass: PassName, row: &'static Row) -> Result<&'static Row, OptionError> {
    if row.passes.contains(&pass) {
        return Ok(row);
    }
    let owners = row.passes.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ");
    Err(OptionError::OtherPass { pass, option: row.name, owners })
}

/// A name is suggested only if it is at least so similar (Jaro-Winkler, 0 to 1).
const SUGGEST: f64 = 0.7;

/// The option of `pass` whose name is most similar, by Jaro-Winkler, which weighs a common beginning most.
fn nearest(pass: PassName, name: &str) -> Option<String> {
    let (prefix, stem) = match name.strip_prefix("no-") {
        Some(stem) => ("no-", stem),
        None => ("", name),
    };
    let scored = table::rows_of(pass).map(|r| (strsim::jaro_winkler(stem, r.name), r));
    let (score, row) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let prefix = if matches!(row.kind, Kind::Flag(_)) { prefix } else { "" };
    (score >= SUGGEST).then(|| format!("{prefix}{}", row.name))
}

/// The options that `by-count` chooses.
const CHOSEN: [&str; 4] = ["k", "rows", "bands", "threshold"];

/// What a system chooses by count gives way to what is given; what is given by name does not.
fn check_by_count(pass: PassName, options: &mut Options, given: &Given) -> Result<(), OptionError> {
    let clash = given.iter().filter(|(row, _)| CHOSEN.contains(&row.name));
    let clash: Vec<_> = clash.map(|(row, value)| format!("`{}={value}`", row.name)).collect();
    if !options.search.by_count || clash.is_empty() {
        return Ok(());
    }
    if given.iter().any(|(row, _)| row.name == "by-count") {
        return Err(OptionError::CountConflict { pass, given: clash.join(", ") });
    }
    options.search.by_count = false;
    Ok(())
}

/// Makes k, rows and bands fit each other.
struct Shape<'a> {
    pass: PassName,
    given: &'a Given<'a>,
}

impl Shape<'_> {
    /// Derives what was not given: k from bands, else bands from k and rows.
    fn fit(&self, o: &mut Options) -> Result<(), OptionError> {
        match (self.has("k"), self.has("rows"), self.has("bands")) {
            (true, true, true) => self.agree(o),
            (true, false, true) => {
                o.search.rows = self.divide(o, ("bands", o.search.bands), "rows")?;
                Ok(())
            }
            (false, _, true) => {
                o.search.k = self.multiply(o)?;
                Ok(())
            }
            (_, _, false) => {
                o.search.bands = self.divide(o, ("rows", o.search.rows), "bands")?;
                Ok(())
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(row, _)| row.name == name)
    }

    fn agree(&self, o: &Options) -> Result<(), OptionError> {
        if o.search.k == o.search.rows * o.search.bands {
            return Ok(());
        }
        let product = o.search.rows * o.search.bands;
        let conflict =
            format!("k={}, rows={}, bands={}", o.search.k, o.search.rows, o.search.bands);
        Err(self.error(conflict, format!("which is {product}")))
    }

    /// `wanted`, which is k divided by `by`.
    fn divide(&self, o: &Options, by: (&str, u32), wanted: &str) -> Result<u32, OptionError> {
        let (name, divisor) = by;
        let quotient = Some(o.search.k / divisor).filter(|q| q * divisor == o.search.k);
        let quotient = quotient.filter(|&q| in_range(wanted, q));
        quotient.ok_or_else(|| {
            let conflict = format!("{}, {}", self.show("k", o.search.k), self.show(name, divisor));
            let range = table::row(wanted).map(|r| r.kind.allowed()).unwrap_or_default();
            self.error(conflict, format!("with {wanted} {range}"))
        })
    }

    /// k, which is rows times bands.
    fn multiply(&self, o: &Options) -> Result<u32, OptionError> {
        let product = o.search.rows * o.search.bands;
        Some(product).filter(|&k| in_range("k", k)).ok_or_else(|| {
            let conflict =
                format!("{}, bands={}", self.show("rows", o.search.rows), o.search.bands);
            let range = table::row("k").map(|r| r.kind.allowed()).unwrap_or_default();
            self.error(conflict, format!("here {product}, and k is {range}"))
        })
    }

    /// An option with its value, and whether that is only the default.
    fn show(&self, name: &str, value: u32) -> String {
        let note = if self.has(name) { "" } else { " (the default)" };
        format!("{name}={value}{note}")
    }

    fn error(&self, conflict: String, allowed: String) -> OptionError {
        OptionError::Shape { pass: self.pass, conflict, allowed }
    }
}

/// Whether a derived number would be allowed if it were given.
fn in_range(name: &str, value: u32) -> bool {
    match table::row(name).map(|r| &r.kind) {
        Some(Kind::Count { min, max, .. }) => (min..=max).contains(&&value),
        _ => false,
    }
}
