"""Compares the values that descriptions of the public documents read with those that this project reads: compare.py PARSERS RAW KNOWN TABLES FILE...

PARSERS is the folder of the parsers that Kaitai Struct made, RAW the program in raw/, KNOWN the list of known differences, and
TABLES the folder with a table for each document: lines `name` say what a field is called here where the name is another one, lines
`says` which values the document allows. A path ends with `#` for the length of a list; the name `-` is that of a magic word,
which both readers demand. The bytes of a list or an array of them are compared together, and counted one by one; their path ends
with `[]`.

A difference is one of these, by field and document:
  value           the bits differ, or the place of a field of the header
  type            the bits are equal, and the types are not, such as an integer for a float, or the sign
  only document   this project has no such field
  only reader     the document has no such field
  says            a value that the document rules out; generated files are not asked
  refused         the parser of the document could not read the file; with "generated" of files that no game made

The option --plant DOCUMENT FIELD is for the test of this program itself: a bit of the field is changed where it occurs first.
"""

import argparse
import collections
import functools
import importlib
import io
import math
import multiprocessing
import pathlib
import re
import subprocess
import sys
import zlib

import kaitaistruct

# The documents that describe a kind of file.
DOCUMENTS = {"bwm": ["bwm_wiki", "bwm_forum"], "aswm": ["aswm_packet", "aswm", "aswm_twice"], "ainav": ["ainav"]}
KIND_OF = {"wok": "bwm", "pwk": "bwm", "dwk": "bwm", "bwm": "bwm", "trn": "aswm", "trx": "aswm", "dat": "ainav"}
# The variants of our structs by version: they hold the same fields.
VARIANTS = re.compile(r"\.(V6[9ABC]|Words|Bytes)\b")
INDEX = re.compile(r"\[\d+\]")


class Number(int):
    """The bits of a number, with its type and its offset."""


class Stream(kaitaistruct.KaitaiStream):
    """A stream whose numbers know their bits, type and offset."""

    def number(self, size, of):
        at = self.pos()
        number = Number(int.from_bytes(self.read_bytes(size), "little", signed=of[0] == "i"))
        number.of, number.at = of, at
        return number

    read_u1 = lambda self: self.number(1, "u8")
    read_u2le = lambda self: self.number(2, "u16")
    read_u4le = lambda self: self.number(4, "u32")
    read_s2le = lambda self: self.number(2, "i16")
    read_s4le = lambda self: self.number(4, "i32")
    read_f4le = lambda self: self.number(4, "f32")


def bits(value, of):
    return value & ((1 << int(of[1:])) - 1)


def flatten(value, path=""):
    """The numbers of a parsed value by their paths, and bytes."""
    if isinstance(value, (bytes, list)):
        yield path + "#", None, len(value)
        if value and all(isinstance(item, int) and getattr(item, "of", "u8") == "u8" for item in value):
            yield path + "[]", None, bytes(value)
        else:
            for index, item in enumerate(value):
                yield from flatten(item, f"{path}[{index}]")
    elif isinstance(value, Number):
        yield path, value, int(value)
    elif not isinstance(value, bool):
        dot = "." if path else ""
        of_type = [name for name in vars(type(value)) if isinstance(vars(type(value))[name], property)]
        for name in [name for name in vars(value) if not name.startswith("_")] + of_type:
            field = getattr(value, name)
            if field is not None:
                yield from flatten(field, path + dot + name)


def parse(document, data):
    """The values that the description of a document reads; raises if it cannot."""
    name = "aswm" if document == "aswm_twice" else document
    module = importlib.import_module(name)
    kind = getattr(module, "".join(part.capitalize() for part in name.split("_")))
    stream = Stream(io.BytesIO(data))
    before = [document == "aswm_twice"] if name == "aswm" else []
    value = kind(*before, stream)
    fields = list(flatten(value))
    if document not in ("bwm_wiki", "bwm_forum", "ainav") and not stream.is_eof():
        raise ValueError("bytes behind the end")
    return fields


def packet_of(data):
    """The deflated walkmesh of an area, found without knowing the container: the documents do not describe it."""
    at = data.find(b"COMP")
    while at >= 0:
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        try:
            return data[at : at + 12 + size], zlib.decompress(data[at + 12 : at + 12 + size])
        except zlib.error:
            at = data.find(b"COMP", at + 1)
    return None


def ours(raw, kind, file):
    """The values that this project reads: the type and the value of each path."""
    fields, headers, bytes_of = {}, {}, collections.defaultdict(bytearray)
    with subprocess.Popen([raw, "print", kind, file], stdout=subprocess.PIPE, text=True) as printing:
        lines = (line.rstrip("\n").split("\t") for line in printing.stdout)
        for path, of, value in lines:
            read_line(VARIANTS.sub("", path), of, value, fields, headers, bytes_of)
    if printing.returncode != 0:
        raise ValueError(f"{file} cannot be printed")
    return fields | {path: ("u8", bytes(all_of)) for path, all_of in bytes_of.items()}, headers


def read_line(path, of, value, fields, headers, bytes_of):
    """Parses one line of this project's output."""
    if of == "bytes":
        at, text = value.split(":")
        headers.setdefault(path, (int(at), text))
    elif of == "u8" and path.endswith("]"):
        bytes_of[path[: path.rindex("[")] + "[]"].append(int(value))
    else:
        fields[path] = (of, value if of == "variant" else int(value))
        if path.endswith("cell_lookup_table#"):
            # The side of a square table is computed, and is not a field of a struct.
            fields[path[:-1] + ".side"] = ("u64", math.isqrt(int(value)))


class Document:
    """A document's table of names, and the findings so far."""

    def __init__(self, name, tables):
        self.name = name
        self.names, self.says = {}, {}
        for line in (tables / f"{name}.tsv").read_text().splitlines():
            if line and not line.startswith("#"):
                kind, field, value = line.split("\t")
                if kind == "says":
                    self.says[field] = {int(one) for one in value.split()}
                else:
                    self.names[field] = value
        self.files = self.compared = self.equal = 0
        self.differences = {}

    def differs(self, kind, field, file, example, times=1):
        entry = self.differences.setdefault((kind, field), [set(), 0, f"{file}: {example}"])
        entry[0].add(file)
        entry[1] += times

    def add(self, other):
        """Adds the findings in another file."""
        self.files += other.files
        self.compared += other.compared
        self.equal += other.equal
        for key, (files, times, example) in other.differences.items():
            entry = self.differences.setdefault(key, [set(), 0, example])
            entry[0] |= files
            entry[1] += times

    def name_of(self, path):
        """This project's name for a path of the document."""
        pattern = INDEX.sub("[]", path)
        name = self.names.get(pattern)
        if name is None and pattern.endswith("#"):
            # A list without its own name is named after its items.
            list_of = self.names.get(pattern[:-1]) or self.names.get(f"{pattern[:-1]}[]", "").removesuffix("[]")
            name = f"{list_of}#" if list_of else None
        if name is None and pattern.removesuffix("[]") != pattern and self.names.get(pattern[:-2]) == "-":
            name = "-"
        if name is None:
            return path
        indices = iter(INDEX.findall(path))
        return re.sub(r"\[\]", lambda _: next(indices, "[]"), name)

    def compare(self, theirs, fields, headers, file, generated):
        self.files += 1
        met, fields = set(), dict(fields)
        for path, number, value in theirs:
            pattern = INDEX.sub("[]", path)
            if number is not None and pattern in self.says and not generated:
                if value not in self.says[pattern]:
                    self.differs("says", pattern, file, f"{path} is {value}")
            name = self.name_of(path)
            if isinstance(value, bytes):
                self.compare_bytes(path, value, name, fields, met, file, generated)
                continue
            if name.startswith("-") or (value == 0 and number is None and name not in fields):
                # A magic word, or a list that is empty on one side and missing on the other.
                continue
            # An array, whose length follows from its type.
            if number is None and name not in fields and f"{name[:-1]}[]" in fields:
                fields[name] = ("u64", len(fields[f"{name[:-1]}[]"][1]))
            elif number is None and name not in fields and f"{name[:-1]}[0]" in fields:
                fields[name] = ("u64", sum(f"{name[:-1]}[{index}]" in fields for index in range(value + 1)))
            if name in fields:
                met.add(name)
                of, here = fields[name]
                self.compared += 1
                if number is None:
                    same = value == here
                else:
                    same = bits(value, number.of) == bits(here, of)
                if not same:
                    self.differs("value", pattern, file, f"{path} is {value}, and {here} here")
                elif number is not None and of != "u64" and number.of != of:
                    self.differs("type", pattern, file, f"{path} is {number.of}, and {of} here")
                else:
                    self.equal += 1
            elif name in headers and number is not None:
                met.add(name)
                at, text = headers[name]
                self.compared += 1
                here = int.from_bytes(bytes.fromhex(text), "little")
                if bits(value, number.of) != here or number.at != at:
                    self.differs("value", pattern, file, f"{path} is {value} at {number.at}, and {here} at {at} here")
                else:
                    self.equal += 1
            else:
                self.differs("only document", pattern, file, f"{path} is {value}")
        for name in [*fields, *headers]:
            # Parts of a header that are not fields of the document may still be fields of our
            # structs.
            if name not in met and not (name in headers and known_as_field(name, fields)):
                self.differs("only reader", INDEX.sub("[]", name), file, name)

    def compare_bytes(self, path, value, name, fields, met, file, generated):
        """Compares the bytes of a list."""
        pattern = INDEX.sub("[]", path)
        if pattern in self.says and not generated and set(value) - self.says[pattern]:
            self.differs("says", pattern, file, f"{path} is {value[:16].hex()}")
        if name.startswith("-"):
            return
        if name not in fields:
            self.differs("only document", pattern, file, f"{path} is {value[:16].hex()}")
            return
        met.add(name)
        here = fields[name][1]
        different = sum(a != b for a, b in zip(value, here)) + abs(len(value) - len(here)) if value != here else 0
        self.compared += len(value)
        self.equal += len(value) - different
        if different:
            self.differs("value", pattern, file, f"{path} has {different} other bytes here", different)


def known_as_field(name, fields):
    whole = name.removeprefix("read.")
    last = whole.rsplit(".", 1)[-1]
    return any(one in fields or f"{one}#" in fields for one in (whole, last))


def under(prefix, fields, headers):
    """The fields below a prefix."""
    cut = {path.removeprefix(prefix): value for path, value in fields.items() if path.startswith(prefix)}
    return cut, headers


def main():
    options = argparse.ArgumentParser()
    options.add_argument("parsers", type=pathlib.Path)
    options.add_argument("raw")
    options.add_argument("known", type=pathlib.Path)
    options.add_argument("tables", type=pathlib.Path)
    options.add_argument("--plant", nargs=2, action="append", default=[])
    options.add_argument("--corpus", action="store_true", help="the files of the corpus are among the files")
    options.add_argument("files", nargs="+", type=pathlib.Path)
    given = options.parse_args()

    documents = {name: Document(name, given.tables) for names in DOCUMENTS.values() for name in names}
    left_out, older = [], 0
    # A large area takes a gigabyte while it is compared. A separate process releases it.
    with multiprocessing.Pool(initializer=sys.path.insert, initargs=(0, str(given.parsers)), maxtasksperchild=16) as pool:
        for file, of_file in zip(given.files, pool.imap(functools.partial(compare_file, given), given.files)):
            if of_file == "not deflated":
                left_out.append(str(file))
            elif of_file == "older":
                older += 1
            else:
                for document in of_file:
                    documents[document.name].add(document)

    known = read_known(given.known)
    faults = 0
    print("document\tfiles\tcompared\tequal\tdifferences, known\tdifferences, new")
    for document in documents.values():
        new = [key for key in document.differences if (document.name, *key) not in known]
        old = len(document.differences) - len(new)
        print(f"{document.name}\t{document.files}\t{document.compared}\t{document.equal}\t{old}\t{len(new)}")
    for document in documents.values():
        for (kind, field), (files, times, example) in sorted(document.differences.items()):
            of = (document.name, kind, field)
            word = "known" if of in known else "NEW"
            faults += of not in known
            print(f"{word}\t{document.name}\t{kind}\t{field}\t{len(files)} files, {times} times\t{example}")
    for (name, kind, field), where in known.items():
        met = (kind, field) in documents[name].differences
        if not met and (where == "always" or given.corpus):
            faults += 1
            print(f"GONE\t{name}\t{kind}\t{field}\tis known, and no longer occurs")
    if older:
        print(f"{older} walkmeshes are of versions below 0x6C, which the document does not describe")
    if left_out:
        print(f"NOT RUN: {len(left_out)} areas: their walkmesh is not deflated: {' '.join(left_out)}")
    sys.exit(1 if faults else 0)


def compare_file(given, file):
    """The result for a file: its documents, or the reason why it is not compared."""
    kind = KIND_OF[file.suffix.lower()[1:]]
    data = file.read_bytes()
    generated = "generated" in file.parts
    inflated = None
    if kind == "aswm":
        packet = packet_of(data)
        if packet is None:
            return "not deflated"
        packet, inflated = packet
        if inflated[0] != 0x6C:
            return "older"
    fields, headers = ours(given.raw, kind, file)
    documents = [Document(name, given.tables) for name in DOCUMENTS[kind]]
    for document in documents:
        name = document.name
        mine, heads = fields, headers
        if kind == "aswm":
            mine, heads = under("packet." if name == "aswm_packet" else "walkmesh.", fields, headers)
            heads = {} if name == "aswm_packet" else heads
        content = {"aswm_packet": packet}.get(name, inflated) if kind == "aswm" else data
        try:
            theirs = parse(name, content)
        except Exception as error:
            document.files += 1
            document.differs("refused, generated" if generated else "refused", "(file)", str(file), repr(error)[:120])
            continue
        if name == "aswm_twice":
            document.files += 1
            continue
        for field in [field for of, field in given.plant if of == name]:
            theirs = planted(theirs, field)
        document.compare(theirs, mine, heads, str(file), generated)
    return documents


def planted(theirs, field):
    """The same fields, with one bit of one of them changed."""
    done, changed = [], False
    for path, number, value in theirs:
        if not changed and INDEX.sub("[]", path) == field:
            changed = True
            if isinstance(value, bytes):
                value = bytes([value[0] ^ 1]) + value[1:]
            else:
                other = type(number)(value ^ 1)
                other.of, other.at = number.of, number.at
                number, value = other, value ^ 1
        done.append((path, number, value))
    return done


def read_known(file):
    known = {}
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            document, kind, field, where, _ = line.split("\t")
            known[document, kind, field] = where
    return known


if __name__ == "__main__":
    main()
