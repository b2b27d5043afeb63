//! The bridge between ids and LLVM: which type, constant or instruction an id of the core stands for.
//!
//! Consumes: one LLVM module. Produces: [`ModuleContext`] (tables shared by all of its functions) and
//! [`Handles`] (the LLVM values behind one encoded function).
//! Guarantees: ids are given out in order of first sight while the module is walked in its own order, so that the same
//! module gives the same ids. Maps by pointer are only looked up, never iterated.

mod names;

use std::rc::Rc;

use cranelift_entity::{EntitySet, PrimaryMap};
use fmerge_core::canon::content::Digests;
use fmerge_core::encode::BodyNames;
use fmerge_core::intrinsic::{self, IntrinsicTreatment};
use fmerge_core::ir::{
    ArgId, BlockId, ConstId, ConstInfo, EncodedFunction, InstId, Tables, TypeId,
};
use fmerge_core::key::{Interner, MergeKeys};
use fmerge_core::options::{Options, ThunkEntries};
use fmerge_core::price::Prices;
use fmerge_core::registers::Registers;
use fmerge_core::reject::Reject;
use fmerge_core::report::Place;
use fmerge_core::speed::{Frequency, Heat, Runs};
use fmerge_core::stack::{FrameLimit, FrameSize, Recursion};
use fmerge_core::startup::Startup;
use inkwell::llvm_sys::core::{
    LLVMGetOperand, LLVMIsAConstantExpr, LLVMIsAGlobalValue, LLVMIsAGlobalVariable, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMTypeRef, LLVMValueRef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::ffi::content::{Contents, Thing};
use crate::ffi::encode as shim;
use crate::ffi::inlining::only_caller;
use crate::ffi::open::is_address_in;
use crate::ffi::references::Sections;
use crate::ffi::stack;
use crate::ffi::stack::has_few_registers;
use crate::filter::Filters;
use crate::inlining::InlinedSlots;
use crate::llvm::{FunctionRef, ModuleRef, TypeRef, full_name, intrinsic_name};
use crate::references::ProgramPart;
use crate::replace::{self, Replaced, Replacement};
use crate::{frequencies, propagation, recursion, startup};
use names::{const_name, is_metadata, type_info};

/// Everything that the functions of one module share while a pass runs.
pub struct ModuleContext {
    /// The module.
    pub module: ModuleRef,
    /// What the core knows of types and constants.
    pub tables: Tables,
    /// The LLVM type behind each id.
    pub types: PrimaryMap<TypeId, LLVMTypeRef>,
    /// The LLVM value behind each id: a constant, global, inline asm, or metadata wrapped as a value.
    pub consts: PrimaryMap<ConstId, LLVMValueRef>,
    /// The id of each LLVM type.
    pub type_ids: FxHashMap<LLVMTypeRef, TypeId>,
    /// The id of each LLVM constant.
    pub const_ids: FxHashMap<LLVMValueRef, ConstId>,
    /// Merge keys of instructions.
    pub keys: MergeKeys,
    /// Digests of what instructions name; made when the first is asked for.
    contents: Option<Digests<Contents>>,
    /// Facts that two functions must share ([`fmerge_core::ir::EncodedFunction::compat`]).
    pub compat: Interner,
    /// Sets of ABI attributes of parameters ([`fmerge_core::ir::ParamAbi::attrs`]); 0 is the empty set.
    pub abi: Interner,
    /// Start-up code, which takes no time outside of its loops.
    startup: Startup<FunctionRef>,
    /// What passes keep for the next.
    pub(crate) facts: ModuleFacts,
    /// What the linker folds, by the last run of `identical`.
    pub(crate) folded: LinkerFolded,
    /// By constant, the shim's facts.
    const_facts: PrimaryMap<ConstId, u64>,
    /// Global variables, each with the number of the first constant that was an address in it.
    variables: FxHashMap<LLVMValueRef, u32>,
    /// How calls of intrinsics are treated, by the intrinsic's number.
    treatments: FxHashMap<u32, IntrinsicTreatment>,
    /// By the name of a merged function, the frame limit of the originals behind it. Kept only if further runs follow.
    allowed: Option<FxHashMap<String, FrameLimit>>,
    /// By the name of a merged function or of a caller, the most bytes that a call of it may take of the stack for the
    /// sake of the originals behind it.
    most_stacks: FxHashMap<String, u64>,
    /// What earlier runs encoded of functions that have not changed since.
    bodies: FxHashMap<FunctionRef, Encoded>,
    /// What functions that were encoded need of the stack, until they change.
    frames: FxHashMap<FunctionRef, FrameSize>,
    /// Whether an encoding that is used again is compared with a new one.
    pub(crate) verify: bool,
    /// What becomes of the unwind entries of thunks.
    pub(crate) thunk_entries: ThunkEntries,
    /// Whether LLVM's inliner runs later.
    pub(crate) before_inlining: bool,
    /// Where in a build the pass runs.
    pub(crate) place: Place,
    /// How code generation places symbols.
    pub(crate) sections: Sections,
    /// What is known of the rest, if the module is a part of a program.
    pub(crate) part: Option<Rc<ProgramPart>>,
}

/// What is known of a module's functions, for as long as only passes of ours change the module. They forget what they
/// change. Whatever else changes it, LLVM then forgets all of it, as an analysis that was not preserved.
#[derive(Default)]
pub struct ModuleFacts {
    /// Outlines and filters of functions.
    pub(crate) filters: Filters,
    /// Which functions may call themselves, as of the first run that asked: if a pass makes a call indirect, it still leads
    /// where it led, and of two functions that become one, neither calls the other because of that.
    recursive: Option<FxHashMap<FunctionRef, Recursion>>,
    /// What LLVM's inliner brings into functions, as of the first run before inlining.
    inlined_slots: Option<InlinedSlots>,
    /// Functions of which a later constant propagation will fold much, with their numbers, as of the same run.
    to_be_folded: Option<FxHashMap<FunctionRef, u32>>,
}

impl ModuleFacts {
    /// Forgets what a function does, which has changed or is about to be deleted.
    fn forget_body(&mut self, function: FunctionRef) {
        self.filters.forget(function);
        if let Some(slots) = &mut self.inlined_slots {
            slots.forget_calls(function);
        }
    }

    /// Forgets a function that is about to be deleted, but for what goes with each change.
    fn forget(&mut self, function: FunctionRef) {
        if let Some(all) = &mut self.recursive {
            all.remove(&function);
        }
        if let Some(all) = &mut self.to_be_folded {
            all.remove(&function);
        }
        if let Some(slots) = &mut self.inlined_slots {
            slots.forget(function);
        }
    }
}

/// A function as it was encoded, or the reason in its body why it may not be merged.
pub type Encoded = Result<(EncodedFunction, Handles), Reject>;

/// Functions of equal code that the linker folds. As long as they are listed here, none of them is deleted.
#[derive(Default)]
pub(crate) struct LinkerFolded {
    /// Functions that may not be merged.
    pub left: FxHashSet<FunctionRef>,
    /// For a function that may be merged, those that are equal to it, which are in `left`.
    pub twins: FxHashMap<FunctionRef, Vec<FunctionRef>>,
    /// Functions that are not equal although the linker folds them. Of all that have one number, it keeps one.
    pub by_reference: FxHashMap<FunctionRef, u32>,
}

impl LinkerFolded {
    /// Replaces a function's twins when the function itself is replaced: a twin that kept its code would no longer be
    /// folded with it. The function becomes a thunk, and the linker folds it with the twins' thunks.
    fn follow(&mut self, replacements: &mut Vec<Replacement>) {
        let mut more = Vec::new();
        for replacement in replacements.iter_mut() {
            self.by_reference.remove(&replacement.member);
            let twins = self.twins.remove(&replacement.member).unwrap_or_default();
            if !twins.is_empty() {
                replacement.keep();
            }
            more.extend(
                twins.into_iter().map(|member| Replacement { member, ..replacement.clone() }),
            );
        }
        replacements.extend(more);
    }
}

/// The LLVM values behind one [`fmerge_core::ir::EncodedFunction`]. They are stale once that function is changed.
pub struct Handles {
    /// The function.
    pub function: FunctionRef,
    /// Its parameters.
    pub args: PrimaryMap<ArgId, LLVMValueRef>,
    /// Its blocks.
    pub blocks: PrimaryMap<BlockId, LLVMBasicBlockRef>,
    /// Its instructions.
    pub insts: PrimaryMap<InstId, LLVMValueRef>,
}

/// Tables for the target of a module, without types and constants.
fn tables(module: ModuleRef) -> Tables {
    let triple = &module.target();
    let (registers, prices) = (Registers::of(triple), Prices::of(triple, module.unwind()));
    let registers = if has_few_registers(module) { registers.embedded() } else { registers };
    let registers =
        if stack::has_thumb_functions(module) { registers.thumb(triple) } else { registers };
    Tables { registers, prices, ..Tables::default() }
}

impl ModuleContext {
    /// Empty tables for `module`, of which `facts` are known.
    ///
    /// # Safety
    /// Every constant that the result is asked about belongs to the module and is alive.
    pub unsafe fn new(module: ModuleRef, facts: ModuleFacts) -> ModuleContext {
        let mut abi = Interner::default();
        let empty = abi.intern(&[]);
        debug_assert_eq!(empty, 0, "0 is the empty set of ABI attributes");
        ModuleContext {
            module,
            tables: tables(module),
            types: PrimaryMap::new(),
            consts: PrimaryMap::new(),
            type_ids: FxHashMap::default(),
            const_ids: FxHashMap::default(),
            keys: MergeKeys::default(),
            contents: None,
            compat: Interner::default(),
            abi,
            startup: Startup::default(),
            facts,
            folded: LinkerFolded::default(),
            const_facts: PrimaryMap::new(),
            variables: FxHashMap::default(),
            treatments: FxHashMap::default(),
            allowed: None,
            most_stacks: FxHashMap::default(),
            bodies: FxHashMap::default(),
            frames: FxHashMap::default(),
            verify: false,
            thunk_entries: ThunkEntries::Keep,
            before_inlining: false,
            place: Place::default(),
            sections: Sections::default(),
            part: None,
        }
    }

    /// What is known of the module's functions as they are now.
    pub fn into_facts(self) -> ModuleFacts {
        self.facts
    }

    /// Begins a run of a pass over the module. Ids of constants are forgotten unless a function that has not changed
    /// uses the constant: other constants may have been destroyed since the last run, and their addresses may have been
    /// used again.
    pub(crate) fn begin_run(&mut self, options: &Options, analyses: Analyses) {
        self.verify = options.verify;
        self.thunk_entries = options.thunk_entries;
        self.before_inlining = options.before_inlining && !options.force;
        self.tables.prices = Prices::of(&self.module.target(), self.module.unwind());
        let is_metadata: PrimaryMap<ConstId, bool> =
            self.tables.consts.values().map(|one| is_metadata(self.types[one.ty])).collect();
        let mut alive = EntitySet::with_capacity(self.consts.len());
        for function in self.module.defined_functions() {
            let Some(Ok((encoded, _))) = self.bodies.get(&function) else { continue };
            // A metadata operand may become another one without a change of the instruction.
            if encoded.constants().any(|id| is_metadata[id]) {
                self.bodies.remove(&function);
            } else {
                alive.extend(encoded.constants());
            }
        }
        let living = self.consts.iter().filter(|&(id, _)| alive.contains(id));
        self.const_ids = living.map(|(id, &value)| (value, id)).collect();
        self.variables.clear();
        // Where time costs nothing, start-up code does not matter.
        self.startup = match options.ignores_time() {
            true => Startup::default(),
            false => startup::find(self.module),
        };
        if self.before_inlining {
            self.inlined_slots();
            let find = || propagation::find(self.module, analyses);
            self.facts.to_be_folded.get_or_insert_with(find);
        }
    }

    /// Functions that are replaced together with this one, because the linker folds them with it.
    pub(crate) fn twins(&self, function: FunctionRef) -> &[FunctionRef] {
        self.folded.twins.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Refuses functions that the linker folds with an equal one.
    ///
    /// # Errors
    /// [`Reject::LeftToLinker`].
    pub(crate) fn check_left(&self, function: FunctionRef) -> Result<(), Reject> {
        let is_left = self.folded.left.contains(&function);
        if is_left { Err(Reject::LeftToLinker) } else { Ok(()) }
    }

    /// The number of the functions that the linker folds with this one although they are not equal; none if there are
    /// none.
    pub(crate) fn folds_with(&self, function: FunctionRef) -> Option<u32> {
        self.folded.by_reference.get(&function).copied()
    }

    /// The registers by which thunks without unwind entries must pass their arguments; none if thunks keep their
    /// entries.
    fn bare_thunks(&self) -> Option<Registers> {
        (self.thunk_entries == ThunkEntries::Drop).then_some(self.tables.registers)
    }

    /// How many instructions a function has in LLVM, including those that are not encoded.
    pub(crate) fn instruction_count(&mut self, function: FunctionRef) -> usize {
        self.facts.filters.outline(function).instructions
    }

    /// To be called if further runs follow, perhaps of other passes: from now on, the frame limits of originals are
    /// kept for their merged functions.
    pub(crate) fn keep_allowed(&mut self) {
        self.allowed = Some(FxHashMap::default());
    }

    /// The frame limit of the originals behind a merged function, if that is kept.
    pub(crate) fn allowed(&self, name: &str) -> Option<FrameLimit> {
        self.allowed.as_ref()?.get(name).copied()
    }

    /// The most bytes that a call of a merged function, or of a caller, may take of the stack, if that is limited.
    pub(crate) fn most_stack(&self, function: FunctionRef) -> Option<u64> {
        if self.most_stacks.is_empty() {
            return None;
        }
        self.most_stacks.get(&function.name()).copied()
    }

    /// Notes the most bytes that a call of a function may take of the stack.
    pub(crate) fn limit_stack(&mut self, function: FunctionRef, most: Option<u64>) {
        if let Some(most) = most {
            self.most_stacks.insert(function.name(), most);
        }
    }

    /// Keeps the frame limit of the originals behind a merged function, if such limits are kept.
    pub(crate) fn allow(&mut self, merged: FunctionRef, limit: Option<FrameLimit>) {
        if let (Some(all), Some(limit)) = (&mut self.allowed, limit) {
            all.insert(merged.name(), limit);
        }
    }

    /// Whether the frame limits of originals are kept.
    pub(crate) fn keeps_allowed(&self) -> bool {
        self.allowed.is_some()
    }

    /// What an earlier run encoded of a function, if the function has not changed since.
    pub(crate) fn take_body(&mut self, function: FunctionRef) -> Option<Encoded> {
        self.bodies.remove(&function)
    }

    /// What a function that was encoded needs of the stack.
    pub(crate) fn frame(&self, function: FunctionRef) -> Option<FrameSize> {
        self.frames.get(&function).copied()
    }

    /// Notes what a function needs of the stack.
    pub(crate) fn note_frame(&mut self, function: FunctionRef, frame: FrameSize) {
        self.frames.insert(function, frame);
    }

    /// Forgets what a function is, which has changed or is about to be deleted.
    fn forget_body(&mut self, function: FunctionRef) {
        self.bodies.remove(&function);
        self.frames.remove(&function);
        self.facts.forget_body(function);
    }

    /// Keeps the encoding of a function, as it is now, for the next run.
    pub(crate) fn keep_body(&mut self, function: FunctionRef, body: Encoded) {
        self.bodies.insert(function, body);
    }

    /// Finds the functions that may call themselves, unless an earlier run has. To be called before any function is encoded.
    pub(crate) fn find_recursion(&mut self) {
        self.facts.recursive.get_or_insert_with(|| recursion::find(self.module));
    }

    /// From now on, a function counts as one that calls itself: the module is a part of a program in which it does.
    pub(crate) fn note_recursive(&mut self, function: FunctionRef) {
        self.find_recursion();
        if let Some(all) = &mut self.facts.recursive {
            all.insert(function, Recursion::Certain);
        }
    }

    /// Ends a run, when all is merged.
    pub(crate) fn end_run(&mut self) {
        let slots = self.facts.inlined_slots.as_ref().filter(|_| self.before_inlining);
        for caller in slots.map(|slots| slots.keep_calls(self.module)).unwrap_or_default() {
            self.forget_body(caller);
        }
    }

    /// The id of an LLVM type.
    pub(crate) fn type_id(&mut self, ty: TypeRef) -> TypeId {
        let ty = ty.as_ptr();
        if let Some(&id) = self.type_ids.get(&ty) {
            return id;
        }
        // SAFETY: the type and the module are alive.
        let info = unsafe { type_info(ty, self.module.as_ptr(), self.tables.registers) };
        let id = self.types.push(ty);
        self.tables.types.push(info);
        self.type_ids.insert(ty, id);
        id
    }

    /// The type of an LLVM value.
    pub(crate) fn type_of(&mut self, value: LLVMValueRef) -> TypeId {
        // SAFETY: `value` is alive, by the promise of `new`.
        self.type_id(unsafe { TypeRef::new(LLVMTypeOf(value)) })
    }

    /// The id of a constant, global, inline asm, or metadata wrapped as a value.
    pub(crate) fn const_id(&mut self, value: LLVMValueRef) -> ConstId {
        if let Some(&id) = self.const_ids.get(&value) {
            return id;
        }
        let ty = self.type_of(value);
        // SAFETY: `value` is alive, by the promise of `new`.
        let (name, facts) = unsafe { (const_name(value), shim::constant_facts(value)) };
        let variable = self.variable_of(value);
        let id = self.consts.push(value);
        self.tables.consts.push(ConstInfo { ty, name, variable });
        self.const_facts.push(facts);
        self.const_ids.insert(value, id);
        id
    }

    /// The number of the global variable in which a constant is an address; none if it is no such address.
    fn variable_of(&mut self, mut value: LLVMValueRef) -> Option<u32> {
        // SAFETY: the constant is alive, and so are its operands. The first operand of a `getelementptr` is its base.
        let variable = unsafe {
            while !LLVMIsAConstantExpr(value).is_null() && is_address_in(value) {
                value = LLVMGetOperand(value, 0);
            }
            LLVMIsAGlobalVariable(value)
        };
        let number = self.consts.len() as u32;
        (!variable.is_null()).then(|| *self.variables.entry(variable).or_insert(number))
    }

    /// How to treat calls of an intrinsic.
    pub(crate) fn treatment(&mut self, intrinsic: u32) -> IntrinsicTreatment {
        let treatment = || intrinsic::treatment(&intrinsic_name(intrinsic));
        *self.treatments.entry(intrinsic).or_insert_with(treatment)
    }

    /// Whether a function may call itself, directly or by way of others; no if nobody has looked for such functions
    /// yet.
    pub(crate) fn recursion(&self, function: FunctionRef) -> Recursion {
        self.facts
            .recursive
            .as_ref()
            .and_then(|all| all.get(&function))
            .copied()
            .unwrap_or_default()
    }

    /// The same, but looks for such functions if nobody has yet.
    pub(crate) fn recursion_of(&mut self, function: FunctionRef) -> Recursion {
        self.find_recursion();
        self.recursion(function)
    }

    /// What LLVM's inliner may bring into functions that may call themselves.
    pub(crate) fn inlined_slots(&mut self) -> &mut InlinedSlots {
        self.facts.inlined_slots.get_or_insert_with(|| InlinedSlots::of(self.module))
    }

    /// A number for the slots that LLVM's inliner may bring into a function, if it runs later and may bring some.
    pub(crate) fn slots_to_come(&mut self, function: FunctionRef) -> Option<u32> {
        if self.before_inlining { self.inlined_slots().number(function) } else { None }
    }

    /// The only caller of a function, if LLVM's inliner runs later and makes frames smaller by inlining the function there.
    pub(crate) fn shrinking_caller(&mut self, function: FunctionRef) -> Option<FunctionRef> {
        if !self.before_inlining {
            return None;
        }
        let caller = only_caller(function)?;
        let may_recurse = self.recursion_of(function) != Recursion::None;
        self.inlined_slots().shrink_by_inlining(function, caller, may_recurse).then_some(caller)
    }

    /// How often a function runs, as far as it is known. Start-up code counts as cold, unless an attribute calls it
    /// hot.
    pub(crate) fn runs(&self, function: FunctionRef, analyses: Analyses) -> Runs {
        let runs = frequencies::runs(function, analyses);
        match runs.heat {
            Heat::Unknown if self.is_startup(function) => Runs { heat: Heat::Cold, ..runs },
            _ => runs,
        }
    }

    /// Whether a function was start-up code without loops when the run began, so that it is sure to take no time.
    pub(crate) fn is_startup(&self, function: FunctionRef) -> bool {
        self.startup.idle.contains(&function)
    }

    /// A number for what a later constant propagation folds of a function, if that is much; as of the beginning of the
    /// first run. Only functions with one number are folded as much if they share a body.
    pub(crate) fn to_be_folded(&self, function: FunctionRef) -> Option<u32> {
        self.facts.to_be_folded.as_ref()?.get(&function).copied()
    }

    /// How often blocks of a function run for each time that it is entered.
    ///
    /// # Safety
    /// The blocks are those of the function, which is alive.
    pub(crate) unsafe fn frequencies(
        &self,
        function: FunctionRef,
        blocks: &[LLVMBasicBlockRef],
        analyses: Analyses,
    ) -> Vec<Frequency> {
        let of_loops = self.startup.looping.contains(&function);
        // SAFETY: the caller's promise.
        unsafe { frequencies::of_blocks(function, blocks, of_loops, analyses) }
    }

    /// To be called when a new function does the work of these, which still exist. It is start-up code if all of them
    /// are, and recursive if one of them is.
    pub(crate) fn stands_for(&mut self, function: FunctionRef, originals: &[FunctionRef]) {
        self.startup.stands_for(function, originals);
        if let Some(slots) = &mut self.facts.inlined_slots {
            slots.stands_for(function, originals);
        }
        if let Some(number) = self.to_be_folded(originals[0])
            && let Some(all) = &mut self.facts.to_be_folded
        {
            all.insert(function, number);
        }
        let recursion = originals.iter().map(|&original| self.recursion(original)).max();
        if let Some(all) = &mut self.facts.recursive {
            all.insert(function, recursion.unwrap_or_default());
        }
    }

    /// Carries out replacements, and forgets what is known of the functions that change.
    ///
    /// # Safety
    /// As for [`replace::execute`].
    pub(crate) unsafe fn replace(
        &mut self,
        mut replacements: Vec<Replacement>,
        analyses: Analyses,
    ) -> Replaced {
        let count = replacements.len();
        self.folded.follow(&mut replacements);
        // SAFETY: the caller's promise, which holds for functions equal to the members as well.
        let mut done = unsafe { replace::execute(replacements, self.bare_thunks(), analyses) };
        done.fates.truncate(count);
        done.calls.truncate(count);
        self.forget(&done);
        done
    }

    /// Forgets what is known of functions that have changed or are gone. To be called before the latter are deleted.
    /// Another value may get the address of a deleted function: the function's id stays, but the address no longer
    /// leads to it.
    fn forget(&mut self, replaced: &Replaced) {
        for function in replaced.changed.iter().chain(&replaced.gone) {
            self.forget_body(*function);
        }
        for function in &replaced.gone {
            self.const_ids.remove(&function.as_ptr());
            self.startup.remove(function);
            self.facts.forget(*function);
        }
    }

    /// The digest of the content of a type, an attribute, an integer or the like.
    fn content_of(&mut self, thing: Thing) -> u64 {
        let module = self.module;
        // SAFETY: such things are the context's: they stay, and do not change when the module does.
        let contents =
            self.contents.get_or_insert_with(|| Digests::new(unsafe { Contents::new(module) }));
        contents.of(thing)[0]
    }
}

impl BodyNames for ModuleContext {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn ty(&mut self, ty: u64) -> TypeId {
        // SAFETY: a type of the module's context.
        self.type_id(unsafe { TypeRef::new(ty as LLVMTypeRef) })
    }

    fn constant(&mut self, constant: u64) -> Result<ConstId, Reject> {
        let id = self.const_id(constant as LLVMValueRef);
        match self.const_facts[id] & shim::CONSTANT_COMDAT_LOCAL {
            0 => Ok(id),
            _ => Err(Reject::ComdatLocalReference),
        }
    }

    fn is_selectable(&self, constant: ConstId) -> bool {
        self.const_facts[constant] & shim::CONSTANT_FIXED == 0
    }

    fn treatment(&mut self, intrinsic: u32) -> IntrinsicTreatment {
        self.treatment(intrinsic)
    }

    fn keys(&mut self) -> &mut MergeKeys {
        &mut self.keys
    }

    fn content(&mut self, kind: u32, word: u64) -> u64 {
        self.content_of(Thing::of_word(kind, word))
    }

    fn type_content(&mut self, ty: TypeId) -> u64 {
        self.content_of(Thing::ty(self.types[ty] as u64))
    }

    fn constant_name(&self, constant: ConstId) -> String {
        let value = self.consts[constant];
        // SAFETY: the constant is alive, by the promise of `new`.
        unsafe {
            match LLVMIsAGlobalValue(value).is_null() {
                true => self.tables.consts[constant].name.clone(),
                false => full_name(value),
            }
        }
    }
}
