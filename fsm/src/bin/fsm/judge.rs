//! `fsm judge`: replies against gold.

use crate::questions::{Budget, MAX_PATHS};
use crate::{EXIT_BAD_INPUT, EXIT_OK, complain, input, stdout};
use clap::ValueEnum;
use diagnostic::{Diagnostic, SourceFile};
use fsm::Machine;
use fsm::answer::{
    self, Answer, AnswerError, AnswerErrorKind, Bootstrap, Judge, Line, Method, Subjects, Synonyms,
    output,
};
use fsm::question::{Context, Question, Task};
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answers as JSON lines with id, reply, and model, context, judge where
    /// there are several; `-` for standard input
    answers: PathBuf,
    /// Questions that were asked, as `fsm questions` writes them; without it,
    /// those of the machines and tasks that the ids name
    #[arg(long, value_name = "FILE")]
    questions: Option<PathBuf>,
    /// A machine that is not shipped; may be given several times
    #[arg(long, value_name = "FILE")]
    machine: Vec<PathBuf>,
    /// Who judges; may be given several times
    #[arg(long, value_name = "JUDGE")]
    judge: Vec<JudgeArg>,
    /// The least similarity that the judge `similar` takes for sameness
    #[arg(long, default_value_t = 0.6, value_parser = threshold)]
    threshold: f64,
    /// Verdicts of other judges on the pairs of --emit-pairs
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
    /// Write the pairs that another judge is to be asked about, and no scores
    #[arg(long, conflicts_with_all = ["verdicts", "judge"])]
    emit_pairs: bool,
    /// Other ways to write names and words: {"name": ["other", …], …}
    #[arg(long, value_name = "FILE")]
    synonyms: Option<PathBuf>,
    /// Refuse to judge by more simple paths than this, all questions together
    #[arg(long, value_name = "N", default_value_t = MAX_PATHS)]
    max_paths: usize,
    /// List what was wrong with every question not answered rightly
    #[arg(long)]
    explain: bool,
    /// Output
    #[arg(long, default_value = "text")]
    format: Format,
    /// Resamples of the bootstrap intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000)]
    resamples: usize,
    /// Where the bootstrap's generator starts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum JudgeArg {
    /// Names are equal in normal form (the default)
    Exact,
    /// Unknown names mean the most similar name
    Similar,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

fn threshold(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if value > 0.0 && value <= 1.0 => Ok(value),
        _ => Err("a number above 0 and at most 1 is wanted".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    match prepare(args) {
        Some(exam) => exam.run(args),
        None => Ok(EXIT_BAD_INPUT),
    }
}

/// All that was read.
struct Exam {
    questions: Vec<Question>,
    subjects: Subjects,
    answers: Vec<Answer>,
    judges: Vec<Judge>,
}

impl Exam {
    fn run(&self, args: &Args) -> io::Result<u8> {
        let mut out = stdout();
        if args.emit_pairs {
            let pairs = answer::open_pairs(&self.questions, &self.subjects, &self.answers);
            answer::write_pairs(&pairs, &mut out)?;
            out.flush()?;
            return Ok(EXIT_OK);
        }
        let judged = answer::judge(&self.questions, &self.subjects, &self.answers, &self.judges);
        let judged = match judged {
            Ok(judged) => judged,
            Err(open) => {
                let example: Vec<String> =
                    open.iter().take(3).map(|pair| pair.id.clone()).collect();
                complain(&format!(
                    "{} pairs have no verdict, for example of {}; ask for all that \
                     --emit-pairs writes",
                    open.len(),
                    example.join(", ")
                ));
                return Ok(EXIT_BAD_INPUT);
            }
        };
        let bootstrap = Bootstrap {
            resamples: args.resamples,
            seed: args.seed,
            ..Bootstrap::default()
        };
        let scores = answer::scores(&judged, bootstrap);
        let report = output::Report {
            scores: &scores,
            judged: &judged,
            explain: args.explain,
        };
        match args.format {
            Format::Text => output::write_text(&report, &mut out)?,
            Format::Json => output::write_json(&report, &mut out)?,
            Format::Csv => output::write_csv(&report, &mut out)?,
        }
        out.flush()?;
        Ok(EXIT_OK)
    }
}

/// Reads everything and shows all that is wrong; none where something is.
fn prepare(args: &Args) -> Option<Exam> {
    let source = input::source(&args.answers)?;
    let synonyms = match &args.synonyms {
        None => Synonyms::default(),
        Some(path) => {
            let source = input::source(path)?;
            shown(
                &source,
                answer::read_synonyms(&source).map_err(|error| vec![error]),
            )?
        }
    };
    let judges = judges(args)?;
    let machines: Option<Vec<Machine>> = args
        .machine
        .iter()
        .map(|path| input::machine(path))
        .collect();
    let mut machines = machines?;
    let file = answer::read_answers(&source);
    input::show(&source, &file.warnings);
    if !file.errors.is_empty() {
        return shown(&source, Err(file.errors));
    }
    let lines = file.answers;
    let asked = match &args.questions {
        Some(path) => input::questions(&input::source(path)?)?,
        None => asked_by_id(&lines, &machines, args.max_paths)?,
    };
    let is_given = |name: &str| machines.iter().any(|machine| machine.name() == name);
    let wanted: BTreeSet<&str> = asked
        .iter()
        .map(|question| question.machine.as_str())
        .collect();
    let shipped: Vec<&str> = wanted
        .into_iter()
        .filter(|name| !is_given(name) && models::fsm::get(name).is_some())
        .collect();
    for name in shipped {
        machines.push(input::machine(Path::new(name))?);
    }
    let answers = checked(&source, lines, &asked, &judges, args.questions.is_some())?;
    Some(Exam {
        subjects: Subjects::new(&asked, machines, &synonyms),
        questions: asked,
        answers,
        judges,
    })
}

fn shown<T>(source: &SourceFile, read: Result<T, Vec<AnswerError>>) -> Option<T> {
    read.map_err(|errors| {
        let diagnostics: Vec<Diagnostic> = errors.iter().map(AnswerError::diagnostic).collect();
        input::show(source, &diagnostics);
    })
    .ok()
}

fn judges(args: &Args) -> Option<Vec<Judge>> {
    let mut judges = Vec::new();
    let mut add = |name: &str, method| {
        judges.push(Judge {
            name: name.to_owned(),
            method,
        });
    };
    let asked = |judge| args.judge.contains(&judge);
    if args.judge.is_empty() || asked(JudgeArg::Exact) {
        add("exact", Method::Exact);
    }
    if asked(JudgeArg::Similar) {
        let threshold = args.threshold;
        add("similar", Method::Similar { threshold });
    }
    if let Some(path) = &args.verdicts {
        let source = input::source(path)?;
        for (name, verdicts) in shown(&source, answer::read_verdicts(&source))? {
            if name == "exact" || name == "similar" {
                complain(&format!(
                    "a judge of --verdicts is called `{name}`, as one of ours is"
                ));
                return None;
            }
            add(&name, Method::Verdicts(verdicts));
        }
    }
    Some(judges)
}

/// The questions of every machine and task that an id names.
fn asked_by_id(
    lines: &[Line<Answer>],
    machines: &[Machine],
    max_paths: usize,
) -> Option<Vec<Question>> {
    let mut wanted: BTreeMap<String, BTreeSet<Task>> = BTreeMap::new();
    for line in lines {
        let mut parts = line.value.id.split('/');
        let machine = percent_decode_str(parts.next().unwrap_or_default());
        let task = match (parts.next(), parts.count()) {
            (Some("1"), 1) => Task::NextOfState,
            (Some("1"), 2) => Task::Next,
            (Some("2"), 2) => Task::Conditions,
            (Some("3"), 2) => Task::Previous,
            (Some("4"), 2) => Task::Paths,
            // Reported as unknown with all the others.
            _ => continue,
        };
        wanted
            .entry(machine.decode_utf8_lossy().into_owned())
            .or_default()
            .insert(task);
    }
    let mut asked = Vec::new();
    let mut budget = Budget::new(max_paths);
    for (name, tasks) in wanted {
        let given = machines.iter().find(|machine| machine.name() == name);
        let machine = match given {
            Some(machine) => machine.clone(),
            None if models::fsm::get(&name).is_some() => input::machine(Path::new(&name))?,
            None => continue,
        };
        for task in tasks {
            asked.extend(budget.questions(&machine, task, Context::None, None)?);
        }
    }
    Some(asked)
}

/// The answers, if all are to questions that were asked and for judges there are.
fn checked(
    source: &SourceFile,
    lines: Vec<Line<Answer>>,
    asked: &[Question],
    judges: &[Judge],
    has_contexts: bool,
) -> Option<Vec<Answer>> {
    let ids: HashSet<&str> = asked.iter().map(|question| question.id.as_str()).collect();
    // An answer without a context has that of its question, if there is one only.
    let mut contexts: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for question in asked.iter().filter(|_| has_contexts) {
        contexts
            .entry(&question.id)
            .or_default()
            .insert(&question.context);
    }
    let mut answers = Vec::new();
    let mut errors = Vec::new();
    for Line { value, span } in lines {
        let mut answer = value;
        if !ids.contains(answer.id.as_str()) {
            let id = answer.id;
            errors.push(AnswerError {
                kind: AnswerErrorKind::UnknownQuestion { id },
                span,
            });
            continue;
        }
        if let Some(name) = answer.judge.clone()
            && !judges.iter().any(|judge| judge.name == name)
        {
            errors.push(AnswerError {
                kind: AnswerErrorKind::UnknownJudge { name },
                span,
            });
            continue;
        }
        if let Some(contexts) = contexts.get(answer.id.as_str()) {
            match &answer.context {
                None => {
                    let only = contexts.first().filter(|_| contexts.len() == 1);
                    answer.context = only.map(|context| (*context).to_owned());
                }
                Some(name) if contexts.contains(name.as_str()) => {}
                Some(name) => {
                    let kind = AnswerErrorKind::UnknownContext {
                        name: name.clone(),
                        known: contexts.iter().map(|known| (*known).to_owned()).collect(),
                    };
                    errors.push(AnswerError { kind, span });
                    continue;
                }
            }
        }
        answers.push(answer);
    }
    if errors.is_empty() {
        return Some(answers);
    }
    shown::<()>(source, Err(errors));
    None
}
