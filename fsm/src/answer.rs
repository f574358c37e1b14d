//! Reading replies, judging them, and the scores (arXiv 2609.13389, section 4).

mod normal;
mod reply;

pub use normal::{Lexicon, Names, Role, Synonyms};
pub use reply::{Reply, Style, json_items, parse_reply};

use diagnostic::{SourceFile, Span};

/// The lines of a text that are not empty, with their places.
pub(crate) fn lines(source: &SourceFile) -> impl Iterator<Item = (Span, &str)> {
    let mut start = 0;
    source
        .text()
        .split_inclusive('\n')
        .map(move |line| {
            let span = source.line_span(start);
            // A source is never longer than a span can say.
            start += line.len() as u32;
            (span, line.trim())
        })
        .filter(|(_, line)| !line.is_empty())
}
