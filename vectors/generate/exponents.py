"""The shared exponent of the three exp2 rules (spec §9), around every place where it changes."""

import struct

import gcp
import oracle
import suite

RULES = ("floor", "ceil", "rne")
PROVENANCE = "independent exact oracle (integer arithmetic from the specification)"

# amax is finite and positive; anything else is refused as a whole.
REFUSED = (0x00000000, 0x80000000, 0xBF800000, oracle.INFINITY, oracle.INFINITY | oracle.SIGN,
           oracle.NAN)


def inputs():
    """Powers of two and the neighbours of sqrt(2) times them, each with its adjacent binary32."""
    found = {oracle.MAX_FINITE}
    for exponent in range(-149, 128):
        bits = oracle.binary32_bits(oracle.power(exponent))
        found.update((bits - 1, bits, bits + 1))
        # A binary32 with this exponent has `top` + 1 significand bits; fewer below 2^-126.
        top = min(exponent + 149, 23)
        unit = oracle.power(exponent - top)
        threshold = oracle.sqrt_two_threshold(top)
        bits = oracle.binary32_bits(threshold * unit)
        found.update((bits - 1, bits, bits + 1, bits + 2))
    return sorted(bits for bits in found if 0 < bits <= oracle.MAX_FINITE)


def build(pair):
    bits = inputs()
    document = suite.header("exponent")
    document["rules"] = []
    for number, rule in enumerate(RULES):
        expected = [oracle.exponent(rule, value) for value in bits]
        for subject in pair.subjects:
            outcome, reply = subject.ask(gcp.EXPONENT, bytes([number]) + gcp.words(bits))
            if outcome != gcp.ANSWERED or gcp.read_words(reply, "i") != expected:
                raise gcp.Disagreement("%s: rule %s differs from the oracle" % (subject.name, rule))
        document["rules"].append({
            "rule": number, "name": rule, "clause": "§9", "provenance": PROVENANCE,
            "bits": ["%08x" % value for value in bits], "exponents": expected})
    # The crate answers these (it demands a finite positive amax only in debug builds).
    subject = next(one for one in pair.subjects if one.name == "published-python")
    for number in range(len(RULES)):
        for value in REFUSED:
            outcome, _ = subject.ask(gcp.EXPONENT, struct.pack("<B", number) + gcp.words([value]))
            if outcome != gcp.REFUSED:
                raise gcp.Disagreement("%s answers rule %d at %08x" % (subject.name, number, value))
    document["refused"] = {"clause": "§9", "provenance": "stated by the specification",
                           "bits": ["%08x" % value for value in REFUSED]}
    return {"exponent.json": document}
