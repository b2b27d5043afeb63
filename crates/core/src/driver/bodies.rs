//! What the driver knows of the functions that can be merged with similar ones.
//!
//! Consumes: encoded functions. Produces: a [`Body`] by id. Guarantees: functions that take part in groups alone have
//! ids, but no body. Whoever asks for a body by index must know that there is one.

use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use cranelift_entity::PrimaryMap;

use super::Found;
use super::identity::Identity;
use super::roster::Version;
use crate::align::Outline;
use crate::ir::{EncodedFunction, FuncId};
use crate::policy::Spare;
use crate::profit::{Paths, Stock};

/// What is known of a function that takes part in pairs.
pub(super) struct Body {
    /// The function as it was when it was last encoded, at `version`.
    pub(super) encoded: EncodedFunction,
    pub(super) version: Version,
    /// How many merges of similar functions deep it is: 0 for a function of the input.
    pub(super) depth: u32,
    /// What merges may still add to one call of it.
    pub(super) spare: Spare,
    /// The best partner that it has found, while it waits for its turn.
    pub(super) found: Option<Found>,
    /// Whether it has looked for a partner since it was encoded.
    pub(super) has_looked: bool,
    /// Whether it takes part no longer: it was merged, or could not be encoded anew.
    pub(super) is_out: bool,
    /// What it could share with other functions.
    pub(super) stock: Stock,
    /// The paths through it; made when they are first asked for.
    pub(super) paths: OnceLock<Paths>,
    /// What alignments need of it; made when it is first asked for.
    pub(super) outline: OnceLock<Outline>,
    /// What a [`Session`](super::Session) that knows pairs needs of it; made when it is first asked for.
    pub(super) identity: OnceLock<Identity>,
}

impl Body {
    /// A function of this depth.
    pub(super) fn new(
        encoded: EncodedFunction,
        version: Version,
        depth: u32,
        spare: Spare,
    ) -> Body {
        let stock = Stock::of(&encoded);
        let (paths, outline, identity) = Default::default();
        Body {
            encoded,
            version,
            depth,
            spare,
            found: None,
            has_looked: false,
            is_out: false,
            stock,
            paths,
            outline,
            identity,
        }
    }

    /// Takes the function out, and frees what only attempts need.
    pub(super) fn retire(&mut self) {
        self.outline.take();
        self.identity.take();
        self.is_out = true;
    }
}

/// Bodies by id.
#[derive(Default)]
pub(super) struct Bodies(PrimaryMap<FuncId, Option<Body>>);

impl Bodies {
    /// The body of the next function, if it has one.
    pub(super) fn add(&mut self, body: Option<Body>) {
        self.0.push(body);
    }

    pub(super) fn get(&self, id: FuncId) -> Option<&Body> {
        self.0[id].as_ref()
    }

    pub(super) fn get_mut(&mut self, id: FuncId) -> Option<&mut Body> {
        self.0[id].as_mut()
    }

    /// The number of bodies.
    pub(super) fn count(&self) -> usize {
        self.0.values().flatten().count()
    }

    /// The number of functions, those without bodies included.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// All bodies, in order of ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FuncId, &Body)> {
        self.iter_from(0)
    }

    /// The bodies of all functions but the first `count`, in order of ids.
    pub(super) fn iter_from(&self, count: usize) -> impl Iterator<Item = (FuncId, &Body)> {
        self.0.iter().skip(count).filter_map(|(id, body)| Some((id, body.as_ref()?)))
    }

    /// The functions that have a body, in order.
    pub(super) fn ids(&self) -> Vec<FuncId> {
        self.iter().map(|(id, _)| id).collect()
    }

    /// All bodies, in order of ids.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (FuncId, Body)> {
        self.0.into_iter().filter_map(|(id, body)| Some((id, body?)))
    }
}

impl Index<FuncId> for Bodies {
    type Output = Body;

    fn index(&self, id: FuncId) -> &Body {
        self.get(id).expect("functions of pairs have bodies")
    }
}

impl IndexMut<FuncId> for Bodies {
    fn index_mut(&mut self, id: FuncId) -> &mut Body {
        self.get_mut(id).expect("functions of pairs have bodies")
    }
}
