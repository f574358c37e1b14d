//! A folder of small theories, and the program in it.

use std::path::Path;
use std::process::{Command, Output};

/// A theory whose lemmas have these names and proofs.
fn theory(lemmas: &[(&str, &str, &str)], report: &str) -> String {
    let mut text = "theory Ping begin\n".to_owned();
    for (name, formula, proof) in lemmas {
        text += &format!("lemma {name}: {formula}\n{proof}\n");
    }
    format!("{text}end\n{report}")
}

const SECRET: &str = "all-traces \"All x #i. Secret( x )@i ==> not Ex #j. K( x )@j\"";
const AGREE: &str = "all-traces \"All x #i. Commit( x )@i ==> Ex #j. Running( x )@j\"";
const RUNS: &str = "exists-trace \"Ex x #i. Commit( x )@i\"";

const LONG: &str = "solve( Secret( x ) @ #i ) case Send solve( !KU( ~n ) @ #j ) case Leak \
                    by contradiction qed qed";
const SHORT: &str = "solve( Commit( x ) @ #i ) case Receive by contradiction qed";
const FOUND: &str = "solve( Commit( x ) @ #i ) case Receive SOLVED // trace found\nqed";

fn report(rows: &str) -> String {
    format!(
        "\nsummary of summaries:\n\nanalyzed: ping.spthy\n\n  processing time: 1.25s\n  \n{rows}"
    )
}

/// A folder with a target, generated theories, mutants and manifests.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let target = theory(
        &[
            ("secret", SECRET, LONG),
            ("agree", AGREE, SHORT),
            ("runs", RUNS, FOUND),
        ],
        &report(
            "  secret (all-traces): verified (3 steps)\n  agree (all-traces): verified (2 steps)\n  \
             runs (exists-trace): verified (2 steps)\n",
        ),
    );
    write("target.spthy", &target);
    write(
        "half.spthy",
        &theory(&[("mine", SECRET, LONG)], &report("")),
    );
    write("agree.spthy", &theory(&[("mine", AGREE, SHORT)], ""));
    write("empty.spthy", "theory Ping begin end");
    write("unproved.spthy", &theory(&[("mine", SECRET, "")], ""));
    write(
        "broken.spthy",
        "theory Ping begin\nlemma mine: \"All x\nend",
    );
    write(
        "no_path.spthy",
        &theory(&[("secret", SECRET, "by contradiction")], ""),
    );
    let mutant = theory(
        &[
            (
                "secret",
                SECRET,
                "solve( Secret( x ) @ #i ) case Send SOLVED // trace found\nqed",
            ),
            ("agree", AGREE, "by sorry"),
            ("runs", RUNS, FOUND),
        ],
        "",
    );
    write("mutant.spthy", &mutant);
    write("families.csv", "lemma,family\nagree,injective\n");
    write(
        "runs.csv",
        "run,model,protocol,target,generated,families\n\
         1,a,Ping,target.spthy,half.spthy,\n\
         2,a,Ping,target.spthy,agree.spthy,\n\
         1,b,Ping,target.spthy,empty.spthy,families.csv\n\
         2,b,Ping,target.spthy,broken.spthy,\n\
         3,b,Ping,target.spthy,missing.spthy,\n\
         4,b,Ping,target.spthy,unproved.spthy,\n\
         1,a,Pong,no_path.spthy,half.spthy,\n\
         1,<script>,Pong,missing.spthy,half.spthy,\n",
    );
    write(
        "good.jsonl",
        "{\"run\":1,\"model\":\"a\",\"protocol\":\"Ping\",\"target\":\"target.spthy\",\"generated\":\"half.spthy\"}\n",
    );
    write("table.csv", "x,y,z\n1,2,\n2,4.5,1\n3,,1\n4,8,1\n5,9,1\n");
    write("twice.csv", "x,y,x\n1,2,3\n2,4,1\n3,5,2\n");
    write("twice.jsonl", &"{\"x\":1,\"y\":2,\"x\":3}\n".repeat(4));
    write("hits.csv", "hit,pred\n1,1\n1,0\n0,1\ntrue,true\n");
    write("misses.csv", "hit,pred\n0,1\n");
    folder
}

/// Runs the program in a folder.
pub(crate) fn crost(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crost"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

/// Exit status, standard output and standard error as one text.
pub(crate) fn run(folder: &Path, args: &[&str]) -> String {
    let output = crost(folder, args);
    format!(
        "exit {}\n--- out\n{}--- err\n{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}
