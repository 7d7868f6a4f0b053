"""Archives between PyKotor and walkmesh, in both directions.

    python with_pykotor.py WALKMESH FOLDER

PyKotor writes an ERF, a MOD, a RIM, a KEY with a BIF and a binary 2DA with files of this repository. `walkmesh` must write each as it was read,
and find the same files with the same bytes. Then `walkmesh` puts another file into each archive, and PyKotor must find that
file and all others as they were.
"""

import subprocess
import sys
from pathlib import Path

from pykotor.resource.formats.erf import ERF, ERFType, bytes_erf, read_erf
from pykotor.common.misc import ResRef
from pykotor.resource.formats.bif import BIF, bytes_bif
from pykotor.resource.formats.key import KEY, bytes_key, read_key
from pykotor.resource.formats.rim import RIM, bytes_rim, read_rim
from pykotor.resource.formats.twoda import TwoDA, bytes_2da
from pykotor.resource.type import ResourceType

walkmesh, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
samples = Path("cli/samples").resolve()
folder.mkdir(parents=True, exist_ok=True)
members = {
    ("manor", ResourceType.LYT): (samples / "manor.lyt").read_bytes(),
    ("room", ResourceType.WOK): (samples / "room.wok").read_bytes(),
    ("porch", ResourceType.WOK): (samples / "porch.wok").read_bytes(),
    ("door0", ResourceType.DWK): (samples / "door0.dwk").read_bytes(),
    ("nothing", ResourceType.NCS): b"",
}


def run(*arguments):
    done = subprocess.run([walkmesh, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def filled(archive):
    for (name, kind), data in members.items():
        archive.set_data(name, kind, data)
    return archive


def contents(archive):
    return {(str(resource.resref).lower(), resource.restype): bytes(resource.data) for resource in archive}


table = TwoDA(["label", "walk", "walkcheck", "lineofsight"])
table.add_row("0", {"label": "Undefined", "walk": "0", "walkcheck": "0", "lineofsight": "0"})
table.add_row("1", {"label": "Dirt", "walk": "1", "walkcheck": "1", "lineofsight": ""})
written = {
    "area.mod": (bytes_erf(filled(ERF(ERFType.MOD))), read_erf),
    "area.erf": (bytes_erf(filled(ERF(ERFType.ERF))), read_erf),
    "area.rim": (bytes_rim(filled(RIM())), read_rim),
}
(folder / "surfacemat.2da").write_bytes(bytes_2da(table))
assert "1 file, 1 byte-exact" in run("roundtrip", folder / "surfacemat.2da")
assert "rows" in run("info", folder / "surfacemat.2da")

# A game whose layout and rooms are in its own archives, with an empty module that leads to the area.
game = folder / "game"
(game / "data").mkdir(parents=True, exist_ok=True)
archive, key = BIF(), KEY()
for index, ((name, kind), data) in enumerate(members.items()):
    archive.set_data(ResRef(name), kind, data, index)
data = bytes_bif(archive)
key.add_bif("data\\rooms.bif", len(data))
for index, (name, kind) in enumerate(members):
    key.add_key_entry(name, kind, 0, index)
(game / "data" / "rooms.bif").write_bytes(data)
(game / "chitin.key").write_bytes(bytes_key(key))
assert "1 file, 1 byte-exact" in run("roundtrip", game / "chitin.key")
assert "1 file, 1 byte-exact" in run("roundtrip", game / "data" / "rooms.bif")
listed = {(str(entry.resref).lower(), entry.restype) for entry in read_key((game / "chitin.key").read_bytes()).key_entries}
assert listed == {(name, kind) for name, kind in members}, listed
for stem, kind in members:
    if kind == ResourceType.WOK:
        assert "rooms.bif" in run("info", "--game", game, f"{stem}.wok"), stem
print(f"chitin.key: {len(listed)} files")

other = samples / "chest.pwk"
for name, (data, read) in written.items():
    path = folder / name
    path.write_bytes(data)
    run("roundtrip", path)
    assert "rooms found 2" in " ".join(run("info", path / "manor.lyt").split())
    for (stem, kind), expected in members.items():
        if kind in (ResourceType.WOK, ResourceType.DWK):
            copy = folder / f"{name}-{stem}.{kind.extension}"
            run("bake", path / f"{stem}.{kind.extension}", "-o", copy, "--force")
            assert copy.read_bytes() == expected, f"{name}: {stem}"
    run("bake", other, "-o", path / "chest.pwk")
    found = contents(read(path.read_bytes()))
    expected = {**members, ("chest", ResourceType.PWK): other.read_bytes()}
    assert found == expected, f"{name}: {sorted(str(key) for key in found)}"
    print(f"{name}: {len(members)} files of PyKotor read, {len(found)} of walkmesh read by PyKotor")
