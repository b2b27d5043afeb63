//! Alignment of two sequences with affine gaps.
//!
//! Consumes: the lengths of two sequences and a [`Scoring`] of their items. Produces: the matches, as
//! ascending pairs of indices. Guarantees: their [`score`] is the greatest possible, as long as the table for the
//! sequences without their common ends fits into the limit on cells; beyond it, the greatest within a band.
//!
//! The score is Σ weight(matches) − gap · stretches. A stretch is a maximal run of items without a match, of
//! either side or both. It becomes one branch on the identifier, however long it is. This is Gotoh's
//! recurrence with one gap state for both sides:
//! ```text
//! M[i][j] = weight(i, j) + max(M[i-1][j-1], G[i-1][j-1])            the last step is a match (or none)
//! G[i][j] = max over (i-1, j) and (i, j-1) of max(G, M − gap)       the last step is in a stretch
//! ```
//! Departures from the plain recurrence:
//! - Common ends are matched at once while the items are equal ([`Scoring::equal`]), because such a match saves
//!   the most that either item could ever save. The best score is not lost by that. Proof: take a best
//!   alignment without the match of the two first items. If both items are unmatched, matching them adds weight
//!   and no stretch. If one of them is matched to a later item, a stretch comes before that match; moving the
//!   match to the first item loses no weight and moves the stretch behind the match, where it may join another
//!   one. What remains starts right behind a match, as the whole did, so the argument repeats. It holds for
//!   the far end by symmetry.
//! - Beyond the limit, only cells near the diagonal are filled ([`CellBand`]), so that time and memory are linear in
//!   the lengths and the limit. HyFM's linear alignment also keeps matches in step from both ends; the band
//!   additionally finds matches that are shifted by less than its width.
//! - Only two rows of scores are kept; the way back takes one byte for each cell.

use std::mem;
use std::ops::{Range, RangeInclusive};

/// What matching the items of two sequences saves.
pub(super) trait Scoring {
    /// What matching two items saves, which may be negative; None if they must not be matched.
    fn weight(&self, left: usize, right: usize) -> Option<i64>;

    /// Appends the weight of one left item with each of these right ones; [`NEVER`] where they must not be matched.
    fn weights(&self, left: usize, rights: Range<usize>, weights: &mut Vec<i64>) {
        weights.extend(rights.map(|right| self.weight(left, right).unwrap_or(NEVER)));
    }

    /// Whether no other match of either item could save more than this one.
    fn equal(&self, left: usize, right: usize) -> bool;
}

/// A match: an index on the left and one on the right.
pub(super) type Match = (usize, usize);

/// The best matches of two sequences of `lens` items.
pub(super) fn best_matches(
    lens: (usize, usize),
    scoring: &impl Scoring,
    gap: i64,
    cells: usize,
) -> Vec<Match> {
    let (n, m) = lens;
    let start = (0..n.min(m)).take_while(|&k| scoring.equal(k, k)).count();
    let rest = n.min(m) - start;
    let end = (1..=rest).take_while(|&k| scoring.equal(n - k, m - k)).count();
    let middle = match n.min(m) - start - end {
        0 => Vec::new(),
        _ => {
            let band = CellBand::new(n - start - end, m - start - end, cells);
            let weights = |i, columns: Range<usize>, weights: &mut Vec<i64>| {
                scoring.weights(start + i, start + columns.start..start + columns.end, weights);
            };
            CellTable::fill(&band, gap, weights).trace_back(&band)
        }
    };
    let shifted = middle.into_iter().map(|(i, j)| (start + i, start + j));
    let ends = (1..=end).rev().map(|k| (n - k, m - k));
    (0..start).map(|k| (k, k)).chain(shifted).chain(ends).collect()
}

/// The score of `matches`, counted from its definition.
pub(super) fn score(
    lens: (usize, usize),
    matches: &[Match],
    scoring: &impl Scoring,
    gap: i64,
) -> i64 {
    let mut score = 0;
    let mut next = (0, 0);
    for &(i, j) in matches {
        score += scoring.weight(i, j).unwrap_or(0) - if (i, j) == next { 0 } else { gap };
        next = (i + 1, j + 1);
    }
    score - if next == lens { 0 } else { gap }
}

/// The least width of a band to either side of the diagonal, however low the limit on cells is.
const MIN_HALF_WIDTH: usize = 4;

/// Which cells of the table are filled: all, or those near the diagonal.
struct CellBand {
    n: usize,
    m: usize,
    half_width: usize,
}

impl CellBand {
    fn new(n: usize, m: usize, cells: usize) -> CellBand {
        let fits = n.checked_mul(m).is_some_and(|all| all <= cells);
        let per_row = cells / n.max(1);
        let half_width = if fits { m } else { (per_row / 2).max(MIN_HALF_WIDTH) };
        CellBand { n, m, half_width }
    }

    /// The columns of row `i`. Neighbouring rows share a column, so that the two corners of the table are connected.
    fn columns(&self, i: usize) -> RangeInclusive<usize> {
        let first = self.diagonal(i).saturating_sub(self.half_width);
        let last = self.diagonal(i + 1).saturating_add(self.half_width);
        first..=last.min(self.m)
    }

    fn diagonal(&self, i: usize) -> usize {
        let column = i as u128 * self.m as u128 / self.n.max(1) as u128;
        (column as usize).min(self.m)
    }
}

/// Worse than any score, and far enough from the end of the range to subtract from.
pub(super) const NEVER: i64 = i64::MIN / 4;

/// The best scores of alignments that end in one cell: with a match, and in a stretch.
#[derive(Clone, Copy)]
struct Cell {
    matched: i64,
    gapped: i64,
}

const UNREACHED: Cell = Cell { matched: NEVER, gapped: NEVER };

/// The corner before the first items of both sequences.
const ORIGIN: Cell = Cell { matched: 0, gapped: NEVER };

impl Cell {
    /// The best score with the next item in a stretch.
    fn extended(self, gap: i64) -> i64 {
        self.gapped.max(self.matched - gap)
    }
}

/// In the trace of a cell: what came before its match was a stretch.
const MATCH_AFTER_GAP: u8 = 1;
/// In the trace of a cell: its stretch took the left item last, not the right one.
const GAP_TAKES_LEFT: u8 = 2;
/// In the trace of a cell: its stretch began here, behind a match.
const GAP_OPENS: u8 = 4;

/// A row of cells within the band.
#[derive(Default)]
struct CellRow {
    first: usize,
    cells: Vec<Cell>,
}

impl CellRow {
    fn get(&self, column: usize) -> Cell {
        let index = column.checked_sub(self.first);
        index.and_then(|k| self.cells.get(k)).copied().unwrap_or(UNREACHED)
    }

    /// The cells of `count` columns from `column` on, which is not before the first of this row. Columns that the row
    /// lacks at its end are added as unreached.
    fn span(&mut self, column: usize, count: usize) -> &[Cell] {
        let start = column - self.first;
        self.cells.resize(self.cells.len().max(start + count), UNREACHED);
        &self.cells[start..start + count]
    }

    fn before(&self, column: usize) -> Cell {
        column.checked_sub(1).map_or(UNREACHED, |c| self.get(c))
    }
}

/// The way back through all cells, and whether the best alignment ends in a stretch.
struct CellTable {
    trace: Vec<u8>,
    /// Where each row starts in `trace`.
    starts: Vec<usize>,
    ends_in_gap: bool,
}

impl CellTable {
    /// Fills the cells of the band. `weights` is [`Scoring::weights`] of the sequences without their common ends.
    fn fill(
        band: &CellBand,
        gap: i64,
        weights: impl Fn(usize, Range<usize>, &mut Vec<i64>),
    ) -> CellTable {
        let starts = Vec::with_capacity(band.n + 1);
        let mut table = CellTable { trace: Vec::new(), starts, ends_in_gap: false };
        let (mut above, mut row) = (CellRow::default(), CellRow::default());
        let mut worth = Vec::new();
        for i in 0..=band.n {
            let (first, end) = (*band.columns(i).start(), band.columns(i).end() + 1);
            let count = end - first;
            let start = table.trace.len();
            table.starts.push(start);
            table.trace.resize(start + count, 0);
            row.first = first;
            row.cells.clear();
            row.cells.resize(count, UNREACHED);
            let mut diagonal = above.before(first);
            worth.clear();
            // The first row and the first column have no matches. The corner where they meet counts as a match of weight 0.
            if i == 0 {
                worth.resize(count, NEVER);
                (worth[0], diagonal) = (0, ORIGIN);
            } else {
                worth.resize(usize::from(first == 0), NEVER);
                weights(i - 1, first.max(1) - 1..end - 1, &mut worth);
            }
            let ups = above.span(first, count);
            fill_row(&mut row.cells, &mut table.trace[start..], ups, &worth, diagonal, gap);
            mem::swap(&mut above, &mut row);
        }
        let last = above.get(band.m);
        table.ends_in_gap = last.gapped > last.matched;
        table
    }

    fn trace_back(&self, band: &CellBand) -> Vec<Match> {
        let mut matches = Vec::new();
        let (mut i, mut j, mut in_gap) = (band.n, band.m, self.ends_in_gap);
        while (i, j) != (0, 0) {
            let trace = self.trace[self.starts[i] + j - band.columns(i).start()];
            if in_gap {
                in_gap = trace & GAP_OPENS == 0;
                let left = usize::from(trace & GAP_TAKES_LEFT != 0);
                (i, j) = (i - left, j - (1 - left));
            } else {
                in_gap = trace & MATCH_AFTER_GAP != 0;
                (i, j) = (i - 1, j - 1);
                matches.push((i, j));
            }
        }
        matches.reverse();
        matches
    }
}

/// Fills the cells of a row and their trace from the cells above and the weights of the matches; all slices have one length.
/// This is a function of its own so that its variables are kept in registers.
#[inline(never)]
fn fill_row(
    cells: &mut [Cell],
    trace: &mut [u8],
    ups: &[Cell],
    worth: &[i64],
    mut diagonal: Cell,
    gap: i64,
) {
    let mut left = UNREACHED;
    let from = ups.iter().zip(worth);
    for ((cell, trace), (&up, &weight)) in cells.iter_mut().zip(trace).zip(from) {
        (*cell, *trace) = fill_cell([diagonal, up, left], gap, weight);
        (diagonal, left) = (up, *cell);
    }
}

/// One step of the recurrence, from the cells above left, above and left.
#[inline(always)]
fn fill_cell([diagonal, above, left]: [Cell; 3], gap: i64, weight: i64) -> (Cell, u8) {
    let before = diagonal.matched.max(diagonal.gapped);
    let is_match = weight > NEVER && before > NEVER / 2;
    let after_gap = is_match && diagonal.gapped > diagonal.matched;
    let takes_left = above.extended(gap) >= left.extended(gap);
    let from = if takes_left { above } else { left };
    let opens = from.matched - gap > from.gapped;
    let flag = |is, flag| if is { flag } else { 0 };
    let trace = flag(after_gap, MATCH_AFTER_GAP)
        | flag(takes_left, GAP_TAKES_LEFT)
        | flag(opens, GAP_OPENS);
    let matched = if is_match { before + weight } else { NEVER };
    (Cell { matched, gapped: from.extended(gap).max(NEVER) }, trace)
}
