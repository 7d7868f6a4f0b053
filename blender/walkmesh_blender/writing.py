"""Writes the files of a level, and decides by the state of the disk which files may be replaced.

A file is replaced if it has the bytes that this scene read or wrote there last, regardless of later undo. Another file is replaced only
on the user's request, and is kept as a backup.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import walkmesh

from . import base as bases
from .base import Base, hash_of

ARCHIVES = (".mod", ".erf", ".hak", ".sav", ".rim", ".nwm")


class Refused(Exception):
    """The reason why nothing was written, in Blender's words."""


class Target:
    """The destination of files: a folder, an archive, or the name of the only file."""

    def __init__(self, path: Path, *, is_file: bool, is_new: bool = False) -> None:
        self.path = path
        self.is_file = is_file
        self.is_new = is_new
        """True if it is a copy that was made for this purpose, so that nothing can be lost."""

    def key(self, name: str) -> str:
        """The identity of a file on the disk."""
        return os.path.normcase(os.path.abspath(self.path)) if self.is_file else bases.path_in(self.path, name)

    def read(self, name: str) -> bytes | None:
        """The bytes that are there now."""
        try:
            if self.is_file:
                return self.path.read_bytes()
            if self.path.is_file():
                return walkmesh.Archive(self.path).read(name)
            # A name may come from inside another file. The library refuses to write to a name that leads
            # elsewhere.
            return (self.path / name).read_bytes() if Path(name).name == name else None
        except (OSError, walkmesh.OpenError):
            return None


def target_of(level: walkmesh.Level, chosen: Path, count: int) -> Target:
    """The destination of a level's files if the user chooses a name. An archive is made from the opened one."""
    source = level.folder
    if source is not None and _is_same(chosen, source / level.name):
        return Target(source, is_file=False)
    if is_archive(chosen):
        return Target(chosen, is_file=False)
    if chosen.suffix.lower() in ARCHIVES and not chosen.exists():
        if source is None or not is_archive(source):
            raise Refused(f"{chosen.name} does not exist: export a level into an existing archive, or into a folder")
        shutil.copyfile(source, chosen)
        return Target(chosen, is_file=False, is_new=True)
    if count == 1:
        return Target(chosen, is_file=True)
    # The dialog asks for a name, and several files have their own.
    return Target(chosen if chosen.is_dir() else chosen.parent, is_file=False)


def is_archive(path: Path) -> bool:
    """Returns whether a path names an archive with files."""
    if not path.is_file() or path.suffix.lower() not in ARCHIVES:
        return False
    try:
        walkmesh.Archive(path)
    except walkmesh.OpenError:
        return False
    return True


def _is_same(chosen: Path, opened: Path) -> bool:
    return os.path.normcase(os.path.abspath(chosen)) == os.path.normcase(os.path.abspath(opened))


def write(
    base: Base, level: walkmesh.Level, target: Target, *, overwrite: bool, backups: bool, names: set[str] | None = None
) -> tuple[list[Path], list[str]]:
    """Writes the changed files of a level, all of them or none: those of `names`, or all. Returns their paths, and notes. Raises
    `Refused`."""
    record, notes = bases.disk_of(base.key), []
    files, known, others = {}, {}, []
    for name, new in level.to_files().items():
        if names is not None and name not in names:
            continue
        there, mine = target.read(name), record.get(target.key(name))
        if there is None:
            files[name] = new
        elif there == new:
            record[target.key(name)] = hash_of(new)
        elif hash_of(new) == mine:
            notes.append(f"{name} was changed by another program but not here, so it is kept")
        elif hash_of(there) == mine or overwrite or target.is_new:
            files[name], known[name] = new, there
        else:
            others.append(name)
    if others:
        names_of = ", ".join(others)
        raise Refused(f"{names_of} in {target.path} changed since this scene read or wrote it: turn on Overwrite to replace it")
    if not files:
        return [], notes
    written = level.save(target.path, files=list(files), known=known, no_backup=target.is_new or not backups)
    record.update((target.key(name), hash_of(new)) for name, new in files.items())
    return written, notes
