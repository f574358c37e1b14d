//! Replies by hand, each with what is read of it.

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
