//! The `check` program: specs in, verdicts out, exit status for CI.

mod args;
mod labels;
mod memory;
mod progress;
mod validate;

use args::{CheckArgs, Command, Format, Request, Target};
use checker::export::ExportError;
use checker::output::{Checked, EXIT_BAD_INPUT, Entry, Options, OutputError, Rejected};
use checker::spec::SpecError;
use checker::{
    Model, Report, Verdict, Warning, check_with_progress, export, output, spec, warnings,
};
use clap::CommandFactory;
use diagnostic::{Diagnostic, SourceFile};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let request = match args::parse(std::env::args_os()) {
        Ok(request) => request,
        Err(error) => {
            // Help and version are no errors, but come the same way.
            let is_usage_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_usage_error { EXIT_BAD_INPUT } else { 0 });
        }
    };
    let status = match &request.args.command {
        Some(Command::Validate(args)) => validate::run(args),
        Some(Command::Labels(args)) => labels::run(args),
        Some(Command::Example) => print(|out| out.write_all(models::MUTEX.as_bytes())).map(|()| 0),
        Some(Command::Completions { shell }) => print(|out| {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut args::Args::command(), "check", &mut script);
            out.write_all(&script)
        })
        .map(|()| 0),
        None => run(&request),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            complain(&message);
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

/// Writes to standard output; a reader that went away is no fault.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("could not write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Tells what went wrong on standard error.
fn complain(message: &str) {
    let _ = writeln!(
        io::stderr(),
        "check: {}",
        diagnostic::escape_controls(message)
    );
}

/// One file with all that is known of it.
struct Examined {
    file: String,
    source: Option<SourceFile>,
    result: Result<(Model, Option<Report>, Vec<Warning>), Vec<Diagnostic>>,
}

impl Examined {
    /// None where no search was asked for.
    fn entry(&self) -> Option<Entry<'_>> {
        let result = match &self.result {
            Ok((model, report, warnings)) => Ok(Checked {
                model,
                report: report.as_ref()?,
                warnings,
            }),
            Err(diagnostics) => Err(Rejected {
                source: self.source.as_ref(),
                diagnostics,
            }),
        };
        Some(Entry {
            file: &self.file,
            result,
        })
    }
}

/// Reads a spec; every fault is a diagnostic.
fn read_spec(
    path: &Path,
    read: impl FnOnce(&SourceFile) -> Result<Model, Vec<SpecError>>,
) -> (Option<SourceFile>, Result<Model, Vec<Diagnostic>>) {
    match SourceFile::read(path) {
        Err(error) => (None, Err(vec![error.diagnostic()])),
        Ok(source) => {
            let model =
                read(&source).map_err(|errors| errors.iter().map(SpecError::diagnostic).collect());
            (Some(source), model)
        }
    }
}

fn run(request: &Request) -> Result<u8, String> {
    let args = &request.args.check;
    let needs_search = request
        .targets
        .iter()
        .any(|target| !target.format.is_export());
    progress::handle_signals().map_err(|error| format!("could not watch for signals: {error}"))?;
    let mut examined = Vec::new();
    for path in &args.input.specs {
        examined.push(examine(path, args, needs_search)?);
    }
    let mut status = combined_status(&examined, &options(args, false));
    for target in &request.targets {
        if let Err(message) = write_target(target, &examined, args) {
            complain(&message);
            status = EXIT_BAD_INPUT;
        }
    }
    Ok(status)
}

fn examine(path: &Path, args: &CheckArgs, needs_search: bool) -> Result<Examined, String> {
    let (source, model) = read_spec(path, |source| {
        spec::read_checkable(source, args.input.int_bound)
    });
    let model = model.and_then(|model| {
        if args.within.is_some() && model.goal().is_none() {
            Err(vec![no_goal_within()])
        } else {
            Ok(model)
        }
    });
    let result = match model {
        Err(diagnostics) => Err(diagnostics),
        Ok(model) if !needs_search => Ok((model, None, Vec::new())),
        Ok(model) => {
            let mut line = progress::Line::start();
            let report = check_with_progress(&model, &args.limits(), |at| line.update(at));
            drop(line);
            let report = report.map_err(|mismatch| mismatch.to_string())?;
            let warnings = warnings(&model, Some(&report));
            Ok((model, Some(report), warnings))
        }
    };
    Ok(Examined {
        file: path.display().to_string(),
        source,
        result,
    })
}

fn no_goal_within() -> Diagnostic {
    Diagnostic::error("--within asks for a goal state, and the spec has no goal")
        .help(r#"add one, such as "goal": {"require": {"x": 1}}, or leave --within out"#)
}

/// Bad input outweighs every verdict; an export alone has none.
fn combined_status(examined: &[Examined], options: &Options) -> u8 {
    if examined.iter().any(|one| one.result.is_err()) {
        return EXIT_BAD_INPUT;
    }
    let reports: Vec<_> = examined
        .iter()
        .filter_map(|one| one.result.as_ref().ok()?.1.as_ref())
        .collect();
    if reports.is_empty() {
        return 0;
    }
    options.exit_code(Verdict::combine(reports.into_iter().map(Report::verdict)))
}

/// Writes one format to its file or to standard output.
fn write_target(target: &Target, examined: &[Examined], args: &CheckArgs) -> Result<(), String> {
    let Some(path) = &target.file else {
        return write_to_terminal(target.format, examined, args);
    };
    if target.format == Format::Tla {
        return write_tla(path, only_model(examined)?);
    }
    write_file(path, |out| {
        write_format(target.format, examined, &options(args, false), out)
    })
}

/// TLC wants the module named as its file, and its configuration beside it.
fn write_tla(path: &Path, model: &Model) -> Result<(), String> {
    let module = path.file_stem().unwrap_or_default().to_string_lossy();
    write_file(path, |out| {
        exported(export::tla::write_named(model, &module, out))
    })?;
    write_file(&Target::config(path), |out| {
        exported(export::tla::write_config(model, out))
    })
}

fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), String>,
) -> Result<(), String> {
    let file = File::create(path)
        .map_err(|error| format!("could not create {}: {error}", path.display()))?;
    let mut out = BufWriter::new(file);
    write(&mut out)
        .and_then(|()| out.flush().map_err(|error| error.to_string()))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn write_to_terminal(
    format: Format,
    examined: &[Examined],
    args: &CheckArgs,
) -> Result<(), String> {
    let nothing_checked = examined.iter().all(|one| one.result.is_err());
    let has_place_for_faults = matches!(
        format,
        Format::Json | Format::Sarif | Format::Junit | Format::Html
    );
    if nothing_checked && !has_place_for_faults {
        // Whoever pipes a verdict or a drawing somewhere still sees what is wrong.
        let options = options(args, wants_color(&io::stderr()));
        let mut text = Vec::new();
        write_format(Format::Text, examined, &options, &mut text)?;
        let _ = io::stderr().write_all(&text);
        return Ok(());
    }
    let options = options(args, wants_color(&io::stdout()));
    let mut written = Ok(());
    print(|out| {
        written = write_format(format, examined, &options, out);
        Ok(())
    })?;
    written
}

/// Colour for terminals, unless NO_COLOR or TERM says otherwise.
fn wants_color(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

fn options(args: &CheckArgs, color: bool) -> Options {
    Options {
        color,
        max_nodes: args.max_nodes,
        allow_undetermined: args.allow_undetermined,
    }
}

/// The machine of an export, which holds one.
fn only_model(examined: &[Examined]) -> Result<&Model, String> {
    match examined {
        [one] => match &one.result {
            Ok((model, ..)) => Ok(model),
            Err(_) => Err("nothing to export: the spec is bad input".to_owned()),
        },
        _ => Err(OutputError::OneFileOnly {
            n_files: examined.len(),
        }
        .to_string()),
    }
}

fn write_format(
    format: Format,
    examined: &[Examined],
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), String> {
    let entries: Vec<Entry<'_>> = examined.iter().filter_map(Examined::entry).collect();
    let write = match format {
        Format::Text => output::text::write,
        Format::Json => output::json::write,
        Format::Sarif => output::sarif::write,
        Format::Junit => output::junit::write,
        Format::Mermaid => output::mermaid::write,
        Format::Dot => output::dot::write,
        Format::Svg => output::svg::write,
        Format::Html => output::html::write,
        Format::Promela => return exported(export::promela::write(only_model(examined)?, out)),
        Format::Tla => return exported(export::tla::write(only_model(examined)?, out)),
    };
    match write(&entries, options, out) {
        Err(OutputError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| error.to_string()),
    }
}

fn exported(result: Result<(), ExportError>) -> Result<(), String> {
    match result {
        Err(ExportError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| error.to_string()),
    }
}
