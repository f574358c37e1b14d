//! Judges: who says that a name of an answer means a name of the gold.
//!
//! All of them agree where the machine's names settle it. A name that is spelled
//! as another name of the machine is that other name: `RCR-` is not a way to
//! write `RCR+`, however alike they look. Judges differ in names that the
//! machine does not have.

use super::{Lexicon, Names, Pairing, Role, pair};
use crate::question::{Item, Task};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

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
    Verdicts(HashMap<Pair, bool>),
}

/// A pair of texts that a judge is asked about: do they mean the same?
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// The id of the question.
    pub id: String,
    /// Which halves of two items these are.
    pub half: Half,
    /// Names or actions of the gold item.
    pub gold: Vec<String>,
    /// Names or actions of the answer item.
    pub answer: Vec<String>,
}

/// A half of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Half {
    /// Its states and conditions.
    Names,
    /// Its set of actions.
    Actions,
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
pub fn similarity(lexicon: &Lexicon, one: &str, other: &str) -> f64 {
    let words = |text: &str| -> HashSet<String> {
        let words = lexicon.words(text).into_iter();
        words.map(|word| word.text).collect()
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
    judge: &'j Judge,
    names: &'j Names,
    /// What unknown names mean, found once each.
    meanings: RefCell<HashMap<(Role, String), Vec<String>>>,
    /// Pairs that a verdict was wanted for and not given.
    open: RefCell<BTreeSet<Pair>>,
}

impl<'j> Bench<'j> {
    pub(crate) fn new(judge: &'j Judge, names: &'j Names) -> Self {
        Self {
            judge,
            names,
            meanings: RefCell::default(),
            open: RefCell::default(),
        }
    }

    /// Pairs that a verdict was wanted for and not given.
    pub(crate) fn into_open(self) -> BTreeSet<Pair> {
        self.open.into_inner()
    }

    /// Pairs answer items with gold items, one to one.
    pub(crate) fn pair(&self, id: &str, task: Task, gold: &[Item], answer: &[Item]) -> Pairing {
        let may_differ = |item: &Item| {
            !matches!(self.judge.method, Method::Exact) && has_unknown(task, item, self.names)
        };
        pair(gold, answer, may_differ, |gold, answer| {
            self.accepts(id, task, gold, answer)
        })
    }

    /// Whether an answer item may be taken for a gold item that it does not equal.
    fn accepts(&self, id: &str, task: Task, gold: &Item, answer: &Item) -> bool {
        if !is_open(task, gold, answer, self.names) {
            return false;
        }
        match &self.judge.method {
            Method::Exact => false,
            Method::Verdicts(verdicts) => {
                let mut same = true;
                // Both halves are asked for, so that all that is open comes out at once.
                for pair in pairs(id, gold, answer) {
                    match verdicts.get(&pair) {
                        Some(&verdict) => same &= verdict,
                        None => {
                            same = false;
                            self.open.borrow_mut().insert(pair);
                        }
                    }
                }
                same
            }
            Method::Similar { threshold } => {
                let means = |role, gold: &String, answer: &String| {
                    answer == gold || self.means(role, answer, gold, *threshold)
                };
                let mut names = gold.names.iter().zip(&answer.names).enumerate();
                names.all(|(at, (gold, answer))| means(task.role(at), gold, answer)) && {
                    let actions = pair(
                        &gold.actions,
                        &answer.actions,
                        |_| true,
                        |gold, answer| means(Role::Action, gold, answer),
                    );
                    gold.actions.len() == answer.actions.len()
                        && actions.n_matched() == gold.actions.len()
                }
            }
        }
    }

    fn means(&self, role: Role, text: &str, gold: &str, threshold: f64) -> bool {
        let lexicon = self.names.of(role);
        if lexicon.has(text) {
            return false;
        }
        let mut meanings = self.meanings.borrow_mut();
        let meanings = meanings.entry((role, text.to_owned())).or_insert_with(|| {
            let names = lexicon.names().iter();
            let scored: Vec<(f64, &String)> = names
                .map(|name| (similarity(lexicon, text, name), name))
                .collect();
            let best = scored
                .iter()
                .map(|(score, _)| *score)
                .fold(threshold, f64::max);
            let nearest = scored.into_iter().filter(|(score, _)| *score >= best);
            nearest.map(|(_, name)| name.clone()).collect()
        });
        meanings.iter().any(|name| name == gold)
    }
}

/// The halves of two items that differ.
pub(crate) fn pairs<'i>(
    id: &'i str,
    gold: &'i Item,
    answer: &'i Item,
) -> impl Iterator<Item = Pair> + 'i {
    let halves = [
        (Half::Names, &gold.names, &answer.names),
        (Half::Actions, &gold.actions, &answer.actions),
    ];
    let differing = halves
        .into_iter()
        .filter(|(_, gold, answer)| gold != answer);
    differing.map(|(half, gold, answer)| Pair {
        id: id.to_owned(),
        half,
        gold: gold.clone(),
        answer: answer.clone(),
    })
}

/// Whether an item has a name that the machine does not have.
pub(crate) fn has_unknown(task: Task, item: &Item, names: &Names) -> bool {
    let mut positions = item.names.iter().enumerate();
    positions.any(|(at, name)| !names.of(task.role(at)).has(name))
        || item.actions.iter().any(|action| !names.actions.has(action))
}

/// Whether only names that the machine does not have part two items, so that a
/// judge has something to say.
pub(crate) fn is_open(task: Task, gold: &Item, answer: &Item, names: &Names) -> bool {
    if gold == answer
        || gold.names.len() != answer.names.len()
        || gold.actions.is_empty() != answer.actions.is_empty()
    {
        return false;
    }
    let mut positions = answer.names.iter().zip(&gold.names).enumerate();
    positions.all(|(at, (answer, gold))| answer == gold || !names.of(task.role(at)).has(answer))
        && {
            // Someone else may hold one action for two; what it knows must be there.
            let mut known = answer
                .actions
                .iter()
                .filter(|action| names.actions.has(action));
            known.all(|action| gold.actions.contains(action))
        }
        && (answer.actions == gold.actions
            || answer
                .actions
                .iter()
                .any(|action| !names.actions.has(action)))
}
