"""Opens files with trimesh and compares the number of their triangles with a list."""

import os
import sys

import trimesh

folder, expected = sys.argv[1:]
faults = files = 0
for line in open(expected):
    name, triangles = line.split()
    if triangles == "0" or name.endswith(".txt"):
        continue
    files += 1
    scene = trimesh.load_scene(os.path.join(folder, name), process=False)
    found = sum(len(mesh.faces) for mesh in scene.geometry.values())
    if found != int(triangles):
        faults += 1
        print(f"{name}: trimesh finds {found} triangles, not {triangles}")
print(f"trimesh: {files} files, {faults} faults")
sys.exit(1 if faults else 0)
