//! What the driver knows of the functions that can be merged with similar ones.
//!
//! Consumes: encoded functions. Produces: a [`Body`] by id. Guarantees: functions that take part in groups alone have ids, but
//! no body; whoever asks for one knows that it is there.

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
    /// The function as it was when it was last encoded, at this version.
    pub(super) encoded: EncodedFunction,
    pub(super) version: Version,
    /// Merges behind it: 0 for a function of the input.
    pub(super) depth: u32,
    /// What merges may still add to one call of it.
    pub(super) spare: Spare,
    /// The best that was found for it, while it waits.
    pub(super) found: Option<Found>,
    /// It can be encoded no more.
    pub(super) is_out: bool,
    /// What it could share.
    pub(super) stock: Stock,
    /// The paths through it; found when the first asks for them.
    pub(super) paths: OnceLock<Paths>,
    /// For alignments; made when the first asks for it.
    pub(super) outline: OnceLock<Outline>,
    /// For a [`Session`](super::Session) that knows pairs; made when the first asks for it.
    pub(super) identity: OnceLock<Identity>,
}

impl Body {
    /// A function with so many merges behind it.
    pub(super) fn new(
        encoded: EncodedFunction,
        version: Version,
        depth: u32,
        spare: Spare,
    ) -> Body {
        let stock = Stock::of(&encoded);
        let (paths, outline, identity) = Default::default();
        let (found, is_out) = (None, false);
        Body { encoded, version, depth, spare, found, is_out, stock, paths, outline, identity }
    }

    /// Frees what only attempts need.
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

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.values().flatten().count()
    }

    /// How many functions there are, those without bodies included.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// In order of ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FuncId, &Body)> {
        self.iter_from(0)
    }

    /// Those of functions that came behind so many others, in order of ids.
    pub(super) fn iter_from(&self, count: usize) -> impl Iterator<Item = (FuncId, &Body)> {
        self.0.iter().skip(count).filter_map(|(id, body)| Some((id, body.as_ref()?)))
    }

    /// The functions that have one, in order.
    pub(super) fn ids(&self) -> Vec<FuncId> {
        self.iter().map(|(id, _)| id).collect()
    }

    /// All of them, in order of ids.
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
