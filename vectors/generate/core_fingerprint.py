"""The 16 fingerprint entries of core.json: spellings, near misses, the frame and the note."""

import gcp
import suite
from suite import GRADES

MXFP4, MXFP4_ID = GRADES["GRADE_MXFP4"]
WITH_EVERYTHING = (
    "grit1(e=u4,k0=64,s0=binary16,k1=4,s1=binary32,zp=u8,zpc=minus1,zps=l1,ct=pad8,po=msb,er=rtp,"
    "es=ovfinf,esr=custom:absmax2,esn=ftz,dr=rtz,ds=satmax,dt=binary16,ao=pairwise8,ap=binary16,"
    "ab=binary16,ai=e4m3,an=preserve)")

# name: (canonical, its id where the specification states it, other spellings)
SPELLINGS = {
    "canon/mxfp4": GRADES["GRADE_MXFP4"] + ((
        "GRIT1(E=FP4,K0=0032,S0=UE8M0,ESR=OCPMX)",
        "grit1( esr = exp2-floor,\n\ts0 = float8_e8m0fnu, k0 = 32, e = float4_e2m1fn )",
        "grit1(e=e2m1,k0=32,s0=e8m0,er=even,es=clamp,esr=floor,esn=denorm,dr=rn,ds=sat-finite,"
        "dt=float,ao=any,ap=fp32,ab=single,ai=f32,an=subnormalany,ct=packed,po=lsb-first)"),),
    "canon/q4ks": GRADES["GRADE_Q4KS"] + ((
        "grit1(zps=level1,zp=uint6,e=nibble,s0=u6,s1=half,k1=8,k0=32,esr=min-max)",
        "grit1(e=uint4,k0=32,s0=uint6,k1=08,s1=fp16,zp=u6,zpc=as-stored,zps=own-scale,"
        "esr=affine)"),),
    "canon/nvf4": GRADES["GRADE_NVF4"] + ((
        "grit1(e=mxfp4elem,k0=16,s0=fp8e4m3,k1=0,s1=float32,esr=ratio)",
        "grit1(s1=f32,k1=00,s0=e4m3fn,k0=16,esr=amax_over_emax,e=fp4e2m1,er=nearest_even)"),),
    "canon/i8s24": GRADES["GRADE_I8S24"] + ((
        "grit1(e=int8,k0=32,s0=f16,sp=2:4:uint2:ordered,esr=ratio)",
        "grit1(e=i8,k0=32,s0=float16,sp=+2:04:u2:ascending-lsb,esr=ratio-max-abs)"),),
    "canon/every_key": (WITH_EVERYTHING, None, (
        "grit1(an=preserved,ai=f8e4m3fn,ab=half,ap=f16,ao=pairwise__8,dt=fp16,ds=sat_max,"
        "dr=truncate,esn=flush-to-zero,esr=custom:abs-max2,es=inf,er=ceil,po=msbfirst,ct=padded,"
        "zps=l1scaled,zpc=gptq,zp=byte,s1=single,k1=4,s0=half,k0=64,e=nibble)",)),
}

# name: two grades that must not collapse into one, though a careless reader takes them for one
DISTINCT = {
    "distinct/scale_rule": (MXFP4, GRADES["GRADE_MXFP4_RNE"][0]),
    "distinct/element_rounding": (GRADES["GRADE_NVF4"][0], GRADES["GRADE_NVF4_RTZ"][0]),
    "distinct/zero_point_convention": (
        "grit1(e=u4,k0=128,s0=binary16,zp=u4,esr=affineminmax)",
        "grit1(e=u4,k0=128,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"),
}

REJECTED = {
    "reject/no_scale_rule": "grit1(e=e2m1,k0=32,s0=e8m0)",
    "reject/fnuz_is_another_format": "grit1(e=e4m3fnuz,k0=32,s0=e8m0,esr=ratiomaxabs)",
    "reject/duplicate_key": "grit1(e=e2m1,k0=32,k0=32,s0=e8m0,esr=exp2floormaxabs)",
    "reject/l1_zero_point_without_level_1": "grit1(e=u4,k0=32,s0=u6,zp=u6,zps=l1,esr=affineminmax)",
}


def _entry(name, kind, clause, provenance, **members):
    return {"name": name, "kind": kind, **members, "clause": clause, "provenance": provenance}


def _canonicalizations(pair):
    for name, (canonical, stated_id, spellings) in SPELLINGS.items():
        for spelling in (canonical,) + spellings:
            got, grade_id, _ = pair.grade(spelling)
            if got != canonical or stated_id not in (None, grade_id):
                raise gcp.Disagreement("%s: %r becomes %r" % (name, spelling, got))
        yield _entry(name, "canonicalization", "§3", pair.provenance, canonical=canonical,
                     spellings=[canonical, *spellings], grade_id="0x%016x" % grade_id)


def _distinct(pair):
    for name, (first, second) in DISTINCT.items():
        (canonical_a, id_a, _), (canonical_b, id_b, _) = pair.grade(first), pair.grade(second)
        if (canonical_a, canonical_b) != (first, second) or id_a == id_b:
            raise gcp.Disagreement(name)
        yield _entry(name, "distinct", "§3", pair.provenance, a=first, b=second,
                     grade_id_a="0x%016x" % id_a, grade_id_b="0x%016x" % id_b)


def _rejected(pair):
    for name, spelling in REJECTED.items():
        if not pair.refuses(gcp.GRADE, gcp.text(spelling)):
            raise gcp.Disagreement(name)
        yield _entry(name, "reject", "§3", pair.provenance, input=spelling)


def _note_is_not_hashed(pair):
    shape = [2, 64]
    clear = suite.canonical_descriptor(pair, "GRADE_MXFP4", 1)
    noted = suite.canonical_descriptor(pair, "GRADE_MXFP4", 1, note=0xFFFF2A01)
    gid, printed = pair.gid(clear, MXFP4, shape)
    if pair.gid(noted, MXFP4, shape)[0] != gid:
        raise gcp.Disagreement("the note is hashed")
    yield _entry("frame/note_is_not_hashed", "frame_note_split", "§2, §7", pair.provenance,
                 desc_hex_note_clear=clear.hex(), desc_hex_note_set=noted.hex(), shape=shape,
                 gid=gid.hex(), gid_base32=printed)


def _distinct_gids(pair):
    base = suite.canonical_descriptor(pair, "GRADE_MXFP4")
    others = {
        "frame/placement_is_hashed": suite.canonical_descriptor(pair, "GRADE_MXFP4",
                                                                data="SWIZZLE_128x4B"),
        "frame/group_axis_is_hashed": suite.canonical_descriptor(pair, "GRADE_MXFP4", 1),
    }
    shape = [64, 64]
    for name, other in others.items():
        (gid_a, printed_a), (gid_b, printed_b) = (pair.gid(desc, MXFP4, shape)
                                                  for desc in (base, other))
        if gid_a == gid_b:
            raise gcp.Disagreement(name)
        yield _entry(name, "distinct_gid", "§7", pair.provenance, desc_hex_a=base.hex(),
                     desc_hex_b=other.hex(), shape=shape, gid_a=gid_a.hex(), gid_b=gid_b.hex(),
                     gid_a_base32=printed_a, gid_b_base32=printed_b)


def _printed_form(pair):
    gid = bytes.fromhex("42d145a24c0f96ea7e336d82a2ac740d")
    printed = "22T52T4K0FJVN7WCVDGAHARX0D"  # both stated by the specification
    desc = suite.canonical_descriptor(pair, "GRADE_MXFP4")
    if pair.gid(desc, MXFP4, [32]) != (gid, printed):
        raise gcp.Disagreement("the stated gid")
    aliases = {"I": "1", "L": "1", "O": "0"}
    for alias, symbol in aliases.items():
        if pair.gid_parse(printed.replace(symbol, alias)) != gid:
            raise gcp.Disagreement("alias %s" % alias)
    yield _entry("gid/printed_form", "crockford", "§7",
                 pair.provenance + "; also stated by the specification", gid=gid.hex(),
                 gid_base32=printed, aliases_accepted_on_parse=aliases)


def build(pair):
    return [entry for part in (_canonicalizations, _distinct, _rejected, _note_is_not_hashed,
                               _distinct_gids, _printed_form) for entry in part(pair)]
