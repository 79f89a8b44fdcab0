"""Rendering of the JSON vector files: stable bytes, readable differences.

An object takes a line for each member. An array takes a line for each object or array in it; an
array of scalars is filled into lines of up to 100 columns, so that a table of 65,536 codes stays
readable and a changed code changes one line.
"""

import json

COLUMNS = 100


def render(document):
    return (_value(document, "") + "\n").encode("utf-8")


def _value(value, indent):
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        members = [deeper + _scalar(key) + ": " + _value(item, deeper)
                   for key, item in value.items()]
        return "{\n" + ",\n".join(members) + "\n" + indent + "}"
    if isinstance(value, list) and value:
        if any(isinstance(item, (dict, list)) for item in value):
            items = [deeper + _value(item, deeper) for item in value]
            return "[\n" + ",\n".join(items) + "\n" + indent + "]"
        return _scalars([_scalar(item) for item in value], indent)
    return _scalar(value)


def _scalar(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _scalars(items, indent):
    one_line = "[" + ", ".join(items) + "]"
    if len(indent) + len(one_line) <= COLUMNS - 20:  # leaves room for the key
        return one_line
    deeper = indent + "  "
    lines, line = [], deeper
    for item in items[:-1]:
        line = _append(lines, line, item + ",", deeper)
    lines.append(_append(lines, line, items[-1], deeper))
    return "[\n" + "\n".join(lines) + "\n" + indent + "]"


def _append(lines, line, item, indent):
    """Returns `line` with `item` at its end, or a new line after moving the full one to `lines`."""
    if line == indent:
        return line + item
    if len(line) + 1 + len(item) <= COLUMNS:
        return line + " " + item
    lines.append(line)
    return indent + item
