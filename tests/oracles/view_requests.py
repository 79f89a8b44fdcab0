"""Random requests of the general tier: a view of any grade, and an operation on it.

Request number i of a seed is the same in any process and in any order. Most views have an answer;
one in three is spoilt in one or two ways, so that every reason to refuse, and the order of the
reasons, is asked too. The bytes of a view come from the oracle's own stored forms, with ignored
bits and padding at random.
"""

from dataclasses import dataclass, replace
from math import lcm, prod
import random
import struct

import gcp
import grade_oracle
import oracle
import view_oracle as views

CHECK_GRADE, DECODE_VIEW, SLICE, TRANSPOSE, RELAYOUT = 20, 21, 22, 23, 25
NAMES = {CHECK_GRADE: "check_grade", DECODE_VIEW: "decode_view", SLICE: "slice",
         TRANSPOSE: "transpose", RELAYOUT: "relayout"}

LARGEST_VIEW = 512  # elements

TOKENS = sorted(oracle.REGISTERED)
_K0 = (1, 1, 2, 3, 4, 5, 7, 8, 16, 16, 32)
_K1 = (0, 0, 1, 2, 3, 4, 8)
_WORDS = (0, views.ROW_MAJOR, views.COL_MAJOR, views.SWIZZLE_128X4B, views.TILE_16X16,
          views.BLOCK_AOS, views.LINEAR_META, views.META_M16N8K32, views.PACK_K4,
          1, 0x1000000000000000, 0x1000000000000006, 0x2000000000000000, 0x8000000000000001,
          0x9000000000000001, 0xF000000000000000, 0x0000000000000011)


@dataclass(frozen=True)
class Request:
    op: int
    view: views.View
    operands: tuple

    def payload(self):
        view = self.view
        if self.op == CHECK_GRADE:
            level, given, digest, plane_bytes = self.operands
            return (struct.pack("<B", level) + gcp.blob(view.desc) + gcp.shape(view.shape)
                    + struct.pack("<4qB", *plane_bytes, given)
                    + (gcp.planes(view.planes) if given & 1 else b"")
                    + (digest if given & 2 else b"") + gcp.text(view.text))
        own = {DECODE_VIEW: lambda: b"",
               SLICE: lambda axis, begin, end: struct.pack("<Bqq", axis, begin, end),
               TRANSPOSE: lambda perm, axis: bytes(perm) + struct.pack("<B", axis),
               RELAYOUT: lambda role, word: struct.pack("<BQ", role, word)}[self.op]
        return (view.desc + gcp.text(view.text) + gcp.shape(view.shape) + gcp.planes(view.planes)
                + own(*self.operands))


def generate(seed, index):
    """The requests about view number `index`: decode_view, and one operation more."""
    rng = random.Random(seed << 48 | index)
    view, intent = _view(rng)
    spoilt = rng.random()
    for _ in range(0 if spoilt < 0.68 else 1 if spoilt < 0.9 else 2):
        view = rng.choice(_SPOILERS)(rng, view)
    op = rng.choice((CHECK_GRADE, SLICE, SLICE, TRANSPOSE, TRANSPOSE, RELAYOUT, RELAYOUT))
    if op == CHECK_GRADE and views.in_blocks(intent.desc) and rng.random() < 0.7:
        op = RELAYOUT  # check knows no blocks (spec §12.4.1)
    operands = _OPERANDS[op](rng, view, intent)
    return [Request(DECODE_VIEW, view, ()), Request(op, view, operands)]


@dataclass(frozen=True)
class Intent:
    """What a view was before it was spoilt; operands are chosen to fit it."""

    desc: views.Descriptor
    shape: tuple


# Grades


def _grade(rng):
    """A canonical string that has a descriptor."""
    chance = rng.random()
    if chance < 0.12:
        return rng.choice(grade_oracle.REGISTRY)
    if chance < 0.22:  # a frame that can lie in blocks, under keys that leave no trace in it
        values = dict(rng.choice((
            {"e": "e2m1", "k0": "32", "s0": "e8m0"},
            {"e": "s8", "k0": "32", "s0": "binary16"},
            {"e": "u4", "k0": "32", "s0": "u6", "k1": "8", "s1": "binary16", "zp": "u6",
             "zps": "l1"})))
    else:
        values = _structure(rng)
    values["esr"] = rng.choice(("exp2floormaxabs", "exp2ceilmaxabs", "exp2rnemaxabs",
                                "ratiomaxabs", "affineminmax", "custom:", "custom:a=b)"))
    for key in ("er", "es", "esn", "an"):
        _sometimes(rng, 0.1, values, key)
    for key in ("dr", "ds"):
        _sometimes(rng, 0.012, values, key)
    if rng.random() < 0.01:
        values["dt"] = rng.choice([token for token in TOKENS if token != "binary32"])
    if rng.random() < 0.1:
        values["ao"] = rng.choice(("seq", "tree", "pairwise16"))
    if rng.random() < 0.1:
        values[rng.choice(("ap", "ab", "ai"))] = rng.choice(("binary16", "e4m3"))
    return _text(values)


def _structure(rng):
    # Elements below a byte and wide ones alike; scales for which products need to be rounded.
    values = {"e": rng.choice(TOKENS), "k0": str(rng.choice(_K0)),
              "s0": rng.choice(TOKENS + ["binary16", "binary32", "e4m3"])}
    if rng.random() < 0.5:
        values["k1"] = str(rng.choice(_K1))
        values["s1"] = rng.choice(TOKENS + ["binary16", "binary32"])
    if rng.random() < 0.45:
        values["zp"] = rng.choice(TOKENS)
        if rng.random() < 0.4:
            values["zpc"] = "minus1"
        if "k1" in values and rng.random() < 0.6:
            values["zps"] = "l1"
    elif rng.random() < 0.6:
        cell = rng.choice((2, 3, 4, 4, 5, 6, 8, 8, 16, 32, rng.randint(2, 32)))
        kept = rng.choice((1, max(1, cell // 2), rng.randint(1, cell - 1)))
        metadata = "u2" if kept <= 3 and rng.random() < 0.6 else "u4"
        order = rng.choice(("asclsb", "unord"))
        values["sp"] = "%d:%d:%s:%s" % (kept, cell, metadata, order)
    if rng.random() < 0.3:
        values["ct"] = "pad8"
    if rng.random() < 0.4:
        values["po"] = "msb"
    return values


def _sometimes(rng, chance, values, key):
    words, default = grade_oracle.ENUMERATIONS[key]
    if rng.random() < chance:
        values[key] = rng.choice([word for word in words if word != default])


def _text(values):
    return "grit1(%s)" % ",".join("%s=%s" % (key, values[key])
                                  for key in grade_oracle.KEYS if key in values)


# Views


def _view(rng):
    """(view, intent)"""
    while True:
        text = _grade(rng)
        frame = grade_oracle.demanded_frame(text)[1]
        desc = views.Descriptor(
            magic=b"GRT1", hdr_bytes=64, version=1, **vars(frame), group_axis=0, frame_rsvd=0,
            note=rng.choice((0, 1, rng.getrandbits(32))), placement_data=0, placement_scale=0,
            placement_meta=0, grade_id=grade_oracle.grade_id(text))
        desc, rank = _placed(rng, desc)
        found = _shaped(rng, desc, rank)
        if found is not None:
            desc, shape = found
            size = views.sizes(desc, shape)
            planes = _filled(rng, desc, shape, size)
            return views.View(desc.bytes(), text, shape, planes), Intent(desc, shape)


def _plane_order_word(rng):
    return views.ROW_MAJOR if rng.random() < 0.7 else views.LINEAR_META


def _placed(rng, desc):
    """Placements that the array may have, and a rank that they allow."""
    data, scale = _plane_order_word(rng), _plane_order_word(rng)
    meta = _plane_order_word(rng) if desc.has_aux else 0
    rank = rng.choice((1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8))
    chance = rng.random()
    for block in (views.BLOCK_AOS, views.PACK_K4):
        possible = replace(desc, placement_data=block, placement_scale=scale, placement_meta=meta)
        if chance < 0.45 and views.has_stored_form(possible, (0,)):
            return possible, rank
    if chance > 0.8:
        data, rank = views.COL_MAJOR, 2
    if views.width(desc.scale0) <= 8 and rng.random() < 0.25:
        scale = views.SWIZZLE_128X4B
    return replace(desc, placement_data=data, placement_scale=scale, placement_meta=meta), rank


def _shaped(rng, desc, rank):
    """(descriptor with its group axis, shape) that the grade allows, or None."""
    unit = lcm(desc.k0, desc.sp_m or 1)
    if unit > LARGEST_VIEW:
        return None
    for _ in range(30):
        axis = rng.randrange(rank)
        room = LARGEST_VIEW if rng.random() < 0.15 else min(
            LARGEST_VIEW, max(unit, rng.choice((16, 64, 128, 256))))
        line = unit * rng.randint(1, rng.choice((1, max(1, room // unit))))
        shape = [1] * rank
        others = [other for other in range(rank) if other != axis]
        rng.shuffle(others)
        swizzled = desc.placement_scale == views.SWIZZLE_128X4B
        if swizzled and unit <= 3 and others and rng.random() < 0.8:
            # More than one tile of a swizzle: 128 lines and 4 groups.
            line = unit * rng.randint(1, 3 // unit)
            shape[others.pop()] = rng.randint(129, LARGEST_VIEW // line)
            room = line
        room //= line
        for other in others:
            shape[other] = rng.randint(1, max(1, min(room, rng.choice((2, 3, 5, room)))))
            room //= shape[other]
        shape[axis] = line
        if rng.random() < 0.03:
            shape = _empty(rng, shape, axis, unit)
        shape = tuple(shape)
        placed = replace(desc, group_axis=axis)
        size = views.sizes(placed, shape)
        if size is not None and size.numel <= LARGEST_VIEW:
            return placed, shape
        if size is None and desc.k1 and prod(shape) * desc.k1 <= LARGEST_VIEW:
            stretched = shape[:axis] + (line * desc.k1,) + shape[axis + 1:]
            if views.sizes(placed, stretched) is not None:
                return placed, stretched
    return None


def _empty(rng, shape, axis, unit):
    """No elements, perhaps with extents that no memory could hold."""
    empty = rng.randrange(len(shape))
    for other in range(len(shape)):
        if rng.random() < 0.3:
            shape[other] = unit * rng.choice((2 ** 20, 2 ** 40, 2 ** 53))
    shape[empty] = 0
    return shape


# How the codes of a role are drawn: mostly values of common magnitude, whose sums and products have
# digits to lose; codes that mean something of their own; or anything.
_MOODS = ("common", "common", "common", "mixed", "mixed", "any", "special")


def _special_codes(word):
    width = views.width(word)
    top, ones = 1 << (width - 1), (1 << width) - 1
    codes = {0, 1, top - 1, top, top + 1, ones, ones - 1}
    p = word >> 5 & 31
    if 1 <= p <= 30:
        stored = p - 1
        exponent = (1 << (width - 1 - stored)) - 1
        bias = exponent >> 1
        for sign in (0, top):
            codes |= {sign | exponent << stored, sign | exponent << stored | 1,
                      sign | (1 << stored), sign | (1 << stored) - 1, sign | bias << stored}
    if p == 0:
        codes |= {(ones >> 1), (ones >> 1) + 1}
    return sorted(codes)


_SPECIAL = {word: _special_codes(word) for word in oracle.REGISTERED.values()}


def _code(rng, word, mood):
    width, p = views.width(word), word >> 5 & 31
    chance = rng.random()
    if mood == "special" or mood == "mixed" and chance < 0.25:
        return rng.choice(_SPECIAL[word])
    if mood == "any" or p == 31 or width <= 4:
        return rng.getrandbits(width)
    if p == 0:
        return (1 << (width - 1)) - 1 + rng.randint(-6, 6)
    stored = p - 1
    exponent_bits = width - 1 - stored
    bias = (1 << (exponent_bits - 1)) - 1
    spread = min(6, bias - 1)
    exponent = bias + rng.randint(-spread, spread)
    return (rng.getrandbits(1) << (width - 1) | exponent << stored | rng.getrandbits(stored))


def _codes(rng, word, count):
    if word == 0 or count == 0:
        return []
    mood = rng.choice(_MOODS)
    return [_code(rng, word, mood) for _ in range(count)]


def _filled(rng, desc, shape, size):
    """Planes with random codes, and with random ignored bits and padding in half of the views."""
    pair = 2 if desc.has(grade_oracle.ZP_L1SCALED) else 1
    if desc.has(grade_oracle.SPARSE):
        aux = _slots(rng, desc, size.numel // desc.sp_m)
        aux_ones = [(1 << views.metadata_width(desc)) - 1] * len(aux)
    else:
        aux = _codes(rng, desc.zp_fmt, size.groups0) if desc.has_aux else []
        aux_ones = [(1 << views.width(desc.zp_fmt)) - 1] * len(aux)
    codes = views.Codes(_codes(rng, desc.elem, size.nnz), _codes(rng, desc.scale0, size.groups0),
                        _codes(rng, desc.scale1, size.groups1 * pair), aux)
    planes = views.planes_of_view(desc, shape, size, codes)
    if rng.random() < 0.5:
        return tuple(planes)
    ones = views.Codes(*([(1 << views.width(word)) - 1] * len(own) for own, word in (
        (codes.elements, desc.elem), (codes.scale0, desc.scale0), (codes.scale1, desc.scale1))),
        aux_ones)
    used = views.planes_of_view(desc, shape, size, ones)
    return tuple(bytes(byte | rng.getrandbits(8) & ~mask for byte, mask in zip(plane, own))
                 for plane, own in zip(planes, used))


def _slots(rng, desc, count):
    """Metadata of some cells: whole ones, or in one array of four some that are not."""
    nameable = min(desc.sp_m, 1 << views.metadata_width(desc))
    wild = rng.random() < 0.25 or nameable < desc.sp_n
    out = []
    for _ in range(count):
        if wild and rng.random() < 0.4 or nameable < desc.sp_n:
            out += [rng.randrange(1 << views.metadata_width(desc)) for _ in range(desc.sp_n)]
            continue
        cell = rng.sample(range(nameable), desc.sp_n)
        out += sorted(cell) if desc.sp_order == 1 else cell
    return out


# Spoilt views


def _spoil_length(rng, view):
    planes = list(view.planes)
    plane = rng.randrange(4)
    own = planes[plane]
    planes[plane] = rng.choice((own[:-1], own + b"\0", b"", own + bytes(rng.randint(1, 40)),
                                own[:1], own + own))
    return replace(view, planes=tuple(planes))


def _spoil_text(rng, view):
    text = view.text
    return replace(view, text=rng.choice((
        text.upper(), text.replace(",", ", ", 1), text.replace("k0=", "k0=0"), text[:-1],
        text.replace(",esr=", ",ct=dense,esr="), text.replace(")", ",an=any)"),
        text.replace("binary16", "fp16"), text.replace("k0=", "k0=6553600"), "", "grit1()",
        text.replace("esr=", "er=rne,esr="), rng.choice(grade_oracle.REGISTRY), text + " ",
        text.replace("grit1(", "grit1(,"))))


def _spoil_byte(rng, view):
    desc = bytearray(view.desc)
    desc[rng.randrange(64)] ^= 1 << rng.randrange(8)
    return replace(view, desc=bytes(desc))


def _spoil_field(rng, view):
    desc = views.Descriptor.parse(view.desc)
    name, value = rng.choice((
        ("group_axis", rng.choice((-1, len(view.shape), rng.randrange(-4, 9)))),
        ("flags", desc.flags ^ rng.choice((0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80))),
        ("k0", rng.choice((0, 1, desc.k0 ^ 3))),
        ("n_levels", rng.choice((0, 1, 2, 3))),
        ("container", rng.choice((0, 1, 2))),
        ("scale1", rng.choice((0, 0x371F, 0x5887))),
        ("grade_id", rng.getrandbits(64)),
        ("note", rng.getrandbits(32))))
    return replace(view, desc=replace(desc, **{name: value}).bytes())


def _spoil_placement(rng, view):
    desc = views.Descriptor.parse(view.desc).with_placement(rng.randrange(3), rng.choice(_WORDS))
    return replace(view, desc=desc.bytes())


def _spoil_shape(rng, view):
    shape = list(view.shape)
    if not shape or rng.random() < 0.1:
        return replace(view, shape=())
    axis = rng.randrange(len(shape))
    extent = rng.choice((-1, 0, shape[axis] + 1, 2 * shape[axis], 2 ** 62, -(2 ** 63), 2 ** 63 - 1))
    shape[axis] = max(-(2 ** 63), min(extent, 2 ** 63 - 1))  # as an i64 can say it
    if rng.random() < 0.2:
        shape.append(1)
    return replace(view, shape=tuple(shape))


def _spoil_decoding(rng, view):
    """Another grade of the same frame, under which decoding is not the default."""
    values = grade_oracle.items(view.text)
    if values is None:
        return view
    values["dr"] = rng.choice(("rna", "rtz", "rtp", "rtn"))
    text = _text(values)
    desc = replace(views.Descriptor.parse(view.desc), grade_id=grade_oracle.grade_id(text))
    return replace(view, text=text, desc=desc.bytes())


_SPOILERS = (_spoil_length, _spoil_length, _spoil_text, _spoil_byte, _spoil_field, _spoil_placement,
             _spoil_placement, _spoil_shape, _spoil_decoding)


# Operands


def _check_operands(rng, view, intent):
    given = rng.choice((0, 0, 1, 1, 1, 2, 3, 3))
    digest = b""
    if given & 2:
        planes = b"".join(struct.pack("<Q", len(plane)) + plane for plane in view.planes)
        digest = grade_oracle.fnv1a_128(planes) if rng.random() < 0.7 else rng.randbytes(16)
    lengths = tuple(map(len, view.planes))
    if not given & 1 and rng.random() < 0.2:
        lengths = tuple(rng.choice((length, -1, 2 ** 62)) for length in lengths)
    return rng.choice((0, 1, 2, 2, 2, 3, 255)), given, digest, lengths


def _slice_operands(rng, view, intent):
    rank = len(intent.shape)
    axis = rng.randrange(rank) if rng.random() < 0.95 else rng.choice((rank, 255))
    extent = intent.shape[axis] if axis < rank else 1
    begin, end = sorted((rng.randint(0, extent), rng.randint(0, extent)))
    if axis == intent.desc.group_axis and rng.random() < 0.85:
        unit = lcm(intent.desc.k0, intent.desc.sp_m or 1)
        if intent.desc.k1 and rng.random() < 0.6:
            unit *= intent.desc.k1
        begin, end = begin // unit * unit, min(extent, -(-end // unit) * unit)
    if rng.random() < 0.04:
        begin, end = rng.choice(((-1, end), (begin, extent + 1), (end + 1, end),
                                 (-(2 ** 63), 2 ** 63 - 1)))
    return axis, begin, end


def _transpose_operands(rng, view, intent):
    rank = len(intent.shape)
    perm = list(range(rank))
    rng.shuffle(perm)
    axis = perm.index(intent.desc.group_axis)
    if rng.random() < 0.08:
        axis = rng.choice((rng.randrange(rank), rank, 255))
    if rng.random() < 0.06:
        perm[rng.randrange(rank)] = rng.choice((rng.randrange(rank), rank, 255))
    if len(view.shape) != rank:  # perm has as many bytes as the request's shape has extents
        perm = (perm + [rank] * 8)[:len(view.shape)]
    return tuple(perm), axis


def _relayout_operands(rng, view, intent):
    role = rng.choice((0, 0, 0, 1, 1, 2))
    fitting = ((views.ROW_MAJOR, views.LINEAR_META, views.COL_MAJOR, views.BLOCK_AOS,
                views.PACK_K4),
               (views.ROW_MAJOR, views.LINEAR_META, views.SWIZZLE_128X4B),
               (views.ROW_MAJOR, views.LINEAR_META))[role]
    return role, rng.choice(fitting if rng.random() < 0.9 else _WORDS)


_OPERANDS = {CHECK_GRADE: _check_operands, SLICE: _slice_operands, TRANSPOSE: _transpose_operands,
             RELAYOUT: _relayout_operands}
