#!/usr/bin/env python3
"""my-adapter: answers the adapter protocol with your implementation.

DIGEST is written out as an example. For every other operation that your implementation has: write a
function like `digest` that reads the pieces of the request, calls your implementation and writes the
pieces of the reply, and take its line in OPERATIONS in. HELLO declares exactly what stands there. An
adapter translates; it adds nothing of its own.
"""

import platform

import gcp

FNV_BASIS = 0x6C62272E07BB014262B821756295C58D
FNV_PRIME = 0x0000000001000000000000000000013B


def digest(request, reply):
    """spec §7.1, §7.4: FNV-1a-128 over the four planes, each behind its length as a u64."""
    planes = request.planes()
    request.end()
    state = FNV_BASIS
    for plane in planes:
        for byte in len(plane).to_bytes(8, "little") + plane:
            state = (state ^ byte) * FNV_PRIME % (1 << 128)
    reply.bytes(state.to_bytes(16, "big"))


OPERATIONS = {
    # 1 CHECK: u8 level, blob descriptor, shape, i64 x 4 plane bytes, u8 (bit 0 planes, bit 1
    #   digest), [planes], [16 bytes] -> u8 status, u8 plane (255: none)
    # 2 GRADE: text -> text canonical, u64 id, text projection
    # 3 DESCRIPTOR: text, i16 axis, u32 note, u64 x 3 placements -> 64 bytes
    # 4 SIZES: 64 bytes, shape -> i64 x 8
    # 5 GID: 64 bytes, text canonical, shape -> 16 bytes, text printed form
    # 6 GID_PARSE: text -> 16 bytes
    7: digest,  # DIGEST: planes -> 16 bytes
    # 8 FORMAT_DECODE: u16 word, words (codes) -> words (binary32 bits)
    # 9 FORMAT_ENCODE: u16 word, words (binary32 bits) -> words (codes; 0xFFFFFFFF where refused)
    # 10 EXPONENT: u8 rule, words (binary32 bits) -> words (i32)
    # 11 DECODE: text grade, i64 count, planes -> words (binary32 bits)
    # 12 ENCODE: text grade, words (binary32 bits) -> planes
    # 13 EQUIVALENT: text, text, u8 scope -> u8
    # 14 EXPLAIN: 64 bytes, 64 bytes -> u32 count, texts
}

if __name__ == "__main__":
    gcp.serve("my-adapter", "0.1.0", "Python", OPERATIONS,
              runtime=f"{platform.python_implementation()} {platform.python_version()}")
