//! The Jaccard index itself, equation 1 of F3M: what fingerprints estimate.
//!
//! Consumes: instruction codes. Produces: the exact index of the two sets of shingles. Guarantees: it follows
//! the definition step by step. Tests compare fingerprints with it.

use super::minhash::shingles;

/// |A ∩ B| / |A ∪ B| of the shingles of `a` and `b`; 1 for two empty functions.
pub fn exact_jaccard(a: &[u32], b: &[u32]) -> f64 {
    let (a, b) = (distinct(a), distinct(b));
    let shared = a.iter().filter(|shingle| b.contains(shingle)).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 1.0 } else { shared as f64 / all as f64 }
}

/// The shingles of `codes`, each once.
fn distinct(codes: &[u32]) -> Vec<&[u32]> {
    let mut seen = Vec::new();
    for shingle in shingles(codes) {
        if !seen.contains(&shingle) {
            seen.push(shingle);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_examples() {
        assert_eq!(exact_jaccard(&[], &[]), 1.0);
        assert_eq!(exact_jaccard(&[1], &[]), 0.0);
        assert_eq!(exact_jaccard(&[1], &[1]), 1.0);
        assert_eq!(exact_jaccard(&[1, 2, 3], &[1, 2, 3]), 1.0);
        assert_eq!(exact_jaccard(&[1, 2, 3], &[2, 3, 4]), 1.0 / 3.0);
        assert_eq!(exact_jaccard(&[1, 1, 1, 1], &[1, 1]), 1.0);
        assert_eq!(exact_jaccard(&[1, 2], &[2, 1]), 0.0);
    }
}
