"""Takes a file through Blender's default import and export, and edits it on the way as a modder does.

`through` is called by through_blender.py. It needs the module `bpy`, which is Blender.
"""

import random

import bpy  # first: it brings bmesh
import bmesh

IMPORT = {"glb": bpy.ops.import_scene.gltf, "obj": bpy.ops.wm.obj_import}
EXPORT = {"glb": bpy.ops.export_scene.gltf, "obj": bpy.ops.wm.obj_export}


def extension(path):
    return path.rsplit(".", 1)[1].lower()


def meshes():
    return sorted((o for o in bpy.data.objects if o.type == "MESH" and o.data.polygons), key=lambda o: o.name)


def world(obj, co):
    return [round(value, 6) for value in obj.matrix_world @ co]


def corners(obj, face):
    return [world(obj, vertex.co) for vertex in face.verts]


def at_same_place(bm, vertex):
    """Blender splits vertices by material and normal: users who move a corner move all vertices at it."""
    return [other for other in bm.verts if other.co == vertex.co]


def some_face(bm, rng, is_fit=lambda face: True):
    """A face that is large enough to be seen, and has no copy between the same corners."""
    seen = {}
    for face in bm.faces:
        key = frozenset(tuple(vertex.co) for vertex in face.verts)
        seen[key] = seen.get(key, 0) + 1
    fit = [
        face
        for face in bm.faces
        if face.calc_area() > 0.01
        and seen[frozenset(tuple(vertex.co) for vertex in face.verts)] == 1
        and is_fit(face)
    ]
    return rng.choice(fit) if fit else None


def paint_a_face(obj, bm, rng):
    if len(obj.data.materials) < 2:
        return None
    face = some_face(bm, rng)
    if face is None:
        return None
    before = face.material_index
    face.material_index = (before + 1) % len(obj.data.materials)
    names = [obj.data.materials[at].name for at in (before, face.material_index)]
    return {"corners": corners(obj, face), "from": names[0], "to": names[1]}


def move_a_vertex(obj, bm, rng):
    face = some_face(bm, rng)
    if face is None:
        return None
    vertex = rng.choice(list(face.verts))
    before = world(obj, vertex.co)
    together = at_same_place(bm, vertex)
    places = {other.co.copy().freeze() for other in together for face in other.link_faces for other in face.verts}
    count = len({face for other in together for face in other.link_faces})
    for other in together:
        other.co.z += 0.25
    return {"from": before, "to": world(obj, vertex.co), "faces": count, "neighbours": len(places)}


def delete_a_face(obj, bm, rng):
    face = some_face(bm, rng)
    if face is None:
        return None
    gone = corners(obj, face)
    bmesh.ops.delete(bm, geom=[face], context="FACES")
    return {"corners": gone}


def add_a_quad(obj, bm, rng):
    """A quad three metres above some face, of its material, and from there towards the middle: an area of NWN2 has a grid of tiles."""
    face = some_face(bm, rng)
    if face is None:
        return None
    x, y, z = face.calc_center_median()
    z += 3.0
    middle = [(min(v.co[axis] for v in bm.verts) + max(v.co[axis] for v in bm.verts)) / 2 for axis in (0, 1)]
    right, up = [0.5 if at < there else -0.5 for at, there in zip((x, y), middle)]
    plan = [(x, y, z), (x + right, y, z), (x + right, y + up, z), (x, y + up, z)]
    if right != up:
        plan.reverse()
    new = bm.faces.new([bm.verts.new(co) for co in plan])
    new.material_index = face.material_index
    bm.normal_update()
    return {"corners": corners(obj, new)}


def cut_with_the_knife(obj, bm, rng):
    """Splits one face from a corner to the midpoint of the opposite side, like the knife."""
    face = some_face(bm, rng, lambda face: len(face.verts) == 3 and any(len(e.link_faces) == 1 for e in face.edges))
    if face is None:
        return None
    edge = next(edge for edge in face.edges if len(edge.link_faces) == 1)
    before = corners(obj, face)
    _, middle = bmesh.utils.edge_split(edge, edge.verts[0], 0.5)
    across = next(vertex for vertex in face.verts if vertex is not middle and not any(middle in e.verts for e in vertex.link_edges if face in e.link_faces))
    bmesh.utils.face_split(face, middle, across)
    return {"corners": before, "at": world(obj, middle.co)}


EDITS = {
    edit.__name__: edit for edit in [paint_a_face, move_a_vertex, delete_a_face, add_a_quad, cut_with_the_knife]
}


def move_a_mark(rng):
    """Swaps the empties of two transitions."""
    marks = sorted(
        (o for o in bpy.data.objects if o.type == "EMPTY" and o.name.startswith("transition")), key=lambda o: o.name
    )
    if len(marks) < 2:
        return None
    first, second = rng.sample(marks, 2)
    first.location, second.location = second.location.copy(), first.location.copy()
    return {"marks": [first.name, second.name]}


def select(kinds):
    bpy.ops.object.select_all(action="DESELECT")
    chosen = [obj for obj in bpy.data.objects if obj.type in kinds]
    for obj in chosen:
        obj.select_set(True)
    bpy.context.view_layer.objects.active = next((obj for obj in chosen if obj.type == "MESH"), None)


def apply_all_transforms():
    select(["MESH", "EMPTY"])
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)


def set_origin():
    select(["MESH"])
    bpy.ops.object.origin_set(type="ORIGIN_GEOMETRY")


def selected_objects():
    select(["MESH"])


# Actions of users who do not intend to edit anything.
CARELESS = {step.__name__: step for step in [apply_all_transforms, set_origin, selected_objects]}


def edited(name, seed):
    rng = random.Random(seed)
    if name == "move_a_mark":
        return move_a_mark(rng)
    if name in CARELESS:
        CARELESS[name]()
        return {}
    objects = meshes()
    if not objects:
        return None
    obj = rng.choice(objects)
    bm = bmesh.new()
    bm.from_mesh(obj.data)
    bm.verts.ensure_lookup_table()
    bm.faces.ensure_lookup_table()
    what = EDITS[name](obj, bm, rng)
    if what is not None:
        bm.to_mesh(obj.data)
        obj.data.update()
        what["node"] = obj.name
    bm.free()
    return what


def through(source, target, edit=None):
    """Imports `source`, makes an edit, and exports `target`; the extensions select the formats. Returns
    the effect of the edit, in Blender's coordinates (z up); None if the file has nothing to edit in
    this way.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    IMPORT[extension(source)](filepath=source)
    did = edited(edit, source) if edit else {}
    if did is not None:
        EXPORT[extension(target)](filepath=target, **({"use_selection": True} if edit == "selected_objects" else {}))
    return did
