//! Names as people and models write them: case, white space, punctuation, synonyms.
//!
//! Two spellings are one name where their *words* are equal. Words are runs of
//! letters and digits in lower case, written together, so that `SYN-RECEIVED`,
//! `syn received` and `SynReceived` are one. Signs that part names are words too:
//! `RCR+` is not `RCR-`, `NRM=1` is not `NRM>1`. Where two names of a machine
//! still have equal words, a spelling must come nearer to be one of them.

// Keys are names of machines and synonyms, which no reply chooses.
use rustc_hash::FxHashMap as HashMap;

/// A word of a text: its letters in normal form and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Spellings that mean the same, such as `rcv` for `receive`.
///
/// ```
/// use fsm::answer::{Lexicon, Synonyms};
/// let synonyms = Synonyms::new([("rcv", vec!["receive", "on receipt of"])]);
/// let names = Lexicon::new(["rcv SYN"], &synonyms);
/// assert_eq!(names.resolve("on receipt of SYN"), Some("rcv SYN"));
/// assert_eq!(names.resolve("send SYN"), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Synonyms {
    /// By the words of an alternative, joined by blanks: the words it stands for.
    by_alternative: HashMap<String, String>,
    /// Words of the longest alternative.
    longest: usize,
}

impl Synonyms {
    /// Pairs of a name or word and other ways to write it.
    pub fn new<'a, N, A>(entries: impl IntoIterator<Item = (N, A)>) -> Self
    where
        N: AsRef<str>,
        A: IntoIterator<Item = &'a str>,
    {
        let mut synonyms = Self::default();
        for (name, alternatives) in entries {
            let name = joined(&plain_words(name.as_ref()), "");
            for alternative in alternatives {
                let words = plain_words(alternative);
                if !words.is_empty() {
                    synonyms.longest = synonyms.longest.max(words.len());
                    let key = joined(&words, " ");
                    synonyms.by_alternative.insert(key, name.clone());
                }
            }
        }
        synonyms
    }

    /// The words of a text, alternatives replaced by what they stand for,
    /// longest first.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let plain = plain_words(text);
        if self.longest == 0 {
            return plain;
        }
        let mut words = Vec::with_capacity(plain.len());
        let mut at = 0;
        while at < plain.len() {
            let replaced = (1..=self.longest.min(plain.len() - at))
                .rev()
                .find_map(|n| {
                    let name = self.by_alternative.get(&joined(&plain[at..at + n], " "))?;
                    Some((n, name))
                });
            let (n, text) = replaced.map_or_else(
                || (1, plain[at].text.clone()),
                |(n, name)| (n, name.clone()),
            );
            words.push(Word {
                text,
                start: plain[at].start,
                end: plain[at + n - 1].end,
            });
            at += n;
        }
        words
    }

    /// The normal form of a text: its words, written together.
    pub(crate) fn key(&self, text: &str) -> String {
        joined(&self.words(text), "")
    }
}

fn joined(words: &[Word], between: &str) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(between)
}

fn plain_words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut previous = ' ';
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let next = characters.peek().map_or(' ', |&(_, next)| next);
        let end = start + character.len_utf8();
        let is_inside = previous.is_alphanumeric() && next.is_alphanumeric();
        let mut sign = |text: &str| {
            words.push(Word {
                text: text.to_owned(),
                start,
                end,
            });
        };
        match character {
            _ if character.is_alphanumeric() => {
                let lower = character.to_lowercase();
                match words.last_mut() {
                    Some(word) if word.end == start && previous.is_alphanumeric() => {
                        word.text.extend(lower);
                        word.end = end;
                    }
                    _ => words.push(Word {
                        text: lower.collect(),
                        start,
                        end,
                    }),
                }
            }
            '-' | '=' if next == '>' => {}
            '-' | '−' | '‐' | '‑' | '–' | '—'
                if !is_inside
                // A dash between blanks is punctuation; one at a name is a sign.
                && (previous.is_alphanumeric() || next.is_alphanumeric()) =>
            {
                sign("-");
            }
            '.' if previous.is_ascii_digit() && next.is_ascii_digit() => sign("."),
            '+' | '<' | '>' | '=' | '!' | '~' | '%' | '&' | '$' | '@' | '^' => {
                sign(character.encode_utf8(&mut [0; 4]));
            }
            '→' | '⟶' | '⇒' | '➔' | '➜' | '↦' => sign(">"),
            '≥' => sign(">="),
            '≤' => sign("<="),
            '≠' => sign("!="),
            // `¬SEND` is not `SEND`.
            '¬' | '±' | '×' | '÷' | '∀'..='∄' | '∆'..='∑' | '∓' | '√'..='⋃' => {
                sign(character.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
        previous = character;
    }
    words
}

/// The names of one kind that a machine has: states, conditions, or actions.
///
/// ```
/// use fsm::answer::{Lexicon, Synonyms};
/// let names = Lexicon::new(["RCR+", "RCR-", "SYN-RECEIVED"], &Synonyms::default());
/// assert_eq!(names.resolve("`Syn_Received`."), Some("SYN-RECEIVED"));
/// assert_eq!(names.resolve("rcr+"), Some("RCR+"));
/// assert_eq!(names.resolve("RCR"), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    names: Vec<String>,
    synonyms: Synonyms,
    by_text: HashMap<String, usize>,
    by_folded: HashMap<String, Entry>,
    /// Characters of words written together, from the root at 0.
    trie: Vec<Node>,
}

#[derive(Debug, Clone, Default)]
struct Node {
    next: HashMap<char, usize>,
    entry: Option<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    One(usize),
    /// More than one name is written so.
    Many,
}

impl Entry {
    fn add(slot: &mut Option<Self>, name: usize) {
        *slot = Some(slot.map_or(Self::One(name), |_| Self::Many));
    }
}

/// Lower case, and one blank for any white space.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl Lexicon {
    /// The lexicon of names; a name given twice counts once.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>, synonyms: &Synonyms) -> Self {
        let mut lexicon = Self {
            synonyms: synonyms.clone(),
            trie: vec![Node::default()],
            ..Self::default()
        };
        for name in names {
            let name: String = name.into();
            if lexicon.by_text.contains_key(&name) {
                continue;
            }
            let id = lexicon.names.len();
            lexicon.by_text.insert(name.clone(), id);
            let mut slot = lexicon.by_folded.get(&folded(&name)).copied();
            Entry::add(&mut slot, id);
            lexicon
                .by_folded
                .extend(slot.map(|slot| (folded(&name), slot)));
            let mut node = 0;
            for character in synonyms.key(&name).chars() {
                node = match lexicon.trie[node].next.get(&character) {
                    Some(&next) => next,
                    None => {
                        let next = lexicon.trie.len();
                        lexicon.trie.push(Node::default());
                        lexicon.trie[node].next.insert(character, next);
                        next
                    }
                };
            }
            if node != 0 {
                Entry::add(&mut lexicon.trie[node].entry, id);
            }
            lexicon.names.push(name);
        }
        lexicon
    }

    /// The names in the order given.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether it is exactly a name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.by_text.contains_key(name)
    }

    /// The one name that a text spells, if there is one.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<&str> {
        if let Some(&id) = self.by_text.get(text.trim()) {
            return Some(&self.names[id]);
        }
        let words = self.synonyms.words(text);
        let (id, n_words) = self.longest(text, &words)?;
        (n_words == words.len()).then(|| self.names[id].as_str())
    }

    /// The name, or else the text itself without outer white space.
    #[must_use]
    pub fn canonical(&self, text: &str) -> String {
        self.resolve(text).unwrap_or(text.trim()).to_owned()
    }

    /// The longest name at the start of `words`, and how many words it takes.
    pub(crate) fn longest(&self, text: &str, words: &[Word]) -> Option<(usize, usize)> {
        let mut node = self.trie.first()?;
        let mut found = None;
        'words: for (index, word) in words.iter().enumerate() {
            for character in word.text.chars() {
                match node.next.get(&character) {
                    Some(&next) => node = &self.trie[next],
                    None => break 'words,
                }
            }
            let id = match node.entry {
                None => None,
                Some(Entry::One(id)) => Some(id),
                // Too little tells them apart: the spelling has to come nearer.
                Some(Entry::Many) => {
                    let slice = text.get(words[0].start..word.end).unwrap_or_default();
                    match self.by_folded.get(&folded(slice)) {
                        _ if self.by_text.contains_key(slice) => self.by_text.get(slice).copied(),
                        Some(Entry::One(id)) => Some(*id),
                        _ => None,
                    }
                }
            };
            if let Some(id) = id {
                found = Some((id, index + 1));
            }
        }
        found
    }

    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        self.synonyms.words(text)
    }

    /// The normal form of a text, by which unknown spellings are compared.
    pub(crate) fn key(&self, text: &str) -> String {
        self.synonyms.key(text)
    }
}

/// What a name of an answer names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A state s or s′.
    State,
    /// A condition γ.
    Condition,
    /// An action of A′.
    Action,
}

/// All names of a machine, by what they name.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// The states.
    pub states: Lexicon,
    /// The conditions.
    pub conditions: Lexicon,
    /// The actions.
    pub actions: Lexicon,
}

impl Names {
    /// The lexicon of a role.
    #[must_use]
    pub fn of(&self, role: Role) -> &Lexicon {
        match role {
            Role::State => &self.states,
            Role::Condition => &self.conditions,
            Role::Action => &self.actions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon(names: &[&str]) -> Lexicon {
        Lexicon::new(names.iter().copied(), &Synonyms::default())
    }

    #[test]
    fn signs_that_part_names_stay() {
        let names = lexicon(&[
            "media URI, NRM=1",
            "media URI, NRM>1",
            "TO+",
            "TO-",
            "S->C REDIRECT",
        ]);
        assert_eq!(
            names.resolve("media uri (NRM > 1)"),
            Some("media URI, NRM>1")
        );
        assert_eq!(names.resolve("media URI, NRM<1"), None);
        assert_eq!(names.resolve("to−"), Some("TO-"));
        assert_eq!(names.resolve("TO"), None);
        assert_eq!(names.resolve("s→c redirect"), Some("S->C REDIRECT"));
        assert_eq!(names.resolve("S C REDIRECT"), None);
        assert_eq!(names.resolve("¬TO+"), None);
        assert_eq!(names.resolve("∀ TO+"), None);
    }

    #[test]
    fn equal_words_need_a_nearer_spelling() {
        let names = lexicon(&["a b", "A, b", "ab", "a b"]);
        assert_eq!(names.names().len(), 3);
        assert_eq!(names.resolve("a b"), Some("a b"));
        assert_eq!(names.resolve("a, B"), Some("A, b"));
        assert_eq!(names.resolve("A B"), Some("a b"));
        assert_eq!(names.resolve("a/b"), None);
    }

    #[test]
    fn longest_names_win() {
        let names = lexicon(&["presentation URI", "presentation URI, no range"]);
        let text = "presentation URI, no range given";
        assert_eq!(names.longest(text, &names.words(text)), Some((1, 4)));
    }
}
