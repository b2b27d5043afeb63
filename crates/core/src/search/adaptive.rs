//! The adaptive parameters of F3M, section III-D.
//!
//! Consumes: the number of functions. Produces: threshold, rows and bands. Guarantees: a larger program
//! never gets a lower threshold nor more bands.
//!
//! Equation 4 chooses the number of bands so that a pair whose similarity is 0.1 above the threshold is found with a
//! probability of 90 %, by equation 2. For small programs, the paper's text sets exactly 100 bands, where the equation
//! gives 102. So at 5000 functions the bands fall from 100 to 79 in one step.

/// Programs with fewer functions than this have [`SMALL_BANDS`].
const SMALL_PROGRAM: usize = 5000;
/// The bands of small programs.
const SMALL_BANDS: u32 = 100;
/// The rows of all programs.
const ROWS: u32 = 2;
/// A pair whose similarity is this much above the threshold should be found.
const MARGIN: f64 = 0.1;
/// The greatest probability of missing such a pair.
const MISS: f64 = 0.1;

/// Threshold, rows and bands for a program of so many functions.
pub fn adaptive(functions: usize) -> (f64, u32, u32) {
    let threshold = threshold(functions);
    let bands = if functions < SMALL_PROGRAM { SMALL_BANDS } else { bands(threshold) };
    (threshold, ROWS, bands)
}

/// Equation 3. Its middle piece equals the constants at both ends, so that clamping computes all three pieces.
fn threshold(functions: usize) -> f64 {
    let magnitude = (functions.max(1) as f64).log10();
    ((magnitude - 3.0) / 10.0).clamp(0.05, 0.4)
}

/// Equation 4: the fewest bands that find nine of ten pairs whose similarity is 0.1 above the threshold.
pub fn bands(threshold: f64) -> u32 {
    let shared = (threshold + MARGIN).powi(2);
    (MISS.ln() / (1.0 - shared).ln()).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_of_the_paper() {
        let bands = |functions| adaptive(functions).2;
        assert_eq!([bands(10_000), bands(100_000), bands(1_000_000)], [57, 25, 14]);
        assert_eq!([bands(0), bands(1), bands(4_999)], [100; 3]);
        assert_eq!(bands(5_000), 79);
    }

    #[test]
    fn equation_4_for_small_programs_is_close_to_100() {
        assert_eq!(bands(0.05), 102);
    }

    #[test]
    fn thresholds_of_the_paper() {
        for (functions, expected) in [
            (0, 0.05),
            (3_162, 0.05),
            (10_000, 0.1),
            (100_000, 0.2),
            (10_000_000, 0.4),
            (1_000_000_000, 0.4),
        ] {
            assert!((adaptive(functions).0 - expected).abs() < 1e-9, "{functions}");
        }
    }

    #[test]
    fn larger_programs_are_searched_less() {
        let sizes = (0..32).map(|i| adaptive(1 << i));
        assert!(sizes.clone().zip(sizes.skip(1)).all(|(a, b)| a.0 <= b.0 && a.2 >= b.2));
    }

    /// The restriction that equation 4 comes from: the bands suffice, and one fewer would not.
    #[test]
    fn bands_are_the_least_that_suffice() {
        for functions in [5_000, 20_000, 300_000, 50_000_000] {
            let (threshold, rows, bands) = adaptive(functions);
            let row_match = (threshold + 0.1).powi(rows as i32);
            let found = |bands: u32| 1.0 - (1.0 - row_match).powi(bands as i32);
            assert!(found(bands) >= 0.9 && found(bands - 1) < 0.9, "{functions}");
        }
    }
}
