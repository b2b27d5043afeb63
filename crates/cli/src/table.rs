//! Tables for people.
//!
//! Consumes: rows of texts, the first with the names of columns. Produces: lines with aligned columns.
//! Guarantees: numbers stand on the right, other texts on the left; no line ends in blanks.

use crate::terminal;

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// The lines of a table, indented by two blanks.
pub fn lines(columns: &[Column], rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns.len()).map(|column| width(column).unwrap_or(0)).collect();
    let cell = |(column, text): (usize, &String)| {
        let width = widths[column];
        match columns[column] {
            Column::Left => format!("{text:<width$}"),
            Column::Right => format!("{text:>width$}"),
        }
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// What is said of the lines that a table leaves out.
pub fn cut(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("  and {more} more (--top)\n"),
    }
}

/// A row of texts.
pub fn row<const N: usize>(cells: [&dyn ToString; N]) -> Vec<String> {
    cells.iter().map(|cell| terminal::word(&cell.to_string()).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [row([&"name", &"bytes"]), row([&"ä", &1000]), row([&"long name", &1])];
        let text = lines(&[Column::Left, Column::Right], &rows);
        assert_eq!(text, "  name       bytes\n  ä           1000\n  long name      1\n");
    }
}
