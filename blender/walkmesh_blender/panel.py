"""The panel in the sidebar, and the timer that follows edits."""

from __future__ import annotations

import time

import bpy
import walkmesh
from bpy.props import BoolProperty, PointerProperty

from . import base as bases
from . import identity, live
from .gathering import gather
from .overlay import Overlay
from .pace import Pace

TICK = 0.02
"""Interval at which the timer checks whether the viewport must follow, in seconds."""

_overlay: Overlay | None = None
_state: live.State | None = None
_pace = Pace()
_worker = live.Worker()


def _on_setting(settings: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    mark_changed()


class WALKMESH_PG_settings(bpy.types.PropertyGroup):
    """What the panel has."""

    live: BoolProperty(name="Live", description="Show findings, boundaries and parts while you edit", update=_on_setting)  # type: ignore[valid-type]
    start: PointerProperty(name="From", type=bpy.types.Object, description="An empty at the start of the displayed path", update=_on_setting)  # type: ignore[valid-type]
    goal: PointerProperty(name="To", type=bpy.types.Object, description="An empty at the goal of the displayed path", update=_on_setting)  # type: ignore[valid-type]


class WALKMESH_PT_panel(bpy.types.Panel):
    """The panel in the sidebar of the viewport."""

    bl_label = "Walkmesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Walkmesh"

    def draw(self, context: bpy.types.Context) -> None:
        layout, settings = self.layout, context.scene.walkmesh
        layout.operator("walkmesh.import_level", icon="IMPORT")
        layout.operator("walkmesh.export_level", icon="EXPORT")
        layout.operator("walkmesh.export_to_game", icon="PLAY")
        layout.operator("walkmesh.reload", icon="FILE_REFRESH")
        layout.operator("walkmesh.repair", icon="MODIFIER")
        layout.prop(settings, "live", toggle=True)
        row = layout.row(align=True)
        row.prop(settings, "start", text="")
        row.prop(settings, "goal", text="")
        if not settings.live or _state is None:
            return
        if _state.problem:
            layout.label(text=_state.problem, icon="ERROR")
        if _state.path:
            layout.label(text=f"Path: {_state.path}")
        layout.label(text=f"{len(_state.findings)} findings" if len(_state.findings) != 1 else "1 finding")
        icons = {"info": "INFO", "warning": "ERROR", "error": "CANCEL", "fatal": "CANCEL"}
        for index, finding in enumerate(_state.findings[:20]):
            button = layout.operator("walkmesh.select_finding", text=f"{finding.code} {finding.place}", icon=icons[finding.severity])
            button.index = index


def shown_state() -> live.State | None:
    """What the viewport shows."""
    return _state


def mark_changed() -> None:
    """After a change, the viewport follows."""
    _pace.changed()


@bpy.app.handlers.persistent
def _on_change(scene: bpy.types.Scene, graph: bpy.types.Depsgraph) -> None:
    if any(update.is_updated_geometry or update.is_updated_transform for update in graph.updates):
        mark_changed()


@bpy.app.handlers.persistent
def _on_undo(scene: bpy.types.Scene, *_: object) -> None:
    mark_changed()


@bpy.app.handlers.persistent
def _before_save(*_: object) -> None:
    bases.remember_disk()


@bpy.app.handlers.persistent
def _before_load(*_: object) -> None:
    global _state
    _worker.stop()
    _state = None
    bases.forget()


def _follow() -> float:
    """Called by a timer."""
    done = _worker.take()
    if done is not None:
        state, times = done
        _pace.computed(*times)
        _show(state)
    if not _worker.is_busy and _pace.is_due(time.perf_counter()):
        begin(bpy.context)
        # Gathering evaluates meshes, which Blender wrongly reports as changes.
        _pace.began()
    return TICK


def begin(context: bpy.types.Context) -> None:
    """Starts to compute the display of the current scene."""
    settings = context.scene.walkmesh
    block = identity.chosen_block(context) if settings.live else None
    if block is None:
        _show(None)
        return
    ends = None
    if settings.start is not None and settings.goal is not None:
        ends = (settings.start.matrix_world.translation.copy(), settings.goal.matrix_world.translation.copy())
    try:
        _worker.start(gather(block, bases.base_of(block), context), ends)
    except walkmesh.Error as error:
        _show(live.State(problem=str(error)))


def _show(state: live.State | None) -> None:
    global _state
    _state = state
    if _overlay is not None:
        _overlay.show(state)


HANDLERS = {
    "depsgraph_update_post": _on_change,
    "undo_post": _on_undo,
    "redo_post": _on_undo,
    "save_pre": _before_save,
    "load_pre": _before_load,
}


def start() -> None:
    """Begins to follow edits."""
    global _overlay
    for name, handler in HANDLERS.items():
        getattr(bpy.app.handlers, name).append(handler)
    if not bpy.app.background:
        _overlay = Overlay()
        bpy.app.timers.register(_follow, persistent=True)


def stop() -> None:
    """Stops it."""
    global _overlay
    _worker.stop()
    if _overlay is not None:
        _overlay.remove()
        _overlay = None
        bpy.app.timers.unregister(_follow)
    for name, handler in HANDLERS.items():
        getattr(bpy.app.handlers, name).remove(handler)


CLASSES = (WALKMESH_PG_settings, WALKMESH_PT_panel)
