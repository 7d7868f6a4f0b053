"""Runs in a Blender with a window: the time from an edit until its findings are known, and until they are drawn.

    blender --factory-startup --python latency.py -- ADDON.zip LEVEL...
"""

import sys
import time
import traceback

import bpy

addon, *paths = sys.argv[sys.argv.index("--") + 1 :]
ROUNDS = 9
drawn = {"state": None, "at": 0.0, "last": 0.0}


def note_drawing():
    """Called after the overlay was drawn."""
    from walkmesh_blender import panel

    drawn["last"] = time.perf_counter()
    if drawn["state"] is not panel._state:
        drawn["state"], drawn["at"] = panel._state, time.perf_counter()


def open_level(path):
    """Shows nothing but a level, and returns its first object and its number of triangles."""
    for items in (bpy.data.objects, bpy.data.collections, bpy.data.meshes):
        for item in list(items):
            items.remove(item)
    assert bpy.ops.walkmesh.import_level(filepath=path) == {"FINISHED"}
    meshes = [it for it in bpy.data.objects if it.type == "MESH" and it.data.polygons]
    bpy.context.view_layer.objects.active = meshes[0]
    return meshes[0], sum(len(it.data.polygons) for it in meshes)


def edit(thing):
    """Moves a vertex, and returns the time."""
    began = time.perf_counter()
    thing.data.vertices[5].co.z += 0.01
    thing.data.update()
    return began


def rounds():
    """Edits repeatedly; yields while Blender has to work."""
    from walkmesh_blender import panel

    for path in paths:
        thing, faces = open_level(path)
        alone = []
        bpy.context.scene.walkmesh.live = False
        yield from pause(1)
        for _ in range(ROUNDS):
            began = edit(thing)
            while drawn["last"] < began:
                yield
            alone.append(drawn["last"] - began)
            yield from pause(0.5)
        bpy.context.scene.walkmesh.live = True
        yield from pause(2)
        known, times = [], []
        for _ in range(ROUNDS):
            before = panel._state
            assert before is not None and before.problem == "", before
            began = edit(thing)
            while panel._state is before:
                assert time.perf_counter() - began < 60, "an edit was not followed"
                yield
            known.append(time.perf_counter() - began)
            while drawn["state"] is before or drawn["state"] is not panel._state:
                assert time.perf_counter() - began < 60, "an edit was not followed"
                yield
            times.append(drawn["at"] - began)
            yield from pause(0.5)
        name = path.rpartition("/")[2]
        print(f"latency: {name}, {faces} faces: known after {text(known)}, drawn after {text(times)}; without Live an edit is drawn after {text(alone)}", flush=True)


def text(times):
    """The median and the longest of some times."""
    return f"{sorted(times)[len(times) // 2] * 1000:.0f} ms (at most {max(times) * 1000:.0f})"


def pause(seconds):
    """Lets Blender work."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        yield


def prepare():
    bpy.ops.preferences.addon_install(filepath=addon, overwrite=True)
    bpy.ops.preferences.addon_enable(module="walkmesh_blender")
    bpy.types.SpaceView3D.draw_handler_add(note_drawing, (), "WINDOW", "POST_PIXEL")
    steps = rounds()

    def step():
        try:
            next(steps)
            return 0.005
        except StopIteration:
            print("latency: done", flush=True)
        except BaseException:
            traceback.print_exc()
        bpy.ops.wm.quit_blender()
        return None

    bpy.app.timers.register(step)


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(prepare, first_interval=1)
