"""What every vector file says about itself."""

SUITE_VERSION = "1.2.0"

PLACEMENTS = {
    "ROW_MAJOR": 0x1000000000000001,
    "COL_MAJOR": 0x1000000000000002,
    "SWIZZLE_128x4B": 0x1000000000000003,
    "TILE_16x16": 0x1000000000000004,
    "BLOCK_AOS": 0x1000000000000005,
    "LINEAR_META": 0x1000000000000011,
    "META_M16N8K32": 0x1000000000000012,
    "PACK_K4_12B": 0x1000000000000020,
    "LOCAL_HASH": 0x8123456789ABCDEF,
    "OPAQUE": 0xF000000000000001,
    "UNSPECIFIED": 0,
}

# The registry (spec §3): name, canonical string, id.
GRADES = {
    "GRADE_MXFP4": ("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", 0x2370EE9EE454A183),
    "GRADE_Q4KS": ("grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
                   0x1C600DE02594FB55),
    "GRADE_NVF4": ("grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
                   0x00FF6F4C2870831E),
    "GRADE_I8S24": ("grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
                    0xBBBB283A2539EBE8),
    "GRADE_MXFP4_RNE": ("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)", 0x254285E10D6068C8),
    "GRADE_NVF4_RTZ": ("grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
                       0x006C3850A3F42DEA),
}

# The canonical placement of the aux plane (spec §3); 0 where a grade has none.
META_PLACEMENT = {"GRADE_Q4KS": PLACEMENTS["ROW_MAJOR"], "GRADE_I8S24": PLACEMENTS["LINEAR_META"]}


def header(kind):
    return {"schema": "grit-vectors/%s/1" % kind, "suite_version": SUITE_VERSION}


def canonical_descriptor(pair, grade, axis=0, note=0, data="ROW_MAJOR", scale="ROW_MAJOR",
                         meta=None):
    """The descriptor of a registered grade; placements by their names in PLACEMENTS."""
    meta_word = META_PLACEMENT.get(grade, 0) if meta is None else PLACEMENTS[meta]
    return pair.descriptor(GRADES[grade][0], axis, note,
                           (PLACEMENTS[data], PLACEMENTS[scale], meta_word))
