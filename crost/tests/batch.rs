//! `crost batch`: no row is lost, whatever is wrong with its files and whenever
//! the program is stopped.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

mod folder;

use folder::{crost, folder, run};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;
use std::path::Path;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_table_says_what_is_and_what_is_not() {
    let folder = folder();
    insta::assert_snapshot!(run(folder.path(), &["batch", "runs.csv", "-o", "rows.csv"]));
    insta::assert_snapshot!(read(folder.path(), "rows.csv"));
    let args = ["batch", "good.jsonl", "--json", "--threshold", "0.5"];
    insta::assert_snapshot!(run(folder.path(), &args));
}

#[test]
fn exit_statuses() {
    let folder = folder();
    let status = |args: &[&str]| crost(folder.path(), args).status.code().unwrap();
    assert_eq!(status(&["batch", "good.jsonl"]), 0);
    assert_eq!(status(&["batch", "runs.csv"]), 3);
    assert_eq!(status(&["batch", "missing.csv"]), 4);
    assert_eq!(status(&["batch", "target.spthy"]), 4);
    assert_eq!(status(&["batch", "good.jsonl", "-o", "rows.txt"]), 4);
    assert_eq!(
        status(&["batch", "good.jsonl", "-o", "no/folder/rows.csv"]),
        4
    );
    // The manifest, or another output, would be gone.
    let manifest = read(folder.path(), "good.jsonl");
    assert_eq!(status(&["batch", "good.jsonl", "-o", "./good.jsonl"]), 4);
    assert_eq!(read(folder.path(), "good.jsonl"), manifest);
    let twice = ["--journal", "o.csv", "-o", "o.csv"];
    assert_eq!(status(&[&["batch", "good.jsonl"], &twice[..]].concat()), 4);
    assert_eq!(status(&["batch", "good.jsonl", "--resume"]), 4);
}

#[test]
fn a_table_of_families_has_its_header_and_each_lemma_once() {
    let folder = folder();
    let batch = |table: &str| {
        std::fs::write(folder.path().join("families.csv"), table).unwrap();
        run(folder.path(), &["batch", "runs.csv", "--json"])
    };
    for (table, reason) in [
        ("agree,injective\n", "has no column `lemma`"),
        ("", "has no column `lemma`"),
        ("lemma,famly\nagree,x\n", "has no column `family`"),
        (
            "lemma,family,note\nagree,x,y\n",
            "the column `note` is unknown",
        ),
        (
            "lemma,family\nagree,x\nagree,y\n",
            "the lemma `agree` is there twice",
        ),
        ("lemma,family\nagree,\n", "a cell is empty"),
    ] {
        let text = batch(table);
        assert!(
            text.contains("families: ") && text.contains(reason),
            "{text}"
        );
        let compare = [
            "compare",
            "target.spthy",
            "half.spthy",
            "--families",
            "families.csv",
        ];
        let text = run(folder.path(), &compare);
        assert!(
            text.starts_with("exit 4\n") && text.contains(reason),
            "{text}"
        );
    }
    // Columns go by name, and a name that is not there is said.
    let text = batch("family,lemma\ninjective,agree\ninjective,agre\n");
    assert!(text.contains("\"injective\": {"), "{text}");
    assert!(
        text.contains("families: no lemma of the target is called `agre`"),
        "{text}"
    );
}

#[test]
fn runs_of_one_name_and_thresholds_are_said_as_they_are() {
    let folder = folder();
    let line = read(folder.path(), "good.jsonl");
    std::fs::write(folder.path().join("good.jsonl"), line.repeat(2)).unwrap();
    let text = run(
        folder.path(),
        &["batch", "good.jsonl", "--threshold", "0.57"],
    );
    assert!(
        text.contains("warning: run 1 of a on Ping is in the manifest twice"),
        "{text}"
    );
    assert!(text.contains("are covered by more than 57% ("), "{text}");
}

#[test]
fn a_chosen_lemma_that_is_not_there_is_no_missing_path() {
    let folder = folder();
    let text = run(folder.path(), &["batch", "runs.csv", "--lemma", "typo"]);
    assert!(text.starts_with("exit 4\n"), "{text}");
    assert!(
        text.contains("no lemma of the target is called `typo`"),
        "{text}"
    );
    // The target of Ping has it, that of Pong has not.
    let text = run(folder.path(), &["batch", "runs.csv", "--lemma", "agree"]);
    let reason = "Pong a 1: error: no lemma of the target is called `agree`";
    assert!(
        text.starts_with("exit 3\n") && text.contains(reason),
        "{text}"
    );
}

#[test]
fn a_manifest_with_faults_is_drawn() {
    let folder = folder();
    for (name, text) in [
        (
            "unknown.csv",
            "run,model,protocol,target,generated,famlies\n1,a,b,c,d,e\n",
        ),
        (
            "short.csv",
            "run,model,protocol,target,generated\n1,a,b,c,d\n1,a\n1,a,b,c,d\n",
        ),
        ("headless.csv", "1,a,b,c,d\n"),
        ("empty.csv", "\n"),
        ("rows.csv", "run,model,protocol,target,generated\n"),
        (
            "twice.csv",
            "run,model,protocol,target,generated,run\n1,a,b,c,d,2\n",
        ),
        (
            "array.json",
            "[{\"run\":1,\"model\":\"a\",\"protocol\":\"b\",\"target\":\"c\",\"generated\":\"d\"}]",
        ),
        (
            "marked.csv",
            "\u{feff}run,model,protocol,target,generated\n1,a,b,c\n",
        ),
        ("odd.jsonl", "{\"run\":\"1\"}\n[]\n{\"run\":tru\n"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        insta::assert_snapshot!(name, run(folder.path(), &["batch", name]));
    }
}

#[test]
fn rows_stand_in_the_order_of_the_manifest_whatever_the_threads() {
    let folder = folder();
    let mut all = Vec::new();
    for threads in ["1", "2", "7"] {
        let args = [
            "batch",
            "runs.csv",
            "--threads",
            threads,
            "-o",
            "o.csv",
            "-o",
            "o.jsonl",
        ];
        crost(folder.path(), &args);
        all.push((read(folder.path(), "o.csv"), read(folder.path(), "o.jsonl")));
    }
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
    let runs: Vec<Value> = all[0]
        .1
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(runs.len(), 8);
    assert_eq!(runs[1]["generated"], "agree.spthy");
    assert_eq!(runs[7]["target"], "missing.spthy");
}

#[test]
fn a_batch_that_was_stopped_anywhere_ends_the_same() {
    let folder = folder();
    let args = [
        "batch",
        "runs.csv",
        "--journal",
        "journal",
        "--threads",
        "1",
        "-o",
        "o.jsonl",
    ];
    crost(folder.path(), &args);
    let (journal, rows) = (
        read(folder.path(), "journal"),
        read(folder.path(), "o.jsonl"),
    );
    let resume = [&args[..], &["--resume"]].concat();
    for tenth in 0..=10 {
        // Cut in the middle of a line, mostly, and never in the middle of a character.
        let mut end = journal.len() * tenth / 10;
        while !journal.is_char_boundary(end) {
            end -= 1;
        }
        std::fs::write(folder.path().join("journal"), &journal[..end]).unwrap();
        assert_eq!(crost(folder.path(), &resume).status.code(), Some(3));
        assert_eq!(read(folder.path(), "o.jsonl"), rows);
        assert_eq!(read(folder.path(), "journal"), journal);
    }
}

#[test]
fn only_what_has_not_changed_is_taken_over() {
    let folder = folder();
    let args = [
        "batch",
        "runs.csv",
        "--journal",
        "journal",
        "--resume",
        "--threads",
        "1",
    ];
    let lines = || read(folder.path(), "journal").lines().count();
    crost(folder.path(), &args);
    assert_eq!(lines(), 8);
    crost(folder.path(), &args);
    assert_eq!(lines(), 8);
    // A file that was missing is there: its one row is done again.
    std::fs::copy(
        folder.path().join("half.spthy"),
        folder.path().join("missing.spthy"),
    )
    .unwrap();
    std::fs::remove_file(folder.path().join("unproved.spthy")).unwrap();
    let text = run(folder.path(), &args);
    // As generated, as target, and the one that has gone.
    assert_eq!(lines(), 8 + 3);
    assert!(text.contains("no such file: unproved.spthy"), "{text}");
    // Another normal form is another result.
    crost(
        folder.path(),
        &[&args[..], &["--normal-form", "raw"]].concat(),
    );
    assert_eq!(lines(), 8 + 3 + 8);
}

#[test]
fn a_journal_is_neither_overwritten_nor_guessed_at() {
    let folder = folder();
    let args = ["batch", "good.jsonl", "--journal", "journal"];
    assert_eq!(crost(folder.path(), &args).status.code(), Some(0));
    let journal = read(folder.path(), "journal");
    insta::assert_snapshot!(run(folder.path(), &args));
    assert_eq!(read(folder.path(), "journal"), journal);
    std::fs::write(
        folder.path().join("journal"),
        format!("nonsense\n{journal}"),
    )
    .unwrap();
    let resume = [&args[..], &["--resume"]].concat();
    insta::assert_snapshot!(run(folder.path(), &resume));
    // Without an end of line, but no line of a journal that was cut off.
    std::fs::write(folder.path().join("journal"), "my notes").unwrap();
    assert_eq!(crost(folder.path(), &resume).status.code(), Some(4));
    assert_eq!(read(folder.path(), "journal"), "my notes");
}

#[test]
fn no_output_takes_the_place_of_an_input_or_another_output() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for (kept, args) in [
        ("target.spthy", "batch runs.csv --page target.spthy"),
        ("half.spthy", "batch runs.csv --page sub/../half.spthy"),
        ("families.csv", "batch runs.csv -o ./families.csv"),
        ("target.spthy", "batch runs.csv --journal target.spthy"),
        (
            "target.spthy",
            "curve target.spthy half.spthy --plot target.spthy",
        ),
        (
            "half.spthy",
            "curve target.spthy half.spthy --plot ./half.spthy",
        ),
    ] {
        let text = read(folder.path(), kept);
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(
            crost(folder.path(), &args).status.code(),
            Some(4),
            "{args:?}"
        );
        assert_eq!(read(folder.path(), kept), text);
    }
    // None of these is there yet.
    for args in [
        "batch runs.csv --journal j.jsonl -o ./j.jsonl",
        "batch runs.csv -o o.csv -o sub/../o.csv",
        "batch runs.csv --page missing.spthy",
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(
            crost(folder.path(), &args).status.code(),
            Some(4),
            "{args:?}"
        );
    }
}

#[test]
fn parquet_has_the_rows_of_the_table() {
    let folder = folder();
    crost(
        folder.path(),
        &["batch", "runs.csv", "-o", "o.csv", "-o", "o.parquet"],
    );
    let file = std::fs::File::open(folder.path().join("o.parquet")).unwrap();
    let rows: Vec<Value> = SerializedFileReader::new(file)
        .unwrap()
        .get_row_iter(None)
        .unwrap()
        .map(|row| {
            let row = row.unwrap();
            let cells = row.get_column_iter().map(|(name, cell)| {
                use parquet::record::Field;
                let value = match cell {
                    Field::Null => Value::Null,
                    Field::Bool(flag) => Value::from(*flag),
                    Field::Long(count) => Value::from(*count),
                    Field::Double(number) => Value::from(*number),
                    Field::Str(text) => Value::from(text.as_str()),
                    other => Value::from(format!("{other:?}")),
                };
                (name.clone(), value)
            });
            Value::Object(cells.collect())
        })
        .collect();
    let text = read(folder.path(), "o.csv");
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let header = table.headers().unwrap().clone();
    let mut n_rows = 0;
    for (record, row) in table.records().zip(&rows) {
        for (name, cell) in header.iter().zip(&record.unwrap()) {
            let expected = match &row[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Number(number) if number.is_f64() => number.as_f64().unwrap().to_string(),
                other => other.to_string(),
            };
            assert_eq!(cell, expected, "{name}");
        }
        n_rows += 1;
    }
    assert_eq!((n_rows, rows.len()), (8, 8));
}

#[test]
fn names_cannot_leave_their_place_on_the_page() {
    let folder = folder();
    crost(folder.path(), &["batch", "runs.csv", "--page", "page.html"]);
    let page = read(folder.path(), "page.html");
    assert!(!page.contains("<script"), "a model's name became a script");
    assert!(page.contains("&lt;script&gt;"));
    assert_eq!(page.matches("<svg").count(), 3);
    for address in ["http://", "https://"] {
        let foreign = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!foreign.contains(address), "the page needs the network");
    }
}
