"""Measures the reading of all real walkmeshes of KotOR, compared with PyKotor: `python tests/beside_pykotor.py [FOLDER]`.

Both read from memory. PyKotor makes an object of each vertex and each face; this package makes arrays, and the adapter makes the objects of
PyKotor. Each file is read once by each in turn, in five rounds, of which the best is used.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from pykotor.resource.formats.bwm.bwm_auto import bytes_bwm, read_bwm

import walkmesh
import walkmesh.pykotor

ROUNDS = 5


def arrays(data: bytes, name: str) -> None:
    """Reads a file as arrays."""
    level = walkmesh.open(data, name=name)
    level.vertices, level.faces, level.materials


def main() -> None:
    """Prints the times, and how many files are written byte for byte after reading."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[3] / "shared" / "corpus" / "kotor")
    files = [(path.name, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.suffix in (".wok", ".pwk", ".dwk")]
    readers: dict[str, Callable[[bytes, str], object]] = {
        "PyKotor": lambda data, name: read_bwm(data),
        "PyKotor, checks off": lambda data, name: read_bwm(data, regenerate_derived=False),
        "walkmesh.pykotor": lambda data, name: walkmesh.pykotor.read_bwm(data),
        "walkmesh, arrays": arrays,
    }
    best = dict.fromkeys(readers, float("inf"))
    for _ in range(ROUNDS):
        for reader, read in readers.items():
            begin = time.perf_counter()
            for name, data in files:
                read(data, name)
            best[reader] = min(best[reader], time.perf_counter() - begin)
    print(f"{len(files)} files, {sum(len(data) for _, data in files)} bytes")
    for reader, seconds in best.items():
        print(f"{reader}: {seconds * 1000:.1f} ms, 1/{best['PyKotor'] / seconds:.1f} of PyKotor's time")
    ways: dict[str, Callable[[bytes], bytes]] = {
        "PyKotor": lambda data: bytes(bytes_bwm(read_bwm(data))),
        "walkmesh.pykotor": lambda data: walkmesh.pykotor.bytes_bwm(walkmesh.pykotor.read_bwm(data)),
    }
    for writer, rewritten in ways.items():
        begin = time.perf_counter()
        exact = sum(rewritten(data) == data for _, data in files)
        print(f"{writer}: {exact} of {len(files)} written byte for byte, read and written in {time.perf_counter() - begin:.2f} s")


if __name__ == "__main__":
    main()
