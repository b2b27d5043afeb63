"""Programs beside those of the bench, on which rules are found (*seen*) and by which they are judged (*unseen*).

Consumes `bench/corpus.toml`. Produces workloads, which are built like any other, and which half each belongs to.
"""

import hashlib
import tomllib

from fmbench.workload import BENCH, Build, Run, Source, Time, Workload
from fmtools import tools

FILE = BENCH / "corpus.toml"

LANGUAGES = {"c": "c", "cpp": "c++", "rust": "rust"}
"""By the tables of the file."""

HALVES = ("seen", "unseen")


def load():
    """All programs by name, as the file has them."""
    data = tomllib.loads(FILE.read_text())
    times = data.get("time", {})
    found = {name: _workload(name, LANGUAGES[table], fields, times.get(name)) for table, name, fields in _listed(data)}
    if not times.keys() <= found.keys():
        raise tools.Problem(f"{FILE.name}: [time] names what is no program: {', '.join(times.keys() - found.keys())}")
    return found


def half(name):
    """`seen` or `unseen`, by a digest of the name: who adds a program cannot choose."""
    return HALVES[hashlib.sha256(name.encode()).digest()[0] & 1]


def needs():
    """Packages of Debian that some programs are built with, sorted."""
    data = tomllib.loads(FILE.read_text())
    return sorted({need for _, _, fields in _listed(data) for need in fields.get("needs", [])})


def _listed(data):
    """Table, name and fields of each program."""
    return [(table, name, fields) for table in LANGUAGES for name, fields in data[table].items()]


def _workload(name, language, fields, time):
    fields = dict(fields)
    fields.pop("needs", None)
    kind = "program" if language == "rust" else "debian"
    try:
        source = Source(**{kind: fields.pop("package", name)}, version=fields.pop("version"))
        return Workload(name, "of the corpus", source, Build(language, **fields), Run(timeout=0), Time(**time) if time else None)
    except (TypeError, KeyError) as error:
        raise tools.Problem(f"{FILE.name}, {name}: {error}") from None
