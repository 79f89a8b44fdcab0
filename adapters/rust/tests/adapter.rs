//! The adapter as a process: frames in, frames out.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // These are tests.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn ask(input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grit-lab-adapter"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// A request with id 7.
fn frame(operation: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = b"GCP1".to_vec();
    frame.extend([operation, 1, 0, 0, 7, 0, 0, 0]);
    frame.extend((payload.len() as u32).to_le_bytes());
    frame.extend(payload);
    frame
}

/// Outcome and payload of the only reply.
fn reply(operation: u8, payload: &[u8]) -> (u8, Vec<u8>) {
    let output = ask(&frame(operation, payload));
    assert!(output.status.success());
    let stdout = output.stdout;
    assert_eq!(stdout[..5], [b'G', b'C', b'P', b'1', operation]);
    assert_eq!(stdout[6..12], [0, 0, 7, 0, 0, 0]);
    assert_eq!(stdout[12..16], ((stdout.len() - 16) as u32).to_le_bytes());
    (stdout[5], stdout[16..].to_vec())
}

fn blob(content: &[u8]) -> Vec<u8> {
    [&(content.len() as u32).to_le_bytes()[..], content].concat()
}

const MXFP4: &str = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";

fn descriptor() -> Vec<u8> {
    bytes(
        "47525431400101004320074800000000 00002000000000000000000000000000
         01000000000000100100000000000010 000000000000000083a154e49eee7023",
    )
}

/// A view of MXFP4, shape [32], with operands behind it.
fn view(operands: &[u8]) -> Vec<u8> {
    let shape = bytes("01 2000000000000000");
    let planes = [blob(&[0x11; 16]), blob(&[0x80]), blob(&[]), blob(&[])].concat();
    [descriptor(), blob(MXFP4.as_bytes()), shape, planes, operands.to_vec()].concat()
}

#[test]
fn protocol_md_an_exchange_byte_by_byte() {
    let request = bytes(
        "47 43 50 31 01 01 00 00 02 00 00 00 6f 00 00 00
         01 40 00 00 00 47 52 54 31 40 01 01 00 43 20 07
         48 00 00 00 00 00 00 20 00 00 00 00 00 00 00 00
         00 00 00 00 00 01 00 00 00 00 00 00 10 01 00 00
         00 00 00 00 10 00 00 00 00 00 00 00 00 83 a1 54
         e4 9e ee 70 23 01 20 00 00 00 00 00 00 00 10 00
         00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00
         00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
    );
    let output = ask(&request);
    assert_eq!(output.stdout, bytes("4743503101000000 0200000002000000 00ff"));
    let mut short = request;
    short[0x5e] = 0x0f;
    assert_eq!(ask(&short).stdout[16..], [1, 0], "SizeMismatch, data");
}

#[test]
fn hello_names_both_tiers() {
    let (outcome, payload) = reply(0, b"{\"protocol\":1,\"spec\":1}");
    let text = String::from_utf8(payload).unwrap();
    assert_eq!(outcome, 0);
    let ops = "\"ops\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,20,21,22,23,24,25]}";
    assert!(text.starts_with("{\"name\":\"grit-lab\",") && text.ends_with(ops), "{text}");
}

#[test]
fn outcomes() {
    assert_eq!(reply(15, b"whatever").0, 2, "unknown");
    assert_eq!(reply(255, b"").0, 2, "unknown");
    assert_eq!(reply(2, &blob(b"grit2()")), (1, vec![]), "refused");
    assert_eq!(reply(2, b"\x05\x00\x00\x00grit").0, 3, "ends early");
    assert_eq!(reply(2, &[blob(MXFP4.as_bytes()), vec![0]].concat()).0, 3, "goes on too long");
    assert_eq!(reply(10, &[3, 0, 0, 0, 0]).0, 3, "a rule above 2");
    assert_eq!(reply(13, &[blob(b"GRADE_MXFP4"), blob(b"GRADE_MXFP4"), vec![2]].concat()).0, 1);
    assert_eq!(reply(9, &bytes("4320 01000000 0000c07f")), (0, bytes("01000000 ffffffff")));
    assert_eq!(reply(9, &bytes("4220 00000000")), (1, vec![]), "not registered");
}

#[test]
fn a_check_whose_planes_are_not_its_lengths() {
    let lengths = bytes("0f00000000000000 0100000000000000 0000000000000000 0000000000000000");
    let planes = [blob(&[0; 16]), blob(&[0]), blob(&[]), blob(&[])].concat();
    let shape = bytes("01 2000000000000000");
    let payload = [vec![0], blob(&descriptor()), shape, lengths, vec![1], planes].concat();
    assert_eq!(reply(1, &payload).0, 3, "at level 0 too");
    assert_eq!(reply(20, &[payload, blob(b"")].concat()).0, 3);
}

#[test]
fn the_general_tier() {
    let (outcome, values) = reply(21, &view(b""));
    assert_eq!(outcome, 0);
    assert_eq!(values[..8], bytes("20000000 0000803f"));
    let empty = [&[0u8; 8][..], &[0; 8]].concat();
    let cut = reply(22, &view(&[&[0][..], &empty].concat()));
    assert_eq!(cut, (0, [bytes("01 0000000000000000"), vec![0; 16]].concat()));
    let (outcome, turned) = reply(23, &view(&[0, 0]));
    assert_eq!((outcome, turned), (0, [descriptor(), view(b"")[64 + 51..].to_vec()].concat()));
    let (outcome, anew) = reply(24, &view(&[0, 0]));
    assert_eq!((outcome, &anew[64 + 9 + 4..][..16]), (0, &[0x66; 16][..]));
    let block = reply(25, &view(&[&[0][..], &bytes("0500000000000010")].concat()));
    assert_eq!(block.1[64..69], bytes("11000000 80"));
    assert_eq!(reply(25, &view(&[&[3][..], &bytes("0500000000000010")].concat())).0, 3);
}

#[test]
fn refusals_of_the_general_tier_have_names() {
    assert_eq!(reply(23, &view(&[1, 0])), (1, b"BadPermutation".to_vec()));
    assert_eq!(reply(24, &view(&[0, 9])), (1, b"SizeMismatch".to_vec()));
    let range = [&[9][..], &[0; 16]].concat();
    assert_eq!(reply(22, &view(&range)), (1, b"SliceRange".to_vec()));
    let mut unknown = view(b"");
    unknown[64 + 4] = b'G';
    assert_eq!(reply(21, &unknown), (1, b"GradeUnknown".to_vec()));
}

#[test]
fn input_that_is_no_request() {
    for input in [&b"GCP1\0\0"[..], b"not a request at all", &frame(7, b"x")[..16]] {
        let output = ask(input);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("grit-lab-adapter: the input"));
    }
}

#[test]
fn flush_writes_while_the_input_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grit-lab-adapter"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(&frame(7, &[0; 16])).unwrap();
    input.flush().unwrap();
    let mut reply = [0; 32];
    child.stdout.as_mut().unwrap().read_exact(&mut reply).unwrap();
    assert_eq!(reply[16..], bytes("28ee198ca550ba36979ea053be3dc70d"), "spec §7.4");
    drop(input);
    assert!(child.wait().unwrap().success());
}
