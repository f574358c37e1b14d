//! Judges: who says that a name of an answer means a name of the gold.
//!
//! All of them agree where the machine's names settle it. A name that is spelled
//! as another name of the machine is that other name: `RCR-` is not a way to
//! write `RCR+`, however alike they look. Judges differ in names that the
//! machine does not have.

use super::{Names, pair};
use crate::question::{Item, Task};
use std::collections::{HashMap, HashSet};

/// Someone who judges.
#[derive(Debug, Clone, PartialEq)]
pub struct Judge {
    /// Its name in answers and scores.
    pub name: String,
    /// How it judges.
    pub method: Method,
}

/// How a judge judges names that the machine does not have.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// They are wrong.
    Exact,
    /// They mean the most similar name of the machine, where the similarity is
    /// at least the threshold, between 0 and 1. See [`similarity`].
    Similar {
        /// The least similarity.
        threshold: f64,
    },
    /// Someone else has said it, pair by pair.
    Verdicts(Verdicts),
}

/// What another judge said of pairs of gold and answer items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdicts {
    /// By question: gold item, answer item, and whether they mean the same.
    by_question: HashMap<String, HashMap<(Item, Item), bool>>,
}

impl Verdicts {
    /// Adds one; gives the earlier verdict where there was another.
    pub fn add(&mut self, id: &str, gold: Item, answer: Item, verdict: bool) -> Option<bool> {
        let verdicts = self.by_question.entry(id.to_owned()).or_default();
        verdicts.insert((gold, answer), verdict)
    }

    /// What was said of a pair; none where nothing was.
    #[must_use]
    pub fn get(&self, id: &str, gold: &Item, answer: &Item) -> Option<bool> {
        let verdicts = self.by_question.get(id)?;
        verdicts.get(&(gold.clone(), answer.clone())).copied()
    }
}

/// How alike two texts are, from 0 to 1: the greater of the normalised
/// Damerau–Levenshtein similarity of their normal forms and the Sørensen–Dice
/// coefficient of their sets of words.
///
/// ```
/// use fsm::answer::{Lexicon, Synonyms, similarity};
/// let names = Lexicon::new(["rcv SYN"], &Synonyms::default());
/// assert_eq!(similarity(&names, "SYN rcv", "rcv SYN"), 1.0);
/// assert!(similarity(&names, "receive SYN", "rcv SYN") >= 0.6);
/// assert!(similarity(&names, "timeout", "rcv SYN") < 0.3);
/// ```
#[must_use]
pub fn similarity(lexicon: &super::Lexicon, one: &str, other: &str) -> f64 {
    let words = |text: &str| -> HashSet<String> {
        lexicon.words(text).into_iter().map(|word| word.text).collect()
    };
    let (mine, yours) = (words(one), words(other));
    let n_words = mine.len() + yours.len();
    let dice = if n_words == 0 {
        0.0
    } else {
        2.0 * mine.intersection(&yours).count() as f64 / n_words as f64
    };
    let (mine, yours) = (lexicon.key(one), lexicon.key(other));
    let (short, long) = (mine.len().min(yours.len()), mine.len().max(yours.len()));
    // The edit distance is quadratic; a text many times as long is not alike.
    if short == 0 || long > 8 * short {
        return dice;
    }
    dice.max(strsim::normalized_damerau_levenshtein(&mine, &yours))
}

/// A judge at work on answers about one machine.
pub(crate) struct Bench<'j> {
    pub(crate) judge: &'j Judge,
    names: &'j Names,
    /// What unknown names mean, found once each.
    meanings: std::cell::RefCell<HashMap<(super::Role, String), Vec<String>>>,
}

impl<'j> Bench<'j> {
    pub(crate) fn new(judge: &'j Judge, names: &'j Names) -> Self {
        Self {
            judge,
            names,
            meanings: std::cell::RefCell::default(),
        }
    }

    /// Whether an answer item may be taken for a gold item that it does not equal.
    pub(crate) fn accepts(&self, id: &str, task: Task, gold: &Item, answer: &Item) -> bool {
        if !is_open(task, gold, answer, self.names) {
            return false;
        }
        match &self.judge.method {
            Method::Exact => false,
            Method::Verdicts(verdicts) => verdicts.get(id, gold, answer).unwrap_or(false),
            Method::Similar { threshold } => {
                let means = |role, answer: &String, gold: &String| {
                    answer == gold || self.means(role, answer, gold, *threshold)
                };
                let mut names = answer.names.iter().zip(&gold.names).enumerate();
                names.all(|(at, (answer, gold))| means(task.role(at), answer, gold))
                    && {
                        let accepts = |gold: &String, answer: &String| {
                            means(super::Role::Action, answer, gold)
                        };
                        let pairing = pair(&gold.actions, &answer.actions, accepts);
                        pairing.n_matched() == gold.actions.len()
                    }
            }
        }
    }

    fn means(&self, role: super::Role, text: &str, gold: &str, threshold: f64) -> bool {
        let lexicon = self.names.of(role);
        if lexicon.has(text) {
            return false;
        }
        let mut meanings = self.meanings.borrow_mut();
        let meanings = meanings.entry((role, text.to_owned())).or_insert_with(|| {
            let scored = lexicon.names().iter().map(|name| (similarity(lexicon, text, name), name));
            let scored: Vec<(f64, &String)> = scored.collect();
            let best = scored.iter().map(|(score, _)| *score).fold(threshold, f64::max);
            let nearest = scored.into_iter().filter(|(score, _)| *score >= best);
            nearest.map(|(_, name)| name.clone()).collect()
        });
        meanings.iter().any(|name| name == gold)
    }
}

/// Whether only names that the machine does not have part two items, so that a
/// judge has something to say.
pub(crate) fn is_open(task: Task, gold: &Item, answer: &Item, names: &Names) -> bool {
    if gold == answer
        || gold.names.len() != answer.names.len()
        || gold.actions.len() != answer.actions.len()
    {
        return false;
    }
    let mut pairs = answer.names.iter().zip(&gold.names).enumerate();
    let actions = &names.actions;
    pairs.all(|(at, (answer, gold))| answer == gold || !names.of(task.role(at)).has(answer))
        && {
            let known = answer.actions.iter().filter(|action| actions.has(action));
            known.clone().all(|action| gold.actions.contains(action))
        }
}
