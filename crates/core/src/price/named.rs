//! Tables of prices in files: by the name of their target.
//!
//! Consumes: a table that this version has. Produces: its name, and back. Guarantees: a name that this version does
//! not know is an error, so that a file never gets other prices than those that it was written with.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Prices, TABLES};

/// Writes the name of a table.
pub fn serialize<S: Serializer>(prices: &'static Prices, serializer: S) -> Result<S::Ok, S::Error> {
    name(prices).serialize(serializer)
}

/// The name of a table.
///
/// # Panics
/// When it is none of ours.
pub fn name(prices: &Prices) -> &'static str {
    let table = TABLES.iter().find(|&&(_, _, known)| known == prices);
    let (name, ..) = table.expect("each table has a name");
    name
}

/// The table of a name.
pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Prices, D::Error> {
    let name = String::deserialize(deserializer)?;
    let table = TABLES.iter().find(|(known, ..)| *known == name);
    let unknown = || de::Error::custom(format!("no table of prices is called `{name}`"));
    table.map(|&(_, _, prices)| prices).ok_or_else(unknown)
}
