//! The TLA+ export against TLC run for real.

// A panic is how a test reports.
#![allow(clippy::unwrap_used, clippy::panic)]

use checker::Verdict;
use checker::export::tla;
use plumbline_tests::exported::{Case, Found, hard_cases, random_cases};
use plumbline_tests::tool;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn find_tlc(what: &str) -> Option<PathBuf> {
    tool::on_path("java", what)?;
    tool::by_variable("PLUMBLINE_TLC_JAR", what)
}

/// What one run of TLC says: which invariant fails, or the number of states.
fn run(jar: &Path, config: &str, folder: &Path, module: &str) -> Result<u64, String> {
    fs::write(folder.join("Machine.cfg"), config).unwrap();
    let java = [
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx512m",
        "-cp",
    ];
    let mut command = Command::new("java");
    // TLC unpacks its standard modules there, and not safely beside another run.
    command
        .arg(format!("-Djava.io.tmpdir={}", folder.display()))
        .args(java)
        .arg(jar)
        .args(["tlc2.TLC", "-config", "Machine.cfg", "Machine.tla"]);
    let (_, said) = tool::run(command.current_dir(folder));
    if let Some((before, _)) = said.split_once(" is violated") {
        let name = before.rsplit("Invariant ").next().unwrap();
        return Err(name.to_owned());
    }
    assert!(
        said.contains("No error has been found"),
        "TLC: {said}\n{config}\n{module}"
    );
    let number = said.split(" distinct states found").next().unwrap();
    Ok(number
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap_or_else(|_| panic!("TLC: {said}")))
}

fn agrees(jar: &Path, case: &Case, folder: &Path) {
    let (mut module, mut config) = (Vec::new(), Vec::new());
    tla::write(&case.model, &mut module).unwrap();
    tla::write_config(&case.model, &mut config).unwrap();
    let module = String::from_utf8(module).unwrap();
    let config = String::from_utf8(config).unwrap();
    fs::write(folder.join("Machine.tla"), &module).unwrap();

    // A start of Java costs more than the search, so the properties that we
    // say hold share one run. Those that we say fail get one each.
    let beyond = case.report.completeness.is_err();
    let verdicts = || case.report.invariants.iter().map(|i| i.outcome.verdict());
    let named = |wanted| {
        let all = verdicts().enumerate();
        all.filter(move |(_, verdict)| *verdict == wanted)
            .map(|(i, _)| format!("p{i}"))
    };
    let mut failing: BTreeSet<String> = named(Verdict::Refuted).collect();
    let mut holding: Vec<String> = named(Verdict::Proved).collect();
    if beyond {
        failing.insert("Bound".to_owned());
    } else {
        holding.push("Bound".to_owned());
    }
    let ask = |properties: &[String]| {
        let lines = properties.iter().map(|name| format!("INVARIANT {name}\n"));
        let config = format!(
            "SPECIFICATION Spec\nINVARIANT TypeOK\n{}",
            lines.collect::<String>()
        );
        run(jar, &config, folder, &module)
    };

    // First as a user runs it, with everything at once.
    let mut failed = BTreeSet::new();
    let mut n_states = None;
    match run(jar, &config, folder, &module) {
        Ok(n) => n_states = Some(n),
        Err(first) => {
            failed.insert(first);
            for property in failing.difference(&failed.clone()) {
                failed.extend(ask(std::slice::from_ref(property)).err());
            }
            if !holding.is_empty() {
                match ask(&holding) {
                    Ok(n) if !beyond => n_states = Some(n),
                    Ok(_) => {}
                    Err(name) => failed.extend([name]),
                }
            }
        }
    }
    assert!(!failed.contains("TypeOK"), "{module}");
    let fails = verdicts().enumerate().map(|(i, verdict)| {
        // What the bound left undetermined was not asked alone.
        (verdict != Verdict::Undetermined).then(|| failed.contains(&format!("p{i}")))
    });
    let found = Found {
        beyond: failed.contains("Bound"),
        fails: fails.collect(),
        n_states,
    };
    case.assert_agrees(&found, &module);
}

#[test]
fn hand_written_machines_agree_with_tlc() {
    if let Some(jar) = find_tlc("TLC on the hand-written machines") {
        tool::on_two_threads(&hard_cases(), |_, case, folder| agrees(&jar, case, folder));
    }
}

#[test]
fn random_machines_agree_with_tlc() {
    if let Some(jar) = find_tlc("TLC on random machines") {
        tool::on_two_threads(&random_cases(48), |_, case, folder| {
            agrees(&jar, case, folder)
        });
    }
}
