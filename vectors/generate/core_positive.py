"""The 34 positive entries of core.json: values, their planes, their decode, their fingerprints."""

import binary32 as b32
import codec_oracle
import gcp
import suite
from binary32 import bits

CHECKED = "; planes and decode also those of an independent exact oracle"
STATED_BY_TESTS = "; payload, digest or gid also fixed by the tests of the Python package"
STATED_BY_SPEC = "; gid also stated by the specification"

ZERO = bits(0.0)


def _fill(patterns, count, filler=ZERO):
    return list(patterns) + [filler] * (count - len(patterns))


def _values(*numbers):
    return [bits(number) for number in numbers]


def _alternating(patterns):
    return [pattern if i % 2 == 0 else b32.negative(pattern) for i, pattern in enumerate(patterns)]


E2M1_TIES = _values(0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0)
SUBNORMALS = [1, 2, 3, 5, 0x0000FFFF, 0x003FFFFF, 0x00400000, 0x00400001]


def mxfp4():
    ties = E2M1_TIES + _values(6.5)
    yield ("mxfp4/tie_to_even", dict(shape=[32]),
           _fill(ties + [b32.negative(tie) for tie in ties], 32))
    yield "mxfp4/zero_amax_keeps_signs", dict(shape=[32]), _alternating([ZERO] * 32)
    yield ("mxfp4/nan_poisons_its_group_only", dict(shape=[64]),
           _fill(_values(1.0, -2.0) + [b32.NAN] + _values(6.0), 32) + _values(*range(32)))
    yield ("mxfp4/infinity_poisons_its_group", dict(shape=[96]),
           _fill([b32.INFINITY], 32, bits(1.0)) + _fill([b32.NEGATIVE_INFINITY], 32, bits(-1.0))
           + _fill(_values(-0.5), 32, bits(0.125)))
    # amax below 2^-125: the scale code is clamped to 0 and codes lose their low bits.
    yield ("mxfp4/subnormal_block", dict(shape=[64]),
           _alternating(_fill(SUBNORMALS, 32, 1)) + _fill(_alternating(SUBNORMALS[:4]), 32))
    # v / 2^125 is just below 8, so the largest code is the clamped one.
    yield ("mxfp4/largest_finite_saturates", dict(shape=[32]),
           _alternating(_fill([b32.MAX_FINITE, bits(2.0 ** 127), bits(1.75 * 2.0 ** 125)], 32,
                              bits(2.0 ** 125))))
    # Columns lie one after the other: the first 32 values are column 0.
    yield ("mxfp4/rank2_axis0_column_major",
           dict(shape=[64, 2], axis=0, data="COL_MAJOR", scale="SWIZZLE_128x4B"),
           b32.Spread(1).take(128, -6, 6))
    around_four = bits(4.0)
    yield ("mxfp4/rank3_power_of_two_amax",
           dict(shape=[1, 3, 32], axis=2, data="OPAQUE", scale="LOCAL_HASH", note=0x00002A01),
           _fill([around_four - 1], 32, bits(0.3)) + _fill([around_four], 32, bits(0.3))
           + _fill([around_four + 1], 32, bits(-0.3)))


def mxfp4_rne():
    sqrt_two = (0x3FB504F3, 0x3FB504F4)  # the largest binary32 below it, the smallest above it
    yield ("mxfp4_rne/sqrt_two_threshold", dict(shape=[2, 32], axis=1),
           [pattern for amax in sqrt_two for pattern in _fill([amax], 32, bits(0.6))])
    yield ("mxfp4_rne/subnormal_and_poison", dict(shape=[32, 1, 3], axis=0, scale="UNSPECIFIED"),
           _alternating(_fill(SUBNORMALS, 32, 1)) + _fill([b32.NAN], 32, bits(3.0))
           + _alternating(_fill(_values(3.0, 2.9, 1.45), 32, bits(0.7))))


def nvf4():
    # amax 2688 = 6 * 448 makes the tensor's scale 1, so block scales are e4m3(bamax / 6).
    top = bits(2688.0)
    yield ("nvf4/wide_dynamic_range", dict(shape=[48]),
           _fill(_alternating([top]), 16, bits(-1000.0))
           + _alternating(_fill(_values(1e-4), 16, bits(3e-5))) + _values(*range(-8, 8)))
    yield "nvf4/zero_amax_keeps_signs", dict(shape=[32]), _alternating([ZERO] * 32)
    yield ("nvf4/nan_poisons_its_block_only", dict(shape=[48]),
           _fill(_values(1.0) + [b32.NAN], 16, bits(2.0)) + _values(*range(1, 17))
           + _fill([b32.negative(ZERO)], 16))
    ties = E2M1_TIES + _values(6.0)
    yield ("nvf4/element_ties_to_even", dict(shape=[32]),
           ties + [b32.negative(tie) for tie in ties] + _fill([top], 16, bits(336.0)))
    # bamax / 6 is halfway between two e4m3 values: 1.0625, 1.1875, and 2^-10 below the smallest.
    yield ("nvf4/block_scale_ties_to_even", dict(shape=[64]),
           _fill([top], 16) + _fill(_values(6.375), 16, bits(1.0))
           + _fill(_values(7.125), 16, bits(-1.0)) + _fill(_values(6.0 * 2.0 ** -10), 16))
    # amax / 6 / 448 underflows to 0, so the tensor's scale is the smallest subnormal.
    yield ("nvf4/tensor_scale_underflows", dict(shape=[32]),
           _alternating(_fill(SUBNORMALS[:4], 16, 6)) + _fill([448], 16, 21))
    yield ("nvf4/rank3_axis1_infinity_poison",
           dict(shape=[2, 16, 2], axis=1, data="TILE_16x16", scale="SWIZZLE_128x4B"),
           _fill([b32.NEGATIVE_INFINITY], 16, bits(1.0)) + b32.Spread(2).take(48, -3, 9))
    yield ("nvf4/rank2_axis0_largest_finite", dict(shape=[32, 1], axis=0, data="COL_MAJOR"),
           _alternating(_fill([b32.MAX_FINITE], 16, bits(1e38)))
           + _fill(_values(1e36), 16, bits(-1e35)))


def nvf4_rtz():
    # Nothing has to be rounded here: both packages encode this grade as if er were rne.
    lattice = _values(0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
    yield ("nvf4_rtz/exact_values", dict(shape=[32]),
           lattice + [b32.negative(pattern) for pattern in lattice]
           + [bits(448.0 * b32.value(pattern)) for pattern in lattice * 2])
    yield ("nvf4_rtz/exact_with_poison_and_zero", dict(shape=[3, 16], axis=1, scale="OPAQUE"),
           [bits(448.0 * b32.value(pattern)) for pattern in _alternating(lattice) * 2]
           + [b32.NAN] * 16 + _alternating([ZERO] * 16))


def q4ks():
    yield ("q4ks/ramp", dict(shape=[256]), _values(*[(i - 100) / 32.0 for i in range(256)]))
    yield "q4ks/all_zero", dict(shape=[256]), [ZERO] * 256
    # Nothing is negative, so off is -0 and dmin is stored as 0x8000. Steps tie at v / S = n + 0.5.
    yield ("q4ks/not_negative_with_ties", dict(shape=[256]),
           [bits(0.5 * (i % 32) if i % 32 < 31 else 945.0 / 63.0) for i in range(256)])
    yield ("q4ks/only_negative", dict(shape=[256]),
           _values(*[-(i % 41) - 0.25 for i in range(256)]))
    yield ("q4ks/nan_poisons_its_super_block_only", dict(shape=[512]),
           _fill([b32.NAN], 256, bits(1.0)) + _values(*[(i % 7) - 3 for i in range(256)]))
    # d underflows to 0 in the first super-block and is a binary16 subnormal in the second.
    yield ("q4ks/rank2_scale_underflow",
           dict(shape=[2, 256], axis=1, data="PACK_K4_12B", meta="OPAQUE"),
           _alternating(_fill(SUBNORMALS, 256, 0x00800000))
           + _alternating(_fill(_values(1e-4, 3e-4), 256, bits(2e-5))))
    # The largest step is beyond 63 * 65504, so d, sc, m and the codes saturate.
    yield ("q4ks/rank3_saturation", dict(shape=[256, 1, 1], axis=0, scale="UNSPECIFIED"),
           _alternating(_fill(_values(3e9, 1e9, 2e7), 256, bits(1e6))))


def i8s24():
    yield ("i8s24/quad_pattern", dict(shape=[32]),
           [pattern for i in range(8)
            for pattern in _values(i + 1.5, 0.125, -0.25, -2.0 * i - 3.0)])
    yield ("i8s24/magnitude_ties_keep_lower_positions", dict(shape=[32]),
           _values(*[1.0, -1.0, 1.0, 1.0] * 4 + [-0.5, 2.0, -2.0, 2.0] * 4))
    yield ("i8s24/nan_is_the_largest_magnitude", dict(shape=[64]),
           _fill(_values(5.0, 6.0, 7.0) + [b32.NAN], 32, bits(1.0)) + _values(*range(-16, 16)))
    # A masked position is +0 even where its group is poisoned.
    yield ("i8s24/infinity_poison_leaves_masked_zero", dict(shape=[64]),
           _fill([b32.INFINITY] + _values(1.0, -3.0, 2.0), 32, bits(-1.0))
           + _fill(_values(1.0, 2.0) + [b32.NEGATIVE_INFINITY, b32.NAN], 32, bits(2.0)))
    yield "i8s24/zero_amax", dict(shape=[32]), _alternating([ZERO] * 32)
    # amax / 127 rounds to binary16 zero, so the scale is its smallest subnormal.
    yield ("i8s24/scale_underflow", dict(shape=[2, 32], axis=1, meta="META_M16N8K32"),
           _alternating(_fill(SUBNORMALS, 32, 0x00800000))
           + _alternating(_fill(_values(2.0 ** -18, 2.0 ** -19), 32, bits(2.0 ** -20))))
    yield ("i8s24/rank3_ties_and_saturation",
           dict(shape=[32, 2, 1], axis=0, data="COL_MAJOR", meta="ROW_MAJOR"),
           _fill(_values(127.0, 0.5, -1.5, 2.5, 3.5, -4.5, 0.25, 126.5), 32, bits(-2.5))
           + _alternating(_fill(_values(3e9, 1e9, 8.3e6), 32, bits(65504.0))))


FAMILIES = (("GRADE_MXFP4", mxfp4), ("GRADE_Q4KS", q4ks), ("GRADE_NVF4", nvf4),
            ("GRADE_I8S24", i8s24), ("GRADE_MXFP4_RNE", mxfp4_rne), ("GRADE_NVF4_RTZ", nvf4_rtz))


def _entry(pair, grade, name, shape, inputs, axis=0, **descriptor):
    canonical = suite.GRADES[grade][0]
    desc = suite.canonical_descriptor(pair, grade, axis, **descriptor)
    four = pair.encode(grade, inputs)
    decoded = pair.decode(grade, len(inputs), four)
    digest = pair.digest(four)
    gid, printed = pair.gid(desc, canonical, shape)
    plane_bytes = [len(plane) for plane in four]
    if pair.sizes(desc, shape)[4:] != plane_bytes or pair.gid_parse(printed) != gid:
        raise gcp.Disagreement("%s: sizes or the printed form do not fit" % name)
    if pair.status(gcp.check(2, desc, shape, four, digest)) != 0:
        raise gcp.Disagreement("%s does not pass check" % name)
    if codec_oracle.encode(grade, inputs) != four or codec_oracle.decode(grade, four) != decoded:
        raise gcp.Disagreement("%s: both packages differ from the oracle" % name)
    return {
        "name": name, "grade": grade, "grade_canonical": canonical, "desc_hex": desc.hex(),
        "shape": shape, "input_f32": [b32.json_value(pattern) for pattern in inputs],
        "input_f32_bits": b32.hexadecimal(inputs), "plane_bytes": plane_bytes,
        "payload_hex": b"".join(four).hex(),
        "decoded_f32": [b32.json_value(pattern) for pattern in decoded],
        "decoded_f32_bits": b32.hexadecimal(decoded), "digest": digest.hex(), "gid": gid.hex(),
        "gid_base32": printed, "clause": "§5, §6, §7, §8, §9",
        "provenance": pair.provenance + CHECKED,
    }


def _demand_stated_constants(entries):
    """Constants that the specification states and that the tests of the Python package fix."""
    tie = entries["mxfp4/tie_to_even"]
    stated = {"payload_hex": "20426476a8caecfe00000000000000007f",
              "digest": "9452a02851ba1a1d793b97df51266001",
              "gid": "42d145a24c0f96ea7e336d82a2ac740d",
              "gid_base32": "22T52T4K0FJVN7WCVDGAHARX0D"}
    quad = entries["i8s24/quad_pattern"]
    if ({key: tie[key] for key in stated} != stated
            or quad["gid_base32"] != "2X7NNMYRJ9K6508JQTR1J37VR9"
            or quad["plane_bytes"] != [16, 2, 0, 4]
            or quad["decoded_f32_bits"][1:3] != ["00000000", "00000000"]):
        raise gcp.Disagreement("an entry differs from its stated constants")
    tie["provenance"] += STATED_BY_TESTS + STATED_BY_SPEC
    quad["provenance"] += STATED_BY_TESTS
    wide = entries["nvf4/wide_dynamic_range"]
    data, scale0 = wide["plane_bytes"][:2]
    if 0 not in bytes.fromhex(wide["payload_hex"])[data:data + scale0]:
        raise gcp.Disagreement("nvf4/wide_dynamic_range has no block scale of zero")


def build(pair):
    entries = []
    for grade, family in FAMILIES:
        for name, where, inputs in family():
            entries.append(_entry(pair, grade, name, inputs=inputs, **where))
    _demand_stated_constants({entry["name"]: entry for entry in entries})
    return entries
