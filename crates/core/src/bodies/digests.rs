//! Digests of functions that lead to local functions.
//!
//! Consumes: for each function a digest of all but the local functions that it refers to, and which these are. Produces: digests of
//! all. Guarantees: two functions with one digest do the same wherever they stand, however their local functions are called, and
//! also where these lead back to them.

use super::FunctionDigest;
use crate::graph::components;

/// A function of a module, by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCode {
    /// The digest of all but the local functions, which it names by their places in `locals`.
    pub own: FunctionDigest,
    /// Its name, if it refers to itself by its symbol: two such functions may be called apart by others.
    pub itself: Option<String>,
    /// The local functions that it refers to, by their numbers, in the order in which it does.
    pub locals: Vec<u32>,
}

/// The most functions that may lead back to themselves together: what that takes grows with the square.
const LARGEST_CYCLE: usize = 64;

/// The digest of each function; none for one that has no code of its own here, and for what leads to one.
pub fn digests(functions: &[Option<OwnCode>]) -> Vec<Option<FunctionDigest>> {
    let locals =
        |one: &Option<OwnCode>| one.as_ref().map_or_else(Vec::new, |one| one.locals.clone());
    let edges: Vec<Vec<u32>> = functions.iter().map(locals).collect();
    let mut known = vec![None; functions.len()];
    for component in components(&edges) {
        match component[..] {
            [only] if !edges[only as usize].contains(&only) => {
                known[only as usize] = alone(&functions[only as usize], &known);
            }
            _ => together(&component, functions, &mut known),
        }
    }
    known
}

/// The digest of a function that does not lead back to itself.
fn alone(function: &Option<OwnCode>, known: &[Option<FunctionDigest>]) -> Option<FunctionDigest> {
    let OwnCode { own, itself, locals } = function.as_ref()?;
    if locals.is_empty() && itself.is_none() {
        return Some(*own);
    }
    let mut hasher = hasher("with local functions and itself", own, itself);
    for &local in locals {
        hasher.update(&known[local as usize]?);
    }
    Some(*hasher.finalize().as_bytes())
}

/// The digests of functions that lead to each other. Each is told apart from the others by what it leads to in more and more
/// steps. Of two such groups of n functions, functions that cannot be told apart in 2 n steps never can, as states of
/// finite automata.
fn together(
    component: &[u32],
    functions: &[Option<OwnCode>],
    known: &mut [Option<FunctionDigest>],
) {
    let members: Option<Vec<&OwnCode>> =
        component.iter().map(|&one| functions[one as usize].as_ref()).collect();
    let Some(members) = members.filter(|all| all.len() <= LARGEST_CYCLE) else { return };
    let is_known = |local: &u32| component.contains(local) || known[*local as usize].is_some();
    if !members.iter().all(|one| one.locals.iter().all(is_known)) {
        return;
    }
    let mut now: Vec<FunctionDigest> = members.iter().map(|one| one.own).collect();
    for _ in 0..2 * component.len() {
        let next = members.iter().map(|one| {
            let mut hasher = hasher("in a cycle", &one.own, &one.itself);
            hasher.update(&(component.len() as u64).to_le_bytes());
            for &local in &one.locals {
                match component.iter().position(|&member| member == local) {
                    Some(place) => hasher.update(b"member").update(&now[place]),
                    None => {
                        hasher.update(b"other").update(&known[local as usize].expect("as above"))
                    }
                };
            }
            *hasher.finalize().as_bytes()
        });
        now = next.collect();
    }
    for (&one, digest) in component.iter().zip(now) {
        known[one as usize] = Some(digest);
    }
}

fn hasher(kind: &str, own: &FunctionDigest, itself: &Option<String>) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(kind.as_bytes()).update(own);
    let name = itself.as_deref().unwrap_or_default();
    hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
    hasher
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(own: u8, locals: &[u32]) -> Option<OwnCode> {
        Some(OwnCode { own: [own; 32], itself: None, locals: locals.to_vec() })
    }

    #[test]
    fn what_leads_nowhere_is_what_it_is_itself() {
        assert_eq!(digests(&[function(1, &[]), None]), [Some([1; 32]), None]);
    }

    #[test]
    fn local_functions_count_by_their_code_and_their_order() {
        let known = digests(&[
            function(1, &[4, 5]),
            function(1, &[6, 5]),
            function(1, &[5, 4]),
            function(1, &[4, 7]),
            function(2, &[]),
            function(3, &[]),
            function(2, &[]),
            None,
        ]);
        assert_eq!(known[0], known[1]);
        assert_ne!(known[0], known[2]);
        assert_eq!(known[3], None);
    }

    #[test]
    fn cycles_are_known_by_what_they_do() {
        // Twice the same cycle of two, begun elsewhere; a cycle of two with another function; what leads to each.
        let known = digests(&[
            function(1, &[1]),
            function(2, &[0, 6]),
            function(2, &[3, 6]),
            function(1, &[2]),
            function(1, &[5]),
            function(9, &[4, 6]),
            function(3, &[]),
            function(4, &[0]),
            function(4, &[3]),
            function(4, &[4]),
        ]);
        assert!(known.iter().all(Option::is_some));
        assert_eq!((known[0], known[1]), (known[3], known[2]));
        assert_ne!(known[0], known[1]);
        assert_ne!(known[0], known[4]);
        assert_eq!(known[7], known[8]);
        assert_ne!(known[7], known[9]);
    }

    #[test]
    fn cycles_that_differ_far_away_are_told_apart() {
        // Rings of ten: each function leads to the next, and the last of one ring is another function.
        let ring = |last: u8, base: u32| {
            (0..10).map(move |at| function(if at == 9 { last } else { 1 }, &[base + (at + 1) % 10]))
        };
        let known = digests(&ring(1, 0).chain(ring(2, 10)).collect::<Vec<_>>());
        assert!((0..10).all(|at| known[at].is_some() && known[at] != known[at + 10]));
        assert!((0..9).all(|at| known[at] == known[at + 1]), "in a ring of equals, all are equal");
    }

    #[test]
    fn a_cycle_that_leads_to_what_is_unknown_has_no_digest() {
        let known = digests(&[function(1, &[1]), function(2, &[0, 2]), None, function(3, &[0])]);
        assert_eq!(known, [None; 4]);
        let large: Vec<_> = (0..65).map(|at| function(1, &[(at + 1) % 65])).collect();
        assert!(digests(&large).iter().all(Option::is_none));
    }
}
