//! The operations: a request's payload to its reply.

use crate::frame::MAX_PAYLOAD;
use crate::payload::{Reader, Unreadable, Writer};
use grit_lab::{
    check, decode, decode_view, digest, encode, equivalent, explain, exponent, gid, relayout,
    requantize, slice, transpose, Array, Content, DecodeError, ExponentRule, FormatWord, Gid,
    Grade, Placement, Placements, Question, Refusal, Registered, Role, Scope, Sizes, View,
    ViewError,
};
use std::panic::{self, AssertUnwindSafe};

/// What a reply says of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The payload is the answer.
    Answered = 0,
    /// The input has no answer.
    Refused = 1,
    /// The operation is not known.
    Unsupported = 2,
    /// The payload says what went wrong.
    Internal = 3,
}

/// Outcome and payload of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Outcome.
    pub outcome: Outcome,
    /// Payload.
    pub payload: Vec<u8>,
}

impl Reply {
    /// A refusal, with the reason's name where the operation has one.
    pub fn refused(name: &[u8]) -> Self {
        Self { outcome: Outcome::Refused, payload: name.to_vec() }
    }

    /// An internal error with its text.
    pub fn internal(text: impl Into<String>) -> Self {
        Self { outcome: Outcome::Internal, payload: text.into().into_bytes() }
    }
}

/// Why there is no answer.
enum Failure {
    Refused,
    /// Refused for a reason that has a name.
    RefusedFor(Refusal),
    Internal(String),
}

impl From<Unreadable> for Failure {
    fn from(Unreadable(what): Unreadable) -> Self {
        Self::Internal(format!("unreadable payload: {what}"))
    }
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::Refused(refusal) => Self::RefusedFor(refusal),
            ViewError::TooLarge { .. } => Self::Internal(error.to_string()),
        }
    }
}

type Answer = Result<Vec<u8>, Failure>;
type Operation = fn(Reader<'_>) -> Answer;

const OPERATIONS: [(u8, Operation); 21] = [
    (0, hello),
    (1, check_core),
    (2, grade),
    (3, descriptor),
    (4, sizes),
    (5, gid_of),
    (6, gid_parse),
    (7, digest_of),
    (8, format_decode),
    (9, format_encode),
    (10, exponents),
    (11, decode_registered),
    (12, encode_registered),
    (13, equivalents),
    (14, explanation),
    (20, check_grade),
    (21, view_values),
    (22, sliced),
    (23, transposed),
    (24, requantized),
    (25, laid_out),
];

/// The reply to a request as it goes out. Whatever goes wrong is a reply too: a panic, and an answer
/// that no frame has room for.
pub fn reply(operation: u8, payload: &[u8]) -> Reply {
    let reply = caught(|| answer(operation, payload));
    if reply.payload.len() > MAX_PAYLOAD {
        return Reply::internal("the answer is longer than 64 MiB");
    }
    reply
}

/// The reply, or an internal error with the text of the panic behind `panic: `.
pub fn caught(reply: impl FnOnce() -> Reply) -> Reply {
    panic::catch_unwind(AssertUnwindSafe(reply)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Reply::internal(format!("panic: {}", text.unwrap_or("without a text")))
    })
}

/// What the operation says of a request.
pub fn answer(operation: u8, payload: &[u8]) -> Reply {
    let Some((_, function)) = OPERATIONS.iter().find(|&&(number, _)| number == operation) else {
        return Reply { outcome: Outcome::Unsupported, payload: Vec::new() };
    };
    match function(Reader::new(payload)) {
        Ok(payload) => Reply { outcome: Outcome::Answered, payload },
        Err(Failure::Refused) => Reply::refused(b""),
        Err(Failure::RefusedFor(refusal)) => Reply::refused(refusal.name().as_bytes()),
        Err(Failure::Internal(text)) => Reply::internal(text),
    }
}

/// HELLO says the same to every request.
fn hello(_: Reader<'_>) -> Answer {
    let operations: Vec<String> =
        OPERATIONS.iter().skip(1).map(|(number, _)| number.to_string()).collect();
    let reply = format!(
        "{{\"name\":\"{}\",\"version\":\"{}\",\"language\":\"Rust\",\"protocol\":1,\"spec\":1,\
         \"ops\":[{}]}}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        operations.join(",")
    );
    Ok(reply.into_bytes())
}

fn check_core(mut reader: Reader<'_>) -> Answer {
    checked(&mut reader, |_| Ok(None))
}

/// CHECK, and what stands behind it in a CHECK_GRADE.
fn checked<'a>(
    reader: &mut Reader<'a>,
    own_grade: impl FnOnce(&mut Reader<'a>) -> Result<Option<&'a [u8]>, Unreadable>,
) -> Answer {
    let level = reader.u8()?;
    let descriptor = reader.blob()?;
    let shape = reader.shape()?;
    let lengths = [reader.i64()?, reader.i64()?, reader.i64()?, reader.i64()?];
    let parts = reader.u8()?;
    if parts > 3 {
        return Err(Unreadable("a part that is neither planes nor digest").into());
    }
    let planes = if parts & 1 == 1 { Some(reader.planes()?) } else { None };
    let digest = if parts & 2 == 2 { Some(reader.hash()?) } else { None };
    let own = own_grade(reader)?;
    reader.end()?;
    let content = match planes {
        None => Content::Lengths(lengths),
        Some(planes) => {
            let given = planes.each().map(|plane| i64::try_from(plane.len()).unwrap_or(i64::MAX));
            if given != lengths {
                let text = format!("planes of {given:?} bytes, plane bytes {lengths:?}");
                return Err(Failure::Internal(text));
            }
            Content::Planes(planes)
        }
    };
    let verdict = check(&Question {
        descriptor,
        shape: &shape,
        content,
        level: level.into(),
        digest,
        grades: own.as_slice(),
    });
    let plane = verdict.plane.map_or(255, |plane| plane as u8);
    Ok(vec![verdict.status as u8, plane])
}

fn grade(mut reader: Reader<'_>) -> Answer {
    let text = reader.text()?;
    reader.end()?;
    let grade = Grade::parse(text).map_err(|_| Failure::Refused)?;
    let writer = Writer::default().blob(grade.canonical().as_bytes());
    Ok(writer.bytes(&grade.id().to_le_bytes()).blob(grade.projection().as_bytes()).finish())
}

fn descriptor(mut reader: Reader<'_>) -> Answer {
    let text = reader.text()?;
    let axis = reader.i16()?;
    let note = reader.u32()?;
    let mut placement = || reader.u64().map(Placement);
    let placements = Placements { data: placement()?, scale: placement()?, meta: placement()? };
    reader.end()?;
    let grade = Grade::parse(text).map_err(|_| Failure::Refused)?;
    let mut descriptor = grade.descriptor(axis, placements).map_err(|_| Failure::Refused)?;
    descriptor.note = note;
    Ok(descriptor.to_bytes().to_vec())
}

fn sizes(mut reader: Reader<'_>) -> Answer {
    let descriptor = reader.descriptor()?;
    let shape = reader.shape()?;
    reader.end()?;
    let sizes = Sizes::of(&descriptor, &shape).map_err(|_| Failure::Refused)?;
    let counts = [sizes.elements.into(), sizes.stored, sizes.groups0.into(), sizes.groups1.into()];
    counts.into_iter().chain(sizes.bytes).try_fold(Vec::with_capacity(64), |mut answer, number| {
        let number = i64::try_from(number).map_err(|_| Failure::Refused)?;
        answer.extend(number.to_le_bytes());
        Ok(answer)
    })
}

fn gid_of(mut reader: Reader<'_>) -> Answer {
    let descriptor = reader.descriptor()?;
    let text = reader.text()?;
    let shape = reader.shape()?;
    reader.end()?;
    let gid = gid(&descriptor, text.as_bytes(), &shape);
    Ok(Writer::default().bytes(&gid.0 .0).blob(gid.to_string().as_bytes()).finish())
}

fn gid_parse(mut reader: Reader<'_>) -> Answer {
    let text = reader.text()?;
    reader.end()?;
    let gid: Gid = text.parse().map_err(|_| Failure::Refused)?;
    Ok(gid.0 .0.to_vec())
}

fn digest_of(mut reader: Reader<'_>) -> Answer {
    let planes = reader.planes()?;
    reader.end()?;
    Ok(digest(planes).0.to_vec())
}

fn format_decode(mut reader: Reader<'_>) -> Answer {
    let word = FormatWord(reader.u16()?);
    let codes = reader.words()?;
    reader.end()?;
    let decoder = word.decoder().map_err(|_| Failure::Refused)?;
    Ok(Writer::default().words(codes.into_iter().map(|code| decoder.bits(code))).finish())
}

fn format_encode(mut reader: Reader<'_>) -> Answer {
    let word = FormatWord(reader.u16()?);
    let values = reader.words()?;
    reader.end()?;
    let format = word.registered().ok_or(Failure::Refused)?;
    let codes = values.into_iter().map(|bits| format.encode(bits).unwrap_or(u32::MAX));
    Ok(Writer::default().words(codes).finish())
}

fn exponents(mut reader: Reader<'_>) -> Answer {
    let rule = match reader.u8()? {
        0 => ExponentRule::Floor,
        1 => ExponentRule::Ceil,
        2 => ExponentRule::Rne,
        _ => return Err(Unreadable("an exponent rule above 2").into()),
    };
    let magnitudes = reader.words()?;
    reader.end()?;
    let exponents: Option<Vec<i32>> =
        magnitudes.into_iter().map(|amax| exponent(rule, amax)).collect();
    let exponents = exponents.ok_or(Failure::Refused)?;
    Ok(Writer::default().words(exponents.into_iter().map(|exponent| exponent as u32)).finish())
}

/// Words that an answer of nothing else has room for.
const MAX_WORDS: usize = MAX_PAYLOAD / 4 - 1;

fn registered(name: &str) -> Result<Registered, Failure> {
    Registered::from_name(name).ok_or(Failure::Refused)
}

fn decode_registered(mut reader: Reader<'_>) -> Answer {
    let name = reader.text()?;
    let count = reader.i64()?;
    let planes = reader.planes()?;
    reader.end()?;
    let values =
        decode(registered(name)?, count, planes, MAX_WORDS).map_err(|error| match error {
            DecodeError::TooLarge { .. } => Failure::Internal(error.to_string()),
            _ => Failure::Refused,
        })?;
    Ok(Writer::default().words(values.into_iter()).finish())
}

fn encode_registered(mut reader: Reader<'_>) -> Answer {
    let name = reader.text()?;
    let values = reader.words()?;
    reader.end()?;
    let planes = encode(registered(name)?, &values).map_err(|_| Failure::Refused)?;
    Ok(Writer::default().planes(&planes).finish())
}

fn equivalents(mut reader: Reader<'_>) -> Answer {
    let (one, other) = (reader.text()?, reader.text()?);
    let scope = reader.u8()?;
    reader.end()?;
    let scope = match scope {
        0 => Scope::Decode,
        1 => Scope::Full,
        _ => return Err(Failure::Refused),
    };
    Ok(vec![equivalent(registered(one)?, registered(other)?, scope).into()])
}

fn explanation(mut reader: Reader<'_>) -> Answer {
    let (one, other) = (reader.descriptor()?, reader.descriptor()?);
    reader.end()?;
    let differences = explain(&one, &other);
    let count = (differences.len() as u32).to_le_bytes();
    let writer = Writer::default().bytes(&count);
    Ok(differences
        .iter()
        .fold(writer, |writer, difference| writer.blob(difference.field.name().as_bytes()))
        .finish())
}

fn check_grade(mut reader: Reader<'_>) -> Answer {
    checked(&mut reader, |reader| reader.text().map(|text| Some(text.as_bytes())))
}

/// Bytes of planes that an answer may have; with its other pieces it may still be too long, which
/// the frame finds.
const MAX_PLANES: usize = MAX_PAYLOAD;

/// Descriptor, grade and planes as they stand in a request; the shape is the caller's to keep.
fn view<'shape, 'payload: 'shape>(
    reader: &mut Reader<'payload>,
    shape: &'shape mut Vec<i64>,
) -> Result<View<'shape>, Unreadable> {
    let descriptor = reader.descriptor()?;
    let grade = reader.text()?.as_bytes();
    *shape = reader.shape()?;
    Ok(View { descriptor, grade, shape, planes: reader.planes()? })
}

fn view_values(mut reader: Reader<'_>) -> Answer {
    let mut shape = Vec::new();
    let view = view(&mut reader, &mut shape)?;
    reader.end()?;
    let values = decode_view(&view, MAX_WORDS * 4)?;
    Ok(Writer::default().words(values.into_iter()).finish())
}

fn sliced(mut reader: Reader<'_>) -> Answer {
    let mut shape = Vec::new();
    let view = view(&mut reader, &mut shape)?;
    let (axis, begin, end) = (reader.u8()?, reader.i64()?, reader.i64()?);
    reader.end()?;
    let Array { shape, planes, .. } = slice(&view, axis.into(), begin, end, MAX_PLANES)?;
    Ok(Writer::default().shape(&shape).planes(&planes).finish())
}

/// What transpose and requantize are asked, and how they answer.
fn permuting(
    mut reader: Reader<'_>,
    operation: fn(&View<'_>, &[usize], usize, usize) -> Result<Array, ViewError>,
) -> Answer {
    let mut shape = Vec::new();
    let view = view(&mut reader, &mut shape)?;
    let perm = reader.bytes(view.shape.len())?;
    let perm: Vec<usize> = perm.iter().copied().map(usize::from).collect();
    let axis = reader.u8()?;
    reader.end()?;
    let array = operation(&view, &perm, axis.into(), MAX_PLANES)?;
    let writer = Writer::default().bytes(&array.descriptor.to_bytes());
    Ok(writer.shape(&array.shape).planes(&array.planes).finish())
}

fn transposed(reader: Reader<'_>) -> Answer {
    permuting(reader, transpose)
}

fn requantized(reader: Reader<'_>) -> Answer {
    permuting(reader, requantize)
}

fn laid_out(mut reader: Reader<'_>) -> Answer {
    let mut shape = Vec::new();
    let view = view(&mut reader, &mut shape)?;
    let role = match reader.u8()? {
        0 => Role::Data,
        1 => Role::Scale,
        2 => Role::Meta,
        _ => return Err(Unreadable("a role above 2").into()),
    };
    let placement = Placement(reader.u64()?);
    reader.end()?;
    let array = relayout(&view, role, placement, MAX_PLANES)?;
    let writer = Writer::default().bytes(&array.descriptor.to_bytes());
    Ok(writer.planes(&array.planes).finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_reply() {
        assert_eq!(caught(|| panic!("at once")), Reply::internal("panic: at once"));
        let number = 7;
        assert_eq!(caught(|| panic!("number {number}")), Reply::internal("panic: number 7"));
        assert_eq!(caught(|| std::panic::panic_any(7)), Reply::internal("panic: without a text"));
    }
}
