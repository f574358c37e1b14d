//! What a batch says when it is done: a table, one JSON document, a page.

use super::Args;
use crate::stdout;
use crost::output::{StudyPage, write_study_page, write_study_table};
use crost::study::{Group, RunRecord, ShareAbove, groups, share_above};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};

#[derive(Serialize)]
struct Document<'r> {
    runs: &'r [RunRecord],
    groups: &'r [Group],
    target_lemmas: ShareAbove,
}

pub(super) fn write(records: &[RunRecord], args: &Args) -> io::Result<()> {
    let groups = groups(records);
    let lemmas = records.iter().flat_map(|run| &run.target_lemmas);
    let target_lemmas = share_above(lemmas.map(|lemma| lemma.paths.value()), args.threshold);
    if let Some(path) = &args.page {
        let title = args.manifest.display().to_string();
        let page = StudyPage {
            title: &title,
            records,
            groups: &groups,
            target_lemmas,
        };
        let name =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let mut out = BufWriter::new(File::create(path).map_err(name)?);
        write_study_page(&page, &mut out)
            .and_then(|()| out.flush())
            .map_err(name)?;
    }
    let mut out = stdout();
    if args.json {
        let document = Document {
            runs: records,
            groups: &groups,
            target_lemmas,
        };
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)?;
    } else {
        write_study_table(records, &groups, target_lemmas, &mut out)?;
    }
    out.flush()
}
