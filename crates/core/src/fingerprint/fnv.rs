//! FNV-1a with 32 bits, over words.
//!
//! Consumes: words. Produces: their hash. Guarantees: the same on every machine, since the bytes of a word
//! are taken from low to high.

const OFFSET_BASIS: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

/// The FNV-1a hash of the little-endian bytes of `words`.
pub fn fnv1a(words: &[u32]) -> u32 {
    let bytes = words.iter().flat_map(|w| w.to_le_bytes());
    bytes.fold(OFFSET_BASIS, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noll's test vectors for the empty text and for "foob".
    #[test]
    fn published_vectors() {
        assert_eq!(fnv1a(&[]), 0x811c_9dc5);
        assert_eq!(fnv1a(&[u32::from_le_bytes(*b"foob")]), 0x3f50_76ef);
    }

    #[test]
    fn order_matters() {
        assert_ne!(fnv1a(&[1, 2]), fnv1a(&[2, 1]));
    }
}
