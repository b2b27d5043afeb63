//! The size of functions as machine code, by the target's own code generation.
//!
//! Consumes: functions of one module. Produces: the bytes of each one's code, constants, unwind and exception tables, as
//! if it were alone in an object, and those of its frame. Guarantees: the module is not changed; a function that is not changed has the same weight
//! whenever it is asked for.

use std::ffi::c_void;
use std::ptr::{NonNull, from_mut};

use fmerge_core::price::Bytes;
use fmerge_core::registers::Registers;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::FxHashMap;

use crate::ffi::machine_code::{
    fmerge_arguments_on_stack, fmerge_return_address, fmerge_sizer_callers, fmerge_sizer_create,
    fmerge_sizer_dispose, fmerge_sizer_measure, fmerge_stack_alignment,
};
use crate::ffi::replace::RawTarget;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::replace::{Replacement, with_targets};

/// Weighs functions of one module, each once until it changes.
pub struct Scale {
    sizer: Sizer,
    stack: CallStack,
    /// What is known of functions as they are now.
    known: FxHashMap<FunctionRef, Option<GeneratedCode>>,
}

/// What code generation makes of a function.
#[derive(Clone, Copy)]
pub struct GeneratedCode {
    /// Of code, constants, unwind and exception tables.
    pub size: Bytes,
    /// Bytes of the frame, as `-Wframe-larger-than` counts: without the return address, and without what aligning it anew takes.
    pub frame: u64,
    /// Bytes that a call takes of the stack. What x86 pushes as arguments does not count.
    pub stack: u64,
}

/// What a call takes of the stack, by the frame of its function.
#[derive(Clone, Copy)]
pub struct CallStack {
    /// The bytes of the return address, where a call pushes it.
    return_address: u64,
    /// The bytes that a frame with the return address is a multiple of, where the function makes calls.
    alignment: u64,
}

impl CallStack {
    /// The bytes that a call takes if the function has a frame of so many.
    pub fn of_frame(self, bytes: u64) -> u64 {
        bytes.saturating_add(self.return_address)
    }

    /// The same if the function makes calls itself.
    pub fn of_calling_frame(self, bytes: u64) -> u64 {
        self.of_frame(bytes).checked_next_multiple_of(self.alignment).unwrap_or(u64::MAX)
    }
}

impl Scale {
    /// `None` when the program that we run in cannot generate code for the module's target.
    pub fn new(module: ModuleRef) -> Option<Scale> {
        // SAFETY: the module is alive.
        let sizer = NonNull::new(unsafe { fmerge_sizer_create(module.as_ptr()) }).map(Sizer)?;
        // SAFETY: the same.
        let stack = unsafe {
            CallStack {
                return_address: fmerge_return_address(module.as_ptr()),
                alignment: fmerge_stack_alignment(module.as_ptr()),
            }
        };
        Some(Scale { sizer, stack, known: FxHashMap::default() })
    }

    /// The size of a function; `None` when no code can be generated for it.
    pub fn weigh(&mut self, function: FunctionRef) -> Option<Bytes> {
        self.code(function).map(|code| code.size)
    }

    /// The code of a function; `None` when no code can be generated for it.
    pub fn code(&mut self, function: FunctionRef) -> Option<GeneratedCode> {
        *self.known.entry(function).or_insert_with(|| self.sizer.measure(function, &[], &[]))
    }

    /// The same once calls of members have moved to their targets. The function itself may be one of these.
    pub fn code_moved(
        &self,
        function: FunctionRef,
        replacements: &[Replacement],
    ) -> Option<GeneratedCode> {
        with_targets(replacements, |members, targets| {
            self.sizer.measure(function, members, targets)
        })
    }

    /// What calls take of the stack.
    pub fn call_stack(&self) -> CallStack {
        self.stack
    }

    /// How many bytes larger the functions become in which calls of members move to their targets. `None` when these
    /// functions together are larger than `most` before that, or when code generation fails for one of them.
    pub fn weigh_callers(&mut self, replacements: &[Replacement], most: Bytes) -> Option<Bytes> {
        with_targets(replacements, |members, targets| {
            let callers = callers(members, targets);
            let mut before = Bytes::ZERO;
            for &caller in &callers {
                before += self.weigh(caller)?;
                if before > most {
                    return None;
                }
            }
            let moved = |&caller: &FunctionRef| {
                self.sizer.measure(caller, members, targets).map(|code| code.size)
            };
            let after: Option<Bytes> = callers.iter().map(moved).sum();
            Some(after? - before)
        })
    }

    /// To be called when a function has changed or is gone.
    pub fn forget(&mut self, function: FunctionRef) {
        self.known.remove(&function);
    }
}

/// Generates code for functions of one module.
struct Sizer(NonNull<c_void>);

impl Sizer {
    /// A function with calls of the members moved to their targets.
    fn measure(
        &self,
        function: FunctionRef,
        members: &[LLVMValueRef],
        targets: &[RawTarget],
    ) -> Option<GeneratedCode> {
        let (sizer, function, count) = (self.0.as_ptr(), function.as_ptr(), members.len());
        let (members, targets) = (members.as_ptr(), targets.as_ptr());
        let (mut size, mut frame, mut stack) = (0, 0, 0);
        // SAFETY: the sizer is alive, and so are members, targets and the function, which has a body; the targets are
        // given what their parameters ask for.
        let measured = unsafe {
            let (size, frame, stack) = (&raw mut size, &raw mut frame, &raw mut stack);
            fmerge_sizer_measure(sizer, function, members, targets, count, size, frame, stack)
        };
        let size = Bytes::new(i64::try_from(size).unwrap_or(i64::MAX));
        measured.then_some(GeneratedCode { size, frame, stack })
    }
}

/// The functions in which calls of the members move to their targets.
fn callers(members: &[LLVMValueRef], targets: &[RawTarget]) -> Vec<FunctionRef> {
    let (mut callers, count) = (Vec::new(), members.len());
    let to = from_mut(&mut callers).cast();
    // SAFETY: members and targets are alive, and `note` gets the list that it expects.
    unsafe { fmerge_sizer_callers(members.as_ptr(), targets.as_ptr(), count, note, to) };
    callers
}

/// What the calls in a caller of the members pass on the stack once the members are merged.
pub struct StackArguments {
    /// The caller.
    pub caller: FunctionRef,
    /// By how many bytes the frame must grow, because a call passes more arguments on the stack than the frame has room
    /// for so far.
    pub more: u64,
    /// The number of its calls beside which x86 must describe pushed arguments to unwinders. These are all its calls if
    /// it has landing pads and begins to push arguments by the merge; else none.
    pub beside_pushes: usize,
}

/// The stack arguments of all callers of the members.
pub fn stack_arguments(replacements: &[Replacement], registers: Registers) -> Vec<StackArguments> {
    let Registers { integers, floats, .. } = registers;
    with_targets(replacements, |members, targets| {
        let arguments = |caller: FunctionRef| {
            let (function, count, mut beside_pushes) = (caller.as_ptr(), members.len(), 0);
            let (members, targets, pushes) =
                (members.as_ptr(), targets.as_ptr(), &raw mut beside_pushes);
            // SAFETY: members and what their targets name are alive, and so is the caller, which has a body.
            let slots = unsafe {
                fmerge_arguments_on_stack(
                    function, members, targets, count, integers, floats, pushes,
                )
            };
            StackArguments { caller, more: slots * registers.bytes(), beside_pushes }
        };
        callers(members, targets).into_iter().map(arguments).collect()
    })
}

/// The functions in which calls of members will move to their targets.
pub fn callers_of(replacements: &[Replacement]) -> Vec<FunctionRef> {
    with_targets(replacements, callers)
}

/// Appends a function to the list behind `to`.
unsafe extern "C" fn note(to: *mut c_void, function: LLVMValueRef) {
    // SAFETY: the caller hands over its list, which nobody else uses meanwhile, and a function that is alive.
    let (to, function) =
        unsafe { (&mut *to.cast::<Vec<FunctionRef>>(), FunctionRef::new(function)) };
    to.extend(function);
}

impl Drop for Sizer {
    fn drop(&mut self) {
        // SAFETY: it was made by `fmerge_sizer_create`, and nobody uses it any more.
        unsafe { fmerge_sizer_dispose(self.0.as_ptr()) };
    }
}
