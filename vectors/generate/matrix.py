"""The cross-language matrix: 96 descriptors whose gid every implementation must agree on.

For each of the six registered grades and each rank from 1 to 8 there are two: the canonical one,
and one with other placements and a note. The group axis walks through all axes. All 96 pass check
at level 1 with the sizes given.
"""

import gcp
import suite

RANKS = range(1, 9)
NOTES = (0x00000001, 0x00002A00, 0xDEADBEEF, 0xFFFFFFFF)

# Extents of the axes that are not the group axis, taken in turn.
OTHER_EXTENTS = (2, 1, 3, 1, 2, 1, 5, 1)

# The group axis carries this many blocks; Q4KS needs whole level-1 groups (8 blocks of 32).
BLOCK = {"GRADE_MXFP4": 32, "GRADE_MXFP4_RNE": 32, "GRADE_NVF4": 16, "GRADE_NVF4_RTZ": 16,
         "GRADE_I8S24": 32, "GRADE_Q4KS": 256}

DATA = ("COL_MAJOR", "TILE_16x16", "BLOCK_AOS", "PACK_K4_12B", "LOCAL_HASH", "OPAQUE",
        "UNSPECIFIED", "ROW_MAJOR")
SCALE = ("SWIZZLE_128x4B", "UNSPECIFIED", "COL_MAJOR", "OPAQUE", "LOCAL_HASH")
META = ("META_M16N8K32", "LINEAR_META", "ROW_MAJOR", "OPAQUE", "LOCAL_HASH")


def _extents(grade, rank, axis, blocks):
    extents = [OTHER_EXTENTS[(rank + i) % len(OTHER_EXTENTS)] for i in range(rank)]
    extents[axis] = BLOCK[grade] * blocks
    return extents


def _entry(pair, grade, identifier, extents, desc):
    canonical = suite.GRADES[grade][0]
    gid, printed = pair.gid(desc, canonical, extents)
    sizes = pair.sizes(desc, extents)
    if pair.status(gcp.check_lengths(1, desc, extents, sizes[4:])) != 0:
        raise gcp.Disagreement("%s does not pass check" % identifier)
    return {
        "id": identifier, "grade": grade, "canonical": canonical, "desc_hex": desc.hex(),
        "shape": extents, "gid": gid.hex(), "gid_base32": printed,
        "sizes": {"numel": sizes[0], "nnz": sizes[1], "groups0": sizes[2], "groups1": sizes[3],
                  "plane_bytes": sizes[4:]},
        "clause": "§2, §3, §6, §7", "provenance": pair.provenance,
    }


def entries(pair):
    out = []
    for number, grade in enumerate(suite.GRADES):
        for rank in RANKS:
            turn = number + rank
            name = "%s/rank%d" % (grade[len("GRADE_"):].lower(), rank)

            axis = turn % rank
            extents = _extents(grade, rank, axis, 1 + turn % 3)
            out.append(_entry(pair, grade, name + "/canonical", extents,
                              suite.canonical_descriptor(pair, grade, axis)))

            axis = (turn + rank // 2) % rank
            extents = _extents(grade, rank, axis, 1 + (turn + 1) % 3)
            if rank == 3:
                extents[(axis + 1) % rank] = 0  # an empty array; NVF4 still has its one scale
            if rank == 4:
                extents[(axis + 1) % rank] = 1 << 40  # sizes beyond 32 bits; no plane is needed
            has_meta = grade in suite.META_PLACEMENT
            desc = suite.canonical_descriptor(
                pair, grade, axis, NOTES[turn % len(NOTES)], DATA[turn % len(DATA)],
                SCALE[turn % len(SCALE)], META[turn % len(META)] if has_meta else None)
            out.append(_entry(pair, grade, name + "/placed", extents, desc))
    return out


def build(pair):
    found = entries(pair)
    gids = {entry["gid"] for entry in found}
    without_note = {(entry["desc_hex"][:56] + entry["desc_hex"][64:], tuple(entry["shape"]))
                    for entry in found}
    if not len(found) == len(gids) == len(without_note) == 96:
        raise gcp.Disagreement("96 descriptors with 96 gids are wanted: %d, %d, %d"
                               % (len(found), len(gids), len(without_note)))
    document = suite.header("matrix")
    document["entries"] = found
    return {"matrix.json": document}
