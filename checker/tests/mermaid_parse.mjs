// Has Mermaid parse texts: a JSON array of them on standard input. Writes one
// line of JSON for each, what was understood or the error.
// Usage: node mermaid_parse.mjs NODE_MODULES  (with the packages mermaid and jsdom)
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const modules = resolve(process.argv[2]);
const require = createRequire(join(modules, "anchor.js"));

// Mermaid sanitizes labels, for which it wants a document.
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<!doctype html><body></body>");
globalThis.window = window;
globalThis.document = window.document;

const main = join(modules, "mermaid", "dist", "mermaid.core.mjs");
const { default: mermaid } = await import(pathToFileURL(main));

// What Mermaid keeps of an entity code until it draws the label.
const decoded = (label) =>
  (label ?? "").replace(/ﬂ°°(\d+)¶ß/gu, (_, code) => String.fromCodePoint(Number(code)));

async function understood(text) {
  const { diagramType } = await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  const nodes = [...db.getVertices().values()].map(({ id, text }) => [id, decoded(text)]);
  const edges = db.getEdges().map(({ start, end, text }) => [start, end, decoded(text)]);
  return { diagramType, nodes, edges };
}

for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const result = await understood(text).catch((error) => ({ error: error.message }));
  console.log(JSON.stringify(result));
}
