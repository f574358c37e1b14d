//! Labels: what is claimed of one property of a spec, and whether it is so.
//!
//! A label is a small TOML file beside a spec. [`read`] reads it, [`Label::check`]
//! holds it against its machine's properties, [`derive()`] finds the facts again,
//! and [`compare`] says where the label differs from them.
//!
//! ```
//! use checker::{Limits, label, spec};
//! use diagnostic::SourceFile;
//!
//! let krack = &models::specs::ALL[0];
//! let model = spec::read(&SourceFile::new(krack.file, krack.spec), 64).unwrap();
//! let label = label::read(&SourceFile::new(krack.label_file, krack.label)).unwrap();
//! let facts = label::derive(&model, &label.property.value, &Limits::default())?;
//! let facts = facts.ok_or("no such property")?;
//! assert_eq!(label::compare(&label, &facts), label::Standing::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod derive;
mod error;
mod read;

pub use derive::{Difference, Facts, Standing, Whole, compare, derive};
pub use error::{LabelError, LabelErrorKind};
pub use read::read;

use crate::{Model, Vacuity};
use diagnostic::Spanned;
use serde::Deserialize;
use std::fmt;

/// What a label's `property` is called where it is AG EF goal.
pub const LIVENESS: &str = "liveness";

/// What is claimed of one property of a spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// What the machine is, in a few words.
    pub title: String,
    /// Who publishes what is modelled: a standards body, or `literature`.
    pub body: String,
    /// Where it is published: clause or reference.
    pub clause: String,
    /// The property: an invariant of the spec, or [`LIVENESS`].
    pub property: Spanned<String>,
    /// The claim.
    pub kind: Spanned<LabelKind>,
    /// Who published that the property fails.
    pub citation: Option<String>,
    /// What goes wrong.
    pub finding: Option<String>,
    /// The id of a machine in which the same property holds.
    pub fixed_twin: Option<Spanned<String>>,
    /// Reachable states.
    pub reachable_states: Spanned<u64>,
    /// Steps between them, self-loops and parallel steps included.
    pub transitions: Spanned<u64>,
    /// Steps of the shortest counterexample; there is one where the property fails.
    pub counterexample_steps: Option<Spanned<u64>>,
    /// What the property owes to the guards.
    pub vacuity: Spanned<Vacuity>,
    /// What is modelled and what is left out, without telling the verdict.
    pub description: String,
}

/// The three claims, as protocol-bench names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum LabelKind {
    /// The property fails, and a publication says so.
    #[serde(rename = "KNOWN_COUNTEREXAMPLE")]
    Known,
    /// The property fails in this model; whether it does in reality is for experts to say.
    #[serde(rename = "CANDIDATE_COUNTEREXAMPLE")]
    Candidate,
    /// The property holds in every reachable state of this model.
    #[serde(rename = "PROVEN_SAFE")]
    Safe,
}

impl LabelKind {
    /// Whether the property fails.
    #[must_use]
    pub fn is_violated(self) -> bool {
        matches!(self, Self::Known | Self::Candidate)
    }
}

impl fmt::Display for LabelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Known => "KNOWN_COUNTEREXAMPLE",
            Self::Candidate => "CANDIDATE_COUNTEREXAMPLE",
            Self::Safe => "PROVEN_SAFE",
        })
    }
}

impl Label {
    /// Whether the label is about a property that the model has.
    ///
    /// # Errors
    /// [`LabelErrorKind::UnknownProperty`], at the place of the name.
    pub fn check(&self, model: &Model) -> Result<(), LabelError> {
        let name = &self.property.value;
        let goal = model.goal().map(|_| LIVENESS);
        let invariants = model.invariants().iter();
        let properties: Vec<_> = invariants
            .map(|invariant| invariant.name.as_str())
            .chain(goal)
            .collect();
        if properties.contains(&name.as_str()) {
            return Ok(());
        }
        Err(LabelError {
            kind: LabelErrorKind::UnknownProperty {
                property: name.clone(),
                known: properties.join(", "),
            },
            span: self.property.span,
        })
    }

    /// Whether the label's fixed twin is there and is one: proven safe, and
    /// about the same property. `label_of` finds a label by its id.
    ///
    /// # Errors
    /// [`LabelErrorKind::UnknownTwin`], [`LabelErrorKind::NotATwin`].
    pub fn check_twin<'a>(
        &self,
        label_of: impl FnOnce(&str) -> Option<&'a Self>,
    ) -> Result<(), LabelError> {
        let Some(twin) = &self.fixed_twin else {
            return Ok(());
        };
        let name = twin.value.clone();
        let not_a_twin = |twin, why| LabelErrorKind::NotATwin { twin, why };
        let kind = match label_of(&twin.value) {
            None => LabelErrorKind::UnknownTwin { twin: name },
            Some(label) if label.kind.value.is_violated() => {
                not_a_twin(name, "its label is not PROVEN_SAFE")
            }
            Some(label) if label.property.value != self.property.value => {
                not_a_twin(name, "its label is about another property")
            }
            Some(_) => return Ok(()),
        };
        Err(LabelError {
            kind,
            span: twin.span,
        })
    }
}
