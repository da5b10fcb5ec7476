/* What a click on a heading of a table does; `this` is the row of headings. The rows are sorted by that column: numbers
   by their size, others behind them by their text. A second click turns the order round. Comments are of this kind,
   since an attribute may lose its line ends. */
const column = event.target.cellIndex;
if (column >= 0) {
  const down = this.dataset.by === String(column);
  this.dataset.by = down ? "" : String(column);
  const number = (t) => (/^[-+]?inf/.test(t) ? (t[0] === "-" ? -Infinity : Infinity) : Number(t.replace(/(bf|[fhL])$/, "")));
  const before = ([x, a], [y, b]) => {
    const [first, second] = down ? [y, x] : [x, y];
    if (isNaN(a) || isNaN(b)) return isNaN(a) - isNaN(b) || first.localeCompare(second);
    return a === b ? 0 : (a > b) === down ? -1 : 1;
  };
  [...this.parentNode.rows].slice(1).map((row) => [row.cells[column].textContent, row])
    .map(([t, row]) => [t, number(t), row]).sort(before).forEach(([, , row]) => this.parentNode.append(row));
}
