//! Our JSON format; it alone holds everything that is known of a machine.

use crate::machine::{Machine, Trust};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;

#[derive(Serialize)]
struct File<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rfc: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'m str>,
    states: Vec<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial: Option<&'m str>,
    #[serde(rename = "final")]
    finals: Vec<&'m str>,
    transitions: Vec<TransitionEntry<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    published: Vec<PublishedEntry<'m>>,
}

#[derive(Serialize)]
struct TransitionEntry<'m> {
    from: &'m str,
    condition: &'m str,
    to: &'m str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    actions: &'m [String],
}

#[derive(Serialize)]
struct PublishedEntry<'m> {
    count: &'m str,
    value: Value,
    reason: &'m str,
}

/// Writes a machine in our JSON format; [`crate::read::json`] reads it back whole.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let about = machine.about();
    let name = |state| machine.state_name(state);
    let counts = about.wanted.as_ref().map(|wanted| {
        let counts = wanted.counts.iter();
        counts
            .map(|(name, value)| (name.clone(), number(*value)))
            .collect()
    });
    let published = about.wanted.iter().flat_map(|wanted| &wanted.published);
    let file = File {
        name: machine.name(),
        protocol: about.protocol.as_deref(),
        variant: about.variant.as_deref(),
        rfc: about.rfc.as_deref(),
        section: about.section.as_deref(),
        summary: about.summary.as_deref(),
        trust: about.trust.map(Trust::letter),
        provenance: about.provenance.as_deref(),
        states: machine.states().map(name).collect(),
        initial: machine.initial().map(name),
        finals: machine.finals().iter().copied().map(name).collect(),
        transitions: machine
            .transitions()
            .map(|transition| TransitionEntry {
                from: name(transition.from),
                condition: transition.condition,
                to: name(transition.to),
                actions: transition.actions,
            })
            .collect(),
        counts,
        published: published
            .map(|published| PublishedEntry {
                count: &published.count,
                value: number(published.value),
                reason: &published.reason,
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &file)?;
    writeln!(out)
}

/// Whole numbers without a decimal point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return (value as i64).into();
    }
    value.into()
}
