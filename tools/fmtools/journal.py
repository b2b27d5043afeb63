"""What a long run has done so far, so that the next one goes on from there."""

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Journal:
    """Entries by name, also of a run that was stopped: one line of JSON for each, written at once."""

    path: Path
    entries: dict[str, object] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self, wanted=lambda value: True):
        """Reads what an earlier run left and is wanted; a line that was cut off counts as not written."""
        for line in self.path.read_text().splitlines() if self.path.is_file() else []:
            try:
                entry = json.loads(line)
                if wanted(entry["value"]):
                    self.entries[entry["name"]] = entry["value"]
            except (ValueError, KeyError):
                continue
        return self

    def write(self, name, value):
        """Adds an entry."""
        self.entries[name] = value
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.lock, self.path.open("a") as file:
            file.write(json.dumps({"name": name, "value": value}) + "\n")

    def finish(self):
        """The run is over: the next one begins anew."""
        self.entries.clear()
        self.path.unlink(missing_ok=True)
