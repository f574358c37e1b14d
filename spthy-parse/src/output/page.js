"use strict";
const rows = JSON.parse(document.getElementById("nodes").textContent);
const tree = document.getElementById("tree");
const space = document.getElementById("space");
const height = 22;
const count = rows.length;
const level = new Int32Array(count), end = new Int32Array(count), folded = new Uint8Array(count);
const solves = new Int32Array(count);
for (let i = 0; i < count; i++) {
  const parent = rows[i][0];
  // A single successor continues on its level, as the prover prints it.
  level[i] = parent < 0 ? 0 : level[parent] + (rows[i][1] === "" ? 0 : 1);
}
for (let i = count - 1; i >= 0; i--) {
  end[i] = Math.max(end[i], i + 1);
  solves[i] += rows[i][3] === "solve" ? 1 : 0;
  const parent = rows[i][0];
  if (parent >= 0) { end[parent] = Math.max(end[parent], end[i]); solves[parent] += solves[i]; }
}
// A large proof opens with its first levels only.
if (count > 500) for (let i = 0; i < count; i++) folded[i] = end[i] > i + 1 && level[i] >= 2 ? 1 : 0;
let shown = [], hit = -1;
function relist() {
  shown = [];
  for (let i = 0; i < count;) { shown.push(i); i = folded[i] ? end[i] : i + 1; }
  // Browsers limit the height of an element; rows past it are reached by folding.
  space.style.height = Math.min(shown.length * height, 30000000) + "px";
  draw();
}
function draw() {
  // After folding, the place scrolled to may lie behind the last row.
  const top = Math.min(Math.floor(tree.scrollTop / height), shown.length - 1);
  const first = Math.max(0, top - Math.ceil(tree.clientHeight / height) - 10);
  const last = Math.min(shown.length, top + Math.ceil(tree.clientHeight / height) + 10);
  const piece = document.createDocumentFragment();
  for (let at = first; at < last; at++) {
    const i = shown[at], [, name, method, kind] = rows[i], branch = end[i] > i + 1;
    const row = document.createElement("div");
    row.className = "row " + kind + (branch ? " branch" : "") + (i === hit ? " hit" : "");
    row.style.top = at * height + "px";
    row.style.paddingLeft = 12 + Math.min(level[i], 60) * 16 + "px";
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", level[i] + 1);
    if (branch) row.setAttribute("aria-expanded", folded[i] ? "false" : "true");
    const add = (style, text) => { const span = document.createElement("span"); span.className = style; span.textContent = text; row.append(span); };
    add("mark", branch ? (folded[i] ? "▸" : "▾") : "");
    if (name !== "") add("case", name + "  ");
    add("method", method);
    if (branch && folded[i]) add("size", "   " + (end[i] - i) + " steps, " + solves[i] + " solves");
    row.dataset.id = i;
    row.title = method;
    piece.append(row);
  }
  tree.replaceChildren(space, piece);
}
function reveal(i) {
  for (let up = rows[i][0]; up >= 0; up = rows[up][0]) folded[up] = 0;
  hit = i;
  relist();
  const at = shown.indexOf(i);
  tree.scrollTop = Math.max(0, at * height - tree.clientHeight / 2);
  draw();
}
function find() {
  const text = document.getElementById("find").value.toLowerCase(), output = document.getElementById("found");
  if (text === "") { hit = -1; output.textContent = ""; draw(); return; }
  for (let step = 1; step <= count; step++) {
    const i = (hit + step + count) % count;
    if ((rows[i][1] + " " + rows[i][2]).toLowerCase().includes(text)) { output.textContent = "step " + (i + 1) + " of " + count; reveal(i); return; }
  }
  output.textContent = "not found";
}
tree.addEventListener("scroll", () => requestAnimationFrame(draw));
addEventListener("resize", draw);
tree.addEventListener("click", event => {
  const row = event.target.closest(".row");
  if (!row || !row.classList.contains("branch")) return;
  folded[row.dataset.id] ^= 1;
  relist();
});
document.getElementById("unfold").onclick = () => { folded.fill(0); relist(); };
document.getElementById("fold").onclick = () => { for (let i = 0; i < count; i++) folded[i] = end[i] > i + 1 ? 1 : 0; relist(); };
document.getElementById("next").onclick = find;
document.getElementById("find").addEventListener("input", () => { hit = -1; find(); });
document.getElementById("find").addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); find(); } });
relist();
