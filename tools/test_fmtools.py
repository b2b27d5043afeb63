"""Tests of what the bench and the campaign share."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fmtools import content, tools
from fmtools.journal import Journal


class Tools(unittest.TestCase):
    def test_a_missing_tool_is_an_error(self):
        with self.assertRaisesRegex(tools.Problem, "not installed"):
            tools.find("no-such-tool-anywhere")

    def test_a_hung_program_is_an_error_and_leaves_nothing_running(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder) / "mark"
            command = ["sh", "-c", f"(sleep 1; touch {mark}) & wait"]
            self.assertIsNone(tools.run(command, timeout=0.2).status)
            with self.assertRaisesRegex(tools.Problem, "no end after"):
                tools.check(command, timeout=0.2)
            tools.run(["sleep", "1.2"])
            self.assertFalse(mark.exists())

    def test_a_crash_is_an_error_with_its_signal(self):
        with self.assertRaisesRegex(tools.Problem, "signal 6"):
            tools.check(["sh", "-c", "kill -6 $$"])

    def test_time_and_memory_are_those_of_the_command(self):
        done = tools.run([sys.executable, "-c", "x = bytearray(200 << 20)\nfor i in range(10**6): pass"])
        self.assertGreater(done.peak_kib, 200 << 10)
        self.assertGreater(done.seconds, 0.01)
        self.assertLess(tools.run(["true"]).peak_kib, 100 << 10)

    def test_merged_streams_keep_their_order(self):
        done = tools.run(["sh", "-c", "echo a; echo b >&2; echo c"], merge=True)
        self.assertEqual(done.stdout, b"a\nb\nc\n")

    def test_limits_hold(self):
        endless = ["sh", "-c", "while true; do true; done"]
        self.assertIsNone(tools.run(endless, limits=tools.Limits(processor=1)).status)
        greedy = [sys.executable, "-c", "bytearray(600 << 20)"]
        self.assertTrue(tools.run(greedy).good)
        self.assertFalse(tools.run(greedy, limits=tools.Limits(memory=512 << 20)).good)
        said = tools.run(["sh", "-c", "ulimit -s; echo 1234567890"], limits=tools.Limits(stack=1 << 20, output=8))
        self.assertEqual(said.stdout, b"1024\n123")


class Contents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def test_what_is_there_is_not_made_again(self):
        made = []
        for _ in range(2):
            content.made_folder(self.root / "a" / "b", made.append)
            content.made_file(self.root / "c" / "d", lambda path: path.write_text("x") and made.append(path))
        self.assertEqual(len(made), 2)
        self.assertEqual((self.root / "c" / "d").read_text(), "x")

    def test_a_failed_folder_leaves_nothing(self):
        def fail(folder):
            (folder / "half").write_text("made")
            raise tools.Problem("no")

        with self.assertRaises(tools.Problem):
            content.made_folder(self.root / "x", fail)
        self.assertEqual(list(self.root.iterdir()), [])

    def test_a_failed_file_leaves_nothing(self):
        with self.assertRaises(tools.Problem):
            content.made_file(self.root / "o", lambda made: tools.check(["sh", "-c", f"echo x > {made}; exit 1"]))
        self.assertEqual(list(self.root.iterdir()), [])

    def test_digests_tell_contents_and_lists_apart(self):
        for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
            (self.root / name).write_text(text)
        a, b, c = (content.file_digest(self.root / name) for name in "abc")
        self.assertEqual((a == b, a == c), (True, False))
        self.assertNotEqual(content.digest(["a", "b"]), content.digest(["ab"]))


class Journals(unittest.TestCase):
    def test_a_journal_goes_on_and_leaves_out_a_line_that_was_cut_off(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "runs" / "journal.jsonl"
            first = Journal(path).read()
            first.write("a", {"n": 1})
            with path.open("a") as file:
                file.write('{"name": "b", "va')
            again = Journal(path).read()
            self.assertEqual(again.entries, {"a": {"n": 1}})
            again.finish()
            self.assertEqual((Journal(path).read().entries, again.entries), ({}, {}))


if __name__ == "__main__":
    unittest.main()
