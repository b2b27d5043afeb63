//! What a group saves: equation 1 of the paper (section 3.3).
//!
//! Consumes: size, members and parameters of a group. Produces: bytes saved, or less than zero.
//! Guarantees: no overflow, whatever the figures.

/// Prices of thunks in bytes, and limits. Equation 1: merging pays when
/// `Size_func * (N - 1) > Size_thunk * N`, with a thunk "including parameters, call and metadata".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// A thunk without parameters: its unwind entry and its jump, as `profit::CostModel` prices it.
    pub thunk: u32,
    /// A parameter in a thunk: on x86-64 a `mov` of 5 bytes for a number, a `lea` of 7 for an address.
    pub parameter: u32,
    /// Most parameters of a merged function: beyond four, the paper finds less than 1% of merged functions
    /// (section 5.3, figure 9), and they would go by the stack.
    pub max_parameters: u32,
    /// Bytes that a group must save.
    pub min_saving: u32,
}

impl Default for CostModel {
    fn default() -> CostModel {
        CostModel { thunk: 30, parameter: 7, max_parameters: 4, min_saving: 1 }
    }
}

impl CostModel {
    /// Bytes saved by equation 1: benefit less cost, for so many functions of this size.
    pub fn saving(&self, size: u32, functions: u64, parameters: u64) -> i64 {
        let benefit = i128::from(size) * i128::from(functions.saturating_sub(1));
        let thunk = i128::from(self.thunk) + i128::from(self.parameter) * i128::from(parameters);
        let saving = benefit - thunk.saturating_mul(i128::from(functions));
        saving.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
    }

    /// Whether a group pays that saves so much with so many parameters.
    pub fn pays(&self, saving: i64, parameters: u64) -> bool {
        saving >= i64::from(self.min_saving) && parameters <= u64::from(self.max_parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equation_1() {
        let model = CostModel { thunk: 10, parameter: 3, max_parameters: 2, min_saving: 1 };
        assert_eq!(model.saving(100, 3, 0), 100 * 2 - 10 * 3);
        assert_eq!(model.saving(100, 3, 2), 100 * 2 - 16 * 3);
        assert_eq!(model.saving(100, 1, 0), -10);
        assert_eq!(model.saving(100, 0, 0), 0);
        assert!(model.pays(1, 2) && !model.pays(0, 0) && !model.pays(1000, 3));
    }

    #[test]
    fn figures_from_a_hostile_file_do_not_overflow() {
        let model = CostModel::default();
        assert_eq!(model.saving(u32::MAX, u64::MAX, 0), i64::MAX);
        assert!(model.saving(0, u64::MAX, u64::MAX) < 0);
    }
}
