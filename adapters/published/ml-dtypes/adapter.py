"""GCP 1 adapter over the Python package ml-dtypes 0.6.0, and over numpy for binary16.

  8 FORMAT_DECODE  astype(float32) of an array of the type
  9 FORMAT_ENCODE  astype of the type, of an array of float32

of four types: float4_e2m1fn, float8_e4m3fn, float8_e8m0fnu and numpy's float16. The bits that a cast
gives are passed on as they are, those of a NaN too. A code that is wider than the type's element
cannot be put into an array: refused, the package cannot be asked.
"""

import os
import platform
import sys

import ml_dtypes
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kit/python"))
import gcp  # noqa: E402  (the protocol in one file, as every Python skeleton has it)

TYPES = {  # format word (spec §1.2.1): the type
    0x2043: ml_dtypes.float4_e2m1fn,
    0x2887: ml_dtypes.float8_e4m3fn,
    0x4807: ml_dtypes.float8_e8m0fnu,
    0x356F: np.float16,
}


def arguments(request):
    """The type, the unsigned integer of its size, and the words of a request."""
    word, words = request.u16(), np.array(request.words(), dtype=np.uint32)
    request.end()
    if word not in TYPES:
        raise gcp.Refused
    dtype = np.dtype(TYPES[word])
    return dtype, np.dtype("u%d" % dtype.itemsize), words


def format_decode(request, reply):
    dtype, stored, codes = arguments(request)
    if codes.size and codes.max() > np.iinfo(stored).max:
        raise gcp.Refused
    reply.words(codes.astype(stored).view(dtype).astype(np.float32).view(np.uint32).tolist())


def format_encode(request, reply):
    dtype, stored, values = arguments(request)
    reply.words(values.view(np.float32).astype(dtype).view(stored).tolist())


def main():
    np.seterr(all="ignore")  # an overflow is an answer here, not news
    gcp.serve("ml-dtypes", ml_dtypes.__version__, "Python", {8: format_decode, 9: format_encode},
              package="ml-dtypes", numpy=np.__version__,
              runtime="%s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
