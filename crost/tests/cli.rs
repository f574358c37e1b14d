//! The `crost` program: every exit status, every format.

#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const TARGET: &str = "tests/theories/handshake.spthy";
const GENERATED: &str = "tests/theories/generated.spthy";

fn crost_with(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crost"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn crost(args: &[&str]) -> Output {
    crost_with(args, "")
}

fn status(args: &[&str]) -> i32 {
    crost(args).status.code().unwrap()
}

/// Exit status, standard output and standard error as one text.
fn run(args: &[&str], input: &str) -> String {
    let output = crost_with(args, input);
    format!(
        "exit {}\n--- out\n{}--- err\n{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}

fn json(args: &[&str]) -> Value {
    serde_json::from_slice(&crost(args).stdout).unwrap()
}

fn compared(args: &[&str]) -> Value {
    json(&[&["compare", TARGET, GENERATED, "--format", "json"], args].concat())
}

/// A file of this text, gone with the value.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// A theory of these lemmas, each a name and a chain of goals.
fn theory(lemmas: &[(&str, &[&str])]) -> String {
    let mut text = "theory T begin\n".to_owned();
    for (name, goals) in lemmas {
        text += &format!("lemma {name}: \"T\"\nsimplify\n");
        for goal in *goals {
            text += &format!("solve( {goal} )\n");
        }
        text += "SOLVED\n";
    }
    text + "end\n"
}

#[test]
fn one_goal_only_has_no_weight_and_a_warning_says_so() {
    let compared = |goals: &[&str]| {
        let (_folder, path) = file("t.spthy", &theory(&[("a", goals)]));
        json(&["compare", &path, &path, "--format", "json"])
    };
    let data = compared(&["A( ) @ #i"]);
    assert_eq!(data["crost"]["covered"], data["crost"]["total"]);
    let warnings = data["warnings"].to_string();
    assert!(warnings.contains("`weighted` is undefined"), "{warnings}");
    let warnings = compared(&["A( ) @ #i", "B( ) @ #i"])["warnings"].to_string();
    assert!(!warnings.contains("`weighted`"), "{warnings}");
}

// Exit status.

#[test]
fn a_minimum_that_is_met_is_0_and_one_that_is_not_is_2() {
    let compare =
        |minimum: &str| status(&["compare", TARGET, GENERATED, "--min-coverage", minimum]);
    let score = compared(&[])["crost"]["score"].as_f64().unwrap();
    assert!(score > 0.0 && score < 1.0);
    assert_eq!(compare("0"), 0);
    assert_eq!(compare(&score.to_string()), 0);
    assert_eq!(compare("1"), 2);
    insta::assert_snapshot!(run(
        &[
            "compare",
            TARGET,
            GENERATED,
            "--format",
            "csv",
            "--min-coverage",
            "0.9"
        ],
        ""
    ));
}

#[test]
fn a_target_without_a_path_is_undefined() {
    let text = "theory T begin lemma L: \"T\" by sorry end";
    insta::assert_snapshot!(run(&["compare", "-", GENERATED], text));
    insta::assert_snapshot!(run(&["explain", "-", GENERATED], text));
    let output = crost_with(&["compare", "-", GENERATED, "--format", "json"], text);
    assert_eq!(output.status.code(), Some(3));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["crost"]["score"], 0.0);
    assert_eq!(value["crost"]["defined"], false);
    // Not even a minimum of nothing makes it a pass.
    let args = ["compare", "-", GENERATED, "--min-coverage", "0"];
    assert_eq!(crost_with(&args, text).status.code(), Some(3));
}

#[test]
fn an_empty_generated_set_covers_nothing() {
    let text = "theory T begin end";
    let output = crost_with(&["compare", TARGET, "-", "--format", "json"], text);
    assert_eq!(output.status.code(), Some(0));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["crost"]["score"], 0.0);
    assert_eq!(value["crost"]["defined"], true);
    assert_eq!(value["reverse"]["defined"], false);
}

#[test]
fn bad_input_is_4() {
    let missing = run(&["compare", TARGET, "tests/no.spthy"], "");
    assert!(
        missing.starts_with("exit 4\n--- out\n--- err\nerror: "),
        "{missing}"
    );
    assert!(missing.contains("tests/no.spthy"), "{missing}");
    insta::assert_snapshot!(run(
        &["compare", TARGET, "-"],
        "theory T begin lemma L: end"
    ));
    insta::assert_snapshot!(run(&["compare", TARGET, GENERATED, "--lemma", "secrt"], ""));
    insta::assert_snapshot!(run(&["explain", TARGET, GENERATED, "--lemma", "secrt"], ""));
    for command in ["paths", "footprint"] {
        assert_eq!(status(&[command, "tests/no.spthy"]), 4);
        assert_eq!(status(&[command, TARGET, "--lemma", "secrt"]), 4);
    }
    for number in ["1.5", "-0.1", "NaN", "half"] {
        let minimum = format!("--min-coverage={number}");
        assert_eq!(
            status(&["compare", TARGET, GENERATED, &minimum]),
            4,
            "{number}"
        );
    }
    assert_eq!(status(&["compare", TARGET]), 4);
    assert_eq!(
        status(&["compare", TARGET, GENERATED, "--normal-form", "none"]),
        4
    );
    assert_eq!(status(&[]), 4);
    assert_eq!(
        status(&["compare", TARGET, GENERATED, "--corpus", "tests/no.spthy"]),
        4
    );
}

#[test]
fn help_is_no_error() {
    assert_eq!(status(&["--help"]), 0);
    assert_eq!(status(&["compare", "--help"]), 0);
    assert_eq!(status(&["--version"]), 0);
}

#[test]
fn standard_input_is_read_once() {
    let text = std::fs::read_to_string(format!("{}/{TARGET}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let output = crost_with(&["compare", "-", TARGET, "--format", "csv"], &text);
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("crost,,,1,8,8\n")
    );
    insta::assert_snapshot!(run(&["compare", "-", "-"], &text));
}

// Formats.

#[test]
fn compare_in_every_format() {
    insta::assert_snapshot!(run(&["compare", TARGET, GENERATED], ""));
    insta::assert_snapshot!(run(&["compare", TARGET, GENERATED, "--format", "json"], ""));
    insta::assert_snapshot!(run(&["compare", TARGET, GENERATED, "--format", "csv"], ""));
}

#[test]
fn explain_in_every_format() {
    insta::assert_snapshot!(run(&["explain", TARGET, GENERATED], ""));
    insta::assert_snapshot!(run(&["explain", TARGET, GENERATED, "--json"], ""));
    insta::assert_snapshot!(run(&["explain", TARGET, TARGET], ""));
}

#[test]
fn paths_in_every_format() {
    insta::assert_snapshot!(run(&["paths", TARGET], ""));
    insta::assert_snapshot!(run(
        &["paths", TARGET, "--format", "jsonl", "--lemma", "runs"],
        ""
    ));
    insta::assert_snapshot!(run(
        &["paths", TARGET, "--format", "csv", "--lemma", "runs"],
        ""
    ));
}

#[test]
fn footprint_in_every_format() {
    insta::assert_snapshot!(run(&["footprint", TARGET], ""));
    insta::assert_snapshot!(run(&["footprint", TARGET, "--json", "--lemma", "runs"], ""));
}

/// The data of a page.
fn page(args: &[&str]) -> (String, Value) {
    let output = crost(&[&["compare", "--format", "html"], args].concat());
    let html = String::from_utf8(output.stdout).unwrap();
    let (_, rest) = html.split_once("id=\"comparison\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let value = serde_json::from_str(json).unwrap();
    (html, value)
}

#[test]
fn the_page_needs_nothing_else_and_agrees_with_the_scores() {
    let (html, data) = page(&[TARGET, GENERATED]);
    assert!(html.contains("default-src 'none'"));
    assert!(!html.contains("://"), "a page without addresses");
    let scores = compared(&[]);
    assert_eq!(data["measures"][0]["score"], scores["crost"]["score"]);
    let paths = data["paths"].as_array().unwrap();
    assert_eq!(
        paths.len() as u64,
        scores["crost"]["total"].as_u64().unwrap()
    );
    let covered = paths.iter().filter(|path| path[2] != -1).count();
    assert_eq!(covered as u64, scores["crost"]["covered"].as_u64().unwrap());
    let lemmas = data["lemmas"].as_array().unwrap();
    let solves: Vec<usize> = lemmas
        .iter()
        .map(|lemma| lemma["solves"].as_array().unwrap().len())
        .collect();
    assert_eq!(solves, [5, 4, 2]);
    // Each witness has the target path as a subsequence.
    let labels = |rows: &Value, mut at: i64| {
        let mut labels = Vec::new();
        while let Ok(place) = usize::try_from(at) {
            labels.push(rows[place][1].as_u64().unwrap());
            at = rows[place][0].as_i64().unwrap();
        }
        labels.reverse();
        labels
    };
    for (at, path) in (0..).zip(paths) {
        let witness = path[2].as_i64().unwrap();
        if witness >= 0 {
            let mut rest = labels(&data["generated_paths"], witness).into_iter();
            let wanted = labels(&data["paths"], at);
            assert!(wanted.iter().all(|label| rest.any(|other| other == *label)));
        }
    }
}

#[test]
fn json_has_the_keys_of_the_measures() {
    let value = compared(&[]);
    for key in ["crost", "footprint", "reverse", "informative", "weighted"] {
        for part in ["score", "covered", "total"] {
            assert!(value[key][part].is_number(), "{key} {part}");
        }
    }
    for part in ["name", "family", "score", "covered", "total"] {
        assert!(!value["lemmas"][0][part].is_null(), "{part}");
    }
    assert!(value["uncovered"].is_array() && value["warnings"].is_array());
    // All uncovered paths start with one of those listed.
    let listed: u64 = value["uncovered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["n_paths"].as_u64().unwrap())
        .sum();
    let of = |part: &str| value["crost"][part].as_u64().unwrap();
    assert_eq!(listed, of("total") - of("covered"));
}

// Untrusted text.

#[test]
fn hostile_text_is_escaped_in_every_format() {
    let goal = "A( '</script><script>alert(1)</script>\u{1b}[2J\u{202e}=1+1,\"' ) @ #i";
    let (_folder, path) = file("h.spthy", &theory(&[("L", &[goal])]));
    let other = theory(&[("M", &["B( ) @ #i"])]);
    let (_other_folder, other) = file("<b>\u{1b}.spthy", &other);
    for args in [
        &["compare", &path, &other][..],
        &["explain", &path, &other],
        &["paths", &path],
        &["footprint", &path],
    ] {
        let output = String::from_utf8(crost(args).stdout).unwrap();
        assert!(output.contains("alert(1)"), "{args:?}");
        assert!(
            !output.contains(['\u{1b}', '\u{202e}']),
            "{args:?}: {output}"
        );
    }
    for args in [
        &["compare", &path, &other, "--format", "json"][..],
        &["explain", &path, &other, "--json"],
        &["footprint", &path, "--json"],
        &["paths", &path, "--format", "jsonl"],
        &["paths", &path, "--format", "csv"],
    ] {
        let output = String::from_utf8(crost(args).stdout).unwrap();
        assert!(output.contains("alert(1)"), "{args:?}");
        assert!(!output.contains('\u{1b}'), "{args:?}: {output}");
    }
    let (html, data) = page(&[&path, &other]);
    assert_eq!(html.matches("</script>").count(), 2, "the page's own");
    assert!(!html.contains(['\u{1b}', '\u{202e}']));
    let label = data["labels"][0].as_str().unwrap();
    assert!(
        label.contains("</script><script>alert(1)</script>\\u{1b}[2J"),
        "{label}"
    );
    assert!(
        data["generated"][0]
            .as_str()
            .unwrap()
            .ends_with("<b>\\u{1b}.spthy")
    );
}

#[test]
fn a_row_of_paths_is_one_row_of_a_table() {
    let (_folder, path) = file("h.spthy", &theory(&[("L", &["A( '1,\"2\"' ) @ #i"])]));
    let output = crost(&["paths", &path, "--format", "csv"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = table.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 1);
    let labels: Vec<String> = serde_json::from_str(&rows[0][3]).unwrap();
    assert_eq!(labels, ["A( '1,\"2\"' ) @ #1"]);
}

// Options.

#[test]
fn lemmas_can_be_chosen_and_left_out() {
    let names = |args: &[&str]| -> Vec<String> {
        let value = compared(args);
        let lemmas = value["lemmas"].as_array().unwrap();
        lemmas
            .iter()
            .map(|lemma| lemma["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&[]), ["secret", "agreed", "runs"]);
    assert_eq!(
        names(&["--lemma", "runs", "--lemma", "secret"]),
        ["secret", "runs"]
    );
    assert_eq!(names(&["--exclude", "runs"]), ["secret", "agreed"]);
    // On the generated side too.
    let score = |args: &[&str]| compared(args)["crost"]["covered"].as_u64().unwrap();
    assert!(score(&["--exclude", "nonce_hidden"]) < score(&[]));
}

#[test]
fn sources_are_left_out_unless_kept() {
    let sources = "lemma S [sources]: \"T\" solve( A( ) @ #i ) SOLVED\n";
    let text = format!(
        "theory T begin {sources} lemma AUTO_typing: \"T\" solve( B( ) @ #i ) SOLVED\n\
        lemma L: \"T\" solve( C( ) @ #i ) SOLVED end"
    );
    let (_folder, path) = file("s.spthy", &text);
    let total = |args: &[&str]| {
        let value = json(&[&["compare", &path, &path, "--format", "json"], args].concat());
        value["crost"]["total"].as_u64().unwrap()
    };
    assert_eq!(total(&[]), 1);
    assert_eq!(total(&["--keep-sources"]), 3);
    let value = json(&["compare", &path, &path, "--format", "json"]);
    assert!(value["warnings"].to_string().contains("S, AUTO_typing"));
}

#[test]
fn families_come_from_a_table_where_one_is_given() {
    let family = |args: &[&str]| compared(args)["lemmas"][0]["family"].clone();
    assert_eq!(family(&[]), "secrecy");
    let (_folder, table) = file("f.csv", "lemma,family\nsecret,\"keys, long-term\"\n");
    assert_eq!(family(&["--families", &table]), "keys, long-term");
    let (_folder, table) = file("f.csv", "lemma,family\nsecret\n");
    let broken = run(&["compare", TARGET, GENERATED, "--families", &table], "");
    assert!(
        broken.starts_with("exit 4\n--- out\n--- err\nerror: "),
        "{broken}"
    );
    assert!(broken.contains("f.csv:2"), "{broken}");
    assert_eq!(
        status(&["compare", TARGET, GENERATED, "--families", "tests/no.csv"]),
        4
    );
}

#[test]
fn what_says_little_is_a_parameter() {
    let total = |args: &[&str]| compared(args)["informative"]["total"].as_u64().unwrap();
    let all = compared(&[])["crost"]["total"].as_u64().unwrap();
    assert_eq!(
        total(&["--uninformative", "chain"]),
        all,
        "the theory has no chain"
    );
    assert!(total(&["--uninformative", "ku-variable"]) < all);
    assert_eq!(
        total(&[]),
        total(&["--uninformative", "chain,ku-variable,split"])
    );
    assert_eq!(
        status(&["compare", TARGET, GENERATED, "--uninformative", "noise"]),
        4
    );
}

#[test]
fn rarity_is_of_the_target_or_of_a_corpus() {
    let total = |args: &[&str]| compared(args)["weighted"]["total"].as_f64().unwrap();
    let own = total(&[]);
    assert!((own - total(&["--corpus", TARGET])).abs() < 1e-9);
    assert!((own - total(&["--corpus", TARGET, GENERATED])).abs() > 1e-3);
}

#[test]
fn the_normal_form_decides_what_is_one_goal() {
    let (_a, target) = file("a.spthy", &theory(&[("L", &["A( ~k.1, x ) @ #i.3"])]));
    let (_b, generated) = file("b.spthy", &theory(&[("L", &["A( ~k, x ) @ #j"])]));
    let (_c, other) = file("c.spthy", &theory(&[("L", &["A( ~m, y ) @ #j"])]));
    let score = |with: &str, form: &str| {
        let args = [
            "compare",
            &target,
            with,
            "--format",
            "json",
            "--normal-form",
            form,
        ];
        json(&args)["crost"]["score"].as_f64().unwrap()
    };
    let forms = ["raw", "index", "local", "full"];
    assert_eq!(
        forms.map(|form| score(&generated, form)),
        [0.0, 0.0, 1.0, 1.0]
    );
    assert_eq!(forms.map(|form| score(&other, form)), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_file_with_faults_is_read_as_far_as_it_goes_only_if_asked() {
    let text = format!(
        "{}rule\n",
        theory(&[("L", &["A( ) @ #i"])]).replace("end\n", "")
    );
    let (_folder, path) = file("f.spthy", &text);
    assert_eq!(status(&["compare", &path, &path]), 4);
    let output = crost(&["compare", &path, &path, "--lenient", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stderr.is_empty(), "faults are shown all the same");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["crost"]["total"], 1);
}

#[test]
fn flags_choose_a_branch() {
    let lemma = |goal: &str| format!("lemma L: \"T\" solve( {goal}( ) @ #i ) SOLVED\n");
    let text = format!(
        "theory T begin\n#ifdef weak\n{}#else\n{}#endif\nend",
        lemma("A"),
        lemma("B")
    );
    let (_folder, path) = file("d.spthy", &text);
    let paths = |args: &[&str]| {
        String::from_utf8(crost(&[&["paths", &path], args].concat()).stdout).unwrap()
    };
    assert_eq!(paths(&["-D", "weak"]), "L: A( ) @ #1\n");
    assert_eq!(paths(&[]), "L: B( ) @ #1\n");
}

#[test]
fn several_generated_files_are_one_set() {
    let (_a, target) = file(
        "a.spthy",
        &theory(&[("L", &["A( ) @ #i"]), ("M", &["B( ) @ #i"])]),
    );
    let (_b, one) = file("b.spthy", &theory(&[("L", &["A( ) @ #i"])]));
    let (_c, two) = file("c.spthy", &theory(&[("M", &["B( ) @ #i"])]));
    let covered = |files: &[&str]| {
        let args = [&["compare", &target], files, &["--format", "json"]].concat();
        json(&args)["crost"]["covered"].as_u64().unwrap()
    };
    assert_eq!(covered(&[&one]), 1);
    assert_eq!(covered(&[&one, &two]), 2);
}
