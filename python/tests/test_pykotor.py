"""The adapter for PyKotor, compared with PyKotor."""

import io
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pykotor", reason="NOT RUN: PyKotor is not installed")

from pykotor.resource.formats.bwm import bwm_auto, write_bwm_ascii  # noqa: E402
from pykotor.resource.formats.bwm.bwm_data import BWM, BWMType  # noqa: E402
from pykotor.resource.type import ResourceType  # noqa: E402
from utility.common.geometry import Vector3  # noqa: E402

import walkmesh  # noqa: E402
import walkmesh.pykotor as adapter  # noqa: E402
from walkmesh import OpenError  # noqa: E402

THEIRS = {name: getattr(bwm_auto, name) for name in ("read_bwm", "bytes_bwm", "write_bwm")}


def rooms(folder: Path) -> list[Path]:
    """All walkmeshes of KotOR in a folder."""
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in (".wok", ".pwk", ".dwk")]
    assert found
    return found


def both(path: Path) -> None:
    """Reads and writes one file in both ways."""
    data = path.read_bytes()
    theirs = THEIRS["read_bwm"](data, regenerate_derived=False)
    ours = adapter.read_bwm(path)
    assert ours == theirs, path
    level = walkmesh_of(path)
    corners = [[(vertex.x, vertex.y, vertex.z) for vertex in (face.v1, face.v2, face.v3)] for face in theirs.faces]
    expected = np.array(corners, np.float32).reshape(-1, 3, 3)
    # By their bits.
    assert np.array_equal(level.vertices[level.faces].view(np.uint32), expected.view(np.uint32)), path
    assert level.materials.tolist() == [face.material.value for face in theirs.faces]
    assert adapter.bytes_bwm(ours) == data, path


def walkmesh_of(path: Path) -> walkmesh.Level:
    return walkmesh.open(path.read_bytes(), name=path.name)


def test_samples_are_the_same(samples: Path) -> None:
    for path in rooms(samples):
        both(path)


def test_real_files_are_the_same(corpus: Path) -> None:
    found = rooms(corpus / "kotor")
    for path in found:
        both(path)
    print(f"{len(found)} files: equal arrays, and written byte for byte")


def test_edits_in_pykotor_are_written(samples: Path) -> None:
    room = adapter.read_bwm(samples / "room.wok")
    room.faces[0].material = type(room.faces[0].material)(5)
    painted = adapter.read_bwm(adapter.bytes_bwm(room))
    assert painted.faces[0].material.value == 5 and painted.faces[1:] == room.faces[1:]
    room.translate(10, 0, 0)
    moved = adapter.read_bwm(adapter.bytes_bwm(room))
    assert len(moved.faces) == len(room.faces)
    target = bytearray()
    adapter.write_bwm(moved, target)
    stream = io.BytesIO()
    adapter.write_bwm(moved, stream)
    assert bytes(target) == stream.getvalue() == adapter.bytes_bwm(moved)


def test_absolute_hooks_that_were_set_are_written(samples: Path) -> None:
    data = (samples / "door0.dwk").read_bytes()
    door = adapter.read_bwm(data)
    assert adapter.bytes_bwm(door) == data
    door.absolute_hook2 = Vector3(7, 8, 9)
    again = adapter.read_bwm(adapter.bytes_bwm(door))
    assert (again.absolute_hook1, again.absolute_hook2) == (door.absolute_hook1, Vector3(7, 8, 9))
    # Hooks that were not set follow the hooks from which they are computed.
    door = adapter.read_bwm(data)
    door.relative_hook1 = Vector3(1, 2, 3)
    moved = adapter.read_bwm(adapter.bytes_bwm(door))
    assert moved.absolute_hook1 == door.position + door.relative_hook1
    made = BWM()
    made.walkmesh_type, made.faces, made.absolute_hook1 = BWMType.PlaceableOrDoor, door.faces, Vector3(4, 5, 6)
    assert adapter.read_bwm(adapter.bytes_bwm(made)).absolute_hook1 == Vector3(4, 5, 6)


def test_a_walkmesh_as_text_is_read_by_pykotor(samples: Path, tmp_path: Path) -> None:
    target = bytearray()
    write_bwm_ascii(THEIRS["read_bwm"]((samples / "room.wok").read_bytes()), target)
    text = bytes(target)
    assert adapter.read_bwm(text) == THEIRS["read_bwm"](text)
    (tmp_path / "room.wok").write_bytes(text)
    assert adapter.read_bwm(tmp_path / "room.wok") == adapter.read_bwm(io.BytesIO(text)) == THEIRS["read_bwm"](text)


def test_errors_are_value_errors(samples: Path) -> None:
    data = (samples / "room.wok").read_bytes()
    for damaged in (b"INVALID" + data[7:], b"BWM V2.0" + data[8:], data[:500], b""):
        with pytest.raises(ValueError) as raised:
            adapter.read_bwm(damaged)
        assert isinstance(raised.value, OpenError)
    with pytest.raises(ValueError) as raised:
        adapter.read_bwm(data[:500])
    assert isinstance(raised.value, OpenError) and raised.value.field and raised.value.offset
    room = adapter.read_bwm(data)
    room.faces[0].v1.x = float("nan")
    with pytest.raises(ValueError) as raised:
        adapter.bytes_bwm(room)
    assert isinstance(raised.value, walkmesh.Error)
    with pytest.raises(ValueError, match="only WOK"):
        adapter.bytes_bwm(adapter.read_bwm(data), ResourceType.MDL)


def test_pykotor_is_swapped(samples: Path) -> None:
    try:
        adapter.install()
        data = (samples / "room.wok").read_bytes()
        assert bytes(bwm_auto.bytes_bwm(bwm_auto.read_bwm(data))) == data
        with pytest.raises(OpenError):
            bwm_auto.read_bwm(data[:500])
    finally:
        for name, function in THEIRS.items():
            setattr(bwm_auto, name, function)
