"""GCP 1 adapter over the Python package gguf 0.19.0.

 11 DECODE  gguf.quants.dequantize of GRADE_MXFP4 as MXFP4 and of GRADE_Q4KS as Q4_K

The package reads blocks (spec §12.3), so the planes are laid out as blocks first; that moves bits
and computes nothing. Planes that make no whole number of blocks, or not the number that the count
asks for, cannot be put to the package: refused. The bits of a NaN are passed on as they are.
"""

import importlib.metadata
import os
import platform
import sys

import numpy as np
from gguf import GGMLQuantizationType
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
    gcp.serve("gguf", importlib.metadata.version("gguf"), "Python", {11: decode}, package="gguf",
              numpy=np.__version__,
              runtime="%s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
