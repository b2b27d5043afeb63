//! The functions that the shim calls for LLVM, once `src/interface.rs` has let LLVM in.
//!
//! Consumes: pass texts from `-passes`, from extension points and from the environment.
//! Produces: our passes in LLVM's pipelines; runs of [`crate::pass`].
//! Guarantees: nothing unwinds into LLVM. A wrong text ends the program with a plain message. A panic does too,
//! because the module may be half changed, and going on could miscompile. The shim ends the program, after all
//! Rust frames have returned.

use std::any::Any;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use fmerge_core::options::parse_pass;
use fmerge_core::pipeline::{self, Given, Pipeline, Point};
use fmerge_core::report::Place;
use inkwell::llvm_sys::prelude::LLVMModuleRef;

use crate::ffi::enumeration::of_number;
use crate::ffi::references::Sections;
use crate::ffi::register::{AddPass, ErrorText, fmerge_self_test_wrongly, fmerge_set_error};
use crate::ffi::structure::crosses;
use crate::llvm::ModuleRef;
use crate::module::ModuleFacts;
use crate::{logging, pass};

/// A pass that panics. Tests run it to show that no panic crosses into LLVM, as LLVM's tests run
/// `trigger-crash-module`.
const PANICKING_PASS: &str = "fmerge-trigger-panic";

/// A pass that tests LLVM against a wrong expectation. It shows what happens when the LLVM is not like the one that the
/// plugin was built for.
const MISMATCHING_PASS: &str = "fmerge-trigger-mismatch";

/// Whether a text from `-passes` names one of our passes.
///
/// # Safety
/// `length` bytes must be readable at `text`; `error` must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_claim_pass(
    text: *const c_char,
    length: usize,
    error: *mut ErrorText,
) -> bool {
    let outcome = guard("reading -passes", || {
        // SAFETY: the caller's promise.
        let text = unsafe { text_of(text, length) };
        is_ours(&text, "-passes")
    });
    // SAFETY: the caller's promise.
    unsafe { hand_over(outcome, error) }
}

/// What passes keep of a module for the next: nothing as yet. To be ended with [`fmerge_forget_facts`].
#[unsafe(no_mangle)]
pub extern "C" fn fmerge_no_facts() -> *mut ModuleFacts {
    Box::into_raw(Box::default())
}

/// # Safety
/// `facts` comes from [`fmerge_no_facts`], and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_forget_facts(facts: *mut ModuleFacts) {
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(facts) });
}

/// Runs the pass that `text` names; true when it changed the module. `point` is a `Point` of the shim. `sections` has a
/// bit for each `SectionFact` that tells how code generation places symbols.
///
/// # Safety
/// `length` bytes must be readable at `text`; `module` and `analyses` must be alive and belong
/// together, and since `facts` were found, only passes of ours have changed the module; `error` must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_run_pass(
    module: LLVMModuleRef,
    analyses: *mut c_void,
    point: u32,
    sections: u64,
    text: *const c_char,
    length: usize,
    facts: *mut ModuleFacts,
    error: *mut ErrorText,
) -> bool {
    // SAFETY: the caller's promise.
    let text = unsafe { text_of(text, length) };
    if text == MISMATCHING_PASS {
        // SAFETY: the caller's promise.
        unsafe { fmerge_self_test_wrongly(error) };
        return false;
    }
    // SAFETY: the caller's promise; nobody else uses them meanwhile.
    let facts = unsafe { &mut *facts };
    let work = || run_pass(&text, module, analyses, place(point), Sections::of(sections), facts);
    let outcome = guard(&format!("pass {text}"), work);
    // SAFETY: the caller's promise.
    unsafe { hand_over(outcome, error) }
}

/// What the shim asks at an extension point.
#[repr(C)]
pub struct PipelineQuestion {
    last: *const c_char,
    last_length: usize,
    early: *const c_char,
    early_length: usize,
    codegen: *const c_char,
    codegen_length: usize,
    point: u32,
}
crosses!("FmergePipelineQuestion", PipelineQuestion:
    last, last_length, early, early_length, codegen, codegen_length, point);

/// Calls `add` with the text of each pass that is to run at an extension point.
///
/// # Safety
/// `question` must be readable, and so must be the bytes of its texts; `add` must accept `place`;
/// `error` must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_default_pipeline(
    question: *const PipelineQuestion,
    add: AddPass,
    place: *mut c_void,
    error: *mut ErrorText,
) {
    let outcome = guard("reading its pipeline", || {
        // SAFETY: the caller's promise.
        let chosen = unsafe { answer(&*question) }?;
        check(&chosen)?;
        for text in chosen.passes {
            // SAFETY: the caller's promise for `place`; `text` owns its bytes during the call.
            unsafe { add(place, text.as_ptr().cast(), text.len()) };
        }
        Ok(())
    });
    // SAFETY: the caller's promise.
    unsafe { hand_over(outcome, error) }
}

/// # Safety
/// The bytes of the question's texts are readable.
unsafe fn answer(question: &PipelineQuestion) -> Result<Pipeline, String> {
    // SAFETY: the caller's promise.
    let (last, early, codegen) = unsafe {
        (
            text_of(question.last, question.last_length),
            text_of(question.early, question.early_length),
            text_of(question.codegen, question.codegen_length),
        )
    };
    let point = of_number!(question.point, "Point":
        "CompileLast" => Point::CompileLast,
        "LinkLast" => Point::LinkLast,
        "LinkEarly" => Point::LinkEarly,
        "ThinEarly" => Point::ThinEarly,
        "BeforeCodegen" => Point::BeforeCodegen,
    );
    let given = Given { last: &last, early: &early, codegen: &codegen, variable: &pass::variable };
    given.choose(point).map_err(|error| error.to_string())
}

/// The place that a `Point` of the shim stands for.
fn place(point: u32) -> Place {
    of_number!(point, "Point":
        "CompileLast" => Place::Compile,
        "LinkLast" => Place::Late,
        "LinkEarly" => Place::Early,
        "ThinEarly" => Place::Early,
        "BeforeCodegen" => Place::Codegen,
        "ByHand" => Place::ByHand,
    )
}

fn run_pass(
    text: &str,
    module: LLVMModuleRef,
    analyses: *mut c_void,
    place: Place,
    sections: Sections,
    facts: &mut ModuleFacts,
) -> Result<bool, String> {
    if text == PANICKING_PASS {
        panic!("the panic that {PANICKING_PASS} asks for");
    }
    match parse_pass(text) {
        Some(Ok(request)) => {
            // SAFETY: LLVM runs the pass on this module, which is alive meanwhile, with these analyses.
            unsafe { pass::run(&request, ModuleRef::new(module), analyses, place, sections, facts) }
                .map_err(|e| e.to_string())
        }
        _ => panic!("a pass text that was accepted before is refused now"),
    }
}

/// Refuses a pipeline unless all of its passes are known and well-formed.
fn check(pipeline: &Pipeline) -> Result<(), String> {
    for text in &pipeline.passes {
        if !is_ours(text, pipeline.source)? {
            return Err(pipeline::unknown_pass(text, pipeline.source));
        }
    }
    Ok(())
}

/// Whether `text` names one of our passes. It is an error if its options are wrong, or if it contains the replacement
/// character: that stands for bytes that are not UTF-8, and a path with it would name another file.
fn is_ours(text: &str, source: &str) -> Result<bool, String> {
    match parse_pass(text) {
        Some(_) if text.contains(char::REPLACEMENT_CHARACTER) => Err(format!(
            "in {source}: `{text}` is not UTF-8, or holds the character {}, which stands for that; give paths in \
             UTF-8",
            char::REPLACEMENT_CHARACTER
        )),
        Some(Ok(_)) => Ok(true),
        Some(Err(error)) => Err(format!("in {source}: {error}")),
        None => Ok([PANICKING_PASS, MISMATCHING_PASS].contains(&text)),
    }
}

/// The text behind a pointer and a length; bytes that are not UTF-8 become the replacement character, which
/// `is_ours` refuses.
///
/// # Safety
/// `length` bytes must be readable at `text`, unless `length` is 0.
unsafe fn text_of(text: *const c_char, length: usize) -> String {
    if length == 0 {
        return String::new();
    }
    // SAFETY: the caller's promise; the bytes are copied at once.
    let bytes = unsafe { slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The panic barrier: starts logging, runs `work`, and turns a panic into an error.
fn guard<T>(place: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let logged_work = || {
        logging::start();
        work()
    };
    // After a panic nobody looks at what the work left behind, since the shim ends the program.
    catch_unwind(AssertUnwindSafe(logged_work))
        .unwrap_or_else(|panic| Err(internal_error(place, &*panic)))
}

fn internal_error(place: &str, panic: &(dyn Any + Send)) -> String {
    format!(
        "internal error in {place}: {}; please report; {}={} switches fmerge off",
        panic_text(panic),
        pipeline::LAST.variable,
        pipeline::NONE,
    )
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Gives the shim the result. After an error, the shim gets the error, and a default result, which it ignores.
///
/// # Safety
/// `error` must be alive.
unsafe fn hand_over<T: Default>(outcome: Result<T, String>, error: *mut ErrorText) -> T {
    outcome.unwrap_or_else(|message| {
        // SAFETY: the caller's promise; `message` owns its bytes, which the shim copies.
        unsafe { fmerge_set_error(error, message.as_ptr().cast(), message.len()) };
        T::default()
    })
}
