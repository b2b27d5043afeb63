//! Tables of prices in files: by the name of their target.
//!
//! Consumes: a table that this version has. Produces: its name, and back. Guarantees: a name that this version does
//! not know is an error, so that a file never gets other prices than those that it was written with.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{AARCH64, Prices, RISCV32, RISCV64, THUMB2, WASM32, X86_64};

/// Each table with the name of its target.
const TABLES: [(&str, &Prices); 6] = [
    ("aarch64", &AARCH64),
    ("riscv32", &RISCV32),
    ("riscv64", &RISCV64),
    ("thumb2", &THUMB2),
    ("wasm32", &WASM32),
    ("x86-64", &X86_64),
];

/// Writes the name of a table.
pub fn serialize<S: Serializer>(prices: &'static Prices, serializer: S) -> Result<S::Ok, S::Error> {
    let is_this = |table: &&(&str, &Prices)| table.1 == prices;
    let (name, _) = TABLES.iter().find(is_this).expect("each table has a name");
    name.serialize(serializer)
}

/// The table of a name.
pub fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Prices, D::Error> {
    let name = String::deserialize(deserializer)?;
    let table = TABLES.iter().find(|(known, _)| *known == name);
    let unknown = || de::Error::custom(format!("no table of prices is called `{name}`"));
    table.map(|&(_, prices)| prices).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_each_target_has_a_name() {
        let triples = [
            "x86_64-linux",
            "aarch64-linux",
            "thumbv7m-none-eabi",
            "riscv32-none",
            "riscv64-linux",
            "wasm32-wasi",
            "",
        ];
        for prices in triples.map(Prices::of) {
            assert!(TABLES.iter().any(|(_, table)| *table == prices));
        }
    }
}
