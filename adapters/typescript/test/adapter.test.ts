// The adapter over its frames, in process and as a child process. Expected values: the protocol's
// frame and op tables; gids and descriptors from spec §3 and §7.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { PayloadWriter } from "../src/adapter/payload.js";
import { Conversation } from "../src/adapter/conversation.js";
import { bits, fromHex, MXFP4_DESCRIPTOR, planes, toHex, viewOf } from "./support.js";

const BUILD = { version: "0", runtime: "test" };
const MXFP4_TEXT = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
const DESCRIPTOR = fromHex(MXFP4_DESCRIPTOR);

function payload(write: (writer: PayloadWriter) => void): Uint8Array {
  const writer = new PayloadWriter();
  write(writer);
  return writer.take();
}

function frame(op: number, id: number, body: Uint8Array, flags = 0): Uint8Array {
  return payload((w) => {
    w.bytes(Buffer.from("GCP1"));
    w.u8(op);
    w.u8(flags);
    w.u16(0);
    w.u32(id);
    w.u32(body.length);
    w.bytes(body);
  });
}

interface Reply {
  readonly op: number;
  readonly outcome: number;
  readonly id: number;
  readonly payload: Uint8Array;
}

function parseReplies(bytes: Uint8Array): Reply[] {
  const view = Buffer.from(bytes);
  const replies: Reply[] = [];
  for (let at = 0; at < view.length;) {
    assert.equal(view.toString("latin1", at, at + 4), "GCP1");
    assert.equal(view.readUInt16LE(at + 6), 0);
    const end = at + 16 + view.readUInt32LE(at + 12);
    replies.push({
      op: view.readUInt8(at + 4),
      outcome: view.readUInt8(at + 5),
      id: view.readUInt32LE(at + 8),
      payload: Uint8Array.from(view.subarray(at + 16, end)),
    });
    at = end;
  }
  return replies;
}

function converse(...chunks: Uint8Array[]): Reply[] {
  const conversation = new Conversation(BUILD);
  const out: Uint8Array[] = [];
  for (const chunk of chunks) out.push(...conversation.answer(chunk));
  return parseReplies(Buffer.concat(out));
}

function ask(op: number, body: Uint8Array): Reply {
  const [reply, ...more] = converse(frame(op, 7, body));
  assert.equal(more.length, 0);
  assert.ok(reply);
  assert.equal(reply.op, op);
  assert.equal(reply.id, 7);
  return reply;
}

function shape(w: PayloadWriter, ...extents: number[]): void {
  w.u8(extents.length);
  for (const extent of extents) w.i64(extent);
}

function checkBody(
  parts: number,
  dataBytes: number,
  write: (w: PayloadWriter) => void,
): Uint8Array {
  return payload((w) => {
    w.u8(0);
    w.blob(DESCRIPTOR);
    shape(w, 32);
    for (const bytes of [dataBytes, 1, 0, 0]) w.i64(bytes);
    w.u8(parts);
    write(w);
  });
}

/** GRADE_MXFP4, [32], the example of spec §12.8: all values 1. */
const EXAMPLE = planes("11".repeat(16), "80");
const EXAMPLE_PLANES = `10000000${"11".repeat(16)}01000000800000000000000000`;

function viewBody(write: (w: PayloadWriter) => void, descriptor = DESCRIPTOR): Uint8Array {
  return payload((w) => {
    w.bytes(descriptor);
    w.text(MXFP4_TEXT);
    shape(w, 32);
    w.planes(EXAMPLE);
    write(w);
  });
}

/** A readable request of every op but HELLO, and the reply's payload in hex. */
const EXCHANGES: readonly (readonly [op: number, body: Uint8Array, reply: string])[] = [
  [1, checkBody(0, 16, () => undefined), "00ff"],
  [
    2,
    payload((w) => w.text("GRIT1(e=fp4,k0=032,s0=e8m0,esr=floor)")),
    toHex(
      payload((w) => {
        w.text(MXFP4_TEXT);
        w.u64(0x2370ee9ee454a183n);
        w.text("gritdec1(e=e2m1,k0=32,s0=e8m0,ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)");
      }),
    ),
  ],
  [
    3,
    payload((w) => {
      w.text(MXFP4_TEXT);
      w.u16(0);
      w.u32(0);
      for (const word of [0x1000000000000001n, 0x1000000000000001n, 0n]) w.u64(word);
    }),
    MXFP4_DESCRIPTOR,
  ],
  [
    4,
    payload((w) => {
      w.bytes(DESCRIPTOR);
      shape(w, 64, 2);
    }),
    toHex(
      payload((w) => {
        for (const value of [128, 128, 4, 0, 64, 4, 0, 0]) w.i64(value);
      }),
    ),
  ],
  [
    5,
    payload((w) => {
      w.bytes(DESCRIPTOR);
      w.text(MXFP4_TEXT);
      shape(w, 32);
    }),
    "42d145a24c0f96ea7e336d82a2ac740d" +
      toHex(payload((w) => w.text("22T52T4K0FJVN7WCVDGAHARX0D"))),
  ],
  [6, payload((w) => w.text("22t52t4k0fjvn7wcvdgaharx0d")), "42d145a24c0f96ea7e336d82a2ac740d"],
  [
    8,
    payload((w) => {
      w.u16(0x2043);
      w.words(Uint32Array.of(7, 15));
    }),
    "02000000" + "0000c040" + "0000c0c0",
  ],
  [
    9,
    payload((w) => {
      w.u16(0x2043);
      w.words(Uint32Array.of(0x40c00000, 0x7fc00000));
    }),
    "02000000" + "07000000" + "ffffffff",
  ],
  [
    10,
    payload((w) => {
      w.u8(1);
      w.words(bits([3 * 2 ** -149, 1]));
    }),
    "02000000" + "6dffffff" + "00000000",
  ],
  [
    11,
    payload((w) => {
      w.text("GRADE_MXFP4");
      w.i64(0);
      w.planes(planes("", ""));
    }),
    "00000000",
  ],
  [
    12,
    payload((w) => {
      w.text("GRADE_NVF4");
      w.words(new Uint32Array(0));
    }),
    "00000000" + "00000000" + "04000000" + "0000803f" + "00000000",
  ],
  [
    13,
    payload((w) => {
      w.text("GRADE_MXFP4");
      w.text("GRADE_MXFP4_RNE");
      w.u8(0);
    }),
    "01",
  ],
  [
    14,
    payload((w) => {
      w.bytes(DESCRIPTOR);
      w.bytes(DESCRIPTOR);
    }),
    "00000000",
  ],
  // A grade of the caller's own makes no registered array worse (spec §11.1).
  [20, checkBody(0, 15, (w) => w.text("no grade")), "00ff"],
  [21, viewBody(() => undefined), "20000000" + "0000803f".repeat(32)],
  [
    22,
    viewBody((w) => {
      w.u8(0);
      w.i64(32);
      w.i64(32);
    }),
    "01" + "00".repeat(8) + "00".repeat(16),
  ],
  [
    23,
    viewBody((w) => w.bytes(Uint8Array.of(0, 0))),
    MXFP4_DESCRIPTOR + "012000000000000000" + EXAMPLE_PLANES,
  ],
  [
    24,
    viewBody((w) => w.bytes(Uint8Array.of(0, 0))),
    MXFP4_DESCRIPTOR +
      "012000000000000000" +
      `10000000${"66".repeat(16)}010000007d0000000000000000`,
  ],
  [
    25,
    viewBody((w) => {
      w.u8(0);
      w.u64(0x1000000000000005n);
    }),
    // placement_data is at byte 32.
    `${MXFP4_DESCRIPTOR.slice(0, 64)}05${MXFP4_DESCRIPTOR.slice(66)}` +
      `1100000080${"11".repeat(16)}000000000000000000000000`,
  ],
];

test("every op answers", () => {
  for (const [op, body, expected] of EXCHANGES) {
    const reply = ask(op, body);
    assert.equal(reply.outcome, 0, `op ${op}`);
    assert.equal(toHex(reply.payload), expected, `op ${op}`);
  }
  assert.equal(
    ask(
      7,
      payload((w) => w.planes(planes("", ""))),
    ).payload.length,
    16,
  );
});

test("HELLO declares what is answered", () => {
  const hello: unknown = JSON.parse(Buffer.from(ask(0, Buffer.from("{}")).payload).toString());
  assert.deepEqual(hello, {
    name: "typescript",
    version: "0",
    language: "TypeScript",
    ops: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 25],
    runtime: "test",
  });
});

test("an unknown op is unsupported", () => {
  for (const op of [15, 19, 26, 32, 255]) assert.equal(ask(op, new Uint8Array(0)).outcome, 2);
});

test("a payload cut short or too long is an internal error with a text", () => {
  for (const [op, body] of EXCHANGES) {
    for (const length of new Set([0, 1, body.length >> 1, body.length - 1])) {
      const reply = ask(op, body.subarray(0, length));
      assert.equal(reply.outcome, 3, `op ${op}, ${length} bytes`);
      assert.ok(reply.payload.length > 0);
    }
    assert.equal(
      ask(op, Buffer.concat([body, Uint8Array.of(0)])).outcome,
      3,
      `op ${op} and a byte`,
    );
  }
});

test("counts beyond the payload are unreadable", () => {
  const body = payload((w) => {
    w.u16(0x2043);
    w.u32(0xffffffff);
  });
  assert.equal(ask(8, body).outcome, 3);
  assert.equal(ask(7, fromHex("ffffffff".repeat(4))).outcome, 3);
});

test("planes of another length than their plane bytes are the caller's mistake", () => {
  const mxfp4 = planes("00".repeat(16), "7f");
  assert.equal(
    ask(
      1,
      checkBody(1, 16, (w) => w.planes(mxfp4)),
    ).outcome,
    0,
  );
  assert.equal(
    ask(
      1,
      checkBody(1, 17, (w) => w.planes(mxfp4)),
    ).outcome,
    3,
  );
  assert.equal(
    ask(
      1,
      checkBody(1, -16, (w) => w.planes(mxfp4)),
    ).outcome,
    3,
  );
});

test("an unknown part of CHECK is unreadable", () => {
  for (const parts of [4, 0x80]) {
    assert.equal(
      ask(
        1,
        checkBody(parts, 16, () => undefined),
      ).outcome,
      3,
    );
  }
});

test("refusals are empty", () => {
  const refusals: readonly (readonly [number, Uint8Array])[] = [
    [2, payload((w) => w.text("grit1(\u212a)"))],
    [2, payload((w) => w.text("\ufeff" + MXFP4_TEXT))],
    [
      4,
      payload((w) => {
        w.bytes(DESCRIPTOR);
        shape(w, 31);
      }),
    ],
    [6, payload((w) => w.text("0".repeat(25)))],
    [
      8,
      payload((w) => {
        w.u16(0);
        w.words(new Uint32Array(0));
      }),
    ],
    [
      9,
      payload((w) => {
        w.u16(0x2042);
        w.words(new Uint32Array(0));
      }),
    ],
    [
      10,
      payload((w) => {
        w.u8(0);
        w.words(Uint32Array.of(0));
      }),
    ],
    [
      10,
      payload((w) => {
        w.u8(0);
        w.words(Uint32Array.of(0x3f800000, 0x80000001));
      }),
    ],
    [
      10,
      payload((w) => {
        w.u8(0);
        w.words(Uint32Array.of(0x7f800000));
      }),
    ],
    [
      11,
      payload((w) => {
        w.text("\ufeffGRADE_MXFP4");
        w.i64(0);
        w.planes(planes("", ""));
      }),
    ],
    [
      12,
      payload((w) => {
        w.text("GRADE_MXFP4");
        w.words(new Uint32Array(31));
      }),
    ],
    [
      13,
      payload((w) => {
        w.text("GRADE_MXFP4");
        w.text("GRADE_MXFP4");
        w.u8(2);
      }),
    ],
  ];
  for (const [op, body] of refusals) {
    const reply = ask(op, body);
    assert.equal(reply.outcome, 1, `op ${op}`);
    assert.equal(reply.payload.length, 0);
  }
});

test("refusals of 21 to 25 are the reason's name, and nothing else", () => {
  const unknown = DESCRIPTOR.slice();
  unknown[56] = 0;
  const rows: readonly (readonly [number, Uint8Array, string])[] = [
    [21, viewBody(() => undefined, unknown), "GradeUnknown"],
    [
      22,
      viewBody((w) => {
        w.u8(1);
        w.i64(0);
        w.i64(0);
      }),
      "SliceRange",
    ],
    [
      22,
      viewBody((w) => {
        w.u8(0);
        w.i64(2n ** 63n - 1n);
        w.u64(2n ** 63n);
      }),
      "SliceRange",
    ],
    [23, viewBody((w) => w.bytes(Uint8Array.of(255, 0))), "BadPermutation"],
    [23, viewBody((w) => w.bytes(Uint8Array.of(0, 255))), "GroupAxisMoved"],
    [24, viewBody((w) => w.bytes(Uint8Array.of(0, 255))), "SizeMismatch"],
    [
      25,
      viewBody((w) => {
        w.u8(2);
        w.u64(0xffffffffffffffffn);
      }),
      "RelayoutUnsupported",
    ],
  ];
  for (const [op, body, name] of rows) {
    const reply = ask(op, body);
    assert.equal(reply.outcome, 1);
    assert.equal(Buffer.from(reply.payload).toString("latin1"), name);
  }
});

test("a grade string that is no UTF-8 is GradeUnknown, not unreadable", () => {
  const body = payload((w) => {
    w.bytes(DESCRIPTOR);
    w.blob(Uint8Array.of(0xff, 0xfe));
    shape(w, 32);
    w.planes(EXAMPLE);
  });
  assert.equal(Buffer.from(ask(21, body).payload).toString("latin1"), "GradeUnknown");
});

test("RELAYOUT with a role above 2 is unreadable", () => {
  for (const role of [3, 255]) {
    const body = viewBody((w) => {
      w.u8(role);
      w.u64(0n);
    });
    assert.equal(ask(25, body).outcome, 3);
  }
});

test("CHECK_GRADE: the grade decides, and planes must be as long as they say", () => {
  const own = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2ceilmaxabs)";
  const { descriptor } = viewOf(own, [32], EXAMPLE);
  const body = (parts: number, grade: string): Uint8Array =>
    payload((w) => {
      w.u8(2);
      w.blob(descriptor.bytes);
      shape(w, 32);
      for (const bytes of [16, 1, 0, 0]) w.i64(bytes);
      w.u8(parts);
      if (parts === 1) w.planes(planes("11".repeat(15), "80"));
      w.text(grade);
    });
  assert.equal(toHex(ask(20, body(0, own)).payload), "00ff");
  assert.equal(toHex(ask(20, body(0, MXFP4_TEXT)).payload), "02ff");
  assert.equal(toHex(ask(20, body(0, own.toUpperCase())).payload), "02ff");
  assert.equal(ask(20, body(1, own)).outcome, 3);
});

test("an answer above 64 MiB is an internal error before it is made", () => {
  // One line of 2^21 groups of 2: its swizzle has 128 · 2^21 bytes.
  const grade = "grit1(e=u2,k0=2,s0=u8,esr=ratiomaxabs)";
  const stored = [new Uint8Array(2 ** 20), new Uint8Array(2 ** 21)] as const;
  const none = new Uint8Array(0);
  const { descriptor } = viewOf(grade, [1, 2 ** 22], planes("", ""), { axis: 1 });
  const body = payload((w) => {
    w.bytes(descriptor.bytes);
    w.text(grade);
    shape(w, 1, 2 ** 22);
    w.planes([...stored, none, none]);
    w.u8(1);
    w.u64(0x1000000000000003n);
  });
  assert.equal(ask(25, body).outcome, 3);
  // 2^24 values have four bytes each, and their count four more.
  const values = viewOf("grit1(e=u2,k0=32,s0=u8,esr=ratiomaxabs)", [2 ** 24], planes("", ""));
  const decode = payload((w) => {
    w.bytes(values.descriptor.bytes);
    w.text(values.grade);
    shape(w, 2 ** 24);
    w.planes([new Uint8Array(2 ** 22), new Uint8Array(2 ** 19), none, none]);
  });
  assert.equal(ask(21, decode).outcome, 3);
});

test("an unknown exponent rule is unreadable", () => {
  assert.equal(
    ask(
      10,
      payload((w) => {
        w.u8(3);
        w.words(bits([1]));
      }),
    ).outcome,
    3,
  );
});

test("SIZES is refused where a count leaves i64", () => {
  // One binary32 scale for each element: 2^62 elements need 2^64 bytes.
  const wide = DESCRIPTOR.slice();
  wide.set([0x1f, 0x37, 1, 0], 10);
  wide.set([1, 0], 18);
  const body = payload((w) => {
    w.bytes(wide);
    w.u8(1);
    w.i64(2n ** 62n);
  });
  assert.equal(ask(4, body).outcome, 1);
});

test("the stream may be cut anywhere", () => {
  const stream = Buffer.concat(EXCHANGES.map(([op, body], id) => frame(op, id, body)));
  const expected = converse(stream);
  assert.equal(expected.length, EXCHANGES.length);
  for (const size of [1, 2, 3, 15, 16, 17, 63, 1000]) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
    assert.deepEqual(converse(...chunks), expected, `chunks of ${size}`);
  }
});

test("replies grow past the writer's first buffer, wherever its end falls", () => {
  // The first buffer has 64 KiB; each kind of piece is written across its end.
  const writes: readonly ((w: PayloadWriter) => void)[] = [
    (w) => w.u8(0x11),
    (w) => w.u16(0x1111),
    (w) => w.u32(0x11111111),
    (w) => w.u64(0x1111111111111111n),
    (w) => w.i64(0x1111111111111111n),
    (w) => w.bytes(fromHex("1111")),
  ];
  for (const write of writes) {
    const length = payload(write).length;
    const written = payload((w) => {
      w.bytes(new Uint8Array(2 ** 16 - length + 1));
      write(w);
    });
    assert.equal(toHex(written.subarray(-length)), "11".repeat(length));
    assert.equal(written.length, 2 ** 16 + 1);
  }
});

test("a flush brings out what has gathered", () => {
  const conversation = new Conversation(BUILD);
  const body = payload((w) => w.text("x"));
  const stream = Buffer.concat([frame(2, 0, body), frame(2, 1, body, 1), frame(2, 2, body)]);
  const [first, second, ...more] = [...conversation.answer(stream)].map(parseReplies);
  assert.deepEqual(
    first?.map(({ id }) => id),
    [0, 1],
  );
  assert.deepEqual(
    second?.map(({ id }) => id),
    [2],
  );
  assert.equal(more.length, 0);
});

function run(input: Uint8Array): { status: number | null; stdout: Uint8Array; stderr: string } {
  const main = fileURLToPath(new URL("../src/main.js", import.meta.url));
  const child = spawnSync(process.execPath, [main], { input, maxBuffer: 1 << 28 });
  return { status: child.status, stdout: child.stdout, stderr: child.stderr.toString() };
}

test("the process answers, then ends with its input", () => {
  const many = Array.from({ length: 20_000 }, (_, id) =>
    frame(1, id, EXCHANGES[0]?.[1] ?? new Uint8Array(0)),
  );
  const { status, stdout, stderr } = run(Buffer.concat(many));
  assert.equal(status, 0);
  assert.equal(stderr, "");
  const replies = parseReplies(stdout);
  assert.deepEqual(
    replies.map(({ id }) => id),
    many.map((_, id) => id),
  );
  assert.ok(replies.every(({ outcome, payload: body }) => outcome === 0 && toHex(body) === "00ff"));
});

test("the process ends with 0 on no input", () => {
  assert.deepEqual(run(new Uint8Array(0)), { status: 0, stdout: Buffer.alloc(0), stderr: "" });
});

test("a broken stream ends the process with 2 and a message, after the answers", () => {
  const hello = frame(0, 1, new Uint8Array(0));
  const oversized = frame(0, 2, new Uint8Array(0));
  oversized.set([1, 0, 0, 4], 12);
  // The reserved field, either byte of it (docs/PROTOCOL.md, rules for an adapter, 6).
  const reserved = [6, 7].map((at) => {
    const header = frame(0, 2, new Uint8Array(0));
    header[at] = 1;
    return header;
  });
  const magic = Buffer.from(hello);
  magic[3] = 0x32;
  for (const broken of [magic, oversized, ...reserved, hello.subarray(0, 15)]) {
    const { status, stdout, stderr } = run(Buffer.concat([hello, hello, broken]));
    assert.equal(status, 2);
    assert.equal(parseReplies(stdout).length, 2);
    assert.match(stderr, /^grit-ts-adapter: /);
  }
});
