"""GCP 1 adapter over the Python package gguf 0.19.0.

 11 DECODE       gguf.quants.dequantize of GRADE_MXFP4 as MXFP4 and of GRADE_Q4KS as Q4_K
 21 DECODE_VIEW  the same of data in blocks, Q8_0 too: the plane goes to the package as it came

The package reads blocks (spec §12.3), so DECODE lays the planes out as blocks first; that moves bits
and computes nothing. Planes that make no whole number of blocks, or not the number that the count
or the shape asks for, and other views cannot be put to the package: refused, DECODE_VIEW without a
name of spec §11.2.3, since the package knows none. So are views whose groups do not run along the
last axis: their blocks lie in another order than the values. The bits of a NaN are passed on as they are.
"""

import importlib.metadata
import math
import os
import platform
import sys

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType
from gguf.quants import dequantize

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kit/python"))
import gcp  # noqa: E402  (the protocol in one file, as every Python skeleton has it)


def rows(plane, width):
    return np.frombuffer(plane, dtype=np.uint8).reshape(len(plane) // width, width)


def halves(data, elements, width):
    """The nibbles of planes, re-paired: in each run of `elements` the first half is in the low
    nibbles, the second in the high ones (spec §12.3.2, §12.3.4); in rows of so many bytes."""
    pairs = rows(data, elements // 2)
    codes = np.stack([pairs & 15, pairs >> 4], axis=-1)
    codes = codes.reshape(len(pairs), elements)
    return rows((codes[:, :elements // 2] | codes[:, elements // 2:] << 4).tobytes(), width)


def mxfp4_blocks(count, planes):
    data, scale0, scale1, aux = planes
    blocks = len(scale0)
    if count != 32 * blocks or len(data) != 16 * blocks or scale1 or aux:
        raise gcp.Refused
    return np.concatenate([rows(scale0, 1), halves(data, 32, 16)], axis=1)


def q4_k_blocks(count, planes):
    data, scale0, scale1, aux = planes
    blocks = len(scale1) // 4
    if (count != 256 * blocks or len(data) != 128 * blocks or len(scale1) != 4 * blocks
            or len(scale0) != 8 * blocks or len(aux) != 8 * blocks):
        raise gcp.Refused
    scales, minima = rows(scale0, 8) & 63, rows(aux, 8) & 63
    packed = np.concatenate([  # spec §12.3.5
        scales[:, :4] | scales[:, 4:] >> 4 << 6,
        minima[:, :4] | minima[:, 4:] >> 4 << 6,
        scales[:, 4:] & 15 | minima[:, 4:] << 4,
    ], axis=1)
    return np.concatenate([rows(scale1, 4), packed, halves(data, 64, 128)], axis=1)


TYPES = {
    "GRADE_MXFP4": (GGMLQuantizationType.MXFP4, mxfp4_blocks),
    "GRADE_Q4KS": (GGMLQuantizationType.Q4_K, q4_k_blocks),
}


# (placement of data, element format): the type whose blocks such a plane has (spec §12.1.2).
BLOCKS = {
    (0x1000000000000005, 0x2043): GGMLQuantizationType.MXFP4,
    (0x1000000000000005, 0x03E7): GGMLQuantizationType.Q8_0,
    (0x1000000000000020, 0x43E3): GGMLQuantizationType.Q4_K,
}


def decode_view(request, reply):
    descriptor, _, shape = request.bytes(64), request.text(), request.shape()
    data, *others = request.planes()
    request.end()
    kind = BLOCKS.get((int.from_bytes(descriptor[32:40], "little"),
                       int.from_bytes(descriptor[8:10], "little")))
    if kind is None or any(others) or any(extent < 0 for extent in shape):
        raise gcp.Refused
    axis = int.from_bytes(descriptor[16:18], "little", signed=True)
    if math.prod(shape[axis + 1:]) != 1:  # rows run along the last axis, in the package as in ggml
        raise gcp.Refused
    elements, size = GGML_QUANT_SIZES[kind]
    count = math.prod(shape)
    if count % elements != 0 or len(data) != count // elements * size:
        raise gcp.Refused
    values = dequantize(rows(data, size), kind)
    reply.words(values.reshape(-1).view(np.uint32).tolist())


def decode(request, reply):
    name, count, planes = request.text(), request.i64(), request.planes()
    request.end()
    if name not in TYPES:
        raise gcp.Refused
    kind, blocks_of = TYPES[name]
    values = dequantize(blocks_of(count, planes), kind)
    reply.words(values.reshape(-1).view(np.uint32).tolist())


def main():
    np.seterr(all="ignore")  # an overflow is an answer here, not news
    gcp.serve("gguf", importlib.metadata.version("gguf"), "Python",
              {11: decode, 21: decode_view}, package="gguf", numpy=np.__version__,
              runtime="%s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
