//! The TLA+ export against TLC run for real.

// A panic is how a test reports.
#![allow(clippy::unwrap_used, clippy::panic)]

use checker::Verdict;
use checker::export::tla;
use plumbline_tests::exported::{Case, Found, hard_cases, random_cases};
use plumbline_tests::tool;
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
    command
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

    // First as a user runs it, with everything at once.
    let all = run(jar, &config, folder, &module);
    let n_invariants = case.model.invariants().len();
    let found = match all {
        Ok(n_states) => Found {
            beyond: false,
            fails: vec![Some(false); n_invariants],
            n_states: Some(n_states),
        },
        Err(first) => {
            // Then each other property on its own.
            let fails = |property: &str| {
                if property == first {
                    return true;
                }
                let config =
                    format!("SPECIFICATION Spec\nINVARIANT TypeOK\nINVARIANT {property}\n");
                let failed = run(jar, &config, folder, &module).err();
                assert!(
                    failed.as_ref().is_none_or(|name| name == property),
                    "{failed:?} {module}"
                );
                failed.is_some()
            };
            Found {
                beyond: fails("Bound"),
                fails: (0..n_invariants)
                    .map(|i| Some(fails(&format!("p{i}"))))
                    .collect(),
                n_states: None,
            }
        }
    };
    case.assert_agrees(&found, &module);
    let proved = case
        .report
        .invariants
        .iter()
        .all(|i| i.outcome.verdict() == Verdict::Proved);
    assert_eq!(proved, all_hold(&found), "{module}");
}

fn all_hold(found: &Found) -> bool {
    !found.beyond && !found.fails.contains(&Some(true))
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
        tool::on_two_threads(&random_cases(60), |_, case, folder| {
            agrees(&jar, case, folder)
        });
    }
}
