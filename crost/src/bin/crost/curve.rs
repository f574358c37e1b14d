//! `crost curve`.

use crate::input::{self, Low, Reading};
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, complain, print};
use crost::output::{Lines, Series, lines};
use crost::study::{Curve, CurvePoint};
use diagnostic::escape_controls;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

/// Says what each further run adds to the coverage of a target.
///
/// Exit status: 0 done, 3 the target has no path, 4 a file is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Theory with the proofs of the experts' lemmas.
    target: PathBuf,
    /// Theories with generated proofs, one a run, in order.
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Draw the curve.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    target: String,
    points: Vec<Point>,
    warnings: BTreeSet<String>,
}

#[derive(Serialize)]
struct Point {
    run: String,
    #[serde(flatten)]
    point: CurvePoint,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let options = args.reading.options(&Low::ALL);
    let read = args.runs.iter().chain([&args.target]);
    let read = read.map(PathBuf::as_path);
    if let Some(path) = input::overwritten(read, args.plot.as_deref()) {
        complain(&format!(
            "{} is read too; choose another name for the plot",
            path.display()
        ));
        return Ok(EXIT_BAD_INPUT);
    }
    let Some(target) = args.reading.open(&args.target) else {
        return Ok(EXIT_BAD_INPUT);
    };
    if let Some(name) = options.unknown_lemma(&target) {
        complain(&format!("no lemma of the target is called `{name}`"));
        return Ok(EXIT_BAD_INPUT);
    }
    let mut curve = Curve::new(&target, options);
    let mut document = Document {
        target: args.target.display().to_string(),
        points: Vec::new(),
        warnings: BTreeSet::new(),
    };
    for path in &args.runs {
        let Some(run) = args.reading.open(path) else {
            return Ok(EXIT_BAD_INPUT);
        };
        let (point, warnings) = curve.add(&run);
        document.warnings.extend(warnings);
        document.points.push(Point {
            run: path.display().to_string(),
            point,
        });
    }
    if let Some(path) = &args.plot {
        let name =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        std::fs::write(path, plot(&document)).map_err(name)?;
    }
    print(&document, args.json, write_text)?;
    let is_defined = |point: &Point| point.point.crost.value().is_some();
    if !document.points.iter().all(is_defined) {
        complain("the score is undefined: the target has no path (the paper says 0)");
        return Ok(EXIT_UNDEFINED);
    }
    Ok(EXIT_OK)
}

fn plot(document: &Document) -> String {
    let points = (1_u32..).zip(&document.points);
    let series = [Series {
        name: "all runs together".to_owned(),
        points: points
            .map(|(run, point)| (f64::from(run), point.point.crost.value()))
            .collect(),
    }];
    lines(&Lines {
        title: &document.target,
        x_label: "runs so far",
        y_label: "CRoST of all runs together",
        series: &series,
    })
}

fn write_text(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>7}  {:>9}  {:>11}  {:>5}  {:>7}  {:>7}  run",
        "lemmas", "CRoST", "covered", "new", "paths", "new"
    )?;
    for Point { run, point } in &document.points {
        let score = point
            .crost
            .value()
            .map_or_else(|| "undefined".to_owned(), |score| format!("{score:.4}"));
        let covered = format!("{}/{}", point.crost.covered, point.crost.total);
        writeln!(
            out,
            "{:>7}  {score:>9}  {covered:>11}  {:>5}  {:>7}  {:>7}  {}",
            point.lemmas,
            point.new_covered,
            point.paths,
            point.new_paths,
            escape_controls(run)
        )?;
    }
    for warning in &document.warnings {
        writeln!(out, "\nwarning: {}", escape_controls(warning))?;
    }
    Ok(())
}
