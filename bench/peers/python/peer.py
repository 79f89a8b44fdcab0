"""Peers in Python, measured from within: `peer.py gguf-py`, `peer.py ml_dtypes` or
`peer.py python`, the published package.

Reads a line, answers a line:

  version                       the package and its version
  prepare OP GRADE ELEMENTS     `ready`, or `none` where the peer has no such operation
  pass                          nanoseconds of one pass over what was made ready
"""

import importlib.metadata
import random
import sys
import time

# The peer's name of the format that is the grade's, or nearest to it.
GGUF_TYPES = {"MXFP4": "MXFP4", "NVF4": "NVFP4", "Q4KS": "Q4_K", "I8S24": "Q8_0"}
# Casts of elements alone: these packages scale nothing.
ML_DTYPES = {"MXFP4": "float4_e2m1fn", "NVF4": "float4_e2m1fn"}


def prepare_gguf(op, grade, elements):
    import gguf
    import numpy as np
    from gguf.quants import dequantize

    name = GGUF_TYPES.get(grade)
    kind = getattr(gguf.GGMLQuantizationType, name or "", None)
    if op != "decode-out" or kind is None:
        return None
    block, size = gguf.GGML_QUANT_SIZES[kind]
    data = np.random.default_rng(1).integers(0, 120, elements // block * size, dtype=np.uint8)
    return lambda: dequantize(data, kind)


def prepare_ml_dtypes(op, grade, elements):
    import ml_dtypes
    import numpy as np

    name = ML_DTYPES.get(grade)
    if op != "decode-out" or name is None:
        return None
    codes = np.random.default_rng(1).integers(0, 16, elements, dtype=np.uint8)
    values = codes.view(getattr(ml_dtypes, name))
    return lambda: values.astype(np.float32)


def prepare_python(op, grade, elements):
    import grit

    if op == "cost-digest":
        planes = [random.Random(1).randbytes(elements), b"", b"", b""]
        return lambda: grit.digest_of(planes)
    if op != "cost-check-l1":
        return None
    # The canonical descriptor of MXFP4 with axis 1, and its planes for 4096 x 4096.
    desc = bytes.fromhex(
        "47525431400101004320074800000000" "01002000000000000000000000000000"
        "00000000000000000000000000000000" "000000000000000083a154e49eee7023"
    )
    shape, plane_bytes = (4096, 4096), (8388608, 524288, 0, 0)
    assert int(grit.grit_check_status(desc, shape=shape, plane_bytes=plane_bytes, level=1).status) == 0
    return lambda: grit.grit_check_status(desc, shape=shape, plane_bytes=plane_bytes, level=1)


PEERS = {"gguf-py": ("gguf", prepare_gguf), "ml_dtypes": ("ml_dtypes", prepare_ml_dtypes),
         "python": ("grit-datatype", prepare_python)}


def answer(words, package, prepare, state):
    match words:
        case ["version"]:
            return f"{package} {importlib.metadata.version(package)}"
        case ["prepare", op, grade, elements]:
            state["pass"] = prepare(op, grade, int(elements))
            if state["pass"] is None:
                return "none"
            state["pass"]()
            return "ready"
        case ["pass"]:
            begin = time.perf_counter_ns()
            state["pass"]()
            return str(time.perf_counter_ns() - begin)
    return "what?"


def main():
    package, prepare = PEERS[sys.argv[1]]
    state = {}
    for line in sys.stdin:
        print(answer(line.split(), package, prepare, state), flush=True)


if __name__ == "__main__":
    main()
