"""Operations that return what they read, for the tests of gcp.py: 100 echoes one of every piece, 101
refuses with a reason, 102 fails after it has written, 103 answers more than a frame can hold."""

import gcp


def echo(request, reply):
    numbers = [request.u8(), request.u16(), request.u32(), request.u64(), request.i16(),
               request.i64()]
    blob, text, shape = request.blob(), request.text(), request.shape()
    planes, words = request.planes(), request.words()
    request.end()
    for write, number in zip((reply.u8, reply.u16, reply.u32, reply.u64, reply.i16, reply.i64),
                             numbers):
        write(number)
    reply.blob(blob)
    reply.text(text)
    reply.shape(shape)
    reply.planes(planes)
    reply.words(words)


def refuse(request, reply):
    reply.u64(7)
    raise gcp.Refused("SliceRange")


def fail(request, reply):
    print("among the frames?")
    reply.text("half an answer")
    raise IndexError("it broke")


def flood(request, reply):
    reply.bytes(bytes(gcp.MAX_PAYLOAD + 1))


gcp.serve("echo", "1", "Python", {100: echo, 101: refuse, 102: fail, 103: flood})
