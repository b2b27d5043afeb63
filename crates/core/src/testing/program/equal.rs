//! The pass `identical` on plain data: what becomes of a program by the real choices.
//!
//! Consumes: a [`Program`], [`Settings`]. Produces: the program afterwards, and the choices ([`Outcome`]).
//! Guarantees: the [driver] is that of the plugin, and merges are carried out as `src/identical/` does: weakened
//! bodies, redirected uses, thunks, aliases. What is done wrong on purpose is in the settings' [`Fault`].

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::fault::Fault;
use super::form::{Forms, canonical_instructions};
use super::group::Replaced;
use super::share;
use super::*;
use crate::canon::choice::{self, ClassChoice};
use crate::canon::driver::{self, ClassDriver, ClassHost, ClassMerge, Functions, Merged};
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction, ConstantMode, equality};
use crate::policy::TimePolicy;
use crate::price::{Executed, Price, Prices, Tenths, X86_64};
use crate::reject::Reject;
use crate::replacement::{Fate, Moves, own_and};
use crate::report::Report;
use crate::standing::Standing;

/// Thunks are dear and constants free, so that some functions stay as they are.
const PRICES: Prices = Prices {
    thunk: Price { bytes: Tenths::new(600), executed: Executed::ZERO },
    constant: Price { bytes: Tenths::ZERO, executed: Executed::ZERO },
    ..X86_64
};

/// How the pass is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// As the pass has them.
    pub choice: choice::ChoiceSettings,
    /// What is done wrong.
    pub fault: Fault,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The choices, in order.
    pub choices: Vec<ClassChoice>,
    /// The program afterwards.
    pub program: Program,
    /// The replacements of the functions that are merged.
    pub replaced: Vec<Replaced>,
}

/// Runs the pass.
pub fn run(program: &Program, settings: Settings) -> Outcome {
    let (functions, mut pass) = functions(program, settings);
    let wanted = driver::ClassSettings { choice: settings.choice, time: TimePolicy::ANY };
    if settings.fault == Fault::NotSettled {
        let mut driver = ClassDriver::new(&functions, wanted, &mut pass);
        let classes = classes_of(&functions, settings);
        let choices = classes.iter().filter_map(|class| driver.choose(class)).collect();
        let merges = driver.merges(choices);
        pass.carry_out(&merges, &mut Report::new("identical"));
    } else {
        driver::merge(&functions, wanted, &mut pass, &mut Report::new("identical"));
    }
    pass.outcome
}

/// The classes of equal functions, before anything is decided.
pub fn classes(program: &Program, settings: Settings) -> Vec<Vec<FuncId>> {
    classes_of(&functions(program, settings).0, settings)
}

fn classes_of(functions: &Functions, settings: Settings) -> Vec<Vec<FuncId>> {
    let reference = |constant: &_| functions.reference(constant, !settings.choice.keep);
    equality::classes(&functions.forms, |_| (), reference).classes
}

/// All functions, which have bodies, and the program as the driver's host.
fn functions(program: &Program, settings: Settings) -> (Functions, Pass<'_>) {
    let mut all = Forms::default();
    let forms = program.defined().map(|(id, d)| all.form(program, id, d));
    let mut forms: PrimaryMap<FuncId, CanonicalFunction> = forms.collect();
    let mut of_constants = SecondaryMap::new();
    all.constants.keys().for_each(|id| of_constants[id] = all.function(program, id));
    if settings.fault == Fault::NeverRefined {
        forms.values_mut().for_each(|form| forget_callees(form, &of_constants));
    }
    let standing = |(id, definition)| standing(program, id, definition, settings.fault);
    let standings: PrimaryMap<FuncId, Standing> = program.defined().map(standing).collect();
    let outcome = Outcome { choices: vec![], program: program.clone(), replaced: vec![] };
    let pass = Pass { program, settings, standings: standings.clone(), outcome };
    (Functions { forms, standings, of_constants, ties: SecondaryMap::new() }, pass)
}

struct Pass<'a> {
    /// As it was.
    program: &'a Program,
    settings: Settings,
    standings: PrimaryMap<FuncId, Standing>,
    outcome: Outcome,
}

impl ClassHost for Pass<'_> {
    fn prices(&self) -> &Prices {
        &PRICES
    }

    fn units(&mut self, id: FuncId) -> u64 {
        canonical_instructions(&self.original(id).body).len() as u64
    }

    fn timing(&mut self, _: FuncId) -> Timing {
        Timing::default()
    }

    /// Under force, anything becomes a thunk.
    fn is_defined(&self, _: CanonicalConst) -> bool {
        false
    }

    fn can_fold(&self, _: FuncId) -> bool {
        true
    }

    fn admit(&mut self, _: &[Vec<FuncId>]) -> Result<(), Reject> {
        Ok(())
    }

    fn carry_out(&mut self, merges: &[ClassMerge], _: &mut Report) {
        merges.iter().for_each(|merge| self.weaken(&merge.choice));
        let bodies: Vec<FuncId> = merges.iter().map(|merge| self.body(&merge.choice)).collect();
        let members = merges.iter().flat_map(|merge| &merge.members);
        for member in members.filter(|member| member.fate != Fate::Folded) {
            self.outcome.program.symbols[member.id] = Symbol::Gone;
        }
        let pairs = || merges.iter().zip(&bodies);
        pairs().for_each(|(merge, &body)| self.redirect(merge, body));
        pairs().for_each(|(merge, &body)| self.replace(merge, body));
        self.outcome.choices.extend(merges.iter().map(|merge| merge.choice.clone()));
    }
}

/// Makes all callees that are functions of the program equal.
fn forget_callees(
    form: &mut CanonicalFunction,
    functions: &SecondaryMap<CanonicalConst, Option<FuncId>>,
) {
    let calls = form.constants.iter_mut().filter(|c| c.mode == ConstantMode::Callee);
    for call in calls.filter(|c| functions[c.value].is_some()) {
        call.value = CanonicalConst::from_u32(0);
    }
}

/// How a function is referred to, and what its symbol allows.
pub fn standing(program: &Program, id: FuncId, definition: &Definition, fault: Fault) -> Standing {
    use Linkage::{External, Local, OneOfEqual};
    let Count { calls, named_calls, values, others } = program.count(id);
    let linkage = match definition.linkage {
        OneOfEqual if fault == Fault::InlineTakenForExact => External,
        linkage => linkage,
    };
    let is_exact = matches!(linkage, External | Local);
    Standing {
        linkage,
        signature: signature(program, definition),
        calls,
        other_calls: named_calls,
        addresses: values,
        others,
        insignificant: definition.insignificant,
        droppable: matches!(linkage, Local | OneOfEqual),
        can_be_body: is_exact,
        can_be_alias: linkage == External,
        can_be_aliasee: is_exact,
        can_be_thunk: !definition.body.params.values().any(|p| p.abi.pinned),
        named_by_metadata: false,
        bare_thunk: false,
    }
}

/// The first function of the same type.
fn signature(program: &Program, definition: &Definition) -> u32 {
    let ty =
        |d: &Definition| (d.body.ret, d.body.params.values().map(|p| p.ty).collect::<Vec<_>>());
    let own = ty(definition);
    let same = program.defined().find(|(_, d)| ty(d) == own);
    same.map_or(u32::MAX, |(id, _)| id.as_u32())
}

impl Pass<'_> {
    fn original(&self, id: FuncId) -> &Definition {
        self.program.definition(id).expect("functions that are merged have bodies")
    }

    fn weaken(&mut self, choice: &ClassChoice) {
        if self.settings.fault == Fault::PromisesKept {
            return;
        }
        let others: Vec<_> =
            choice.merged().map(|(id, _)| self.original(id).body.clone()).collect();
        if let Symbol::Defined(kept) = &mut self.outcome.program.symbols[choice.source] {
            share::weaken(&mut kept.body, &others);
        }
    }

    fn body(&mut self, choice: &ClassChoice) -> FuncId {
        if !choice.private {
            return choice.source;
        }
        let program = &mut self.outcome.program;
        let source = program.definition(choice.source).expect("it has its body yet").clone();
        let private = Definition { linkage: Linkage::Local, insignificant: true, ..source };
        program.symbols.push(Symbol::Defined(Box::new(private)))
    }

    /// Makes uses of the merged functions uses of the body.
    fn redirect(&mut self, merge: &ClassMerge, body: FuncId) {
        let (fault, source) = (self.settings.fault, merge.choice.source);
        let address = self.outcome.program.constant(Constant::Function(body));
        let is_insignificant = merge.choice.private || self.standings[source].is_insignificant();
        for member in &merge.members {
            let moves = member.moves != Moves::Nothing || fault == Fault::InterposableCallsMove;
            if self.settings.choice.keep || !moves {
                continue;
            }
            let addresses =
                member.moves == Moves::CallsAndAddresses || fault == Fault::AddressesMove;
            let signatures = [member.id, source].map(|id| self.standings[id].signature);
            if addresses && is_insignificant {
                self.make_insignificant(body);
            }
            let old = self.outcome.program.constant(Constant::Function(member.id));
            self.replace_uses(old, address, signatures[0] == signatures[1], addresses);
        }
    }

    /// The body's address takes the place of one that does not matter. Nobody knew it before, so it does not matter either.
    fn make_insignificant(&mut self, body: FuncId) {
        if let Symbol::Defined(definition) = &mut self.outcome.program.symbols[body] {
            definition.insignificant = true;
        }
    }

    fn replace_uses(&mut self, old: ConstId, new: ConstId, same_type: bool, addresses: bool) {
        for (_, function) in self.outcome.program.bodies_mut() {
            for inst in function.insts.values_mut() {
                let is_call = is_call(inst);
                for (index, operand) in inst.operands.iter_mut().enumerate() {
                    let is_callee = is_call && index == 0;
                    let free = operand.mode == OperandMode::Selectable;
                    let moves = if is_callee { free || same_type } else { free && addresses };
                    if operand.value == Value::Const(old) && moves {
                        operand.value = Value::Const(new);
                    }
                }
            }
        }
    }

    /// Leaves thunks and aliases where functions were.
    fn replace(&mut self, merge: &ClassMerge, body: FuncId) {
        for &Merged { id: member, fate, .. } in &merge.members {
            let original = self.original(member).clone();
            let own = original.body.params.len() as u32;
            if fate == Fate::Folded {
                continue;
            }
            let goes = fate != Fate::Thunk;
            let what = Replaced::new(member, body, own_and(own, []), goes);
            let Outcome { program, replaced, .. } = &mut self.outcome;
            match fate {
                Fate::Thunk => {
                    let thunk = share::thunk(program, &original, &what);
                    program.symbols[member] = Symbol::Defined(Box::new(thunk));
                }
                Fate::Alias => program.symbols[member] = Symbol::Alias(body),
                Fate::Gone | Fate::Body | Fate::Apart | Fate::Folded => {}
            }
            replaced.push(what);
        }
    }
}
