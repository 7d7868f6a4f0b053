"""Opens a KotOR room that was written as text with PyKotor, and compares it with the text and a list."""

import os
import sys

from pykotor.resource.formats.bwm import read_bwm
from pykotor.resource.formats.bwm.bwm_data import BWMType

folder, expected = sys.argv[1:]
for line in open(expected):
    name, triangles = line.split()
    if not name.endswith(".txt"):
        continue
    path = os.path.join(folder, name)
    room = read_bwm(path)
    assert room.walkmesh_type == BWMType.AreaModel, room.walkmesh_type
    assert len(room.faces) == int(triangles), len(room.faces)
    rows = [row.split() for row in open(path)]
    start = next(at for at, row in enumerate(rows) if row[0] == "faces") + 1
    materials = sorted(int(row[7]) for row in rows[start : start + len(room.faces)])
    assert sorted(face.material.value for face in room.faces) == materials
    print(f"PyKotor: {name} is a room with all {triangles} faces")
