//! TOML → [`Label`].

use super::{Label, LabelError, LabelErrorKind, LabelKind};
use crate::Vacuity;
use diagnostic::{SourceFile, Span, Spanned};
use serde::Deserialize;
use std::ops::Range;

/// The keys of the file, as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    title: toml::Spanned<String>,
    body: toml::Spanned<String>,
    clause: toml::Spanned<String>,
    property: toml::Spanned<String>,
    label: toml::Spanned<LabelKind>,
    citation: Option<toml::Spanned<String>>,
    finding: Option<toml::Spanned<String>>,
    fixed_twin: Option<toml::Spanned<String>>,
    reachable_states: toml::Spanned<u64>,
    transitions: toml::Spanned<u64>,
    counterexample_steps: Option<toml::Spanned<u64>>,
    vacuity: toml::Spanned<VacuityKey>,
    description: toml::Spanned<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum VacuityKey {
    None,
    Insensitive,
    Vacuous,
}

impl From<VacuityKey> for Vacuity {
    fn from(key: VacuityKey) -> Self {
        match key {
            VacuityKey::None => Self::None,
            VacuityKey::Insensitive => Self::Insensitive,
            VacuityKey::Vacuous => Self::Vacuous,
        }
    }
}

/// Reads a label.
///
/// # Errors
/// The first fault of syntax or type, or every fault of meaning that the text
/// shows by itself; never an empty list.
///
/// ```
/// use diagnostic::{SourceFile, render};
/// let source = SourceFile::new("m.label.toml", "title = \"a lock\"\ntitel = 3\n");
/// let errors = checker::label::read(&source).unwrap_err();
/// let text = render(&source, &[errors[0].diagnostic()], false);
/// assert!(text.contains("unknown field `titel`") && text.contains("m.label.toml:2:1"));
/// ```
pub fn read(source: &SourceFile) -> Result<Label, Vec<LabelError>> {
    let keys: Keys = toml::from_str(source.text()).map_err(|error| {
        vec![LabelError {
            kind: LabelErrorKind::Toml {
                message: error.message().to_owned(),
            },
            span: error.span().map_or_else(Span::default, span),
        }]
    })?;
    let errors = faults(&keys);
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Label {
        title: keys.title.into_inner(),
        body: keys.body.into_inner(),
        clause: keys.clause.into_inner(),
        property: spanned(keys.property),
        kind: spanned(keys.label),
        citation: keys.citation.map(toml::Spanned::into_inner),
        finding: keys.finding.map(toml::Spanned::into_inner),
        fixed_twin: keys.fixed_twin.map(spanned),
        reachable_states: spanned(keys.reachable_states),
        transitions: spanned(keys.transitions),
        counterexample_steps: keys.counterexample_steps.map(spanned),
        vacuity: Spanned::new((*keys.vacuity.get_ref()).into(), span(keys.vacuity.span())),
        description: keys.description.into_inner(),
    })
}

fn faults(keys: &Keys) -> Vec<LabelError> {
    let mut errors = Vec::new();
    let mut fail = |kind, at: Range<usize>| {
        errors.push(LabelError {
            kind,
            span: span(at),
        });
    };
    let texts = [
        ("title", Some(&keys.title)),
        ("body", Some(&keys.body)),
        ("clause", Some(&keys.clause)),
        ("citation", keys.citation.as_ref()),
        ("finding", keys.finding.as_ref()),
        ("description", Some(&keys.description)),
    ];
    for (key, text) in texts {
        if let Some(text) = text.filter(|text| text.get_ref().trim().is_empty()) {
            fail(LabelErrorKind::Empty { key }, text.span());
        }
    }
    let label = *keys.label.get_ref();
    match (&keys.citation, label) {
        (None, LabelKind::Known) => fail(LabelErrorKind::NoCitation, keys.label.span()),
        (Some(citation), LabelKind::Candidate | LabelKind::Safe) => {
            fail(LabelErrorKind::NeedlessCitation { label }, citation.span());
        }
        _ => {}
    }
    match &keys.counterexample_steps {
        None if label.is_violated() => fail(LabelErrorKind::NoSteps, keys.label.span()),
        Some(steps) if !label.is_violated() => fail(LabelErrorKind::NeedlessSteps, steps.span()),
        _ => {}
    }
    if !label.is_violated() {
        let needless = [("finding", &keys.finding), ("fixed_twin", &keys.fixed_twin)];
        for (key, value) in needless {
            if let Some(value) = value {
                fail(LabelErrorKind::NeedlessKey { key }, value.span());
            }
        }
    }
    errors
}

/// A source is never longer than 32 bits, so neither is a place in it.
fn span(range: Range<usize>) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(range.start), offset(range.end))
}

fn spanned<T>(value: toml::Spanned<T>) -> Spanned<T> {
    let at = span(value.span());
    Spanned::new(value.into_inner(), at)
}
