//! What a group saves: equation 1 of the paper (section 3.3).
//!
//! Consumes: size, members and parameters of a group. Produces: bytes saved, or less than zero.
//! Guarantees: no overflow, whatever the figures.

use crate::price::{Bytes, Prices};

/// What thunks cost, and limits. Equation 1: merging pays when
/// `Size_func * (N - 1) > Size_thunk * N`, with a thunk "including parameters, call and metadata".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// A thunk without parameters: [`Prices::thunk`].
    pub thunk: Bytes,
    /// A parameter in a thunk. Its kind is not known, so its price is that of an address.
    pub parameter: Bytes,
    /// Most parameters of a merged function: beyond four, the paper finds less than 1% of merged functions
    /// (section 5.3, figure 9), and they would go by the stack.
    pub max_parameters: u32,
    /// Bytes that a group must save.
    pub min_saving: Bytes,
}

/// The model of x86-64.
impl Default for CostModel {
    fn default() -> CostModel {
        CostModel::of(Default::default())
    }
}

impl CostModel {
    /// By the prices of a target.
    pub fn of(prices: &Prices) -> CostModel {
        CostModel {
            thunk: prices.thunk.bytes.round(),
            parameter: prices.address.bytes.round(),
            max_parameters: 4,
            min_saving: Bytes::new(1),
        }
    }

    /// What is saved by equation 1: benefit less cost, for so many functions of this size.
    pub fn saving(&self, size: Bytes, functions: u64, parameters: u64) -> Bytes {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let thunk = self.thunk + self.parameter * count(parameters);
        size * count(functions.saturating_sub(1)) - thunk * count(functions)
    }

    /// Whether a group pays that saves so much with so many parameters.
    pub fn pays(&self, saving: Bytes, parameters: u64) -> bool {
        saving >= self.min_saving && parameters <= u64::from(self.max_parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equation_1() {
        let bytes = Bytes::new;
        let (thunk, parameter, min_saving) = (bytes(10), bytes(3), bytes(1));
        let model = CostModel { thunk, parameter, max_parameters: 2, min_saving };
        assert_eq!(model.saving(bytes(100), 3, 0), bytes(100 * 2 - 10 * 3));
        assert_eq!(model.saving(bytes(100), 3, 2), bytes(100 * 2 - 16 * 3));
        assert_eq!(model.saving(bytes(100), 1, 0), bytes(-10));
        assert_eq!(model.saving(bytes(100), 0, 0), Bytes::ZERO);
        assert!(
            model.pays(bytes(1), 2) && !model.pays(Bytes::ZERO, 0) && !model.pays(bytes(1000), 3)
        );
    }

    #[test]
    fn figures_from_a_hostile_file_do_not_overflow() {
        let model = CostModel::default();
        let most = Bytes::from(u32::MAX);
        assert!(model.saving(most, u64::MAX - 1, 0) >= Bytes::ZERO);
        assert!(model.saving(Bytes::ZERO, u64::MAX, u64::MAX) < Bytes::ZERO);
    }
}
