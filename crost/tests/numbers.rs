//! `crost ability`, `curve`, `flips`, `correlate`: every exit status, every format.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

mod folder;

use folder::{crost, folder, run};

#[test]
fn ability() {
    let folder = folder();
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        run(folder.path(), &args)
    };
    insta::assert_snapshot!(run("ability -n 10 -k 4 --rho 0.513 -r 3 -s 3,5"));
    insta::assert_snapshot!(run("ability -n 20 -k 2 --rho 0.5 -s 1,1,1 --json"));
    insta::assert_snapshot!(run("ability --runs hits.csv -n 10 -k 4 -r 1"));
    insta::assert_snapshot!(run("ability --runs misses.csv --json"));
}

#[test]
fn curve() {
    let folder = folder();
    let args = [
        "curve",
        "target.spthy",
        "half.spthy",
        "empty.spthy",
        "agree.spthy",
    ];
    insta::assert_snapshot!(run(folder.path(), &args));
    insta::assert_snapshot!(run(folder.path(), &[&args[..], &["--json"]].concat()));
    let plot = ["--plot", "curve.svg"];
    assert_eq!(
        crost(folder.path(), &[&args[..], &plot].concat())
            .status
            .code(),
        Some(0)
    );
    let svg = std::fs::read_to_string(folder.path().join("curve.svg")).unwrap();
    insta::assert_snapshot!(svg);
}

#[test]
fn flips() {
    let folder = folder();
    let args = ["flips", "target.spthy", "mutant.spthy", "target.spthy"];
    insta::assert_snapshot!(run(folder.path(), &args));
    insta::assert_snapshot!(run(
        folder.path(),
        &[&args[..2], &["mutant.spthy", "--json"]].concat()
    ));
}

#[test]
fn correlate() {
    let folder = folder();
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        run(folder.path(), &args)
    };
    insta::assert_snapshot!(run("correlate table.csv --x x --y y"));
    insta::assert_snapshot!(run("correlate table.csv --x x --y z --json"));
    insta::assert_snapshot!(run("correlate --coefficient 0.75 --pairs 12"));
}

#[test]
fn exit_statuses() {
    let folder = folder();
    for (status, args) in [
        (4, "ability"),
        (4, "ability --rho 0.5"),
        (4, "ability -n 10 -k 11 --rho 0.5 -r 1"),
        (4, "ability -n 10 -k 4 --rho 1.5 -r 1"),
        (4, "ability -n 10 -k 4 --rho 0.5 -r 11"),
        (4, "ability --runs table.csv"),
        (3, "ability --runs misses.csv -n 10 -k 4 -r 1"),
        (3, "curve no_path.spthy half.spthy"),
        (4, "curve target.spthy broken.spthy"),
        (4, "curve target.spthy half.spthy --lemma nonesuch"),
        (0, "curve target.spthy half.spthy --lemma agree"),
        (3, "flips mutant.spthy no_path.spthy"),
        (4, "flips target.spthy missing.spthy"),
        (3, "correlate table.csv --x x --y z"),
        (4, "correlate table.csv --x x --y nonesuch"),
        (4, "correlate target.spthy --x x --y y"),
        (4, "correlate twice.csv --x x --y y"),
        (4, "correlate twice.jsonl --x x --y y"),
        (4, "correlate table.csv"),
        (3, "correlate --coefficient 0.5 --pairs 2"),
        (3, "correlate --coefficient -1.5 --pairs 9"),
    ] {
        let list: Vec<&str> = args.split(' ').collect();
        let output = crost(folder.path(), &list);
        assert_eq!(output.status.code(), Some(status), "{args}: {output:?}");
    }
}
