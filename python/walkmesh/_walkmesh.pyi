"""The types of the native module, with the documentation of all names of `walkmesh`."""

import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

__all__ = [
    "Archive",
    "ArgumentError",
    "Class",
    "Finding",
    "Game",
    "Level",
    "Mark",
    "Navigator",
    "Node",
    "Obstacle",
    "Part",
    "Path",
    "Table",
    "run",
    "from_arrays",
    "from_glb",
    "from_nodes",
    "from_obj",
    "open",
    "__version__",
    "Error",
    "OpenError",
    "SaveError",
    "CheckError",
    "EditError",
    "ExchangeError",
    "QueryError",
    "NoAnswer",
]
__version__: str

_Path: TypeAlias = str | os.PathLike[str]
_Point: TypeAlias = Sequence[float] | npt.NDArray[np.floating]
_Points: TypeAlias = Sequence[Sequence[float]] | npt.NDArray[np.floating]
_Indices: TypeAlias = Sequence[int] | npt.NDArray[np.integer]
_Mask: TypeAlias = Sequence[bool] | npt.NDArray[np.bool_]
_Location: TypeAlias = _Point | int | str
"""A point with two or three coordinates, an index of `Level.faces`, or a text such as ``0:12``, a cell of a Silkroad block."""
_Selection: TypeAlias = str | _Indices | _Mask
"""Face indices, a mask of all faces of the level, or a text: ``3,7-9``, ``box:0,0:4,4`` (two opposite corners), or ``material:Stone``."""
_Faces: TypeAlias = Literal["walkable", "sight", "all"]
_Color: TypeAlias = Literal["material", "walkable", "part", "height", "slope"]
_Hits: TypeAlias = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.int64]]
"""Distances (NaN where nothing is found), points, and indices of triangles (-1 where nothing is found)."""

class Error(Exception):
    """The base class of all errors. `field` and `offset` name the faulty field of a file, if there is one."""

    field: str | None
    """The faulty field of the file, such as ``vertex_count``."""
    offset: int | None
    """The offset of the field, in bytes from the start of the file."""

class ArgumentError(Error, ValueError):
    """An argument that is out of range or has the wrong shape. It is also a `ValueError`."""

class OpenError(Error):
    """A file cannot be opened: it is damaged, of an unknown kind, or missing."""

class SaveError(Error):
    """Files cannot be written. None of them was written."""

class CheckError(Error):
    """There are no rules for the level, or nothing to compare."""

class EditError(Error):
    """An edit, a repair or a bake is not possible. Nothing was changed."""

class ExchangeError(Error):
    """Arrays, or a scene of another program, cannot be converted to a walkmesh, or vice versa."""

class QueryError(Error):
    """An invalid query."""

class NoAnswer(QueryError):
    """A query without an answer, such as a path between two floors that are not connected. `nearest` is the nearest walkable point to a point off the mesh, or None."""

    nearest: tuple[float, float, float] | None
    """The nearest walkable point to a point off the mesh."""

@final
class Class:
    """A material of KotOR, the flags of NWN2 triangles, or the event of Silkroad cells."""

    @property
    def number(self) -> int:
        """The number in the file."""
    @property
    def name(self) -> str:
        """The name, such as ``Stone``."""
    @property
    def color(self) -> tuple[int, int, int]:
        """Red, green and blue, from 0 to 255."""
    @property
    def walkable(self) -> bool:
        """True if creatures can walk on it."""

@final
class Part:
    """A contiguous range of triangles that belong to one file."""

    @property
    def kind(self) -> Literal["file", "room", "object", "block"]:
        """``file``, ``room``, ``object`` or ``block``."""
    @property
    def name(self) -> str:
        """The name, such as the room's."""
    @property
    def file(self) -> str:
        """The file of its triangles."""
    @property
    def first(self) -> int:
        """The index of its first triangle."""
    @property
    def count(self) -> int:
        """The number of triangles."""

@final
class Mark:
    """A named point, such as a transition, a hook or a creature."""

    @property
    def kind(self) -> str:
        """The kind, such as ``transition`` or ``hook``."""
    @property
    def name(self) -> str:
        """The name in the file."""
    @property
    def part(self) -> str:
        """The name of its part; empty for the level."""
    @property
    def point(self) -> tuple[float, float, float]:
        """The position, in the units of the game."""

@final
class Finding:
    """A fault that a check found, with the rule that it breaks. ``walkmesh explain CODE`` explains the rule."""

    @property
    def code(self) -> str:
        """The code of the rule, such as ``floor-cracked``."""
    @property
    def severity(self) -> Literal["info", "warning", "error", "fatal"]:
        """The severity: ``info``, ``warning``, ``error`` or ``fatal``."""
    @property
    def title(self) -> str:
        """The title of the rule."""
    @property
    def explanation(self) -> str:
        """The effect in the game."""
    @property
    def remedy(self) -> str:
        """The remedy."""
    @property
    def meaning(self) -> str:
        """The description of this fault."""
    @property
    def place(self) -> str:
        """The place in the file; empty for the file as a whole."""
    @property
    def point(self) -> tuple[float, float, float] | None:
        """A point of the fault, if it has a position in space."""
    @property
    def triangle(self) -> int | None:
        """The index of its face in `Level.faces`."""
    @property
    def measure(self) -> float | None:
        """The measure: a length in metres, an area in square metres, an angle in degrees, a count or a ratio."""

@final
class Table:
    """The comparison of a table of two levels."""

    @property
    def name(self) -> str:
        """The name of the table, such as ``aabb_nodes``."""
    @property
    def entries(self) -> int:
        """The number of entries of the longer table."""
    @property
    def equal(self) -> int:
        """The number of equal entries."""
    @property
    def text(self) -> str:
        """The result as text, with the first differences."""

@final
class Node:
    """A part of a level as an object of an editor: a file, a room, or a block. A node without a name and triangles has
    only marks. `origins` gives for each face its original index in the level's own node, or -1 if unknown: a transition
    follows its face, however that was moved.
    """

    def __new__(
        cls,
        name: str,
        vertices: _Points,
        faces: Sequence[Sequence[int]] | npt.NDArray[np.integer],
        materials: _Indices,
        *,
        placement: Sequence[Sequence[float]] | npt.NDArray[np.floating] | None = None,
        marks: Sequence[tuple[str, _Point]] = ...,
        origins: Sequence[int] = ...,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name, such as the room's."""
    @property
    def vertices(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the points, in the coordinates of the node."""
    @property
    def faces(self) -> npt.NDArray[np.uint32]:
        """Shape (m, 3): the corners of each triangle."""
    @property
    def materials(self) -> npt.NDArray[np.uint32]:
        """Shape (m,): the class number of each triangle."""
    @property
    def placement(self) -> npt.NDArray[np.float64]:
        """Shape (3, 4): the affine transform from the node to the level."""
    @property
    def marks(self) -> list[tuple[str, tuple[float, float, float]]]:
        """The named points, such as transitions and hooks, in the coordinates of the node."""

@final
class Obstacle:
    """A polygon that the NWN2 toolset cuts out of the floor of an area: a walkmesh cutter, or a hole of a placeable's
    footprint.
    """

    @property
    def kind(self) -> Literal["cutter", "footprint"]:
        """``cutter`` or ``footprint``."""
    @property
    def name(self) -> str:
        """The index of the trigger in the GIT, such as ``trigger 3``, or the tag of the placeable."""
    @property
    def points(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the polygon, in metres. Cutters have no height; theirs is 0."""

@final
class Path:
    """A path from one location to another."""

    @property
    def length(self) -> float:
        """The length in the plan view, in the units of the game."""
    @property
    def proven_shortest(self) -> bool | None:
        """True if the path is proven to be the shortest over the faces; None for a route through stored tables."""
    @property
    def points(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the points, from start to goal. Between them a stored route of NWN2 leads through the centres of
        the triangles that its tables name, so it may be longer than the path that a creature walks.
        """
    @property
    def triangles(self) -> npt.NDArray[np.int64]:
        """Shape (n,): for each point the index in `Level.faces` of the face on which the path continues; -1 for none."""
    @property
    def places(self) -> list[str]:
        """A description of the location of each point."""
    def __len__(self) -> int: ...

@final
class Navigator:
    """A query interface to a level, in the state in which the navigator was made.

    Queries about many points run on all cores, without the lock of the interpreter. A location is a point with two or
    three coordinates, an index of `Level.faces`, or a text such as ``0:12``, a cell of a Silkroad block. With two
    coordinates, the floor is found in the plan view. Walkers with a radius and a height in metres are supported in
    KotOR and NWN2.
    """

    PERSON: Final[tuple[float, float]]
    """The reported radius and height of a person in KotOR, in metres."""

    @property
    def follows_tables(self) -> bool:
        """True if paths follow stored tables, as in NWN2 and Silkroad."""
    def path(
        self,
        start: _Location,
        goal: _Location,
        *,
        radius: float | None = None,
        height: float | None = None,
        shortest: bool = False,
    ) -> Path:
        """The path of the game: the shortest one in KotOR, the stored route in NWN2 and Silkroad.

        With `shortest`, the shortest one in NWN2, too. With a radius or a height, the shortest path of such a walker.

        Raises `NoAnswer` with the reason if there is none.
        """
    def paths(
        self,
        starts: _Points,
        goals: _Points,
        *,
        radius: float | None = None,
        height: float | None = None,
        shortest: bool = False,
    ) -> list[Path | None]:
        """The paths between the rows of two arrays of shape (n, 2) or (n, 3); None where there is no path."""
    def lengths(
        self,
        starts: _Points,
        goals: _Points,
        *,
        radius: float | None = None,
        height: float | None = None,
        shortest: bool = False,
    ) -> npt.NDArray[np.float64]:
        """Shape (n,): the lengths of these paths; NaN where there is no path."""
    def floors(self, at: _Point, *, faces: _Faces = "walkable") -> list[tuple[float, int]]:
        """The heights of all floors at a point of the plan view, with their indices in `Level.faces`, in ascending order."""
    def heights(self, at: _Points) -> npt.NDArray[np.float32]:
        """Shape (n,): the height of the floor at each point: the floor nearest to its height, or the highest for a point
        without a height; NaN where there is no floor.
        """
    def nearest(self, at: _Points) -> _Hits:
        """The nearest walkable point to each point: distances (n,), points (n, 3), indices in `Level.faces` (n,)."""
    def raycast(self, starts: _Points, ends: _Points, *, faces: _Faces = "all") -> _Hits:
        """The first face that each segment hits: distances (n,), points (n, 3), indices in `Level.faces` (n,)."""
    def sight(self, starts: _Points, goals: _Points) -> npt.NDArray[np.bool_]:
        """Shape (n,): True if the points see each other, by the game's table if it has one, otherwise by the faces."""
    def cut_off(self, goal: _Location, *, radius: float | None = None, height: float | None = None) -> list[str]:
        """Descriptions of the parts of the floor from which a location cannot be reached."""

@final
class Level:
    """A level of any game: an area or a single walkmesh of KotOR, an area of NWN2, a dungeon of Silkroad, or another file.

    The triangles of all parts form one list. Arrays are copies: changing them does not change the level. Edits return
    sentences about what they did; if one fails, the level is unchanged. Levels can be copied and pickled, as the bytes
    of their files.

    Several threads may use one level: edits wait for each other, and everything else sees the level after the last
    edit.
    """

    @property
    def name(self) -> str:
        """The name of the file that identifies the level."""
    @property
    def description(self) -> str:
        """A description of the level."""
    @property
    def format(self) -> str:
        """The short name of its format, such as ``TRX``."""
    @property
    def game(self) -> str | None:
        """The name of its game; None for files of several games."""
    @property
    def up(self) -> Literal["y", "z"]:
        """The axis that points up."""
    @property
    def files(self) -> list[str]:
        """The files that were read, first the one by which the level was opened; empty if it was opened from bytes."""
    @property
    def folder(self) -> pathlib.Path | None:
        """The folder or the archive of these files."""
    @property
    def unread(self) -> list[str]:
        """The reasons why files were skipped."""
    @property
    def vertices(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the points, in the units and axes of the game."""
    @property
    def faces(self) -> npt.NDArray[np.uint32]:
        """Shape (m, 3): the corners of each triangle, as indices of vertices. A triangle that cannot be shown repeats one
        corner three times.
        """
    @property
    def materials(self) -> npt.NDArray[np.uint32]:
        """Shape (m,): the class number of each triangle."""
    @property
    def walkable(self) -> npt.NDArray[np.bool_]:
        """Shape (m,): True for each walkable triangle."""
    @property
    def numbers(self) -> npt.NDArray[np.uint32]:
        """Shape (m,): the index of each triangle in its file."""
    @property
    def neighbours(self) -> npt.NDArray[np.int32]:
        """Shape (m, 3): the stored neighbours, as indices in the file; -1 for none."""
    @property
    def transitions(self) -> npt.NDArray[np.uint32]:
        """Shape (k, 3): triangle, side (0 to 2), and index of the target room. KotOR."""
    @property
    def position(self) -> tuple[float, float, float] | None:
        """The position of a KotOR walkmesh in its model, in metres."""
    @property
    def hooks(self) -> npt.NDArray[np.float32]:
        """Shape (2, 3): the use hooks of a door or placeable of KotOR, relative to its position; shape (0, 3) for others."""
    @property
    def connected_parts(self) -> npt.NDArray[np.int32]:
        """Shape (m,): the computed connected part of each walkable triangle; -1 for others."""
    @property
    def parts(self) -> list[Part]:
        """The files, rooms, objects or blocks of the triangles, in the order of `faces`."""
    @property
    def classes(self) -> list[Class]:
        """The classes of the triangles."""
    @property
    def paints(self) -> list[Class]:
        """The classes available to `paint`; empty in games without edits."""
    @property
    def marks(self) -> list[Mark]:
        """The named points."""
    @property
    def lines(self) -> dict[str, npt.NDArray[np.float32]]:
        """Line segments by kind, such as ``border`` and ``transition``, each an array of shape (k, 2, 3)."""
    @property
    def obstacles(self) -> list[Obstacle]:
        """The walkmesh cutters of an NWN2 area that was opened with its GIT, and the holes of its placeables with known
        footprints; empty for other levels.
        """
    def summary(self) -> dict[str, object]:
        """Counts, versions and sizes, as in ``walkmesh info --json``."""
    def check(
        self,
        *,
        per_rule: int | None = None,
        flaws: bool = True,
        radius: float | None = None,
        height: float | None = None,
        slope: float | None = None,
        step: float | None = None,
        corner: float | None = None,
    ) -> list[Finding]:
        """Checks the level by all rules of its game. The worst findings come first.

        At most `per_rule` findings of each rule are listed; by default all. Without `flaws`, only the tables are
        checked, not the geometry of the floor. The other arguments report passages narrower than twice `radius`,
        ceilings lower than `height`, steps higher than `step` (all in metres), floors steeper than `slope` (in metres
        per metre), and corners sharper than `corner` (in degrees).
        """
    def diff(self, other: Level) -> list[Table]:
        """Compares this level with another one of the same kind, table by table."""
    def navigator(self) -> Navigator:
        """A navigator, which answers queries about the level in its present state."""
    def paint(self, triangles: _Indices | _Mask, material: str) -> list[str]:
        """Sets the class of triangles of one file, given as indices of `faces`, by name or number, and bakes.

        A mask has one value for each row of `faces`.
        """
    def remove(self, faces: _Selection, *, room: str | None = None) -> list[str]:
        """Removes faces, given by their indices in the file, and bakes. In an area, `room` names the room.

        A mask has one value for each row of `faces`, and selects faces of one file.
        """
    def flip(self, faces: _Selection, *, room: str | None = None) -> list[str]:
        """Flips faces, selected as in `remove`, and bakes."""
    def translate(self, offset: _Point) -> list[str]:
        """Moves everything by an offset in metres, and bakes."""
    def rotate(self, radians: float, about: _Point | None = None) -> list[str]:
        """Rotates everything around a vertical axis, counter-clockwise seen from above, and bakes. Default: the axis at x
        and y 0.
        """
    def mirror(self, axis: Literal["x", "y"], at: float = 0.0) -> list[str]:
        """Mirrors everything along an axis, at a plane in metres, and bakes."""
    def merge(self, other: Level) -> list[str]:
        """Adds the faces of another walkmesh of the same game. Vertices at the same position become one."""
    def set_transition(self, face: int, side: int, leads_to: int | None, *, room: str | None = None) -> list[str]:
        """Sets the transition of a face's side (0 to 2) to a room of the layout, by index, or to none. KotOR."""
    def set_hooks(self, hooks: _Points) -> list[str]:
        """Sets the two use hooks of a placeable or door of KotOR, relative to its position, in metres."""
    def move_vertex(self, from_point: _Point, to: _Point) -> list[str]:
        """Moves the vertices at exactly this point to another one, in all rooms of a KotOR area."""
    def cut_hole(self, outline: _Points) -> list[str]:
        """Cuts a hole into every floor inside an outline of at least three points of the plan view, in metres."""
    def make_unwalkable(self, region: str) -> list[str]:
        """Makes the floor of a region of an NWN2 area unwalkable: ``tile:X,Y``, ``box:X,Y:X,Y`` or
        ``polygon:X,Y:X,Y:X,Y``. Triangles on the border of a box or a polygon are divided there.
        """
    def weld(self, tolerance: float) -> list[str]:
        """Moves vertices on the seams between the rooms of a KotOR area by at most this many metres."""
    def join_area(self, other: Level, offset: _Point) -> list[str]:
        """Adds the rooms of another KotOR area, moved by an offset in metres, and renumbers their transitions."""
    def renumber_rooms(self, before: bytes) -> list[str]:
        """Renumbers the transitions of a KotOR area from an earlier layout, given as the bytes of a .lyt."""
    def optimise(self, *, server: bool = False, keep_unwalkable: bool = False) -> list[str]:
        """Strips an NWN2 area of data that the game does not need, and for a server of terrain and water. Returns the
        savings.
        """
    def link(self) -> list[str]:
        """Computes every transition of a KotOR area from the shared edges of its rooms."""
    def repair(
        self,
        *,
        cracks: bool = True,
        t_junctions: bool = True,
        faces_down: bool = True,
        degenerate: bool = True,
        duplicates: bool = True,
        pockets: float | None = None,
        transitions: bool = False,
        tolerance: float = 0.03,
    ) -> list[str]:
        """Repairs flaws of the floor, and bakes the affected tables. Data that no repair affects keeps every bit.

        `pockets` removes closed parts smaller than this, in square metres; `tolerance` is the maximum distance of sides
        and vertices to join, in metres.
        """
    def bake(self) -> list[str]:
        """Computes all derived tables by the game's own rules. A TRN becomes the TRX that the toolset writes."""
    def to_bytes(self) -> bytes:
        """The bytes of the file by which the level was opened; unchanged files keep every byte."""
    def to_files(self) -> dict[str, bytes]:
        """All files that an operation can change, in their present state."""
    def changed(self) -> dict[str, bytes]:
        """The files whose bytes changed since they were read, with the new bytes."""
    def save(
        self,
        path: _Path | None = None,
        *,
        files: Sequence[str] | None = None,
        known: Mapping[str, bytes] | None = None,
        no_backup: bool = False,
        force: bool = False,
    ) -> list[pathlib.Path]:
        """Writes the changed files back to where they were read: all of them or none, even if the process is killed
        meanwhile.

        The original bytes are kept in ``FILE.bak``, or ``FILE.bak2`` and so on if that name exists, unless `no_backup`
        is set. With a path, all files are written into that folder or archive, or a single file under that name. A file
        of another program is replaced only with `force`; a file that changed since it was read never is. Returns the
        paths.

        `files` selects the files to write, by name; the default is all. `known` gives the present bytes of files, by
        name: a file that still has these bytes is replaced as if it had been read from there, with a backup.

        Several files are written only if the user's state folder, or the folder that the environment variable
        ``WALKMESH_STATE`` names, can store the record by which the next run recognises the journal of a killed process.
        """
    def to_nodes(self) -> list[Node]:
        """The level as nodes for an editor. They include triangles that editors cannot show."""
    def apply_nodes(
        self,
        nodes: Sequence[Node],
        *,
        weld: bool = False,
        snap: float = 0.0,
        keep_marks: bool = False,
        new_rooms: bool = False,
        drop_rooms: bool = False,
        accept_mismatch: bool = False,
    ) -> list[str]:
        """Applies the edits that an editor made to the nodes of this level, as `apply_glb` does.

        Vertices may have moved by `snap`, in the units of the game. With `keep_marks`, transitions and hooks are
        unchanged.
        """
    def to_glb(self) -> bytes:
        """The level as a binary glTF, for Blender and other programs."""
    def to_obj(self, mtl_name: str = "walkmesh.mtl") -> tuple[str, str]:
        """The level as an OBJ and its MTL."""
    def to_detour(self) -> bytes:
        """The floor as a Detour tile for ``dtNavMesh::init``, with y up."""
    def to_godot(self) -> str:
        """The floor as the text of a ``NavigationMesh`` of Godot 4 (``.tres``), with y up."""
    def apply_glb(
        self,
        glb: bytes,
        *,
        weld: bool = False,
        new_rooms: bool = False,
        drop_rooms: bool = False,
        accept_mismatch: bool = False,
    ) -> list[str]:
        """Applies the edits that another program made in the GLB of this level. Unedited data keeps every bit.

        `weld` joins vertices of which only some copies moved; `new_rooms` and `drop_rooms` add rooms for new objects
        and remove missing ones; `accept_mismatch` accepts a file that seems to be of another level.
        """
    def apply_obj(
        self,
        obj: bytes,
        *,
        weld: bool = False,
        new_rooms: bool = False,
        drop_rooms: bool = False,
        accept_mismatch: bool = False,
    ) -> list[str]:
        """Like `apply_glb`, for an OBJ."""
    def to_svg(self, *, color: _Color = "material", size: tuple[int, int] | None = None, dark: bool = False) -> str:
        """A picture of the plan view as SVG. `size` is in pixels, each from 200 to 8192."""
    def to_png(self, *, color: _Color = "material", size: tuple[int, int] | None = None, dark: bool = False) -> bytes:
        """The picture as PNG."""
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, value: object, /) -> bool:
        """Levels are equal if they are of the same kind and would write the same files."""
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> Level: ...
    def __deepcopy__(self, memo: object) -> Level: ...

@final
class Archive:
    """The files of an archive: ERF, MOD, HAK, SAV or RIM."""

    def __new__(cls, path: _Path) -> Self: ...
    @property
    def names(self) -> list[str]:
        """The names of the files."""
    @property
    def levels(self) -> list[str]:
        """The files by which the levels are opened."""
    def read(self, name: str) -> bytes:
        """The bytes of a file, by its name, ignoring case. Raises `OpenError` if it is missing."""
    def open(self, name: str | None = None) -> Level:
        """Opens a level by the name of its file, ignoring case, or the only level. `Level.save` writes into the archive."""

@final
class Game:
    """The folder of an installed game: Knights of the Old Republic I or II, or Neverwinter Nights 2."""

    def __new__(cls, path: _Path) -> Self: ...
    @property
    def modules(self) -> list[str]:
        """The names of the modules."""
    def files(self, module: str) -> list[str]:
        """The files of the areas of a module."""
    def open(self, module: str, name: str | None = None) -> Level:
        """Opens an area of a module, or its only area. Files are found as the game finds them."""

def open(
    source: bytes | _Path,
    *,
    name: str | None = None,
    materials: Literal["kotor1", "stored"] | bytes | None = None,
    dof: _Path | None = None,
    game: _Path | None = None,
    undo_faults: bool = False,
    skip_unreadable: bool = False,
) -> Level:
    """Opens a file with the files that belong to it, a folder with the rooms of an area, an archive, a member of an
    archive, or bytes.

    The kind is detected from the bytes. If only bytes are given, `name` is the file name, which distinguishes rooms, placeables and doors;
    otherwise it selects the level of a folder or an archive with several. `materials` selects the walkable materials of KotOR: the bytes of
    a ``surfacemat.2da``, the table of the first game, or the materials implied by the stored neighbours. `dof` is the file with the floors
    of a Silkroad dungeon. `game` is the folder of a game, which is searched for the target modules of doors. With `undo_faults`, a file
    that a known editor broke is corrected; with `skip_unreadable`, unreadable rooms are skipped.

    Raises `OpenError`, with the field and the offset if a file is damaged.
    """

def from_arrays(
    vertices: _Points,
    faces: Sequence[Sequence[int]] | npt.NDArray[np.integer],
    materials: _Indices,
    *,
    name: str = "room.wok",
    transitions: Sequence[Sequence[int]] | npt.NDArray[np.integer] | None = None,
    hooks: _Points | None = None,
    position: _Point | None = None,
    onto: Level | None = None,
) -> Level:
    """Makes a walkmesh from vertices (n, 3), faces (m, 3) and a class number for each face (m,), and bakes it.

    The name gives the kind: ``.wok``, ``.pwk`` and ``.dwk`` of KotOR, ``.trn`` and ``.trx`` of NWN2. With `onto`, a
    level with one part, faces are matched by the positions of their corners, and data that is not in the arrays, such
    as transitions and hooks, is taken from there; unchanged data keeps every bit. `transitions`, `hooks` and `position`
    have the form of the attributes of a KotOR `Level`; omitted ones are unchanged.
    """

def from_glb(glb: bytes, name: str) -> Level:
    """Makes a level from a GLB whose materials have numbered names, such as ``04 Stone``. The name gives the kind."""

def from_nodes(nodes: Sequence[Node], name: str) -> Level:
    """Makes a level from nodes. The name gives the kind, such as ``area.lyt`` with one room per node."""

def from_obj(obj: bytes, name: str) -> Level:
    """Makes a level from an OBJ. The name gives the kind."""

def run(arguments: Sequence[str]) -> int:
    """Runs the command with its arguments, the first of which is the name of the program, and returns its exit status."""
