//! [`Model`] → text that [`read`](super::read) and minicheck take.

use crate::model::{Condition, Guard, Update};
use crate::value::quoted;
use crate::{FieldId, Model};
use std::fmt::Display;

/// Writes a model as a spec, one transition or invariant a line; reading it
/// with the model's own bound gives an equal model.
///
/// ```
/// use checker::{Draft, spec};
/// let model = Draft::new("m").field("x", 0).transition("up", [], [("x", 1.into())]).build()?;
/// let text = spec::write(&model);
/// let source = diagnostic::SourceFile::new("m.json", text);
/// assert_eq!(spec::read(&source, model.int_bound()).as_ref(), Ok(&model));
/// # Ok::<(), checker::ModelErrors>(())
/// ```
#[must_use]
pub fn write(model: &Model) -> String {
    let fields: Vec<_> = model.fields().iter().map(|field| quoted(field)).collect();
    let initial = model.field_ids().zip(model.initial_values());
    let transitions = model.transitions().iter().map(|transition| {
        let mut members = vec![("label", quoted(&transition.label))];
        if !transition.guard.0.is_empty() {
            members.push(("when", guard(model, &transition.guard)));
        }
        let updates = transition
            .updates
            .iter()
            .map(|(field, update)| (*field, self::update(update)));
        members.push(("set", assignments(model, updates)));
        object(members.into_iter().map(|(key, value)| (quoted(key), value)))
    });
    let invariants = model.invariants().iter();
    let invariants =
        invariants.map(|i| format!("{}: {}", quoted(&i.name), condition(model, &i.condition)));
    let mut members = vec![
        ("name", quoted(model.name())),
        ("fields", format!("[{}]", fields.join(", "))),
        ("initial", assignments(model, initial)),
        ("transitions", lines('[', transitions, ']')),
        ("invariants", lines('{', invariants, '}')),
    ];
    members.extend(model.goal().map(|goal| ("goal", condition(model, goal))));
    let members = members
        .into_iter()
        .map(|(key, value)| format!("  {}: {value}", quoted(key)));
    format!("{{\n{}\n}}\n", members.collect::<Vec<_>>().join(",\n"))
}

/// A list or object of one entry a line.
fn lines(open: char, entries: impl Iterator<Item = String>, close: char) -> String {
    let entries: Vec<_> = entries.map(|entry| format!("    {entry}")).collect();
    if entries.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}\n{}\n  {close}", entries.join(",\n"))
}

fn object(members: impl Iterator<Item = (String, impl Display)>) -> String {
    let members: Vec<_> = members
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    format!("{{{}}}", members.join(", "))
}

fn assignments(model: &Model, pairs: impl Iterator<Item = (FieldId, impl Display)>) -> String {
    object(pairs.map(|(field, value)| (quoted(model.field(field)), value)))
}

fn guard(model: &Model, Guard(tests): &Guard) -> String {
    assignments(model, tests.iter().map(|(field, value)| (*field, value)))
}

fn condition(model: &Model, condition: &Condition) -> String {
    let key = match condition {
        Condition::Forbid(_) => "forbid",
        Condition::Require(_) => "require",
    };
    format!("{{\"{key}\": {}}}", guard(model, condition.guard()))
}

fn update(update: &Update) -> String {
    match update {
        Update::Set(value) => value.to_string(),
        Update::Add(amount) => format!("{{\"incr\": {amount}}}"),
    }
}
