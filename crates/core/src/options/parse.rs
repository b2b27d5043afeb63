//! Parses one element of a pipeline.
//!
//! Consumes: text such as `f3m<min-gain=20;force>`. Produces: a [`PassRequest`] whose options are in range, or the first
//! error from left to right.

use super::table::{self, OptionRow};
use super::value::BadValue;
use super::{OptionError, Options, PassName, PassRequest, ThunkEntries};

/// Parses `text` if the name before its `<` is exactly that of one of our passes; else `None`.
pub fn parse_pass(text: &str) -> Option<Result<PassRequest, OptionError>> {
    let (name, rest) = match text.find('<') {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let pass = PassName::from_name(name)?;
    let options = parameters(pass, text, rest).and_then(|list| parse_options(pass, list));
    Some(options.map(|options| PassRequest { pass, options }))
}

/// The options of `f3m` in a text that may be its name alone.
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

/// The options of a list separated by `;`. An option that is not given has the value that the given `system` sets, else
/// its default.
fn parse_options(pass: PassName, list: &str) -> Result<Options, OptionError> {
    let mut given: Vec<(&OptionRow, &str)> = Vec::new();
    for item in list.split(';').filter(|_| !list.is_empty()) {
        let (row, value) = parse_item(pass, list, item)?;
        if given.iter().any(|(earlier, _)| earlier.name == row.name) {
            return Err(OptionError::Duplicate { pass, option: row.name, given: item.into() });
        }
        given.push((row, value));
    }
    let mut options = Options::default();
    set(pass, &mut options, given.iter().filter(|(row, _)| row.name == "system"))?;
    let of_system = options.system.options.split(';').filter(|item| !item.is_empty());
    let of_system = of_system.map(|item| parse_item(PassName::F3m, options.system.options, item));
    let of_system: Vec<(&OptionRow, &str)> = of_system.collect::<Result<_, _>>()?;
    set(pass, &mut options, of_system.iter().chain(&given))?;
    let open =
        |row: &&OptionRow| !of_system.iter().chain(&given).any(|(other, _)| other.name == row.name);
    for row in table::rows_of(pass).filter(open) {
        let applies = row.derived.iter().find(|derived| (derived.applies)(&options));
        set(pass, &mut options, applies.map(|derived| (row, derived.value)).iter())?;
    }
    if options.before_inlining && options.thunk_entries == ThunkEntries::Drop {
        return Err(OptionError::EntriesNeeded { pass });
    }
    Ok(options)
}

/// Sets options to values.
fn set<'a>(
    pass: PassName,
    options: &mut Options,
    values: impl Iterator<Item = &'a (&'static OptionRow, &'a str)>,
) -> Result<(), OptionError> {
    for &(row, value) in values {
        (row.set)(options, value).map_err(|reason| bad_value(pass, row, value, reason))?;
    }
    Ok(())
}

fn bad_value(pass: PassName, row: &OptionRow, value: &str, reason: BadValue) -> OptionError {
    let (value, allowed) = (value.to_owned(), (row.allowed)());
    OptionError::BadValue { pass, option: row.name, value, allowed, reason }
}

/// One of `name=value`, `name`, `no-name`, as its row and the value that it stands for.
fn parse_item<'a>(
    pass: PassName,
    list: &str,
    item: &'a str,
) -> Result<(&'static OptionRow, &'a str), OptionError> {
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
    row: &OptionRow,
    value: Option<&'a str>,
) -> Result<&'a str, OptionError> {
    match value {
        None if row.flag => Ok("true"),
        None | Some("") => {
            Err(OptionError::MissingValue { pass, option: row.name, allowed: (row.allowed)() })
        }
        Some(value) => Ok(value),
    }
}

/// The flag that `no-…` turns off.
fn negated(
    pass: PassName,
    name: &str,
    item: &str,
    value: Option<&str>,
) -> Result<&'static OptionRow, OptionError> {
    let row = name.strip_prefix("no-").and_then(table::row);
    let row = row.ok_or_else(|| OptionError::Unknown {
        pass,
        option: name.into(),
        nearest: nearest(pass, name),
    })?;
    let row = owned(pass, row)?;
    match value {
        None if row.flag => Ok(row),
        _ => Err(OptionError::BadNegation { pass, given: item.into() }),
    }
}

/// The row, if `pass` takes it.
fn owned(pass: PassName, row: &'static OptionRow) -> Result<&'static OptionRow, OptionError> {
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
    let prefix = if row.flag { prefix } else { "" };
    (score >= SUGGEST).then(|| format!("{prefix}{}", row.name))
}
