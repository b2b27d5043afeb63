"""What is printed: one row for each program and mode, and below it the refusals and the phases."""

HEAD = ["program", "mode", "functions", "pairs", "merges", "text", "after", "eh_frame", "after", "total %",
        "pass ms", "codegen", "output", "same bytes"]


def rows(results):
    """The table's cells, header first."""
    return [HEAD, *(_row(result) for result in results)]


def plain(results):
    """The table as aligned text."""
    return _aligned(rows(results), "  ", None)


def markdown(results):
    """The table in Markdown."""
    lines = _aligned(rows(results), " | ", "| {} |").splitlines()
    rule = "|" + "|".join("---" if i < 2 else "--:" for i in range(len(HEAD))) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def line(result):
    """One result in a few words, while others are still to come."""
    change = f"{result.change:+.2f}%, " if result.after else ""
    return f"{result.mode}: {change}{'FAILED' if result.failures else 'good'}, opt {result.opt_seconds:.1f} s"


def details(result):
    """Refusals by reason, phases and failures of one result."""
    name = f"{result.program}, {result.mode}"
    lines = []
    if result.report.functions:
        lines.append(f"{name}: {result.report.eligible} of {result.report.functions} functions are eligible, "
                     f"{result.report.attempts} pairs were tried")
        lines += _counts("functions refused", result.report.rejects)
        lines += _counts("pairs refused", result.report.pair_rejects)
        lines += _phases(result.report.phases_ms)
    lines += [f"  FAILED {name}: {failure}" for failure in result.failures]
    return "\n".join(lines)


def summary(result):
    """One result in words, for a first look."""
    lines = [f"{result.program}, mode {result.mode}: {result.before.functions} functions"]
    if result.after is None:
        return "\n".join([*lines, details(result)])
    before, after = result.before.sections["icf"], result.after.sections["icf"]
    lines += [_change(name, before.get(name, 0), after.get(name, 0)) for name in (".text", ".eh_frame")]
    lines.append(_change("in all", result.before.total(), result.after.total()))
    lines.append(f"  {result.report.candidates} candidate pairs, {result.report.merges} merges")
    lines.append(f"  output {_verdicts(result)[2]}, code generation takes {_verdicts(result)[1]} of the time before")
    return "\n".join([*lines, details(result)])


def _change(name, before, after):
    percent = 100.0 * (after / before - 1.0) if before else 0.0
    return f"  {name:<10}{before:>9} -> {after:>9} bytes  {percent:+.2f}%"


def as_data(result):
    """One result as plain data, for `--json`."""
    data = {"program": result.program, "mode": result.mode, "failures": result.failures,
            "deterministic": result.deterministic, "opt_seconds": round(result.opt_seconds, 3),
            "report": vars(result.report), "before": _binary(result.before)}
    if result.after:
        data |= {"after": _binary(result.after), "change_percent": round(result.change, 4)}
    return data


def _row(result):
    counts = [result.program, result.mode, str(result.before.functions)]
    if result.after is None:
        return [*counts, "-", "-", *["-"] * 7, "FAILED", "-"]
    return [*counts, *_merging(result.report), *_sizes(result), *_verdicts(result)]


def _merging(report):
    if not report.functions:
        return ["-", "-"]
    return [str(report.candidates), str(report.merges)]


def _sizes(result):
    before, after = result.before.sections["icf"], result.after.sections["icf"]
    sections = [str(side.get(name, 0)) for name in (".text", ".eh_frame") for side in (before, after)]
    return [*sections, f"{result.change:+.2f}"]


def _verdicts(result):
    total = result.report.phases_ms.get("total")
    spent = f"{total:.0f}" if total is not None else f"{1000 * result.opt_seconds:.0f}*"
    ratio = result.after.codegen_seconds / max(result.before.codegen_seconds, 0.001)
    equal = result.after.output == result.before.output
    same = {None: "-", True: "yes", False: "NO"}[result.deterministic]
    return [spent, f"{ratio:.2f}", "equal" if equal else "DIFFERS", same]


def _counts(title, counter):
    ordered = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    return [f"  {title}: " + ", ".join(f"{reason} {count}" for reason, count in ordered if count)] if ordered else []


def _phases(phases):
    return ["  time (ms): " + ", ".join(f"{name} {spent:.1f}" for name, spent in phases.items())] if phases else []


def _binary(binary):
    return {"functions": binary.functions, "sections": binary.sections, "total": binary.total(),
            "codegen_seconds": round(binary.codegen_seconds, 3)}


def _aligned(cells, between, frame):
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = []
    for row in cells:
        padded = [cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
        line = between.join(padded)
        lines.append(frame.format(line) if frame else line.rstrip())
    return "\n".join(lines)
