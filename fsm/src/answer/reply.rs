//! Replies as language models write them, read tolerantly.
//!
//! JSON is looked for first, alone, fenced or amid prose; then bullet lists,
//! arrows and short prose. Where a text is ambiguous, the machine's names decide.
//! A reply that none of this reads is [`Reply::items`] `None`: never an empty
//! answer, which a reply has to state.

mod cut;
mod json;
mod nothing;
mod outcome;
mod path;
mod text;

use super::Names;
use crate::question::{Item, Task};
use cut::Cutter;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;

/// How a reply was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// JSON and nothing else.
    Json,
    /// JSON in a code fence.
    Fenced,
    /// JSON amid other text.
    JsonInProse,
    /// A list with bullets or numbers.
    Bullets,
    /// Lines of names with arrows or other signs between them.
    Arrows,
    /// Other text in which names of the machine were found.
    Prose,
    /// Words that say that there is nothing.
    Nothing,
}

/// Stands for actions that a reply does not state: equal to no action, and not to
/// none, so that only the next state can be right.
const UNSTATED: &str = "(unstated)";

/// A reply as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer set in the machine's own spelling where a name is known, each
    /// element once; none where the reply could not be read.
    pub items: Option<Vec<Item>>,
    /// How it was written; none where it could not be read.
    pub style: Option<Style>,
    /// Elements that were given more than once: a set holds them once.
    pub n_repeated: usize,
    /// Whether the text ends inside of a JSON value.
    pub truncated: bool,
}

/// Reads a reply to a question of a task about a machine with these names.
///
/// Takes time linear in the text, for given names.
///
/// ```
/// use fsm::answer::{Lexicon, Names, Synonyms, parse_reply};
/// use fsm::question::{Item, Task};
/// let lexicon = |names: &[&str]| Lexicon::new(names.iter().copied(), &Synonyms::default());
/// let names = Names {
///     states: lexicon(&["LISTEN", "SYN-SENT"]),
///     conditions: lexicon(&["SEND"]),
///     actions: lexicon(&[]),
/// };
/// let path = vec![Item::of(["LISTEN", "SEND", "SYN-SENT"])];
/// for text in [
///     r#"{"paths": [["listen", "SEND", "SYN_SENT"]]}"#,
///     "There is one:\n1. LISTEN → send → Syn-Sent.",
///     "- `LISTEN` --SEND--> `SYN-SENT`",
/// ] {
///     assert_eq!(parse_reply(Task::Paths, text, &names).items, Some(path.clone()));
/// }
/// let reply = parse_reply(Task::Paths, "I do not know.", &names);
/// assert_eq!(reply.items, None);
/// ```
#[must_use]
pub fn parse_reply(task: Task, text: &str, names: &Names) -> Reply {
    // What a model thinks before it answers is not its answer.
    let text = text
        .rsplit_once("</think>")
        .map_or(text, |(_, answer)| answer);
    let found = json::values(text);
    let (items, style) = match json::items(task, &found.values, json_style(text), names) {
        // An empty list in words of why there is no answer is none.
        Some(items)
            if items.is_empty()
                && json_style(text) == Style::JsonInProse
                && nothing::refuses(text) =>
        {
            (None, None)
        }
        Some(items) => (Some(items), Some(json_style(text))),
        None => match text::items(task, text, names) {
            Some((items, style)) => (Some(items), Some(style)),
            None => (None, None),
        },
    };
    let mut n_repeated = 0;
    let items = items.map(|items| {
        let n_items = items.len();
        let distinct = canonical(task, items, names);
        n_repeated = n_items - distinct.len();
        distinct
    });
    Reply {
        items,
        style,
        n_repeated,
        truncated: found.truncated,
    }
}

/// The items of an answer object of the form that prompts ask for.
#[must_use]
pub fn json_items(task: Task, value: &Value) -> Option<Vec<Item>> {
    json::value_items(task, value, None)
}

fn json_style(text: &str) -> Style {
    let text = text.trim();
    if text.starts_with(['{', '[']) && text.ends_with(['}', ']']) {
        Style::Json
    } else if text.contains("```") {
        Style::Fenced
    } else {
        Style::JsonInProse
    }
}

/// The items in the machine's spelling, each once, in order.
fn canonical(task: Task, items: Vec<Item>, names: &Names) -> Vec<Item> {
    let mut seen = HashSet::new();
    let spelled = items.into_iter().map(|item| {
        let spell =
            |(position, name): (usize, &String)| names.of(task.role(position)).canonical(name);
        let actions = item
            .actions
            .iter()
            .map(|action| names.actions.canonical(action));
        Item::of(item.names.iter().enumerate().map(spell)).with_actions(actions)
    });
    spelled
        .filter(|item| {
            // Unknown names differ where their words do.
            let key = |lexicon: &super::Lexicon, name: &String| {
                if lexicon.has(name) {
                    (true, name.clone())
                } else {
                    (false, lexicon.key(name))
                }
            };
            let positions = item.names.iter().enumerate();
            let names_key: Vec<_> = positions
                .map(|(position, name)| key(names.of(task.role(position)), name))
                .collect();
            let actions_key: Vec<_> = {
                let mut keys: Vec<_> = item
                    .actions
                    .iter()
                    .map(|action| key(&names.actions, action))
                    .collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            };
            seen.insert((names_key, actions_key))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Lexicon, Synonyms};

    fn names() -> Names {
        let lexicon = |names: &[&str]| Lexicon::new(names.iter().copied(), &Synonyms::default());
        Names {
            states: lexicon(&["LISTEN", "SYN-SENT", "SYN-RECEIVED", "ESTABLISHED"]),
            conditions: lexicon(&[
                "SEND",
                "rcv SYN",
                "rcv SYN,ACK",
                "S->C REDIRECT: no Session header",
                "rcv RST (after passive OPEN)",
            ]),
            actions: lexicon(&["snd SYN", "NRM=1, RP=0.0"]),
        }
    }

    /// The names of the items, or `?` for a reply that could not be read.
    fn read(task: Task, text: &str) -> String {
        match parse_reply(task, text, &names()).items {
            None => "?".to_owned(),
            Some(items) => {
                let items = items.iter().map(|item| {
                    let names = item.names.join(" | ");
                    let actions = item.actions.join(" + ");
                    if actions.is_empty() {
                        names
                    } else {
                        format!("{names} / {actions}")
                    }
                });
                items.collect::<Vec<_>>().join("; ")
            }
        }
    }

    #[test]
    fn paths_in_many_hands() {
        let long = "LISTEN | SEND | SYN-SENT | rcv SYN,ACK | ESTABLISHED";
        for text in [
            "{\"paths\": [\"LISTEN -> SEND -> SYN-SENT -> rcv SYN,ACK -> ESTABLISHED\"]}",
            "[[\"listen\", \"send\", \"syn sent\", \"rcv syn/ack\", \"Established\"]]",
            "[\"LISTEN\",\"SEND\",\"SYN-SENT\",\"rcv SYN,ACK\",\"ESTABLISHED\"]",
            "{\"paths\": [{\"states\": [\"LISTEN\", \"SYN-SENT\", \"ESTABLISHED\"], \
             \"conditions\": [\"SEND\", \"rcv SYN,ACK\"]}]}",
            "{\"paths\": [[{\"from\": \"LISTEN\", \"condition\": \"SEND\", \"to\": \"SYN-SENT\"}, \
             {\"from\": \"SYN-SENT\", \"condition\": \"rcv SYN,ACK\", \"to\": \"ESTABLISHED\"}]]}",
            "<think>LISTEN → rcv SYN → ESTABLISHED?</think>LISTEN → SEND → SYN-SENT → rcv SYN,ACK → ESTABLISHED",
            "Path 1: LISTEN → SEND → SYN-SENT → rcv SYN,ACK → ESTABLISHED.",
            "The only path is LISTEN —SEND→ SYN-SENT —rcv SYN,ACK→ ESTABLISHED, as shown.",
            "* `LISTEN` -[SEND]-> `SYN-SENT` -[rcv SYN,ACK]-> `ESTABLISHED`",
            "1) LISTEN (SEND) -> SYN-SENT (rcv SYN, ACK) -> ESTABLISHED",
            "- LISTEN ⇒ SYN-SENT [SEND] ⇒ ESTABLISHED [rcv SYN,ACK]",
            "(LISTEN, SEND, SYN-SENT, rcv SYN,ACK, ESTABLISHED)",
            "| LISTEN | SEND | SYN-SENT | rcv SYN,ACK | ESTABLISHED |",
            "| 1 | LISTEN → SEND → SYN-SENT → rcv SYN,ACK → ESTABLISHED |",
            "LISTEN $\\rightarrow$ SEND \\to SYN-SENT ➝ rcv SYN,ACK >> ESTABLISHED",
            "['LISTEN', 'SEND', 'SYN-SENT', 'rcv SYN,ACK', 'ESTABLISHED']",
            "I drafted LISTEN → SEND → SYN-SENT.\n\n**Final answer:**\nLISTEN → SEND → SYN-SENT → rcv SYN,ACK → ESTABLISHED",
        ] {
            assert_eq!(read(Task::Paths, text), long, "{text}");
        }
        assert_eq!(
            read(
                Task::Paths,
                "LISTEN → S→C redirect: no Session header → SYN-SENT"
            ),
            "LISTEN | S->C REDIRECT: no Session header | SYN-SENT"
        );
        assert_eq!(
            read(
                Task::Paths,
                "SYN-RECEIVED -> LISTEN (rcv RST (after passive OPEN))"
            ),
            "SYN-RECEIVED | rcv RST (after passive OPEN) | LISTEN"
        );
        // Conditions that were left out are not guessed.
        assert_eq!(read(Task::Paths, "LISTEN → SYN-SENT"), "LISTEN | SYN-SENT");
    }

    #[test]
    fn nothing_has_to_be_said() {
        for text in [
            "{\"paths\": []}",
            "{\"paths\": \"none\"}",
            "[]",
            "There are no simple paths from LISTEN to SYN-SENT.",
            "None",
            "- none",
            "∅",
            "The set is empty.",
            "ESTABLISHED has no outgoing transitions, so there are no simple paths.",
        ] {
            assert_eq!(read(Task::Paths, text), "", "{text}");
        }
        for text in [
            "",
            "?",
            "{}",
            "null",
            "I do not know.",
            "No path may repeat a state.",
            "No states are repeated.",
            "No state exists twice.",
            "{\"paths\": null}",
            "{\"paths\": [[null]]}",
            "There are no paths that I can determine; the context is missing.",
            "No paths from the context could be determined, sorry.",
            "No transitions that I could find in the excerpt. Please provide the RFC.",
            "There are no paths to speak of in the text you gave me; please paste the table.",
            "No paths.\nSorry, the context is missing.",
            // Denied, or given and denied.
            "LISTEN → SEND → SYN-SENT is not a valid path.",
            "Invalid: LISTEN → SEND → SYN-SENT. So no path.",
            "LISTEN → SEND → SYN-SENT cannot happen; there are no paths.",
            "There are no simple paths from LISTEN to SYN-SENT; LISTEN → SEND → SYN-SENT does not count.",
            "LISTEN → SEND → SYN-SENT\nThere are no simple paths.",
        ] {
            assert_eq!(read(Task::Paths, text), "?", "{text}");
        }
    }

    #[test]
    fn lists_of_names() {
        for text in [
            "{\"conditions\": [\"SEND\", \"rcv SYN,ACK\"]}",
            "- SEND\n- `rcv SYN, ACK` (the usual one)",
            "SEND and rcv SYN,ACK",
            "The conditions are: SEND, rcv SYN,ACK.",
            "It goes to ESTABLISHED when the condition is SEND or rcv SYN,ACK",
            "SEND\nrcv SYN,ACK",
        ] {
            assert_eq!(read(Task::Conditions, text), "SEND; rcv SYN,ACK", "{text}");
        }
        for text in [
            "The conditions are:\nSEND\nrcv SYN,ACK",
            "| Condition |\n|---|\n| SEND |\n| rcv SYN,ACK |",
            "Condition 1: SEND\nCondition 2: rcv SYN,ACK",
        ] {
            assert_eq!(read(Task::Conditions, text), "SEND; rcv SYN,ACK", "{text}");
        }
        assert_eq!(
            read(Task::Previous, "State 1: SYN-SENT\nState 2: LISTEN"),
            "SYN-SENT; LISTEN"
        );
        // An unknown name under a heading is not left out.
        assert_eq!(
            read(Task::Conditions, "The conditions are:\nSEND\na timeout"),
            "SEND; a timeout"
        );
        // Which line answers is not known.
        let text = "SYN-SENT, via SEND\nLISTEN, via SEND";
        assert_eq!(read(Task::Previous, text), "?");
        assert_eq!(read(Task::Conditions, "¬SEND"), "?");
        assert_eq!(read(Task::Conditions, "!SEND"), "?");
        assert_eq!(read(Task::Conditions, "I cannot tell: []"), "?");
        assert_eq!(read(Task::Conditions, "It is not SEND."), "?");
        assert_eq!(read(Task::Conditions, "on a SYN"), "on a SYN");
        assert_eq!(
            read(Task::Previous, "The state before SYN-SENT is LISTEN."),
            "LISTEN"
        );
    }

    #[test]
    fn outcomes_in_words() {
        for text in [
            "{\"next\": [{\"state\": \"SYN-SENT\", \"actions\": [\"snd SYN\", \"NRM=1, RP=0.0\"]}]}",
            "{\"state\": \"SYN_SENT\", \"actions\": [\"NRM=1, RP=0.0\", \"snd SYN\", \"snd SYN\"]}",
            "**Next state:** SYN-SENT\n**Actions:** snd SYN, NRM=1, RP=0.0",
            "From LISTEN it goes to SYN-SENT; actions: NRM=1, RP=0.0 and snd SYN",
        ] {
            assert_eq!(
                read(Task::Next, text),
                "SYN-SENT / NRM=1, RP=0.0 + snd SYN",
                "{text}"
            );
        }
        assert_eq!(
            read(
                Task::NextOfState,
                "| SEND | SYN-SENT | snd SYN |\n| rcv SYN | SYN-RECEIVED | none |"
            ),
            "SEND | SYN-SENT / snd SYN; rcv SYN | SYN-RECEIVED"
        );
    }

    #[test]
    fn actions_are_stated_or_not() {
        let unstated = "SYN-SENT / (unstated)";
        for text in [
            "SYN-SENT, snd FIN",
            "SYN-SENT (delete TCB)",
            "The next state is SYN-SENT and the action is snd FIN.",
            "It goes to SYN-SENT and sends an RST.",
            "{\"next_state\": \"SYN-SENT\"}",
            "SYN-SENT",
        ] {
            assert_eq!(read(Task::Next, text), unstated, "{text}");
        }
        for text in [
            "{\"next_state\": \"SYN-SENT\", \"output_actions\": [\"snd SYN\"]}",
            "{\"next\": [{\"state\": \"SYN-SENT\", \"Actions taken\": [\"snd SYN\"]}]}",
            "{\"state\": \"LISTEN\", \"condition\": \"SEND\", \"next_state\": \"SYN-SENT\", \
             \"actions\": [\"snd SYN\"]}",
            "{\"next\": \"SYN-SENT\", \"actions\": \"snd SYN\"}",
            "Current state: LISTEN\nCondition: SEND\nNext state: SYN-SENT\nActions: snd SYN",
            "Next state: SYN-SENT\nActions:\n- snd SYN",
            "Next state: SYN-SENT. Actions:\n- snd SYN",
            "SYN-SENT, [snd SYN]",
            "SYN-SENT; snd SYN",
            "It goes to SYN-SENT and performs snd SYN.",
            "Next state: SYN-SENT\nActions taken: snd SYN",
        ] {
            assert_eq!(read(Task::Next, text), "SYN-SENT / snd SYN", "{text}");
        }
        for text in [
            "Next state: SYN-SENT, no actions",
            "Next state: SYN-SENT\nActions: n/a",
            "{\"state\": \"SYN-SENT\", \"actions\": [\"none\"]}",
            "{\"state\": \"SYN-SENT\", \"actions\": \"No actions\"}",
            "Next state: SYN-SENT\nActions: []",
        ] {
            assert_eq!(read(Task::Next, text), "SYN-SENT", "{text}");
        }
    }

    #[test]
    fn brackets_amid_prose() {
        for text in [
            "- SEND [1]",
            "[\"SEND\"]\n\nSource: table row [1]",
            "The condition is SEND (see rows [2, 3]).",
            "{\"conditions\": [\"SEND\"]}\n{\"result\": \"done\"}",
        ] {
            assert_eq!(read(Task::Conditions, text), "SEND", "{text}");
        }
        let text = "Of the conditions [\"SEND\", \"rcv SYN\"] only SEND leads there, from LISTEN.";
        assert_eq!(read(Task::Previous, text), "LISTEN");
        let text = "No simple paths exist. States considered: [\"SYN-SENT\", \"LISTEN\"].";
        assert_eq!(read(Task::Paths, text), "?");
        let text = "{\"condition\": \"rcv SYN\"}\n{\"condition\": \"SEND\"}";
        assert_eq!(read(Task::Conditions, text), "rcv SYN; SEND");
    }

    #[test]
    fn cut_off_json_keeps_what_is_whole_and_says_so() {
        let text = "{\"paths\": [[\"LISTEN\", \"SEND\", \"SYN-SENT\"], [\"LISTEN\", \"rcv";
        let reply = parse_reply(Task::Paths, text, &names());
        assert!(reply.truncated);
        assert_eq!(
            reply.items,
            Some(vec![Item::of(["LISTEN", "SEND", "SYN-SENT"])])
        );
    }

    #[test]
    fn hostile_brackets_are_given_up_on() {
        for piece in [
            "[",
            "{\"a\":",
            "[[1,",
            "[\"[",
            "- \u{2192} ",
            "answer:\n",
            "------",
        ] {
            let text = piece.repeat(2_000);
            for task in Task::ALL {
                let _ = parse_reply(task, &text, &names());
            }
        }
    }
}
