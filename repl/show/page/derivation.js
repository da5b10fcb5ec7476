"use strict";
// Each row shows a judgement. The rows are in the order of an outline: a judgement's premises are in the deeper
// rows that follow its row.
const rows = [...document.querySelectorAll(".row")];
const depth = rows.map(row => Number(row.dataset.depth));
const folded = new Set();
const environments = JSON.parse(document.getElementById("environments").textContent);

function folds(k) { return k + 1 < rows.length && depth[k + 1] > depth[k]; }

function refresh() {
  let hiddenBelow = Infinity; // rows deeper than this are inside a folded row
  rows.forEach((row, k) => {
    if (depth[k] <= hiddenBelow) hiddenBelow = Infinity;
    const hidden = hiddenBelow !== Infinity;
    if (row.hidden !== hidden) row.hidden = hidden;
    const mark = row.querySelector(".fold");
    if (mark) {
      mark.textContent = folds(k) ? (folded.has(k) ? "\u25b8" : "\u25be") : "";
      mark.setAttribute("aria-expanded", String(!folded.has(k)));
    }
    if (!hidden && folded.has(k)) hiddenBelow = depth[k];
  });
}

function foldBelow(level) {
  folded.clear();
  rows.forEach((row, k) => { if (folds(k) && depth[k] >= level) folded.add(k); });
  refresh();
}

function cell(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

function showEnvironment(number) {
  const table = document.getElementById("bindings");
  table.replaceChildren();
  document.getElementById("environment").textContent = number === undefined ? "" : environments[number].name;
  if (number === undefined) return;
  for (const binding of environments[number].bindings) {
    const line = document.createElement("tr");
    line.append(...binding.map(text => cell("td", text)));
    table.append(line);
  }
  if (!environments[number].bindings.length) table.append(cell("caption", "no variables"));
}

function showRule(name) {
  document.querySelectorAll("#rules article").forEach(a => a.classList.toggle("shown", a.dataset.rule === name));
}

function rowOf(target) { return target.closest ? target.closest(".row") : null; }

function hover(event) {
  const row = rowOf(event.target);
  if (row) showEnvironment(row.dataset.environment);
}

document.querySelector("main").addEventListener("mouseover", hover);
document.querySelector("main").addEventListener("focusin", hover);
document.querySelector("main").addEventListener("click", event => {
  const row = rowOf(event.target);
  if (!row) return;
  if (event.target.classList.contains("rule")) return showRule(event.target.textContent);
  const k = rows.indexOf(row);
  if (!event.target.classList.contains("fold") || !folds(k)) return;
  folded.has(k) ? folded.delete(k) : folded.add(k);
  refresh();
});
document.getElementById("fold").addEventListener("click", () => foldBelow(1));
document.getElementById("unfold").addEventListener("click", () => foldBelow(Infinity));
foldBelow(rows.length > 200 ? 6 : Infinity);
