//! Labels: normal forms of goals, each with one number.

use crate::goal::{BoundVars, LowInformation, NormalForm, normalize};
use rustc_hash::FxHashMap;
use spthy_parse::Goal;

/// Which label of a [`Labels`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// The normal form of one or more goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The normal form; see [`crate::goal::normalize`].
    pub text: String,
    /// How it says little, if it does.
    pub low_information: Option<LowInformation>,
    /// False where the search for the canonical form was given up.
    pub is_canonical: bool,
}

/// Labels in order of first occurrence, each text once.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    labels: Vec<Label>,
    by_text: FxHashMap<String, LabelId>,
}

impl Labels {
    /// All labels, in order of their numbers.
    #[must_use]
    pub fn all(&self) -> &[Label] {
        &self.labels
    }

    /// The label with this text.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<LabelId> {
        self.by_text.get(text).copied()
    }

    /// The number of a goal's label, which is added where it is new.
    pub fn label(&mut self, goal: &Goal<'_>, bound: &BoundVars<'_>, form: NormalForm) -> LabelId {
        let normal = normalize(goal, bound, form);
        self.add(Label {
            text: normal.text,
            low_information: LowInformation::of(goal),
            is_canonical: normal.is_canonical,
        })
    }

    /// The number of a label, which is added where it is new.
    pub fn add(&mut self, label: Label) -> LabelId {
        if let Some(id) = self.find(&label.text) {
            return id;
        }
        let id = LabelId(u32::try_from(self.labels.len()).unwrap_or(u32::MAX));
        self.by_text.insert(label.text.clone(), id);
        self.labels.push(label);
        id
    }
}

impl std::ops::Index<LabelId> for Labels {
    type Output = Label;

    fn index(&self, id: LabelId) -> &Label {
        &self.labels[id.0 as usize]
    }
}
