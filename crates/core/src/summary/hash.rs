//! Stable hashes: the same words give the same hash in every process, on every machine, for ever.
//!
//! Consumes: a canonical stream of words and byte strings. Produces: [`StableHash`], [`ConstantHash`], or the
//! whole 256-bit digest. Guarantees: the digest is BLAKE3 of the stream's encoding, which is documented at
//! [`StableHasher`]; nothing in it depends on pointers, byte order, word size or the Rust version.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The hash of a function without the constants that may become parameters: 128 bits. The probability that
/// different functions have equal hashes is negligible; if they do, it costs size, never soundness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StableHash(u128);

impl StableHash {
    /// The hash with these bits.
    pub const fn from_bits(bits: u128) -> StableHash {
        StableHash(bits)
    }

    /// Its bits.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Its upper half, by which files are searched.
    pub const fn prefix(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl fmt::Display for StableHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for StableHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As hexadecimal digits in text; in files as bytes, lowest first.
impl Serialize for StableHash {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return to.collect_str(self);
        }
        self.0.to_le_bytes().serialize(to)
    }
}

impl<'de> Deserialize<'de> for StableHash {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<StableHash, D::Error> {
        <[u8; 16]>::deserialize(from).map(|bytes| StableHash(u128::from_le_bytes(bytes)))
    }
}

/// The hash of a constant's content, type included: 64 bits. A collision costs size, never soundness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstantHash(u64);

impl ConstantHash {
    /// The hash with these bits.
    pub const fn from_bits(bits: u64) -> ConstantHash {
        ConstantHash(bits)
    }

    /// Its bits.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for ConstantHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for ConstantHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As hexadecimal digits in text; in files as bytes, lowest first.
impl Serialize for ConstantHash {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return to.collect_str(self);
        }
        self.0.to_le_bytes().serialize(to)
    }
}

impl<'de> Deserialize<'de> for ConstantHash {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<ConstantHash, D::Error> {
        <[u8; 8]>::deserialize(from).map(|bytes| ConstantHash(u64::from_le_bytes(bytes)))
    }
}

/// Digests a canonical stream. A stream begins with its domain, a byte string. A word is encoded as its 8 bytes,
/// lowest first; a byte string as its length (a word) and its bytes. So two streams of one domain have equal
/// encodings only if they are the same sequence of words and strings.
#[derive(Clone)]
pub struct StableHasher {
    digest: blake3::Hasher,
    /// Bytes that are not hashed yet, since BLAKE3 is slow when it is given eight bytes at a time.
    waiting: Vec<u8>,
}

/// How many bytes are collected at most: a chunk of BLAKE3, which it hashes at once.
const CHUNK: usize = 1024;

impl StableHasher {
    /// Begins a stream. Streams of different domains, such as `"function"` and `"constant"`, never collide
    /// by design; a domain's name changes when the meaning of its words does.
    pub fn new(domain: &str) -> StableHasher {
        let waiting = Vec::with_capacity(CHUNK + 8);
        let mut hasher = StableHasher { digest: blake3::Hasher::new(), waiting };
        hasher.bytes(domain.as_bytes());
        hasher
    }

    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        self.waiting.extend(word.to_le_bytes());
        self.absorb_waiting();
    }

    /// Adds a byte string.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.waiting.extend(bytes);
        self.absorb_waiting();
    }

    /// Adds the hash of another stream.
    pub fn hash(&mut self, hash: StableHash) {
        self.waiting.extend(hash.bits().to_le_bytes());
        self.absorb_waiting();
    }

    /// The first 128 bits of the digest, as a number whose lowest byte comes first.
    pub fn finish(self) -> StableHash {
        StableHash(u128::from_le_bytes(first(&self.finish_wide())))
    }

    /// The first 64 bits of the digest.
    pub fn finish_constant(self) -> ConstantHash {
        ConstantHash(u64::from_le_bytes(first(&self.finish_wide())))
    }

    /// All 256 bits, for which nobody can construct a collision. They name bodies that linkers fold by name alone.
    pub fn finish_wide(mut self) -> [u8; 32] {
        self.digest.update(&self.waiting);
        self.digest.finalize().into()
    }

    fn absorb_waiting(&mut self) {
        if self.waiting.len() >= CHUNK {
            self.digest.update(&self.waiting);
            self.waiting.clear();
        }
    }
}

fn first<const N: usize>(digest: &[u8; 32]) -> [u8; N] {
    std::array::from_fn(|i| digest[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change here makes every stored summary stale.
    #[test]
    fn the_digest_is_blake3_of_the_documented_stream() {
        let mut hasher = StableHasher::new("d");
        hasher.word(0x0102);
        hasher.bytes(b"xyz");
        let mut stream = Vec::new();
        stream.extend([1, 0, 0, 0, 0, 0, 0, 0, b'd']);
        stream.extend([2, 1, 0, 0, 0, 0, 0, 0]);
        stream.extend([3, 0, 0, 0, 0, 0, 0, 0, b'x', b'y', b'z']);
        let digest = *blake3::hash(&stream).as_bytes();
        assert_eq!(hasher.clone().finish_wide(), digest);
        assert_eq!(hasher.clone().finish().bits().to_le_bytes(), digest[..16]);
        assert_eq!(hasher.finish_constant().bits().to_le_bytes(), digest[..8]);
    }

    #[test]
    fn a_known_digest_stays() {
        let hasher = StableHasher::new("function");
        assert_eq!(hasher.finish().to_string(), "02ce7bf47a95c8423aec54d803d9c017");
    }

    #[test]
    fn long_streams_do_not_depend_on_how_they_are_cut() {
        let mut by_words = StableHasher::new("");
        (0..5000).for_each(|w| by_words.word(w));
        let mut stream = vec![0; 8];
        (0..5000u64).for_each(|w| stream.extend(w.to_le_bytes()));
        assert_eq!(by_words.finish_wide(), *blake3::hash(&stream).as_bytes());
    }
}
