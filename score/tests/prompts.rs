//! What prompts tell and what they do not.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use checker::label::LabelKind;
use score::{Mode, PromptMode, Reply, Submission, Task, baseline, parse_reply, prompt, score};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Words, or starts of words, that tell a verdict or what is known of these procedures.
const TELLING: &[&str] = &[
    "violat",
    "vulnerab",
    "attack",
    "counterexample",
    "unsafe",
    "safe",
    "secure",
    "flaw",
    "broken",
    "exploit",
    "krack",
    "reinstall",
    "premature",
    "early",
    "cve-",
    "proven",
    "proof",
    "candidate",
    "fixed",
    "repair",
    "bug",
    "defect",
    "wrong",
    "error",
    "never reach",
    "cannot be",
];

fn squashed(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Everything in the `spec` prompt of a task that tells its label or its counterexample.
fn leaks(task: &Task) -> Vec<String> {
    let twin = task.twin().unwrap();
    let shown = prompt(task, PromptMode::Spec);
    // The form of the answer has the key `violated`; it is the same for every task.
    let (shown, form) = shown.split_once("Answer with one JSON object").unwrap();
    assert!(form.contains("\"violated\": true or false"));
    let (lower, dense, said) = (shown.to_lowercase(), squashed(shown), words(shown));
    // What has to be shown tells nothing: it is the same where the property holds.
    let names = format!(
        "{} {}",
        task.label.property.value,
        task.model.fields().join(" ")
    );
    let mut leaks = Vec::new();
    let mut look = |what: &str, found: bool| {
        if found {
            leaks.push(what.to_owned());
        }
    };
    for word in TELLING {
        look(word, lower.contains(word));
    }
    for kind in [LabelKind::Known, LabelKind::Candidate, LabelKind::Safe] {
        look("label", dense.contains(&squashed(&kind.to_string())));
    }
    let machines = [Some(task), twin.as_ref()].into_iter().flatten();
    for machine in machines {
        look(&machine.id, dense.contains(&squashed(&machine.id)));
        for transition in machine.model.transitions() {
            let label = &transition.label;
            // One word such as "Trigger", or "FILSAuth", is also what a field is called.
            let is_one_word = !label[1..].contains(|c: char| c == '_' || c.is_uppercase());
            let is_named = squashed(&names).contains(&squashed(label));
            let tells = !is_one_word && !is_named;
            look(label, tells && dense.contains(&squashed(label)));
        }
    }
    let label = &task.label;
    let twin_title = twin.as_ref().map(|twin| twin.label.title.clone());
    for text in [&label.finding, &label.citation, &twin_title]
        .into_iter()
        .flatten()
    {
        for phrase in words(text).windows(4) {
            look(
                &phrase.join(" "),
                said.windows(4).any(|said| said == phrase),
            );
        }
    }
    for word in label.citation.iter().flat_map(|text| words(text)) {
        let tells = word.len() > 3 && !words(&names).contains(&word);
        look(&word, tells && said.contains(&word));
    }
    leaks
}

fn twins() -> Vec<(Task, Task)> {
    let tasks = Task::all().unwrap().into_iter();
    let pairs = tasks.filter_map(|task| Some((task.clone(), task.twin().unwrap()?)));
    pairs.collect()
}

/// Words of descriptions that part violated tasks from safe ones: in each of the
/// one and in none of the other.
fn parting_words(tasks: &[Task]) -> BTreeSet<String> {
    let of = |violated| {
        let tasks = tasks
            .iter()
            .filter(move |task| task.is_violated() == violated);
        tasks.map(|task| words(&task.label.description).into_iter().collect())
    };
    let in_each = |sets: Vec<BTreeSet<String>>| sets.into_iter().reduce(|a, b| &a & &b).unwrap();
    let in_any = |sets: Vec<BTreeSet<String>>| sets.into_iter().flatten().collect();
    let (violated, safe): (Vec<_>, Vec<_>) = (of(true).collect(), of(false).collect());
    let tell_violated = &in_each(violated.clone()) - &in_any(safe.clone());
    let tell_safe = &in_each(safe) - &in_any(violated);
    &tell_violated | &tell_safe
}

#[test]
fn spec_prompts_tell_neither_label_nor_violating_step() {
    let tasks = Task::all().unwrap();
    let twins = twins();
    for task in tasks.iter().chain(twins.iter().map(|(_, twin)| twin)) {
        assert_eq!(leaks(task), [""; 0], "{}", task.id);
    }
    // What serves a machine that fails and one that holds tells neither.
    assert_eq!(twins.len(), 2, "each violated task has a twin");
    for (task, twin) in &twins {
        assert!(task.is_violated() && !twin.is_violated());
        let shown = |task| prompt(task, PromptMode::Spec);
        assert_eq!(shown(task), shown(twin), "{}", task.id);
    }
    // Nor does the choice of words, or their number.
    assert_eq!(parting_words(&tasks), BTreeSet::new());
    let n_words = |task: &&Task| words(&task.label.description).len();
    let (violated, safe): (Vec<_>, Vec<_>) = tasks.iter().partition(|task| task.is_violated());
    let lengths: BTreeSet<_> = safe.iter().map(n_words).collect();
    for task in &violated {
        let (least, most) = (lengths.first().unwrap(), lengths.last().unwrap());
        assert!((least..most).contains(&&n_words(task)), "{}", task.id);
    }
}

#[test]
fn a_leak_would_be_found() {
    let twins = twins();
    for (task, twin) in &twins {
        let finding = task.label.finding.clone().unwrap();
        let a_part = words(&finding)[2..6].join(" ");
        let taken = baseline::counterexample(task).unwrap().unwrap();
        let taken = taken.last().unwrap()["label"].as_str().unwrap();
        let apart = taken.replace('_', " ");
        let mut injected = vec![
            "As published it is vulnerable.".to_owned(),
            "The property is violated in three steps.".to_owned(),
            "Proven safe.".to_owned(),
            task.label.kind.value.to_string(),
            format!("See {}.", task.id),
            format!("See {}.", twin.id),
            format!("Then {taken} happens."),
            format!("Then {apart} happens."),
            finding,
            a_part,
        ];
        if let Some(citation) = &task.label.citation {
            injected.push(citation.clone());
            injected.push(words(citation)[3].clone());
            injected.push("Forcing is possible".to_owned());
        }
        for leak in injected {
            let mut task = task.clone();
            task.label.description += &leak;
            assert!(!leaks(&task).is_empty(), "{leak}");
            assert_ne!(
                prompt(&task, PromptMode::Spec),
                prompt(twin, PromptMode::Spec)
            );
        }
    }
    let mut tasks = Task::all().unwrap();
    for task in tasks.iter_mut().filter(|task| task.is_violated()) {
        task.label.description += "Alas.";
    }
    assert_eq!(parting_words(&tasks), BTreeSet::from(["alas".to_owned()]));
}

#[test]
fn prompts_say_what_an_answer_needs() {
    for task in Task::all().unwrap() {
        let model = &task.model;
        for field in model.fields() {
            let quoted = format!("`{field}`");
            assert!(
                task.label.description.contains(&quoted),
                "{}: {field}",
                task.id
            );
        }
        let shown = prompt(&task, PromptMode::Model);
        for transition in model.transitions() {
            assert!(shown.contains(&format!("  {}: ", transition.label)));
        }
        for mode in [PromptMode::Model, PromptMode::Spec] {
            let shown = prompt(&task, mode);
            assert!(shown.contains(&task.label.clause) && !shown.contains(&task.id));
            for (field, value) in model.fields().iter().zip(model.initial_values()) {
                assert!(shown.lines().any(|line| {
                    line.starts_with(&format!("  {field}: "))
                        && line.ends_with(&format!(", initially {value}"))
                }));
            }
            // A reply that repeats the prompt and breaks off claims nothing.
            assert_eq!(parse_reply(&shown), Reply::Unparseable, "{}", task.id);
        }
    }
}

/// The answer that a prompt asks for, in the form that it shows.
fn answer(shown: &str, trace: &[Json]) -> String {
    let form = shown
        .lines()
        .find(|line| line.starts_with("{\"violated\""))
        .unwrap();
    let states = trace
        .iter()
        .map(|step| serde_json::json!({"state": step["state"]}).to_string());
    let states: Vec<_> = states.collect();
    let initial: Json = {
        let (_, rest) = form.split_once("\"trace\": [").unwrap();
        serde_json::from_str(rest.strip_suffix(", ...]}").unwrap()).unwrap()
    };
    assert_eq!(
        initial["state"], trace[0]["state"],
        "the form starts at the initial state"
    );
    let rest = format!(", {}]}}", states[1..].join(", "));
    form.replace("true or false", "true")
        .replace(", ...]}", &rest)
}

#[test]
fn the_answer_that_is_asked_for_is_credited() {
    for mode in [PromptMode::Model, PromptMode::Spec] {
        let mut n_credited = 0;
        for task in Task::all().unwrap() {
            let shown = prompt(&task, mode);
            let Some(trace) = baseline::counterexample(&task).unwrap() else {
                continue;
            };
            // Behind an echo of the prompt, in a fence, with prose around it.
            let reply = format!(
                "{shown}\n\nHere it is:\n```json\n{}\n```\nDone.",
                answer(&shown, &trace)
            );
            let Reply::Claim(claim) = parse_reply(&reply) else {
                unreachable!("{reply}");
            };
            let mut submission = Submission::default();
            submission
                .entries
                .insert(task.id.clone(), Json::Object(claim));
            let report = score(&submission, std::slice::from_ref(&task), Mode::Strict);
            assert_eq!(report.true_positives, 1, "{}", task.id);
            n_credited += 1;
        }
        assert_eq!(n_credited, 2);
    }
}
