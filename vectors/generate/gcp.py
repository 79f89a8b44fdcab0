"""A GCP 1 client over child processes, and the rule that both published packages must agree."""

import json
import struct
import subprocess

HEADER = struct.Struct("<4sBBHII")
FLUSH = 1
ANSWERED, REFUSED = 0, 1

CHECK, GRADE, DESCRIPTOR, SIZES, GID, GID_PARSE, DIGEST = 1, 2, 3, 4, 5, 6, 7
FORMAT_DECODE, FORMAT_ENCODE, EXPONENT, DECODE, ENCODE, EQUIVALENT = 8, 9, 10, 11, 12, 13

REFUSED_CODE = 0xFFFFFFFF


class Disagreement(Exception):
    """The subjects do not answer alike, so there is no expectation to write down."""


def blob(data):
    return struct.pack("<I", len(data)) + data


def text(value):
    return blob(value.encode("utf-8"))


def shape(extents):
    return struct.pack("<B%dq" % len(extents), len(extents), *extents)


def planes(four):
    return b"".join(blob(plane) for plane in four)


def words(values):
    return struct.pack("<I%dI" % len(values), len(values), *values)


def check(level, desc, extents, four, digest=None):
    """A CHECK request with planes; the plane bytes are the planes' own lengths."""
    return (struct.pack("<B", level) + blob(desc) + shape(extents)
            + struct.pack("<4qB", *map(len, four), 1 if digest is None else 3)
            + planes(four) + (digest or b""))


def check_lengths(level, desc, extents, plane_bytes):
    """A CHECK request without planes."""
    return (struct.pack("<B", level) + blob(desc) + shape(extents)
            + struct.pack("<4qB", *plane_bytes, 0))


def read_words(reply, code="I"):
    count = struct.unpack_from("<I", reply)[0]
    return list(struct.unpack_from("<%d%s" % (count, code), reply, 4))


def read_blobs(reply, count, at=0):
    out = []
    for _ in range(count):
        size = struct.unpack_from("<I", reply, at)[0]
        out.append(reply[at + 4:at + 4 + size])
        at += 4 + size
    return out


class Subject:
    """One adapter process. `ask` is synchronous: the amount of work here needs no pipelining."""

    def __init__(self, argv):
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._next_id = 0
        outcome, reply = self.ask(0, json.dumps({"protocol": 1, "spec": 1}).encode("utf-8"))
        if outcome != ANSWERED:
            raise RuntimeError("%r does not answer HELLO" % argv)
        self.hello = json.loads(reply)
        self.name = self.hello["name"]

    def ask(self, op, payload):
        """Returns (outcome, reply payload)."""
        self._next_id += 1
        header = HEADER.pack(b"GCP1", op, FLUSH, 0, self._next_id, len(payload))
        self._process.stdin.write(header + payload)
        self._process.stdin.flush()
        magic, echoed, outcome, _, request_id, size = HEADER.unpack(self._read(HEADER.size))
        if (magic, echoed, request_id) != (b"GCP1", op, self._next_id):
            raise RuntimeError("not the reply to op %d" % op)
        return outcome, self._read(size)

    def close(self):
        self._process.stdin.close()
        if self._process.wait() != 0:
            raise RuntimeError("%s exits %d" % (self.name, self._process.returncode))

    def _read(self, size):
        data = self._process.stdout.read(size)
        if len(data) != size:
            raise RuntimeError("the adapter ends its output inside a frame")
        return data


class Pair:
    """The two published packages, asked as one: an answer is what both answer."""

    def __init__(self, subjects):
        self.subjects = subjects
        self.provenance = "agreed by " + " and ".join(
            "%s %s (%s)" % (subject.hello["package"], subject.hello["version"],
                            subject.hello["language"]) for subject in subjects)

    def outcome(self, op, payload):
        replies = {subject.name: subject.ask(op, payload) for subject in self.subjects}
        if len(set(replies.values())) != 1:
            raise Disagreement("op %d, payload %s: %r" % (op, payload.hex(), replies))
        return next(iter(replies.values()))

    def ask(self, op, payload):
        outcome, reply = self.outcome(op, payload)
        if outcome != ANSWERED:
            raise Disagreement("op %d, payload %s: both end with outcome %d, %r"
                               % (op, payload.hex(), outcome, reply))
        return reply

    def refuses(self, op, payload):
        return self.outcome(op, payload)[0] == REFUSED

    def status(self, request):
        """The status that CHECK answers. The plane is a diagnostic and need not be the same."""
        answers = {subject.name: subject.ask(CHECK, request) for subject in self.subjects}
        statuses = {(outcome, reply[:1]) for outcome, reply in answers.values()}
        if len(statuses) != 1 or next(iter(statuses))[0] != ANSWERED:
            raise Disagreement("CHECK %s: %r" % (request.hex(), answers))
        return next(iter(statuses))[1][0]

    def grade(self, spelling):
        """(canonical, grade_id, decode projection)"""
        reply = self.ask(GRADE, text(spelling))
        canonical = read_blobs(reply, 1)[0]
        at = 4 + len(canonical)
        grade_id = struct.unpack_from("<Q", reply, at)[0]
        projection = read_blobs(reply, 1, at + 8)[0]
        return canonical.decode("ascii"), grade_id, projection.decode("ascii")

    def descriptor(self, canonical, axis, note, placements):
        return self.ask(DESCRIPTOR, text(canonical) + struct.pack("<hI3Q", axis, note, *placements))

    def sizes(self, desc, extents):
        """numel, nnz, groups0, groups1 and the four plane lengths."""
        return list(struct.unpack("<8q", self.ask(SIZES, desc + shape(extents))))

    def gid(self, desc, canonical, extents):
        """(16 bytes, printed form)"""
        reply = self.ask(GID, desc + text(canonical) + shape(extents))
        return reply[:16], read_blobs(reply, 1, 16)[0].decode("ascii")

    def gid_parse(self, printed):
        return self.ask(GID_PARSE, text(printed))

    def digest(self, four):
        return self.ask(DIGEST, planes(four))

    def encode(self, grade_name, bits):
        return read_blobs(self.ask(ENCODE, text(grade_name) + words(bits)), 4)

    def decode(self, grade_name, numel, four):
        payload = text(grade_name) + struct.pack("<q", numel) + planes(four)
        return read_words(self.ask(DECODE, payload))

    def equivalent(self, first, second, scope):
        payload = text(first) + text(second) + struct.pack("<B", scope)
        return self.ask(EQUIVALENT, payload) == b"\x01"
