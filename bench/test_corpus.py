import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "tools")]

from fmbench import corpus, corpus_document, corpus_picture, package
from fmtools import tools

BITCODE = b"BC\xc0\xde and more"


def sample(code):
    return {"code": code, "read_only": 7, "functions": 3, "failures": []}


def program(half, language, **codes):
    return {"half": half, "language": language, "samples": {name.replace("_", "-"): sample(code) for name, code in codes.items()}}


class Corpus(unittest.TestCase):
    def test_every_program_of_the_file_can_be_read(self):
        programs = corpus.load()
        self.assertGreater(len(programs), 100)
        for name, workload in programs.items():
            self.assertEqual(workload.build.package, workload.build.language != "rust", name)
            self.assertTrue(workload.source.version, name)

    def test_names_decide_on_the_half(self):
        self.assertEqual([corpus.half(name) for name in ("gzip", "bzip2", "xz")], ["seen", "unseen", "seen"])
        seen = sum(corpus.half(name) == "seen" for name in corpus.load())
        self.assertGreater(min(seen, len(corpus.load()) - seen), 40)


class Relinking(unittest.TestCase):
    def test_bitcode_makes_room_for_the_object_and_native_files_are_kept(self):
        with tempfile.TemporaryDirectory() as name:
            tree, made = Path(name).resolve() / "tree", Path(name).resolve() / "made"
            (tree / "lib").mkdir(parents=True)
            made.mkdir()
            for file, text in {"a.o": BITCODE, "b.o": BITCODE, "c.o": b"\x7fELF"}.items():
                (tree / file).write_bytes(text)
            (tree / "mixed.o").write_bytes(b"\x7fELF mixed")
            tools.check([tools.llvm("llvm-ar"), "rcS", tree / "lib/libown.a", tree / "a.o", tree / "mixed.o"])
            linked = [str(tree), "-O2", "a.o", "-o", "program", "b.o", "c.o", "-Llib", "-lown", "-l:libown.a", "-L/usr/lib", "-lm"]
            (tree / "program.link").write_text("\n".join(linked) + "\n")
            arguments = list(package._relinked(tree / "program", tree, made))
            kept = ["{folder}/" + path.name for path in sorted(made.iterdir())]
            self.assertEqual(arguments, ["-O2", "{objects}", *kept, "-L/usr/lib", "-lm"])
            members = tools.check([tools.llvm("llvm-ar"), "t", made / kept[1].removeprefix("{folder}/")]).stdout
            self.assertEqual(members, b"mixed.o\n")

    def test_a_program_that_was_not_linked_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            done = tools.run(["echo", "no rule to make it"])
            with self.assertRaisesRegex(tools.Problem, "no rule to make it"):
                package._program(corpus.load()["gzip"], Path(name), done)


class Document(unittest.TestCase):
    def test_sums_leave_out_what_failed_and_growth_is_named(self):
        programs = {
            "one": program("seen", "c", none=1000, fmerge=900),
            "two": program("unseen", "c++", none=3000, fmerge=3020),
            "three": {"failure": "does not build\nfor long"},
        }
        text = corpus_document.text({"level": "Oz", "listed": 3, "configurations": ["none", "fmerge"], "programs": programs})
        self.assertIn("| all | 2 | 4,000 | −2.00 |", text)
        self.assertIn("| seen | 1 | 1,000 | −10.00 |", text)
        self.assertIn("| two | fmerge | lld --icf=all | +20 | +0.67 |", text)
        self.assertIn("- three: does not build\n", text)
        json.dumps(programs)

    def test_estimates_are_held_beside_what_was_saved(self):
        one, two = program("seen", "c", none=9000, fmerge=8000, speed_ignore=7000), program("unseen", "c", none=9000, fmerge=8900)
        two["samples"]["speed-ignore"] = sample(8600)
        one["samples"]["fmerge"]["gain"], two["samples"]["fmerge"]["gain"] = 1500, 105
        text = corpus_document.text({"level": "Oz", "listed": 2, "configurations": ["none", "fmerge", "speed-ignore"], "programs": {"one": one, "two": two}})
        self.assertIn("| fmerge | 1,605 | 1,100 | +45.91 |", text)
        self.assertIn("| one | fmerge | 1,500 | 1,000 |", text)
        self.assertNotIn("| two | fmerge | 105", text)
        self.assertIn("50 % of it on seen programs, 25 % of it on unseen programs", text)

    def test_the_picture_has_a_point_for_each_command_that_was_counted(self):
        one, two = program("seen", "c", none=1000, fmerge=900), program("unseen", "c", none=1000, fmerge=800)
        for way, count in (("none", 100), ("fmerge", 103)):
            one["samples"][way]["costs"] = {"commands": {"a < b": {"instructions": count, "printed": ""}}}
        found = corpus_document.points({"programs": {"one": one, "two": two}})
        self.assertEqual([(round(point.saved), round(point.executed)) for point in found["seen"]], [(10, 3)])
        picture = corpus_picture.svg(found)
        self.assertIn("one a &lt; b: -10.00 %, +3.00 %", picture)
        self.assertIn("seen: 1 commands", picture)
        self.assertIn("unseen: 0 commands", picture)

    def test_growth_is_named_in_each_way_to_link(self):
        one = program("seen", "c", none=1000, fmerge=900)
        for way, size in (("none", 1100), ("fmerge", 1117)):
            one["samples"][way]["otherwise"] = {"gnu": size, "none": 1100}
        data = {"level": "Oz", "listed": 1, "configurations": ["none", "fmerge"], "programs": {"one": one}}
        self.assertIn("| one | fmerge | GNU ld | +17 | +1.55 |", corpus_document.text(data))
        one["samples"]["fmerge"]["otherwise"]["gnu"] = 1116
        self.assertIn("No program is larger by more than 16 bytes", corpus_document.text(data))

    def test_a_program_that_prints_something_else_when_merged_is_named(self):
        one = program("seen", "c", none=1000, fmerge=900)
        for way, printed in (("none", "a"), ("fmerge", "b")):
            one["samples"][way]["costs"] = {"commands": {"pack": {"instructions": 100, "printed": printed}}}
        self.assertEqual(corpus_document.failure(one), "prints or writes something else, by fmerge: pack")
        one["samples"]["fmerge"]["costs"]["commands"]["pack"] = {"instructions": 101, "printed": "a"}
        self.assertEqual(corpus_document.failure(one), "")
        self.assertAlmostEqual(corpus_document.instructions(one, "fmerge")["pack"], 1)


if __name__ == "__main__":
    unittest.main()
