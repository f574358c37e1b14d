//! Reading replies, judging them, and the scores (arXiv 2609.13389, section 4).
//!
//! [`parse_reply`] reads what a model wrote, [`judge()`] compares it with the gold
//! by one or several [`Judge`]s, [`scores`] sums it up, [`output`] writes it.

mod explain;
mod file;
mod judge;
mod matching;
mod normal;
pub mod output;
mod reply;
mod score;

pub use explain::{Mistake, MistakeKind, explain};
pub use file::{
    AnswerError, AnswerErrorKind, AnswerFile, Line, read_answers, read_synonyms, read_verdicts,
    write_pairs,
};
pub use judge::{Half, Judge, Method, Pair, similarity};
pub use matching::{Pairing, pair};
pub use normal::{Lexicon, Names, Role, Synonyms};
pub use reply::{Reply, Style, json_items, parse_reply};
pub use score::{
    Answer, Cell, Judged, Measure, Part, PathCell, PathScore, Score, Scores, Status, Subject,
    Subjects, judge, open_pairs, scores,
};

pub use statistics::{Bootstrap, Interval, Matches, Mean};

use diagnostic::{SourceFile, Span};

/// What the JSON reader says, without the line: a line of a file is line 1 to it.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(text) => format!("{text} at column {}", error.column()),
        None => text,
    }
}

/// The text without a byte order mark, which some editors write.
pub(crate) fn text(source: &SourceFile) -> &str {
    let text = source.text();
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lines of a text that are not empty, with their places.
pub(crate) fn lines(source: &SourceFile) -> impl Iterator<Item = (Span, &str)> {
    // A source is never longer than a span can say.
    let mut start = (source.text().len() - text(source).len()) as u32;
    text(source)
        .split_inclusive('\n')
        .map(move |line| {
            let span = source.line_span(start);
            start += line.len() as u32;
            (span, line.trim())
        })
        .filter(|(_, line)| !line.is_empty())
}
