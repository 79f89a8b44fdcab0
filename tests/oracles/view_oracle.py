"""Views of any grade (spec §2, §4, §6, §11, §12.1 to §12.3): sizes, stored forms and values.

Written from the specification alone, in integers and fractions; it shares no code with a subject.
Everything is done code by code: a plane becomes the list of its codes, an operation is a map of
indices over such lists, and a value is a chain of exact results, each rounded once. Slow, and meant
to be.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
import struct

import arithmetic
import grade_oracle
from grade_oracle import (ABSENT, HAS_ZP, MSB_FIRST, RESERVED_FLAGS, SPARSE, ZP_L1SCALED,
                          ZP_MINUS1)
import oracle

DATA, SCALE0, SCALE1, AUX = range(4)
ROLE_DATA, ROLE_SCALE, ROLE_META = range(3)

_WELL_KNOWN = 0x1 << 60
ROW_MAJOR, COL_MAJOR, SWIZZLE_128X4B, TILE_16X16, BLOCK_AOS, LINEAR_META, META_M16N8K32, PACK_K4 = (
    _WELL_KNOWN | number for number in (0x01, 0x02, 0x03, 0x04, 0x05, 0x11, 0x12, 0x20))
PLANE_ORDER = (ROW_MAJOR, LINEAR_META)
_NUMBERS = (0x01, 0x02, 0x03, 0x04, 0x05, 0x11, 0x12, 0x20)

_LARGEST_COUNT = 2 ** 63 - 1

# Frames of spec §12.1.2, by the block that they make possible.
_MXFP4_FRAME = grade_oracle.demanded_frame(grade_oracle.REGISTRY[0])[1]
_Q4KS_FRAME = grade_oracle.demanded_frame(grade_oracle.REGISTRY[1])[1]
_Q8_FRAME = grade_oracle.demanded_frame("grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)")[1]


class Refused(Exception):
    """The view or its operands have no answer; the name is that of spec §11.2.3."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Descriptor:
    """The 64 bytes of spec §2.1.1, field by field."""

    magic: bytes
    hdr_bytes: int
    version: int
    n_levels: int
    flags: int
    elem: int
    scale0: int
    scale1: int
    zp_fmt: int
    group_axis: int
    k0: int
    k1: int
    sp_n: int
    sp_m: int
    sp_meta_fmt: int
    sp_order: int
    container: int
    frame_rsvd: int
    note: int
    placement_data: int
    placement_scale: int
    placement_meta: int
    grade_id: int

    _LAYOUT = struct.Struct("<4s4B4Hh2H6BI4Q")

    @classmethod
    def parse(cls, data):
        return cls(*cls._LAYOUT.unpack(data))

    def bytes(self):
        return self._LAYOUT.pack(*(getattr(self, name) for name in self.__dataclass_fields__))

    def has(self, flag):
        return bool(self.flags & flag)

    @property
    def two_levels(self):
        return self.n_levels == 2

    @property
    def has_aux(self):
        return self.has(SPARSE) or self.has(HAS_ZP)

    def frame(self):
        return grade_oracle.Frame(
            *(getattr(self, name) for name in grade_oracle.Frame.__dataclass_fields__))

    def placement(self, role):
        return (self.placement_data, self.placement_scale, self.placement_meta)[role]

    def with_placement(self, role, word):
        name = ("placement_data", "placement_scale", "placement_meta")[role]
        return replace(self, **{name: word})


def frame_is_sound(data):
    """Step 1 of check (spec §5.1) of some bytes."""
    if len(data) != 64:
        return False
    desc = Descriptor.parse(data)
    words = (desc.elem, desc.scale0, desc.scale1, desc.zp_fmt)
    return (desc.magic == b"GRT1" and desc.hdr_bytes == 64 and desc.version == 1
            and desc.n_levels in (1, 2) and not desc.has(RESERVED_FLAGS) and desc.frame_rsvd == 0
            and desc.container <= 1
            and (desc.two_levels or (desc.k1 == 0 and desc.scale1 == ABSENT))
            and not (desc.has(SPARSE) and desc.has(HAS_ZP))
            and not (desc.has(ZP_L1SCALED) and not (desc.has(HAS_ZP) and desc.two_levels))
            and not desc.elem >> 15
            and not any(word != ABSENT and (word >> 11) & 3 == 3 for word in words))


def placement_is_known(word):
    """spec §4."""
    placement_class = word >> 60
    if placement_class == 0x1:
        return word & ((1 << 60) - 1) in _NUMBERS
    return word == 0 or placement_class in (0x8, 0xF)


def placements_fail(desc):
    """Step 3 of check (spec §5.3): None where it passes, else the plane named, 255 for none."""
    if not all(placement_is_known(desc.placement(role)) for role in range(3)):
        return 255
    return AUX if desc.has_aux != (desc.placement_meta != 0) else None


def width(word):
    return (word & 0x1F) + 1


def padded_width(word):
    """A scale or a zero point below eight bits takes a byte (spec §6.1.6)."""
    return max(width(word), 8)


def _bytes_for(bits):
    return -(-bits // 8)


def up(value, step):
    return -(-value // step) * step


@dataclass(frozen=True)
class Sizes:
    numel: int
    nnz: int
    groups0: int
    groups1: int
    planes: tuple


def element_width(desc):
    """cw of spec §6.1.5."""
    return 8 if desc.container == 1 and width(desc.elem) <= 8 else width(desc.elem)


def metadata_width(desc):
    return (0, 2, 4)[desc.sp_meta_fmt]


def sizes(desc, shape):
    """The equations of spec §6, or None where they have no answer."""
    if any(extent < 0 for extent in shape):
        return None
    numel = 1
    for extent in shape:
        numel *= extent
    if numel > _LARGEST_COUNT or not 0 <= desc.group_axis < len(shape) or desc.k0 == 0:
        return None
    line = shape[desc.group_axis]
    if line % desc.k0:
        return None
    sparse = desc.has(SPARSE)
    if sparse and (desc.sp_m == 0 or line % desc.sp_m or desc.sp_meta_fmt > 2):
        return None
    groups0 = numel // desc.k0
    if desc.two_levels and desc.k1 and groups0 % desc.k1:
        return None
    groups1 = 0
    if desc.two_levels:
        groups1 = groups0 // desc.k1 if desc.k1 else 1
    nnz = numel // desc.sp_m * desc.sp_n if sparse else numel
    if sparse:
        aux = numel // desc.sp_m * desc.sp_n * metadata_width(desc)
    else:
        aux = groups0 * padded_width(desc.zp_fmt) if desc.has(HAS_ZP) else 0
    pair = 2 if desc.has(ZP_L1SCALED) else 1
    return Sizes(numel, nnz, groups0, groups1, (
        _bytes_for(nnz * element_width(desc)),
        _bytes_for(groups0 * padded_width(desc.scale0)),
        _bytes_for(groups1 * pair * width(desc.scale1)) if desc.two_levels else 0,
        _bytes_for(aux)))


# Strings of codes (spec §11.4)


def unpack(plane, count, bits, msb=False):
    """The first `count` codes of a string."""
    if bits == 0:
        return [0] * count
    mask = (1 << bits) - 1
    if msb:
        text, total = int.from_bytes(plane, "big"), 8 * len(plane)
        return [text >> (total - bits * (i + 1)) & mask for i in range(count)]
    text = int.from_bytes(plane, "little")
    return [text >> (bits * i) & mask for i in range(count)]


def pack(codes, bits, msb=False):
    """The string of some codes; the tail of its last byte is 0."""
    length, text = _bytes_for(len(codes) * bits), 0
    if msb:
        for i, code in enumerate(codes):
            text |= code << (8 * length - bits * (i + 1))
        return text.to_bytes(length, "big")
    for i, code in enumerate(codes):
        text |= code << (bits * i)
    return text.to_bytes(length, "little")


@dataclass
class Codes:
    """The planes of a view in plane order, code by code, without their ignored bits.

    elements has one code for each stored element, scale0 one for each level-0 group, scale1 the s1
    of each level-1 group or its s1 and z1, and aux the indices of all slots, or one zero point for
    each level-0 group.
    """

    elements: list
    scale0: list
    scale1: list
    aux: list


def _element_string(desc):
    """(bits, msb first) of the string of stored elements (spec §11.4.1 to §11.4.5)."""
    bits = element_width(desc)
    alone = desc.container == 1 and width(desc.elem) <= 8
    return bits, desc.has(MSB_FIRST) and not alone


def _masked(codes, word):
    mask = (1 << width(word)) - 1
    return [code & mask for code in codes]


def _aux_string(desc, size):
    """(codes, bits, format word or None) of plane aux."""
    if desc.has(SPARSE):
        return size.numel // desc.sp_m * desc.sp_n, metadata_width(desc), None
    if desc.has(HAS_ZP):
        return size.groups0, padded_width(desc.zp_fmt), desc.zp_fmt
    return 0, 8, None


def codes_of_planes(desc, size, planes):
    """The codes of planes in plane order."""
    bits, msb = _element_string(desc)
    pair = 2 if desc.has(ZP_L1SCALED) else 1
    aux_count, aux_bits, aux_word = _aux_string(desc, size)
    aux = unpack(planes[AUX], aux_count, aux_bits)
    return Codes(
        _masked(unpack(planes[DATA], size.nnz, bits, msb), desc.elem),
        _masked(unpack(planes[SCALE0], size.groups0, padded_width(desc.scale0)), desc.scale0),
        unpack(planes[SCALE1], size.groups1 * pair, width(desc.scale1)),
        aux if aux_word is None else _masked(aux, aux_word))


def planes_of_codes(desc, codes):
    """The planes in plane order; every ignored bit is 0."""
    bits, msb = _element_string(desc)
    aux_bits = metadata_width(desc) if desc.has(SPARSE) else padded_width(desc.zp_fmt)
    return [pack(codes.elements, bits, msb), pack(codes.scale0, padded_width(desc.scale0)),
            pack(codes.scale1, width(desc.scale1)), pack(codes.aux, aux_bits)]


# Stored forms (spec §12.1 to §12.3)


def _is_block(desc, word):
    frame = desc.frame()
    return (word == BLOCK_AOS and frame in (_MXFP4_FRAME, _Q8_FRAME)
            or word == PACK_K4 and frame == _Q4KS_FRAME)


def has_stored_form(desc, shape):
    """Whether spec §12.1.2 has a row for the placement of every plane that the array has."""
    data, scale, meta = (desc.placement(role) for role in range(3))
    if desc.has_aux and meta not in PLANE_ORDER:
        return False
    if _is_block(desc, data):
        return scale in PLANE_ORDER
    if data not in PLANE_ORDER and not (data == COL_MAJOR and len(shape) == 2):
        return False
    return scale in PLANE_ORDER or (scale == SWIZZLE_128X4B and width(desc.scale0) <= 8)


def in_blocks(desc):
    return _is_block(desc, desc.placement_data)


def lines(desc, shape):
    """R of spec §11.3.2."""
    count = 1
    for axis, extent in enumerate(shape):
        count *= 1 if axis == desc.group_axis else extent
    return count


def groups_of_line(desc, shape):
    """C0 of spec §12.1.2."""
    return shape[desc.group_axis] // desc.k0


def _block_format(desc):
    """(elements in a block, bytes of a block)"""
    return {_MXFP4_FRAME: (32, 17), _Q8_FRAME: (32, 34), _Q4KS_FRAME: (256, 144)}[desc.frame()]


def stored_lengths(desc, shape, size):
    """The lengths of the four planes in the stored form of a view that has one."""
    if in_blocks(desc):
        elements, length = _block_format(desc)
        return (size.numel // elements * length, 0, 0, 0)
    data, scale0, scale1, aux = size.planes
    if desc.placement_scale == SWIZZLE_128X4B:
        scale0 = up(lines(desc, shape), 128) * up(groups_of_line(desc, shape), 4)
        # An empty array has neither lines nor groups to lay out (spec §12.1.5).
        scale0 = scale0 if size.numel else 0
    return (data, scale0, scale1, aux)


def _columns(desc, shape, size):
    """For each place of a COL_MAJOR string, the number in plane order of the code that is there."""
    rows = lines(desc, shape)
    across = size.nnz // rows if rows else 0
    return [r * across + c for c in range(across) for r in range(rows)]


def swizzled_at(r, g, groups):
    """Where byte (r, g) of a matrix with lines of `groups` bytes, padded, is stored (§12.2.2)."""
    return (r // 128 * (groups // 4) + g // 4) * 512 + r % 32 * 16 + r % 128 // 32 * 4 + g % 4


def codes_of_view(desc, shape, size, planes):
    """The codes of a view in any stored form."""
    if in_blocks(desc):
        return _codes_of_blocks(desc, size, planes[DATA])
    planes = list(planes)
    if desc.placement_scale == SWIZZLE_128X4B:
        groups = groups_of_line(desc, shape) if size.numel else 0
        padded = up(groups, 4)
        rows = lines(desc, shape) if size.numel else 0
        planes[SCALE0] = bytes(planes[SCALE0][swizzled_at(r, g, padded)]
                               for r in range(rows) for g in range(groups))
    codes = codes_of_planes(desc, size, planes)
    if desc.placement_data == COL_MAJOR and size.numel:
        stored, codes.elements = codes.elements, [0] * size.nnz
        for place, number in enumerate(_columns(desc, shape, size)):
            codes.elements[number] = stored[place]
    return codes


def planes_of_view(desc, shape, size, codes):
    """The planes of a view in its stored form; every ignored bit and every padding byte is 0."""
    if in_blocks(desc):
        return [_blocks_of_codes(desc, size, codes), b"", b"", b""]
    if desc.placement_data == COL_MAJOR and size.numel:
        codes = replace(codes, elements=[codes.elements[number]
                                         for number in _columns(desc, shape, size)])
    planes = planes_of_codes(desc, codes)
    if desc.placement_scale == SWIZZLE_128X4B:
        swizzled = bytearray(stored_lengths(desc, shape, size)[SCALE0])
        groups = groups_of_line(desc, shape) if size.numel else 0
        for i, byte in enumerate(planes[SCALE0]):
            swizzled[swizzled_at(i // groups, i % groups, up(groups, 4))] = byte
        planes[SCALE0] = bytes(swizzled)
    return planes


def _nibble_places(frame):
    """For each nibble of a block of nibbles, low one first, the element that it holds."""
    if frame == _MXFP4_FRAME:
        return [element for j in range(16) for element in (j, j + 16)]
    return [element for c in range(4) for low in range(32)
            for element in (64 * c + low, 64 * c + 32 + low)]


def _codes_of_blocks(desc, size, data):
    frame = desc.frame()
    elements, length = _block_format(desc)
    codes = Codes([], [], [], [])
    for b in range(size.numel // elements):
        block = data[b * length:(b + 1) * length]
        if frame == _Q8_FRAME:
            codes.scale0.append(int.from_bytes(block[:2], "little"))
            codes.elements.extend(block[2:])
            continue
        if frame == _MXFP4_FRAME:
            codes.scale0.append(block[0])
            packed = block[1:]
        else:
            codes.scale1.extend(unpack(block[:4], 2, 16))
            scales, minima = _unpack_k4(block[4:16])
            codes.scale0.extend(scales)
            codes.aux.extend(minima)
            packed = block[16:]
        own = [0] * elements
        for code, element in zip(unpack(packed, elements, 4), _nibble_places(frame)):
            own[element] = code
        codes.elements.extend(own)
    return codes


def _blocks_of_codes(desc, size, codes):
    frame = desc.frame()
    elements, _ = _block_format(desc)
    out = []
    for b in range(size.numel // elements):
        own = codes.elements[b * elements:(b + 1) * elements]
        if frame == _Q8_FRAME:
            out.append(codes.scale0[b].to_bytes(2, "little") + bytes(own))
            continue
        nibbles = pack([own[element] for element in _nibble_places(frame)], 4)
        if frame == _MXFP4_FRAME:
            out.append(bytes([codes.scale0[b]]) + nibbles)
        else:
            groups = slice(8 * b, 8 * b + 8)
            out.append(pack(codes.scale1[2 * b:2 * b + 2], 16)
                       + _pack_k4(codes.scale0[groups], codes.aux[groups]) + nibbles)
    return b"".join(out)


def _unpack_k4(q):
    """The scales and the minima of spec §12.3.5."""
    scales = [q[j] & 63 for j in range(4)] + [
        q[j + 4] & 15 | (q[j - 4] >> 6) << 4 for j in range(4, 8)]
    minima = [q[j + 4] & 63 for j in range(4)] + [
        q[j + 4] >> 4 | (q[j] >> 6) << 4 for j in range(4, 8)]
    return scales, minima


def _pack_k4(scales, minima):
    """The twelve bytes from which _unpack_k4 reads the same; every bit of them is a code's."""
    return bytes([scales[j] | (scales[j + 4] >> 4) << 6 for j in range(4)]
                 + [minima[j] | (minima[j + 4] >> 4) << 6 for j in range(4)]
                 + [scales[j] & 15 | (minima[j] & 15) << 4 for j in range(4, 8)])


# The order of refusal (spec §11.2.3)


@dataclass(frozen=True)
class View:
    """What the five operations take: descriptor bytes, a grade string, a shape, four planes."""

    desc: bytes
    text: str
    shape: tuple
    planes: tuple


@dataclass(frozen=True)
class Readable:
    """A view that none of the refusals 1, 2, 4 and 5 holds for."""

    desc: Descriptor
    shape: tuple
    size: Sizes
    planes: tuple

    def codes(self):
        return codes_of_view(self.desc, self.shape, self.size, self.planes)


def read(view, decodes=False):
    """The refusals 1 to 5 of spec §11.2.3. `decodes`: of decode_view."""
    if not frame_is_sound(view.desc):
        raise Refused("GradeUnknown")
    desc = Descriptor.parse(view.desc)
    grade = grade_oracle.demanded_frame(view.text)
    if (grade is None or grade_oracle.grade_id(view.text) != desc.grade_id
            or grade[1] != desc.frame()):
        raise Refused("GradeUnknown")
    if placements_fail(desc) is not None:
        raise Refused("PlacementUnknown")
    # A default is never written in a canonical string.
    if decodes and any(key in grade[0] for key in ("dr", "ds", "dt")):
        raise Refused("GradeUnsupported")
    if not has_stored_form(desc, view.shape):
        raise Refused("RelayoutUnsupported")
    size = sizes(desc, view.shape)
    if size is None or tuple(map(len, view.planes)) != stored_lengths(desc, view.shape, size):
        raise Refused("SizeMismatch")
    return Readable(desc, tuple(view.shape), size, tuple(view.planes))


# Values (spec §11.5 to §11.7)


@lru_cache(maxsize=1 << 16)
def value_of_code(word, code):
    return oracle.decode(word, code)


def _zero_point(desc, code):
    value = value_of_code(desc.zp_fmt, code)
    return arithmetic.add(value, arithmetic.ONE) if desc.has(ZP_MINUS1) else value


@dataclass(frozen=True)
class Group:
    """What the elements of one level-0 group share: S, and z or Z where there are zero points."""

    scale: int
    zero: int


def _groups(desc, codes):
    """The Group of each level-0 group."""
    out = []
    pair = 2 if desc.has(ZP_L1SCALED) else 1
    for g0, code in enumerate(codes.scale0):
        scale, zero = value_of_code(desc.scale0, code), arithmetic.PLUS_ZERO
        g1 = g0 // desc.k1 if desc.k1 else 0
        if desc.two_levels:
            outer = value_of_code(desc.scale1, codes.scale1[g1 * pair])
            scale = arithmetic.multiply(outer, scale)
        if desc.has(HAS_ZP):
            zero = _zero_point(desc, codes.aux[g0])
        if desc.has(ZP_L1SCALED):
            outer = value_of_code(desc.scale1, codes.scale1[g1 * pair + 1])
            zero = arithmetic.multiply(outer, zero)
        out.append(Group(scale, zero))
    return out


def _value(desc, group, element):
    if oracle.NAN in (group.scale, group.zero):
        return oracle.NAN
    if not desc.has(HAS_ZP):
        return arithmetic.multiply(group.scale, element)
    if desc.has(ZP_L1SCALED):
        return arithmetic.subtract(arithmetic.multiply(group.scale, element), group.zero)
    return arithmetic.multiply(group.scale, arithmetic.subtract(element, group.zero))


def named_positions(desc, slots):
    """The positions that the slots of one cell name, ascending (spec §11.6.1)."""
    return sorted({slot for slot in slots if slot < desc.sp_m})


def cells(desc, codes):
    """The slots of each cell."""
    return [codes.aux[at:at + desc.sp_n] for at in range(0, len(codes.aux), desc.sp_n)]


def values_in_plane_order(desc, size, codes):
    """The binary32 bits of all elements."""
    groups = _groups(desc, codes)
    if desc.has(SPARSE):
        named = (c * desc.sp_m + position for c, slots in enumerate(cells(desc, codes))
                 for position in named_positions(desc, slots))
    else:
        named = range(size.numel)
    values = [arithmetic.PLUS_ZERO] * size.numel
    for element, i in zip(codes.elements, named):
        values[i] = _value(desc, groups[i // desc.k0], value_of_code(desc.elem, element))
    return values


def plane_numbers(desc, shape):
    """For each element in logical row-major order, its number in plane order (spec §11.3)."""
    numbers = [0]
    line = shape[desc.group_axis]
    # What one step along an axis adds: lines are row-major over the other axes, in their order.
    steps, step = [0] * len(shape), line
    for axis in reversed(range(len(shape))):
        if axis == desc.group_axis:
            steps[axis] = 1
        else:
            steps[axis] = step
            step *= shape[axis]
    for axis, extent in enumerate(shape):
        numbers = [number + steps[axis] * at for number in numbers for at in range(extent)]
    return numbers


def decode_view(view):
    """The values of a view in logical row-major order (spec §11.7)."""
    readable = read(view, decodes=True)
    if readable.size.numel == 0:
        return []
    values = values_in_plane_order(readable.desc, readable.size, readable.codes())
    return [values[number] for number in plane_numbers(readable.desc, readable.shape)]
