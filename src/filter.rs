//! Filters of LLVM functions: which of them may have equal canonical forms.
//!
//! Consumes: functions of one module. Produces: their [`Filter`]s.
//! Guarantees: those of [`fmerge_core::canon::filter`]. The module is not changed.

use fmerge_core::canon::filter::{self, Filter};
use rustc_hash::FxHashMap;

use crate::canon::Canonicalizer;
use crate::ffi::encode::{FilterOutline, outline};
use crate::llvm::FunctionRef;

/// The outlines and filters of the functions of one module. Each is kept until [`Filters::forget`].
#[derive(Default)]
pub struct Filters {
    outlines: FxHashMap<FunctionRef, FilterOutline>,
    filters: FxHashMap<FunctionRef, Filter>,
}

impl Filters {
    /// The outline of a function.
    pub fn outline(&mut self, function: FunctionRef) -> FilterOutline {
        *self.outlines.entry(function).or_insert_with(|| outline(function))
    }

    /// The filter of a function.
    pub fn of(&mut self, function: FunctionRef, canonicalizer: &mut Canonicalizer) -> &Filter {
        self.filters.entry(function).or_insert_with(|| canonicalizer.filter(function))
    }

    /// To be called when a function has changed or is about to be deleted.
    pub fn forget(&mut self, function: FunctionRef) {
        self.outlines.remove(&function);
        self.filters.remove(&function);
    }

    /// The functions whose filter another one of them shares, in the order given. Constants count.
    pub fn with_company(
        &mut self,
        functions: &[FunctionRef],
        canonicalizer: &mut Canonicalizer,
    ) -> Vec<FunctionRef> {
        let outlines: FxHashMap<FunctionRef, u64> =
            functions.iter().map(|&function| (function, self.outline(function).number)).collect();
        let functions = filter::with_company(functions, |function| outlines[&function]);
        let indices: FxHashMap<u64, usize> =
            functions.iter().map(|function| function.as_ptr() as u64).zip(0..).collect();
        // A function that takes no part equals only itself.
        let index = |&function: &u64| indices.get(&function).copied().ok_or(function);
        let mut references = Vec::with_capacity(functions.len());
        let of = |&function: &FunctionRef| {
            let filter = self.of(function, canonicalizer);
            references.push(filter.references.iter().map(index).collect());
            filter.whole
        };
        let mut filters: Vec<u64> = functions.iter().map(of).collect();
        filter::refine(&mut filters, &references);
        let all: Vec<usize> = (0..functions.len()).collect();
        let company = filter::with_company(&all, |index| filters[index]);
        company.into_iter().map(|index| functions[index]).collect()
    }
}
