"""Entries of a file of vectors/extended: requests with the replies that a clause demands."""

import gcp
import suite

NAMES = {1: "CHECK", 2: "GRADE", 3: "DESCRIPTOR", 4: "SIZES", 5: "GID", 6: "GID_PARSE", 7: "DIGEST",
         8: "FORMAT_DECODE", 9: "FORMAT_ENCODE", 10: "EXPONENT", 11: "DECODE", 12: "ENCODE",
         13: "EQUIVALENT", 14: "EXPLAIN", 20: "CHECK_GRADE", 21: "DECODE_VIEW", 22: "SLICE",
         23: "TRANSPOSE", 24: "REQUANTIZE", 25: "RELAYOUT"}
EXPLAIN, CHECK_GRADE = 14, 20


class Entries:
    """The entries of one file, in the order in which they are added."""

    def __init__(self, prefix=""):
        self._prefix = prefix + "/" if prefix else ""
        self._entries, self._ids = [], set()

    def add(self, op, name, clause, request, reply, outcome="answered"):
        """`reply` is what `clause` says, worked out by hand; no implementation is asked."""
        self.put("%s/%s" % (NAMES[op].lower(), name), op, clause, request, reply, outcome)

    def put(self, name, op, clause, request, reply, outcome="answered", provenance=None):
        """The same under a name of its own; `provenance` where the reply is not by hand."""
        entry_id = self._prefix + name
        assert entry_id not in self._ids, "two entries have one id: " + entry_id
        self._ids.add(entry_id)
        self._entries.append({
            "id": entry_id, "op": NAMES[op], "clause": clause,
            "provenance": provenance or "by hand from %s" % clause, "request_hex": request.hex(),
            "outcome": outcome, "reply_hex": reply.hex()})

    def refused(self, op, name, clause, request, reason=""):
        self.add(op, name, clause, request, reason.encode("ascii"), "refused")

    def clear(self):
        self._entries.clear()
        self._ids.clear()

    def file(self):
        return {"schema": "grit-vectors/extended/1", "suite_version": suite.SUITE_VERSION,
                "entries": list(self._entries)}


def fnv128(data):
    """Spec §7.1."""
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in data:
        value = (value ^ byte) * 0x0000000001000000000000000000013B % 2**128
    return value.to_bytes(16, "big")


def digest(four):
    """Spec §7.4.1."""
    return fnv128(b"".join(len(plane).to_bytes(8, "little") + plane for plane in four))


def lengths(level, desc, extents, plane_bytes, given=0, tail=b""):
    """A CHECK request; `given` and `tail` say what follows the plane bytes."""
    return gcp.check_lengths(level, desc, extents, plane_bytes)[:-1] + bytes([given]) + tail
