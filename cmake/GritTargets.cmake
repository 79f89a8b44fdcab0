# How every target of the project is compiled, and how tests are registered.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# -O3 only where speed is the subject (harness/reference, adapters/c); elsewhere it buys build time.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# For the sanitizers: stack traces with lines, and quick to build.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g1")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

set(GRIT_SANITIZE "" CACHE STRING "Comma separated list for -fsanitize=, e.g. address,undefined")

add_library(grit_compile_options INTERFACE)
# Contraction into FMA would change bits (spec §8: one operation, one rounding).
target_compile_options(grit_compile_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Werror -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bugs 105651 and 98465: false alarms inside the standard library, string concatenation and
  # comparison of byte vectors.
  target_compile_options(grit_compile_options INTERFACE 
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overread>)
endif()
target_include_directories(grit_compile_options INTERFACE "${PROJECT_SOURCE_DIR}")
if(GRIT_SANITIZE)
  target_compile_options(grit_compile_options INTERFACE
    -fsanitize=${GRIT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(grit_compile_options INTERFACE -fsanitize=${GRIT_SANITIZE})
endif()

set(GRIT_FUZZ_ENGINE "" CACHE STRING "libfuzzer, afl or external (fuzz/CMakeLists.txt); empty: none")
set(GRIT_FUZZ_ENGINE_LIBRARY "" CACHE STRING "external: what the programs are linked with")
set(GRIT_AFL_DIR "/usr/lib/afl" CACHE PATH "afl: where AFL++ keeps its runtime")
if(GRIT_FUZZ_ENGINE)
  # Findings are named by the functions in their stack traces.
  target_compile_options(grit_compile_options INTERFACE -gline-tables-only)
  if(GRIT_SANITIZE MATCHES "address")
    # Frames stay on the stack: what outlives its function is the asan configuration's to find, and
    # frames on a heap take a third of the time.
    target_compile_options(grit_compile_options INTERFACE -fsanitize-address-use-after-return=never)
  endif()
endif()
set(grit_coverage_ignorelist "${PROJECT_SOURCE_DIR}/fuzz/coverage_ignorelist.txt")
if(GRIT_FUZZ_ENGINE STREQUAL "libfuzzer")
  # Edges without comparisons (fuzzer-no-link has both): what the mutator cannot guess it knows, and
  # traced comparisons take a quarter of the time.
  target_compile_options(grit_compile_options INTERFACE -fsanitize-coverage=inline-8bit-counters,pc-table
    -fsanitize-coverage-ignorelist=${grit_coverage_ignorelist})
endif()
if(GRIT_FUZZ_ENGINE STREQUAL "afl")
  # What afl-clang-fast would do, with the project's own compiler.
  target_compile_options(grit_compile_options INTERFACE -fsanitize-coverage=trace-pc-guard
    -fsanitize-coverage-ignorelist=${grit_coverage_ignorelist})
  target_link_libraries(grit_compile_options INTERFACE "${GRIT_AFL_DIR}/afl-compiler-rt.o")
endif()
option(GRIT_COVERAGE "Count the lines and branches that run (clang)" OFF)
if(GRIT_COVERAGE)
  target_compile_options(grit_compile_options INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(grit_compile_options INTERFACE -fprofile-instr-generate)
endif()

# grit_add_room(<name> SOURCES … [LIBS …]): a static library of one room.
function(grit_add_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LIBS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(${name} PUBLIC grit_compile_options ${ROOM_LIBS})
endfunction()

# grit_add_test(<name> SOURCES … [LIBS …]): one GoogleTest program; nothing if GRIT_TESTS is off.
function(grit_add_test name)
  if(NOT GRIT_TESTS)
    return()
  endif()
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE grit_compile_options ${TEST_LIBS} GTest::gtest_main)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  include(GoogleTest)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${name} TIMEOUT 300)
endfunction()
