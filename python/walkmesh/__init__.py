"""Read, check, query, bake and write the walkmeshes of classic games, byte for byte.

Knights of the Old Republic (``.wok``, ``.pwk``, ``.dwk``, areas with their layout), Neverwinter Nights 2 (``.trn``, ``.trx``)
and Silkroad Online (``ainavdata_*.dat`` with ``.dof`` and ``.bms``). `open` gives a `Level`:

>>> import walkmesh
>>> room = walkmesh.open("../cli/samples/room.wok")
>>> room.description
'a KotOR walkmesh'
>>> room.vertices.shape, room.faces.shape, room.materials.dtype
((20, 3), (24, 3), dtype('uint32'))
>>> room.check()
[<info floor-hole at face 3, side 1>]
>>> path = room.navigator().path((1, 1), (5.5, 3, 0))
>>> round(path.length, 3), path.points.shape
(4.965, (3, 3))

Lengths are in the units of the game: metres in KotOR and NWN2, with z up, and game units in Silkroad, with y up.
NumPy is imported only when the first array is made.
"""

from ._walkmesh import (
    Archive,
    ArgumentError,
    CheckError,
    Class,
    EditError,
    Error,
    ExchangeError,
    Finding,
    Game,
    Level,
    Mark,
    Navigator,
    NoAnswer,
    Node,
    Obstacle,
    OpenError,
    Part,
    Path,
    QueryError,
    SaveError,
    Table,
    __version__,
    from_arrays,
    from_glb,
    from_nodes,
    from_obj,
    open,
)

__all__ = [
    "Archive",
    "ArgumentError",
    "CheckError",
    "Class",
    "EditError",
    "Error",
    "ExchangeError",
    "Finding",
    "Game",
    "Level",
    "Mark",
    "Navigator",
    "NoAnswer",
    "Node",
    "Obstacle",
    "OpenError",
    "Part",
    "Path",
    "QueryError",
    "SaveError",
    "Table",
    "__version__",
    "from_arrays",
    "from_glb",
    "from_nodes",
    "from_obj",
    "open",
]
