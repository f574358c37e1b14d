//! Machines survive every format, and the checker's view of them is the graph's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests; a panic is how they report"
)]

use checker::{Limits, check};
use diagnostic::{SourceFile, Span, Spanned};
use fsm::machine::{Draft, DraftTransition};
use fsm::read::{self, Format};
use fsm::{Machine, output, reach};
use proptest::prelude::*;

fn shipped() -> impl Iterator<Item = Machine> {
    models::fsm::ALL.iter().map(|(name, text)| {
        read::json(&SourceFile::new(*name, *text)).unwrap_or_else(|e| panic!("{name}: {e:?}"))
    })
}

/// A character that turns the direction of a line.
const HIDDEN: char = '\u{202e}';

type Row = (String, String, String, Vec<String>);

/// States, initial state, final states and transitions, by name. The transitions of
/// different states are in the order of the states: SCXML writes them so.
fn contents(machine: &Machine) -> (Vec<String>, Option<String>, Vec<String>, Vec<Row>) {
    let name = |state| machine.state_name(state).to_owned();
    let mut transitions: Vec<_> = machine.transitions().collect();
    transitions.sort_by_key(|transition| transition.from);
    let rows = transitions.into_iter().map(|transition| {
        let (from, to) = (name(transition.from), name(transition.to));
        (
            from,
            transition.condition.to_owned(),
            to,
            transition.actions.to_vec(),
        )
    });
    (
        machine.states().map(name).collect(),
        machine.initial().map(name),
        machine.finals().iter().copied().map(name).collect(),
        rows.collect(),
    )
}

fn written(machine: &Machine, format: Format) -> String {
    let mut text = Vec::new();
    match format {
        Format::Json => output::write_json(machine, &mut text),
        Format::Dot => output::write_dot(machine, &mut text),
        Format::Mermaid => output::write_mermaid(machine, &mut text),
        Format::Scxml => output::write_scxml(machine, &mut text),
        Format::Csv => output::write_csv(machine, &mut text),
    }
    .unwrap();
    String::from_utf8(text).unwrap()
}

const FORMATS: [(Format, &str); 5] = [
    (Format::Json, "m.json"),
    (Format::Dot, "m.dot"),
    (Format::Mermaid, "m.mmd"),
    (Format::Scxml, "m.scxml"),
    (Format::Csv, "m.csv"),
];

/// Through every format, one behind another.
fn survives(machine: &Machine) -> Result<(), TestCaseError> {
    let wanted = contents(machine);
    let mut last = machine.clone();
    for (format, file) in FORMATS {
        let text = written(&last, format);
        let source = SourceFile::new(file, text.as_str());
        prop_assert_eq!(Format::of(&source), format);
        let unnamed = SourceFile::new("-", text.as_str());
        prop_assert_eq!(Format::of(&unnamed), format, "{}", text);
        let read = read::read(&source, format);
        let read = match read {
            Ok(read) => read,
            Err(errors) => return Err(TestCaseError::fail(format!("{errors:?}\n{text}"))),
        };
        prop_assert_eq!(&contents(&read), &wanted, "{}", text);
        last = read;
    }
    Ok(())
}

#[test]
fn shipped_machines_survive_every_format() {
    for machine in shipped() {
        survives(&machine).unwrap();
        let text = written(&machine, Format::Json);
        let again = read::json(&SourceFile::new("m.json", text)).unwrap();
        assert_eq!(again.about(), machine.about());
    }
}

/// Texts that machines may have: outer white space is refused.
fn texts() -> impl Strategy<Value = String> {
    let any = prop_oneof![
        "[a-c]{1,2}",
        "[ -~]{1,8}",
        "[^\\p{Cc}\u{fffe}\u{ffff}]{1,6}",
        prop::sample::select(vec![
            "#59;",
            "&#47;",
            "&amp;",
            "a/b; c",
            "[*]",
            "[\"x\"]",
            "-->",
            " x ",
            "fsm.s1",
            "state",
            "\\N",
            "end",
            "<<",
            "::",
            "%%",
            "\u{202e}x",
            "__start0",
            "\"q\"",
            "\u{a0}",
            "true",
            "\\",
            "a\\",
        ])
        .prop_map(str::to_owned),
    ];
    any.prop_filter_map("white space alone", |text| {
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    })
}

fn machines() -> impl Strategy<Value = Machine> {
    let states = prop::collection::btree_set(texts(), 1..5);
    let transition = (
        0usize..5,
        prop_oneof![Just(String::new()), texts()],
        0usize..5,
        prop::collection::vec(texts(), 0..3),
    );
    let transitions = prop::collection::vec(transition, 0..6);
    let initial = prop::option::of(0usize..5);
    let finals = prop::collection::vec(0usize..5, 0..3);
    (states, transitions, initial, finals).prop_map(|(states, transitions, initial, finals)| {
        let names: Vec<String> = states.into_iter().collect();
        let name = |at: usize| Spanned::new(names[at % names.len()].clone(), Span::default());
        let draft = Draft {
            states: (0..names.len()).map(name).collect(),
            initial: initial.map(name),
            finals: finals.into_iter().map(name).collect(),
            transitions: transitions
                .into_iter()
                .map(|(from, condition, to, actions)| DraftTransition {
                    from: name(from),
                    condition,
                    to: name(to),
                    actions,
                })
                .collect(),
            ..Draft::default()
        };
        draft.build().unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_machine_survives_every_format(machine in machines()) {
        survives(&machine)?;
    }

    /// Broken texts give faults, not panics, and their diagnostics can be drawn.
    #[test]
    fn any_text_is_read_or_refused(
        machine in machines(),
        cut in any::<prop::sample::Index>(),
        insert in texts(),
    ) {
        for (format, file) in FORMATS {
            let mut text = written(&machine, format);
            let at = text.floor_char_boundary(cut.index(text.len()));
            text.insert_str(at, &insert);
            let cut_short = text[..at].to_owned();
            for text in [text, cut_short] {
                let source = SourceFile::new(file, text);
                if let Err(errors) = read::read(&source, format) {
                    prop_assert!(!errors.is_empty());
                    let diagnostics: Vec<_> = errors.iter().map(fsm::FsmError::diagnostic).collect();
                    let drawn = diagnostic::render(&source, &diagnostics, false);
                    prop_assert!(!drawn.contains(HIDDEN));
                }
            }
        }
    }

    /// Drawings are well-formed, whatever the names.
    #[test]
    fn drawings_hold_any_name(machine in machines()) {
        let census = fsm::census::Census::of(&machine).unwrap();
        let mut page = Vec::new();
        output::write_html(&machine, &census, Default::default(), &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        prop_assert!(!page.contains("<<") && !page.contains(HIDDEN));
    }
}

/// The states that `check` reaches are those that the machine's graph reaches.
#[test]
fn the_checker_reaches_the_same_states() {
    for machine in shipped() {
        let mut text = Vec::new();
        output::write_minicheck(&machine, &mut text).unwrap();
        let source = SourceFile::new("m.json", String::from_utf8(text).unwrap());
        let model = checker::spec::read(&source, 64).unwrap();
        let report = check(&model, &Limits::default()).unwrap();
        let n_reached = machine.n_states() - reach::unreachable_states(&machine).len();
        assert_eq!(report.n_states, n_reached as u64, "{}", machine.name());
        let n_left_out = machine.name() == "DHCP";
        assert_eq!(
            n_reached < machine.n_states(),
            n_left_out,
            "{}",
            machine.name()
        );
    }
}
