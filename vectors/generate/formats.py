"""Format tables (spec §1): every code, and every boundary that encoding can get wrong.

The expected values are the oracle's. Both published packages are asked as well, and any difference
that is not in KNOWN_DEVIATIONS stops the generator.
"""

import struct

import gcp
import oracle
import suite

NARROW = ("e2m1", "e4m3", "e8m0", "u2", "u4", "u6", "u8", "s4", "s8")
PROVENANCE = "independent exact oracle (rational arithmetic from the specification)"

# Enough of binary32 to show that its codes are its bits, and that only NaN is changed.
BINARY32_SELECTION = (
    0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000,
    0x7F800001, 0x7FBFFFFF, 0x7FC00000, 0x7FC00001, 0x7FFFFFFF)

SPECIAL = (0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, oracle.MAX_FINITE, oracle.INFINITY,
           oracle.NAN, 0x7F800001, 0x7FFFFFFF)


def _crate_keeps_nan_payloads(op, token, value):
    return op == gcp.FORMAT_DECODE and token == "binary32" and oracle.is_nan(value)


# subject name: predicates over (op, token, code or bits) of answers that are known to be wrong
KNOWN_DEVIATIONS = {"published-rust": (_crate_keeps_nan_payloads,), "published-python": ()}


def decode_table(token):
    """(codes, bits)"""
    word = oracle.REGISTERED[token]
    if token == "binary32":
        codes = _with_negatives(BINARY32_SELECTION)
    else:
        codes = list(range(1 << (word & 0x1F) + 1))
    return codes, [oracle.decode(word, code) for code in codes]


def encode_table(token):
    """(bits, codes), ascending as signed values would be: by magnitude, + before -."""
    target = oracle.Format(token)
    if token == "binary32":
        inputs = list(BINARY32_SELECTION)
    else:
        inputs = set(SPECIAL)
        magnitudes = target.magnitudes
        for magnitude in magnitudes:
            inputs.add(oracle.binary32_bits(magnitude))
        for below, above in zip(magnitudes, magnitudes[1:]):
            inputs.update(_around((below + above) / 2))
        # Where the next step of the ladder would be: the first value that rounding carries beyond.
        inputs.update(_around(magnitudes[-1] + (magnitudes[-1] - magnitudes[-2]) / 2))
        inputs.update(_around(magnitudes[-1]))
        inputs.update(_around(magnitudes[0] / 2))
    bits = _with_negatives(sorted(inputs))
    return bits, [target.encode(value) for value in bits]


def _around(value):
    """The binary32 at a positive rational with its two neighbours, or the two around it."""
    nearest = oracle.binary32_bits(value)
    if nearest == 0 or nearest >= oracle.INFINITY:
        return {min(nearest, oracle.INFINITY)}
    exact = oracle.binary32_value(nearest)
    if exact == value:
        return {nearest - 1, nearest, nearest + 1}
    return {nearest, nearest + 1} if exact < value else {nearest - 1, nearest}


def _with_negatives(magnitudes):
    return [value for bits in magnitudes for value in (bits, bits | oracle.SIGN)]


def cross_check(pair, op, token, inputs, expected):
    word = struct.pack("<H", oracle.REGISTERED[token])
    for subject in pair.subjects:
        outcome, reply = subject.ask(op, word + gcp.words(inputs))
        if outcome != gcp.ANSWERED:
            raise gcp.Disagreement("%s: op %d of %s: outcome %d"
                                   % (subject.name, op, token, outcome))
        for value, want, got in zip(inputs, expected, gcp.read_words(reply)):
            excused = any(known(op, token, value) for known in KNOWN_DEVIATIONS[subject.name])
            if want != got and not excused:
                raise gcp.Disagreement("%s: op %d of %s at %08x: oracle %08x, answer %08x"
                                       % (subject.name, op, token, value, want, got))


def _entry(token, **columns):
    entry = {"token": token, "word": "0x%04x" % oracle.REGISTERED[token], "clause": "§1",
             "provenance": PROVENANCE}
    digits = ((oracle.REGISTERED[token] & 0x1F) + 4) // 4
    for name, (values, width) in columns.items():
        entry[name] = ["%0*x" % (width or digits, value) for value in values]
    return entry


def build(pair):
    """Returns file name → content (a JSON document or bytes)."""
    decodes, encodes = suite.header("format-decode"), suite.header("format-encode")
    decodes["formats"], encodes["formats"] = [], []
    files = {"format_decode.json": decodes, "format_encode.json": encodes}
    for token in NARROW + ("binary16", "binary32"):
        codes, decoded = decode_table(token)
        inputs, encoded = encode_table(token)
        cross_check(pair, gcp.FORMAT_DECODE, token, codes, decoded)
        cross_check(pair, gcp.FORMAT_ENCODE, token, inputs, encoded)
        if token == "binary16":
            files["format_decode_binary16.bin"] = struct.pack("<%dI" % len(decoded), *decoded)
            pairs = [number for row in zip(inputs, encoded) for number in row]
            files["format_encode_binary16.bin"] = struct.pack("<%dI" % len(pairs), *pairs)
            continue
        decodes["formats"].append(_entry(token, codes=(codes, 0), bits=(decoded, 8)))
        encodes["formats"].append(_entry(token, bits=(inputs, 8), codes=(encoded, 8)))
    return files
