//! Which public function of the crate answers which op. Nothing is added to what it answers:
//!
//! |  op | name          | function |
//! |-----|---------------|----------|
//! |   1 | CHECK         | `check::grit_check`: status and plane of its `GritDetail` |
//! |   2 | GRADE         | `grade::grade_parse`, then `canonical`, `grade_id`, `decode_projection` |
//! |   3 | DESCRIPTOR    | `grade::grade_parse`, `desc::desc_frame_for_grade`; axis, note, placements and the grade's own `grade_id` go into its public fields, as the function leaves them to its caller |
//! |   4 | SIZES         | `check::expected_plane_bytes` |
//! |   5 | GID           | `GritDesc::gid`, `Gid::to_base32` |
//! |   6 | GID_PARSE     | `Gid::parse_base32` |
//! |   7 | DIGEST        | `desc::digest_of` |
//! |   8 | FORMAT_DECODE | `fmt::fmt_decode`, bits as they come |
//! |   9 | FORMAT_ENCODE | `fmt::fmt_encode_rne` with `sat_finite` |
//! |  10 | EXPONENT      | `codec::shared_exp2_exponent` |
//! |  11 | DECODE        | `codec::decode`, bits as they come |
//! |  12 | ENCODE        | `codec::encode` |
//! |  13 | EQUIVALENT    | `grade::equivalent` |
//! |  14 | EXPLAIN       | `desc::grit_explain`: the first column of its table is the list of names |
//!
//! The general tier (ops 20 to 25) is not offered: the crate has no function that decodes, slices,
//! transposes or requantises an arbitrary grade, and its relayout moves no byte.
//!
//! Values that the crate's types cannot express are refused: a negative count of elements (`usize`)
//! and a scope other than `decode` and `full` (`enum Scope`).

use grit::check::{expected_plane_bytes, grit_check};
use grit::codec::{decode, encode, shared_exp2_exponent};
use grit::desc::{desc_frame_for_grade, digest_of, grit_explain, GritDesc};
use grit::fmt::{fmt_decode, fmt_encode_rne};
use grit::gid::Gid;
use grit::grade::{equivalent, grade_parse, Scope};
use grit::GRIT_SPEC_VERSION;

use crate::payload::{put_blob, put_words, Payload, Unreadable};

/// The version that Cargo.toml pins; the crate has no constant for it.
const PACKAGE_VERSION: &str = "1.1.0";

const NO_PLANE: u8 = 255;
const REFUSED_CODE: u32 = 0xFFFF_FFFF;
const EXPONENT_RULES: [&str; 3] = ["exp2floormaxabs", "exp2ceilmaxabs", "exp2rnemaxabs"];

/// What the crate makes of one request.
pub enum Answer {
    Bytes(Vec<u8>),
    Refused,
    Unsupported,
    Unreadable(Unreadable),
}

impl From<Option<Vec<u8>>> for Answer {
    fn from(reply: Option<Vec<u8>>) -> Self {
        reply.map_or(Answer::Refused, Answer::Bytes)
    }
}

/// `None` is the crate's refusal.
type Reply = Result<Option<Vec<u8>>, Unreadable>;

/// Answers one request; panics where the crate panics.
pub fn answer(op: u8, payload: &[u8]) -> Answer {
    let mut request = Payload::new(payload);
    let reply = match op {
        0 => hello(&mut request),
        1 => check(&mut request),
        2 => grade(&mut request),
        3 => descriptor(&mut request),
        4 => sizes(&mut request),
        5 => gid(&mut request),
        6 => gid_parse(&mut request),
        7 => digest(&mut request),
        8 => format_decode(&mut request),
        9 => format_encode(&mut request),
        10 => exponent(&mut request),
        11 => decode_planes(&mut request),
        12 => encode_values(&mut request),
        13 => equivalent_names(&mut request),
        14 => explain(&mut request),
        _ => return Answer::Unsupported,
    };
    reply.map_or_else(Answer::Unreadable, Answer::from)
}

fn hello(request: &mut Payload) -> Reply {
    std::str::from_utf8(request.rest()).map_err(|_| "HELLO is not UTF-8")?;
    let reply = format!(
        concat!(
            r#"{{"name":"published-rust","version":"{}","language":"Rust","protocol":1,"#,
            r#""spec":{},"ops":[1,2,3,4,5,6,7,8,9,10,11,12,13,14],"package":"grit-datatype"}}"#
        ),
        PACKAGE_VERSION, GRIT_SPEC_VERSION
    );
    Ok(Some(reply.into_bytes()))
}

fn check(request: &mut Payload) -> Reply {
    let level = request.u8()?;
    let desc = request.blob()?;
    let shape = request.shape()?;
    let plane_bytes = [
        request.i64()?,
        request.i64()?,
        request.i64()?,
        request.i64()?,
    ];
    let present = request.u8()?;
    if present > 3 {
        return Err("unknown CHECK bits");
    }
    let planes = if present & 1 != 0 {
        Some(request.planes()?)
    } else {
        None
    };
    let digest = if present & 2 != 0 {
        Some(Gid::from_bytes(request.array()?))
    } else {
        None
    };
    request.end()?;
    if planes.is_some_and(|planes| planes.map(|plane| plane.len() as i64) != plane_bytes) {
        return Err("planes are not as long as their plane bytes say");
    }
    let detail = grit_check(desc, &shape, &plane_bytes, level, digest, planes.as_ref());
    let plane = detail.plane.map_or(NO_PLANE, |plane| plane as u8);
    Ok(Some(vec![detail.status as u8, plane]))
}

fn grade(request: &mut Payload) -> Reply {
    let spelling = request.text()?;
    request.end()?;
    let Ok(grade) = grade_parse(spelling) else {
        return Ok(None);
    };
    let mut reply = Vec::new();
    put_blob(&mut reply, grade.canonical().as_bytes());
    reply.extend_from_slice(&grade.grade_id().to_le_bytes());
    put_blob(&mut reply, grade.decode_projection().as_bytes());
    Ok(Some(reply))
}

fn descriptor(request: &mut Payload) -> Reply {
    let spelling = request.text()?;
    let (axis, note) = (request.i16()?, request.u32()?);
    let (data, scale, meta) = (request.u64()?, request.u64()?, request.u64()?);
    request.end()?;
    let Ok(grade) = grade_parse(spelling) else {
        return Ok(None);
    };
    Ok(desc_frame_for_grade(&grade).map(|frame| {
        let desc = GritDesc {
            group_axis: axis,
            note,
            placement_data: data,
            placement_scale: scale,
            placement_meta: meta,
            grade_id: grade.grade_id(),
            ..frame
        };
        desc.to_bytes().to_vec()
    }))
}

fn sizes(request: &mut Payload) -> Reply {
    let desc = GritDesc::from_bytes(&request.array()?);
    let shape = request.shape()?;
    request.end()?;
    Ok(expected_plane_bytes(&desc, &shape).ok().map(|sizes| {
        [sizes.numel, sizes.nnz, sizes.n_groups0, sizes.n_groups1]
            .into_iter()
            .chain(sizes.bytes)
            .flat_map(i64::to_le_bytes)
            .collect()
    }))
}

fn gid(request: &mut Payload) -> Reply {
    let desc = GritDesc::from_bytes(&request.array()?);
    let canonical = request.text()?;
    let shape = request.shape()?;
    request.end()?;
    let gid = desc.gid(canonical, &shape);
    let mut reply = gid.to_bytes().to_vec();
    put_blob(&mut reply, gid.to_base32().as_bytes());
    Ok(Some(reply))
}

fn gid_parse(request: &mut Payload) -> Reply {
    let printed = request.text()?;
    request.end()?;
    Ok(Gid::parse_base32(printed)
        .ok()
        .map(|gid| gid.to_bytes().to_vec()))
}

fn digest(request: &mut Payload) -> Reply {
    let planes = request.planes()?;
    request.end()?;
    Ok(Some(digest_of(&planes).to_bytes().to_vec()))
}

fn format_decode(request: &mut Payload) -> Reply {
    let (word, codes) = (request.u16()?, request.words()?);
    request.end()?;
    let mut reply = Vec::new();
    put_words(
        &mut reply,
        codes.iter().map(|code| fmt_decode(word, *code).to_bits()),
    );
    Ok(Some(reply))
}

fn format_encode(request: &mut Payload) -> Reply {
    let (word, values) = (request.u16()?, request.words()?);
    request.end()?;
    let mut reply = Vec::new();
    let codes = values
        .iter()
        .map(|bits| fmt_encode_rne(word, f32::from_bits(*bits), true).unwrap_or(REFUSED_CODE));
    put_words(&mut reply, codes);
    Ok(Some(reply))
}

fn exponent(request: &mut Payload) -> Reply {
    let (rule, values) = (request.u8()?, request.words()?);
    request.end()?;
    let rule = EXPONENT_RULES
        .get(usize::from(rule))
        .ok_or("unknown rule")?;
    let mut reply = Vec::new();
    let exponents = values
        .iter()
        .map(|bits| shared_exp2_exponent(f32::from_bits(*bits), rule) as u32);
    put_words(&mut reply, exponents);
    Ok(Some(reply))
}

fn decode_planes(request: &mut Payload) -> Reply {
    let (name, numel, planes) = (request.text()?, request.i64()?, request.planes()?);
    request.end()?;
    let Ok(numel) = usize::try_from(numel) else {
        return Ok(None);
    };
    Ok(decode(name, &planes, numel).map(|values| {
        let mut reply = Vec::new();
        put_words(&mut reply, values.iter().map(|value| value.to_bits()));
        reply
    }))
}

fn encode_values(request: &mut Payload) -> Reply {
    let (name, bits) = (request.text()?, request.words()?);
    request.end()?;
    let values: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
    Ok(encode(name, &values).map(|planes| {
        let mut reply = Vec::new();
        planes.iter().for_each(|plane| put_blob(&mut reply, plane));
        reply
    }))
}

fn equivalent_names(request: &mut Payload) -> Reply {
    let (first, second, scope) = (request.text()?, request.text()?, request.u8()?);
    request.end()?;
    let scope = match scope {
        0 => Scope::Decode,
        1 => Scope::Full,
        _ => return Ok(None),
    };
    Ok(Some(vec![u8::from(equivalent(first, second, scope))]))
}

fn explain(request: &mut Payload) -> Reply {
    let first = GritDesc::from_bytes(&request.array()?);
    let second = GritDesc::from_bytes(&request.array()?);
    request.end()?;
    // Without a difference the table is one bracketed line; otherwise its first line is the head.
    let table = grit_explain(&first, &second);
    let rows = table
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = rows
        .filter(|name| !name.starts_with('(') && *name != "field")
        .collect();
    let mut reply = (names.len() as u32).to_le_bytes().to_vec();
    names
        .iter()
        .for_each(|name| put_blob(&mut reply, name.as_bytes()));
    Ok(Some(reply))
}
