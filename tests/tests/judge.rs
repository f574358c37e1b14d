//! Questions, perfect and faulty answers, and their scores, against naive ones.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use diagnostic::SourceFile;
use fsm::Machine;
use fsm::answer::{self, Answer, Bootstrap, Judge, Method, Scores, Style, Subjects, Synonyms};
use fsm::question::{Context, Item, Question, Task, questions};
use plumbline_tests::oracle::answers::{Facts, Tally, most_pairs};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const NO_BOOTSTRAP: Bootstrap = Bootstrap {
    resamples: 0,
    level: 0.95,
    seed: 0,
};

fn machine(name: &str) -> Machine {
    fsm::read::json(&SourceFile::new(name, models::fsm::get(name).unwrap())).unwrap()
}

fn all_questions(machine: &Machine) -> Vec<Question> {
    let tasks = Task::ALL.into_iter();
    tasks
        .flat_map(|task| questions(machine, task, Context::None, None, usize::MAX).unwrap())
        .collect()
}

fn exact() -> Judge {
    Judge {
        name: "exact".to_owned(),
        method: Method::Exact,
    }
}

fn answer(id: &str, reply: String) -> Answer {
    Answer {
        id: id.to_owned(),
        reply,
        model: "m".to_owned(),
        context: None,
        judge: None,
    }
}

/// Ways to write an answer; the first is the one that prompts ask for.
const STYLES: [&str; 9] = [
    "json", "fenced", "prose", "bullets", "arrows", "labels", "brackets", "behind", "angles",
];

fn path_line(style: &str, names: &[String]) -> String {
    let pairs = || names[1..].chunks(2);
    let mut line = names[0].clone();
    match style {
        "bullets" => return names.join(" → "),
        "arrows" => return names.join(" => "),
        "angles" => return format!("⟨{}⟩", names.join("; ")),
        "labels" => pairs().for_each(|pair| line += &format!(" --{}--> {}", pair[0], pair[1])),
        "brackets" => pairs().for_each(|pair| line += &format!(" -[{}]-> {}", pair[0], pair[1])),
        _ => pairs().for_each(|pair| line += &format!(" -> {} ({})", pair[1], pair[0])),
    }
    line
}

fn write(style: &str, task: Task, items: &[Item]) -> String {
    let json = task.answer_json(items);
    match style {
        "json" => return json.to_string(),
        "fenced" => return format!("Here it is.\n```json\n{json:#}\n```\nThat is all [of it]."),
        "prose" => return format!("I thought of {{this}} and [that]; the answer is {json}, so."),
        _ if items.is_empty() => return "There are none: no such element.\n\nNone.".to_owned(),
        _ => {}
    }
    let lines: Vec<String> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let text = match task {
                Task::Paths => path_line(style, &item.names),
                Task::Conditions | Task::Previous => item.names[0].clone(),
                Task::Next => {
                    format!(
                        "Next state: {}; actions: {}",
                        item.names[0],
                        item.actions.join(", ")
                    )
                }
                Task::NextOfState => {
                    format!(
                        "{} → {} / {}",
                        item.names[0],
                        item.names[1],
                        item.actions.join("; ")
                    )
                }
            };
            match style {
                "bullets" => format!("- {text}"),
                "arrows" => format!("{}. **{text}**", index + 1),
                _ => text,
            }
        })
        .collect();
    match (style, task) {
        ("labels", Task::Conditions | Task::Previous) => {
            format!("Answer: {}.", lines.join(", "))
        }
        _ => lines.join("\n"),
    }
}

fn judged<'q>(
    machine: &Machine,
    asked: &'q [Question],
    answers: &'q [Answer],
    judges: &'q [Judge],
) -> Vec<answer::Judged<'q>> {
    let subjects = Subjects::new(asked, vec![machine.clone()], &Synonyms::default());
    answer::judge(asked, &subjects, answers, judges).unwrap()
}

#[test]
fn gold_is_what_a_naive_reader_finds() {
    for (name, json) in models::fsm::ALL
        .iter()
        .filter(|(name, _)| *name != "PPP_full")
    {
        let facts = Facts::read(json);
        for question in all_questions(&machine(name)) {
            let text = |name: &Option<String>| name.clone().unwrap_or_default();
            let (from, condition) = (text(&question.from), text(&question.condition));
            let to = text(&question.to);
            let tuples = facts.tuples.iter();
            let actions = |actions: &[String]| {
                let set: BTreeSet<String> = actions.iter().cloned().collect();
                set.into_iter().collect::<Vec<_>>()
            };
            let expected: BTreeSet<(Vec<String>, Vec<String>)> = match question.task {
                Task::Next => tuples
                    .filter(|t| t.from == from && t.condition == condition)
                    .map(|t| (vec![t.to.clone()], actions(&t.actions)))
                    .collect(),
                Task::NextOfState => tuples
                    .filter(|t| t.from == from)
                    .map(|t| (vec![t.condition.clone(), t.to.clone()], actions(&t.actions)))
                    .collect(),
                Task::Conditions => tuples
                    .filter(|t| t.from == from && t.to == to)
                    .map(|t| (vec![t.condition.clone()], vec![]))
                    .collect(),
                Task::Previous => tuples
                    .filter(|t| t.condition == condition && t.to == to)
                    .map(|t| (vec![t.from.clone()], vec![]))
                    .collect(),
                Task::Paths => facts
                    .paths(&from, &to)
                    .into_iter()
                    .map(|path| (path, vec![]))
                    .collect(),
            };
            assert_eq!(question.gold.len(), expected.len(), "{}", question.id);
            let gold = question.gold.into_iter();
            let gold: BTreeSet<_> = gold.map(|item| (item.names, item.actions)).collect();
            assert_eq!(gold, expected, "{}", question.id);
        }
    }
}

#[test]
fn there_are_1698_questions_by_the_table() {
    let mut table = [0; 4];
    let mut counts = fsm::question::Counts::default();
    let mut n_asked = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for (name, _) in &models::fsm::ALL[..16] {
        let machine = machine(name);
        counts += fsm::question::Counts::of(&machine);
        let published = fsm::question::Counts::published(&machine).unwrap();
        table
            .iter_mut()
            .zip(published)
            .for_each(|(sum, n)| *sum += n);
        for question in all_questions(&machine) {
            *n_asked.entry(question.task).or_insert(0) += 1;
            assert!(
                ids.insert(question.id.clone()),
                "{} is there twice",
                question.id
            );
        }
    }
    assert_eq!(table, [334, 235, 255, 874]);
    assert_eq!(table.iter().sum::<usize>(), 1698);
    assert_eq!(1698 - 334 + counts.states, 1482);
    // FTP has 20 keys for 24 tuples, RTSP 24 for 33; SCTP's 17 pairs are 19 in the table.
    let expected = [321, 118, 233, 255, 874];
    for (task, expected) in Task::ALL.into_iter().zip(expected) {
        assert_eq!(
            (counts.asked(task), n_asked[&task]),
            (expected, expected),
            "{task:?}"
        );
    }
}

#[test]
fn perfect_answers_score_one_in_every_style() {
    let mut n_by_style: BTreeMap<Style, usize> = BTreeMap::new();
    for (name, _) in models::fsm::ALL {
        let machine = machine(name);
        let asked = all_questions(&machine);
        // The larger PPP is written in two styles only, for the time it takes.
        let styles = if *name == "PPP_full" {
            &STYLES[..2]
        } else {
            &STYLES[..]
        };
        for style in styles {
            let answers: Vec<Answer> = asked
                .iter()
                .map(|question| answer(&question.id, write(style, question.task, &question.gold)))
                .collect();
            let judges = [exact()];
            let judged = judged(&machine, &asked, &answers, &judges);
            for one in &judged {
                let reply = &answers
                    .iter()
                    .find(|answer| answer.id == one.question.id)
                    .unwrap()
                    .reply;
                assert!(
                    one.correct.iter().all(|(_, is_correct)| *is_correct),
                    "{style}: {}: {:?}\n{reply}\nextra {:?}\nmissing {:?}",
                    one.question.id,
                    one.status,
                    one.extra,
                    one.missing
                );
                if let answer::Status::Read(style) = one.status {
                    *n_by_style.entry(style).or_default() += 1;
                }
            }
            let scores = answer::scores(&judged, NO_BOOTSTRAP);
            assert!(scores.cells.iter().all(|cell| cell.accuracy == 1.0));
            assert!(
                scores
                    .means
                    .iter()
                    .all(|score| score.mean.mean == Some(1.0))
            );
            for mean in &scores.path_means {
                assert_eq!(mean.precision.mean, Some(1.0));
                assert_eq!(mean.recall.mean, Some(1.0));
                assert_eq!(mean.f1.mean, Some(1.0));
            }
        }
    }
    for style in [
        Style::Json,
        Style::Fenced,
        Style::JsonInProse,
        Style::Bullets,
        Style::Arrows,
        Style::Prose,
        Style::Nothing,
    ] {
        assert!(n_by_style[&style] > 100, "{style:?}: {n_by_style:?}");
    }
}
