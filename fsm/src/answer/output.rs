//! Scores as text, JSON and CSV.

mod csv;
mod json;
mod text;

pub use csv::write_csv;
pub use json::write_json;
pub use text::write_text;

use super::{Judged, Scores, Status, Style};
use std::collections::{BTreeMap, BTreeSet};

/// Scores, what they are made of, and whether to tell what was wrong.
#[derive(Debug, Clone, Copy)]
pub struct Report<'r, 'q> {
    /// The scores.
    pub scores: &'r Scores<'q>,
    /// The questions judged.
    pub judged: &'r [Judged<'q>],
    /// Whether each question that was not answered rightly is listed.
    pub explain: bool,
}

/// How replies were read; each counts once, however many judges it had.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Replies {
    asked: usize,
    read: usize,
    unparseable: usize,
    missing: usize,
    truncated: usize,
    repeated: usize,
    styles: BTreeMap<Style, usize>,
}

impl Report<'_, '_> {
    fn replies(&self) -> Replies {
        let mut replies = Replies::default();
        let mut seen = BTreeSet::new();
        for one in self.judged {
            if !seen.insert((one.model, one.context, one.question.id.as_str())) {
                continue;
            }
            replies.asked += 1;
            replies.truncated += usize::from(one.truncated);
            replies.repeated += one.n_repeated;
            match one.status {
                Status::Unparseable => replies.unparseable += 1,
                Status::Missing => replies.missing += 1,
                Status::Read(style) => {
                    replies.read += 1;
                    *replies.styles.entry(style).or_default() += 1;
                }
            }
        }
        replies
    }

    /// Where it is asked for: questions that were not answered rightly.
    fn wrong(&self) -> impl Iterator<Item = &Judged<'_>> {
        let judged = self.judged.iter().filter(|_| self.explain);
        judged.filter(|one| one.correct.iter().any(|(_, is_correct)| !is_correct))
    }
}

fn style_name(style: Style) -> &'static str {
    match style {
        Style::Json => "JSON",
        Style::Fenced => "fenced JSON",
        Style::JsonInProse => "JSON in prose",
        Style::Bullets => "bullets",
        Style::Arrows => "arrows",
        Style::Prose => "prose",
        Style::Nothing => "nothing, in words",
    }
}
