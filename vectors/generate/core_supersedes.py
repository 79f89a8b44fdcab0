"""The three supersedes entries of core.json: two edges, and one payload under two grades."""

import binary32 as b32
import gcp
import suite

DECODE, FULL = 0, 1

EDGES = (
    ("supersedes/mxfp4_rne", "GRADE_MXFP4_RNE", "GRADE_MXFP4",
     "Only encode reads the scale rule (esr); stored planes decode alike under both grades."),
    ("supersedes/nvf4_rtz", "GRADE_NVF4_RTZ", "GRADE_NVF4",
     "Only encode reads the element rounding (er); stored planes decode alike under both grades."),
)


def _edge(pair, name, newer, older, reason):
    canonical_newer, canonical_older = suite.GRADES[newer][0], suite.GRADES[older][0]
    projections = {pair.grade(canonical)[2] for canonical in (canonical_newer, canonical_older)}
    if (len(projections) != 1 or not pair.equivalent(newer, older, DECODE)
            or pair.equivalent(newer, older, FULL)):
        raise gcp.Disagreement(name)
    return {"name": name, "from": newer, "to": older, "scope": "decode",
            "from_canonical": canonical_newer, "to_canonical": canonical_older,
            "decode_projection": projections.pop(), "reason": reason, "clause": "§3",
            "provenance": pair.provenance}


def _one_payload_two_grades(pair):
    newer, older, shape = "GRADE_MXFP4_RNE", "GRADE_MXFP4", [32]
    planes = [bytes(17 * code & 0xFF for code in range(16)), b"\x80", b"", b""]
    decoded = pair.decode(older, 32, planes)
    descs = [suite.canonical_descriptor(pair, grade) for grade in (newer, older)]
    gids = [pair.gid(desc, suite.GRADES[grade][0], shape)[0]
            for desc, grade in zip(descs, (newer, older))]
    if pair.decode(newer, 32, planes) != decoded or gids[0] == gids[1]:
        raise gcp.Disagreement("one payload under two grades")
    return {"name": "supersedes/one_payload_two_grades", "kind": "byte_demo", "from": newer,
            "to": older, "shape": shape, "payload_hex": b"".join(planes).hex(),
            "decoded_f32_bits": b32.hexadecimal(decoded), "desc_hex_from": descs[0].hex(),
            "desc_hex_to": descs[1].hex(), "gid_from": gids[0].hex(), "gid_to": gids[1].hex(),
            "clause": "§3, §7, §8", "provenance": pair.provenance}


def build(pair):
    return [_edge(pair, *edge) for edge in EDGES] + [_one_payload_two_grades(pair)]
