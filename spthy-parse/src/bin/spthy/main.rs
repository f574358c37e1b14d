//! The `spthy` program: theories in, rows, trees and diagnostics out.

mod args;
mod check;
mod tables;

use args::{Cli, Command, Flags, Format, SideArg, TreeArgs, TreeFormat};
use clap::Parser;
use diagnostic::{Diagnostic, SourceFile, escape_controls, render};
use spthy_parse::output::{self, Tree};
use spthy_parse::{Arena, Options, Parsed, Side, parse_theory_with};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// All files were read.
const EXIT_OK: u8 = 0;
/// A file could not be read or has faults, or the command line is wrong.
const EXIT_BAD_INPUT: u8 = 4;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come the same way, but are no errors.
            let is_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_error { EXIT_BAD_INPUT } else { EXIT_OK });
        }
    };
    let result = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Lemmas(args) => tables::lemmas(&args),
        Command::Summary(args) => tables::summary(&args),
        Command::Tree(args) => tree(&args),
        Command::Format(args) => format(&args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        // A reader that went away is no fault.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(EXIT_OK),
        Err(error) => {
            complain(&format!("could not write: {error}"));
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

/// Tells what went wrong on standard error.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "spthy: {}", escape_controls(message));
}

/// Draws diagnostics on standard error.
fn show(file: &SourceFile, diagnostics: &[Diagnostic]) {
    let stderr = io::stderr();
    let color = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = stderr
        .lock()
        .write_all(render(file, diagnostics, color).as_bytes());
}

/// Draws what kept a file from being read at all.
fn show_unread(path: &Path, diagnostic: &Diagnostic) {
    show(
        &SourceFile::new(path.display().to_string(), ""),
        std::slice::from_ref(diagnostic),
    );
}

fn counted(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn options(flags: &Flags, lemmas_only: bool) -> Options {
    Options {
        defines: flags.defines.clone(),
        lemmas_only,
    }
}

fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Reads and parses one file and shows its errors; none where it cannot be read.
fn open(path: &Path) -> Option<SourceFile> {
    SourceFile::read(path)
        .map_err(|error| show_unread(path, &error.diagnostic()))
        .ok()
}

fn show_errors(file: &SourceFile, parsed: &Parsed<'_>) {
    let diagnostics: Vec<_> = parsed
        .errors
        .iter()
        .map(|error| error.diagnostic())
        .collect();
    show(file, &diagnostics);
}

fn format(args: &Format) -> io::Result<u8> {
    let Some(file) = open(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let arena = Arena::new();
    let parsed = parse_theory_with(file.text(), &arena, &options(&args.flags, false));
    if !parsed.errors.is_empty() {
        // Printing what could be read would lose the rest.
        show_errors(&file, &parsed);
        return Ok(EXIT_BAD_INPUT);
    }
    let mut out = stdout();
    write!(out, "{}", parsed.theory)?;
    out.flush()?;
    Ok(EXIT_OK)
}

fn tree(args: &TreeArgs) -> io::Result<u8> {
    let Some(file) = open(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let arena = Arena::new();
    let parsed = parse_theory_with(file.text(), &arena, &options(&args.flags, true));
    show_errors(&file, &parsed);
    let tree = match find_tree(&parsed, args) {
        Ok(tree) => tree,
        Err(message) => {
            complain(&message);
            return Ok(EXIT_BAD_INPUT);
        }
    };
    let mut out = stdout();
    match args.format {
        TreeFormat::Text => output::write_text(&tree, &mut out)?,
        TreeFormat::Json => output::write_json(&tree, &mut out)?,
        TreeFormat::Dot => output::write_dot(&tree, &mut out)?,
        TreeFormat::Mermaid => output::write_mermaid(&tree, &mut out)?,
        TreeFormat::Html => output::write_html(&tree, &mut out)?,
    }
    out.flush()?;
    Ok(if parsed.errors.is_empty() {
        EXIT_OK
    } else {
        EXIT_BAD_INPUT
    })
}

fn find_tree<'p, 'a>(parsed: &'p Parsed<'a>, args: &TreeArgs) -> Result<Tree<'p, 'a>, String> {
    let theory = &parsed.theory;
    let name = args.lemma.as_str();
    let is_diff = theory.diff_lemmas().next().is_some();
    let mut found = Vec::new();
    for lemma in theory.lemmas().filter(|lemma| lemma.name == name) {
        let side = lemma.side().filter(|_| is_diff);
        let wanted = match args.side {
            None => true,
            Some(SideArg::Lhs) => side == Some(Side::Left),
            Some(SideArg::Rhs) => side == Some(Side::Right),
        };
        if wanted {
            let side = side.map(|side| if side == Side::Left { "LHS" } else { "RHS" });
            found.push(Tree::of_lemma(lemma, side));
        }
    }
    if args.side.is_none() {
        found.extend(
            theory
                .diff_lemmas()
                .filter(|lemma| lemma.name == name)
                .map(Tree::of_diff_lemma),
        );
    }
    match found[..] {
        [Some(tree)] => Ok(tree),
        [None] => Err(format!("no proof stands below the lemma `{name}`")),
        [] if args.side.is_some() && !is_diff => Err(
            "the theory has no sides: it has no lemma about observational equivalence".to_owned(),
        ),
        [] => {
            let trace = theory.lemmas().map(|lemma| lemma.name);
            let names: Vec<_> = trace
                .chain(theory.diff_lemmas().map(|lemma| lemma.name))
                .collect();
            Err(format!(
                "no lemma is called `{name}`; there are: {}",
                names.join(", ")
            ))
        }
        _ if is_diff && args.side.is_none() => Err(format!(
            "`{name}` has a proof for each side; choose with --side lhs or --side rhs"
        )),
        _ => Err(format!("several lemmas are called `{name}`")),
    }
}
