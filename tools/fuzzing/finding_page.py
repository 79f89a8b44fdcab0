"""A finding as a page for people."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> List[str]:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]


def block(text: str, language: str = "") -> List[str]:
    """A Markdown code block that the text cannot end."""
    fence = "```"
    while fence in text:
        fence += "`"
    return [f"{fence}{language}", text.rstrip("\n"), fence]


def finding_page(document: Dict[str, Any], folder: str) -> str:
    """`folder` is where it lies, as a person types it."""
    target, origin = document["target"], document["origin"]
    reproduces = document["reproduces"]
    if reproduces:
        lines = [f"# {document['outcome']}: {document['signature']}", ""]
    else:
        lines = [f"# Not reproducible: {document['id']}", "",
                 "Fresh processes did not agree that this input is one finding, so it is none. "
                 "`./grit fuzz triage` asks again.", ""]
    lines += table(("what", "value"), [
        ("id", document["id"]),
        ("target", target),
        ("found by", f"{origin['engine']} with seed {origin['seed']} after "
                     f"{origin['elapsed_s']:.0f} s, as {origin['artifact']}"),
        ("hits", document["hits"]),
        ("input.bin", f"{document['input']['bytes']} bytes, SHA-256 {document['input']['sha256']}"),
        *([("reduced.bin", f"{document['reduction']['bytes']} bytes after "
                           f"{document['reduction']['steps']} steps of "
                           f"{document['reduction']['tried']} tried")]
          if document["reduction"] else []),
    ])
    lines += ["", *(f"- {note}" for note in document["notes"])]
    lines += _description(document["description"])
    file = f"{folder}/{'reduced.bin' if reproduces else 'input.bin'}"
    commands = [f"./grit fuzz replay {target} {file}"]
    if reproduces:
        commands.append(f"./grit fuzz triage --promote {document['id']}   "
                        f"# into corpus/{target}/regressions/")
    command = (document["description"] or {}).get("command", "")
    if command:
        commands.append(command)
    lines += ["", "## Again", "", *block("\n".join(commands), "sh")]
    for number, verdict in enumerate(document["verdicts"], 1):
        signature = f": `{verdict['signature']}`" if verdict["signature"] else ""
        lines += ["", f"## Fresh process {number}", "", f"{verdict['outcome']}{signature}", "",
                  *block(verdict["detail"] or "(it wrote nothing)")]
    return "\n".join(lines) + "\n"


def _description(said: Any) -> List[str]:
    if not said:
        return []
    lines = ["", "## Input", "",
             f"{said.get('form', '')}, {said.get('bytes', 0)} bytes"
             + (f", operation {said['op']}" if said.get("op") else "")]
    if said.get("pieces"):
        lines += ["", *table(("piece", "value"), said["pieces"])]
    if said.get("differences"):
        lines += ["", "Where it differs from the canonical descriptor:", "",
                  *table(("field", "here", "canonical"), said["differences"])]
    if said.get("hex"):
        digits = said["hex"]
        rows = [digits[at:at + 64] for at in range(0, min(len(digits), 64 * 64), 64)]
        if len(digits) > 64 * 64:
            rows.append("…")
        lines += ["", *block("\n".join(rows))]
    return lines
