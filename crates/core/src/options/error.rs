//! What can be wrong with the options of a pass.
//!
//! Consumes: what the parser saw. Produces: messages that name the pass, the option, the value, what is
//! allowed, and the command that lists all options.

use thiserror::Error;

use super::PassName;

/// Why the parameters of a pass were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// `f3m<min-gain=20`.
    #[error(
        "{pass}: `{text}` does not end in `>`; LLVM cuts a pipeline at `,`, `(` and `)`, \
         so no value may hold one of them{see}", see = see(.pass)
    )]
    Unclosed {
        /// The pass.
        pass: PassName,
        /// The whole element.
        text: String,
    },
    /// `f3m<verify;;force>`.
    #[error("{pass}: empty option in `<{text}>`; options are separated by one `;`{see}", see = see(.pass))]
    Empty {
        /// The pass.
        pass: PassName,
        /// What stands between `<` and `>`.
        text: String,
    },
    /// A name that no pass has as an option.
    #[error("{pass}: unknown option `{option}`{hint}{see}", hint = did_you_mean(.nearest), see = see(.pass))]
    Unknown {
        /// The pass.
        pass: PassName,
        /// The name as given.
        option: String,
        /// The most similar name of an option of this pass.
        nearest: Option<String>,
    },
    /// An option of other passes.
    #[error("{pass}: option `{option}` belongs to {owners}, not to {pass}{see}", see = see(.pass))]
    OtherPass {
        /// The pass.
        pass: PassName,
        /// The option.
        option: &'static str,
        /// The passes that take it.
        owners: String,
    },
    /// `min-gain`, `min-gain=`.
    #[error("{pass}: option `{option}` needs a value: {option}=({allowed}){see}", see = see(.pass))]
    MissingValue {
        /// The pass.
        pass: PassName,
        /// The option.
        option: &'static str,
        /// What is allowed.
        allowed: String,
    },
    /// A value of the wrong type or out of range.
    #[error(
        "{pass}: option `{option}` cannot be `{value}`{why}; allowed: {allowed}{see}",
        why = because(.reason), see = see(.pass)
    )]
    BadValue {
        /// The pass.
        pass: PassName,
        /// The option.
        option: &'static str,
        /// The value as given.
        value: String,
        /// What is allowed.
        allowed: String,
        /// What is wrong, where that is not plain.
        reason: Option<String>,
    },
    /// `no-min-gain`, `no-force=true`.
    #[error("{pass}: `{given}` cannot be; `no-` stands before true-or-false options, without a value{see}",
        see = see(.pass))]
    BadNegation {
        /// The pass.
        pass: PassName,
        /// The option as given.
        given: String,
    },
    /// An option that is given twice.
    #[error("{pass}: option `{option}` is given twice, the second time as `{given}`; give it once{see}",
        see = see(.pass))]
    Duplicate {
        /// The pass.
        pass: PassName,
        /// The option.
        option: &'static str,
        /// The second mention.
        given: String,
    },
    /// `before-inlining;thunk-entries=drop`.
    #[error("{pass}: with `before-inlining`, thunks need their entries: what LLVM does later may put more into one than a jump; \
             give `thunk-entries=drop` where passes run last{see}", see = see(.pass))]
    EntriesNeeded {
        /// The pass.
        pass: PassName,
    },
}

/// Where all options are listed.
fn see(pass: &PassName) -> String {
    format!(" (`fmerge options {pass}` lists all options)")
}

/// The suggestion, if there is one.
fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
}

/// The reason, if there is one.
fn because(reason: &Option<String>) -> String {
    reason.as_ref().map(|r| format!(" ({r})")).unwrap_or_default()
}
