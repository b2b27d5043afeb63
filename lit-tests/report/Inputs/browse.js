// Clicks heads of columns, searches, chooses areas and chains, and writes what the page then shows.
"use strict";
{
  const lines = [];
  const tell = (name, value) => lines.push(`${name}: ${value}`);
  const rows = () => [...document.querySelectorAll("#merge-table tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));
  const head = (title) => [...document.querySelectorAll("#merge-table th button")].find((button) => button.textContent === title);
  const change = (id, value, event) => {
    document.getElementById(id).value = value;
    document.getElementById(id).dispatchEvent(new Event(event, { bubbles: true }));
  };
  const numbers = () => rows().map((row) => Number(row[0].replaceAll(",", "")));
  const isSorted = (values, sign) => values.every((value, index) => index === 0 || sign * (values[index - 1] - value) <= 0);
  const box = (element) => ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
  try {
    tell("summary", document.getElementById("summary").textContent);
    tell("merges", rows().length);
    head("bytes saved").click();
    tell("descending", isSorted(numbers(), -1) && document.querySelector("[aria-sort=descending]").textContent);
    head("bytes saved").click();
    tell("ascending", isSorted(numbers(), 1) && document.querySelector("[aria-sort=ascending]").textContent);
    head("pass").click();
    tell("by pass", isSorted(rows().map((row) => row[1]).map((pass) => pass.charCodeAt(0)), 1));
    tell("heads that are sorted by", document.querySelectorAll("#merge-table [aria-sort]").length);
    change("search", "JSON::B", "input");
    tell("found", `${rows().length}, ${document.getElementById("found").textContent}`);
    tell("first found", rows()[0][5]);
    change("search", "no such function", "input");
    tell("found nothing", rows().length);
    change("search", "", "input");
    tell("all again", rows().length);
    for (const owner of ["crate", "namespace", "file"]) {
      change("owner", owner, "change");
      const areas = [...document.querySelectorAll("#treemap rect")];
      tell(`areas by ${owner}`, areas.map((area) => area.textContent).join("; "));
      const size = areas.map(box).reduce((sum, [, , width, height]) => sum + width * height, 0);
      tell("they fill the map", Math.abs(size - 1100 * 420) < 1);
    }
    const tree = document.querySelector("#tree svg");
    tell("chain", [...tree.querySelectorAll("circle")].map((node) => node.textContent).join("; "));
    tell("its links", tree.querySelectorAll("path").length);
    tell("refusals", document.querySelector("#refusal-table tbody").textContent);
    tell("end", "reached");
  } catch (error) {
    tell("error", error.stack);
  }
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = lines.join("\n");
  document.body.append(told);
}
