"""PyKotor with the walkmeshes of this package: `install` swaps the functions by which PyKotor reads and writes them.

A walkmesh that was read so remembers its file. When it is written, faces that nobody changed keep their numbers, tables and every
bit, and the rest is baked by the game's own rules. A walkmesh that was made in another way is baked as a whole.

>>> import walkmesh.pykotor                                    # doctest: +SKIP
>>> walkmesh.pykotor.install()                                 # doctest: +SKIP
"""

from __future__ import annotations

import io
import os
import struct
from typing import Any, Protocol

from pykotor.resource.formats import bwm as package
from pykotor.resource.formats.bwm import bwm_auto
from pykotor.resource.formats.bwm.bwm_data import BWM, BWMFace, BWMType
from pykotor.resource.type import ResourceType
from utility.common.geometry import SurfaceMaterial, Vector3

import walkmesh


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


_Source = bytes | bytearray | memoryview | str | os.PathLike[str] | _Readable
_Target = bytearray | str | os.PathLike[str] | _Writable


def read_bwm(source: _Source, offset: int = 0, size: int | None = None, *, regenerate_derived: bool = True) -> BWM:
    """Reads a walkmesh as PyKotor's function of this name does. Raises `walkmesh.OpenError` for a damaged file."""
    data = _bytes_of(source)[offset:][:size]
    path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
    level = walkmesh.open(data, name=os.path.basename(path) if path else None)
    bwm = BWM()
    bwm.walkmesh_type = BWMType(int.from_bytes(data[8:12], "little"))
    bwm.position = Vector3(*(level.position or (0, 0, 0)))
    bwm.relative_hook1, bwm.relative_hook2 = (Vector3(*hook) for hook in level.hooks.tolist())
    bwm.absolute_hook1, bwm.absolute_hook2 = (Vector3(*struct.unpack_from("<3f", data, at)) for at in (36, 48))
    vertices = [Vector3(*vertex) for vertex in level.vertices.tolist()]
    for corners, material in zip(level.faces.tolist(), level.materials.tolist()):
        face = BWMFace(*(vertices[corner] for corner in corners))
        face.material = SurfaceMaterial(material)
        bwm.faces.append(face)
    for face, side, room in level.transitions.tolist():
        setattr(bwm.faces[face], f"trans{side + 1}", room)
    bwm._walkmesh_level = level
    return bwm


def bytes_bwm(wok: BWM, file_format: ResourceType = ResourceType.WOK) -> bytes:
    """The bytes of a walkmesh, as PyKotor's function of this name returns them."""
    numbers: dict[int, int] = {}
    vertices: list[tuple[float, float, float]] = []
    faces: list[list[int]] = []
    transitions: list[tuple[int, int, int]] = []
    for at, face in enumerate(wok.faces):
        row = []
        for vertex in (face.v1, face.v2, face.v3):
            row.append(numbers.setdefault(id(vertex), len(vertices)))
            if row[-1] == len(vertices):
                vertices.append((vertex.x, vertex.y, vertex.z))
        faces.append(row)
        ways = enumerate((face.trans1, face.trans2, face.trans3))
        transitions.extend((at, side, room) for side, room in ways if room is not None)
    hooks = [(hook.x, hook.y, hook.z) for hook in (wok.relative_hook1, wok.relative_hook2)]
    base: walkmesh.Level | None = getattr(wok, "_walkmesh_level", None)
    rest: dict[str, Any] = {
        "name": base.name if base and base.name else "room.wok" if wok.walkmesh_type == BWMType.AreaModel else "object.pwk",
        "transitions": transitions,
        "hooks": hooks,
        "position": (wok.position.x, wok.position.y, wok.position.z),
    }
    materials = [face.material.value for face in wok.faces]
    try:
        return walkmesh.from_arrays(vertices, faces, materials, onto=base, **rest).to_bytes()
    except walkmesh.ExchangeError:
        # No face is where it was: the walkmesh was moved, or is another one.
        return walkmesh.from_arrays(vertices, faces, materials, **rest).to_bytes()


def write_bwm(wok: BWM, target: _Target, file_format: ResourceType = ResourceType.WOK, **_: object) -> None:
    """Writes a walkmesh as PyKotor's function of this name does."""
    data = bytes_bwm(wok, file_format)
    if isinstance(target, bytearray):
        target[:] = data
    elif isinstance(target, (str, os.PathLike)):
        with io.open(target, "wb") as file:
            file.write(data)
    else:
        target.write(data)


def install() -> None:
    """Makes PyKotor read and write binary walkmeshes by this package, wherever it does so through `pykotor.resource.formats.bwm`."""
    for module in (package, bwm_auto):
        for function in (read_bwm, bytes_bwm, write_bwm):
            setattr(module, function.__name__, function)


def _bytes_of(source: _Source) -> bytes:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        with io.open(source, "rb") as file:
            return file.read()
    return source.read()
