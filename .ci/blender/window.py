"""Runs in a Blender with a window: installs the add-on, imports an area, breaks it, follows live, and takes pictures.

    blender --factory-startup --python window.py -- ADDON.zip AREA.lyt FOLDER
"""

import sys

import bpy
from mathutils import Euler, Vector

addon, area, folder = sys.argv[sys.argv.index("--") + 1 :]


def in_view(run):
    """Calls something in the 3D viewport."""
    window = bpy.context.window_manager.windows[0]
    view = next(it for it in window.screen.areas if it.type == "VIEW_3D")
    region = next(it for it in view.regions if it.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=view, region=region):
        return run(view)


def prepare():
    bpy.ops.preferences.addon_install(filepath=addon, overwrite=True)
    bpy.ops.preferences.addon_enable(module="walkmesh_blender")
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    assert bpy.ops.walkmesh.import_level(filepath=area) == {"FINISHED"}
    bpy.context.scene.walkmesh.live = True
    rooms = [it for it in bpy.data.objects if it.type == "MESH"]
    bpy.context.view_layer.objects.active = rooms[0]
    # A corner of the floor is torn up.
    mesh = rooms[0].data
    mesh.vertices[0].co.z += 1.5
    mesh.update()

    def show(view):
        view.spaces.active.show_region_ui = True
        view.spaces.active.shading.type = "SOLID"
        view.spaces.active.shading.color_type = "MATERIAL"
        for thing in bpy.data.objects:
            thing.select_set(False)
        corners = [thing.matrix_world @ Vector(it) for thing in rooms for it in thing.bound_box]
        low, high = (Vector(pick(it[axis] for it in corners) for axis in range(3)) for pick in (min, max))
        eye = view.spaces.active.region_3d
        eye.view_location = (low + high) / 2
        eye.view_distance = (high - low).length * 0.8
        eye.view_rotation = Euler((0.7, 0, 0.4)).to_quaternion()

    in_view(show)
    bpy.app.timers.register(picture, first_interval=4)


def picture():
    from walkmesh_blender import panel

    state = panel._state
    assert state is not None and state.problem == "" and state.findings, state
    print(f"shown: {len(state.findings)} findings, {sum(map(len, state.lines.values()))} lines", flush=True)
    # No script can choose a tab of the sidebar in this version, so the panel goes into the first one.
    bpy.utils.unregister_class(panel.WALKMESH_PT_panel)
    panel.WALKMESH_PT_panel.bl_category = "Item"
    bpy.utils.register_class(panel.WALKMESH_PT_panel)
    bpy.app.timers.register(finish, first_interval=2)


def finish():
    bpy.ops.screen.screenshot(filepath=f"{folder}/blender.png")
    print("picture taken", flush=True)
    bpy.ops.wm.quit_blender()


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(prepare, first_interval=1)
