"""GCP 1 adapter over the Python package compressed-tensors 0.20.1, with torch on the CPU.

  8 FORMAT_DECODE  unpack_fp4_from_uint8 for e2m1, decompress_mx_scale for e8m0
  9 FORMAT_ENCODE  pack_fp4_to_uint8 of cast_to_fp4 for e2m1, compress_mx_scale for e8m0
 11 DECODE         decompress of MXFP4PackedCompressor for GRADE_MXFP4, and of NVFP4PackedCompressor
                   for GRADE_NVF4

A plane goes to the package as it came: two elements a byte, low nibble first, and a byte for each
scale are its own layout. It decodes to bfloat16, which binary32 holds. A byte is eight bits there, so
a code of e8m0 above 255 cannot be put to it, nor one of e2m1 above 15: refused. Its outer scale of
NVFP4 divides, where GRIT's multiplies; what is handed over is 1 / s1, and where that is no binary32
number the package cannot be asked: refused.
"""

import importlib.metadata
import os
import platform
import struct
import sys

import torch
from compressed_tensors.compressors.mx_utils import compress_mx_scale, decompress_mx_scale
from compressed_tensors.compressors.mxfp4 import MXFP4PackedCompressor
from compressed_tensors.compressors.nvfp4 import NVFP4PackedCompressor
from compressed_tensors.compressors.nvfp4.helpers import pack_fp4_to_uint8, unpack_fp4_from_uint8
from compressed_tensors.quantization import preset_name_to_scheme
from compressed_tensors.quantization.utils.fp4_utils import cast_to_fp4

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kit/python"))
import gcp  # noqa: E402  (the protocol in one file, as every Python skeleton has it)
import layout  # noqa: E402

E2M1, E8M0 = 0x2043, 0x4807

COMPRESSORS = {  # grade: (compressor, preset of the package, elements in a group)
    "GRADE_MXFP4": (MXFP4PackedCompressor, "MXFP4A16", 32),
    "GRADE_NVF4": (NVFP4PackedCompressor, "NVFP4A16", 16),
}


def byte_tensor(data, *shape):
    return torch.tensor(list(data), dtype=torch.uint8).reshape(shape)


def bits_of(values):
    """The binary32 bit patterns of a tensor, for every type that binary32 holds."""
    data = values.to(torch.float32).contiguous().flatten().view(torch.int32).tolist()
    return [bits & 0xFFFFFFFF for bits in data]


def tensor_of(words):
    data = struct.pack("<%dI" % len(words), *words)
    return torch.tensor(struct.unpack("<%df" % len(words), data), dtype=torch.float32)


def format_decode(request, reply):
    word, codes = request.u16(), request.words()
    request.end()
    if word not in (E2M1, E8M0) or any(code > (15 if word == E2M1 else 255) for code in codes):
        raise gcp.Refused
    if not codes:
        values = []
    elif word == E8M0:
        values = bits_of(decompress_mx_scale(byte_tensor(codes, len(codes))))
    else:  # each with a zero beside it, in a row of two
        packed = byte_tensor(codes, len(codes), 1)
        unpacked = unpack_fp4_from_uint8(packed, len(codes), 2, dtype=torch.float32)
        values = bits_of(unpacked[:, 0])
    reply.words(values)


def format_encode(request, reply):
    word, words = request.u16(), request.words()
    request.end()
    if word not in (E2M1, E8M0):
        raise gcp.Refused
    if not words:
        codes = []
    elif word == E8M0:
        codes = compress_mx_scale(tensor_of(words), torch.uint8).tolist()
    else:
        pairs = torch.stack((tensor_of(words), torch.zeros(len(words))), dim=1)
        codes = [byte & 15 for byte in pack_fp4_to_uint8(cast_to_fp4(pairs)).flatten().tolist()]
    reply.words(codes)


def decode(request, reply):
    name, count, planes = request.text(), request.i64(), request.planes()
    request.end()
    if name not in COMPRESSORS:
        raise gcp.Refused
    compressor, preset, elements = COMPRESSORS[name]
    groups = layout.groups_of(count, planes, elements, outer=name == "GRADE_NVF4")
    if groups is None:
        raise gcp.Refused
    state = {"weight_packed": byte_tensor(planes[0], groups, elements // 2),
             "weight_scale": byte_tensor(planes[1], groups, 1)}
    if name == "GRADE_NVF4":
        divisor = layout.divisor_of(planes[2])
        if divisor is None:
            raise gcp.Refused
        state["weight_scale"] = state["weight_scale"].view(torch.float8_e4m3fn)
        state["weight_global_scale"] = torch.tensor([divisor], dtype=torch.float32)
    scheme = preset_name_to_scheme(preset, ["Linear"])
    reply.words(bits_of(compressor.decompress(state, scheme)["weight"]))


def main():
    torch.set_num_threads(1)
    gcp.serve("compressed-tensors", importlib.metadata.version("compressed-tensors"), "Python",
              {8: format_decode, 9: format_encode, 11: decode}, package="compressed-tensors",
              torch=torch.__version__,
              runtime="%s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
