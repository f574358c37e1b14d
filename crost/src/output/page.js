"use strict";
const data = JSON.parse(document.getElementById("comparison").textContent);
const height = 22;

/// An element with a class, text and children. Texts are never read as markup.
function make(tag, style, ...parts) {
  const element = document.createElement(tag);
  if (style) element.className = style;
  element.append(...parts);
  return element;
}
function button(text, act) {
  const element = make("button", "", ...[text].flat());
  element.addEventListener("click", act);
  return element;
}
const count = (n, one, many = one + "s") => n + " " + (n === 1 ? one : many);
const shown = score => score === null ? "undefined" : score.toFixed(4);
const rounded = n => Number.isInteger(n) ? String(n) : n.toFixed(1);
/// Two texts at the ends of one line.
const ends = (style, left, right) => make("span", style, make("span", "", left), make("span", "", right));
/// The first goals of a path, in words.
const firsts = n => n === 1 ? "the first goal" : "the first " + n + " goals";
function bar(covered, total) {
  const inside = make("i");
  inside.style.width = total > 0 ? 100 * covered / total + "%" : "0";
  const outside = make("span", total > 0 ? "bar" : "bar empty", inside);
  outside.setAttribute("aria-hidden", "true");
  return outside;
}

// Rows of the tree: each lemma, then its solve nodes in the order of the text.
const lemmaOf = [], parentOf = [], pathOf = [], lemmaRows = [];
data.lemmas.forEach((lemma, at) => {
  const top = lemmaOf.length;
  lemmaRows.push(top);
  lemmaOf.push(at); parentOf.push(-1); pathOf.push(-1);
  for (const [parent, path] of lemma.solves) {
    lemmaOf.push(at); parentOf.push(parent < 0 ? top : top + 1 + parent); pathOf.push(path);
  }
});
const n = lemmaOf.length;
const isLemma = row => pathOf[row] < 0;
const isUncovered = row => !isLemma(row) && data.paths[pathOf[row]][2] < 0;
// An uncovered solve node below a covered one, or at the root: what starts there is missing.
const isPlace = row => isUncovered(row) && !isUncovered(parentOf[row]);
const level = new Int32Array(n), end = new Int32Array(n), missing = new Int32Array(n), folded = new Uint8Array(n);
for (let row = 0; row < n; row++) level[row] = isLemma(row) ? 0 : level[parentOf[row]] + 1;
for (let row = n - 1; row >= 0; row--) {
  end[row] = Math.max(end[row], row + 1);
  missing[row] += isUncovered(row) ? 1 : 0;
  if (parentOf[row] >= 0) {
    end[parentOf[row]] = Math.max(end[parentOf[row]], end[row]);
    missing[parentOf[row]] += missing[row];
  }
}
// Deep proofs are indented less, and very deep rows say their level.
const step = Math.max(4, Math.min(14, 360 / level.reduce((deepest, at) => Math.max(deepest, at), 1)));
const isBranch = row => end[row] > row + 1;
const labelOf = path => data.labels[data.paths[path][1]];
function labelsOf(paths, path) {
  const labels = [];
  for (; path >= 0; path = paths[path][0]) labels.push(paths[path][1]);
  return labels.reverse();
}
/// First view: all of a small proof; of a large one the way to what is missing.
function foldToMissing() {
  for (let row = 0; row < n; row++) folded[row] = isBranch(row) && (missing[row] === 0 || isUncovered(row)) ? 1 : 0;
}
if (n > 400) foldToMissing();

// The head of the page: files without their folders, where that is enough.
const base = file => file.replace(/^.*[/\\]/, ""), files = [...data.target, ...data.generated];
const nameOf = new Set(files.map(base)).size === new Set(files).size ? base : file => file;
const targets = data.target.map(nameOf).join(", ");
const [headline, ...others] = data.measures;
document.title = shown(headline.score) + " crost of " + targets;
const nMissing = headline.total - headline.covered;
document.body.append(make("header", "",
  make("div", "headline", make("span", "score", shown(headline.score)), make("div", "",
    make("strong", "", "CRoST"), ": " + headline.covered + " of " + count(headline.total, "target path") + " covered",
    bar(headline.covered, headline.total),
    nMissing > 0 ? make("span", "is-no", "✗ " + count(nMissing, "path") + " not covered")
      : headline.total > 0 ? make("span", "is-yes", "✓ every path is covered") : make("span", "is-no", "the target has no path: undefined"))),
  make("div", "about", make("h1", "", "What of " + targets + " is covered"),
    make("div", "quiet", "by " + data.generated.map(nameOf).join(", ") + " · goals at normal form " + data.normal_form))));
if (data.warnings.length > 0) {
  const details = make("details", "warnings", make("summary", "", "⚠ " + count(data.warnings.length, "warning")),
    make("ul", "", ...data.warnings.map(text => make("li", "", text))));
  details.open = data.warnings.length <= 3;
  document.body.append(details);
}

// What is missing: places in the tree by the number of paths that start there, each path once.
const places = new Map(), below = new Int32Array(data.paths.length);
for (let path = data.paths.length - 1; path >= 0; path--) {
  const [above, , witness] = data.paths[path];
  if (witness < 0) { below[path] += 1; if (above >= 0 && data.paths[above][2] < 0) below[above] += below[path]; }
}
for (let row = 0; row < n; row++) {
  if (!isPlace(row)) continue;
  const place = places.get(pathOf[row]);
  if (place) place.lemmas.add(lemmaOf[row]); else places.set(pathOf[row], { row, lemmas: new Set([lemmaOf[row]]) });
}
const worst = [...places].sort(([a], [b]) => below[b] - below[a] || a - b);
function placeButton([path, { row, lemmas }]) {
  return make("li", "", button([make("span", "is-no", "✗ " + count(below[path], "path")), " in " + data.lemmas[lemmaOf[row]].name +
    (lemmas.size > 1 ? " and " + count(lemmas.size - 1, "other lemma") : ""),
    make("br"), make("code", "clamp", labelOf(path))], () => reveal(row)));
}
const left = make("aside", "left");
left.append(make("h2", "", "What is missing"));
if (worst.length === 0) left.append(make("p", "quiet", headline.total > 0
  ? "Every path of the target is covered. This does not make the lemmas equal: one half of a lemma, or a weaker one, can have the same paths. The measures below say more."
  : "The target has no path."));
else left.append(make("p", "quiet", "Goals at which target paths leave all generated ones, and how many paths go on from each:"));
const placeList = make("ul", "list", ...worst.slice(0, 8).map(placeButton));
left.append(placeList);
if (worst.length > 8) {
  const more = button("Show " + (Math.min(worst.length, 500) - 8) + " more", () => { placeList.append(...worst.slice(8, 500).map(placeButton)); more.remove(); });
  left.append(more);
}
left.append(make("h2", "", "Target lemmas"), make("ul", "list", ...data.lemmas.map((lemma, at) =>
  make("li", "", button([
    ends("name strong", lemma.name, lemma.total > 0 ? (lemma.covered / lemma.total).toFixed(4) : "no path"),
    bar(lemma.covered, lemma.total),
    ends("name quiet", lemma.family, lemma.covered + "/" + lemma.total)], () => reveal(lemmaRows[at]))))));
left.append(make("h2", "", "Measures beside it"), make("table", "", ...others.map(measure => {
  const score = make("td", "number", shown(measure.score));
  score.title = rounded(measure.covered) + " of " + rounded(measure.total);
  return make("tr", "", make("td", "", measure.name, make("div", "quiet", measure.meaning)), score);
})));

// Goals by frequency.
const goals = new Map(), low = new Map(data.low_information);
for (let row = 0; row < n; row++) {
  if (isLemma(row)) continue;
  const label = data.paths[pathOf[row]][1], goal = goals.get(label) ?? { yes: 0, no: 0, first: row };
  if (isUncovered(row)) { if (goal.no === 0) goal.first = row; goal.no++; } else goal.yes++;
  goals.set(label, goal);
}
const onGenerated = new Set(data.generated_paths.map(path => path[1]));
const byFrequency = [...goals].sort(([, a], [, b]) => b.yes + b.no - a.yes - a.no);
function goalButton([label, goal]) {
  const notes = [low.has(label) ? "says little (" + low.get(label) + ")" : "", onGenerated.has(label) ? "" : "never solved on the generated side"].filter(Boolean);
  return make("li", "", button([make("code", "clamp", data.labels[label]), bar(goal.yes, goal.yes + goal.no),
    ends("name quiet", (goal.no > 0 ? "✗ " : "✓ ") + goal.yes + "/" + (goal.yes + goal.no) + " solve nodes", notes.join(", "))], () => reveal(goal.first)));
}
left.append(make("h2", "", "Goals by frequency"), make("p", "quiet", "Solve nodes of each goal, and how many of them end a covered path:"));
const goalList = make("ul", "list", ...byFrequency.slice(0, 20).map(goalButton));
left.append(goalList);
if (byFrequency.length > 20) {
  const more = button("Show " + (Math.min(byFrequency.length, 2000) - 20) + " more", () => { goalList.append(...byFrequency.slice(20, 2000).map(goalButton)); more.remove(); });
  left.append(more);
}

// The tree: elements only for rows near the window.
const tree = make("div", "tree"), space = make("div");
tree.tabIndex = 0;
tree.setAttribute("role", "tree");
tree.setAttribute("aria-label", "proof trees of the target");
const only = make("input"), find = make("input"), told = make("output");
only.type = "checkbox";
only.disabled = nMissing === 0;
find.type = "search";
find.placeholder = "goal or lemma";
let list = [], picked = -1;
function relist() {
  list = [];
  for (let row = 0; row < n;) {
    if (only.checked && missing[row] === 0) { row = end[row]; continue; }
    list.push(row);
    row = folded[row] ? end[row] : row + 1;
  }
  // Browsers limit the height of an element; rows past it are reached by folding.
  space.style.height = Math.min(list.length * height, 30000000) + "px";
  draw();
}
function text(row) {
  return isLemma(row) ? data.lemmas[lemmaOf[row]].name : labelOf(pathOf[row]);
}
function draw() {
  const first = Math.max(0, Math.floor(tree.scrollTop / height) - 10);
  const last = Math.min(list.length, first + Math.ceil(tree.clientHeight / height) + 20);
  const piece = document.createDocumentFragment();
  for (let at = first; at < last; at++) {
    const row = list[at], lemma = data.lemmas[lemmaOf[row]], isMissing = isUncovered(row);
    const element = make("div", "row " + (isLemma(row) ? "lemma" : isMissing ? "no" : "yes") + (row === picked ? " picked" : ""));
    element.id = "row" + row;
    element.dataset.row = row;
    element.style.top = at * height + "px";
    element.style.paddingLeft = 6 + Math.min(level[row] * step, 360) + "px";
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", level[row] + 1);
    element.setAttribute("aria-selected", row === picked ? "true" : "false");
    if (isBranch(row)) element.setAttribute("aria-expanded", folded[row] ? "false" : "true");
    const mark = make("span", "mark", isMissing ? "✗" : "✓");
    mark.setAttribute("aria-label", isMissing ? "not covered" : "covered");
    element.append(make("span", "fold", isBranch(row) ? (folded[row] ? "▸" : "▾") : ""));
    if (!isLemma(row)) element.append(mark);
    if (level[row] * step > 360) element.append(make("span", "size", level[row] + " "));
    element.append(make("span", "label", text(row).slice(0, 300)));
    if (isLemma(row)) element.append(make("span", "size", "   " + lemma.family + ", " + lemma.covered + " of " + count(lemma.total, "path") + " covered"));
    else if (folded[row]) element.append(make("span", "size", "   " + count(end[row] - row - 1, "solve node") + " below" +
      (missing[row] > 0 && !isMissing ? ", ✗ " + missing[row] : "")));
    piece.append(element);
  }
  tree.replaceChildren(space, piece);
  if (picked >= 0) tree.setAttribute("aria-activedescendant", "row" + picked);
}
function pick(row) {
  picked = row;
  describe(row);
  const at = list.indexOf(row);
  if (at * height < tree.scrollTop) tree.scrollTop = at * height;
  else if ((at + 2) * height > tree.scrollTop + tree.clientHeight) tree.scrollTop = (at + 2) * height - tree.clientHeight;
  draw();
}
function reveal(row) {
  if (missing[row] === 0) only.checked = false;
  for (let up = parentOf[row]; up >= 0; up = parentOf[up]) folded[up] = 0;
  picked = row;
  relist();
  tree.scrollTop = Math.max(0, list.indexOf(row) * height - tree.clientHeight / 3);
  pick(row);
}
/// Goes on from the picked row, around the end, to the next that is wanted.
function seek(by, isWanted) {
  for (let at = 1; at <= n; at++) {
    const row = ((picked < 0 && by > 0 ? -1 : Math.max(picked, 0)) + by * at + n * 2) % n;
    if (isWanted(row)) { reveal(row); return true; }
  }
  return false;
}
function seekPlace(by) {
  if (!seek(by, isPlace)) told.textContent = "nothing is uncovered";
}
function seekText() {
  const wanted = find.value.toLowerCase();
  told.textContent = wanted !== "" && !seek(1, row => text(row).toLowerCase().includes(wanted)) ? "not found" : "";
}
function fold(row, isFolded) {
  if (isBranch(row)) { folded[row] = isFolded ? 1 : 0; relist(); }
}

// The panel: one solve node and the generated path that covers it, or comes nearest.
const panel = make("aside", "right");
panel.setAttribute("aria-live", "polite");
/// Of a very long path the ends.
function pathList(labels, markOf) {
  const isLong = labels.length > 200, items = [];
  labels.forEach((label, at) => {
    if (isLong && at === 20) items.push(make("li", "skipped", make("span"), "… " + (labels.length - 120) + " more"));
    if (isLong && at >= 20 && at < labels.length - 100) return;
    const [mark, style] = markOf(at);
    items.push(make("li", style, make("span", "", mark), make("span", "", data.labels[label])));
  });
  return make("ol", "path", ...items);
}
/// Where a path lies in a generated one: the earliest match, goal by goal.
function matched(wanted, labels) {
  let next = 0;
  return labels.map(label => next < wanted.length && label === wanted[next] ? (next++, true) : false);
}
/// The generated path that has most of these goals in order, the shortest of several, and which
/// of its goals they are; none where there are too many to look through.
function nearestTo(wanted) {
  if (wanted.length * data.generated_paths.length > 2e7) return [-1];
  // For each generated path the length of the longest common subsequence with the goals so far.
  const rows = [new Int32Array(data.generated_paths.length)];
  for (const label of wanted) {
    const above = rows[rows.length - 1], row = new Int32Array(above.length);
    data.generated_paths.forEach(([before, own], at) => {
      row[at] = own === label ? 1 + (before < 0 ? 0 : above[before]) : Math.max(above[at], before < 0 ? 0 : row[before]);
    });
    rows.push(row);
  }
  const last = rows[wanted.length], lengths = [];
  for (const [before] of data.generated_paths) lengths.push(1 + (before < 0 ? 0 : lengths[before]));
  let best = -1;
  last.forEach((n, path) => {
    if (n > (best < 0 ? 0 : last[best]) || (best >= 0 && n === last[best] && lengths[path] < lengths[best])) best = path;
  });
  const common = new Set();
  for (let path = best, n = wanted.length, at = best < 0 ? -1 : lengths[best] - 1; path >= 0 && n > 0;) {
    const [before, own] = data.generated_paths[path];
    if (own === wanted[n - 1]) { common.add(at--); path = before; n--; }
    else if (rows[n - 1][path] === rows[n][path]) n--;
    else { at--; path = before; }
  }
  return [best, common];
}
function describe(row) {
  panel.replaceChildren();
  if (row < 0) {
    panel.append(make("h2", "", "Solve node"), make("p", "quiet", "Choose a solve node of the tree to see the generated path that covers it, or how far one goes. " +
      "Keys: arrows move and fold, n and p go to the next and the previous place where something is missing."));
    return;
  }
  const lemma = data.lemmas[lemmaOf[row]];
  if (isLemma(row)) {
    panel.append(make("h2", "", lemma.name), make("p", "", lemma.family), bar(lemma.covered, lemma.total),
      make("p", "", lemma.covered + " of " + count(lemma.total, "path") + " covered, over " + count(lemma.solves.length, "solve node")));
    return;
  }
  const wanted = labelsOf(data.paths, pathOf[row]);
  let nearest = pathOf[row], missed = 0;
  while (nearest >= 0 && data.paths[nearest][2] < 0) { nearest = data.paths[nearest][0]; missed++; }
  const reached = wanted.length - missed;
  panel.append(make("h2", missed > 0 ? "is-no" : "is-yes", missed > 0 ? "✗ Not covered" : "✓ Covered"),
    make("p", "quiet", "The path to this solve node in " + lemma.name + ", " + count(wanted.length, "goal") + ":"),
    pathList(wanted, at => [at < reached ? "✓" : "✗", (at < reached ? "" : "is-no") + (at === wanted.length - 1 ? " end" : "")]));
  if (nearest < 0) {
    panel.append(make("h2", "", "Nearest generated path"), make("p", "", "No generated proof solves the first goal."));
    const [path, common] = nearestTo(wanted);
    if (path < 0) return;
    panel.append(make("p", "", make("strong", "", data.generated_lemmas[data.generated_paths[path][2]]), " has " + count(common.size, "goal") + " in the same order:"),
      pathList(labelsOf(data.generated_paths, path), at => common.has(at) ? ["✓", ""] : ["·", "skipped"]));
    return;
  }
  const witness = data.paths[nearest][2], labels = labelsOf(data.generated_paths, witness), match = matched(wanted, labels);
  const by = data.generated_lemmas[data.generated_paths[witness][2]];
  panel.append(make("h2", "", missed > 0 ? "Farthest generated path" : "Covered by"),
    make("p", "", make("strong", "", by), make("span", "quiet", missed > 0 ? " has " + firsts(reached) + ":" : ", whose path has these goals in order:")),
    pathList(labels, at => match[at] ? ["✓", ""] : ["·", "skipped"]),
    make("p", "quiet", "✓ on both paths" + (match.includes(false) ? ", · in between" : "")));
  if (missed > 0) {
    const goal = wanted[reached], instead = data.generated_paths.filter(path => path[0] === witness).map(path => path[1]);
    panel.append(make("h2", "", "Where they part"), make("p", "", "The target goes on with"), pathList([goal], () => ["✗", "is-no"]),
      make("p", "", instead.length > 0 ? by + " goes on with" : "The path of " + by + " ends here."),
      pathList(instead.slice(0, 20), () => ["·", ""]),
      make("p", "quiet", onGenerated.has(goal) ? "The goal is solved on the generated side, but on no path behind these goals." : "No generated proof solves this goal."));
  }
}

tree.addEventListener("scroll", () => requestAnimationFrame(draw));
addEventListener("resize", draw);
tree.addEventListener("click", event => {
  const element = event.target.closest(".row");
  if (!element) return;
  const row = Number(element.dataset.row);
  if (event.target.closest(".fold") || (isLemma(row) && picked === row)) fold(row, !folded[row]);
  pick(row);
});
tree.addEventListener("dblclick", event => {
  const element = event.target.closest(".row");
  if (element && !event.target.closest(".fold")) fold(Number(element.dataset.row), !folded[element.dataset.row]);
});
tree.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = list.indexOf(picked), isOpen = picked >= 0 && isBranch(picked) && !folded[picked];
  const go = row => { if (row !== undefined) pick(row); };
  switch (event.key) {
    case "ArrowDown": go(list[at + 1]); break;
    case "ArrowUp": go(list[at < 0 ? 0 : at - 1]); break;
    case "ArrowRight": if (picked >= 0 && folded[picked]) fold(picked, false); else if (isOpen) go(list[at + 1]); break;
    case "ArrowLeft": if (isOpen) fold(picked, true); else if (picked >= 0 && parentOf[picked] >= 0) go(parentOf[picked]); break;
    case "Home": go(list[0]); break;
    case "End": go(list[list.length - 1]); break;
    case "Enter": case " ": if (picked >= 0) fold(picked, !folded[picked]); break;
    case "n": seekPlace(1); break;
    case "p": seekPlace(-1); break;
    default: return;
  }
  event.preventDefault();
});
only.addEventListener("change", () => { relist(); tree.scrollTop = 0; draw(); });
find.addEventListener("keydown", event => { if (event.key === "Enter") seekText(); });
const next = button("Next uncovered", () => seekPlace(1)), before = button("Previous", () => seekPlace(-1));
next.disabled = before.disabled = nMissing === 0;
document.body.append(make("div", "columns", left,
  make("main", "middle", make("div", "controls", next, before, make("label", "", only, " Uncovered only"),
    button("Unfold all", () => { folded.fill(0); relist(); }),
    button("Fold all", () => { for (let row = 0; row < n; row++) folded[row] = isBranch(row) ? 1 : 0; relist(); }),
    button("Fold what is covered", () => { foldToMissing(); relist(); }),
    make("label", "", "Find ", find), told), tree), panel));
describe(-1);
relist();
