"""Queries: one at a time and many at once, compared with the command."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import walkmesh


def command(*arguments: object) -> dict[str, object]:
    """The first result of the command."""
    done = subprocess.run(
        [sys.executable, "-m", "walkmesh", *map(str, arguments), "--json"], capture_output=True, text=True, check=False
    )
    result: dict[str, object] = json.loads(done.stdout)["results"][0]
    return result


@pytest.mark.parametrize(
    ("name", "start", "goal"),
    [("room.wok", (1, 1), (5.5, 3, 0)), ("yard.trx", (2, 2), (17, 8)), ("manor.lyt", (1, 1), (7, 3, 0))],
)
def test_paths_are_those_of_the_command(samples: Path, name: str, start: tuple[float, ...], goal: tuple[float, ...]) -> None:
    level = walkmesh.open(samples / name)
    navigator = level.navigator()
    path = navigator.path(start, goal)
    if name != "manor.lyt":
        text = [",".join(map(str, point)) for point in (start, goal)]
        answer = command("path", samples / name, *text)
        assert answer["length"] == path.length
        steps = answer["steps"]
        assert isinstance(steps, list)
        assert np.array_equal(np.array([step["point"] for step in steps], np.float32), path.points)
    assert len(path) == len(path.points) == len(path.triangles) == len(path.places)
    assert np.allclose(path.points[[0, -1], :2], [start[:2], goal[:2]])
    assert (path.triangles >= 0).all() and path.length >= np.linalg.norm(path.points[0, :2] - path.points[-1, :2]) - 1e-5


def test_many_answers_are_those_of_one_at_a_time(samples: Path) -> None:
    room = walkmesh.open(samples / "room.wok")
    navigator = room.navigator()
    random = np.random.default_rng(7)
    starts, goals = random.uniform(0, 6, (2, 200, 2)).astype(np.float32)
    lengths = navigator.lengths(starts, goals)
    paths = navigator.paths(starts, goals)
    assert 0 < np.isnan(lengths).sum() < 200
    for at, path in enumerate(paths):
        assert (path is None) == bool(np.isnan(lengths[at]))
        if path is not None:
            assert path.length == lengths[at] == navigator.path(starts[at], goals[at]).length
        else:
            with pytest.raises(walkmesh.NoAnswer):
                navigator.path(starts[at], goals[at])
    discs = navigator.lengths(starts, goals, radius=0.3)
    both = ~np.isnan(discs) & ~np.isnan(lengths)
    assert both.sum() > 20 and (discs[both] >= lengths[both] - 1e-4).all()


def test_heights_floors_rays_and_sight(samples: Path) -> None:
    navigator = walkmesh.open(samples / "room.wok").navigator()
    assert navigator.heights([[1, 1], [99, 9]]).tolist()[0] == 0 and np.isnan(navigator.heights([[99, 9]]))[0]
    assert {height for height, _ in navigator.floors((1, 1))} == {0.0}
    distances, points, triangles = navigator.raycast([[1.5, 1, 5], [99, 9, 5]], [[1.5, 1, -5], [99, 9, -5]])
    assert distances[0] == 5 and points[0].tolist() == [1.5, 1, 0] and triangles[0] >= 0
    assert np.isnan(distances[1]) and triangles[1] == -1
    distances, points, triangles = navigator.nearest([[-3, 1, 0]])
    assert distances[0] == 3 and points[0].tolist() == [0, 1, 0]
    assert navigator.sight([[1, 1, 0]], [[1, 1.5, 0]]).tolist() == [True]
    assert navigator.cut_off((1, 1)) == []


def test_no_answer_has_a_reason_and_the_nearest_point(samples: Path) -> None:
    navigator = walkmesh.open(samples / "room.wok").navigator()
    with pytest.raises(walkmesh.NoAnswer, match="no walkable face at 50,3") as raised:
        navigator.path((1, 1), (50, 3))
    assert raised.value.nearest == (6, 3, 0)
    with pytest.raises(walkmesh.QueryError):
        walkmesh.open(samples / "dungeon.dof", dof=None).navigator().path((0, 0), (1, 1), radius=0.5)
    for wrong in ((1,), "somewhere", (1, 2, 3, 4)):
        with pytest.raises(ValueError):
            navigator.path(wrong, (1, 1))
    with pytest.raises(ValueError, match="2 starts and 1 goals"):
        navigator.lengths([[1, 1], [2, 2]], [[1, 1]])


def test_a_dungeon_is_asked_by_its_cells(samples: Path) -> None:
    dungeon = walkmesh.open((samples / "ainavdata_32769.dat").read_bytes())
    navigator = dungeon.navigator()
    assert navigator.follows_tables
    assert navigator.path("0:0", "1:0").length > 0


def test_other_threads_run_meanwhile(samples: Path) -> None:
    """A navigator works without the lock of the interpreter."""
    room = walkmesh.open(samples / "room.wok")
    navigator = room.navigator()
    starts = np.full((400_000, 2), 1, np.float32)
    goals = np.full((400_000, 2), (5.5, 3), np.float32)
    ticks, done = 0, threading.Event()

    def work() -> None:
        navigator.lengths(starts, goals)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 2
