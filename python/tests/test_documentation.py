"""The documentation: every public name has one at run time, and the stubs have the same.

``INSTA_UPDATE=always pytest tests/test_documentation.py`` writes the documentation of the native module into the stubs.
"""

import ast
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import walkmesh
import walkmesh.__main__
from walkmesh import _walkmesh

STUBS = Path(walkmesh.__file__).with_name("_walkmesh.pyi")

_Named = ast.ClassDef | ast.FunctionDef


def documented() -> Iterator[tuple[str, object]]:
    """The public names of the package, and those of its classes. The values of constants have no documentation of their own."""
    for name in walkmesh.__all__:
        value = getattr(walkmesh, name)
        if isinstance(value, str):
            continue
        yield name, value
        if isinstance(value, type):
            members = [(member, it) for member, it in vars(value).items() if not member.startswith("_")]
            yield from ((f"{name}.{member}", it) for member, it in members if callable(it) or inspect.isdatadescriptor(it))


def in_stubs(text: str) -> Iterator[tuple[_Named, str]]:
    """The public classes, functions and members of the stubs, with the documentation at run time."""
    for node in ast.parse(text).body:
        if not isinstance(node, _Named):
            continue
        value = getattr(_walkmesh, node.name)
        yield node, inspect.cleandoc(value.__doc__)
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                yield member, inspect.cleandoc(getattr(value, member.name).__doc__)


def updated(text: str) -> str:
    """The stubs with the documentation at run time."""
    lines = text.splitlines()
    for node, doc in reversed(list(in_stubs(text))):
        first, indent = node.body[0], " " * (node.col_offset + 4)
        written = [(indent + line).rstrip() for line in f'"""{doc}'.splitlines()]
        written[-1] += '"""' if len(written) == 1 else ""
        written += [f'{indent}"""'] if len(written) > 1 else []
        assert isinstance(first, ast.Expr) and first.end_lineno is not None
        if ast.get_docstring(node) is None:
            # Three dots follow the colon.
            lines[first.lineno - 1] = lines[first.lineno - 1].removesuffix(" ...")
            lines[first.lineno : first.lineno] = written
        else:
            lines[first.lineno - 1 : first.end_lineno] = written
    return "\n".join(lines) + "\n"


def test_every_public_name_is_documented() -> None:
    names = dict(documented())
    assert len(names) > 100 and {"Level.paint", "Class.number", "NoAnswer", "open"} <= set(names)
    assert [name for name, value in names.items() if not (value.__doc__ or "").strip()] == []
    assert walkmesh.__doc__ and walkmesh.__main__.main.__doc__


def test_the_stubs_have_the_documentation_of_the_module() -> None:
    text = STUBS.read_text()
    if os.environ.get("INSTA_UPDATE") == "always":
        STUBS.write_text(updated(text))
    differing = [node.name for node, doc in in_stubs(STUBS.read_text()) if ast.get_docstring(node) != doc]
    assert differing == [], "INSTA_UPDATE=always writes them"
