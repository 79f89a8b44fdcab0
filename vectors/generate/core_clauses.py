"""extended/core_clauses.json: clauses that no other file puts to the test, one by one.

Every expectation is written down here as docs/SPEC.md works it out by hand, most of them in its
examples; no implementation is asked. Computed are the 64 bytes of a descriptor from its fields (spec
§2, §3.8), the id of a canonical string that stands here (spec §3.7.3), and the decode projection of
one, key by key (spec §3.7.4).
"""

import struct

import gcp
import suite
from check import MXFP4, Q4KS, changed
from entries import CHECK_GRADE, EXPLAIN, Entries, digest, fnv128, lengths
from general import (DECODE_VIEW, RELAYOUT, REQUANTIZE, SLICE, TRANSPOSE, View, f32, fnv64, laid,
                     sliced, turned)
from suite import PLACEMENTS

NAN, INFINITY, ONE = 0x7FC00000, 0x7F800000, 0x3F800000
GRADES = {name: canonical for name, (canonical, _) in suite.GRADES.items()}


def formats(out):
    """Spec §1."""
    def decodes(name, clause, word, rows):
        out.add(gcp.FORMAT_DECODE, name, clause, struct.pack("<H", word) + gcp.words(rows),
                gcp.words(rows.values()))

    def undecodable(name, clause, *words):
        for word in words:
            out.refused(gcp.FORMAT_DECODE, "%s-%04x" % (name, word), clause,
                        struct.pack("<H", word) + gcp.words([0, 1]))
    decodes("u10", "§1.1.1", 0x43E9, {0x3FF: 0x447FC000, 1: ONE})
    undecodable("absent", "§1.1.2", 0)
    decodes("s10", "§1.1.3", 0x03E9, {0x200: 0xC4000000, 0x3FF: 0xBF800000, 0x1FF: 0x43FF8000})
    decodes("s10-with-has_inf-and-nan_enc-1", "§1.1.3", 0x0FE9, {0x3FF: 0xBF800000})
    decodes("u4-with-nan_enc-2", "§1.1.3", 0x53E3, {15: 0x41700000})
    # Five bits: the bias is 15.
    decodes("exponent-5", "§1.1.4", 0x0004, {15: ONE, 0: 0x38000000, 16: 0x40000000, 31: 0x47800000})
    decodes("exponent-5-nan_enc-1", "§1.1.4", 0x0804, {31: NAN, 30: 0x47000000})
    decodes("exponent-5-nan_enc-2", "§1.1.4", 0x1004, {31: NAN, 30: 0x47000000})
    decodes("exponent-5-other-bits", "§1.1.4", 0x6404, {31: 0x47800000, 16: 0x40000000})
    # w = 12, p = 3: nine exponent bits, bias 255; 2^−256 rounds to 0.
    decodes("float-12", "§1.1.5", 0x006B, {0x3FC: ONE, 0x3FD: 0x3FA00000, 0xBFC: 0xBF800000, 1: 0})
    # w = 6, p = 3: three exponent bits, bias 3.
    decodes("float-6", "§1.1.5", 0x0065, {1: 0x3D800000, 3: 0x3E400000, 4: 0x3E800000,
                                          12: ONE, 0x21: 0xBD800000})
    decodes("infinity-6", "§1.1.6", 0x0465, {0x1C: INFINITY, 0x1D: NAN, 0x3C: 0xFF800000})
    decodes("infinity-6-nan_enc-1", "§1.1.6", 0x0C65, {0x1C: INFINITY, 0x1D: NAN})
    decodes("infinity-without-mantissa", "§1.1.6", 0x0423, {7: INFINITY, 15: 0xFF800000})
    decodes("infinity-without-mantissa-nan_enc-1", "§1.1.6", 0x0C23, {7: INFINITY})
    decodes("nan_enc-0", "§1.1.7", 0x0065, {0x1F: 0x41E00000, 0x3F: 0xC1E00000})
    decodes("nan_enc-1", "§1.1.7", 0x0865, {0x1F: NAN, 0x3F: NAN, 0x1E: 0x41C00000})
    decodes("nan_enc-2", "§1.1.7", 0x1065, {0x1C: 0x41800000, 0x1D: NAN, 0x1E: NAN, 0x1F: NAN})
    decodes("without-szero", "§1.1.8", 0x0065, {0x20: 0x80000000, 0: 0})
    undecodable("nan_enc-3", "§1.1.9", 0x1865, 0x5BE3, 0x1804)
    decodes("high-bits-float", "§1.3.1", 0x0065, {0xCC: ONE, 0x80000040: 0})
    decodes("high-bits-u4", "§1.3.1", 0x43E3, {0xFFFFFFF1: ONE})
    decodes("high-bits-exponent", "§1.3.1", 0x0004, {0x2F: ONE})
    decodes("u32", "§1.3.2", 0x43FF, {0xFFFFFFFF: 0x4F800000, 0x01000001: 0x4B800000,
                                      0x01000003: 0x4B800002})
    decodes("exponent-11", "§1.3.2", 0x000A, {2047: INFINITY, 0: 0})
    undecodable("no-exponent-bit", "§1.3.3", 0x0062, 0x4061, 0x0061)
    decodes("bias_ovr", "§1.3.4", 0x8065, {4: 0x3E800000})
    decodes("bias_ovr-alone", "§1.3.4", 0x8000, {0: ONE, 1: 0x40000000})
    decodes("nan-binary32", "§1.3.5", 0x371F, {0xFFC12345: NAN, 0x7F800001: NAN})
    decodes("nan-binary16", "§0.7", 0x356F, {0xFE01: NAN, 0x7C01: NAN})
    for word in (0, 0x43EF, 0x0004, 0x0065, 0x43FF, 0x8043):
        out.refused(gcp.FORMAT_ENCODE, "unregistered-%04x" % word, "§1.4.1",
                    struct.pack("<H", word) + gcp.words([ONE]))


# Order of the keys of a projection and their defaults (spec §3.7.4).
PROJECTED = (("e", None), ("k0", None), ("s0", None), ("k1", None), ("s1", None), ("zp", None),
             ("zpc", "asis"), ("zps", "shared"), ("sp", None), ("ct", "dense"), ("po", "lsb"),
             ("dr", "rne"), ("ds", "satfinite"), ("dt", "binary32"))


def projection(canonical):
    keys = dict(item.split("=", 1) for item in canonical[len("grit1("):-1].split(","))
    items = []
    for key, default in PROJECTED:
        if key in ("zpc", "zps") and "zp" not in keys:
            continue
        if key in keys or default is not None:
            items.append("%s=%s" % (key, keys.get(key, default)))
    return "gritdec1(%s)" % ",".join(items)


# Spec §3.6.1, §3.6.4.
FORMAT_ALIASES = {
    "e2m1": "fp4 fp4e2m1 float4_e2m1 float4_e2m1fn e2m1fn mxfp4elem",
    "e4m3": "fp8e4m3 e4m3fn float8_e4m3fn f8e4m3fn", "e8m0": "ue8m0 e8m0fnu float8_e8m0fnu",
    "binary16": "f16 fp16 half float16", "binary32": "f32 fp32 float float32 single",
    "s4": "int4 sint4 i4", "s8": "int8 sint8 i8", "u2": "uint2", "u4": "uint4 nibble", "u6": "uint6",
    "u8": "uint8 byte"}
ENUM_ALIASES = {
    "er dr": {"rne": "rn nearesttiestoeven nearest_even roundtiestoeven even",
              "rna": "nearesttiestoaway away", "rtz": "towardzero trunc truncate",
              "rtp": "towardpositive ceil up", "rtn": "towardnegative floor down"},
    "es ds": {"satfinite": "sat_finite satf finite clamp", "satmax": "sat_max",
              "ovfinf": "ovf_inf inf overflowtoinf"},
    "esr": {"exp2floormaxabs": "exp2floor floor rtz_shared_exp ocpmx",
            "exp2ceilmaxabs": "exp2ceil rceil", "exp2rnemaxabs": "exp2rne rne_shared_exp",
            "ratiomaxabs": "ratio amax_over_emax", "affineminmax": "affine minmax"},
    "esn an": {"preserve": "preserved subnormalpreserved denorm",
               "ftz": "flushtozero subnormalftz", "any": "subnormalany"},
    "ao": {"seq": "sequential inorder", "tree": "treeany any_tree", "unspec": "unspecified any"},
    "zpc": {"asis": "asstored stored", "minus1": "storedminusone stored_minus_one gptq"},
    "zps": {"shared": "sharedscale symmetric", "l1": "ownscale level1 l1scaled"},
    "ct": {"dense": "packed", "pad8": "padto8 padded"},
    "po": {"lsb": "lsbfirst littlebit", "msb": "msbfirst"}}
DEFAULTS = {"er": "rne", "dr": "rne", "es": "satfinite", "ds": "satfinite", "esn": "preserve",
            "an": "any", "ao": "unspec", "zpc": "asis", "zps": "shared", "ct": "dense", "po": "lsb"}
ORDER = ("e k0 s0 k1 s1 zp zpc zps sp ct po er es esr esn dr ds dt ao ap ab ai an").split()


def grade(**keys):
    """A canonical string of these keys, in canonical order (spec §3.1.2)."""
    return "grit1(%s)" % ",".join("%s=%s" % (key, keys[key]) for key in ORDER if key in keys)


def grades(out):
    """Spec §3.1 to §3.7."""
    base = {"e": "u4", "k0": "32", "s0": "u8", "esr": "ratiomaxabs"}

    def reads(name, clause, spelling, canonical):
        out.add(gcp.GRADE, name, clause, gcp.text(spelling),
                gcp.text(canonical) + struct.pack("<Q", fnv64(canonical.encode("ascii")))
                + gcp.text(projection(canonical)))

    def refused(name, clause, *spellings):
        for number, spelling in enumerate(spellings):
            out.refused(gcp.GRADE, "%s-%d" % (name, number), clause, gcp.text(spelling))

    def item(spelt, **keys):
        """The base with these keys, of which one item is spelt otherwise."""
        key = spelt.split("=", 1)[0]
        canonical = dict(base, **keys)
        items = ["%s=%s" % (name, canonical[name]) for name in ORDER
                 if name in canonical and name != key]
        return "grit1(%s)" % ",".join(items + [spelt]), grade(**canonical)
    whole = grade(**base)
    tail = ",k0=32,s0=u8,esr=ratiomaxabs)"
    reads("plain", "§3.1.1", whole, whole)
    refused("prefix", "§3.1.1", whole.replace("grit1", "grit"), whole.replace("grit1", "grit2"),
            whole.replace("grit1", "gritdec1"), whole.replace("(", "["), "x" + whole, "")
    every = dict(base, k1="8", s1="binary16", zp="u6", zpc="minus1", zps="l1", sp="2:4:u2:unord",
                 ct="pad8", po="msb", er="rtz", es="satmax", esr="affineminmax", esn="ftz", dr="rtp",
                 ds="ovfinf", dt="binary16", ao="tree", ap="binary16", ab="e4m3", ai="e2m1",
                 an="preserve")
    backwards = "grit1(%s)" % ",".join("%s=%s" % (key, every[key]) for key in reversed(ORDER))
    reads("all-keys", "§3.1.2", grade(**every), grade(**every))
    reads("all-keys-backwards", "§3.3.2", backwards, grade(**every))
    for key in ("e", "k0", "s0", "esr"):
        refused("without-" + key, "§3.1.3", grade(**{k: v for k, v in base.items() if k != key}))
    reads("floor-is-written", "§3.1.3", *item("esr=exp2floormaxabs", esr="exp2floormaxabs"))
    reads("k1-0-is-written", "§3.1.4", *item("k1=0", k1="0", s1="binary32"))
    reads("zp-is-written", "§3.1.4", *item("zp=u4", zp="u4"))
    reads("given-defaults", "§3.1.5", whole[:-1] + ",er=rne,es=satfinite,esn=preserve,dr=rne,"
          "ds=satfinite,dt=binary32,ao=unspec,ap=binary32,ab=binary32,ai=binary32,an=any,ct=dense,"
          "po=lsb)", whole)
    custom = "grit1(e=u4,k0=32,s0=u8,esr=custom:a%sb)"
    refused("alphabet", "§3.2.1", *[custom % c for c in ("\x00", "\x01", "\x0e", "\x1b", "\x7f",
                                                         "\x85", "\xa0", "\u2003", "\uff13")])
    reads("alphabet-ends", "§3.2.1", custom % "!~", custom % "!~")
    reads("blanks", "§3.2.2", " g r\ti\nt\v1\f( e = u\r4 , k 0=3 2,s0=u8 , esr=ratio\vmaxabs ) \n",
          whole)
    reads("upper-case", "§3.2.3", whole.upper(), whole)
    refused("last-character", "§3.3.1", whole[:-1], whole + "x", whole[:-1] + "]")
    reads("second-equals-sign", "§3.3.1", custom % "=", custom % "=")
    reads("bracket-in-a-name", "§3.3.1", custom % ")(", custom % ")(")
    refused("structure", "§3.3.3", whole[:-1] + ",)", whole.replace(",s0", ",,s0"), "grit1()",
            whole.replace("k0=32", "k0"), whole[:-1] + ",xx=1)", whole[:-1] + ",k0=32)",
            whole[:-1] + ",e=u4)", whole.replace("k0=32", "k0="), whole.replace("u8", "u9"),
            whole.replace("ratiomaxabs", "rne"))
    refused("sparsity", "§3.3.3", *[whole[:-1] + ",sp=%s)" % sp for sp in (
        "4:4:u2:asclsb", "0:4:u2:asclsb", "2:33:u2:asclsb", "5:4:u2:asclsb", "2:4:u2", "2:4:u2:x",
        "2:4::asclsb", ":4:u2:asclsb", "2:4:u2:asclsb:x")])
    refused("levels", "§3.3.4", item("k1=8", k1="8")[0], item("s1=u8", s1="u8")[0],
            item("zpc=minus1", zpc="minus1")[0], item("zpc=asis", zpc="asis")[0],
            item("zps=shared", zps="shared")[0], item("zps=l1", zps="l1", zp="u4")[0])
    reads("given-default-of-ct", "§3.3.5", whole[:-1] + ",ct=dense)", whole)
    reads("given-default-of-zpc", "§3.3.5", item("zpc=asis", zp="u4", zpc="asis")[0],
          grade(**dict(base, zp="u4")))
    reads("zp-beside-sp", "§3.3.6", *item("zp=u4", zp="u4", sp="2:4:u2:asclsb"))
    reads("k0-0", "§3.3.6", *item("k0=0", k0="0"))
    for spelt, value in (("0032", "32"), ("000", "0")):
        reads("leading-zeros-" + spelt, "§3.4.1", *item("k0=" + spelt, k0=value))
    sparse = dict(sp="2:4:u2:asclsb")
    reads("plus-signs", "§3.4.2", *item("sp=+2:+04:u2:asclsb", **sparse))
    refused("plus-signs", "§3.4.2", item("k0=+32")[0], item("sp=++2:4:u2:asclsb")[0],
            item("sp=2:4+:u2:asclsb")[0], item("ao=pairwise+4")[0], item("sp=-2:4:u2:asclsb")[0])
    refused("in-a-number", "§3.4.3", item("k0=3_2")[0], item("k0=3.2")[0], item("k0=0x20")[0],
            item("k0=3e1")[0])
    most = str(2**64 - 1)
    reads("k0-2-to-64-less-1", "§3.4.4", *item("k0=" + most, k0=most))
    reads("pairwise-2-to-64-less-1", "§3.4.4", *item("ao=pairwise" + most, ao="pairwise" + most))
    refused("large-numbers", "§3.4.4", item("k0=%d" % 2**64)[0],
            item("k1=%d" % 2**64, k1="", s1="u8")[0], item("ao=pairwise%d" % 2**64)[0],
            item("ao=pairwise0")[0], item("k0=1%s" % ("0" * 40))[0])
    for spelt, keys in (("er=r-t-z", {"er": "rtz"}), ("po=-msb", {"po": "msb"}),
                        ("esr=ratio--max-abs-", {}), ("ao=pairwise1-6", {"ao": "pairwise16"}),
                        ("esr=cus-tom:a", {"esr": "custom:a"}),
                        ("sp=2:4:u2:as-c-lsb", sparse), ("ct=pad-8", {"ct": "pad8"})):
        reads("hyphens-" + spelt, "§3.5.1", *item(spelt, **keys))
    refused("hyphens", "§3.5.1", item("e=u-4")[0], item("k0=3-2")[0], item("k0=-32")[0],
            item("s0=u8-")[0], item("dt=binary-16")[0], item("sp=2-:4:u2:asclsb")[0],
            item("sp=2:4:u-2:asclsb")[0], item("k-0=32")[0])
    reads("custom-nothing", "§3.5.2", *item("esr=custom:", esr="custom:"))
    reads("custom-name", "§3.5.2", *item("esr=Custom:My-Rule 2", esr="custom:myrule2"))
    for spelt, number in (("pairwise__016", 16), ("pairwise_4", 4), ("pair-wise-_-2", 2)):
        reads("underscores-" + spelt, "§3.5.3", *item("ao=" + spelt, ao="pairwise%d" % number))
    for token, aliases in FORMAT_ALIASES.items():
        for alias in aliases.split():
            reads("format-" + alias, "§3.6.1", *item("e=" + alias, e=token))
        reads("token-" + token, "§1.2.1", *item("e=" + token, e=token))
    refused("never-aliases", "§3.6.2", *["grit1(e=%s%s" % (name, tail)
                                         for name in ("e4m3fnuz", "b16", "u4b")])
    refused("no-such-format", "§3.6.3", *["grit1(e=%s%s" % (name, tail) for name in ("int2", "s2")])
    for keys, values in ENUM_ALIASES.items():
        for key in keys.split():
            for value, aliases in values.items():
                extra = {} if value == DEFAULTS.get(key) else {key: value}
                more = {"zp": "u4"} if key in ("zpc", "zps") else {}
                more.update({"k1": "8", "s1": "u8"} if key == "zps" else {})
                for alias in aliases.split():
                    spelling, _ = item("%s=%s" % (key, alias), **more)
                    reads("alias-%s-%s" % (key, alias), "§3.6.4", spelling,
                          grade(**dict(base, **more, **extra)))
    for order, aliases in (("asclsb", "ascendinglsb ordered sorted"), ("unord", "unordered none")):
        for alias in aliases.split():
            reads("alias-sp-" + alias, "§3.6.4",
                  *item("sp=2:4:u2:" + alias, sp="2:4:u2:" + order))
    reads("example", "§3.7.1", " GRIT1( esr = Ratio, s0=FP16, e=Int8,\n k0=0032, "
          "sp=+2:04:UINT2:Sorted )", GRADES["GRADE_I8S24"])
    reads("second-example", "§3.7.1", "grit1(e=nibble,k0=32,s0=u6,k1=08,s1=half,zp=uint6,"
          "zps=own-scale,zpc=as-stored,\n ao=pairwise__016,er=nearest_even,esr=min-max,ct=pad-to-8)",
          "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,ct=pad8,esr=affineminmax,"
          "ao=pairwise16)")
    for name, canonical in (("pairwise16", item("ao=pairwise16", ao="pairwise16")[1]),
                            ("custom", item("esr=custom:a", esr="custom:a")[1])):
        reads("reads-as-itself-" + name, "§3.7.2", canonical, canonical)
    for name, (canonical, grade_id) in suite.GRADES.items():
        assert fnv64(canonical.encode("ascii")) == grade_id
        reads(name.lower(), "§3.9.1", "\t" + canonical + "\t", canonical)
    # The ids that spec §3.7 and §3.9.1 state, and equal projections.
    reads("id", "§3.7.3", GRADES["GRADE_NVF4"], GRADES["GRADE_NVF4"])
    reads("projection", "§3.7.4", item("dr=rtz", dr="rtz", dt="binary16", zp="u4")[1],
          item("dr=rtz", dr="rtz", dt="binary16", zp="u4")[1])
    reads("equal-projections", "§3.7.5", GRADES["GRADE_MXFP4_RNE"], GRADES["GRADE_MXFP4_RNE"])


def descriptors(out):
    """Spec §3.8, §3.9.2, §2, and §3.10."""
    def request(text, axis=0, note=0, placements=(0, 0, 0)):
        return gcp.text(text) + struct.pack("<hI3Q", axis, note, *placements)

    def makes(name, clause, canonical, text=None, axis=0, note=0, placements=(1, 2, 3)):
        view = View(canonical, [], axis=axis, note=note, placements=placements)
        out.add(gcp.DESCRIPTOR, name, clause,
                request(canonical if text is None else text, axis, note, placements),
                view.descriptor())
    own = "grit1(e=u4,k0=4,s0=binary16,%sesr=affineminmax)"
    makes("two-levels", "§3.8.1", own % "k1=0,s1=u8,")
    makes("sparse", "§3.8.1", own % "sp=2:4:u4:unord,ct=pad8,")
    makes("ascending", "§2.1.1", own % "sp=3:31:u2:asclsb,")
    makes("flags-of-a-zero-point", "§3.8.2", own % "k1=258,s1=u8,zp=u6,zpc=minus1,zps=l1,")
    makes("flags-of-msb", "§2.2.1", own % "po=msb,")
    makes("callers-fields", "§3.8.3", own % "", axis=-2, note=0xFFFFFFFF,
          placements=(0xF123456789ABCDEF, 0, 2**64 - 1))
    makes("any-spelling", "§3.8.4", own % "zp=u4,", text=(own % "zp=nibble,").upper())
    makes("zero-point-beside-sparsity", "§3.8.6", own % "zp=u4,sp=2:4:u2:asclsb,")
    makes("k0-0", "§3.8.6", (own % "").replace("k0=4", "k0=0"))
    makes("k0-65535", "§3.8.5", (own % "").replace("k0=4", "k0=65535"))
    for name, text in (("k0-65536", (own % "").replace("k0=4", "k0=65536")),
                       ("k1-65536", own % "k1=65536,s1=u8,"), ("metadata-u8", own % "sp=2:4:u8:unord,"),
                       ("metadata-e2m1", own % "sp=2:4:e2m1:unord,")):
        out.refused(gcp.DESCRIPTOR, name, "§3.8.5", request(text))
    # The two tables of spec §3.9 that have a scale level or a flag; bytes as they stand there.
    row, linear = PLACEMENTS["ROW_MAJOR"], PLACEMENTS["LINEAR_META"]
    for name, meta, digits in (
            ("GRADE_MXFP4", 0, "47525431400101004320074800000000" "00002000000000000000000000000000"
             "01000000000000100100000000000010" "000000000000000083a154e49eee7023"),
            ("GRADE_Q4KS", row, "4752543140010221e343e5436f35e543" "00002000080000000000000000000000"
             "01000000000000100100000000000010" "010000000000001055fb9425e00d601c"),
            ("GRADE_NVF4", 0, "47525431400102004320" "87281f370000" "00001000000000000000000000000000"
             "01000000000000100100000000000010" "00000000000000001e8370284c6fff00"),
            ("GRADE_I8S24", linear, "4752543140010104e7036f3500000000"
             "00002000000002040101000000000000" "01000000000000100100000000000010"
             "1100000000000010e8eb39253a28bbbb"),
            ("GRADE_NVF4_RTZ", 0, "4752543140010200432087281f370000"
             "00001000000000000000000000000000" "01000000000000100100000000000010"
             "0000000000000000ea2df4a350386c00")):
        out.add(gcp.DESCRIPTOR, "canonical-" + name.lower(), "§3.9.2",
                request(GRADES[name], 0, 0, (row, row, meta)), bytes.fromhex(digits))

    def equivalent(clause, first, second, scope, answer):
        request_ = gcp.text(first) + gcp.text(second) + bytes([scope])
        name = "%s-%s-%d" % (first or "nothing", second or "nothing", scope)
        if answer is None:
            out.refused(gcp.EQUIVALENT, name.lower(), clause, request_)
        else:
            out.add(gcp.EQUIVALENT, name.lower(), clause, request_, bytes([answer]))
    decode, full = 0, 1
    for first, second in (("GRADE_MXFP4_RNE", "GRADE_MXFP4"), ("GRADE_NVF4_RTZ", "GRADE_NVF4")):
        equivalent("§3.10.1", first, second, decode, 1)
        equivalent("§3.10.1", first, second, full, 0)
        equivalent("§3.10.2", second, first, decode, 1)
    equivalent("§3.10.2", "GRADE_MXFP4", "GRADE_MXFP4", full, 1)
    equivalent("§3.10.2", "GRADE_NVF4_RTZ", "GRADE_NVF4_RTZ", full, 1)
    equivalent("§3.10.3", "GRADE_MXFP4", "GRADE_NVF4", decode, 0)
    equivalent("§3.10.3", "GRADE_NVF4_RTZ", "GRADE_MXFP4_RNE", decode, 0)
    equivalent("§3.10.4", "GRADE_NONE", "GRADE_NONE", decode, None)
    equivalent("§3.10.4", "", "", full, None)
    equivalent("§3.10.4", "GRADE_MXFP4", "grade_mxfp4", decode, None)
    equivalent("§3.10.4", "GRADE_MXFP4", "GRADE_MXFP4", 2, None)


def fingerprints(out):
    """Spec §7, §10.1; the numbers are those of its examples."""
    desc = changed(MXFP4[0].descriptor(), placement_data=PLACEMENTS["ROW_MAJOR"])
    canonical = GRADES["GRADE_MXFP4"]

    def gid(name, clause, extents, digits, printed, given=desc):
        out.add(gcp.GID, name, clause, given + gcp.text(canonical) + gcp.shape(extents),
                bytes.fromhex(digits) + gcp.text(printed))
    example, symbols = "42d145a24c0f96ea7e336d82a2ac740d", "22T52T4K0FJVN7WCVDGAHARX0D"

    def printed(digits):
        """Two zero bits and the 128 of a gid, five at a time (spec §7.3.1)."""
        value = int(digits, 16)
        return "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[value >> 5 * (25 - i) & 31]
                       for i in range(26))
    assert printed(example) == symbols
    gid("example", "§7.2.1", [32], example, symbols)
    for extents, digits in (([2, 64], "21ed8f5028f3693558d64db47f3acfbc"),
                            ([64, 2], "a923914a26f040e9c2fc84eabfaac77c")):
        gid("example-%d-%d" % tuple(extents), "§7.3.1", extents, digits, printed(digits))
    for note in (1, 0xFFFFFFFF):
        gid("note-%x" % note, "§10.4.1", [32], example, symbols, changed(desc, note=note))
    for name, text in (("printed", symbols), ("lower-case-hyphens", "22t52t4k-0fjvn7wcv-dgaharxod"),
                       ("hyphens-anywhere", "-" + "--".join(symbols) + "-")):
        out.add(gcp.GID_PARSE, name, "§7.3.2", gcp.text(text), bytes.fromhex(example))
    ones = bytes.fromhex("%032x" % sum(1 << 5 * (25 - i) for i in range(26)))
    for name, text in (("i", "I"), ("l", "L"), ("small-i", "i"), ("small-l", "l")):
        out.add(gcp.GID_PARSE, "reads-%s-as-1" % name, "§7.3.2", gcp.text(text * 26), ones)
    for name, text in (("u", "U"), ("small-u", "u"), ("dotless-i", "\u0131"), ("long-s", "\u017f"),
                       ("blank", " "), ("full-width", "\uff11"), ("sign", "*")):
        out.refused(gcp.GID_PARSE, name, "§7.3.2", gcp.text(symbols[:25] + text))
    for name, text in (("25-symbols", symbols[:25]), ("27-symbols", symbols + "0"), ("nothing", ""),
                       ("first-symbol-8", "8" + symbols[1:]), ("first-symbol-z", "Z" + symbols[1:]),
                       ("hyphens-alone", "-" * 26)):
        out.refused(gcp.GID_PARSE, name, "§7.3.3", gcp.text(text))
    for name, clause, four, digits in (
            ("nothing", "§7.1.2", ["", "", "", ""], "28ee198ca550ba36979ea053be3dc70d"),
            ("a-in-data", "§7.4.1", ["61", "", "", ""], "9c903d96b46c345f6d232637b2febe7f"),
            ("a-in-scale0", "§7.4.1", ["", "61", "", ""], "93e45a797bee745425e980af26a0123f"),
            ("block", "§7.1.1", ["f7" + "00" * 15, "7f", "", ""],
             "7c20c3557caeea73da66219c6236b75c")):
        out.add(gcp.DIGEST, name, clause, gcp.planes([bytes.fromhex(plane) for plane in four]),
                bytes.fromhex(digits))

    def explains(name, clause, first, second, *fields):
        out.add(EXPLAIN, name, clause, first + second,
                struct.pack("<I", len(fields)) + b"".join(map(gcp.text, fields)))
    explains("equal", "§10.1.2", desc, desc)
    explains("note", "§10.1.1", desc, changed(desc, note=1), "note")
    explains("last-byte-of-a-field", "§10.1.1", desc,
             changed(desc, placement_meta=1 << 56, grade_id=0x7370EE9EE454A183),
             "placement_meta", "grade_id")
    explains("all-fields", "§10.1.1", b"\0" * 64, b"\xff" * 64, "magic", "hdr_bytes", "version",
             "n_levels", "flags", "elem", "scale0", "scale1", "zp_fmt", "group_axis", "k0", "k1",
             "sp_n", "sp_m", "sp_meta_fmt", "sp_order", "container", "frame_rsvd", "note",
             "placement_data", "placement_scale", "placement_meta", "grade_id")


def codecs(out):
    """Spec §8, §9."""
    def request(name, count, *four):
        four = [bytes.fromhex(plane) for plane in four]
        return gcp.text(name) + struct.pack("<q", count) + gcp.planes(
            four + [b""] * (4 - len(four)))

    def decodes(name, clause, grade_name, bits, *four):
        out.add(gcp.DECODE, name, clause, request(grade_name, len(bits), *four), gcp.words(bits))
    for name, grade_name, count, four in (
            ("missing-byte", "GRADE_MXFP4", 32, ("00" * 15, "7f")),
            ("surplus-byte", "GRADE_MXFP4", 32, ("00" * 17, "7f")),
            ("surplus-plane", "GRADE_MXFP4", 32, ("00" * 16, "7f", "00")),
            ("negative", "GRADE_MXFP4", -32, ("", "")),
            ("33-of-mxfp4", "GRADE_MXFP4", 33, ("00" * 16, "7f")),
            ("31-of-mxfp4", "GRADE_MXFP4", 31, ("00" * 16, "7f")),
            ("17-of-nvf4", "GRADE_NVF4", 17, ("00" * 8, "38", "0000803f")),
            ("33-of-i8s24", "GRADE_I8S24", 33, ("00" * 16, "003c", "", "44" * 4)),
            ("32-of-q4ks", "GRADE_Q4KS", 32, ("00" * 16, "00", "00000000", "00"))):
        out.refused(gcp.DECODE, name, "§8.1.1", request(grade_name, count, *four))
    example = [0x41400000, 0xC1400000, ONE, 0, 0x40000000, 0x40000000, 0x40800000, 0x40800000,
               0x41000000, 0x41000000, 0x80000000, 0]
    data = "f70122446608" + "00" * 10
    decodes("mxfp4", "§8.2.1", "GRADE_MXFP4", example + [0] * 20, data, "80")
    decodes("mxfp4-rne", "§8.1.2", "GRADE_MXFP4_RNE", example + [0] * 20, data, "80")
    decodes("low-nibble-first", "§8.1.3", "GRADE_MXFP4", f32(0.5, 6) + [0] * 30, "71" + "00" * 15,
            "7f")
    decodes("nan-scale", "§8.1.5", "GRADE_MXFP4", [NAN] * 32, data, "ff")
    # 0.5 + 192 · 2^−33 rounds to 0.5 before the element comes.
    decodes("nvf4", "§8.3.1", "GRADE_NVF4", f32(3, -3, 2, 0.5) + [0] * 12, "f726" + "00" * 6, "7e",
            "2549923a")
    decodes("rounds-between", "§8.1.4", "GRADE_NVF4_RTZ", f32(3, -3, 2, 0.5) + [0] * 12,
            "f726" + "00" * 6, "7e", "2549923a")
    # The largest binary32 times 448 is infinite; codes 0, 1, 8, 9 are 0, 0.5, −0, −0.5.
    decodes("beyond-the-range", "§8.1.6", "GRADE_NVF4", [INFINITY, 0xFF800000] * 8, "91" * 8, "7e",
            "ffff7f7f")
    decodes("infinity-times-zero", "§8.1.7", "GRADE_NVF4", [NAN] * 16, "80" * 8, "7e", "ffff7f7f")
    tail = [0xBFC00000] * 28 + [0] * 224
    group = [0xBFC00000, 0x40E80000, 0x418A0000, 0xBFC00000] + tail
    q4ks = ("700f" + "00" * 126, "45" + "00" * 7, "00340030", "8c" + "00" * 7)
    decodes("q4ks", "§8.4.1", "GRADE_Q4KS", group, *q4ks)
    decodes("q4ks-ignored-bits", "§8.4.2", "GRADE_Q4KS", group, q4ks[0], "c5" + "c0" * 7, q4ks[2],
            "cc" + "40" * 7)
    decodes("q4ks-nan-minimum", "§8.4.3", "GRADE_Q4KS", [NAN] * 256, q4ks[0], q4ks[1], "0034007e",
            "00" * 8)
    # Metadata 49: positions 1 and 2 of quad 0, 0 and 1 of quad 1. The scale is 3099/2^17.
    scale = 0.02362060546875
    decodes("i8s24", "§8.5.1", "GRADE_I8S24", f32(
        0, -127 * scale, 85 * scale, 0, 42 * scale, 42 * scale, 0, 0) + [0] * 24,
        "81552a2a" + "00" * 12, "0c26", "", "49444444")
    decodes("i8s24-nan-scale", "§8.5.2", "GRADE_I8S24", [0, NAN, NAN, 0, NAN, NAN, 0, 0]
            + [NAN, NAN, 0, 0] * 6, "81552a2a" + "00" * 12, "007e", "", "49444444")
    # Slots 2 and 1: the lower position takes the first stored value all the same.
    decodes("i8s24-descending", "§8.5.3", "GRADE_I8S24",
            f32(0, 10, 20, 0, 30, 40) + [0] * 26, "0a141e28" + "00" * 12, "003c", "", "46444444")
    decodes("i8s24-named-twice", "§8.5.4", "GRADE_I8S24",
            f32(0, 10, 0, 0, 20, 0, 30, 0, 40, 50) + [0] * 22, "0a141e2832" + "00" * 11, "003c", "",
            "85444444")

    for rule, answers in ((0, (3, -149, 0, 2)), (1, (4, -149, 0, 3)), (2, (4, -149, 0, 3))):
        out.add(gcp.EXPONENT, "example-%d" % rule, "§9.1.3", bytes([rule]) + gcp.words(
            f32(12) + [1] + f32(1, 7.5)), struct.pack("<I4i", 4, *answers))
    # 1.4 and 1.5: only the square of the second exceeds 2. A subnormal: 3 · 2^−149.
    for rule, answers in ((0, (0, 0, -148)), (1, (1, 1, -147)), (2, (0, 1, -147))):
        out.add(gcp.EXPONENT, "square-%d" % rule, "§9.1.3", bytes([rule]) + gcp.words(
            [0x3FB33333, 0x3FC00000, 3]), struct.pack("<I3i", 3, *answers))

    def encodes(name, clause, grade_name, bits, *four):
        four = [bytes.fromhex(plane) for plane in four] + [b""] * (4 - len(four))
        out.add(gcp.ENCODE, name, clause, gcp.text(grade_name) + gcp.words(bits), gcp.planes(four))
    for grade_name, count in (("GRADE_MXFP4", 33), ("GRADE_Q4KS", 32), ("GRADE_NVF4", 17),
                              ("GRADE_I8S24", 48), ("GRADE_MXFP4", 16)):
        out.refused(gcp.ENCODE, "%d-of-%s" % (count, grade_name.lower()), "§9.1.1",
                    gcp.text(grade_name) + gcp.words([ONE] * count))
    encodes("mxfp4", "§9.2.3", "GRADE_MXFP4",
            f32(12, -12, 1, 0.5, 1.5, 2.5, 3.5, 5, 7, 10) + [0x80000000, 0x3E99999A] + [0] * 20,
            data, "80")
    steps = f32(7.5, -1) + [0x3ECCCCCD] + [0] * 29
    encodes("mxfp4-floor", "§9.2.3", "GRADE_MXFP4", steps, "a701" + "00" * 14, "7f")
    encodes("mxfp4-rne", "§9.2.3", "GRADE_MXFP4_RNE", steps, "9600" + "00" * 14, "80")
    for name, bits in (("nan", NAN), ("infinity", 0xFF800000)):
        encodes("mxfp4-" + name, "§9.2.1", "GRADE_MXFP4", f32(1) * 31 + [bits], "00" * 16, "ff")
        encodes("nvf4-" + name, "§9.3.2", "GRADE_NVF4", [ONE] * 15 + [bits] + [0] * 16, "00" * 16,
                "7f38", NVF4_ONE)
        encodes("q4ks-" + name, "§9.4.1", "GRADE_Q4KS", [ONE] * 255 + [bits], "00" * 128, "00" * 8,
                "007e0000", "00" * 8)
    encodes("mxfp4-zeros", "§9.2.2", "GRADE_MXFP4", [0, 0x80000000] * 16, "80" * 16, "7f")
    nvf4 = f32(3) + [0xC039999A] + f32(2.5) + [0x3ECCCCCD] + [0] * 12
    encodes("nvf4", "§9.3.4", "GRADE_NVF4", nvf4, "f726" + "00" * 6, "7e", "2549923a")
    encodes("nvf4-rtz", "§9.3.5", "GRADE_NVF4_RTZ", nvf4, "e716" + "00" * 6, "7e", "2549923a")
    encodes("nvf4-zeros", "§9.3.1", "GRADE_NVF4", [0, 0x80000000] * 8, "80" * 8, "38", "0000803f")
    # 7 / 6 is 9786709 · 2^−23, and that over 448 is 11184810.3 · 2^−32; 7 / 2688 at once would be
    # 11184810.7 · 2^−32. The scale is 448, S = 9786709 · 2^−23 and 7 / S = 6 (code 7).
    encodes("nvf4-two-divisions", "§9.3.1", "GRADE_NVF4", f32(7) + [0] * 15, "07" + "00" * 7, "7e",
            "aaaa2a3b")
    # 2^−149 / 6 is 0: sT is 2^−149. bamax / 6 = 0, so the scale is 0 and so are the codes.
    encodes("nvf4-least", "§9.3.4", "GRADE_NVF4", [1, 0x80000001] * 8, "80" * 8, "00", "01000000")
    encodes("nvf4-block-of-zeros", "§9.3.3", "GRADE_NVF4", nvf4 + [0] * 16,
            "f726" + "00" * 14, "7e38", "2549923a")
    values = f32(-2, 5.5, 0, 0.25, 0.75, -1) + [ONE] * 26 + [0] * 224
    encodes("q4ks", "§9.4.6", "GRADE_Q4KS", values, "f05426" + "66" * 13 + "00" * 112,
            "3f" + "00" * 7, "10201028", "3f" + "00" * 7)
    # step = 1/15, d = f16(1/945) = 0x1456; sc = rne(63.0…) = 63, and all codes are 15.
    encodes("q4ks-nothing-negative", "§9.4.4", "GRADE_Q4KS", [ONE] * 256, "ff" * 128, "3f" * 8,
            "56140080", "00" * 8)
    encodes("q4ks-zeros", "§9.4.5", "GRADE_Q4KS", [0, 0x80000000] * 128, "00" * 128, "00" * 8,
            "00000080", "00" * 8)
    # (hi − lo) / 15 is infinite: both quotients become the largest binary16.
    encodes("q4ks-beyond", "§9.4.4", "GRADE_Q4KS", [0x7F7FFFFF, 0xFF7FFFFF] + [0] * 254,
            Q4KS_BEYOND_DATA, "3f" + "00" * 7, "ff7bff7b", "3f" + "00" * 7)
    quads = f32(0.5, -3, 2, 0.5, 1, 1, 1, -1) + [0] * 24
    encodes("i8s24", "§9.5.1", "GRADE_I8S24", quads, "81552a2a" + "00" * 12, "0c26", "", "49444444")
    encodes("i8s24-nan", "§9.5.2", "GRADE_I8S24", f32(5, 1, 1) + [NAN] + f32(9) * 28, "00" * 16,
            "007e", "", "4c444444")
    encodes("i8s24-not-finite-lost", "§9.5.1", "GRADE_I8S24",
            [INFINITY, NAN, 0xFF800000, 0] + [0] * 28, "00" * 16, "007e", "", "44444444")
    encodes("i8s24-zeros", "§9.5.3", "GRADE_I8S24", [0] * 32, "00" * 16, "003c", "", "44444444")
    # 2^−149 / 127 is 0: the scale is the least binary16, 2^−24, and 2^−149 / 2^−24 rounds to 0.
    encodes("i8s24-least", "§9.5.3", "GRADE_I8S24", [1] + [0] * 31, "00" * 16, "0100", "",
            "44444444")


# (1 / 6) / 448 in binary32: 1/6 is 11184811 · 2^−26; over 448 that is 12782641.1… · 2^−35, to
# 12782641 · 2^−35 = 0x39c30c31.
NVF4_ONE = "310cc339"
# d = dmin = 65504, S = Z = 63 · 65504: the first two values clamp to 15 and 0, and for every zero of
# the group (0 + Z) / S = 1. The other groups have S = 0.
Q4KS_BEYOND_DATA = "0f" + "11" * 15 + "00" * 112


def views(out):
    """Spec §11, §12: what extended/general.json leaves out."""
    def decodes(name, clause, view, bits):
        out.add(DECODE_VIEW, name, clause, view.payload(), gcp.words(bits))

    def refused(op, name, clause, request, reason):
        out.refused(op, name, clause, request, reason)
    plain = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
    one = View(plain, [2], "0102", "0304")
    for name, fields in (("magic", {"magic": b"GRT2"}), ("version", {"version": 2}),
                         ("hdr_bytes", {"hdr_bytes": 63}), ("frame_rsvd", {"frame_rsvd": 1})):
        payload = changed(one.descriptor(), **fields) + one.payload()[64:]
        refused(DECODE_VIEW, "step-1-" + name, "§11.2.1", payload, "GradeUnknown")
        refused(SLICE, "step-1-" + name, "§11.2.1", payload + struct.pack("<Bqq", 0, 0, 1),
                "GradeUnknown")
    for name, fields in (("k0", {"k0": 2}), ("container", {"container": 1}), ("flags", {"flags": 8}),
                         ("elem", {"elem": 0x03E7})):
        refused(DECODE_VIEW, "another-" + name, "§11.2.3",
                changed(one.descriptor(), **fields) + one.payload()[64:], "GradeUnknown")
    both = View("grit1(e=s8,k0=4,s0=u8,zp=u8,sp=2:4:u2:asclsb,esr=affineminmax)", [4], "0102", "01",
                aux="04")
    refused(DECODE_VIEW, "zero-point-beside-sparsity", "§11.2.3", both.payload(), "GradeUnknown")
    empty = View(GRADES["GRADE_MXFP4"], [0, 32], axis=1)
    refused(DECODE_VIEW, "empty-tile", "§11.2.4",
            empty.but(placements=("TILE_16x16", "ROW_MAJOR", None)).payload(), "RelayoutUnsupported")
    refused(DECODE_VIEW, "empty-unspecified-scale", "§11.2.2",
            empty.but(placements=("ROW_MAJOR", 0, None)).payload(), "RelayoutUnsupported")
    decodes("empty", "§11.7.2", empty, [])
    decodes("empty-swizzle", "§12.1.5", empty.but(placements=("ROW_MAJOR", "SWIZZLE_128x4B", None)),
            [])
    refused(DECODE_VIEW, "empty-swizzle-with-padding", "§12.1.5", empty.but(
        placements=("ROW_MAJOR", "SWIZZLE_128x4B", None), scale0="00" * 512).payload(),
        "SizeMismatch")
    decodes("rank-8", "§11.2.6", View(plain, [1, 1, 1, 2, 1, 1, 1, 1], "0102", "0304"), f32(3, 8))
    for note in (1, 0xFFFFFFFF):
        noted = View(plain, [2], "0102", "0304", note=note)
        decodes("note-%x" % note, "§7.2.3" if note == 1 else "§11.8.9", noted, f32(3, 8))
    sparse = "grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)"
    for op, name, request in ((SLICE, "slice", struct.pack("<Bqq", 0, 0, 4)),
                              (TRANSPOSE, "transpose", bytes([0, 0]))):
        refused(op, "descending-metadata", "§11.2.3",
                View(sparse, [4], "0102", "0101", aux="01").payload() + request, "DigestMismatch")
        unordered = View(sparse.replace("asclsb", "unord"), [4], "0102", "0101", aux="01")
        reply = gcp.shape([4]) + gcp.planes(unordered.planes)
        out.add(op, "unordered-metadata", "§11.6.4", unordered.payload() + request,
                reply if op == SLICE else unordered.descriptor() + reply)
        refused(op, "index-m", "§11.2.3", View(
            "grit1(e=s8,k0=3,s0=u8,sp=1:3:u2:unord,esr=ratiomaxabs)", [3], "05", "01",
            aux="03").payload() + (struct.pack("<Bqq", 0, 0, 3) if op == SLICE else bytes([0, 0])),
            "DigestMismatch")
    # Plane order.
    decodes("three-axes", "§11.3.1", View(plain, [2, 1, 3], "010203040506", "01" * 6, axis=1),
            f32(1, 2, 3, 4, 5, 6))
    decodes("lines-of-three-axes", "§11.3.2", View(
        plain, [2, 2, 2], "0102030405060708", "01" * 8, axis=2), f32(1, 2, 3, 4, 5, 6, 7, 8))
    decodes("groups-of-the-second-line", "§11.3.5", View(
        plain.replace("k0=1", "k0=2"), [2, 2], "01020304", "0103", axis=1), f32(1, 2, 9, 12))
    decodes("level-1-group-of-two-lines", "§11.3.6", View(
        "grit1(e=u8,k0=1,s0=u8,k1=2,s1=u8,esr=ratiomaxabs)", [4, 1], "01010101", "01010101", "0203",
        axis=1), f32(2, 2, 3, 3))
    # Cells of 2 and groups of 3; positions 0, 3 and 5 are named.
    decodes("groups-across-cells", "§11.3.7", View(
        "grit1(e=s8,k0=3,s0=u8,sp=1:2:u2:asclsb,esr=ratiomaxabs)", [6], "010203", "0203", aux="14"),
        f32(2, 0, 0, 6, 0, 9))
    group = [0xBFC00000, 0x40E80000, 0x418A0000, 0xBFC00000] + [0xBFC00000] * 28 + [0] * 224
    decodes("q4ks", "§11.3.8", View(GRADES["GRADE_Q4KS"], [256], "700f" + "00" * 126,
                                    "45" + "00" * 7, "00340030", "8c" + "00" * 7), group)
    decodes("logical-row-major", "§11.7.1", View(plain, [2, 3], "010203040506", "01" * 6),
            f32(1, 3, 5, 2, 4, 6))
    # Bits.
    u6 = "grit1(e=u6,k0=4,s0=u8%s,esr=ratiomaxabs)"
    decodes("one-string", "§11.4.1", View(u6 % "", [4], "813010", "01"), f32(1, 2, 3, 4))
    decodes("lsb", "§11.4.2", View(u6 % "", [4], "40f0ff", "01"), f32(0, 1, 63, 63))
    decodes("msb", "§11.4.3", View(u6 % ",po=msb", [4], "0420c4", "01"), f32(1, 2, 3, 4))
    wide = "grit1(e=binary32,k0=1,s0=u8%s,esr=ratiomaxabs)"
    decodes("wide-lsb", "§11.4.4", View(wide % "", [1], "0000403f", "01"), f32(0.75))
    decodes("wide-msb", "§11.4.4", View(wide % ",po=msb", [1], "3f400000", "01"), f32(0.75))
    decodes("pad8-msb", "§11.4.5", View(u6 % ",ct=pad8,po=msb", [4], "c1020304", "01"),
            f32(1, 2, 3, 4))
    decodes("pad8-wide-msb", "§11.4.5", View(
        "grit1(e=binary16,k0=1,s0=u8,ct=pad8,po=msb,esr=ratiomaxabs)", [1], "3c00", "01"), f32(1))
    decodes("scales-beside-msb", "§11.4.6", View(
        "grit1(e=u8,k0=1,s0=binary16,po=msb,esr=ratiomaxabs)", [1], "02", "003c"), f32(2))
    decodes("narrow-scales-beside-msb", "§11.4.6", View(
        "grit1(e=u8,k0=1,s0=u4,po=msb,esr=ratiomaxabs)", [1], "02", "13"), f32(6))
    decodes("zero-points-beside-msb", "§11.4.6", View(
        "grit1(e=u8,k0=1,s0=u8,zp=binary16,po=msb,esr=affineminmax)", [1], "03", "02", aux="003c"),
        f32(4))
    decodes("narrow-zero-points-beside-msb", "§11.4.6", View(
        "grit1(e=u8,k0=1,s0=u8,zp=u4,po=msb,esr=affineminmax)", [1], "03", "02", aux="21"), f32(4))
    decodes("metadata-low-first", "§11.4.8", View(
        "grit1(e=s8,k0=4,s0=u8,sp=1:4:u4:unord,esr=ratiomaxabs)", [8], "0507", "0101", aux="31"),
        f32(0, 5, 0, 0, 0, 0, 0, 7))
    decodes("ignored-bits", "§11.4.9", View(
        "grit1(e=u4,k0=1,s0=u6,esr=ratiomaxabs)", [3], "21f3", "c14241"), f32(1, 4, 3))
    # Values.
    shared = "grit1(e=u8,k0=1,s0=u8,zp=u8,esr=affineminmax)"
    decodes("shared-zero-point", "§11.5.5", View(shared, [2], "0507", "0203", aux="0109"),
            f32(8, -6))
    # (S × e) − (S × z) would be infinity − infinity; S × (e − z) is S × 1.
    decodes("shared-zero-point-first", "§11.5.5", View(
        shared.replace("s0=u8", "s0=binary32"), [1], "06", "ffff7f7f", aux="05"), [0x7F7FFFFF])
    decodes("own-zero-point", "§11.5.6", View(
        "grit1(e=u8,k0=1,s0=u8,k1=1,s1=u8,zp=u8,zps=l1,esr=affineminmax)", [1], "05", "02", "030a",
        "04"), f32(-10))
    decodes("own-zero-point-minus-1", "§11.5.4", View(
        "grit1(e=u8,k0=1,s0=u8,k1=1,s1=u8,zp=u8,zpc=minus1,zps=l1,esr=affineminmax)", [1], "05",
        "02", "030a", "04"), f32(-20))
    decodes("two-levels", "§11.5.2", View(
        "grit1(e=u8,k0=1,s0=u8,k1=1,s1=u8,esr=ratiomaxabs)", [1], "05", "02", "03"), f32(30))
    decodes("every-format", "§11.5.1", View(
        "grit1(e=e4m3,k0=1,s0=s4,k1=1,s1=e2m1,zp=binary32,esr=affineminmax)", [1], "38", "0d", "03",
        "0000803e"), f32(-3.375))
    decodes("beyond-the-range", "§11.5.8", View(
        "grit1(e=u8,k0=1,s0=binary32,esr=ratiomaxabs)", [1], "02", "ffff7f7f"), [INFINITY])
    for key in ("ds=ovfinf", "dr=rtz", "dt=binary16"):
        refused(DECODE_VIEW, "unsupported-" + key[:2], "§11.2.3", View(
            plain[:-1] + ",%s)" % key, [1], "02", "01").payload(), "GradeUnsupported")
    # Metadata.
    thirds = "grit1(e=s8,k0=3,s0=u8,sp=1:3:u2:unord,esr=ratiomaxabs)"
    decodes("index-m-names-nothing", "§11.6.1", View(thirds, [3], "05", "01", aux="03"), f32(0, 0, 0))
    decodes("unnamed-under-nan", "§11.6.2", View(
        thirds.replace("s0=u8", "s0=e8m0"), [3], "05", "ff", aux="01"), [0, NAN, 0])
    # The first line names nothing; the second takes the first stored element.
    decodes("cursor-across-lines", "§11.6.3", View(
        thirds, [2, 3], "0507", "0101", aux="07", axis=1), f32(0, 0, 0, 0, 5, 0))
    stored_forms(out)


def stored_forms(out):
    """Spec §12."""
    def refused(name, clause, view):
        out.refused(DECODE_VIEW, name, clause, view.payload(), "RelayoutUnsupported")
    blocks = View(GRADES["GRADE_MXFP4_RNE"], [32], "80" + "21" + "00" * 15, "",
                  placements=("BLOCK_AOS", "ROW_MAJOR", None))
    values = f32(1) + [0] * 15 + f32(2) + [0] * 15
    out.add(DECODE_VIEW, "blocks-by-the-frame", "§12.1.1", blocks.payload(), gcp.words(values))
    q8_0 = "grit1(e=s8,k0=32,s0=binary16%s,esr=ratiomaxabs)"
    for name, key in (("msb", ",po=msb"), ("pad8", ",ct=pad8")):
        out.refused(RELAYOUT, "q8_0-with-" + name, "§12.1.2", laid(
            View(q8_0 % key, [32], "00" * 32, "0000"), 0, "BLOCK_AOS"), "RelayoutUnsupported")
    refused("swizzle-of-wide-scales", "§12.1.2", View(
        q8_0 % "", [1, 32], "00" * 32, "00" * 1024, axis=1,
        placements=("ROW_MAJOR", "SWIZZLE_128x4B", None)))
    plain = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
    for name, word in (("opaque", PLACEMENTS["OPAQUE"]), ("scale-role", PLACEMENTS["SWIZZLE_128x4B"]),
                       ("metadata", PLACEMENTS["META_M16N8K32"])):
        refused("data-" + name, "§12.1.3", View(plain, [1], "01", "01",
                                                placements=(word, "ROW_MAJOR", None)))
    zero = "grit1(e=u8,k0=1,s0=u8,zp=u8,esr=affineminmax)"
    refused("meta-tile", "§12.1.3", View(zero, [1], "01", "01", aux="01",
                                         placements=("ROW_MAJOR", "ROW_MAJOR", "TILE_16x16")))
    two = View("grit1(e=u8,k0=1,s0=u8,k1=0,s1=u8,esr=ratiomaxabs)", [1, 2], "0102",
               "0304" + "00" * 510, "05", axis=1, placements=("ROW_MAJOR", "SWIZZLE_128x4B", None))
    out.add(DECODE_VIEW, "scale1-beside-a-swizzle", "§12.1.4", two.payload(),
            gcp.words(f32(15, 40)))
    # Block 0 holds the first line, and half of the second.
    q4k = View(GRADES["GRADE_Q4KS"], [4, 64], "003c0000" + "01" + "00" * 11 + "01" + "00" * 127, "",
               axis=1, placements=("PACK_K4_12B", "ROW_MAJOR", "ROW_MAJOR"))
    out.add(DECODE_VIEW, "block-of-four-lines", "§12.3.1", q4k.payload(),
            gcp.words(f32(1) + [0] * 255))
    laid_out = View(GRADES["GRADE_MXFP4"], [2, 64], axis=1,
                    placements=("ROW_MAJOR", "SWIZZLE_128x4B", None)).descriptor()
    in_blocks = View(GRADES["GRADE_MXFP4"], [2, 64], axis=1,
                     placements=("BLOCK_AOS", "ROW_MAJOR", None)).descriptor()
    for name, desc, plane_bytes, reply in (
            ("swizzle-in-plane-order", laid_out, (64, 4, 0, 0), (0, 255)),
            ("swizzle-with-padding", laid_out, (64, 512, 0, 0), (1, 1)),
            ("blocks", in_blocks, (68, 0, 0, 0), (1, 0))):
        out.add(gcp.CHECK, name, "§12.4.1", lengths(1, desc, [2, 64], plane_bytes), bytes(reply))

    # The four operations. Data is 1 2 3 / 4 5 6, scale0 its own number.
    column = View(plain, [2, 3], "010402050306", "010203040506", axis=1,
                  placements=("COL_MAJOR", "ROW_MAJOR", None))

    def slices(name, clause, view, axis, begin, end, extents, *four):
        four = [bytes.fromhex(plane) for plane in four] + [b""] * (4 - len(four))
        out.add(SLICE, name, clause, sliced(view, axis, begin, end),
                gcp.shape(extents) + gcp.planes(four))
    slices("column-major-stays", "§12.5.1", column, 1, 1, 3, [2, 2], "02050306", "02030506")
    slices("rank-stays", "§12.5.3", column, 1, 1, 2, [2, 1], "0205", "0205")
    three = View(plain, [3, 2], "010203040506", "010203040506", axis=1)
    slices("one-line", "§12.6.1", three, 0, 0, 1, [1, 2], "0102", "0102")
    slices("second-line", "§11.8.3", three, 0, 1, 2, [1, 2], "0304", "0304")
    slices("last-lines", "§12.6.5", three, 0, 1, 3, [2, 2], "03040506", "03040506")
    tail = View("grit1(e=u4,k0=1,s0=u6,esr=ratiomaxabs)", [1, 3], "21f3", "c14243", axis=1)
    slices("ignored-bits", "§12.5.2", tail, 0, 0, 1, [1, 3], "2103", "010203")
    # Cells of 4 begin at 0 and 4: cutting from 2 to 6 leaves lengths that divide, but splits both.
    cells = View("grit1(e=s8,k0=2,s0=u8,sp=1:4:u2:asclsb,esr=ratiomaxabs)", [8], "0102", "01020304",
                 aux="00")
    out.refused(SLICE, "splits-cells", "§12.6.3", sliced(cells, 0, 2, 6), "SliceSplitsGroup")
    slices("between-cells", "§12.6.3", cells, 0, 4, 8, [4], "02", "0304", "", "00")
    # Lines 1 and 2 are two groups, but of two level-1 groups.
    level1 = View("grit1(e=u8,k0=1,s0=u8,k1=2,s1=u8,esr=ratiomaxabs)", [4, 1], "01020304", "01010101",
                  "0a0b", axis=1)
    out.refused(SLICE, "level-1-groups-on-another-axis", "§12.6.4", sliced(level1, 0, 1, 3),
                "SliceSplitsGroup")
    slices("one-level-1-group-on-another-axis", "§12.6.4", level1, 0, 2, 4, [2, 1], "0304", "0101",
           "0b")
    for name, axis, begin, end in (("axis", 2, 0, 1), ("backwards", 0, 2, 1), ("beyond", 0, 0, 4),
                                   ("negative", 0, -1, 1), ("axis-255", 255, 0, 0)):
        out.refused(SLICE, "range-" + name, "§12.6.2", sliced(three, axis, begin, end), "SliceRange")

    def turns(op, name, clause, view, perm, axis, after):
        out.add(op, name, clause, turned(view, perm, axis),
                after.descriptor() + gcp.shape(after.extents) + gcp.planes(after.planes))
    turns(TRANSPOSE, "relabelling-keeps-ignored-bits", "§12.7.5", tail, [1, 0], 0,
          tail.but(extents=[3, 1], axis=0))
    turns(TRANSPOSE, "identity-keeps-ignored-bits", "§11.4.10", tail, [0, 1], 1, tail)
    ones = View(tail.grade, [1, 1, 3], "21f3", "c14243", axis=2)
    turns(TRANSPOSE, "extents-of-1-are-rebuilt", "§12.7.6", ones, [1, 0, 2], 2,
          ones.but(data="2103", scale0="010203"))
    moved = View(plain, [2, 2, 1], "01020304", "05060708", axis=2)
    turns(TRANSPOSE, "lines-move-with-their-scales", "§11.8.4", moved, [1, 0, 2], 2,
          moved.but(data="01030204", scale0="05070608"))
    turns(TRANSPOSE, "group-axis", "§12.7.1", column.but(placements=("ROW_MAJOR", "ROW_MAJOR", None)),
          [1, 0], 0, column.but(placements=("ROW_MAJOR", "ROW_MAJOR", None), extents=[3, 2], axis=0))
    nan = View(GRADES["GRADE_MXFP4"], [32], "11" * 16, "ff", note=5)
    turns(REQUANTIZE, "nan", "§12.8.3", nan, [0], 0, nan.but(data="00" * 16))
    noted = View(GRADES["GRADE_MXFP4"], [32], "66" * 16, "7d", note=5)
    turns(REQUANTIZE, "note-stays", "§11.2.7", noted, [0], 0, noted)

    def relays(name, clause, view, role, placement, after):
        out.add(RELAYOUT, name, clause, laid(view, role, placement),
                after.descriptor() + gcp.planes(after.planes))
    # Only data is rebuilt: the ignored bits of scale0 stay.
    relays("scales-are-passed-on", "§12.9.4", tail, 0, "COL_MAJOR",
           tail.but(data="2103", placements=("COL_MAJOR", "ROW_MAJOR", None)))
    relays("ignored-bits-are-lost", "§12.9.5", tail.but(
        placements=("COL_MAJOR", "ROW_MAJOR", None)), 0, "ROW_MAJOR", tail.but(data="2103"))
    relays("the-same-word", "§12.9.3", tail.but(placements=("COL_MAJOR", "ROW_MAJOR", None)), 0,
           "COL_MAJOR", tail.but(placements=("COL_MAJOR", "ROW_MAJOR", None)))
    row = View(plain, [2, 2], "01020304", "01010101", axis=1)
    relays("last-element", "§11.8.7", row, 0, "COL_MAJOR",
           row.but(data="01030204", placements=("COL_MAJOR", "ROW_MAJOR", None)))
    q4ks = View(GRADES["GRADE_Q4KS"], [256], "00" * 128, "c1" * 8, "003c003c", "82" * 8)
    # Scales 1 and minima 2 of all groups: q = 01 ×4, 02 ×4, 21 ×4.
    relays("q4k-ignored-bits", "§12.3.6", q4ks, 0, "PACK_K4_12B", q4ks.but(
        data="003c003c" + "01" * 4 + "02" * 4 + "21" * 4 + "00" * 128, scale0="", scale1="", aux="",
        placements=("PACK_K4_12B", "ROW_MAJOR", None)))


def more(out):
    """Clauses that run through others: each has one case of its own here."""
    view, extents, plane_bytes = MXFP4
    out.add(gcp.DESCRIPTOR, "low-byte-first", "§0.5", gcp.text(
        "grit1(e=u4,k0=4660,s0=u8,esr=ratiomaxabs)") + struct.pack("<hI3Q", 258, 0x01020304, 0, 0, 0),
        View("grit1(e=u4,k0=4660,s0=u8,esr=ratiomaxabs)", [], axis=258, note=0x01020304,
             placements=(0, 0, 0)).descriptor())
    out.add(gcp.SIZES, "no-number-is-too-large", "§0.11",
            changed(view.descriptor(), group_axis=3) + gcp.shape([2**63 - 1, 2**63 - 1, 0, 32]),
            struct.pack("<8q", *[0] * 8))
    # 2^−149 times 3, and 2^−126 times a half: neither is flushed to zero.
    tiny = "grit1(e=%s,k0=1,s0=binary32,esr=ratiomaxabs)"
    out.add(DECODE_VIEW, "gradual-underflow", "§0.6",
            View(tiny % "u8", [1], "03", "01000000").payload(), gcp.words([3]))
    out.add(DECODE_VIEW, "nothing-is-flushed", "§11.8.8",
            View(tiny % "e2m1", [1], "01", "00008000").payload(), gcp.words([0x00400000]))
    for clause, name in (("§3.7.3", "GRADE_NVF4_RTZ"), ("§3.7.5", "GRADE_MXFP4_RNE")):
        canonical, grade_id = suite.GRADES[name]
        out.add(gcp.GRADE, "beside-another-" + name.lower(), clause, gcp.text(canonical + "\n\n"),
                gcp.text(canonical) + struct.pack("<Q", grade_id) + gcp.text(projection(canonical)))
    row = PLACEMENTS["ROW_MAJOR"]
    out.add(gcp.DESCRIPTOR, "canonical-grade_mxfp4_rne", "§3.9.2",
            gcp.text(GRADES["GRADE_MXFP4_RNE"] + " ") + struct.pack("<hI3Q", 0, 0, row, row, 0),
            bytes.fromhex("47525431400101004320074800000000" "00002000000000000000000000000000"
                          "01000000000000100100000000000010" "0000000000000000c868600de1854225"))
    out.add(gcp.CHECK, "one-status-and-one-plane", "§5.0.1",
            lengths(1, Q4KS[0].descriptor(), [256], (128, 8, 5, 9)), bytes([1, 2]))
    four = [b"\0" * 16, b"\x7f", b"", b""]
    out.add(gcp.CHECK, "digest-of-zeros", "§5.0.3",
            gcp.check(2, view.descriptor(), extents, four, b"\0" * 16), bytes([4, 255]))
    q4ks = View(GRADES["GRADE_Q4KS"], [], axis=1)
    desc, shape = q4ks.descriptor(), [4, -1, 2**62]  # a gid judges no shape
    gid = fnv128(q4ks.grade.encode("ascii") + b"\0" + desc[:28] + desc[32:]
                 + struct.pack("<I3q", 3, *shape))
    symbols = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[
        int.from_bytes(gid, "big") >> 5 * (25 - i) & 31] for i in range(26))
    out.add(gcp.GID, "three-extents", "§7.2.1", desc + gcp.text(q4ks.grade) + gcp.shape(shape),
            gid + gcp.text(symbols))

    def encodes(name, clause, grade_name, bits, *four):
        four = [bytes.fromhex(plane) for plane in four] + [b""] * (4 - len(four))
        out.add(gcp.ENCODE, name, clause, gcp.text(grade_name) + gcp.words(bits), gcp.planes(four))
    # Twice the numbers of "nvf4-two-divisions".
    encodes("each-step-rounds", "§9.1.2", "GRADE_NVF4", f32(14) + [0] * 15, "07" + "00" * 7, "7e",
            "aaaaaa3b")
    negative = 0x80000000
    encodes("negative-zeros-of-mxfp4", "§9.2.2", "GRADE_MXFP4_RNE", [negative] * 32, "88" * 16, "7f")
    encodes("negative-zeros-of-q4ks", "§9.4.2", "GRADE_Q4KS", [negative] * 256, "00" * 128, "00" * 8,
            "00000080", "00" * 8)
    encodes("zeros-of-q4ks", "§9.4.3", "GRADE_Q4KS", [negative] * 255 + [0], "00" * 128, "00" * 8,
            "00000080", "00" * 8)
    # The example of spec §9.5, its first quad negated.
    encodes("negated-quad", "§9.5.4", "GRADE_I8S24",
            f32(-0.5, 3, -2, -0.5, 1, 1, 1, -1) + [0] * 24, "7fab2a2a" + "00" * 12, "0c26", "",
            "49444444")
    out.add(CHECK_GRADE, "registered-twice", "§11.1.3",
            lengths(1, view.descriptor(), extents, plane_bytes) + gcp.text(view.grade),
            bytes([0, 255]))
    plain = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)"
    laid_out = View(plain, [2, 2], axis=1, placements=("COL_MAJOR", "SWIZZLE_128x4B", None))
    out.add(CHECK_GRADE, "lengths-of-plane-order", "§11.1.4",
            lengths(1, laid_out.descriptor(), [2, 2], (4, 4, 0, 0)) + gcp.text(plain),
            bytes([0, 255]))
    stored = [b"\1\3\2\4", b"\1\1\1\1", b"", b""]
    for name, value, status in (("as-it-lies", digest(stored), 0),
                                ("in-plane-order", digest([b"\1\2\3\4"] + stored[1:]), 4)):
        column = View(plain, [2, 2], axis=1, placements=("COL_MAJOR", "ROW_MAJOR", None))
        out.add(CHECK_GRADE, "digest-" + name, "§12.4.2",
                gcp.check(2, column.descriptor(), [2, 2], stored, value) + gcp.text(plain),
                bytes([status, 255]))
    out.add(DECODE_VIEW, "linear-meta-is-plane-order", "§11.3.4", View(
        plain, [2, 3], "010203040506", "01" * 6,
        placements=("LINEAR_META", "LINEAR_META", None)).payload(), gcp.words(f32(1, 3, 5, 2, 4, 6)))
    # (2^28 × 2^100) × −0.5: the first product is infinite already.
    out.add(DECODE_VIEW, "outermost-scale-first", "§11.8.5", View(
        "grit1(e=e2m1,k0=1,s0=binary32,k1=0,s1=binary32,esr=ratiomaxabs)", [1], "09", "00008071",
        "0000804d").payload(), gcp.words([0xFF800000]))
    # d = 1, dmin = 0, all scales 1; byte 0 has elements 0 and 32, byte 32 has 64 and 96.
    q4_k = bytearray(144)
    q4_k[0:4], q4_k[4:8], q4_k[12:16] = b"\0\x3c\0\0", b"\1" * 4, b"\1" * 4
    q4_k[16], q4_k[48] = 0x21, 0x43
    values = [0] * 256
    values[0], values[32], values[64], values[96] = f32(1, 2, 3, 4)
    out.add(DECODE_VIEW, "nibbles-of-q4_k", "§12.3.4", View(
        GRADES["GRADE_Q4KS"], [256], q4_k.hex(), "",
        placements=("PACK_K4_12B", "ROW_MAJOR", None)).payload(), gcp.words(values))
    for name, scale, first in (("negative-zero", "80", 0x80000000), ("nan", "ff", NAN)):
        rest = NAN if scale == "ff" else 0
        out.add(DECODE_VIEW, "block-with-" + name, "§12.3.7", View(
            GRADES["GRADE_MXFP4"], [32], scale + "08" + "00" * 15, "",
            placements=("BLOCK_AOS", "ROW_MAJOR", None)).payload(), gcp.words([first] + [rest] * 31))


def build(_):
    """`extended/core_clauses.json`, from nobody's answers."""
    out = Entries("clauses")
    for part in (formats, grades, descriptors, fingerprints, codecs, views, more):
        part(out)
    return {"extended/core_clauses.json": out.file()}
