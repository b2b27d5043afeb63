//! LSH

use serde::Serialize;

/// How fingerprints are cut into bands, and how much of a bucket is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LshParams {
    /// Hashes in a band.
    pub rows: u32,
    /// Bands in a fingerprint.
    pub bands: u32,
    /// Most candidates that a query takes from one bucket.
    pub bucket_cap: u32,
}
