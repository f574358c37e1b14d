//! TLA+, the language of TLC.
//!
//! A module, and the configuration that TLC wants beside it. The head of the
//! module names the command.

use super::encoding::{Domain, Encoding, Sum, Test, Write as Change};
use super::{ExportError, refuse_goal_only, remark};
use crate::{Condition, FieldId, Model, TransitionId, Value};
use std::io::Write;

/// The module's name where none is given.
pub const MODULE: &str = "Machine";

/// Writes the model and its invariants as the module [`MODULE`], for TLC 2.
///
/// ```
/// use checker::{Draft, export::tla};
/// let model = Draft::new("lamp")
///     .field("on", false)
///     .transition("press", [], [("on", true.into())])
///     .forbid("dark", [("on", true.into())])
///     .build()?;
/// let (mut module, mut config) = (Vec::new(), Vec::new());
/// tla::write(&model, &mut module)?;
/// tla::write_config(&model, &mut config)?;
/// assert!(String::from_utf8(module)?.contains("MODULE Machine"));
/// assert!(String::from_utf8(config)?.contains("INVARIANT p0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError::GoalOnly`] and [`ExportError::BoundTooLarge`] where the
/// export could not agree with [`check`](crate::check), before anything is
/// written; [`ExportError::Io`] if the writer fails.
pub fn write(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    write_named(model, MODULE, out)
}

/// Writes the model as the module of that name: TLC reads a module only from
/// the file `NAME.tla`.
///
/// # Errors
/// Those of [`write()`], and [`ExportError::ModuleName`].
///
/// ```
/// use checker::{Draft, export::tla};
/// let model = Draft::new("lamp")
///     .field("on", false)
///     .transition("press", [], [("on", true.into())])
///     .build()?;
/// let mut module = Vec::new();
/// tla::write_named(&model, "Lamp", &mut module)?;
/// assert!(String::from_utf8(module)?.starts_with("---- MODULE Lamp ----"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_named(model: &Model, module: &str, out: &mut dyn Write) -> Result<(), ExportError> {
    if !can_name_module(module) {
        let name = module.to_owned();
        return Err(ExportError::ModuleName { name });
    }
    refuse_goal_only(model, "TLC")?;
    let encoding = Encoding::new(model)?;
    writeln!(out, "---- MODULE {module} ----")?;
    head(model, module, out)?;
    writeln!(out, "EXTENDS Integers\n")?;
    variables(model, &encoding, out)?;
    for id in model.transition_ids() {
        transition(model, &encoding, id, out)?;
    }
    writeln!(out, "Next ==")?;
    for id in model.transition_ids() {
        writeln!(out, "  \\/ t{}", id.index())?;
    }
    // TLC takes a state without successors for an error, and its configuration
    // file cannot say otherwise in every version.
    writeln!(
        out,
        "  \\/ UNCHANGED vars  \\* so that no terminal state is a deadlock"
    )?;
    writeln!(out, "\nSpec == Init /\\ [][Next]_vars\n")?;
    writeln!(
        out,
        "Bound == beyond = FALSE  \\* no step leaves int_bound\n"
    )?;
    invariants(model, &encoding, out)?;
    writeln!(out, "====")?;
    Ok(())
}

/// Writes the configuration for the module: every invariant, that no step
/// leaves the bound, and that the variables keep their types.
///
/// # Errors
/// Those of [`write()`].
pub fn write_config(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    refuse_goal_only(model, "TLC")?;
    for line in config(model) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn config(model: &Model) -> impl Iterator<Item = String> {
    let fixed = ["SPECIFICATION Spec", "INVARIANT TypeOK", "INVARIANT Bound"];
    let invariants = 0..model.invariants().len();
    fixed
        .into_iter()
        .map(str::to_owned)
        .chain(invariants.map(|index| format!("INVARIANT p{index}")))
}

/// SANY refuses a module that is named like a word of the language, like one
/// of its own definitions or like what it extends.
fn can_name_module(name: &str) -> bool {
    const WORDS: &str = "ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS \
        COROLLARY DEF DEFINE DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN \
        INSTANCE LAMBDA LEMMA LET LOCAL MODULE NEW OBVIOUS OMITTED ONLY OTHER PICK PROOF \
        PROPOSITION PROVE QED RECURSIVE STATE STRING SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM \
        TRUE UNCHANGED UNION USE VARIABLE VARIABLES WITH WITNESS";
    const TAKEN: &str = "Init Next Spec TypeOK Bound Integers Naturals Nat Int Sequences \
        FiniteSets Bags Reals RealTime TLC TLCExt Peano ProtoReals Toolbox Randomization Json";
    let mut taken = WORDS.split_whitespace().chain(TAKEN.split_whitespace());
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.len() <= 100
        && !name.starts_with("WF_")
        && !name.starts_with("SF_")
        && !is_own_identifier(name)
        && !taken.any(|word| word == name)
}

/// `v0`, `t0`, `p0` and the two variables without a number.
fn is_own_identifier(name: &str) -> bool {
    let numbered = name
        .strip_prefix(['v', 't', 'p'])
        .is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
    numbered || matches!(name, "vars" | "beyond")
}

fn head(model: &Model, module: &str, out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(
        out,
        "\\* State machine {}, for TLC 2.
\\*
\\*   java -cp tla2tools.jar tlc2.TLC -config {module}.cfg {module}.tla
\\*
\\* This file must be named {module}.tla. TLC ends at the first failure; leave only
\\* one INVARIANT p… in {module}.cfg to ask about it alone. \"No error\" is a proof
\\* only with Bound among the invariants: no run goes on after a step beyond
\\* int_bound {}. {module}.cfg holds these lines, without the marks:
\\*",
        remark(model.name()),
        model.int_bound()
    )?;
    for line in config(model) {
        writeln!(out, "\\*   {line}")?;
    }
    if model.goal().is_some() {
        writeln!(
            out,
            "\\*\n\\* NOT HERE: the model's goal. AG EF is no property of linear time, so TLC\n\
             \\* says nothing about it."
        )?;
    }
    Ok(())
}

fn variables(
    model: &Model,
    encoding: &Encoding<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let names: Vec<_> = model.field_ids().map(variable).collect();
    let names = names.join(", ");
    writeln!(out, "VARIABLES beyond, {names}\n")?;
    writeln!(out, "vars == <<beyond, {names}>>\n\nInit ==")?;
    writeln!(out, "  /\\ beyond = FALSE")?;
    for id in model.field_ids() {
        let name = remark(model.field(id));
        writeln!(
            out,
            "  /\\ {} = {}  \\* {name}",
            variable(id),
            encoding.initial(id)
        )?;
    }
    writeln!(out, "\nTypeOK ==\n  /\\ beyond \\in BOOLEAN")?;
    for id in model.field_ids() {
        let codes = match encoding.domain(id) {
            Domain::Range(lo, hi) => format!("({lo})..({hi})"),
            Domain::Set(codes) => {
                let codes: Vec<_> = codes.iter().map(ToString::to_string).collect();
                format!("{{{}}}", codes.join(", "))
            }
        };
        writeln!(out, "  /\\ {} \\in {codes}", variable(id))?;
        for (code, value) in encoding.coded(id) {
            let value = match value {
                Value::Text(text) => remark(text),
                other => other.to_string(),
            };
            writeln!(out, "     \\* {code} is {value}")?;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn variable(id: FieldId) -> String {
    format!("v{}", id.index())
}

fn transition(
    model: &Model,
    encoding: &Encoding<'_>,
    id: TransitionId,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let transition = model.transition(id);
    let changes = encoding.writes(transition);
    writeln!(out, "t{} ==  \\* {}", id.index(), remark(&transition.label))?;
    writeln!(out, "  /\\ ~beyond")?;
    for test in encoding.tests(&transition.guard) {
        writeln!(out, "  /\\ {}", matches(&test))?;
    }
    let stays: Vec<_> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Set(..) => None,
            Change::Add(sum) => Some(stays_within(sum)),
        })
        .collect();
    if stays.is_empty() {
        writeln!(out, "  /\\ beyond' = FALSE")?;
        successor(model, &changes, "  ", out)?;
    } else {
        writeln!(out, "  /\\ IF {}", stays.join(" /\\ "))?;
        writeln!(out, "     THEN /\\ beyond' = FALSE")?;
        successor(model, &changes, "          ", out)?;
        writeln!(out, "     ELSE /\\ beyond' = TRUE")?;
        successor(model, &[], "          ", out)?;
    }
    writeln!(out)?;
    Ok(())
}

fn successor(
    model: &Model,
    changes: &[Change],
    indent: &str,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let mut is_changed = vec![false; model.fields().len()];
    for change in changes {
        let (field, next) = match change {
            Change::Set(field, code) => (*field, code.to_string()),
            Change::Add(sum) => (sum.field, next(sum)),
        };
        is_changed[field.index()] = true;
        writeln!(out, "{indent}/\\ {}' = {next}", variable(field))?;
    }
    let unchanged: Vec<_> = model
        .field_ids()
        .filter(|id| !is_changed[id.index()])
        .map(variable)
        .collect();
    if !unchanged.is_empty() {
        writeln!(out, "{indent}/\\ UNCHANGED <<{}>>", unchanged.join(", "))?;
    }
    Ok(())
}

fn matches((field, codes): &Test) -> String {
    let v = variable(*field);
    match codes.as_slice() {
        // Not the constant FALSE: TLC reports an invariant that is constant
        // in another way than one that fails.
        [] => format!("{v} \\in {{}}"),
        [code] => format!("{v} = {code}"),
        codes => {
            let codes: Vec<_> = codes.iter().map(ToString::to_string).collect();
            format!("{v} \\in {{{}}}", codes.join(", "))
        }
    }
}

fn stays_within(sum: &Sum) -> String {
    let v = variable(sum.field);
    let within = format!("({v} >= {} /\\ {v} <= {})", sum.lo, sum.hi);
    match sum.greatest_int {
        None => within,
        Some(int) => format!("({within} \\/ {v} > {int})"),
    }
}

fn next(sum: &Sum) -> String {
    let v = variable(sum.field);
    let sign = if sum.amount < 0 { '-' } else { '+' };
    let moved = format!("{v} {sign} {}", sum.amount.unsigned_abs());
    match sum.greatest_int {
        None => moved,
        Some(int) => format!("IF {v} > {int} THEN {v} ELSE {moved}"),
    }
}

fn invariants(
    model: &Model,
    encoding: &Encoding<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    for (index, invariant) in model.invariants().iter().enumerate() {
        let tests: Vec<_> = encoding
            .tests(invariant.condition.guard())
            .iter()
            .map(matches)
            .collect();
        let negation = match invariant.condition {
            Condition::Forbid(_) => "~",
            Condition::Require(_) => "",
        };
        let name = remark(&invariant.name);
        writeln!(
            out,
            "p{index} == {negation}({})  \\* {name}\n",
            tests.join(" /\\ ")
        )?;
    }
    Ok(())
}
