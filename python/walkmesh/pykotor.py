"""PyKotor with the walkmeshes of this package: `install` swaps the functions by which PyKotor reads and writes them.

A walkmesh that was read in this way remembers its file. When it is written, unchanged faces keep their numbers, tables and every bit, and
the rest is baked by the game's own rules. A walkmesh that was made in another way is baked as a whole. Walkmeshes as text are
read by PyKotor itself. Errors are `walkmesh` errors that are also a `ValueError`, as PyKotor's callers expect.

>>> import walkmesh.pykotor                                    # doctest: +SKIP
>>> walkmesh.pykotor.install()                                 # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
import io
import os
import struct
from collections.abc import Iterator
from typing import Any, Protocol

from pykotor.resource.formats import bwm as package
from pykotor.resource.formats.bwm import bwm_auto
from pykotor.resource.formats.bwm.bwm_auto import read_bwm as _read_text
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

_ABSOLUTE_HOOKS = 0x24
"""The position of the two absolute hooks in a file. Nothing else in it depends on them."""


def _as_value_error(kind: type[walkmesh.Error]) -> type[walkmesh.Error]:
    """The class of an error that is a `ValueError`, too."""
    return type(kind.__name__, (kind, ValueError), {"__doc__": kind.__doc__, "__module__": __name__})


@contextlib.contextmanager
def _value_errors() -> Iterator[None]:
    """Raises errors of `walkmesh` as those that are a `ValueError`, too."""
    try:
        yield
    except walkmesh.Error as error:
        raised = _as_value_error(type(error))(*error.args)
        raised.__dict__.update(error.__dict__)
        raise raised from error


def read_bwm(source: _Source, offset: int = 0, size: int | None = None, *, regenerate_derived: bool = True) -> BWM:
    """Reads a walkmesh like PyKotor's function of this name.

    Raises an error that is a `walkmesh.OpenError` and a `ValueError` for a damaged file.
    """
    data = _bytes_of(source)[offset:][: size or None]
    if data.lstrip().startswith(b"node"):
        return _read_text(data, regenerate_derived=regenerate_derived)
    path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
    with _value_errors():
        level = walkmesh.open(data, name=os.path.basename(path) if path else None)
    bwm = BWM()
    bwm.walkmesh_type = BWMType(int.from_bytes(data[8:12], "little"))
    bwm.position = Vector3(*(level.position or (0, 0, 0)))
    bwm.relative_hook1, bwm.relative_hook2 = (Vector3(*hook) for hook in level.hooks.tolist())
    hooks = struct.unpack_from("<6f", data, _ABSOLUTE_HOOKS)
    bwm.absolute_hook1, bwm.absolute_hook2 = Vector3(*hooks[:3]), Vector3(*hooks[3:])
    vertices = [Vector3(*vertex) for vertex in level.vertices.tolist()]
    for corners, material in zip(level.faces.tolist(), level.materials.tolist()):
        face = BWMFace(*(vertices[corner] for corner in corners))
        face.material = SurfaceMaterial(material)
        bwm.faces.append(face)
    for face, side, room in level.transitions.tolist():
        setattr(bwm.faces[face], f"trans{side + 1}", room)
    bwm._walkmesh_level = level
    bwm._walkmesh_hooks = _absolute_hooks(bwm)
    return bwm


def bytes_bwm(wok: BWM, file_format: ResourceType = ResourceType.WOK, **_: object) -> bytes:
    """The bytes of a walkmesh, as PyKotor's function of this name returns them.

    Absolute hooks follow from the position and the relative hooks, unless they were set. Raises an error that is a `ValueError`.
    """
    if file_format != ResourceType.WOK:
        raise ValueError("only WOK can be written; `write_bwm_ascii` writes walkmeshes as text")
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
    with _value_errors():
        try:
            data = walkmesh.from_arrays(vertices, faces, materials, onto=base, **rest).to_bytes()
        except walkmesh.ExchangeError:
            # No face is at its original position: the walkmesh was moved or replaced.
            data = walkmesh.from_arrays(vertices, faces, materials, **rest).to_bytes()
    return _with_absolute_hooks(data, wok)


def _absolute_hooks(wok: BWM) -> list[bytes]:
    """The absolute hooks, as stored in a file."""
    return [struct.pack("<3f", hook.x, hook.y, hook.z) for hook in (wok.absolute_hook1, wok.absolute_hook2)]


def _with_absolute_hooks(data: bytes, wok: BWM) -> bytes:
    """A file with the absolute hooks that differ from those read, or from those of a new walkmesh."""
    written = bytearray(data)
    before = getattr(wok, "_walkmesh_hooks", None) or _absolute_hooks(BWM())
    for at, (was, hook) in enumerate(zip(before, _absolute_hooks(wok))):
        if hook != was:
            struct.pack_into("12s", written, _ABSOLUTE_HOOKS + 12 * at, hook)
    return bytes(written)


def write_bwm(wok: BWM, target: _Target, file_format: ResourceType = ResourceType.WOK, **_: object) -> None:
    """Writes a walkmesh like PyKotor's function of this name."""
    data = bytes_bwm(wok, file_format)
    if isinstance(target, bytearray):
        target[:] = data
    elif isinstance(target, (str, os.PathLike)):
        with io.open(target, "wb") as file:
            file.write(data)
    else:
        target.write(data)


def install() -> None:
    """Makes PyKotor read and write binary walkmeshes with this package, wherever it does so through `pykotor.resource.formats.bwm`."""
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
