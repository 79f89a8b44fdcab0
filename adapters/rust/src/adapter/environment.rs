//! spec §11.8.8: no result depends on the floating-point environment or on the number of threads,
//! and the caller's environment is on return what it was.
//!
//! Expected replies are those of `vectors/requests.txt`: decode, encode and the general tier, agreed
//! by the published packages or worked out by hand, as `vectors/README.md` says of their sources.
//!
//! Rust promises nothing of floating-point arithmetic in another environment than the ordinary one.
//! There is none in this crate, nor between setting an environment and setting it back here.
#![allow(unsafe_code)] // To set the environment is to call C.

use crate::operations::{answer, Outcome, Reply};
use std::sync::Barrier;
use std::thread;

struct Exchange {
    operation: u8,
    request: Vec<u8>,
    reply: Reply,
}

fn bytes(word: &str) -> Vec<u8> {
    if word == "-" {
        return Vec::new();
    }
    word.as_bytes()
        .chunks_exact(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn exchanges() -> Vec<Exchange> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/requests.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let all: Vec<Exchange> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [operation, outcome, request, reply] = words[..] else { panic!("{line}") };
            let outcome = match outcome {
                "0" => Outcome::Answered,
                "1" => Outcome::Refused,
                _ => panic!("{line}"),
            };
            Exchange {
                operation: operation.parse().unwrap(),
                request: bytes(request),
                reply: Reply { outcome, payload: bytes(reply) },
            }
        })
        .collect();
    assert!(all.len() > 100);
    all
}

/// The environment of the calling thread.
mod float {
    use std::ffi::c_int;

    #[link(name = "m")]
    extern "C" {
        fn fesetround(mode: c_int) -> c_int;
        fn fegetround() -> c_int;
        fn feraiseexcept(exceptions: c_int) -> c_int;
        fn feclearexcept(exceptions: c_int) -> c_int;
        fn fetestexcept(exceptions: c_int) -> c_int;
    }

    /// `FE_TONEAREST`, upward, downward and toward zero, a bit that is `FE_DIVBYZERO`, and all bits.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    const CONSTANTS: ([c_int; 4], c_int, c_int) = ([0, 0x800, 0x400, 0xc00], 0x04, 0x3d);
    #[cfg(target_arch = "aarch64")]
    const CONSTANTS: ([c_int; 4], c_int, c_int) =
        ([0, 0x40_0000, 0x80_0000, 0xc0_0000], 0x02, 0x1f);
    #[cfg(target_arch = "s390x")]
    const CONSTANTS: ([c_int; 4], c_int, c_int) = ([0, 2, 3, 1], 0x40_0000, 0xf8_0000);
    const ROUNDING: [c_int; 4] = CONSTANTS.0;

    /// What can be set here; the ordinary environment first.
    pub(super) fn all() -> Vec<(c_int, bool)> {
        let flushes = if cfg!(target_arch = "x86_64") { &[false, true][..] } else { &[false] };
        flushes.iter().flat_map(|&flush| ROUNDING.map(|rounding| (rounding, flush))).collect()
    }

    /// SSE's control and status word.
    #[cfg(target_arch = "x86_64")]
    fn mxcsr() -> u32 {
        let mut word = 0u32;
        // SAFETY: stores four bytes where they belong.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut word) };
        word
    }

    #[cfg(target_arch = "x86_64")]
    fn set_flush(flush: bool) {
        // FTZ and DAZ.
        let bits = (1 << 15) | (1 << 6);
        let word = if flush { mxcsr() | bits } else { mxcsr() & !bits };
        // SAFETY: the word is the present one but for two bits that every processor of x86-64 has.
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &word) };
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn mxcsr() -> u32 {
        0
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn set_flush(_: bool) {}

    /// Rounding mode, and FTZ with DAZ; one exception is raised, the others are not.
    pub(super) fn set((rounding, flush): (c_int, bool)) {
        let (_, divide_by_zero, exceptions) = CONSTANTS;
        // SAFETY: C functions without conditions on numbers that fenv.h defines.
        unsafe {
            assert_eq!(fesetround(rounding), 0);
            assert_eq!(feclearexcept(exceptions), 0);
            assert_eq!(feraiseexcept(divide_by_zero), 0);
        }
        set_flush(flush);
        // SAFETY: as above.
        assert_eq!(unsafe { fegetround() }, rounding);
    }

    /// Modes and raised exceptions.
    pub(super) fn state() -> (c_int, c_int, u32) {
        // SAFETY: as above.
        unsafe { (fegetround(), fetestexcept(CONSTANTS.2), mxcsr()) }
    }
}

/// All exchanges in one environment: how many replies were other ones, and after how many calls the
/// environment was another.
fn answer_in(environment: (std::ffi::c_int, bool), exchanges: &[Exchange]) -> (usize, usize) {
    float::set(environment);
    let state = float::state();
    let (mut different, mut changed) = (0, 0);
    for exchange in exchanges {
        let reply = answer(exchange.operation, &exchange.request);
        changed += usize::from(float::state() != state);
        different += usize::from(reply != exchange.reply);
    }
    float::set(float::all()[0]);
    (different, changed)
}

#[test]
fn answers_are_the_same_and_the_callers_environment_is_unchanged() {
    let exchanges = exchanges();
    for environment in float::all() {
        assert_eq!(answer_in(environment, &exchanges), (0, 0), "{environment:?}");
    }
}

#[test]
fn one_to_eight_threads_each_in_another_environment() {
    let (exchanges, environments) = (exchanges(), float::all());
    for count in 1..=8 {
        let start = Barrier::new(count);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..count)
                .map(|number| {
                    let environment = environments[number % environments.len()];
                    let (start, exchanges) = (&start, &exchanges);
                    scope.spawn(move || {
                        start.wait();
                        answer_in(environment, exchanges)
                    })
                })
                .collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), (0, 0), "{count} threads");
            }
        });
    }
}
