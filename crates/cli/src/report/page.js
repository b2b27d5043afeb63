// Draws the report: tables that can be sorted and searched, a treemap, and trees of chains.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

// An element with attributes and children; texts are never read as HTML.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A table whose columns sort by a click on their heads. A column has a title, a function from a row to its value, and
// says whether values are numbers; what is too long for a cell shows when the mouse rests there. Returns a function that shows other rows.
function table(id, columns, limit, counted) {
  const head = byId(id).tHead.rows[0];
  const body = byId(id).tBodies[0];
  let rows = [];
  let shown = limit;
  let sorted = { column: null, descending: true };

  function order(column) {
    const descending = sorted.column === column ? !sorted.descending : Boolean(column.numeric);
    sorted = { column, descending };
    for (const cell of head.cells) cell.removeAttribute("aria-sort");
    head.cells[columns.indexOf(column)].setAttribute("aria-sort", descending ? "descending" : "ascending");
    show(rows);
  }

  function compare(one, other) {
    const [a, b] = [sorted.column.value(one), sorted.column.value(other)];
    const least = sorted.column.numeric ? a - b : String(a).localeCompare(String(b));
    return sorted.descending ? -least : least;
  }

  function cell(column, row) {
    const value = column.value(row);
    if (column.numeric) return element("td", { class: "number" }, number(value));
    return element("td", column.full ? { title: column.full(row) } : {}, String(value));
  }

  function show(newRows, all = shown) {
    rows = newRows;
    shown = all;
    const ordered = sorted.column ? [...rows].sort(compare) : rows;
    const lines = ordered.slice(0, shown).map((row) => element("tr", {}, ...columns.map((column) => cell(column, row))));
    body.replaceChildren(...lines);
    if (counted) counted(rows.length, Math.min(shown, rows.length));
  }

  for (const column of columns) {
    const button = element("button", { type: "button" }, column.title);
    button.addEventListener("click", () => order(column));
    head.append(element("th", column.numeric ? { class: "number" } : {}, button));
  }
  return show;
}

function merges() {
  const limit = 200;
  const found = (all, shown) => {
    byId("found").textContent = `${number(all)} of ${number(data.merges.length)} bodies that are shared`;
    byId("more").hidden = shown === all;
  };
  const show = table("merge-table", [
    { title: "bytes saved", value: (row) => row.bytes, numeric: true },
    { title: "pass", value: (row) => row.pass },
    { title: "place", value: (row) => row.place },
    { title: "thunks", value: (row) => row.thunks, numeric: true },
    { title: "gone", value: (row) => row.gone, numeric: true },
    { title: "functions", value: (row) => row.some, full: (row) => row.functions.join("\n") },
    { title: "became", value: (row) => row.became, full: (row) => row.merged },
  ], limit, found);
  const texts = new Map(data.merges.map((row) => [row, [row.pass, row.place, row.merged, ...row.functions].join("\n").toLowerCase()]));
  const matching = () => {
    const wanted = byId("search").value.trim().toLowerCase();
    return data.merges.filter((row) => texts.get(row).includes(wanted));
  };
  byId("search").addEventListener("input", () => show(matching(), limit));
  byId("more").addEventListener("click", () => show(matching(), Infinity));
  show(data.merges, limit);
}

// Cuts a rectangle into areas as large as the items say, which are sorted by size: the first half of the sum gets one
// side, cut across the longer edge, and so on in both parts.
function cut(items, x, y, width, height, out) {
  if (items.length < 2) {
    if (items.length) out.push({ item: items[0], x, y, width, height });
    return;
  }
  const sum = items.reduce((total, item) => total + item.bytes, 0);
  let first = 0;
  let count = 0;
  while (count < items.length - 1 && (count === 0 || first + items[count].bytes / 2 < sum / 2)) first += items[count++].bytes;
  const share = first / sum;
  const [one, other] = [items.slice(0, count), items.slice(count)];
  if (width > height) {
    cut(one, x, y, width * share, height, out);
    cut(other, x + width * share, y, width * (1 - share), height, out);
  } else {
    cut(one, x, y, width, height * share, out);
    cut(other, x, y + height * share, width, height * (1 - share), out);
  }
}

function owners(key) {
  const sums = new Map();
  for (const share of data.shares) sums.set(share[key], (sums.get(share[key]) || 0) + share.bytes);
  const items = [...sums].map(([name, bytes]) => ({ name, bytes })).filter((item) => item.bytes > 0);
  items.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
  const most = 60;
  const rest = items.slice(most).reduce((total, item) => total + item.bytes, 0);
  return rest > 0 ? [...items.slice(0, most), { name: "(others)", bytes: rest }] : items;
}

function treemap() {
  const [width, height] = [1100, 420];
  const areas = [];
  cut(owners(byId("owner").value), 0, 0, width, height, areas);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  areas.forEach((area, index) => {
    const text = `${area.item.name}: ${number(area.item.bytes)} bytes`;
    const place = { x: area.x, y: area.y, width: area.width, height: area.height };
    svg.append(drawn("rect", { ...place, fill: `hsl(${(index * 47) % 360} 45% 38%)` }, drawn("title", {}, text)));
    const letters = Math.floor((area.width - 8) / 7);
    if (letters < 3 || area.height < 16) return;
    const label = area.item.name.length > letters ? `${area.item.name.slice(0, letters - 1)}…` : area.item.name;
    svg.append(drawn("text", { x: area.x + 4, y: area.y + 14 }, label));
  });
  byId("treemap").replaceChildren(areas.length ? svg : "Nothing was saved.");
}

// A tree from left to right: the merged function, and what it was made of.
function chain() {
  const root = data.chains[byId("chain").value];
  if (!root) {
    byId("tree").replaceChildren("No function was merged of merged functions.");
    return;
  }
  const [step, line] = [230, 22];
  let lines = 0;
  let deepest = 0;
  const svg = drawn("svg", { role: "img" });
  const place = (node, depth) => {
    deepest = Math.max(deepest, depth);
    const parts = node.parts.map((part) => place(part, depth + 1));
    const y = parts.length ? (parts[0] + parts[parts.length - 1]) / 2 : ++lines * line;
    const x = depth * step + 10;
    for (const part of parts) svg.append(drawn("path", { d: `M${x},${y} C${x + step / 2},${y} ${x + step / 2},${part} ${x + step},${part}` }));
    const saved = node.parts.length ? `: ${number(node.bytes)} bytes by ${node.passes.join(", ")}` : "";
    const letters = node.parts.length ? 30 : 90;
    const label = node.brief.length > letters ? `${node.brief.slice(0, letters - 1)}…` : node.brief;
    svg.append(drawn("circle", { cx: x, cy: y, r: 4 }, drawn("title", {}, node.name + saved)));
    svg.append(drawn("text", { x: x + 7, y: y - 5 }, label, drawn("title", {}, node.name + saved)));
    return y;
  };
  place(root, 0);
  const [width, height] = [(deepest + 1) * step + 500, (lines + 1) * line];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  byId("tree").replaceChildren(svg);
}

function refusals(id, rows, sizable) {
  const columns = [
    { title: "reason", value: (row) => row.reason },
    { title: "how many", value: (row) => row.count, numeric: true },
    { title: "of 10 instructions or more", value: (row) => row.sizable, numeric: true },
    { title: "what it means", value: (row) => row.explanation },
  ];
  table(id, sizable ? columns : columns.filter((_, index) => index !== 2), Infinity)(rows);
}

const saved = ({ text, eh_frame, gcc_except_table }) => [text, eh_frame, gcc_except_table].reduce((sum, [before, after]) => sum + before - after, 0);
byId("summary").textContent =
  `${number(data.count)} merges in ${number(data.runs)} runs of passes, ` +
  `${number(data.gain)} bytes saved by the estimate` +
  (data.measured ? `, ${number(saved(data.measured))} as measured.` : ".");
merges();
byId("owner").addEventListener("change", treemap);
treemap();
data.chains.forEach((tree, index) => byId("chain").append(element("option", { value: index }, `${number(tree.total)} bytes: ${tree.brief.slice(0, 80)}`)));
byId("chain").addEventListener("change", chain);
chain();
refusals("refusal-table", data.refusals, true);
refusals("pair-table", data.pairs, false);
