"""GCP 1 adapter over the Python package gfloat 0.5.2.

  8 FORMAT_DECODE  decode_float
  9 FORMAT_ENCODE  encode_float of round_float, ties to even, saturating

of four of its formats: ocp_e2m1, ocp_e4m3, ocp_e8m0 and binary16. The package computes in Python
floats, so a NaN has no bits of its own: it is sent as 0x7fc00000. A ValueError of the package is a
refusal, of FORMAT_ENCODE for its value alone.
"""

import importlib.metadata
import os
import platform
import struct
import sys

import gfloat
from gfloat import formats

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kit/python"))
import gcp  # noqa: E402  (the protocol in one file, as every Python skeleton has it)

FORMATS = {  # format word (spec §1.2.1): the package's format
    0x2043: formats.format_info_ocp_e2m1,
    0x2887: formats.format_info_ocp_e4m3,
    0x4807: formats.format_info_ocp_e8m0,
    0x356F: formats.format_info_binary16,
}
NAN = 0x7FC00000
REFUSED_CODE = 0xFFFFFFFF


def arguments(request):
    word, words = request.u16(), request.words()
    request.end()
    if word not in FORMATS:
        raise gcp.Refused
    return FORMATS[word], words


def bits_of(value):
    return NAN if value != value else struct.unpack("<I", struct.pack("<f", value))[0]


def format_decode(request, reply):
    info, codes = arguments(request)
    try:
        values = [gfloat.decode_float(info, code).fval for code in codes]
    except ValueError as error:
        raise gcp.Refused from error
    reply.words([bits_of(value) for value in values])


def encoded(info, value):
    try:
        rounded = gfloat.round_float(info, value, gfloat.RoundMode.TiesToEven, sat=True)
        return gfloat.encode_float(info, rounded)
    except ValueError:
        return REFUSED_CODE


def format_encode(request, reply):
    info, words = arguments(request)
    values = struct.unpack("<%df" % len(words), struct.pack("<%dI" % len(words), *words))
    reply.words([encoded(info, value) for value in values])


def main():
    gcp.serve("gfloat", importlib.metadata.version("gfloat"), "Python",
              {8: format_decode, 9: format_encode}, package="gfloat",
              runtime="%s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
