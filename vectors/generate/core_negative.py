"""The 15 negative entries of core.json: each names the first rule of check (spec §5) it breaks."""

import gcp
import suite

STATUS = {1: "SizeMismatch", 2: "GradeUnknown", 3: "PlacementUnknown", 4: "DigestMismatch"}

# The offending plane where spec §5 names one. It is a diagnostic: the Python package names none in
# step 3, so this column is the specification's alone.
PLANE = {"placement/aux_without_a_word": 3, "placement/word_without_aux": 3,
         "size/data_one_byte_short": 0, "size/aux_one_byte_long": 3, "content/indices_descend": 3,
         "content/index_twice": 3}

# Planes of an array of one block, with the length that spec §6 demands.
MXFP4_PLANES = (bytes(range(16)), b"\x7f", b"", b"")
I8S24_PLANES = (bytes(range(16)), b"\x00\x3c", b"", b"\xe4\xe4\xe4\xe4")
Q4KS_PLANES = (bytes(128), bytes(8), bytes(4), bytes(8))


def _with(desc, offset, replacement):
    return desc[:offset] + replacement + desc[offset + len(replacement):]


def cases(pair):
    """Yields name, expected status, clause, descriptor, shape, planes, level, digest."""
    mxfp4 = suite.canonical_descriptor(pair, "GRADE_MXFP4")
    i8s24 = suite.canonical_descriptor(pair, "GRADE_I8S24")
    q4ks = suite.canonical_descriptor(pair, "GRADE_Q4KS")

    grade, frame = "§5 step 2", "§5 step 1"
    yield "grade/bad_magic", 2, frame, _with(mxfp4, 0, b"GRT2"), [32], MXFP4_PLANES, 1, None
    yield "grade/reserved_flag", 2, frame, _with(mxfp4, 7, b"\x40"), [32], MXFP4_PLANES, 1, None
    yield ("grade/unregistered_id", 2, grade, _with(mxfp4, 56, b"\x84"), [32], MXFP4_PLANES, 1,
           None)
    # The placement is unknown and a plane too long as well: the earliest step decides.
    yield ("grade/first_failure_decides", 2, grade,
           _with(_with(mxfp4, 18, b"\x10\x00"), 39, b"\x20"), [32],
           (bytes(17), b"\x7f", b"", b""), 2, bytes(16))

    placement = "§4, §5 step 3"
    yield ("placement/reserved_class", 3, placement,
           _with(mxfp4, 32, bytes.fromhex("0100000000000020")), [32], MXFP4_PLANES, 1, None)
    yield ("placement/unknown_well_known_word", 3, placement,
           _with(mxfp4, 40, bytes.fromhex("0600000000000010")), [32], MXFP4_PLANES, 1, None)
    yield ("placement/aux_without_a_word", 3, placement, _with(q4ks, 48, bytes(8)), [256],
           Q4KS_PLANES, 1, None)
    yield ("placement/word_without_aux", 3, placement,
           _with(mxfp4, 48, bytes.fromhex("0100000000000010")), [32], MXFP4_PLANES, 1, None)

    size = "§5 step 4, §6"
    yield ("size/data_one_byte_short", 1, size, mxfp4, [32], (bytes(15), b"\x7f", b"", b""), 1,
           None)
    yield ("size/aux_one_byte_long", 1, size, i8s24, [32], I8S24_PLANES[:3] + (bytes(5),), 2, None)
    yield "size/extent_not_a_multiple_of_k0", 1, size, mxfp4, [16, 2], MXFP4_PLANES, 1, None
    yield ("size/group_axis_beyond_rank", 1, size, _with(mxfp4, 16, b"\x01\x00"), [32],
           MXFP4_PLANES, 1, None)

    content = "§5 step 5"
    yield ("content/digest_differs", 4, content + ", §7", mxfp4, [32], MXFP4_PLANES, 2,
           pair.digest((bytes(16), b"\x7f", b"", b"")))
    # Quad 3 names positions 2 and 1; quad 5 names position 3 twice.
    yield ("content/indices_descend", 4, content, i8s24, [32],
           I8S24_PLANES[:3] + (b"\xe4\x64\xe4\xe4",), 2, None)
    yield ("content/index_twice", 4, content, i8s24, [32],
           I8S24_PLANES[:3] + (b"\xe4\xe4\xf4\xe4",), 2, None)


def build(pair):
    entries = []
    for name, expected, clause, desc, shape, planes, level, digest in cases(pair):
        status = pair.status(gcp.check(level, desc, shape, planes, digest))
        if status != expected:
            raise gcp.Disagreement("%s: both say status %d" % (name, status))
        entry = {
            "name": name, "desc_hex": desc.hex(), "shape": shape,
            "plane_bytes": [len(plane) for plane in planes],
            "payload_hex": b"".join(planes).hex(), "check_level": level,
            "expected_error": STATUS[expected],
        }
        if name in PLANE:
            entry["plane"] = PLANE[name]
        if digest is not None:
            entry["expected_digest"] = digest.hex()
        entry["clause"] = clause
        entry["provenance"] = pair.provenance + "; by hand from the specification"
        entries.append(entry)
    return entries
