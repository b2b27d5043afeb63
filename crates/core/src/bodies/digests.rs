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
    /// The digest of all but these functions, which it names by their places in `others`.
    pub own: FunctionDigest,
    /// Its name, if it refers to itself by its symbol: two such functions may be called apart by others.
    pub itself: Option<String>,
    /// The functions that it refers to and that count by their code, in the order in which it does.
    pub others: Vec<Other>,
}

/// A function that another one refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its number in the list.
    pub number: u32,
    /// Its symbol, by which it may be called in a body, too. None for a local function: what refers to one without a digest has
    /// none either.
    pub name: Option<String>,
}

/// The most functions that may lead back to themselves together: what that takes grows with the square.
const LARGEST_CYCLE: usize = 64;

/// The digest of each function; none for one that has no code of its own here, and for what leads to one.
pub fn digests(functions: &[Option<OwnCode>]) -> Vec<Option<FunctionDigest>> {
    let numbers = |one: &OwnCode| one.others.iter().map(|other| other.number).collect();
    let edges: Vec<Vec<u32>> =
        functions.iter().map(|one| one.as_ref().map_or_else(Vec::new, numbers)).collect();
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
    let OwnCode { own, itself, others } = function.as_ref()?;
    if others.is_empty() && itself.is_none() {
        return Some(*own);
    }
    let mut hasher = hasher("with others and itself", own, itself);
    for other in others {
        add(&mut hasher, other, known)?;
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
    let mut now: Vec<FunctionDigest> = members.iter().map(|one| one.own).collect();
    for _ in 0..2 * component.len() {
        let next: Option<Vec<FunctionDigest>> = members
            .iter()
            .map(|one| {
                let mut hasher = hasher("in a cycle", &one.own, &one.itself);
                hasher.update(&(component.len() as u64).to_le_bytes());
                for other in &one.others {
                    match component.iter().position(|&member| member == other.number) {
                        Some(place) => {
                            hasher.update(b"member").update(&now[place]);
                        }
                        None => add(&mut hasher, other, known)?,
                    }
                }
                Some(*hasher.finalize().as_bytes())
            })
            .collect();
        let Some(next) = next else { return };
        now = next;
    }
    for (&one, digest) in component.iter().zip(now) {
        known[one as usize] = Some(digest);
    }
}

/// Adds what a function counts by; none if it counts by nothing.
fn add(hasher: &mut blake3::Hasher, other: &Other, known: &[Option<FunctionDigest>]) -> Option<()> {
    let digest = known[other.number as usize];
    if let Some(name) = &other.name {
        let length = (name.len() as u64).to_le_bytes();
        hasher.update(b"symbol").update(&length).update(name.as_bytes());
    }
    match (digest, &other.name) {
        (Some(digest), _) => hasher.update(b"digest").update(&digest),
        (None, Some(_)) => hasher.update(b"unknown"),
        (None, None) => return None,
    };
    Some(())
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
    use std::collections::BTreeSet;

    use super::*;

    fn function(own: u8, locals: &[u32]) -> Option<OwnCode> {
        let others = locals.iter().map(|&number| Other { number, name: None }).collect();
        Some(OwnCode { own: [own; 32], itself: None, others })
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
    fn symbols_count_with_or_without_a_digest() {
        let named = |number, name: &str| {
            let others = vec![Other { number, name: Some(name.to_owned()) }];
            Some(OwnCode { own: [1; 32], itself: None, others })
        };
        let all = [named(4, "f"), named(4, "g"), named(5, "f"), named(6, "f"), None];
        let others = [function(2, &[]), function(3, &[])];
        let known = digests(&all.into_iter().chain(others).collect::<Vec<_>>());
        let different: BTreeSet<_> = known[..4].iter().flatten().collect();
        assert_eq!(different.len(), 4);
    }

    #[test]
    fn a_cycle_that_leads_to_what_is_unknown_has_no_digest() {
        let known = digests(&[function(1, &[1]), function(2, &[0, 2]), None, function(3, &[0])]);
        assert_eq!(known, [None; 4]);
        let large: Vec<_> = (0..65).map(|at| function(1, &[(at + 1) % 65])).collect();
        assert!(digests(&large).iter().all(Option::is_none));
    }
}
