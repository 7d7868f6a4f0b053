"""The lines that tests reach, by room: reads LLVM's counts (lcov). See run."""

import re
import sys
from collections import defaultdict
from pathlib import Path

DOCUMENT = Path("docs/coverage.md")
START, END = "<!-- coverage: start -->\n", "<!-- coverage: end -->\n"


def room(path):
    """The folder or file of the first level in src/, of the library and of crates/mesh; the formats and the command are one each."""
    depth = {"src": 1, "crates": 3}.get(path.parts[0])
    if depth is None:
        return f"{path.parts[0]}/"
    return "/".join(path.parts[:depth] + (path.parts[depth].removesuffix(".rs"),))


def read(lcov):
    """By file, the number of times that each line was reached."""
    here, files, file = Path.cwd(), defaultdict(dict), None
    for line in lcov.read_text().splitlines():
        if line.startswith("SF:"):
            path = Path(line[3:])
            file = path.relative_to(here) if path.is_relative_to(here) else path
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            files[file][int(number)] = files[file].get(int(number), 0) + int(count)
    rooms, support = ("src", "crates", "formats", "cli"), ("testing", "worlds")
    is_room = lambda path: path.parts[0] in rooms and "tests" not in path.parts and path.parts[1] not in support
    return {path: lines for path, lines in files.items() if is_room(path)}


def table(files):
    """The rows of the table: the room, its lines, the number of reached lines, and the share."""
    rooms = defaultdict(lambda: [0, 0])
    for path, lines in files.items():
        for name in (room(path), "all"):
            rooms[name][0] += len(lines)
            rooms[name][1] += sum(1 for count in lines.values() if count)
    return {name: (total, hit, 100 * hit / total) for name, (total, hit) in sorted(rooms.items(), key=lambda it: (it[0] == "all", it[0]))}


def text(rows):
    head = "| room | lines | reached by a test | |\n|---|---:|---:|---:|\n"
    return head + "".join(f"| `{name}` | {total} | {hit} | {share:.1f} % |\n" for name, (total, hit, share) in rows.items())


def main():
    files = read(Path(sys.argv[1]))
    if sys.argv[2:3] == ["--missing"]:
        for path, lines in sorted(files.items()):
            if room(path) == sys.argv[3]:
                source = path.read_text().splitlines()
                for number in sorted(number for number, count in lines.items() if not count):
                    print(f"{path}:{number}: {source[number - 1].strip()}")
        return
    rows = table(files)
    print(text(rows), end="")
    before, rest = DOCUMENT.read_text().split(START)
    known, after = rest.split(END)
    if sys.argv[2:3] == ["--write"]:
        DOCUMENT.write_text(before + START + text(rows) + END + after)
        return
    shares = {name: float(share) for name, share in re.findall(r"\| `(.*)` .*\| ([0-9.]+) % \|", known)}
    fallen = [name for name, (_, _, share) in rows.items() if share < shares.get(name, 100) - 1]
    if fallen:
        sys.exit(f"fewer lines than docs/coverage.md says are reached in: {', '.join(fallen)}")


main()
