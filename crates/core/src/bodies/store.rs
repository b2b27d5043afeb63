//! A store of bodies: one file, for a whole program or for one object of it.
//!
//! Consumes: functions, the bodies that they share, and the bodies that these call. Produces: bytes, and the same back; the
//! part of a store that an object needs. Guarantees: equal stores give equal bytes. A part has every body that its functions
//! lead to and that the whole has.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{BodyError, FunctionDigest, check_llvm, packed, unpacked};
use crate::container::Container;

pub(super) const FILE: Container = Container { magic: *b"\x89fmergeB", version: 1 };

/// A function that passes a body what this needs, or a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCode {
    /// The major version of the LLVM whose bitcode it is.
    pub llvm: u32,
    /// The bodies that it calls or names, by the digests that their names end in.
    pub bodies: Vec<FunctionDigest>,
    /// The code.
    pub bitcode: Vec<u8>,
}

impl StoredCode {
    /// The bitcode, if the LLVM of this major version can read it.
    ///
    /// # Errors
    /// [`BodyError::OtherVersion`].
    pub fn for_llvm(&self, llvm: u32) -> Result<&[u8], BodyError> {
        check_llvm(self.llvm, llvm)?;
        Ok(&self.bitcode)
    }
}

/// Functions that share bodies, and the bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyStore {
    functions: BTreeMap<FunctionDigest, StoredCode>,
    bodies: BTreeMap<FunctionDigest, StoredCode>,
}

impl BodyStore {
    /// Adds a function.
    pub fn add_function(&mut self, digest: FunctionDigest, code: StoredCode) {
        self.functions.entry(digest).or_insert(code);
    }

    /// Adds a body whose name ends in the digest.
    pub fn add_body(&mut self, digest: FunctionDigest, code: StoredCode) {
        self.bodies.entry(digest).or_insert(code);
    }

    /// Adds all that another store has and this one has not.
    pub fn add(&mut self, other: BodyStore) {
        other.functions.into_iter().for_each(|(digest, code)| self.add_function(digest, code));
        other.bodies.into_iter().for_each(|(digest, code)| self.add_body(digest, code));
    }

    /// What a function of this digest passes to its body.
    pub fn function(&self, digest: &FunctionDigest) -> Option<&StoredCode> {
        self.functions.get(digest)
    }

    /// The body whose name ends in the digest.
    pub fn body(&self, digest: &FunctionDigest) -> Option<&StoredCode> {
        self.bodies.get(digest)
    }

    /// The functions that share bodies, in ascending order.
    pub fn functions(&self) -> impl Iterator<Item = &FunctionDigest> {
        self.functions.keys()
    }

    /// How many functions share bodies.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// How many bodies there are.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// What the store has of these functions, with the bodies that they lead to.
    pub fn part(&self, functions: &[FunctionDigest]) -> BodyStore {
        let mut part = BodyStore::default();
        for digest in functions {
            let Some(code) = self.functions.get(digest) else { continue };
            part.add_function(*digest, code.clone());
            part.add_bodies_of(code, self);
        }
        part
    }

    fn add_bodies_of(&mut self, code: &StoredCode, whole: &BodyStore) {
        let mut open = code.bodies.clone();
        while let Some(digest) = open.pop() {
            let Some(body) = whole.bodies.get(&digest) else { continue };
            if self.bodies.insert(digest, body.clone()).is_none() {
                open.extend(&body.bodies);
            }
        }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        FILE.framed(&packed(self))
    }

    /// What a file says.
    ///
    /// # Errors
    /// The first fault.
    pub fn from_bytes(bytes: &[u8]) -> Result<BodyStore, BodyError> {
        unpacked(FILE.content(bytes).map_err(|why| BodyError::of(why, FILE))?)
    }
}

/// Whether bytes are a store's.
pub fn is_store(bytes: &[u8]) -> bool {
    bytes.starts_with(&FILE.magic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(bodies: &[u8], bitcode: &[u8]) -> StoredCode {
        let bodies = bodies.iter().map(|&one| [one; 32]).collect();
        StoredCode { llvm: 22, bodies, bitcode: bitcode.to_vec() }
    }

    /// Functions 1 and 2 share body 11, which calls 12, which calls 11; function 3 has body 13.
    fn store() -> BodyStore {
        let mut store = BodyStore::default();
        for (function, body) in [(1, 11), (2, 11), (3, 13)] {
            store.add_function([function; 32], code(&[body], &[b'f', function]));
        }
        for (body, calls) in [(11, 12), (12, 11), (13, 99)] {
            store.add_body([body; 32], code(&[calls], &[b'b', body]));
        }
        store
    }

    #[test]
    fn bytes_and_back() {
        let store = store();
        let bytes = store.to_bytes();
        assert!(is_store(&bytes));
        assert_eq!(BodyStore::from_bytes(&bytes), Ok(store));
    }

    #[test]
    fn a_part_has_all_that_its_functions_lead_to() {
        let part = store().part(&[[2; 32], [7; 32]]);
        assert_eq!((part.function_count(), part.body_count()), (1, 2));
        assert_eq!(part.function(&[2; 32]).map(|one| &one.bitcode[..]), Some(&b"f\x02"[..]));
        assert!(part.body(&[12; 32]).is_some() && part.body(&[13; 32]).is_none());
        // A body that the whole lacks is missing in the part, too.
        assert_eq!(store().part(&[[3; 32]]).body_count(), 1);
    }

    #[test]
    fn parts_make_the_whole() {
        let mut whole = store().part(&[[3; 32]]);
        whole.add(store().part(&[[1; 32], [2; 32]]));
        assert_eq!(whole, store());
    }

    #[test]
    fn bitcode_is_of_one_llvm() {
        let code = code(&[], b"BC");
        assert_eq!(code.for_llvm(22), Ok(&b"BC"[..]));
        let other = code.for_llvm(19).expect_err("other bitcode").to_string();
        assert!(other.starts_with("written by fmerge for LLVM 22, and this is"), "{other}");
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let bytes = store().to_bytes();
        // The version and what is reserved stand in bytes 8 to 16.
        for at in (0..8).chain(16..bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(BodyStore::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(BodyStore::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(BodyStore::from_bytes(b"#!/bin/sh\n"), Err(BodyError::Foreign));
        assert_eq!(BodyStore::from_bytes(b""), Err(BodyError::Foreign));
    }
}
