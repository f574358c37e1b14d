//! A language model's reply → the theory it wrote.

mod fence;
mod theory;

pub use fence::{Fence, fences};

use crate::prompt::on_one_line;
use diagnostic::{Diagnostic, MAX_SOURCE_BYTES, Span};
use spthy_parse::SyntaxError;
use std::collections::HashSet;
use std::ops::Range;
use theory::{Reading, bare, has_header, read};

/// Words behind a fence that say Tamarin.
const TAGS: [&str; 3] = ["spthy", "tamarin", "sapic"];

/// The code found in a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code<'t> {
    /// The code, a slice of the reply.
    pub text: &'t str,
    /// Where in the reply.
    pub span: Span,
    /// How it stands there.
    pub origin: Origin<'t>,
    /// What is wrong with it as a theory, with places in the reply; empty where
    /// the prover would load it.
    pub errors: Vec<SyntaxError>,
    /// Other pieces, with another text, that could be meant as well: they parse if
    /// this one does, and no piece does otherwise.
    pub rivals: Vec<Span>,
    /// Pieces passed over because they stand in the prompt.
    pub n_echoes: usize,
}

/// How code stands in a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<'t> {
    /// In a fenced block.
    Fenced {
        /// The language behind the opening fence.
        tag: Option<&'t str>,
        /// Whether the block is closed; replies that were cut off often are not.
        is_closed: bool,
    },
    /// `theory … end` outside of any.
    Bare,
}

/// Why there is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCode {
    /// Neither a fenced block that could be a theory nor a bare `theory … end`.
    #[error("the reply has no theory")]
    NoTheory,
    /// All there is stands in the prompt.
    #[error("the reply only repeats the prompt's code ({n_echoes}×)")]
    OnlyEchoes {
        /// How many pieces.
        n_echoes: usize,
    },
    /// Places in a text are 32 bits.
    #[error("the reply has more than {MAX_SOURCE_BYTES} bytes")]
    TooLong,
}

impl Code<'_> {
    /// Whether it is a theory without faults.
    #[must_use]
    pub fn parses(&self) -> bool {
        self.errors.is_empty()
    }

    /// What is to be said about it, with places in the reply: every fault, and a
    /// warning if something else could be meant.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let errors = self.errors.iter().map(SyntaxError::diagnostic);
        let rival = self.rivals.last().map(|rival| {
            let others = match self.rivals.len() {
                1 => "another theory, which differs".to_owned(),
                n => format!("{n} other theories, which differ"),
            };
            Diagnostic::warning(format!("the reply has {others} from the one taken"))
                .at(*rival)
                .label("not taken")
                .help("ask for one theory, in one fenced block")
        });
        errors.chain(rival).collect()
    }
}

/// A piece of a text that could be the answer.
struct Candidate<'t> {
    range: Range<usize>,
    origin: Origin<'t>,
    errors: Vec<SyntaxError>,
    has_header: bool,
}

impl Candidate<'_> {
    /// The greater, the likelier it is meant: it parses, it starts as a theory
    /// does, it is fenced.
    fn rank(&self) -> (bool, bool, bool) {
        let parses = self.errors.is_empty();
        let is_fenced = matches!(self.origin, Origin::Fenced { .. });
        (parses, parses || self.has_header, is_fenced)
    }
}

/// Finds the theory in a reply to a prompt.
///
/// Candidates are fenced code blocks ([`fences`]) and, outside of them, bare
/// theories from a line that starts `theory NAME begin` up to their `end`.
/// Those whose text stands as a block or bare theory in the prompt as well,
/// apart from white space, are echoes and no answer. Of the others counts
///
/// 1. the last fenced block that parses, else the last bare theory that does;
/// 2. if none parses, the last fenced block with a line that starts a theory,
///    else the last bare theory;
/// 3. if there is none either, the last block that is tagged `spthy`, `tamarin`
///    or `sapic`.
///
/// Blocks in another language, without a theory, are no candidates. What else
/// could have been meant is in [`Code::rivals`]. The work is linear in the
/// lengths of reply and prompt.
///
/// # Errors
/// [`NoCode`] where there is no candidate, or none but echoes.
///
/// ```
/// use score::crypform::{NoCode, extract};
/// let prompt = "Repair this:\n```spthy\ntheory Ping begin rule end\n```\n";
/// let reply = "You wrote\n```\ntheory Ping begin rule end\n```\nIt needs a body:\n```spthy\n\
///              theory Ping begin\nrule Go: [ ] --> [ ]\nend\n```\nThat is all.";
/// let code = extract(reply, prompt)?;
/// assert!(code.text.starts_with("theory Ping begin\nrule Go"));
/// assert!(code.parses());
/// assert_eq!(code.n_echoes, 1);
/// assert_eq!(extract("I cannot do that.", prompt), Err(NoCode::NoTheory));
/// # Ok::<(), NoCode>(())
/// ```
pub fn extract<'t>(reply: &'t str, prompt: &str) -> Result<Code<'t>, NoCode> {
    if reply.len() as u64 > MAX_SOURCE_BYTES {
        return Err(NoCode::TooLong);
    }
    let known: HashSet<String> = pieces(prompt)
        .map(|piece| on_one_line(&prompt[piece.range().clone()]))
        .collect();
    let mut n_echoes = 0;
    let mut candidates = Vec::new();
    for piece in pieces(reply) {
        let form = on_one_line(&reply[piece.range().clone()]);
        if form.is_empty() {
            continue;
        }
        if known.contains(&form) {
            n_echoes += 1;
        } else if let Some(candidate) = piece.candidate(reply) {
            candidates.push((candidate, form));
        }
    }
    // Of equal ranks, the last.
    let best = (0..candidates.len()).max_by_key(|&index| candidates[index].0.rank());
    let Some(best) = best else {
        return Err(match n_echoes {
            0 => NoCode::NoTheory,
            n_echoes => NoCode::OnlyEchoes { n_echoes },
        });
    };
    let (chosen, form) = candidates.swap_remove(best);
    let mut rivals: Vec<Span> = candidates
        .iter()
        .filter(|(other, other_form)| {
            other.errors.is_empty() == chosen.errors.is_empty() && *other_form != form
        })
        .map(|(other, _)| span(&other.range))
        .collect();
    rivals.sort_unstable();
    Ok(Code {
        text: &reply[chosen.range.clone()],
        span: span(&chosen.range),
        origin: chosen.origin,
        errors: chosen.errors,
        rivals,
        n_echoes,
    })
}

/// A stretch of a text that may be code.
enum Piece<'t> {
    Fenced(Fence<'t>),
    Bare(Reading),
}

impl<'t> Piece<'t> {
    fn range(&self) -> &Range<usize> {
        match self {
            Self::Fenced(fence) => &fence.code,
            Self::Bare(reading) => &reading.range,
        }
    }

    /// None for a block that is no theory.
    fn candidate(self, text: &str) -> Option<Candidate<'t>> {
        match self {
            Self::Bare(Reading { range, errors }) => Some(Candidate {
                range,
                origin: Origin::Bare,
                errors,
                has_header: true,
            }),
            Self::Fenced(fence) => {
                let tag = fence.tag();
                let is_tagged =
                    tag.is_some_and(|tag| TAGS.iter().any(|one| one.eq_ignore_ascii_case(tag)));
                let errors = read(text, fence.code.clone()).errors;
                let has_header = has_header(&text[fence.code.clone()]);
                let is_candidate = is_tagged || has_header || errors.is_empty();
                is_candidate.then_some(Candidate {
                    range: fence.code,
                    origin: Origin::Fenced {
                        tag,
                        is_closed: fence.is_closed,
                    },
                    errors,
                    has_header,
                })
            }
        }
    }
}

/// Fenced blocks, and the bare theories before, between and behind them.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut fences = fences(text);
    let mut at = Some(0);
    std::iter::from_fn(move || {
        let start = at?;
        let fence = fences.next();
        let gap = start..fence.as_ref().map_or(text.len(), |fence| fence.block.start);
        at = fence.as_ref().map(|fence| fence.block.end);
        let bare = bare(text, gap).into_iter().map(Piece::Bare);
        Some(bare.chain(fence.map(Piece::Fenced)))
    })
    .flatten()
}

/// Texts of more than 4 GiB are refused before.
fn span(range: &Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(range.start), offset(range.end))
}
