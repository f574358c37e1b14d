//! Promela, the language of SPIN.
//!
//! One process repeats one `do`; each transition is one indivisible `d_step`.
//! Each invariant is a never claim `p0`, `p1`, …; `bound` says that no step
//! leaves the bound of integers. The claim `all` stands first, so that a run
//! without `-N` checks everything. The head of the export names the commands.

use super::encoding::{Encoding, Sum, Test, Write as Change};
use super::{ExportError, refuse_goal_only, remark};
use crate::{Condition, Model, TransitionId};
use std::io::Write;

/// Writes the model and its invariants for SPIN 6.
///
/// ```
/// use checker::{Draft, export::promela};
/// let model = Draft::new("lamp")
///     .field("on", false)
///     .transition("press", [], [("on", true.into())])
///     .forbid("dark", [("on", true.into())])
///     .build()?;
/// let mut text = Vec::new();
/// promela::write(&model, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("never p0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError::GoalOnly`] and [`ExportError::BoundTooLarge`] where the
/// export could not agree with [`check`](crate::check), before anything is
/// written; [`ExportError::Io`] if the writer fails.
pub fn write(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    refuse_goal_only(model, "SPIN")?;
    let encoding = Encoding::new(model)?;
    head(model, out)?;
    fields(model, &encoding, out)?;
    invariants(model, &encoding, out)?;
    writeln!(out, "\nactive proctype machine()\n{{\nend:\n  do")?;
    for id in model.transition_ids() {
        transition(model, &encoding, id, out)?;
    }
    writeln!(out, "  od\n}}")?;
    claims(model, out)?;
    Ok(())
}

fn head(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    // SPIN's limit on the bytes of a state is fixed when the verifier is
    // compiled: an integer a field, and some for the processes.
    let state_bytes = 4 * model.fields().len() + 512;
    writeln!(
        out,
        "/* State machine {}, for SPIN 6.
 *
 *   spin -o2 -a FILE             -o2 keeps variables that nothing reads, so that
 *                                states count as they do in check
 *   gcc -O1 -DNOREDUCE -DVECTORSZ={state_bytes} -o pan pan.c
 *   ./pan -m1000000 -N all       every property at once, up to the first failure
 *   ./pan -m1000000 -N p0        one invariant; its name stands beside its claim
 *   ./pan -m1000000 -N bound     no step leaves int_bound {}
 *
 * \"errors: 0\" is a proof only without \"max search depth too small\" (then
 * raise -m) and only if `bound` has no errors either: no run goes on after a
 * step beyond the bound.",
        remark(model.name()),
        model.int_bound()
    )?;
    if model.goal().is_some() {
        writeln!(
            out,
            " *\n * NOT HERE: the model's goal. AG EF is no property of linear time, so SPIN\n \
             * says nothing about it."
        )?;
    }
    writeln!(out, " */\n")?;
    Ok(())
}

fn fields(model: &Model, encoding: &Encoding<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    for id in model.field_ids() {
        let index = id.index();
        let initial = encoding.initial(id);
        writeln!(
            out,
            "int v{index} = {initial};  /* {} */",
            remark(model.field(id))
        )?;
        for (code, value) in encoding.coded(id) {
            writeln!(out, "  /* {code} is {} */", remark_value(value))?;
        }
    }
    writeln!(
        out,
        "bool beyond = false;  /* a step would have left int_bound */\n"
    )?;
    Ok(())
}

fn remark_value(value: &crate::Value) -> String {
    match value {
        crate::Value::Text(text) => remark(text),
        other => other.to_string(),
    }
}

fn invariants(
    model: &Model,
    encoding: &Encoding<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    for (index, invariant) in model.invariants().iter().enumerate() {
        let tests = conjunction(&encoding.tests(invariant.condition.guard()));
        let negation = match invariant.condition {
            Condition::Forbid(_) => "!",
            Condition::Require(_) => "",
        };
        writeln!(out, "#define P{index} ({negation}({tests}))")?;
    }
    Ok(())
}

fn conjunction(tests: &[Test]) -> String {
    let tests: Vec<_> = tests.iter().map(test).collect();
    if tests.is_empty() {
        return "true".to_owned();
    }
    tests.join(" && ")
}

fn test((field, codes): &Test) -> String {
    let codes: Vec<_> = codes
        .iter()
        .map(|code| format!("v{} == {code}", field.index()))
        .collect();
    match codes.len() {
        0 => "false".to_owned(),
        1 => codes.concat(),
        _ => format!("({})", codes.join(" || ")),
    }
}

fn transition(
    model: &Model,
    encoding: &Encoding<'_>,
    id: TransitionId,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let transition = model.transition(id);
    let guard = conjunction(&encoding.tests(&transition.guard));
    let changes = encoding.writes(transition);
    let stays: Vec<_> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Set(..) => None,
            Change::Add(sum) => Some(stays_within(sum)),
        })
        .collect();
    let mut writes: Vec<_> = changes.iter().map(assignment).collect();
    if writes.is_empty() {
        // Only additions to what is no integer: the step is taken all the same.
        writes.push("skip".to_owned());
    }
    let writes = writes.join("; ");
    writeln!(out, "  /* {} */", remark(&transition.label))?;
    if stays.is_empty() {
        writeln!(out, "  :: d_step {{ !beyond && {guard} -> {writes} }}")?;
    } else {
        let stays = stays.join(" && ");
        writeln!(
            out,
            "  :: d_step {{ !beyond && {guard} && {stays} -> {writes} }}"
        )?;
        writeln!(
            out,
            "  :: d_step {{ !beyond && {guard} && !({stays}) -> beyond = true }}"
        )?;
    }
    Ok(())
}

fn stays_within(sum: &Sum) -> String {
    let v = sum.field.index();
    let within = format!("(v{v} >= {} && v{v} <= {})", sum.lo, sum.hi);
    match sum.greatest_int {
        None => within,
        Some(int) => format!("({within} || v{v} > {int})"),
    }
}

fn assignment(change: &Change) -> String {
    match change {
        Change::Set(field, code) => format!("v{} = {code}", field.index()),
        Change::Add(sum) => {
            let v = sum.field.index();
            let sign = if sum.amount < 0 { '-' } else { '+' };
            let moved = format!("v{v} {sign} {}", sum.amount.unsigned_abs());
            match sum.greatest_int {
                None => format!("v{v} = {moved}"),
                Some(int) => format!("v{v} = (v{v} > {int} -> v{v} : {moved})"),
            }
        }
    }
}

/// Never claims by hand and not by `ltl`, whose formulas SPIN limits in length.
fn claims(model: &Model, out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(out, "\nnever all\n{{\n  do")?;
    for index in 0..model.invariants().len() {
        writeln!(out, "  :: !P{index} -> assert(false)")?;
    }
    writeln!(out, "  :: beyond -> assert(false)\n  :: true\n  od\n}}")?;
    for (index, invariant) in model.invariants().iter().enumerate() {
        let name = remark(&invariant.name);
        claim(&format!("p{index}"), &format!("!P{index}"), &name, out)?;
    }
    claim("bound", "beyond", "no step leaves int_bound", out)
}

fn claim(name: &str, failure: &str, about: &str, out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(
        out,
        "\nnever {name}  /* {about} */\n{{\n  do\n  :: {failure} -> assert(false)\n  :: true\n  od\n}}"
    )?;
    Ok(())
}
