//! The GitHub Action: its file is well-formed, and its shell step does what it says.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crate::readme::program;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use yaml_rust2::{Yaml, YamlLoader};

/// A machine whose counter has no end: no search finishes.
const ENDLESS: &str = r#"{"fields": ["n"], "initial": {"n": 0},
    "transitions": [{"label": "tick", "set": {"n": {"incr": 1}}}],
    "invariants": {"positive": {"forbid": {"n": -1}}}}"#;

fn action() -> Yaml {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../action.yml");
    let text = std::fs::read_to_string(path).unwrap();
    YamlLoader::load_from_str(&text).unwrap().swap_remove(0)
}

fn steps(action: &Yaml) -> &[Yaml] {
    action["runs"]["steps"].as_vec().unwrap()
}

/// Inputs that an expression `${{ inputs.x }}` or `inputs.x == …` names.
fn named_inputs(text: &str) -> impl Iterator<Item = &str> {
    let rests = text.split("inputs.").skip(1);
    rests.map(|rest| {
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())]
    })
}

#[test]
fn inputs_reach_the_shell_as_variables_only() {
    let action = action();
    let mut used = BTreeSet::new();
    for step in steps(&action) {
        if let Some(run) = step["run"].as_str() {
            assert!(!run.contains("${{"), "an expression in a script is code");
            assert_eq!(step["shell"].as_str(), Some("bash"));
            for value in step["env"]
                .as_hash()
                .into_iter()
                .flat_map(|env| env.values())
            {
                used.extend(named_inputs(value.as_str().unwrap()).map(str::to_owned));
            }
        }
        used.extend(named_inputs(step["if"].as_str().unwrap_or("")).map(str::to_owned));
    }
    let declared = action["inputs"].as_hash().unwrap();
    let declared: BTreeSet<_> = declared
        .keys()
        .map(|key| key.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        used, declared,
        "what is declared is used, and the other way round"
    );
    let upload = steps(&action).last().unwrap();
    assert!(
        upload["uses"]
            .as_str()
            .unwrap()
            .starts_with("github/codeql-action/upload-sarif@")
    );
    assert!(upload["if"].as_str().unwrap().starts_with("always()"));
}

/// A folder of programs that stands first on PATH.
static PROGRAMS: LazyLock<PathBuf> = LazyLock::new(|| {
    let check = program("check");
    assert_eq!(program("score").parent(), check.parent());
    check.parent().unwrap().to_owned()
});

/// What a run of the step left behind.
struct Ran {
    status: i32,
    printed: String,
    outputs: HashMap<String, String>,
}

/// Runs the step as the runner does: inputs not given have their defaults.
fn run(folder: &Path, inputs: &[(&str, &str)]) -> Ran {
    let action = action();
    let step = steps(&action)
        .iter()
        .find(|step| step["id"].as_str() == Some("run"))
        .unwrap();
    let script = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(script.path(), step["run"].as_str().unwrap()).unwrap();
    let outputs = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new("bash");
    command
        .args(["--noprofile", "--norc", "-eo", "pipefail"])
        .arg(script.path());
    command
        .current_dir(folder)
        .env("GITHUB_OUTPUT", outputs.path());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(PROGRAMS.clone()).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(path).unwrap());
    let mut given: HashMap<_, _> = inputs.iter().copied().collect();
    for (variable, expression) in step["env"].as_hash().unwrap() {
        let input = named_inputs(expression.as_str().unwrap()).next().unwrap();
        let default = action["inputs"][input]["default"].as_str().unwrap();
        command.env(
            variable.as_str().unwrap(),
            given.remove(input).unwrap_or(default),
        );
    }
    assert!(given.is_empty(), "there are no inputs {given:?}");
    let output = command.output().unwrap();
    let outputs = std::fs::read_to_string(outputs.path()).unwrap();
    let outputs = outputs.lines().map(|line| line.split_once('=').unwrap());
    Ran {
        status: output.status.code().unwrap(),
        printed: String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        outputs: outputs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    }
}

impl Ran {
    #[track_caller]
    fn exits_with(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}", self.printed);
        assert_eq!(self.outputs["status"], status.to_string());
        self
    }
}

fn spec(id: &str) -> &'static str {
    models::specs::ALL
        .iter()
        .find(|spec| spec.id == id)
        .unwrap()
        .spec
}

#[test]
fn check_takes_patterns_and_writes_sarif() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir_all(folder.join("my specs/deep er")).unwrap();
    for (name, text) in [
        ("my specs/a lock.json", models::MUTEX),
        ("my specs/deep er/peterson one.json", spec("peterson")),
        ("-n.json", spec("dekker")),
        ("endless.json", ENDLESS),
        ("bad [1].json", "{"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let check = |specs: &str| run(folder, &[("specs", specs)]);

    let ran = check("my specs/deep*/*.json").exits_with(0);
    assert!(ran.printed.contains("PROVED"), "{}", ran.printed);
    let sarif = std::fs::read_to_string(folder.join(&ran.outputs["sarif"])).unwrap();
    assert!(
        sarif.contains("my%20specs/deep%20er/peterson%20one.json"),
        "{sarif}"
    );

    // Several patterns, any depth, each file once, names that look like options.
    let ran = check("\n  my specs/**/*.json\r\n-*.json\nmy specs/a*.json\n").exits_with(2);
    let n_files = |what: &str| {
        ran.printed
            .lines()
            .filter(|line| line.starts_with(what))
            .count()
    };
    assert_eq!(
        (n_files("REFUTED"), n_files("PROVED")),
        (1, 2),
        "{}",
        ran.printed
    );
    let sarif = std::fs::read_to_string(folder.join(&ran.outputs["sarif"])).unwrap();
    assert!(sarif.contains("my%20specs/a%20lock.json"), "{sarif}");

    // Undetermined is no pass, unless it is asked for.
    check("endless.json").exits_with(3);
    run(
        folder,
        &[("specs", "endless.json"), ("allow-undetermined", "true")],
    )
    .exits_with(0);
    run(folder, &[("specs", "-*.json"), ("timeout", "1min")]).exits_with(0);
    run(folder, &[("specs", "-*.json"), ("timeout", "soon")]).exits_with(4);

    // Bad input fails with its own status, and code scanning shows it.
    let ran = check("bad*.json").exits_with(4);
    assert!(ran.outputs.contains_key("sarif"));
    for (specs, told) in [
        (
            "no/such*.json",
            "::error title=Plumbline::no file matches no/such*.json",
        ),
        (
            "my specs/a lock.json\n100%",
            "::error title=Plumbline::no file matches 100%25",
        ),
        ("my specs", "no file matches my specs"),
        ("", "specs names no file"),
    ] {
        let ran = check(specs).exits_with(4);
        assert!(ran.printed.contains(told), "{}", ran.printed);
        assert!(!ran.outputs.contains_key("sarif"));
    }

    // A pattern is no code, and a file gives no orders to the runner.
    for specs in [
        "$(touch owned)",
        "`touch owned`",
        "x; touch owned",
        "\"; touch owned; \"",
    ] {
        check(specs).exits_with(4);
    }
    assert!(!folder.join("owned").exists());
    let ran = check("my specs/a*.json");
    let (before, rest) = ran.printed.split_once("::stop-commands::").unwrap();
    let (token, rest) = rest.split_once('\n').unwrap();
    assert!(before.is_empty() && token.len() == 32);
    assert!(rest.ends_with(&format!("\n::{token}::\n")), "{rest}");
}

#[test]
fn score_takes_a_submission_or_completions_and_thresholds() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tasks = score::Task::all().unwrap();
    let best = score::baseline::bfs(&tasks).unwrap().entries;
    let best = serde_json::Value::Object(best).to_string();
    std::fs::write(folder.join("the best.json"), &best).unwrap();
    std::fs::write(folder.join("none.json"), "{}").unwrap();
    std::fs::write(folder.join("bad.json"), "[").unwrap();
    let score = |inputs: &[(&str, &str)]| run(folder, &[&[("mode", "score")], inputs].concat());

    let ran = score(&[
        ("submission", "the best.json"),
        ("min-balanced-accuracy", "1"),
        ("min-accuracy", "1"),
        ("max-unreplayed", "0"),
        ("max-false-positives", "0"),
        ("lenient", "true"),
    ]);
    let ran = ran.exits_with(0);
    assert!(
        ran.printed.contains("2 replayed (lenient)"),
        "{}",
        ran.printed
    );
    assert!(!ran.outputs.contains_key("sarif"));
    score(&[("completions", "the best.json"), ("max-unparseable", "0")]).exits_with(0);

    let ran = score(&[
        ("submission", "none.json"),
        ("min-balanced-accuracy", "0.9"),
    ])
    .exits_with(2);
    assert!(
        ran.printed.contains("balanced accuracy is 0.5, below"),
        "{}",
        ran.printed
    );
    score(&[("completions", "none.json"), ("max-unparseable", "14")]).exits_with(2);

    score(&[("submission", "bad.json")]).exits_with(4);
    score(&[("submission", "missing.json")]).exits_with(4);
    score(&[("submission", "none.json"), ("min-accuracy", "90%")]).exits_with(4);
    score(&[("submission", "none.json"), ("max-unparseable", "1")]).exits_with(4);
    score(&[]).exits_with(4);
    score(&[("submission", "none.json"), ("completions", "none.json")]).exits_with(4);
    let ran = run(folder, &[("mode", "fly"), ("submission", "none.json")]).exits_with(4);
    assert!(ran.printed.contains("mode is 'fly'"), "{}", ran.printed);
}
