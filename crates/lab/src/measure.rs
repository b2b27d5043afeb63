//! How well similarities rank pairs.
//!
//! Consumes: similarities of pairs, and what is true of them. Produces: [`Measures`]. Guarantees: the same on any order
//! of the pairs, but for rounding.

use fmerge_core::price::Bytes;
use serde::{Deserialize, Serialize};

/// One partner of a function: how near its fingerprint is, and what merging saves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPartner {
    /// Greater is nearer.
    pub nearness: f64,
    /// In bytes; 0 where merging does not pay.
    pub saved: i64,
    /// What merging can save at most.
    pub most: Bytes,
}

/// How well one kind of fingerprint ranks.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Measures {
    /// Pearson's correlation of similarity and alignment ratio.
    pub alignment: f64,
    /// Pearson's correlation of similarity and saved bytes.
    pub saved: f64,
    /// For r = 1, 2, …: the share of the functions with a partner that pays whose best partner is among the r nearest.
    pub recall: Vec<f64>,
    /// For r = 1, 2, …: what the best of the r nearest saves, over all functions, by what the best of all saves.
    pub share: Vec<f64>,
}

/// Up to which rank recall is measured.
const RANKS: usize = 20;

/// Pearson's correlation coefficient; 0 where one side does not vary.
pub fn pearson(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let sums = pairs.clone().fold((0.0, 0.0, 0.0), |s, (x, y)| (s.0 + 1.0, s.1 + x, s.2 + y));
    let (n, mean_x, mean_y) = (sums.0, sums.1 / sums.0, sums.2 / sums.0);
    let (xx, yy, xy) = pairs.fold((0.0, 0.0, 0.0), |s, (x, y)| {
        let (x, y) = (x - mean_x, y - mean_y);
        (s.0 + x * x, s.1 + y * y, s.2 + x * y)
    });
    if n == 0.0 || xx <= 0.0 || yy <= 0.0 { 0.0 } else { xy / (xx * yy).sqrt() }
}

/// Recall and share of the saving, over the partners of each function.
pub fn recall(functions: impl Iterator<Item = Vec<RankedPartner>>) -> (Vec<f64>, Vec<f64>) {
    let (mut found, mut saved) = ([0.0; RANKS], [0.0; RANKS]);
    let (mut functions_that_gain, mut best_of_all) = (0.0, 0.0);
    for mut partners in functions {
        let most = partners.iter().map(|partner| partner.saved).max().unwrap_or(0);
        if most <= 0 {
            continue;
        }
        // Of equally near partners the first in the module comes first.
        partners.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
        functions_that_gain += 1.0;
        best_of_all += most as f64;
        let mut best = 0;
        for rank in 0..RANKS {
            best = best.max(partners.get(rank).map_or(0, |partner| partner.saved));
            found[rank] += f64::from(u8::from(best == most));
            saved[rank] += best as f64;
        }
    }
    let shares =
        |sums: [f64; RANKS], all: f64| sums.iter().map(|sum| sum / f64::max(all, 1.0)).collect();
    (shares(found, functions_that_gain), shares(saved, best_of_all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_of_lines_and_noise() {
        let line = [(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)];
        assert!((pearson(line.into_iter()) - 1.0).abs() < 1e-12);
        assert!((pearson(line.into_iter().map(|(x, y)| (x, -y))) + 1.0).abs() < 1e-12);
        let square = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)];
        assert_eq!(pearson(square.into_iter()), 0.0);
        assert_eq!(pearson([(1.0, 1.0), (1.0, 2.0)].into_iter()), 0.0);
        assert_eq!(pearson([].into_iter()), 0.0);
    }

    #[test]
    fn recall_counts_functions_and_share_counts_bytes() {
        let partner = |nearness, saved| RankedPartner { nearness, saved, most: Bytes::ZERO };
        let functions = [
            vec![partner(0.9, 10), partner(0.5, 30)],
            vec![partner(0.2, 5), partner(0.9, 10)],
            vec![partner(0.9, 0)],
        ];
        let (recall, share) = recall(functions.into_iter());
        assert_eq!(recall[..2], [0.5, 1.0], "functions without a partner that pays do not count");
        assert_eq!(share[..2], [20.0 / 40.0, 1.0]);
    }
}
