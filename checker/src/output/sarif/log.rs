//! The parts of the SARIF object model that are written.

use super::flow::CodeFlow;
use super::rule::Rule;
use diagnostic::escape_controls;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::path::{Component, Path};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
pub(super) struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    artifacts: Vec<Artifact>,
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    /// False where a file could not be checked at all.
    pub(super) execution_successful: bool,
}

#[derive(Serialize)]
pub(super) struct Artifact {
    location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Message>,
}

impl Artifact {
    pub(super) fn new(file: &str, index: usize) -> Self {
        let location = ArtifactLocation::new(file, index);
        let is_stdin = location.uri.is_none();
        Self {
            location,
            description: is_stdin.then(|| Message::new("standard input")),
        }
    }
}

impl<'a> Log<'a> {
    pub(super) fn new(
        rules: Vec<Rule>,
        artifacts: Vec<Artifact>,
        invocation: Invocation,
        results: Vec<SarifResult<'a>>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            version: "2.1.0",
            runs: [Run {
                tool: Tool {
                    driver: Driver {
                        name: "Plumbline check",
                        semantic_version: env!("CARGO_PKG_VERSION"),
                        rules,
                    },
                },
                column_kind: "unicodeCodePoints",
                invocations: [invocation],
                artifacts,
                results,
            }],
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult<'a> {
    pub(super) rule_id: String,
    pub(super) rule_index: usize,
    pub(super) kind: &'static str,
    pub(super) level: &'static str,
    pub(super) message: Message,
    pub(super) locations: [Location; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code_flows: Option<[CodeFlow<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) properties: Option<ResultProperties>,
}

/// The keys that minicheck's results have, too.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultProperties {
    pub(super) verdict: String,
    pub(super) exhaustive: bool,
    pub(super) reachable_states: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

impl Location {
    pub(super) fn new(file: &ArtifactLocation, region: Region, message: Option<Message>) -> Self {
        Self {
            physical_location: PhysicalLocation {
                artifact_location: file.clone(),
                region,
            },
            message,
        }
    }
}

/// A file: relative where its name is, without a URI for standard input.
#[derive(Clone, Serialize)]
pub(super) struct ArtifactLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    index: usize,
}

impl ArtifactLocation {
    pub(super) fn new(file: &str, index: usize) -> Self {
        Self {
            uri: (file != "-").then(|| uri(file)),
            index,
        }
    }
}

/// All but the unreserved characters of RFC 3986, so that no name can hold a
/// scheme, a query or a fragment.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

fn uri(file: &str) -> String {
    let mut segments = Vec::new();
    let mut is_absolute = false;
    for component in Path::new(file).components() {
        match component {
            Component::RootDir => is_absolute = true,
            Component::CurDir => {}
            Component::ParentDir => segments.push("..".to_owned()),
            Component::Prefix(_) | Component::Normal(_) => {
                let name = component.as_os_str().to_string_lossy();
                segments.push(utf8_percent_encode(&name, RESERVED).to_string());
            }
        }
    }
    let path = segments.join("/");
    match (is_absolute, path.is_empty()) {
        (true, _) => format!("file:///{path}"),
        (false, true) => ".".to_owned(),
        (false, false) => path,
    }
}

/// Lines and columns from 1; the end column is exclusive.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) snippet: Option<Snippet>,
}

impl Region {
    /// The first line, for what is about a file as a whole: dashboards drop
    /// results without a line.
    pub(super) const START: Self = Self {
        start_line: 1,
        start_column: None,
        end_line: None,
        end_column: None,
        snippet: None,
    };
}

/// A piece of an artifact, as it is: no message, so nothing is escaped.
#[derive(Serialize)]
pub(super) struct Snippet {
    pub(super) text: String,
}

/// A message for people.
#[derive(Clone, Serialize)]
pub(super) struct Message {
    text: String,
}

impl Message {
    /// Control characters become visible. Braces are doubled: single ones
    /// stand for arguments (§3.11.5 of the standard).
    pub(super) fn new(text: &str) -> Self {
        let text = escape_controls(text);
        Self {
            text: text.replace('{', "{{").replace('}', "}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn names_become_uri_references() {
        for (file, wanted) in [
            ("spec.json", "spec.json"),
            ("./a/b c.json", "a/b%20c.json"),
            ("../x.json", "../x.json"),
            ("/a/é.json", "file:///a/%C3%A9.json"),
            ("http:x?y#z%", "http%3Ax%3Fy%23z%25"),
            (".", "."),
        ] {
            assert_eq!(uri(file), wanted);
        }
    }
}
