//! `check validate`: every fault of a spec, without a search.

use crate::args::ValidateArgs;
use crate::{EXIT_BAD_INPUT, print, read_spec, wants_color};
use checker::output::{Rejected, json};
use checker::{Warning, spec, warnings};
use diagnostic::{Diagnostic, SourceFile, escape_controls, render};
use std::io::{self, Write};

/// Tells of each spec whether it is well formed; 0 if all are, else 4.
pub(crate) fn run(args: &ValidateArgs) -> Result<u8, String> {
    let files: Vec<File> = args
        .input
        .specs
        .iter()
        .map(|path| {
            let (source, model) =
                read_spec(path, |source| spec::read(source, args.input.int_bound));
            File {
                name: path.display().to_string(),
                source,
                result: model.map(|model| warnings(&model, None)),
            }
        })
        .collect();
    if args.input.json {
        let rows: Vec<_> = files.iter().map(File::row).collect();
        let mut text = Vec::new();
        json::write_validation(&rows, &mut text).map_err(|error| error.to_string())?;
        print(|out| out.write_all(&text))?;
    } else {
        for file in &files {
            file.show()?;
        }
    }
    let all_valid = files.iter().all(|file| file.result.is_ok());
    Ok(if all_valid { 0 } else { EXIT_BAD_INPUT })
}

struct File {
    name: String,
    source: Option<SourceFile>,
    result: Result<Vec<Warning>, Vec<Diagnostic>>,
}

impl File {
    fn row(&self) -> (&str, Result<&[Warning], Rejected<'_>>) {
        let result = self.result.as_deref().map_err(|diagnostics| Rejected {
            source: self.source.as_ref(),
            diagnostics,
        });
        (&self.name, result)
    }

    /// Well-formed specs go to standard output, faults to standard error.
    fn show(&self) -> Result<(), String> {
        let name = escape_controls(&self.name);
        match &self.result {
            Ok(warnings) => print(|out| {
                writeln!(out, "VALID  {name}")?;
                for warning in warnings {
                    writeln!(out, "  warning: {}", escape_controls(&warning.to_string()))?;
                }
                Ok(())
            }),
            Err(diagnostics) => {
                let unread = SourceFile::new(&*self.name, "");
                let source = self.source.as_ref().unwrap_or(&unread);
                let faults = render(source, diagnostics, wants_color(&io::stderr()));
                let _ = write!(io::stderr(), "INVALID  {name}\n{faults}");
                Ok(())
            }
        }
    }
}
