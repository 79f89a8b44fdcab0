"""check with the caller's grades (spec §5, §11.1), slice, transpose and relayout (§12.6, §12.7,
§12.9) as maps of indices over codes. requantize is encode's business and is not here.
"""

from dataclasses import replace

import grade_oracle
from grade_oracle import SPARSE
from view_oracle import (AUX, DATA, PLANE_ORDER, ROLE_DATA, ROLE_META, ROLE_SCALE, SCALE0, Codes,
                         Descriptor, Refused, cells, codes_of_planes, frame_is_sound,
                         has_stored_form, in_blocks, named_positions, placements_fail,
                         plane_numbers, planes_of_view, read, sizes)

OK, SIZE_MISMATCH, GRADE_UNKNOWN, PLACEMENT_UNKNOWN, DIGEST_MISMATCH = range(5)
NO_PLANE = 255


def digest(planes):
    """spec §7.4."""
    return grade_oracle.fnv1a_128(
        b"".join(len(plane).to_bytes(8, "little") + plane for plane in planes))


def check(data, shape, plane_bytes, level, planes, expected, grades):
    """(status, plane) of spec §5, with the caller's grades (spec §11.1). planes may be None."""
    if level == 0:
        return OK, NO_PLANE
    if not frame_is_sound(data):
        return GRADE_UNKNOWN, NO_PLANE
    desc = Descriptor.parse(data)
    if not _grade_is_known(desc, grades):
        return GRADE_UNKNOWN, NO_PLANE
    plane = placements_fail(desc)
    if plane is not None:
        return PLACEMENT_UNKNOWN, plane
    size = sizes(desc, shape)
    if size is None:
        return SIZE_MISMATCH, NO_PLANE
    for plane, (found, right) in enumerate(zip(plane_bytes, size.planes)):
        if found != right:
            return SIZE_MISMATCH, plane
    if level >= 2 and planes is not None:
        if expected is not None and expected != digest(planes):
            return DIGEST_MISMATCH, NO_PLANE
        if desc.has(SPARSE) and desc.sp_order == 1:
            codes = codes_of_planes(desc, size, planes)
            if not all(_ascends(desc, slots) for slots in cells(desc, codes)):
                return DIGEST_MISMATCH, AUX
    return OK, NO_PLANE


def _grade_is_known(desc, grades):
    for text in (*grade_oracle.REGISTRY, *grades):
        grade = grade_oracle.demanded_frame(text)
        if grade is not None and grade_oracle.grade_id(text) == desc.grade_id:
            return grade[1] == desc.frame()  # the first decides (spec §11.1.3)
    return False


def _ascends(desc, slots):
    return all(a < b for a, b in zip(slots, slots[1:])) and all(slot < desc.sp_m for slot in slots)


def _readable_with_whole_cells(view):
    """A view, and its codes, after the refusals 1 to 6 of slice and transpose."""
    readable = read(view)
    if readable.size.numel == 0:
        # It has no codes but the outer scales of k1 = 0, and no lines that could be counted.
        return readable, readable.codes()
    codes = readable.codes()
    desc = readable.desc
    if desc.has(SPARSE):
        for slots in cells(desc, codes):
            if (len(named_positions(desc, slots)) != desc.sp_n
                    or desc.sp_order == 1 and not _ascends(desc, slots)):
                raise Refused("DigestMismatch")
    return readable, codes


def slice_view(view, axis, begin, end):
    """(shape, planes)"""
    readable, codes = _readable_with_whole_cells(view)
    desc, shape = readable.desc, readable.shape
    if axis >= len(shape) or not 0 <= begin <= end <= shape[axis]:
        raise Refused("SliceRange")
    if axis == desc.group_axis:
        units = [desc.k0] + ([desc.sp_m] if desc.has(SPARSE) else [])
        if any(end_point % unit for end_point in (begin, end) for unit in units):
            raise Refused("SliceSplitsGroup")
    result_shape = shape[:axis] + (end - begin,) + shape[axis + 1:]
    if readable.size.numel == 0 or begin == end:
        return _empty_result(readable, desc, result_shape, codes)
    # The elements of the source that are kept, by their numbers in its plane order.
    source = plane_numbers(desc, shape)
    kept, strides = [], _row_major_strides(shape)
    for at, number in enumerate(source):
        if begin <= at // strides[axis] % shape[axis] < end:
            kept.append(number)
    return _rebuilt(readable, codes, desc, result_shape, sorted(kept))


def transpose_view(view, perm, group_axis):
    """(descriptor bytes, shape, planes)"""
    readable, codes = _readable_with_whole_cells(view)
    desc, shape = readable.desc, readable.shape
    if sorted(perm) != list(range(len(shape))):
        raise Refused("BadPermutation")
    if group_axis >= len(shape) or perm[group_axis] != desc.group_axis:
        raise Refused("GroupAxisMoved")
    result = replace(desc, group_axis=group_axis)
    result_shape = tuple(shape[axis] for axis in perm)
    others = [axis for axis in perm if axis != desc.group_axis]
    if others == sorted(others):  # a pure relabelling (spec §12.7.5)
        return result.bytes(), result_shape, list(readable.planes)
    if readable.size.numel == 0:
        return (result.bytes(), *_empty_result(readable, result, result_shape, codes))
    # Element by element: where the source has the element that the result has at a place.
    source = plane_numbers(desc, shape)
    strides = _row_major_strides(shape)
    order = [0] * len(source)
    permuted = [0]
    for axis in perm:
        permuted = [at + strides[axis] * step for at in permuted for step in range(shape[axis])]
    for at, number in zip(permuted, plane_numbers(result, result_shape)):
        order[number] = source[at]
    return (result.bytes(), *_rebuilt(readable, codes, result, result_shape, order))


def relayout_view(view, role, placement):
    """(descriptor bytes, planes)"""
    readable = read(view)
    desc, shape = readable.desc, readable.shape
    if role == ROLE_META and not desc.has_aux:
        raise Refused("RelayoutUnsupported")
    result = desc.with_placement(role, placement)
    if not has_stored_form(result, shape):
        raise Refused("RelayoutUnsupported")
    before = desc.placement(role)
    if before == placement or before in PLANE_ORDER and placement in PLANE_ORDER:
        return result.bytes(), list(readable.planes)
    planes = planes_of_view(result, shape, readable.size, readable.codes())
    if not in_blocks(desc) and not in_blocks(result):
        rebuilt = {ROLE_DATA: DATA, ROLE_SCALE: SCALE0, ROLE_META: AUX}[role]
        planes = [(planes if plane == rebuilt else readable.planes)[plane] for plane in range(4)]
    return result.bytes(), planes


def _row_major_strides(shape):
    strides, step = [0] * len(shape), 1
    for axis in reversed(range(len(shape))):
        strides[axis] = step
        step *= shape[axis]
    return strides


def _empty_result(readable, desc, shape, codes):
    """With k1 = 0 the one outer scale, or pair, stays (spec §12.6.5)."""
    empty = Codes([], [], codes.scale1 if desc.k1 == 0 else [], [])
    return shape, planes_of_view(desc, shape, sizes(desc, shape), empty)


def _rebuilt(readable, codes, desc, shape, order):
    """(shape, planes) of the view whose element i in plane order is element order[i] of the source.

    Whole cells and whole level-0 groups are kept in order, so the first element of each tells which
    one it is.
    """
    source = readable.desc
    groups = [order[i] // source.k0 for i in range(0, len(order), source.k0)]
    scale0 = [codes.scale0[group] for group in groups]
    if source.has(SPARSE):
        kept = [order[i] // source.sp_m for i in range(0, len(order), source.sp_m)]
        elements = [codes.elements[c * source.sp_n + j] for c in kept for j in range(source.sp_n)]
        aux = [codes.aux[c * source.sp_n + j] for c in kept for j in range(source.sp_n)]
    else:
        elements = [codes.elements[number] for number in order]
        aux = [codes.aux[group] for group in groups] if codes.aux else []
    scale1 = codes.scale1
    if source.two_levels and source.k1:
        pair = len(codes.scale1) // readable.size.groups1
        scale1 = []
        for at in range(0, len(groups), source.k1):
            own = set(groups[at:at + source.k1])
            outer = min(own) // source.k1
            if own != set(range(outer * source.k1, (outer + 1) * source.k1)):
                raise Refused("SliceSplitsGroup")
            scale1 += codes.scale1[outer * pair:(outer + 1) * pair]
    size = sizes(desc, shape)
    return shape, planes_of_view(desc, shape, size, Codes(elements, scale0, scale1, aux))
