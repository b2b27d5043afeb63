#!/usr/bin/env python3
"""Measures how functions are ranked, and writes docs/lab/ranking.md. See `crates/lab/ranking.py --help`.

Consumes files of `f3m<dump=FILE>`, the commands `fmerge` and `fmerge-lab`, and results of `bench/run.py run
--configurations systems`. Produces JSON of all that was measured, and the document made from it. What a step has
measured stays in the JSON until that step is taken again, so that each can be run alone.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

# The passes that are compared on the functions alone, merges simulated, where time does not count.
PASSES = {
    "F3M, static": "f3m<system=static;threads=1>",
    "F3M, adaptive": "f3m<system=adaptive;threads=1>",
    "HyFM": "f3m<system=hyfm;threads=1>",
    "SalSSA": "f3m<system=salssa;threads=1>",
    "FMSA": "f3m<system=fmsa;threads=1>",
    "ours, pairs alone": "f3m<speed=ignore;families=2;threads=1>",
    "ours": "f3m<speed=ignore;threads=1>",
    "all pairs": "f3m<system=all-pairs;threads=1>",
}
# The last of these, also with the pairs of which a sure bound says that they cannot pay: the merges are the same.
EXHAUSTIVE = "all pairs, no bound"
# Systems and numbers of functions. An exhaustive search takes samples from 10,000 functions on.
SCALE = {
    "ours": ("f3m", [1_000, 10_000, 100_000, 1_200_000]),
    "F3M, static": ("f3m<system=static>", [1_000, 10_000, 100_000]),
    "F3M, adaptive": ("f3m<system=adaptive>", [1_000, 10_000, 100_000, 1_200_000]),
    "HyFM": ("f3m<system=hyfm>", [1_000, 10_000, 100_000]),
}
SIZES = {
    "f3m-static": "F3M, static", "f3m-adaptive": "F3M, adaptive", "hyfm": "HyFM", "salssa": "SalSSA", "fmsa": "FMSA",
    "f3m-size-pairs": "ours, pairs alone, time free", "f3m-size": "ours, time free", "f3m-pairs": "ours, pairs alone", "f3m": "ours",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the JSON file of all that was measured")
    parser.add_argument("--fmerge", type=resolved, default=resolved("target/release/fmerge"))
    parser.add_argument("--lab", type=resolved, default=resolved("target/release/fmerge-lab"))
    parser.add_argument("--rank", nargs="+", default=[], metavar="DUMP", help="measure fingerprints on these modules")
    parser.add_argument("--functions", type=int, metavar="N", help="with --rank, ask about so many functions of each")
    parser.add_argument("--merge", nargs="+", default=[], metavar="DUMP", help="merge these modules by each system, simulated")
    parser.add_argument("--exhaustive", nargs="+", default=[], metavar="DUMP", help="merge these without any bound, too")
    parser.add_argument("--scale", nargs="+", default=[], metavar="DUMP", help="measure synthetic modules made from these")
    parser.add_argument("--sizes", type=Path, metavar="RESULTS", help="what bench/run.py run --json wrote")
    parser.add_argument("--document", type=Path, metavar="FILE", help="write the document")
    arguments = parser.parse_args()
    data = json.loads(arguments.data.read_text()) if arguments.data.exists() else {}
    if arguments.rank:
        data["rank"] = ranked(arguments)
    if arguments.merge:
        data["merge"] = [merged(arguments.fmerge, dump, name, passes) for dump in arguments.merge for name, passes in PASSES.items()]
    if arguments.exhaustive:
        others = [row for row in data.get("merge", []) if row["system"] != EXHAUSTIVE]
        data["merge"] = others + [
            merged(arguments.fmerge, dump, EXHAUSTIVE, PASSES["all pairs"], "--exhaustive") for dump in arguments.exhaustive
        ]
    if arguments.scale:
        data["scale"] = [scaled(arguments, name, count) for name, (_, counts) in SCALE.items() for count in counts]
    if arguments.sizes:
        data["sizes"] = sizes(json.loads(arguments.sizes.read_text()))
    arguments.data.write_text(json.dumps(data, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(data))


def resolved(name):
    return Path(name).resolve()


def run(command):
    """What a command prints, and the user time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr}")
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def ranked(arguments):
    asked = ["--functions", arguments.functions] if arguments.functions else []
    command = [arguments.lab, "rank", *arguments.rank, *asked, "--json"]
    ours, _ = run(command)
    whole, _ = run([*command, "--merge", "f3m<speed=ignore;alignment=whole>"])
    return {"ours": json.loads(ours), "whole": json.loads(whole)}


def merged(fmerge, dump, name, passes, *flags):
    printed, seconds = run([fmerge, "dump", dump, f"--merge={passes}", "--simulate", "--json", *flags])
    report = json.loads(printed)
    return {
        "module": Path(dump).stem, "system": name, "gain": report["gain"], "merges": report["merges"],
        "attempts": report["attempts"], "seconds": round(seconds, 3),
    }


def scaled(arguments, name, count):
    printed, _ = run([arguments.lab, "scale", SCALE[name][0], count, *arguments.scale])
    return {**json.loads(printed), "name": name}


def sizes(results):
    rows = [row for row in results["rows"] if row["configuration"] in SIZES]
    return [
        {
            "program": row["workload"], "system": SIZES[row["configuration"]],
            "percent": row["change_percent"]["all"], "output": row["output"],
            "seconds": (row["seconds"].get("late") or {}).get("median"),
        }
        for row in rows
    ]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def document(data):
    parts = [HEAD]
    if "rank" in data:
        parts += correlation(data["rank"])
    if "merge" in data:
        parts += [MERGED, by_system(data["merge"], "module", merge_cell), shares(data["merge"])]
    if "sizes" in data:
        parts += [SIZED, by_system(data["sizes"], "program", size_cell)]
        bad = [f"{row['program']} by {row['system']}" for row in data["sizes"] if row["output"] != "equal"]
        parts += [f"Not equal: {', '.join(bad)}.\n" if bad else "All programs print what they print unmerged.\n"]
    if "scale" in data:
        parts += [SCALED, scale_table(data["scale"]), growth(data["scale"])]
    return "\n".join(parts)


def correlation(rank):
    modules = [f"{one['module']} ({one['asked']} of {one['functions']} functions, {one['pairs']:,} pairs)" for one in rank["ours"]]
    parts = [RANKED, f"Asked about: {', '.join(modules)}.\n"]
    for title, kind, value in [
        ("R of similarity and alignment ratio, our alignment", "ours", lambda f: f["alignment"]),
        ("R of similarity and alignment ratio, whole functions aligned as SalSSA does", "whole", lambda f: f["alignment"]),
        ("R of similarity and bytes saved", "ours", lambda f: f["saved"]),
        ("The share of functions whose best partner is among the three nearest", "ours", lambda f: f["recall"][2]),
        ("What the best of the three nearest saves, by what the best of all saves", "ours", lambda f: f["share"][2]),
    ]:
        measured = rank[kind]
        names = [figures["fingerprint"] for figures in measured[0]["figures"]]
        rows = []
        for at, name in enumerate(names):
            values = [value(one["figures"][at]) for one in measured]
            rows.append(values_row(f"`{name}`", values))
        if "ratio" not in title:
            rows.append(values_row("*what our choice goes by*", [value(one["promised"]) for one in measured]))
        parts += [f"### {title}\n", table(["fingerprint", *(one["module"] for one in measured), "mean"], rows)]
    costs = [
        [f"`{f['fingerprint']}`", f"{f['make_us']:.1f}", f"{f['compare_ns']:.0f}", f"{f['bytes']:.0f}"]
        for f in rank["ours"][-1]["figures"]
    ]
    last = rank["ours"][-1]["module"]
    parts += [f"### What a fingerprint costs ({last})\n", table(["fingerprint", "µs to make", "ns to compare", "bytes"], costs)]
    return parts


def values_row(name, values):
    return [name, *(f"{v:.2f}" for v in values), f"{sum(values) / len(values):.3f}"]


def by_system(rows, what, cell):
    systems = list(dict.fromkeys(row["system"] for row in rows))
    names = list(dict.fromkeys(row[what] for row in rows))
    found = {(row[what], row["system"]): row for row in rows}
    lines = [[name, *(cell(found.get((name, system))) for system in systems)] for name in names]
    return table([what, *systems], lines)


def merge_cell(row):
    return f"{row['gain']:,} ({row['merges']}; {row['seconds']:.1f} s)" if row else ""


def size_cell(row):
    if not row:
        return ""
    seconds = f" ({row['seconds']:.1f} s)" if row["seconds"] else ""
    return f"{row['percent']:+.2f}%{seconds}"


def shares(rows):
    sentence = f"Of what all pairs save over all modules, our pairs alone save {share(rows, 'all pairs', {row['module'] for row in rows})}."
    blind = {row["module"] for row in rows if row["system"] == EXHAUSTIVE}
    if blind:
        sentence += (
            " All pairs are not tried blindly either: a pair that cannot gain more than the best known, by a sure bound, is not "
            "aligned. Without that bound the merges are the same; on "
            f"{' and '.join(sorted(blind))} our pairs alone save {share(rows, EXHAUSTIVE, blind)}."
        )
    return sentence + "\n"


def share(rows, system, modules):
    """How much of what a system gains on these modules our pairs alone gain, and in which part of the time."""

    def total(name, value):
        return sum(row[value] for row in rows if row["system"] == name and row["module"] in modules)

    gain, seconds = (100 * total("ours, pairs alone", value) / total(system, value) for value in ("gain", "seconds"))
    return f"{gain:.1f}%, in {seconds:.1f}% of the time"


def scale_table(rows):
    lines = [
        [
            row["name"], f"{row['functions']:,}", row["bands"] if "Hy" not in row["name"] else "", f"{row['fingerprint_s']:.2f}", of_least(row),
            f"{row['fill_s']:.2f}", f"{row['search_s']:.2f}" + (" *" if row["extrapolated"] else ""),
            f"{row['total_s']:.2f}", f"{row['bytes'] / 2**20:.0f}", f"{row['cap_hits']:,}",
        ]
        for row in rows
    ]
    head = ["system", "functions", "bands", "fingerprints, s", "× least", "index, s", "search, s", "all, s", "MiB", "crowded buckets"]
    bound = (
        "*× least*: fingerprints take so many times what they take at least, which is the longer of two times: that of reading "
        "kind and key of each instruction once, from memory; and that of the arithmetic, an exclusive or, a multiplication "
        "and a minimum for each feature and position, with everything in registers."
    )
    return table(head, lines) + f"\n\\* extrapolated from one query in a hundred.\n\n{bound}\n"


def of_least(row):
    """How many times as long as the bound; very short times say nothing."""
    least = max(row["arithmetic_s"], row["reading_s"])
    return f"{row['fingerprint_s'] / least:.1f}" if least >= 0.02 else ""


def growth(rows):
    ours = {row["functions"]: row["total_s"] for row in rows if row["name"] == "ours"}
    if not {10_000, 1_200_000} <= ours.keys():
        return ""
    times = ours[1_200_000] / ours[10_000] / 120
    return f"From 10,000 to 1,200,000 functions, ours takes {times:.2f} times as long as linear growth would.\n"


HEAD = """# Ranking: which functions are worth a try

`crates/lab/ranking.py` measures this and writes this page. What the papers report stands beside it: *F3M* is "F3M: Fast Focused
Function Merging", the thesis is its authors' on function merging. `fmerge options` lists their systems with what they stand
for here: only how functions are ranked, aligned and taken is theirs; planning, proofs, emission and prices are ours.

    cargo build --release --workspace
    crates/lab/ranking.py build/ranking.json --rank *.dump --merge *.dump --exhaustive harfbuzz.dump --scale *.dump
    bench/run.py run --configurations systems --json build/systems.json
    crates/lab/ranking.py build/ranking.json --sizes build/systems.json --document docs/lab/ranking.md

`opt -passes='f3m<dump=FILE>'` writes a module's functions to a file. `fmerge-lab rank FILE` prints the tables of one module,
`fmerge-lab rank FILE --functions 100 --out pairs.jsonl` a line for each pair, and `fmerge-lab plot heatmap pairs.jsonl
--fingerprint minhash --out R.svg` draws the F3M paper's figure 10, `histogram` its figure 6; `fmerge-lab plot recall` draws
how often the best partner is among the nearest, of what `fmerge-lab rank --json` wrote. `fmerge-lab pairs FILE` lists the
candidates that the search finds.
"""

RANKED = """## What correlates with what a merge saves

F3M reports, on the Linux kernel, R = 0.62 of MinHash similarity and alignment ratio, and 0.20 of opcode histograms (section
IV-B, figures 4 and 10). Here `opcodes` are HyFM's histograms, `bounds` FMSA's bounds, `minhash` F3M's fingerprints, and
`pairs-and-blocks` is our default: pairs of neighbouring merge keys, and whole blocks, each as often as it occurs. The names
that end in `-whole`, `codes` and `blocks` are exact, without a sketch: they say what a longer fingerprint could reach.

Our alignment gives up what does not pay, so that most pairs have a ratio of 0; that of the papers matches whatever it can.
Both are shown. By the first, and by the bytes that a merge saves, pairs with blocks correlate best; by the second, single
keys do, which say little of what pays.

Our choice goes by both: the index finds functions by pairs and blocks, and of the most similar ones those are tried that
promise the most, which is the similarity times a sure bound on the gain. That bound is made of single keys. What such
promises are worth stands in the last lines of the tables in bytes.
"""

MERGED = """## The systems on the functions alone

Bytes saved by the estimate, with the number of merges and the time in seconds of one thread. No LLVM runs: merged functions are
simulated. `all pairs` is our planner and order with every pair of functions as a candidate (up to a thousand for each).
F3M reports 0.4 points more reduction than HyFM (7.6% against 7.2%, section IV-B). *Pairs alone* merges two functions at a time, and
merged functions again (`families=2`); so do all pairs. *Ours* merges families of up to 32 in one step. Published multi-way merging
(TACO 2025) saves up to 7.6% more than pairwise merging does, on single programs, in many times the time.
"""

SIZED = """## The systems on whole programs

The change of .text, .eh_frame and .gcc_except_table, linked with `--icf=all`, against no merging at -Oz. `bench/run.py` builds, links
and runs each program (F3M, figures 11 to 13), and with `--repeat` times the passes too, which is shown in parentheses.
"""

SCALED = """## Up to 1.2 million functions

Functions are made from the blocks of real ones, a third of them in families of near twins; one core, fingerprints and one
query for each function. F3M reports 46 hours of HyFM's ranking for the 1.2 million functions of Chrome, and 94 (static) to
597 times (adaptive) less merging time (section IV-C).
"""

if __name__ == "__main__":
    main()
