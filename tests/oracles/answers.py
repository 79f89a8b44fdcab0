"""What three subjects answer to a request of view_requests: (outcome, reply payload), as over GCP.

`exact` is the rational oracle of this folder, `by_gritlab` our Python library, called as a library,
and `by_adapter` any adapter, asked through the protocol.
"""

import json
import struct
import subprocess

import gcp
import gritlab
from gritlab.binary32 import words_from_values
from gritlab.errors import ViewRefused
import operations_oracle as operations
import view_oracle
from view_requests import CHECK_GRADE, DECODE_VIEW, RELAYOUT, SLICE, TRANSPOSE


def exact(request):
    view, operands = request.view, request.operands
    try:
        if request.op == CHECK_GRADE:
            level, given, digest, plane_bytes = operands
            return gcp.ANSWERED, bytes(operations.check(
                view.desc, view.shape, plane_bytes, level, view.planes if given & 1 else None,
                digest if given & 2 else None, [view.text]))
        if request.op == DECODE_VIEW:
            return gcp.ANSWERED, gcp.words(view_oracle.decode_view(view))
        if request.op == SLICE:
            shape, planes = operations.slice_view(view, *operands)
            return gcp.ANSWERED, gcp.shape(shape) + gcp.planes(planes)
        if request.op == TRANSPOSE:
            desc, shape, planes = operations.transpose_view(view, *operands)
            return gcp.ANSWERED, desc + gcp.shape(shape) + gcp.planes(planes)
        assert request.op == RELAYOUT
        desc, planes = operations.relayout_view(view, *operands)
        return gcp.ANSWERED, desc + gcp.planes(planes)
    except view_oracle.Refused as refusal:
        return gcp.REFUSED, refusal.name.encode("ascii")


def by_gritlab(request):
    operands = request.operands
    planes = gritlab.Planes(*request.view.planes)
    if request.op == CHECK_GRADE:
        level, given, digest, plane_bytes = operands
        verdict = gritlab.check(request.view.desc, request.view.shape, plane_bytes, level,
                                planes if given & 1 else None, digest if given & 2 else None,
                                [request.view.text])
        plane = 255 if verdict.plane is None else verdict.plane
        return gcp.ANSWERED, bytes((verdict.status, plane))
    view = gritlab.View(gritlab.Descriptor.from_bytes(request.view.desc), request.view.text,
                        tuple(request.view.shape), planes)
    try:
        if request.op == DECODE_VIEW:
            return gcp.ANSWERED, gcp.words(words_from_values(gritlab.decode_view(view)))
        if request.op == SLICE:
            sliced = gritlab.slice_view(view, *operands)
            return gcp.ANSWERED, gcp.shape(sliced.shape) + gcp.planes(sliced.planes)
        if request.op == TRANSPOSE:
            turned = gritlab.transpose(view, *operands)
            return gcp.ANSWERED, (turned.descriptor.to_bytes() + gcp.shape(turned.shape)
                                  + gcp.planes(turned.planes))
        assert request.op == RELAYOUT
        role, word = operands
        laid = gritlab.relayout(view, gritlab.Role(role), word)
        return gcp.ANSWERED, laid.descriptor.to_bytes() + gcp.planes(laid.planes)
    except ViewRefused as refusal:
        return gcp.REFUSED, refusal.reason.value.encode("ascii")


def by_adapter(argv, requests):
    """The replies of one adapter process, all requests piped to it at once."""
    hello = json.dumps({"protocol": 1, "spec": 1}).encode("utf-8")
    asked = [(0, hello)] + [(request.op, request.payload()) for request in requests]
    last = len(asked) - 1
    frames = b"".join(
        gcp.HEADER.pack(b"GCP1", op, gcp.FLUSH if i == last else 0, 0, i, len(payload)) + payload
        for i, (op, payload) in enumerate(asked))
    done = subprocess.run(argv, input=frames, stdout=subprocess.PIPE, check=True, timeout=300)
    replies, at = [], 0
    for i, (op, _) in enumerate(asked):
        header = gcp.HEADER.unpack_from(done.stdout, at)
        magic, echoed, outcome, _, number, size = header
        if (magic, echoed, number) != (b"GCP1", op, i):
            raise RuntimeError("%r: reply %d is %r" % (argv, i, header))
        replies.append((outcome, done.stdout[at + gcp.HEADER.size:at + gcp.HEADER.size + size]))
        at += gcp.HEADER.size + size
    if at != len(done.stdout):
        raise RuntimeError("%r: %d bytes behind the last reply" % (argv, len(done.stdout) - at))
    return replies[1:]


def values(reply):
    """The binary32 bits of a reply to decode_view."""
    return struct.unpack_from("<%dI" % struct.unpack_from("<I", reply)[0], reply, 4)
