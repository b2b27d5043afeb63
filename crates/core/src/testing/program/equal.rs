//! The pass `identical` on plain data: what becomes of a program by the real choices.
//!
//! Consumes: a [`Program`], [`Settings`]. Produces: the program afterwards, and the choices ([`Outcome`]).
//! Guarantees: follows `src/identical/` of the plugin: standings, the interchangeable references, weakened
//! bodies, redirected uses, thunks, aliases. What is done wrong on purpose is in the settings' [`Fault`].

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::fault::Fault;
use super::form::Forms;
use super::group::Replaced;
use super::share;
use super::*;
use crate::canon::choice::{self, Choice, Equal};
use crate::canon::settle::{is_uniform, settle};
use crate::canon::{CanonicalConst, CanonicalFunction, ConstantMode, ConstantUse, equality};
use crate::price::{Executed, Price, Prices, Tenths, X86_64};
use crate::replacement::{Fate, Moves, own_and};
use crate::standing::Standing;

/// Thunks are dear, so that some functions stay as they are.
const PRICES: Prices =
    Prices { thunk: Price { bytes: Tenths::new(600), executed: Executed::ZERO }, ..X86_64 };

/// How the pass is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// As the pass has them.
    pub choice: choice::Settings,
    /// Functions may lose promises.
    pub weaken: bool,
    /// What is done wrong.
    pub fault: Fault,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The choices, in order.
    pub choices: Vec<Choice>,
    /// The program afterwards.
    pub program: Program,
    /// What does the work of those that are merged.
    pub replaced: Vec<Replaced>,
}

/// Instructions of a thunk.
const THUNK_SIZE: u32 = 2;

/// Runs the pass.
pub fn run(program: &Program, settings: Settings) -> Outcome {
    let pass = Pass::new(program, settings);
    let choices = pass.settle();
    let mut work = Work { program: program.clone(), pass: &pass, replaced: Vec::new() };
    work.commit(&choices);
    Outcome { program: work.program, replaced: work.replaced, choices }
}

/// The classes of equal functions, before anything is decided, when promises do not count.
pub fn classes(program: &Program, settings: Settings) -> Vec<Vec<FuncId>> {
    let pass = Pass::new(program, settings);
    equality::classes(&pass.forms, |_| 0, |constant| pass.reference(constant)).classes
}

struct Pass<'a> {
    program: &'a Program,
    settings: Settings,
    forms: PrimaryMap<FuncId, CanonicalFunction>,
    standings: PrimaryMap<FuncId, Standing>,
    functions: SecondaryMap<CanonicalConst, Option<FuncId>>,
}

impl<'a> Pass<'a> {
    /// All functions have bodies.
    fn new(program: &'a Program, settings: Settings) -> Pass<'a> {
        let mut forms = Forms::default();
        let all = program.defined().map(|(id, d)| forms.form(program, id, d));
        let mut by_id: PrimaryMap<FuncId, CanonicalFunction> = all.collect();
        let mut functions = SecondaryMap::new();
        forms.constants.keys().for_each(|id| functions[id] = forms.function(program, id));
        if settings.fault == Fault::NeverRefined {
            by_id.values_mut().for_each(|form| forget_callees(form, &functions));
        }
        let standing = |(id, definition)| standing(program, id, definition, settings.fault);
        let standings = program.defined().map(standing).collect();
        Pass { program, settings, forms: by_id, standings, functions }
    }

    /// The function that a constant refers to, when an equal one may be referred to in its place.
    fn reference(&self, constant: &ConstantUse) -> Option<FuncId> {
        let target = self.functions[constant.value]?;
        let as_value = constant.mode != ConstantMode::Callee;
        let calls_move = !self.settings.choice.keep;
        self.standings[target].is_interchangeable(as_value, calls_move).then_some(target)
    }

    fn settle(&self) -> Vec<Choice> {
        let key = |f: FuncId| if self.settings.weaken { 0 } else { self.forms[f].promises };
        let reference = |constant: &ConstantUse| self.reference(constant);
        if self.settings.fault == Fault::NotSettled {
            let classes = equality::classes(&self.forms, key, reference).classes;
            return classes.iter().filter_map(|class| self.choose(class)).collect();
        }
        settle(&self.forms, key, reference, |class| self.choose(class))
    }

    fn choose(&self, class: &[FuncId]) -> Option<Choice> {
        let units = u64::from(self.forms[class[0]].size);
        let size = PRICES.body(units, 0).bytes;
        let equal =
            |&id: &FuncId| Equal { id, standing: self.standing(id), thunk_time: Tenths::ZERO };
        let members: Vec<_> = class.iter().map(equal).collect();
        let uniform = is_uniform(&self.forms, class);
        let stands_for =
            |a: FuncId, b: FuncId| uniform || self.forms[a].can_stand_for(&self.forms[b]);
        choice::choose(&members, size, &PRICES, self.settings.choice, stands_for)
    }

    /// A thunk of a thunk would gain nothing.
    fn standing(&self, function: FuncId) -> Standing {
        let form = &self.forms[function];
        let calls = form.constants.iter().any(|c| c.mode != ConstantMode::Variable);
        let is_thunk = form.size <= THUNK_SIZE && calls && !self.settings.choice.force;
        let standing = self.standings[function];
        Standing { can_be_thunk: standing.can_be_thunk && !is_thunk, ..standing }
    }
}

/// Makes all callees that are functions of the program one.
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

struct Work<'a> {
    program: Program,
    pass: &'a Pass<'a>,
    replaced: Vec<Replaced>,
}

impl Work<'_> {
    fn commit(&mut self, choices: &[Choice]) {
        choices.iter().for_each(|choice| self.weaken(choice));
        let bodies: Vec<FuncId> = choices.iter().map(|choice| self.body(choice)).collect();
        let merged = choices.iter().flat_map(Choice::merged);
        for (id, _) in merged {
            self.program.symbols[id] = Symbol::Gone;
        }
        let pairs = || choices.iter().zip(&bodies);
        pairs().for_each(|(choice, &body)| self.redirect(choice, body));
        pairs().for_each(|(choice, &body)| self.replace(choice, body));
    }

    fn original(&self, id: FuncId) -> &Definition {
        self.pass.program.definition(id).expect("functions that are merged have bodies")
    }

    fn weaken(&mut self, choice: &Choice) {
        if self.pass.settings.fault == Fault::PromisesKept {
            return;
        }
        let others: Vec<_> =
            choice.merged().map(|(id, _)| self.original(id).body.clone()).collect();
        if let Symbol::Defined(kept) = &mut self.program.symbols[choice.source] {
            share::weaken(&mut kept.body, &others);
        }
    }

    fn body(&mut self, choice: &Choice) -> FuncId {
        if !choice.private {
            return choice.source;
        }
        let source = self.program.definition(choice.source).expect("it has its body yet").clone();
        let private = Definition { linkage: Linkage::Local, insignificant: true, ..source };
        self.program.symbols.push(Symbol::Defined(Box::new(private)))
    }

    /// Makes uses of the merged functions uses of the body.
    fn redirect(&mut self, choice: &Choice, body: FuncId) {
        let Pass { settings, standings, .. } = self.pass;
        let address = self.program.constant(Constant::Function(body));
        let is_insignificant = choice.private || standings[choice.source].is_insignificant();
        for (id, fate) in choice.merged() {
            let standing = &standings[id];
            let moves = standing.calls_may_move() || settings.fault == Fault::InterposableCallsMove;
            if settings.choice.keep || !moves {
                continue;
            }
            let addresses = standing.moves(fate, is_insignificant) == Moves::CallsAndAddresses
                || settings.fault == Fault::AddressesMove;
            let same_type = standing.signature == standings[choice.source].signature;
            if addresses && is_insignificant {
                self.make_insignificant(body);
            }
            let old = self.program.constant(Constant::Function(id));
            self.replace_uses(old, address, same_type, addresses);
        }
    }

    /// An address that nobody knew before it was seen in the place of one that does not matter.
    fn make_insignificant(&mut self, body: FuncId) {
        if let Symbol::Defined(definition) = &mut self.program.symbols[body] {
            definition.insignificant = true;
        }
    }

    fn replace_uses(&mut self, old: ConstId, new: ConstId, same_type: bool, addresses: bool) {
        for (_, function) in self.program.bodies_mut() {
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
    fn replace(&mut self, choice: &Choice, body: FuncId) {
        for (member, fate) in choice.merged() {
            let original = self.original(member).clone();
            let own = original.body.params.len() as u32;
            let goes = fate != Fate::Thunk;
            let what = Replaced::new(member, body, own_and(own, []), goes);
            match fate {
                Fate::Thunk => {
                    let thunk = share::thunk(&mut self.program, &original, &what);
                    self.program.symbols[member] = Symbol::Defined(Box::new(thunk));
                }
                Fate::Alias => self.program.symbols[member] = Symbol::Alias(body),
                Fate::Gone | Fate::Body | Fate::Apart => {}
            }
            self.replaced.push(what);
        }
    }
}
