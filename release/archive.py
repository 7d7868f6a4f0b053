"""Packs a folder into an archive whose bytes depend on the files alone: sorted, without owners, and with one time.

    python3 release/archive.py FOLDER ARCHIVE SECONDS

ARCHIVE ends in .tar.gz or .zip. SECONDS is the time of all files, in seconds since 1970.
"""

import gzip
import pathlib
import stat
import sys
import tarfile
import time
import zipfile

folder, archive, seconds = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
files = sorted(path for path in folder.rglob("*") if path.is_file())


def mode(path: pathlib.Path) -> int:
    """Whether the file is executable for everybody, or only readable."""
    return 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644


if archive.suffix == ".zip":
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | mode(path)) << 16
            packed.writestr(entry, path.read_bytes())
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=seconds) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.GNU_FORMAT) as packed:
            for path in files:
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size, entry.mtime, entry.mode = path.stat().st_size, seconds, mode(path)
                with open(path, "rb") as bytes_of_file:
                    packed.addfile(entry, bytes_of_file)
