"""requests.txt: what core.json says of decode and encode, and all of extended/general.json, as
requests and replies of the protocol, one a line. Nothing is new in it: it is for tests in languages
without a reader of JSON.
"""

import struct

import entries
import gcp

HEADER = """\
# Made of core.json and extended/general.json by vectors/generate/requests.py. A line is a request and
# its reply (docs/PROTOCOL.md): operation, outcome (0 answered, 1 refused), payload of the request and
# of the reply in hexadecimal, - where it is empty.
"""


def _line(op, outcome, request, reply):
    return "%d %d %s %s\n" % (op, outcome, request.hex() or "-", reply.hex() or "-")


def _planes(entry):
    payload, at, four = bytes.fromhex(entry["payload_hex"]), 0, []
    for size in entry["plane_bytes"]:
        four.append(payload[at:at + size])
        at += size
    return four


def _core(entry):
    grade, four = gcp.text(entry["grade"]), gcp.planes(_planes(entry))
    values, decoded = ([int(bits, 16) for bits in entry[key]]
                       for key in ("input_f32_bits", "decoded_f32_bits"))
    yield _line(gcp.DECODE, gcp.ANSWERED, grade + struct.pack("<q", len(decoded)) + four,
                gcp.words(decoded))
    yield _line(gcp.ENCODE, gcp.ANSWERED, grade + gcp.words(values), four)


def build(documents):
    """`requests.txt`, from the documents of core.py and general.py."""
    lines = [line for entry in documents["core.json"]["vectors"] for line in _core(entry)]
    numbers = {name: op for op, name in entries.NAMES.items()}
    for entry in documents["extended/general.json"]["entries"]:
        outcome = {"answered": gcp.ANSWERED, "refused": gcp.REFUSED}[entry["outcome"]]
        lines.append(_line(numbers[entry["op"]], outcome, bytes.fromhex(entry["request_hex"]),
                           bytes.fromhex(entry["reply_hex"])))
    return {"requests.txt": (HEADER + "".join(lines)).encode("ascii")}
