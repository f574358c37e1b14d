//! Faulty answers against a naive scorer, and what holds of any answer.

use super::{NO_BOOTSTRAP, all_questions, answer, exact, judged, machine};
use fsm::answer::{Judge, Measure, Method, Part, Synonyms};
use fsm::question::{Context, Item, Question, Task, questions};
use plumbline_tests::oracle::answers::{Tally, most_pairs};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// An element as the naive scorer has it.
type Element = (Vec<String>, Vec<String>);

fn elements(items: &[Item]) -> Vec<Element> {
    items
        .iter()
        .map(|item| (item.names.clone(), item.actions.clone()))
        .collect()
}

/// An answer with a mistake of some kind; none for no reply at all.
fn mistaken(
    question: &Question,
    kind: u8,
    other: &Question,
) -> Option<(String, Option<Vec<Item>>)> {
    let mut items = question.gold.clone();
    let task = question.task;
    match kind % 9 {
        // A dropped element.
        1 => drop(items.pop()),
        // A name changed for another one of the machine.
        2 => {
            if let (Some(item), Some(donor)) = (items.first_mut(), other.gold.first()) {
                let at = usize::from(kind) % item.names.len();
                if let Some(name) = donor.names.get(at) {
                    item.names[at].clone_from(name);
                }
            }
        }
        // An invented name.
        3 => {
            if let Some(item) = items.last_mut() {
                let at = usize::from(kind) % item.names.len();
                item.names[at] = "LIMBO, not [known] -> here".to_owned();
            }
        }
        // A repeated element.
        4 => items.extend(question.gold.first().cloned()),
        5 => return Some(("I am sorry, I cannot help with that.".to_owned(), None)),
        6 => return None,
        // Another order.
        7 => items.reverse(),
        // Elements of another answer.
        8 if other.task == task => items.extend(other.gold.iter().cloned()),
        _ => {}
    }
    Some((task.answer_json(&items).to_string(), Some(items)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn faulty_answers_score_as_a_naive_scorer_says(
        index in 0..models::fsm::ALL.len(),
        kinds in prop::collection::vec(any::<u8>(), 1..40),
        turn in any::<usize>(),
    ) {
        let (name, _) = models::fsm::ALL[index];
        prop_assume!(!name.starts_with("PPP"));
        let machine = machine(name);
        let asked = all_questions(&machine);
        let mut answers = Vec::new();
        let mut tallies: BTreeMap<Task, Tally> = BTreeMap::new();
        for (at, question) in asked.iter().enumerate() {
            let kind = kinds[at % kinds.len()];
            let other = &asked[turn.wrapping_add(at * 7) % asked.len()];
            let tally = tallies.entry(question.task).or_default();
            let gold = elements(&question.gold);
            match mistaken(question, kind, other) {
                None => tally.add(&gold, None),
                Some((reply, items)) => {
                    tally.add(&gold, items.map(|items| elements(&items)).as_deref());
                    answers.push(answer(&question.id, reply));
                }
            }
        }
        prop_assume!(!answers.is_empty());
        let judges = [exact()];
        let judged = judged(&machine, &asked, &answers, &judges);
        let scores = answer::scores(&judged, NO_BOOTSTRAP);
        for (task, tally) in tallies {
            let whole = Measure { task, part: Part::Whole };
            let cell = scores.cells.iter().find(|cell| cell.measure == whole).unwrap();
            prop_assert_eq!((cell.n, cell.n_correct), (tally.asked, tally.right), "{:?}", task);
            let of_task = judged.iter().filter(|one| one.question.task == task);
            let sum: answer::Matches = of_task.map(|one| one.matches).sum();
            let found = (sum.true_positives, sum.false_positives, sum.false_negatives);
            let expected = (tally.found as u64, tally.wrong as u64, tally.missed as u64);
            prop_assert_eq!(found, expected, "{:?}", task);
        }
    }

    #[test]
    fn matching_is_one_to_one_and_the_largest(
        n_gold in 0..6_usize,
        n_answer in 0..6_usize,
        accepted in prop::collection::vec(any::<bool>(), 36),
    ) {
        // Answers are other numbers than gold, so that none are equal.
        let gold: Vec<usize> = (0..n_gold).collect();
        let answer: Vec<usize> = (10..10 + n_answer).collect();
        let accepts = |gold: &usize, answer: &usize| accepted[gold * 6 + (answer - 10)];
        let pairing = answer::pair(&gold, &answer, |_| true, accepts);
        let mut used = BTreeSet::new();
        for (at, gold) in pairing.gold.iter().enumerate() {
            if let Some(gold) = gold {
                prop_assert!(used.insert(*gold));
                prop_assert!(accepts(gold, &answer[at]));
            }
        }
        let most = most_pairs(n_gold, n_answer, &|gold, answer| accepted[gold * 6 + answer]);
        prop_assert_eq!(pairing.n_matched(), most);
    }

    #[test]
    fn the_order_of_an_answer_does_not_matter(
        changed in prop::collection::vec(any::<bool>(), 8),
        keys in prop::collection::vec(any::<u32>(), 8),
    ) {
        let machine = machine("TCP_nr");
        let asked = questions(&machine, Task::Paths, Context::None, None, 1000).unwrap();
        let question = asked.iter().max_by_key(|question| question.gold.len()).unwrap();
        let mut items = question.gold.clone();
        for (item, changed) in items.iter_mut().zip(changed) {
            if changed {
                item.names[1] = "the 3rd dup ACK or so".to_owned();
            }
        }
        let mut shuffled: Vec<(u32, Item)> =
            keys.into_iter().cycle().zip(items.iter().cloned()).collect();
        shuffled.sort_by_key(|(key, _)| *key);
        let shuffled: Vec<Item> = shuffled.into_iter().map(|(_, item)| item).collect();
        let reply = |items: &[Item]| vec![answer(&question.id, Task::Paths.answer_json(items).to_string())];
        let (one, two) = (reply(&items), reply(&shuffled));
        let judges = [exact(), Judge { name: "similar".into(), method: Method::Similar { threshold: 0.6 } }];
        let scored = |answers| {
            let judged = judged(&machine, &asked, answers, &judges);
            judged.into_iter().map(|one| (one.correct, one.matches)).collect::<Vec<_>>()
        };
        prop_assert_eq!(scored(&one), scored(&two));
    }

    #[test]
    fn any_reply_is_read_or_refused(
        pieces in prop::collection::vec(prop_oneof![
            Just("[".to_owned()), Just("]".to_owned()), Just("{\"paths\":".to_owned()),
            Just("}".to_owned()), Just("\"".to_owned()), Just(",".to_owned()), Just("\n- ".to_owned()),
            Just(" -> ".to_owned()), Just("--".to_owned()), Just(" → ".to_owned()), Just("=>".to_owned()),
            Just("⟨".to_owned()), Just(";".to_owned()), Just(":".to_owned()), Just("(".to_owned()),
            Just(")".to_owned()), Just("```json\n".to_owned()), Just("Answer:".to_owned()),
            Just("Init".to_owned()), Just("Play".to_owned()), Just("S->C REDIRECT".to_owned()),
            Just("TEARDOWN: media URI, NRM=1".to_owned()), Just("actions: ".to_owned()),
            Just("there are no paths".to_owned()), Just("</think>".to_owned()), any::<String>(),
        ], 0..30),
    ) {
        let names = fsm::question::names(&machine("RTSP_full"), &Synonyms::default());
        let text: String = pieces.concat();
        for task in Task::ALL {
            let reply = answer::parse_reply(task, &text, &names);
            prop_assert_eq!(reply.items.is_some(), reply.style.is_some());
        }
    }
}
