//! Answers, pairs, verdicts and synonyms as files.

use super::{Answer, Half, Pair, Synonyms};
use diagnostic::{Diagnostic, SourceFile, Span};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};

/// A fault of a file, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct AnswerError {
    /// What.
    pub kind: AnswerErrorKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerErrorKind {
    /// Not a JSON object with the keys of an answer.
    #[error("the line is not an answer: {message}")]
    Answer {
        /// What the JSON reader said.
        message: String,
    },
    /// Not a JSON object with the keys of a verdict.
    #[error("the line is not a verdict: {message}")]
    Verdict {
        /// What the JSON reader said.
        message: String,
    },
    /// Not a JSON object of lists of texts.
    #[error("the file is not one of synonyms: {message}")]
    Synonyms {
        /// What the JSON reader said.
        message: String,
    },
    /// A question that nobody asked.
    #[error("no question has the id `{id}`")]
    UnknownQuestion {
        /// The id.
        id: String,
    },
    /// A context that the question was not asked with.
    #[error("the question is not asked with the context `{name}`, but with {}", known.join(", "))]
    UnknownContext {
        /// The context.
        name: String,
        /// Those that the question is asked with.
        known: Vec<String>,
    },
    /// A judge that does not judge here.
    #[error("no judge is called `{name}` here")]
    UnknownJudge {
        /// The name.
        name: String,
    },
    /// The same question answered twice.
    #[error(
        "the question `{id}` is answered twice for the same model, context and judge, first in \
         line {first}"
    )]
    DuplicateAnswer {
        /// The id.
        id: String,
        /// The line of the first answer.
        first: u32,
    },
    /// Two verdicts on a pair that differ.
    #[error("the pair has another verdict in line {first}")]
    Contradiction {
        /// The line of the first verdict.
        first: u32,
    },
}

impl AnswerError {
    /// The fault for [`diagnostic::render`].
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match &self.kind {
            AnswerErrorKind::Answer { .. } => {
                "a line is a JSON object with the texts id and reply, and model, context and judge \
                 where there are several; leave a question without a reply out"
            }
            AnswerErrorKind::Verdict { .. } => {
                "a line is a pair as --emit-pairs writes it, with \"verdict\": true or false, and \
                 \"judge\": a name, where there are several"
            }
            AnswerErrorKind::Synonyms { .. } => "write {\"name\": [\"other spelling\", …], …}",
            AnswerErrorKind::UnknownQuestion { .. } => {
                "ids are those of `fsm questions`; name the file of other questions with --questions"
            }
            AnswerErrorKind::UnknownContext { .. } => {
                "contexts are those of the file of --questions; leave the key out where there is one"
            }
            AnswerErrorKind::UnknownJudge { .. } => {
                "judges are exact and similar, as --judge says, and those of --verdicts"
            }
            AnswerErrorKind::DuplicateAnswer { .. } => {
                "keep one of them, or give them different models or contexts"
            }
            AnswerErrorKind::Contradiction { .. } => "keep one of them",
        };
        Diagnostic::error(self.to_string()).at(self.span).help(help)
    }
}

/// Something read from a line, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<T> {
    /// What was read.
    pub value: T,
    /// The line.
    pub span: Span,
}

/// A file of answers as it was read. Whoever scores what is left of a file with
/// errors scores something else than the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnswerFile {
    /// The answers of the lines without errors.
    pub answers: Vec<Line<Answer>>,
    /// Every line that is not an answer, and every question answered twice.
    pub errors: Vec<AnswerError>,
    /// Keys that mean nothing here, once each.
    pub warnings: Vec<Diagnostic>,
}

/// The name of a model that an answer does not give.
const UNSPECIFIED: &str = "unspecified";

#[derive(Deserialize)]
struct AnswerLine {
    id: String,
    reply: String,
    model: Option<String>,
    context: Option<String>,
    judge: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Reads answers, one a line; empty lines are left out.
///
/// ```
/// use diagnostic::SourceFile;
/// use fsm::answer::read_answers;
/// let text = "{\"id\": \"TCP/2/LISTEN/SYN-SENT\", \"reply\": \"SEND\"}\n";
/// let file = read_answers(&SourceFile::new("answers.jsonl", text));
/// assert!(file.errors.is_empty());
/// assert_eq!(file.answers[0].value.model, "unspecified");
/// ```
pub fn read_answers(source: &SourceFile) -> AnswerFile {
    let mut file = AnswerFile::default();
    let mut seen: HashMap<Answer, u32> = HashMap::new();
    let mut ignored = BTreeSet::new();
    for (span, text) in super::lines(source) {
        let line: AnswerLine = match serde_json::from_str(text) {
            Ok(line) => line,
            Err(error) => {
                let message = super::reason(&error);
                file.errors.push(AnswerError {
                    kind: AnswerErrorKind::Answer { message },
                    span,
                });
                continue;
            }
        };
        for key in line.rest.keys() {
            if ignored.insert(key.clone()) {
                let warning = Diagnostic::warning(format!("the key `{key}` is left out"));
                let help = "known keys: id, reply, model, context, judge";
                file.warnings.push(warning.at(span).help(help));
            }
        }
        let answer = Answer {
            id: line.id,
            reply: line.reply,
            model: line.model.unwrap_or_else(|| UNSPECIFIED.to_owned()),
            context: line.context,
            judge: line.judge,
        };
        let number = source.location(span.start).line;
        // The reply does not tell two answers to a question apart.
        let key = Answer {
            reply: String::new(),
            ..answer.clone()
        };
        if let Some(&first) = seen.get(&key) {
            let id = answer.id;
            file.errors.push(AnswerError {
                kind: AnswerErrorKind::DuplicateAnswer { id, first },
                span,
            });
            continue;
        }
        seen.insert(key, number);
        file.answers.push(Line {
            value: answer,
            span,
        });
    }
    file
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HalfName {
    Names,
    Actions,
}

#[derive(Serialize, Deserialize)]
struct PairLine {
    id: String,
    half: HalfName,
    gold: Vec<String>,
    answer: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<String>,
}

/// Writes pairs for another judge, one a line.
///
/// # Errors
/// What `out` refuses.
pub fn write_pairs<'p>(
    pairs: impl IntoIterator<Item = &'p Pair>,
    out: &mut impl Write,
) -> io::Result<()> {
    for pair in pairs {
        let line = PairLine {
            id: pair.id.clone(),
            half: match pair.half {
                Half::Names => HalfName::Names,
                Half::Actions => HalfName::Actions,
            },
            gold: pair.gold.clone(),
            answer: pair.answer.clone(),
            verdict: None,
            judge: None,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The name of a judge whose verdicts do not give one.
const EXTERNAL: &str = "external";

/// Reads verdicts by the name of the judge: pairs as [`write_pairs`] writes them
/// with `verdict` and, where there are several judges, `judge`. Other keys, such
/// as a judge's reasons, are left out.
///
/// # Errors
/// Every line that is not a verdict, and every one that contradicts another.
pub fn read_verdicts(
    source: &SourceFile,
) -> Result<BTreeMap<String, HashMap<Pair, bool>>, Vec<AnswerError>> {
    let mut judges: BTreeMap<String, HashMap<Pair, bool>> = BTreeMap::new();
    let mut errors = Vec::new();
    let mut lines: HashMap<(String, Pair), u32> = HashMap::new();
    for (span, text) in super::lines(source) {
        let mut fail = |kind| errors.push(AnswerError { kind, span });
        let line: PairLine = match serde_json::from_str(text) {
            Ok(line) => line,
            Err(error) => {
                let message = super::reason(&error);
                fail(AnswerErrorKind::Verdict { message });
                continue;
            }
        };
        let Some(verdict) = line.verdict else {
            let message = "`verdict` is missing".to_owned();
            fail(AnswerErrorKind::Verdict { message });
            continue;
        };
        let pair = Pair {
            id: line.id,
            half: match line.half {
                HalfName::Names => Half::Names,
                HalfName::Actions => Half::Actions,
            },
            gold: line.gold,
            answer: line.answer,
        };
        let judge = line.judge.unwrap_or_else(|| EXTERNAL.to_owned());
        let number = source.location(span.start).line;
        let first = *lines.entry((judge.clone(), pair.clone())).or_insert(number);
        let earlier = judges.entry(judge).or_default().insert(pair, verdict);
        if earlier.is_some_and(|earlier| earlier != verdict) {
            fail(AnswerErrorKind::Contradiction { first });
        }
    }
    if errors.is_empty() {
        Ok(judges)
    } else {
        Err(errors)
    }
}

/// Reads synonyms: a JSON object of names or words, each with a list of other
/// ways to write it.
///
/// # Errors
/// Where the file is not of that form.
pub fn read_synonyms(source: &SourceFile) -> Result<Synonyms, AnswerError> {
    let read: Result<BTreeMap<String, Vec<String>>, _> = serde_json::from_str(super::text(source));
    match read {
        Ok(entries) => Ok(Synonyms::new(entries.iter().map(|(name, alternatives)| {
            (name, alternatives.iter().map(String::as_str))
        }))),
        Err(error) => {
            let span = super::lines(source)
                .find(|(span, _)| source.location(span.start).line as usize == error.line())
                .map_or(Span::new(0, 0), |(span, _)| span);
            let message = super::reason(&error);
            Err(AnswerError {
                kind: AnswerErrorKind::Synonyms { message },
                span,
            })
        }
    }
}
