"""Documents of this command on disk."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Dict

from exits import InfrastructureError

# Of every document that this command writes; docs/schemas/fuzz.schema.json.
VERSION = 1


def write_text(path: Path, text: str) -> None:
    """Whole or not at all: a reader, and a run after a power cut, never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def rendered(document: Dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def write_document(path: Path, document: Dict[str, Any]) -> None:
    write_text(path, rendered(document))


def read_document(path: Path, schema: str) -> Dict[str, Any]:
    """InfrastructureError where it is not there, is no document, or one of another version."""
    document: Any
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InfrastructureError(f"{path}: {problem.strerror}") from None
    except ValueError:
        raise InfrastructureError(f"{path} is no JSON; move it away") from None
    if not isinstance(document, dict) or (document.get("schema"),
                                          document.get("version")) != (schema, VERSION):
        raise InfrastructureError(f"{path} is no {schema} of version {VERSION}; move it away")
    return document


def sha1(data: bytes) -> str:
    """The name that libFuzzer gives an input."""
    return hashlib.sha1(data).hexdigest()


def short_hash(text: bytes) -> str:
    """12 hexadecimal digits of SHA-256."""
    return hashlib.sha256(text).hexdigest()[:12]
