"""The display of a level in the viewport while it is edited: computed here as arrays, drawn in `overlay`."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np
import walkmesh

from . import identity
from .base import base_of
from .gathering import Gathered, gather

COLORS = {
    "fatal": (0.9, 0.1, 0.1, 1.0),
    "error": (0.9, 0.2, 0.1, 1.0),
    "warning": (0.95, 0.6, 0.1, 1.0),
    "info": (0.3, 0.6, 0.9, 1.0),
}
BORDER = (0.05, 0.05, 0.05, 1.0)
TRANSITION = (0.1, 0.7, 0.3, 1.0)
PATH = (0.1, 0.3, 0.9, 1.0)
OTHER_PART = (0.8, 0.2, 0.6, 0.35)
"""The parts of the floor that are not the largest one."""
Ends = tuple[Any, Any]
"""The start and the end of a path, in Blender's axes."""
RAISED = 0.02
"""The height of lines above the floor, in the units of the game."""


@dataclass
class State:
    """The display: lines and triangles in Blender's axes, and the findings."""

    lines: dict[tuple[float, float, float, float], Any] = field(default_factory=dict)
    """Segments by their colour, each an array of shape (k, 2, 3)."""
    triangles: dict[tuple[float, float, float, float], Any] = field(default_factory=dict)
    """Triangles by their colour, each an array of shape (k, 3, 3)."""
    findings: list[walkmesh.Finding] = field(default_factory=list)
    corners: Any = None
    """Shape (m, 3, 3): the corners of the level's triangles."""
    path: str = ""
    """The length of the path, or the reason why there is no path."""
    problem: str = ""
    """Why nothing is known."""


class Worker:
    """Computes states in a separate thread, one after the other, so that Blender can draw meanwhile."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._state: State | None = None
        self._times = (0.0, 0.0)

    @property
    def is_busy(self) -> bool:
        """Returns whether a state is being computed, or was not taken yet."""
        return self._thread is not None

    def start(self, gathered: Gathered, ends: Ends | None) -> None:
        """Begins with a state."""

        def run() -> None:
            began = time.perf_counter()
            try:
                self._state = compute(gathered, ends)
            except Exception as error:
                self._state = State(problem=f"{type(error).__name__}: {error}")
            self._times = (began, time.perf_counter())

        self._thread = threading.Thread(target=run, name="walkmesh", daemon=True)
        self._thread.start()

    def take(self) -> tuple[State, tuple[float, float]] | None:
        """The state and the time of its computation, if it is finished."""
        if self._thread is None or self._thread.is_alive():
            return None
        self._thread.join()
        state, self._thread, self._state = self._state, None, None
        return None if state is None else (state, self._times)

    def stop(self) -> None:
        """Waits for the end of a computation."""
        if self._thread is not None:
            self._thread.join()
        self._thread = None


def state_of(block: bpy.types.Text, context: bpy.types.Context, ends: Ends | None = None) -> State:
    """The display of a level in its current state in the scene. `ends` are two points in Blender's axes, between which a path is shown."""
    try:
        return compute(gather(block, base_of(block), context), ends)
    except walkmesh.Error as error:
        return State(problem=str(error))


def compute(gathered: Gathered, ends: Ends | None) -> State:
    """The display of the gathered parts of a scene. It does not access Blender."""
    try:
        return of_level(gathered.edited()[0], ends)
    except walkmesh.Error as error:
        return State(problem=str(error))


def of_level(level: walkmesh.Level, ends: Ends | None = None) -> State:
    """The display of a level."""
    up = identity.turn(level.up)[:3, :3].astype(np.float32)
    state = State(findings=level.check(per_rule=50))
    state.corners = level.vertices[level.faces] @ up.T
    lines = level.lines
    for kind, color in (("border", BORDER), ("transition", TRANSITION)):
        if kind in lines:
            state.lines[color] = lines[kind] @ up.T
    for finding in state.findings:
        if finding.triangle is not None:
            corners = state.corners[finding.triangle]
            outline = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
            color = COLORS[finding.severity]
            state.lines[color] = np.concatenate([state.lines.get(color, np.empty((0, 2, 3), np.float32)), outline])
    parts = level.connected_parts
    if len(parts) and parts.max() > 0:
        largest = np.bincount(parts[parts >= 0]).argmax()
        state.triangles[OTHER_PART] = state.corners[(parts >= 0) & (parts != largest)]
    if ends is not None:
        start, goal = (tuple((up.T @ np.array(end, np.float32)).tolist()) for end in ends)
        try:
            path = level.navigator().path(start, goal)
            points = path.points @ up.T
            state.lines[PATH] = np.stack([points[:-1], points[1:]], axis=1)
            state.path = f"{path.length:.3f}"
        except walkmesh.QueryError as error:
            state.path = str(error)
    for segments in [*state.lines.values(), *state.triangles.values()]:
        segments[..., 2] += RAISED
    return state


def polygons_at(block: bpy.types.Text, corners: Any, context: bpy.types.Context) -> list[tuple[bpy.types.Object, int]]:
    """The polygons of a level that have a triangle with these corners, in Blender's axes."""
    wanted = np.sort(corners, axis=0)
    found = []
    for group in gather(block, base_of(block), context).groups:
        for piece in group.pieces:
            world = (piece.vertices @ piece.world[:3, :3].T + piece.world[:3, 3])[piece.corners]
            same = np.isclose(np.sort(world, axis=1), wanted, rtol=0, atol=1e-4).all(axis=(1, 2))
            found.extend((piece.source, polygon) for polygon in piece.polygons[same].tolist())
    return found
