"""Takes walkmeshes to Blender and back, and compares the results with the originals.

    python through_blender.py WALKMESH FOLDER...

WALKMESH is the command; the folders hold walkmeshes of KotOR and NWN2. Each file goes through Blender's default import and
export as GLB and comes back `--onto` itself: the bytes must be equal. They go the same way as OBJ. "Apply All Transforms", "Set Origin" and an export of the selected meshes change no
byte of a KotOR file either. Then some files
are edited in Blender, and the report of `walkmesh convert` must name exactly the edit. Exits with 1 if anything differs.
"""

import contextlib
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

with contextlib.redirect_stdout(io.StringIO()):
    import blender

EDITS = [*blender.EDITS, "move_a_mark"]


def convert(walkmesh, source, target, onto=None):
    command = [walkmesh, "convert", "--json", "--force", source, "-o", target]
    if onto:
        command += ["--onto", onto]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode > 1:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return json.loads(done.stdout)["results"][0]


@contextlib.contextmanager
def quiet():
    """Blender logs on the standard output of the process."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def there_and_back(walkmesh, file, folder, format, edit=None):
    """The report of the import, the resulting file, and the effect of the edit."""
    out, back = folder / f"out.{format}", folder / f"back.{format}"
    result = folder / f"result{file.suffix}"
    convert(walkmesh, file, out)
    with quiet():
        did = blender.through(str(out), str(back), edit)
    if did is None:
        return None, None, None
    return convert(walkmesh, back, result, onto=file), result, did


def counts(report):
    """The number of triangles by the kind of change."""
    matched = report["nodes"][0]["matched"]
    ways = ["repainted", "flipped", "moved", "removed", "added"]
    return {way: len(matched[way]) for way in ways if matched[way]}


def edits_of_marks(report):
    return len(report["nodes"][0]["mark_edits"])


def as_blender(value):
    """A coordinate of an OBJ as blender.py reports it: the float of 32 bits with six decimals."""
    return round(struct.unpack("f", struct.pack("f", float(value)))[0], 6)


def copies(walkmesh, file, folder, corners):
    """The number of triangles of a file with these corners. Blender shows one of them."""
    obj = folder / "copies.obj"
    convert(walkmesh, file, obj)
    rows = [line.split() for line in obj.read_text().splitlines()]
    points = [tuple(as_blender(value) for value in row[1:4]) for row in rows if row and row[0] == "v"]
    faces = [{points[int(corner) - 1] for corner in row[1:4]} for row in rows if row and row[0] == "f"]
    # An OBJ has y up.
    return faces.count({(x, z, -y) for x, y, z in corners})


def expected(edit, did, copies):
    """The expected report on the triangles."""
    return {
        "paint_a_face": {"repainted": copies},
        "delete_a_face": {"removed": copies},
        "add_a_quad": {"added": 2},
        "cut_with_the_knife": {"removed": copies, "added": 2},
        "move_a_mark": {},
        "move_a_vertex": {"moved": did.get("faces")},
    }[edit]


class Tally:
    def __init__(self):
        self.done, self.same, self.faults = {}, {}, []

    def add(self, what, is_same, why=""):
        self.done[what] = self.done.get(what, 0) + 1
        self.same[what] = self.same.get(what, 0) + is_same
        if not is_same:
            self.faults.append(f"{what}: {why}")

    def print(self):
        for what, done in self.done.items():
            print(f"{what}: {self.same[what]} of {done}")
        for fault in self.faults:
            print(f"  {fault}")


def unchanged(walkmesh, file, folder, format, tally):
    what = f"{format.upper()} {file.suffix.lower()[1:]} byte-identical"
    try:
        report, result, _ = there_and_back(walkmesh, file, folder, format)
        tally.add(what, result.read_bytes() == file.read_bytes(), f"{file}: {json.dumps(report)[:300]}")
    except Exception as error:
        tally.add(what, False, f"{file}: {error}")


def careless(walkmesh, file, folder, tally):
    """Blender's own changes of marks and origins are not edits: the bytes are equal."""
    for step in blender.CARELESS:
        try:
            report, result, _ = there_and_back(walkmesh, file, folder, "glb", step)
            tally.add(step, result.read_bytes() == file.read_bytes(), f"{file}: {json.dumps(report)[:300]}")
        except Exception as error:
            tally.add(step, False, f"{file}: {error}")


def edits(walkmesh, file, folder, tally):
    for edit in EDITS:
        try:
            report, _, did = there_and_back(walkmesh, file, folder, "glb", edit)
            if report is None:
                continue
            is_one_face = edit in ["paint_a_face", "delete_a_face", "cut_with_the_knife"]
            number = copies(walkmesh, file, folder, did["corners"]) if is_one_face else 0
            found, wanted = counts(report), expected(edit, did, number)
            # A face that is removed or painted loses its transitions. Swapped marks are a change if they lead to
            # different rooms. No other edit touches a mark.
            rooms = {name.rsplit(" ", 1)[1].split(".")[0] for name in did.get("marks", [])}
            are_marks_right = (edits_of_marks(report) > 0) == (len(rooms) > 1)
            is_right = found == wanted and (edit in ["paint_a_face", "delete_a_face"] or are_marks_right)
            tally.add(edit, is_right, f"{file}: {found}, not {wanted}; {edits_of_marks(report)} marks: {did}")
        except Exception as error:
            tally.add(edit, False, f"{file}: {error}")


def main(walkmesh, *folders):
    def files(*extensions):
        found = (file for folder in folders for file in pathlib.Path(folder).rglob("*"))
        return sorted(file for file in found if file.suffix.lower() in extensions)

    kotor, nwn2 = files(".wok", ".pwk", ".dwk"), files(".trn", ".trx")
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for file in kotor + nwn2:
            for format in ["glb", "obj"]:
                unchanged(walkmesh, file, folder, format, tally)
        for file in kotor:
            careless(walkmesh, file, folder, tally)
        for file in kotor[::4] + nwn2[::12]:
            edits(walkmesh, file, folder, tally)
    tally.print()
    sys.exit(1 if tally.faults else 0)


main(*sys.argv[1:])
