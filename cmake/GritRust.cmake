# Our Rust as a static library, fuzz/rust: target grit_rust, where a cargo is found that is new enough
# for it. GRIT_HAVE_RUST says whether; a build without it is whole but for what needs our Rust.
#
# Coverage feedback goes into the Rust code where the others have it, on a stable rustc: the passes of
# its LLVM are the ones that clang runs. The library of Rust itself comes compiled, without.

set(GRIT_HAVE_RUST OFF)
set(grit_rust_dir "${PROJECT_SOURCE_DIR}/fuzz/rust")
file(STRINGS "${grit_rust_dir}/Cargo.toml" grit_rust_version REGEX "^rust-version = ")
string(REGEX MATCH "[0-9]+\\.[0-9]+" grit_rust_version "${grit_rust_version}")

# As the launcher looks for it: PATH, then rustup's place.
find_program(GRIT_CARGO cargo PATHS "$ENV{HOME}/.cargo/bin")
if(NOT GRIT_CARGO)
  message(STATUS "Our Rust is not linked: no cargo (apt-get install cargo-web)")
  return()
endif()
execute_process(COMMAND "${GRIT_CARGO}" --version OUTPUT_VARIABLE grit_cargo_says ERROR_QUIET)
if(NOT grit_cargo_says MATCHES "^cargo ([0-9]+\\.[0-9]+)" OR CMAKE_MATCH_1 VERSION_LESS grit_rust_version)
  string(STRIP "${grit_cargo_says}" grit_cargo_says)
  message(STATUS "Our Rust is not linked: ${GRIT_CARGO} says \"${grit_cargo_says}\" and "
    "${grit_rust_version} is needed (apt-get install cargo-web)")
  return()
endif()
set(GRIT_HAVE_RUST ON)

set(grit_rust_flags "")
if(GRIT_FUZZ_ENGINE STREQUAL "afl")
  set(grit_rust_flags
    -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3
    -Cllvm-args=-sanitizer-coverage-trace-pc-guard)
elseif(GRIT_FUZZ_ENGINE STREQUAL "libfuzzer")
  set(grit_rust_flags
    -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table)
endif()
list(JOIN grit_rust_flags " " grit_rust_flags)

set(grit_rust_target "${CMAKE_BINARY_DIR}/fuzz/rust/target")
set(grit_rust_library "${grit_rust_target}/release/libgrit_fuzz_rust.a")
add_custom_command(OUTPUT "${grit_rust_library}"
  COMMAND "${CMAKE_COMMAND}" -E env "RUSTFLAGS=${grit_rust_flags}" --unset=CARGO_ENCODED_RUSTFLAGS
    "${GRIT_CARGO}" build --release --locked --offline --quiet --target-dir "${grit_rust_target}"
  WORKING_DIRECTORY "${grit_rust_dir}"
  # The sources come from cargo itself.
  DEPENDS "${grit_rust_dir}/Cargo.toml" "${grit_rust_dir}/Cargo.lock"
    "${PROJECT_SOURCE_DIR}/adapters/rust/Cargo.toml"
  DEPFILE "${grit_rust_target}/release/libgrit_fuzz_rust.d"
  COMMENT "Building our Rust as a static library"
  VERBATIM)
add_custom_target(grit_rust_build DEPENDS "${grit_rust_library}")

add_library(grit_rust STATIC IMPORTED GLOBAL)
set_target_properties(grit_rust PROPERTIES IMPORTED_LOCATION "${grit_rust_library}")
# What rustc names with --print native-static-libs, but for those that every program has.
target_link_libraries(grit_rust INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
add_dependencies(grit_rust grit_rust_build)
