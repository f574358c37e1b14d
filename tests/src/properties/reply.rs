//! What holds of every text read as the reply of a language model.

use score::{Mode, Reply, Submission, Task, parse_reply, score};
use serde_json::{Map, Value as Json};
use std::sync::LazyLock;

/// Longer texts are not read by the oracle, which takes cubic time.
const MAX_ORACLE: usize = 600;

static TASK: LazyLock<Task> = LazyLock::new(|| Task::all().expect("embedded tasks").swap_remove(0));

/// Whatever the text: no panic, a claim has the key `violated`, it can be scored,
/// strict scoring credits no more than lenient, and the claim is the oracle's.
pub fn reply_holds(text: &str) {
    let reply = parse_reply(text);
    if let Reply::Claim(claim) = &reply {
        assert!(claim.contains_key("violated"));
        let mut submission = Submission::default();
        let entry = Json::Object(claim.clone());
        submission.entries.insert(TASK.id.clone(), entry);
        let tasks = std::slice::from_ref(&*TASK);
        let strict = score(&submission, tasks, Mode::Strict);
        let lenient = score(&submission, tasks, Mode::Lenient);
        assert!(strict.true_positives <= lenient.true_positives);
    }
    if text.len() <= MAX_ORACLE && is_standard(text) {
        let expected = last_claim(text).map_or(Reply::Unparseable, Reply::Claim);
        assert_eq!(reply, expected, "{text}");
    }
}

/// Whether every object in it is read alike by whoever reads standard JSON: none of
/// Python's extensions, no number that may overflow, no great depth.
fn is_standard(text: &str) -> bool {
    let lower = text.to_lowercase();
    let opens = text.bytes().filter(|byte| b"[{".contains(byte)).count();
    let mut pairs = text.as_bytes().windows(2);
    let has_exponent = pairs.any(|pair| pair[0].is_ascii_digit() && b"eE".contains(&pair[1]));
    let mut runs = text.split(|c: char| !c.is_ascii_digit());
    opens < 100
        && !has_exponent
        && runs.all(|run| run.len() < 300)
        && ["nan", "infinity", "\\ud"]
            .iter()
            .all(|it| !lower.contains(it))
}

/// By trying every end of every start.
fn last_claim(text: &str) -> Option<Map<String, Json>> {
    let mut found = None;
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|offset| at + offset) {
        let ends = text[start..]
            .match_indices('}')
            .map(|(end, _)| start + end + 1);
        let read = |end| Some((end, serde_json::from_str(&text[start..end]).ok()?));
        match ends.into_iter().find_map(read) {
            None => at = start + 1,
            Some((end, object)) => {
                at = end;
                let object: Map<String, Json> = object;
                if object.contains_key("violated") {
                    found = Some(object);
                }
            }
        }
    }
    found
}
