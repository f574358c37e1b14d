//! The formats side by side, over one small set of reports.

use super::{Checked, Entry, Options, OutputError, Rejected, json, junit, sarif, text};
use crate::{
    Draft, DraftCondition, Limits, Model, Report, Update, Value, Warning, check, warnings,
};
use diagnostic::{Diagnostic, SourceFile, Span};
use proptest::prelude::*;
use std::io;

type Write = fn(&[Entry<'_>], &Options, &mut dyn io::Write) -> Result<(), OutputError>;

const FORMATS: [(&str, Write); 4] = [
    ("text", text::write),
    ("json", json::write),
    ("sarif", sarif::write),
    ("junit", junit::write),
];

struct Case {
    model: Model,
    report: Report,
    warnings: Vec<Warning>,
}

impl Case {
    fn new(draft: Draft, limits: Limits) -> Self {
        let model = draft.build().unwrap();
        let report = check(&model, &limits).unwrap();
        let warnings = warnings(&model, Some(&report));
        Self {
            model,
            report,
            warnings,
        }
    }

    fn entry<'a>(&'a self, file: &'a str) -> Entry<'a> {
        let Self {
            model,
            report,
            warnings,
        } = self;
        Entry {
            file,
            result: Ok(Checked {
                model,
                report,
                warnings,
            }),
        }
    }
}

fn written(write: Write, entries: &[Entry<'_>], options: Options) -> String {
    let mut bytes = Vec::new();
    write(entries, &options, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn snapshot(name: &str, entries: &[Entry<'_>]) {
    for (format, write) in FORMATS {
        let written = written(write, entries, Options::default());
        insta::assert_snapshot!(format!("{name}.{format}"), written);
    }
}

fn mutex() -> Draft {
    let on = |field| (field, Value::from(1));
    let off = |field| (field, Value::from(0));
    let to = |field, value: i32| (field, Update::from(value));
    Draft::new("mutex")
        .field("a", 0)
        .field("b", 0)
        .field("lock", 0)
        .transition("a_enter", [off("a")], [to("a", 1), to("lock", 1)])
        .transition("b_enter", [off("b")], [to("b", 1), to("lock", 1)])
        .transition("a_exit", [on("a")], [to("a", 0), to("lock", 0)])
        .forbid("not_both", [on("a"), on("b")])
        .require("sane", [("lock", 0.into())])
}

fn counter() -> Draft {
    Draft::new("counter")
        .field("n", 0)
        .transition("tick", [], [("n", Update::Add(1))])
        .forbid("never_nine", [("n", 9.into())])
        .forbid("never_ninety", [("n", 90.into())])
}

/// A goal that is met once and then lost for good.
fn trap() -> Draft {
    Draft::new("trap")
        .field("at", "start")
        .transition("go", [("at", "start".into())], [("at", "goal".into())])
        .transition("fall", [("at", "goal".into())], [("at", "pit".into())])
        .goal(DraftCondition::require([("at", "goal".into())]))
}

fn loop_of(n: i32) -> Draft {
    (0..n).fold(Draft::new("loop").field("at", 0), |draft, at| {
        let next = Update::from((at + 1) % n);
        draft.transition(&format!("t{at}"), [("at", at.into())], [("at", next)])
    })
}

fn within(bound: u32) -> Limits {
    Limits {
        within: Some(bound),
        ..Limits::default()
    }
}

fn states(max_states: u64) -> Limits {
    Limits {
        max_states,
        ..Limits::default()
    }
}

const NASTY: &str = "a\"b'<&>\n\t\u{1b}[31m{0}[x](1)\u{0}\u{ffff}\u{202e}\u{1f980}\\";

fn nasty() -> Draft {
    Draft::new(NASTY)
        .field(NASTY, NASTY)
        .field("plain", Value::Null)
        .transition(
            NASTY,
            [(NASTY, NASTY.into())],
            [(NASTY, "]]>".into()), ("plain", Update::from(true))],
        )
        .forbid(NASTY, [(NASTY, "]]>".into())])
}

#[test]
fn refuted() {
    snapshot(
        "refuted",
        &[Case::new(mutex(), Limits::default()).entry("mutex.json")],
    );
}

#[test]
fn proved_with_liveness_and_warnings() {
    let draft = loop_of(3)
        .field("idle", false)
        .forbid("vacuous", [("idle", true.into())])
        .forbid("beyond", [("at", 99.into())])
        .goal(DraftCondition::require([("at", 2.into())]));
    snapshot("proved", &[Case::new(draft, within(2)).entry("loop.json")]);
}

#[test]
fn undetermined_by_bound() {
    let case = Case::new(counter(), Limits::default());
    snapshot("undetermined", &[case.entry("counter.json")]);
}

#[test]
fn a_trap_and_a_goal_out_of_reach() {
    snapshot("trap", &[Case::new(trap(), within(0)).entry("-")]);
}

#[test]
fn bounded_reach_cut_short() {
    let draft = loop_of(50).goal(DraftCondition::require([("at", 40.into())]));
    let limits = Limits {
        within: Some(45),
        ..states(10)
    };
    snapshot("cut_short", &[Case::new(draft, limits).entry("loop.json")]);
}

#[test]
fn nasty_names() {
    let case = Case::new(nasty(), Limits::default());
    let file = format!("dir/{NASTY}.json");
    snapshot("nasty", &[case.entry(&file)]);
}

#[test]
fn bad_input_among_several_files() {
    let proved = Case::new(
        loop_of(2).forbid("high", [("at", 2.into())]),
        Limits::default(),
    );
    let open = Case::new(
        counter().goal(DraftCondition::require([("n", 3.into())])),
        states(5),
    );
    let source = SourceFile::new("bad.json", "{\n  \"whne\": {\"\u{7}\": 1}\n}");
    let faults = [
        Diagnostic::error("unknown key `whne`")
            .at(Span::new(4, 10))
            .label("expected a key of a specification")
            .help("did you mean `when`?"),
        Diagnostic::error("a control character \u{7} in a string").at(Span::new(12, 17)),
    ];
    let missing = [Diagnostic::error("no such file: gone.json")];
    let rejected = |file, source, diagnostics| Entry {
        file,
        result: Err(Rejected {
            source,
            diagnostics,
        }),
    };
    snapshot(
        "several",
        &[
            proved.entry("proved.json"),
            open.entry("open.json"),
            rejected("bad.json", Some(&source), &faults),
            rejected("gone.json", None, &missing),
        ],
    );
    snapshot("rejected", &[rejected("bad.json", Some(&source), &faults)]);
}

#[test]
fn colour_is_all_that_colour_changes() {
    let case = Case::new(mutex(), Limits::default());
    let entries = [case.entry("mutex.json"), case.entry("again.json")];
    let options = |color| Options {
        color,
        ..Options::default()
    };
    let colored = written(text::write, &entries, options(true));
    let plain = written(text::write, &entries, options(false));
    assert!(!plain.contains('\u{1b}'));
    let mut parts = colored.split("\u{1b}[");
    let mut stripped = parts.next().unwrap().to_owned();
    for part in parts {
        stripped.push_str(part.split_once('m').unwrap().1);
    }
    assert_eq!(stripped, plain);
    assert_ne!(colored, plain);
}

#[test]
fn forty_fields_stay_within_the_width() {
    let names: Vec<_> = (0..40).map(|n| format!("field_{n}")).collect();
    let draft = names
        .iter()
        .fold(Draft::new("wide"), |draft, name| draft.field(name, 0));
    let updates = names
        .iter()
        .step_by(2)
        .map(|name| (name.as_str(), Update::from(1)));
    let draft = draft
        .transition("all at once, with a label that is long", [], updates)
        .forbid("last", [("field_38", 1.into())]);
    let case = Case::new(draft, Limits::default());
    let text = written(text::write, &[case.entry("wide.json")], Options::default());
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(text::WIDTH + 1), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn leniency_changes_the_exit_code_only() {
    let case = Case::new(counter(), states(3));
    let options = Options {
        allow_undetermined: true,
        ..Options::default()
    };
    let strict = written(json::write, &[case.entry("f")], Options::default());
    let lenient = written(json::write, &[case.entry("f")], options);
    assert_ne!(strict, lenient);
    assert_eq!(
        strict.replace("\"exit_code\": 3", "\"exit_code\": 0"),
        lenient
    );
}

#[test]
fn a_failing_writer_is_reported() {
    let case = Case::new(mutex(), Limits::default());
    for (format, write) in FORMATS {
        for room in [0, 1, 50, 300] {
            let mut buffer = vec![0; room];
            let mut full = buffer.as_mut_slice();
            let error = write(&[case.entry("f")], &Options::default(), &mut full).unwrap_err();
            let OutputError::Io(error) = error else {
                panic!("{format}: {error}");
            };
            assert_eq!(error.kind(), io::ErrorKind::WriteZero, "{format}");
        }
    }
}

fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(any::<char>(), 0..12).prop_map(String::from_iter),
        "[\u{0}-\u{7f}\u{ffff}\u{fffe}\u{2028}\\]>&<\"']{0,12}",
    ]
}

proptest! {
    /// Whatever a file holds, every format is well formed and carries it.
    #[test]
    fn any_text_survives(
        file in anything(),
        name in anything(),
        field in anything(),
        label in anything(),
        before in anything(),
        after in anything(),
        invariant in anything(),
    ) {
        let draft = Draft::new(name.as_str())
            .field(&field, before.as_str())
            .transition(&label, [], [(field.as_str(), after.as_str().into())])
            .forbid(&invariant, [(field.as_str(), after.as_str().into())]);
        let case = Case::new(draft, Limits::default());
        let entries = [case.entry(&file)];
        let [text, json, sarif, junit] =
            FORMATS.map(|(_, write)| written(write, &entries, Options::default()));

        let stray = |c: char| c.is_control() && c != '\n';
        prop_assert!(!text.contains(stray) && !junit.contains(stray));

        let payload: serde_json::Value = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&payload["name"], &name);
        prop_assert_eq!(&payload["file"], &file);
        let trace = payload["invariants"][&invariant]["counterexample"].as_array().unwrap();
        prop_assert_eq!(&trace[0]["state"][&field], &before);
        prop_assert_eq!(&trace[trace.len() - 1]["state"][&field], &after);
        if trace.len() > 1 {
            prop_assert_eq!(&trace[1]["label"], &label);
        }

        let log: serde_json::Value = serde_json::from_str(&sarif).unwrap();
        let result = &log["runs"][0]["results"][0];
        prop_assert_eq!(&result["ruleId"], &format!("invariant/{invariant}"));
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        prop_assert_eq!(flow.as_array().unwrap().len(), trace.len());

        let mut reader = quick_xml::Reader::from_str(&junit);
        loop {
            if let quick_xml::events::Event::Eof = reader.read_event().unwrap() {
                break;
            }
        }
        let forbidden = ['\u{fffe}', '\u{ffff}'];
        prop_assert!(!junit.contains(forbidden));
    }
}
