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
"""A point with two or three numbers, an index of `Level.faces`, or a text such as ``0:12``, a cell of a block of Silkroad."""
_Selection: TypeAlias = str | _Indices | _Mask
"""Numbers of faces, a mask of all faces of the level, or a text: ``3,7-9``, ``box:0,0:4,4`` (two opposite corners), or ``material:Stone``."""
_Faces: TypeAlias = Literal["walkable", "sight", "all"]
_Color: TypeAlias = Literal["material", "walkable", "part", "height", "slope"]
_Hits: TypeAlias = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.int64]]
"""Distances (NaN where nothing is found), points, and indices of triangles (-1 where nothing is found)."""

class Error(Exception):
    """Why something cannot be done. `field` and `offset` name the field of a file, if one is to blame."""

    field: str | None
    """The field of the file that is to blame, such as ``vertex_count``."""
    offset: int | None
    """Where the field is, in bytes from the start of the file."""

class ArgumentError(Error, ValueError):
    """An argument that is out of range, or of the wrong shape. It is a `ValueError`, too."""

class OpenError(Error):
    """A file cannot be opened: it is damaged, of no known kind, or does not exist."""

class SaveError(Error):
    """Files cannot be written. Then none of them is."""

class CheckError(Error):
    """There are no rules for what was to be checked, or nothing to compare."""

class EditError(Error):
    """An edit, a repair or a bake is not possible. Then nothing is changed."""

class ExchangeError(Error):
    """Arrays, or a scene of another program, cannot become a walkmesh, or the other way round."""

class QueryError(Error):
    """A question that cannot be asked here."""

class NoAnswer(QueryError):
    """A question without an answer, such as a path between two floors that are not connected. `nearest` is the walkable point next to one that is off the mesh, or None."""

    nearest: tuple[float, float, float] | None
    """The walkable point next to one that is off the mesh."""

@final
class Class:
    """A material of KotOR, the flags of NWN2 triangles, or the event of Silkroad cells."""

    @property
    def number(self) -> int:
        """The number that faces have in their file."""
    @property
    def name(self) -> str:
        """The name, such as ``Stone``."""
    @property
    def color(self) -> tuple[int, int, int]:
        """Red, green and blue, from 0 to 255."""
    @property
    def walkable(self) -> bool:
        """Whether creatures walk on it."""

@final
class Part:
    """Triangles of a level that follow one another and are of one file."""

    @property
    def kind(self) -> Literal["file", "room", "object", "block"]:
        """``file``, ``room``, ``object`` or ``block``."""
    @property
    def name(self) -> str:
        """The name, such as the room's."""
    @property
    def file(self) -> str:
        """The file that its triangles are in."""
    @property
    def first(self) -> int:
        """The index of its first triangle."""
    @property
    def count(self) -> int:
        """How many triangles it has."""

@final
class Mark:
    """A point with a name, such as a transition, a hook or a creature."""

    @property
    def kind(self) -> str:
        """What it is, such as ``transition`` or ``hook``."""
    @property
    def name(self) -> str:
        """The name in the file."""
    @property
    def part(self) -> str:
        """The name of the part that it belongs to; empty for the level."""
    @property
    def point(self) -> tuple[float, float, float]:
        """Where it is, in the units of the game."""

@final
class Finding:
    """One fault that a check found, with the rule that it breaks. ``walkmesh explain CODE`` tells about a rule."""

    @property
    def code(self) -> str:
        """The short name of the rule, such as ``floor-cracked``."""
    @property
    def severity(self) -> Literal["info", "warning", "error", "fatal"]:
        """How bad it is: ``info``, ``warning``, ``error`` or ``fatal``."""
    @property
    def title(self) -> str:
        """The rule in a few words."""
    @property
    def explanation(self) -> str:
        """What the game does, and where the rule is from."""
    @property
    def remedy(self) -> str:
        """What to do about it."""
    @property
    def meaning(self) -> str:
        """What is wrong here."""
    @property
    def place(self) -> str:
        """Where in the file; empty for the file as a whole."""
    @property
    def point(self) -> tuple[float, float, float] | None:
        """A point of it, if it is anywhere in space."""
    @property
    def triangle(self) -> int | None:
        """The index of its face in `Level.faces`."""
    @property
    def measure(self) -> float | None:
        """What was measured: a length in metres, an area in square metres, an angle in degrees, a count or a ratio."""

@final
class Table:
    """A table of two levels, compared."""

    @property
    def name(self) -> str:
        """The name of the table, such as ``aabb_nodes``."""
    @property
    def entries(self) -> int:
        """How many entries the longer table has."""
    @property
    def equal(self) -> int:
        """How many of them are equal."""
    @property
    def text(self) -> str:
        """The result in words, with the first differences."""

@final
class Node:
    """A part of a level as an object of an editor: a file, a room, or a block. One without a name and triangles has marks
    only. `origins` are the numbers of the faces of the level's own node that its faces were, -1 where the editor does not know: a
    transition follows its face, however that was moved.
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
        """Shape (m,): the number of the class of each triangle."""
    @property
    def placement(self) -> npt.NDArray[np.float64]:
        """Shape (3, 4): the map of its points into the level, three rows of three factors and an offset."""
    @property
    def marks(self) -> list[tuple[str, tuple[float, float, float]]]:
        """Its named points, such as transitions and hooks, in the coordinates of the node."""

@final
class Obstacle:
    """What the toolset of NWN2 cuts out of the floor of an area: a walkmesh cutter, or a hole of a placeable's footprint."""

    @property
    def kind(self) -> Literal["cutter", "footprint"]:
        """``cutter`` or ``footprint``."""
    @property
    def name(self) -> str:
        """The number of the trigger in the GIT, such as ``trigger 3``, or the tag of the placeable."""
    @property
    def points(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the polygon, in metres. Cutters have no height, and 0 stands for it."""

@final
class Path:
    """A way from one location to another."""

    @property
    def length(self) -> float:
        """In the units of the game, in the plan view: heights do not count."""
    @property
    def proven_shortest(self) -> bool | None:
        """Whether no path over the faces is shorter; None for a route through tables that the file stores."""
    @property
    def points(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the points, from the start to the goal. Between them a stored route of NWN2 leads through the middles of the
        triangles that its tables name, so that it may be longer than the way that a creature takes.
        """
    @property
    def triangles(self) -> npt.NDArray[np.int64]:
        """Shape (n,): for each point its index in `Level.faces`, on which the path continues; -1 if there is none."""
    @property
    def places(self) -> list[str]:
        """In words, for each point where it is."""
    def __len__(self) -> int: ...

@final
class Navigator:
    """What answers questions about a level, as it was when the navigator was made.

    Questions about many points work on all cores, without the lock of the interpreter. A location is a point with two
    or three numbers, an index of `Level.faces`, or a text such as ``0:12``, a cell of a block of Silkroad. With two numbers,
    the height is looked for in the plan view. Walkers with a radius and a height in metres exist in KotOR and NWN2.
    """

    PERSON: Final[tuple[float, float]]
    """The radius and the height of a person in KotOR, in metres, as reported."""

    @property
    def follows_tables(self) -> bool:
        """Whether paths follow tables that the file stores, as in NWN2 and Silkroad."""
    def path(
        self,
        start: _Location,
        goal: _Location,
        *,
        radius: float | None = None,
        height: float | None = None,
        shortest: bool = False,
    ) -> Path:
        """The path as the game has it: the shortest one in KotOR, the stored route in NWN2 and Silkroad.

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
        """The paths between rows of two arrays of shape (n, 2) or (n, 3), or None where there is none."""
    def lengths(
        self,
        starts: _Points,
        goals: _Points,
        *,
        radius: float | None = None,
        height: float | None = None,
        shortest: bool = False,
    ) -> npt.NDArray[np.float64]:
        """Shape (n,): the lengths of these paths, or NaN where there is none."""
    def floors(self, at: _Point, *, faces: _Faces = "walkable") -> list[tuple[float, int]]:
        """The heights of all floors at a point of the plan view and their indices in `Level.faces`, the lowest first."""
    def heights(self, at: _Points) -> npt.NDArray[np.float32]:
        """Shape (n,): the height of the floor at each point: the one nearest to its height, or the highest where the point
        has no height; NaN where there is no floor.
        """
    def nearest(self, at: _Points) -> _Hits:
        """The nearest walkable point of each point: distances (n,), points (n, 3), indices in `Level.faces` (n,)."""
    def raycast(self, starts: _Points, ends: _Points, *, faces: _Faces = "all") -> _Hits:
        """The first face that each segment meets: distances (n,), points (n, 3), indices in `Level.faces` (n,)."""
    def sight(self, starts: _Points, goals: _Points) -> npt.NDArray[np.bool_]:
        """Shape (n,): whether the points see each other, by the game's table if it has one, and else by the faces."""
    def cut_off(self, goal: _Location, *, radius: float | None = None, height: float | None = None) -> list[str]:
        """In words, the parts of the floor from which nobody can reach a location."""

@final
class Level:
    """A place of any game: an area of KotOR or a walkmesh by itself, an area of NWN2, a dungeon of Silkroad, or another
    file.

    Triangles of all parts are in one list. Arrays are copies: changing them does not change the level. Edits return
    what they did, in sentences; if one fails, the level is as before. Levels can be copied and pickled, as the bytes of
    their files.

    Several threads may use one level: edits wait for each other, and everything else sees the level as the last edit left it.
    """

    @property
    def name(self) -> str:
        """The name of the file by which people know the level."""
    @property
    def description(self) -> str:
        """What it is, in words."""
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
        """The files that were read, the one that the level was opened by first; empty if it was opened from bytes."""
    @property
    def folder(self) -> pathlib.Path | None:
        """The folder or the archive of these files."""
    @property
    def unread(self) -> list[str]:
        """Why files were left out, in words."""
    @property
    def vertices(self) -> npt.NDArray[np.float32]:
        """Shape (n, 3): the points, in the units and axes of the game."""
    @property
    def faces(self) -> npt.NDArray[np.uint32]:
        """Shape (m, 3): the corners of each triangle, as indices of vertices. A triangle that cannot be shown has one
        corner three times.
        """
    @property
    def materials(self) -> npt.NDArray[np.uint32]:
        """Shape (m,): the number of the class of each triangle."""
    @property
    def walkable(self) -> npt.NDArray[np.bool_]:
        """Shape (m,): whether creatures walk on each triangle."""
    @property
    def numbers(self) -> npt.NDArray[np.uint32]:
        """Shape (m,): the number that each triangle has in its file."""
    @property
    def neighbours(self) -> npt.NDArray[np.int32]:
        """Shape (m, 3): the neighbours as the file stores them, by their numbers there; -1 where there is none."""
    @property
    def transitions(self) -> npt.NDArray[np.uint32]:
        """Shape (k, 3): triangle, side from 0 to 2, and the number of the room that it leads to. KotOR."""
    @property
    def position(self) -> tuple[float, float, float] | None:
        """Where a walkmesh of KotOR stands in its model, in metres."""
    @property
    def hooks(self) -> npt.NDArray[np.float32]:
        """Shape (2, 3): the points from which a door or placeable of KotOR is used, from its position; shape (0, 3) for
        others.
        """
    @property
    def connected_parts(self) -> npt.NDArray[np.int32]:
        """Shape (m,): the connected part of each walkable triangle, which is computed; -1 for others."""
    @property
    def parts(self) -> list[Part]:
        """The files, rooms, objects or blocks that its triangles are of, in the order of `faces`."""
    @property
    def classes(self) -> list[Class]:
        """The classes of the triangles."""
    @property
    def paints(self) -> list[Class]:
        """The classes that triangles can be painted with; empty in games without edits."""
    @property
    def marks(self) -> list[Mark]:
        """Its points with names."""
    @property
    def lines(self) -> dict[str, npt.NDArray[np.float32]]:
        """Segments by their kinds, such as ``border`` and ``transition``, each an array of shape (k, 2, 3)."""
    @property
    def obstacles(self) -> list[Obstacle]:
        """The walkmesh cutters of an area of NWN2 that was opened with its GIT, and the holes that its placeables cut, as
        far as their footprints are known; empty for other levels.
        """
    def summary(self) -> dict[str, object]:
        """Counts, versions and sizes, as ``walkmesh info --json`` has them."""
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
        """Checks the level by every rule of its game, the worst findings first.

        At most `per_rule` findings of each rule are listed; by default all. Without `flaws`, only tables are checked,
        and not the floor itself. The other arguments look for passages narrower than twice a radius in metres, ceilings
        lower than a height in metres, floors steeper than a slope in metres over a metre, steps higher than a step in
        metres, and corners sharper than an angle in degrees.
        """
    def diff(self, other: Level) -> list[Table]:
        """Compares this level with another one of its kind, table by table."""
    def navigator(self) -> Navigator:
        """What answers questions about where creatures walk. It keeps the level as it is now."""
    def paint(self, triangles: _Indices | _Mask, material: str) -> list[str]:
        """Gives triangles of one file, by their indices in `faces`, a class by its name or number, and bakes.

        A mask has a value for each row of `faces`.
        """
    def remove(self, faces: _Selection, *, room: str | None = None) -> list[str]:
        """Removes faces, by their numbers in their file, and bakes; in an area of a room.

        A mask has a value for each row of `faces`, and chooses faces of one file.
        """
    def flip(self, faces: _Selection, *, room: str | None = None) -> list[str]:
        """Turns faces over, which are chosen as those of `remove`, and bakes."""
    def translate(self, offset: _Point) -> list[str]:
        """Moves everything by an offset in metres, and bakes."""
    def rotate(self, radians: float, about: _Point | None = None) -> list[str]:
        """Turns everything around a vertical axis, counter-clockwise seen from above, and bakes. Default: the axis at x
        and y 0.
        """
    def mirror(self, axis: Literal["x", "y"], at: float = 0.0) -> list[str]:
        """Mirrors everything along an axis, at a plane in metres, and bakes."""
    def merge(self, other: Level) -> list[str]:
        """Adds the faces of another walkmesh of the same game. Vertices at the same position become one."""
    def set_transition(self, face: int, side: int, leads_to: int | None, *, room: str | None = None) -> list[str]:
        """Leads the side (0 to 2) of a face to a room of the layout, by its number, or to none. KotOR."""
    def set_hooks(self, hooks: _Points) -> list[str]:
        """Sets the two points from which a placeable or door of KotOR is used, relative to its position, in metres."""
    def move_vertex(self, from_point: _Point, to: _Point) -> list[str]:
        """Moves the vertices that are exactly at a point to another one; in an area of KotOR those of every room."""
    def cut_hole(self, outline: _Points) -> list[str]:
        """Cuts a hole into every floor inside an outline of three points or more of the plan view, in metres."""
    def make_unwalkable(self, region: str) -> list[str]:
        """Makes the triangles of a region of an NWN2 area unwalkable: ``tile:X,Y``, ``box:X,Y:X,Y`` or
        ``polygon:X,Y:X,Y:X,Y``.
        """
    def weld(self, tolerance: float) -> list[str]:
        """Moves vertices on the seams between the rooms of a KotOR area by at most this many metres."""
    def join_area(self, other: Level, offset: _Point) -> list[str]:
        """Adds the rooms of another area of KotOR, moved by an offset in metres, and renumbers their transitions."""
    def renumber_rooms(self, before: bytes) -> list[str]:
        """Leads every transition of an area of KotOR to the room that had its number in an earlier layout: the bytes of a
        .lyt.
        """
    def optimise(self, *, server: bool = False, keep_unwalkable: bool = False) -> list[str]:
        """Leaves out of an NWN2 area what the game does not need, and for a server terrain and water. Returns what is
        saved.
        """
    def link(self) -> list[str]:
        """Computes every transition of a KotOR area from the edges that two rooms share."""
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
        """Repairs flaws of the floor, and bakes what that makes stale. What no repair concerns keeps every bit.

        `pockets` removes parts without a way out that are smaller than this, in square metres; `tolerance` is how far
        sides and vertices may be apart to be joined, in metres.
        """
    def bake(self) -> list[str]:
        """Computes all derived tables by the game's own rules. A TRN becomes what the toolset writes as a TRX."""
    def to_bytes(self) -> bytes:
        """The bytes of the file by which the level was opened: as they were read, unless it was changed."""
    def to_files(self) -> dict[str, bytes]:
        """All files that an operation can change, as they would be written now."""
    def changed(self) -> dict[str, bytes]:
        """The files whose bytes are other than they were read, and their new bytes."""
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

        Earlier bytes are kept in ``FILE.bak``, or ``FILE.bak2`` and so on if that name exists, unless with `no_backup`.
        With a path, all files are written into that folder or archive, or the only one under that name. A file of
        another program is replaced only with `force`; one that changed since it was read never is. Returns the paths.

        `files` are the names of the files to write, if not all. `known` has the bytes that files have there now, by their names: a
        file that has these still is replaced as if it had been read from there, with a backup.

        Several files are written only if the user's folder for the state of programs, or the one that the environment variable
        ``WALKMESH_STATE`` names, can keep the record by which the next run knows the journal of a killed one.
        """
    def to_nodes(self) -> list[Node]:
        """The level as nodes for an editor. Triangles that editors cannot show are in them, too."""
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
        """Takes back what an editor did to the nodes of this level, as `apply_glb` does.

        Vertices may have moved by `snap`, in the units of the game. With `keep_marks`, transitions and hooks stay as
        they are.
        """
    def to_glb(self) -> bytes:
        """The level as a binary glTF, for Blender and other programs."""
    def to_obj(self, mtl_name: str = "walkmesh.mtl") -> tuple[str, str]:
        """The level as the texts of an OBJ and of its MTL."""
    def to_detour(self) -> bytes:
        """The floor as a tile of Detour, as ``dtNavMesh::init`` takes it, with y up."""
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
        """Takes back what another program edited in the GLB of this level. What was not edited keeps every bit.

        `weld` joins vertices of which only some copies moved; `new_rooms` and `drop_rooms` make rooms of new objects
        and remove those that are missing; `accept_mismatch` takes the file even if it seems to be of another level.
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
        """As `apply_glb`, for an OBJ."""
    def to_svg(self, *, color: _Color = "material", size: tuple[int, int] | None = None, dark: bool = False) -> str:
        """A picture of the plan view as SVG. `size` is in pixels, each from 200 to 8192."""
    def to_png(self, *, color: _Color = "material", size: tuple[int, int] | None = None, dark: bool = False) -> bytes:
        """The picture as PNG."""
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object) -> bool:
        """Levels are equal if they are of one kind and would write the same files."""
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> Level: ...
    def __deepcopy__(self, memo: object) -> Level: ...

@final
class Archive:
    """The files of an archive: ERF, MOD, HAK, SAV or RIM."""

    def __new__(cls, path: _Path) -> Self: ...
    @property
    def names(self) -> list[str]:
        """The names of its files."""
    @property
    def levels(self) -> list[str]:
        """The files by which its levels are opened."""
    def read(self, name: str) -> bytes:
        """The bytes of a file, by its name in any case. Raises `OpenError` if there is none."""
    def open(self, name: str | None = None) -> Level:
        """Opens a level by its file, in any case, or the only level. `Level.save` writes into the archive."""

@final
class Game:
    """The folder of an installed game: Knights of the Old Republic I or II, or Neverwinter Nights 2."""

    def __new__(cls, path: _Path) -> Self: ...
    @property
    def modules(self) -> list[str]:
        """The names of its modules."""
    def files(self, module: str) -> list[str]:
        """The files of the areas of a module."""
    def open(self, module: str, name: str | None = None) -> Level:
        """Opens an area of a module, with every file where the game finds it, or its only area."""

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
    """Opens a file with those that belong to it, a folder with the rooms of an area, an archive, a member of one, or
    bytes.

    The kind is detected from the bytes. `name` is the name of the file where only bytes are given, which tells a
    placeable or door from a room, and the level to open where a folder or an archive has several. `materials` says
    which materials of KotOR are walkable: those of a ``surfacemat.2da`` by its bytes, of the first game, or those that
    the stored neighbours show. `dof` is the file with the floors of a Silkroad dungeon. `game` is the folder of a game,
    in which modules are looked for that doors lead to. With `undo_faults`, a file that a known editor broke is opened
    as it should be; with `skip_unreadable`, rooms that cannot be read are left out.

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
    """Makes a walkmesh of vertices (n, 3), faces (m, 3) and the number of a class for each face (m,), and bakes it.

    The name says what it becomes: ``.wok``, ``.pwk`` and ``.dwk`` of KotOR, ``.trn`` and ``.trx`` of NWN2. With `onto`,
    a level with one part, faces are recognised by the positions of their corners, and what arrays do not say, such as
    transitions and hooks, is taken from there; what did not change keeps every bit. `transitions`, `hooks` and
    `position` are those of a walkmesh of KotOR, as `Level` has them; what is not given stays as it is.
    """

def from_glb(glb: bytes, name: str) -> Level:
    """Makes a level of a GLB, whose materials are called by their numbers, such as ``04 Stone``. The name says what it
    becomes.
    """

def from_nodes(nodes: Sequence[Node], name: str) -> Level:
    """Makes a level of nodes. The name says what it becomes, such as ``area.lyt`` with a room of each node."""

def from_obj(obj: bytes, name: str) -> Level:
    """Makes a level of an OBJ. The name says what it becomes."""

def run(arguments: Sequence[str]) -> int:
    """Runs the command with its arguments, the first of which is the name of the program, and returns its exit status."""
