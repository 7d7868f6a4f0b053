"""Only `walkmesh.Error` is raised, for any bytes and arguments, and for concurrent calls."""

import copy
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import walkmesh

NAMES = ("room.wok", "chest.pwk", "door0.dwk", "yard.trx", "yard.trn", "town.trx", "dungeon.dof", "hall.bms", "manor.pth")
ROUNDS = 24
Method = Callable[[walkmesh.Level], object]


def methods() -> dict[str, Method]:
    """Every method and attribute of a level, with arguments that fit most levels."""
    known: dict[str, Method] = {
        "apply_glb": lambda it: it.apply_glb(it.to_glb()),
        "apply_nodes": lambda it: it.apply_nodes(it.to_nodes()),
        "apply_obj": lambda it: it.apply_obj(it.to_obj()[0].encode()),
        "cut_hole": lambda it: it.cut_hole([(0, 0), (1, 0), (0, 1)]),
        "diff": lambda it: it.diff(it),
        "flip": lambda it: it.flip([0]),
        "join_area": lambda it: it.join_area(it, (100, 0, 0)),
        "make_unwalkable": lambda it: it.make_unwalkable("box:0,0:5,5"),
        "merge": lambda it: it.merge(it),
        "mirror": lambda it: it.mirror("x"),
        "move_vertex": lambda it: it.move_vertex(tuple(it.vertices[0].tolist()), (0, 0, 1)),
        "navigator": lambda it: it.navigator().lengths(it.vertices[:4], it.vertices[4:8]),
        "paint": lambda it: it.paint([0], "4"),
        "remove": lambda it: it.remove([0]),
        "renumber_rooms": lambda it: it.renumber_rooms(b"beginlayout"),
        "rotate": lambda it: it.rotate(1.0),
        "set_hooks": lambda it: it.set_hooks(((0, 0, 0), (1, 1, 1))),
        "set_transition": lambda it: it.set_transition(0, 0, 1),
        "to_detour": lambda it: it.to_detour(),
        "translate": lambda it: it.translate((1, 2, 3)),
        "weld": lambda it: it.weld(0.1),
    }
    for name in vars(walkmesh.Level):
        if name.startswith("_") or name in known or name == "save":
            continue
        known[name] = lambda it, name=name: value() if callable(value := getattr(it, name)) else value  # type: ignore[misc]
    return known


def damaged(data: bytes, seed: int) -> Iterator[bytes]:
    """The bytes with some words replaced."""
    for number in range(ROUNDS):
        chance = random.Random(f"{seed} {number}")
        broken = bytearray(data)
        for _ in range(chance.choice([1, 1, 4])):
            at = chance.randrange(0, max(1, len(broken) - 4), 4)
            broken[at : at + 4] = chance.choice([b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", chance.randbytes(4), b"\x00\x00\xc0\x7f"])
        yield bytes(broken[: chance.choice([len(broken), len(broken), chance.randrange(len(broken))])])


def test_damaged_files_raise_errors_of_walkmesh(samples: Path) -> None:
    called = 0
    for seed, name in enumerate(NAMES):
        for data in damaged((samples / name).read_bytes(), seed):
            for method in methods().values():
                called += 1
                try:
                    method(walkmesh.open(data, name=name))
                except walkmesh.Error:
                    pass
                except IndexError:
                    # The test reads the first vertex, which does not exist.
                    pass
    assert called >= 10_000


@pytest.mark.parametrize(
    "call",
    [
        lambda it: it.paint([-1], "Stone"),
        lambda it: it.paint([1 << 40], "Stone"),
        lambda it: it.remove([-1]),
        lambda it: it.set_transition(-1, 0, 1),
        lambda it: it.set_transition(0, 0, 1 << 40),
        lambda it: it.set_transition(0, 3, 1),
        lambda it: it.check(per_rule=-1),
        lambda it: it.check(radius=-1.0),
        lambda it: it.to_png(size=(-1, 5)),
        lambda it: it.to_png(size=(1 << 20, 300)),
        lambda it: it.mirror("w"),
        lambda it: it.rotate(float("nan")),
        lambda it: it.translate((float("inf"), 0, 0)),
        lambda it: it.weld(-1.0),
        lambda it: it.repair(tolerance=-1.0),
        lambda it: it.cut_hole([(0, 0)]),
        lambda it: it.navigator().path(-1, 0),
        lambda it: it.navigator().path(1 << 40, 0),
        lambda it: it.navigator().path((0, 0), (float("nan"), 0)),
        lambda it: it.navigator().path((1, 1), (5, 3), radius=-1.0),
        lambda it: it.navigator().lengths(np.zeros((2, 5)), np.zeros((2, 5))),
    ],
)
def test_arguments_that_are_out_of_range_are_errors_of_walkmesh(samples: Path, call: Method) -> None:
    level = walkmesh.open(samples / "room.wok")
    with pytest.raises(walkmesh.Error):
        call(level)
    assert level.to_bytes() == (samples / "room.wok").read_bytes()


def test_threads_may_use_one_level(samples: Path) -> None:
    level, failed = walkmesh.open(samples / "room.wok"), []

    def work(number: int) -> None:
        try:
            for _ in range(20):
                level.translate((1, 0, 0)) if number % 2 else level.check()
                copy.copy(level).merge(level)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    # No edit was lost.
    assert level.vertices[:, 0].min() == 40


def test_levels_with_the_same_files_are_equal(samples: Path) -> None:
    one, two = (walkmesh.open(samples / "manor.lyt") for _ in range(2))
    assert one == two and one is not two
    two.translate((1, 0, 0))
    assert one != two and one != 3


def test_a_level_is_saved_over_a_file_that_is_there(samples: Path, tmp_path: Path) -> None:
    level, target = walkmesh.open(samples / "room.wok"), tmp_path / "room.wok"
    target.write_bytes((samples / "porch.wok").read_bytes())
    with pytest.raises(walkmesh.SaveError, match="force=True"):
        level.save(target)
    assert level.save(target, force=True) == [target]
    assert target.read_bytes() == level.to_bytes()
    level.translate((1, 0, 0))
    assert level.save(target, known={"room.wok": target.read_bytes()}) == [target]
    assert (tmp_path / "room.wok.bak").read_bytes() == (samples / "room.wok").read_bytes()


def test_floors_of_a_dungeon_may_lie_elsewhere(samples: Path, tmp_path: Path) -> None:
    (tables,) = samples.glob("ainavdata_*.dat")
    (tmp_path / "floors").mkdir()
    for name in ("dungeon.dof", "hall.bms", "court.bms"):
        shutil.copy(samples / name, tmp_path / "floors")
    beside = walkmesh.open(tables, dof="dungeon.dof")
    (tmp_path / tables.name).write_bytes(tables.read_bytes())
    assert len(walkmesh.open(tmp_path / tables.name, dof=tmp_path / "floors" / "dungeon.dof").parts) == len(beside.parts)


def test_a_face_of_an_area_is_a_location(samples: Path) -> None:
    area = walkmesh.open(samples / "manor.lyt")
    floor = np.flatnonzero(area.walkable)
    path = area.navigator().path(int(floor[0]), int(floor[-1]))
    assert np.allclose(path.points[0], area.vertices[area.faces[floor[0]]].mean(axis=0), atol=1e-5)
    with pytest.raises(walkmesh.ArgumentError, match="there is no face 9999"):
        area.navigator().path(0, 9999)


def test_a_route_within_one_triangle_has_a_length_of_zero(samples: Path) -> None:
    level = walkmesh.open(samples / "yard.trx")
    middle = level.vertices[level.faces[int(np.flatnonzero(level.walkable)[0])]].mean(axis=0)
    path = level.navigator().path(tuple(middle.tolist()), tuple(middle.tolist()))
    assert path.length == 0 and not np.signbit(path.length)
