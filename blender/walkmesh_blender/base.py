"""The base of a level in a scene: the files that the scene was made of. Edits are the differences of the scene from the base.

The block of a level keeps its files, so that a `.blend` is complete, and so that undo reverts the base together with its objects. The
state of the disk is not part of it: undo does not change files. So this module remembers what was last read or written there, for as
long as Blender runs, and puts it into the block when a `.blend` is saved.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
import uuid
from functools import cached_property
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from . import identity

if TYPE_CHECKING:
    import walkmesh

CONTENT = "walkmesh_files"
"""The property of a block: the base, as JSON. A `.blend` may come from strangers, so it is not a pickle."""
DISK = "walkmesh_disk"
"""The property of a block: the known state of the disk, as JSON."""
NOTE = """This text belongs to the add-on Walkmesh. Its custom properties store the original files of a level.
Without it, the level cannot be exported.
"""
MOST = 8
"""Number of bases that are cached."""

_ready: dict[str, Base] = {}
_disk: dict[str, dict[str, str]] = {}


def hash_of(data: bytes) -> str:
    """The hash of the bytes of a file."""
    return hashlib.sha256(data).hexdigest()


class Base:
    """A level as the scene was made from it, with cached properties."""

    def __init__(
        self,
        level: walkmesh.Level,
        key: str,
        numbers: dict[str, int],
        opened: dict[str, str],
        faces: dict[int, Any] | None = None,
    ) -> None:
        self.level = level
        self.key = key
        """The id of the level, which never changes."""
        self.numbers = dict(numbers)
        """The numbers of nodes by their names. A node that is removed keeps its number."""
        self.opened = opened
        """The hashes of the files as they were first opened."""
        self.up = identity.turn(level.up)
        self.is_area = any(part.kind == "room" for part in level.parts)
        for name in self.names:
            self.numbers.setdefault(name, len(self.numbers) + 1)
        self.faces = {} if faces is None else dict(faces)
        """The ids of the faces of each node, and under 0 the last number that was assigned."""
        for number, node in self.by_number.items():
            if len(self.faces.get(number, ())) != len(node.faces):
                self.faces[number] = self.fresh(len(node.faces))

    @cached_property
    def nodes(self) -> list[walkmesh.Node]:
        """The nodes; empty for a level without a floor, such as path points, of which only marks and lines are shown."""
        import walkmesh

        try:
            return self.level.to_nodes()
        except walkmesh.ExchangeError:
            if not self.level.marks and not self.level.lines:
                raise
            return []

    @cached_property
    def names(self) -> list[str]:
        """The unique names of the nodes."""
        names: list[str] = []
        for node in self.nodes:
            others = (f"{node.name} {n}" for n in itertools.count(2))
            names.append(next(it for it in itertools.chain([node.name], others) if it not in names))
        return names

    @cached_property
    def by_number(self) -> dict[int, walkmesh.Node]:
        """The nodes by their numbers."""
        return {self.numbers[name]: node for name, node in zip(self.names, self.nodes)}

    @cached_property
    def edge_marks(self) -> dict[tuple[int, str], Any]:
        """The positions of the marks that belong to edges, by the numbers of their nodes and their names."""
        names = {mark.name for mark in self.level.marks if mark.kind == "transition"}
        return {(at, name): point for at, node in self.by_number.items() for name, point in node.marks if name in names}

    @cached_property
    def materials(self) -> dict[int, Any]:
        """The names and colours of classes, by their numbers."""
        return {it.number: (it.name, it.color) for it in [*self.level.classes, *self.level.paints]}

    @cached_property
    def class_names(self) -> dict[str, int]:
        """The numbers of classes by their lower-case names."""
        return {name.lower(): number for number, (name, _) in self.materials.items() if name}

    @cached_property
    def no_floor(self) -> int:
        """The class of faces with an unknown material: it is unwalkable."""
        return next((it.number for it in [*self.level.paints, *self.level.classes] if not it.walkable), 0)

    def placement(self, number: int) -> Any:
        """The map from the coordinates of a node to those of the level, with four rows."""
        rows = self.by_number[number].placement if number in self.by_number else np.eye(4)[:3]
        return np.vstack([rows, (0, 0, 0, 1)])

    def shown(self, number: int) -> Any:
        """The placement of a node in Blender."""
        return self.up @ self.placement(number) @ self.up.T

    def fresh(self, count: int) -> Any:
        """Numbers that no face has or had."""
        last = int(self.faces.get(0, np.zeros(1, np.int32))[0])
        self.faces[0] = np.array([last + count], np.int32)
        return np.arange(last + 1, last + count + 1, dtype=np.int32)

    def followed_by(self, level: walkmesh.Level) -> Base:
        """The base of another state of the level."""
        return Base(level, self.key, self.numbers, self.opened, self.faces)


def files_of(level: walkmesh.Level) -> dict[str, bytes]:
    """The files of a level, as they would be written now."""
    _, (files, _, _) = level.__reduce__()
    return dict(files)


def as_written(level: walkmesh.Level) -> walkmesh.Level:
    """The level of its files as they would be written now, with everything that is baked then."""
    restore, arguments = level.__reduce__()
    written: walkmesh.Level = restore(*arguments)
    return written


def opened(level: walkmesh.Level) -> tuple[bpy.types.Text, Base]:
    """A new block of a level that was opened, and its base."""
    files = files_of(level)
    hashes = {name: hash_of(data) for name, data in files.items()}
    base = Base(level, uuid.uuid4().hex, {}, hashes)
    if level.folder is not None:
        _disk[base.key] = {path_in(level.folder, name): text for name, text in hashes.items()}
    block = bpy.data.texts.new(level.name or level.format)
    block.write(NOTE)
    keep(block, base)
    return block, base


def keep(block: bpy.types.Text, base: Base) -> None:
    """Stores a base in a block."""
    level = base.level
    content = {
        "key": base.key,
        "name": level.name,
        "folder": None if level.folder is None else os.fspath(level.folder),
        "numbers": base.numbers,
        "opened": base.opened,
        "faces": {number: base64.b64encode(faces.astype("<i4").tobytes()).decode() for number, faces in base.faces.items()},
        "files": {name: base64.b64encode(data).decode() for name, data in files_of(level).items()},
    }
    block[identity.KEY] = base.key
    block[CONTENT] = text = json.dumps(content)
    block[DISK] = json.dumps(disk_of(base.key))
    _make_ready(text, base)


def base_of(block: bpy.types.Text) -> Base:
    """The base of a block. Raises `walkmesh.OpenError` if the block has no base."""
    import walkmesh

    try:
        text = block[CONTENT]
        ready = _ready.get(text)
        if ready is not None:
            return ready
        kept = json.loads(text)
        files = {str(name): base64.b64decode(data, validate=True) for name, data in kept["files"].items()}
        level = walkmesh.Level._of_files(files, kept["name"], kept["folder"])
        numbers = {str(name): int(number) for name, number in kept["numbers"].items()}
        faces = {int(number): np.frombuffer(base64.b64decode(text), "<i4") for number, text in kept["faces"].items()}
        opened_as = {str(name): str(it) for name, it in kept["opened"].items()}
        base = Base(level, str(kept["key"]), numbers, opened_as, faces)
        if base.key not in _disk:
            _disk[base.key] = {str(path): str(it) for path, it in json.loads(block[DISK]).items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise walkmesh.OpenError(f"{block.name} does not hold the files of a level: {error}") from error
    _make_ready(text, base)
    return base


def _make_ready(text: str, base: Base) -> None:
    _ready.pop(text, None)
    _ready[text] = base
    while len(_ready) > MOST:
        del _ready[next(iter(_ready))]


def path_in(folder: os.PathLike[str] | str, name: str) -> str:
    """The key of a file on disk."""
    return os.path.normcase(os.path.join(os.path.abspath(folder), name))


def disk_of(key: str) -> dict[str, str]:
    """The hashes of the files as they were last read or written, by their paths."""
    return _disk.setdefault(key, {})


def remember_disk() -> None:
    """Stores the known state of the disk in the blocks, before a `.blend` is saved."""
    for block in bpy.data.texts:
        key = block.get(identity.KEY)
        if key in _disk:
            block[DISK] = json.dumps(_disk[key])


def forget() -> None:
    """Forgets everything, because another `.blend` is opened."""
    _ready.clear()
    _disk.clear()
