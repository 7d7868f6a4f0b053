"""Lists the crates that are compiled into a package: as a bill of materials (CycloneDX 1.5), and with the texts of all licences.

    python3 release/dependencies.py MANIFEST PACKAGE TARGET NAME.cdx.json NAME-licences.txt

TARGET is the target whose dependencies are listed, or `all`. The crates come from the manifest's Cargo.lock, with the hashes that cargo checks.
Needs Python 3.11. The files name no time and no path of this machine, so that the same lock gives the same bytes.
"""

import json
import pathlib
import subprocess
import sys
import tomllib
import uuid

manifest, wanted, target, bill, texts = sys.argv[1:]
filters = [] if target == "all" else ["--filter-platform", target]
command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", manifest, *filters]
metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
lock = tomllib.loads((pathlib.Path(metadata["workspace_root"]) / "Cargo.lock").read_text())
hashes = {(crate["name"], crate["version"]): crate.get("checksum") for crate in lock["package"]}


def needs(identity: str) -> list[str]:
    """The dependencies for building a package, not only for testing it."""
    kinds = lambda dependency: {kind["kind"] for kind in dependency["dep_kinds"]}
    return sorted(it["pkg"] for it in nodes[identity]["deps"] if kinds(it) - {"dev"})


root = next(package["id"] for package in metadata["packages"] if package["name"] == wanted)
found, left = set(), [root]
while left:
    identity = left.pop()
    if identity not in found:
        found.add(identity)
        left += needs(identity)
crates = sorted((packages[identity] for identity in found), key=lambda crate: (crate["name"], crate["version"]))


def url(crate: dict) -> str:
    """The package's address by the scheme `purl`."""
    return f"pkg:cargo/{crate['name']}@{crate['version']}"


def component(crate: dict) -> dict:
    made = {"type": "library", "bom-ref": url(crate), "name": crate["name"], "version": crate["version"], "purl": url(crate)}
    if crate["description"]:
        made["description"] = " ".join(crate["description"].split())
    if crate["license"]:
        made["licenses"] = [{"expression": crate["license"].replace("/", " OR ")}]
    if checksum := hashes.get((crate["name"], crate["version"])):
        made["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return made


document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {"component": component(packages[root]) | {"type": "application"}},
    "components": [component(crate) for crate in crates if crate["id"] != root],
    "dependencies": [
        {"ref": url(crate), "dependsOn": [url(packages[identity]) for identity in needs(crate["id"])]} for crate in crates
    ],
}
serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))
document["serialNumber"] = f"urn:uuid:{serial}"
pathlib.Path(bill).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8", newline="\n")

# Each text is printed once, under all crates that have it.
crates_of: dict[str, list[str]] = {}
for crate in crates:
    folder = pathlib.Path(crate["manifest_path"]).parent
    names = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(names))
    about = f"{crate['name']} {crate['version']} ({crate['license']})"
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
        crates_of.setdefault(text, []).append(about)
    if not files:
        crates_of.setdefault("The crate has no file with its licence; the licence is the one named above.", []).append(about)
with open(texts, "w", encoding="utf-8", newline="\n") as out:
    out.write(f"{wanted} is made of these {len(crates)} packages, and of Rust's standard library (MIT OR Apache-2.0).\n")
    for text, users in sorted(crates_of.items(), key=lambda entry: entry[1]):
        out.write("\n" + "=" * 80 + "\n" + "\n".join(users) + "\n" + "-" * 80 + f"\n{text}\n")
print(f"{wanted}: {len(crates)} packages")
