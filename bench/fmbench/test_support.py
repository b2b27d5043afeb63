"""Made-up jobs and samples for the tests."""

from fmbench import build, configuration, measure, workload

PROGRAM = workload.parse("p", 'why = "w"\n[source]\ncrate = "c"\n[build]\nlanguage = "c"\n[run]\ntimeout = 1\n')


def job(name):
    """A job in the configuration of this name."""
    return measure.Job(PROGRAM, build.Variant(), configuration.configurations()[name], None)


def sample(text, eh_frame=100, excepts=0, seconds=1.0, modules="same"):
    """A sample where nothing went wrong."""
    sections = {".text": text, ".eh_frame": eh_frame, ".gcc_except_table": excepts, ".data": 5, "file": 9999}
    return {
        "steps": {"codegen": {"seconds": seconds, "elapsed": seconds / 2, "peak_kib": 1024}},
        "failures": [],
        "modules": modules,
        "functions": 7,
        "report": {"merges": 2, "kinds": {"pair": 2}, "phases_ms": {"total": 4.0}},
        "sizes": {folding: dict(sections) for folding in measure.FOLDING},
    }
