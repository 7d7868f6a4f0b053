"""Draws a `live.State` in the viewport."""

from __future__ import annotations

from typing import Any

import bpy
import gpu
from gpu_extras.batch import batch_for_shader

from .live import State

_OLD = bpy.app.version < (4, 0, 0)
WIDTH = 3.0


class Overlay:
    """The drawing of one state, which is made again when the state changes."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._batches: list[tuple[Any, tuple[float, ...], Any, bool]] = []

    def show(self, state: State | None) -> None:
        """Shows another state, or nothing."""
        self._batches = [] if state is None else list(_batches(state))
        if self._handle is None and self._batches:
            self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_VIEW")
        for window in bpy.context.window_manager.windows:
            for area in window.screen.areas:
                if area.type == "VIEW_3D":
                    area.tag_redraw()

    def remove(self) -> None:
        """Stops drawing."""
        if self._handle is not None:
            bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")
        self._handle, self._batches = None, []

    def _draw(self) -> None:
        gpu.state.blend_set("ALPHA")
        gpu.state.depth_test_set("LESS_EQUAL")
        for shader, color, batch, is_line in self._batches:
            shader.bind()
            shader.uniform_float("color", color)
            if is_line:
                shader.uniform_float("lineWidth", WIDTH)
                shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
            batch.draw(shader)
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")


def _batches(state: State) -> Any:
    prefix = "3D_" if _OLD else ""
    lines = gpu.shader.from_builtin(f"{prefix}POLYLINE_UNIFORM_COLOR")
    fill = gpu.shader.from_builtin(f"{prefix}UNIFORM_COLOR")
    for color, triangles in state.triangles.items():
        if len(triangles):
            yield fill, color, batch_for_shader(fill, "TRIS", {"pos": triangles.reshape(-1, 3)}), False
    for color, segments in state.lines.items():
        if len(segments):
            yield lines, color, batch_for_shader(lines, "LINES", {"pos": segments.reshape(-1, 3)}), True
