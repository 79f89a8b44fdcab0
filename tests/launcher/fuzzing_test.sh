# ./grit fuzz: what it installs and builds for which command line.
# shellcheck shell=bash disable=SC2016,SC2154  # stub bodies; project, bin and status are lib.sh's

# fuzz_project: a project whose command is a stub, as are the packages for fuzzing.
fuzz_project() {
  cat >>"$project/tools/packages.txt" <<'TEXT'
fuzz stub-clang command -v stub-clang++
afl stub-afl command -v afl-fuzz
TEXT
  stub stub-clang++
  stub python3 'echo "root $GRIT_ROOT build $GRIT_BUILD"; exit 130'
  # Targets that are no program: nothing to copy.
  stub ninja '[ "$3" != -n ] || { echo "[1/1] work"; exit 0; }'
}

test_fuzz_builds_and_starts_the_command() {
  new_project
  fuzz_project
  launch -- fuzz decode --time 10m
  expect_status 130
  expect_calls 1 "ninja -C $project/build/release -j [0-9]* adapters/all"
  expect_calls 1 "ninja -C $project/build/fuzz -j [0-9]* fuzz/all"
  expect_calls 0 "ninja -C $project/build/afl"
  expect_calls 0 "ninja -C $project/build/coverage"
  expect calls.log "python3 -B $project/tools/fuzzing decode --time 10m"
  expect out "root $project build $project/build/release"
}

test_fuzz_coverage_builds_that_configuration_alone() {
  new_project
  fuzz_project
  launch -- fuzz coverage --gate
  expect_calls 1 "cmake --fresh --preset coverage"
  expect_calls 0 "cmake --fresh --preset fuzz"
  expect calls.log "python3 -B $project/tools/fuzzing coverage --gate"
}

test_fuzz_help_and_list_build_nothing() {
  new_project
  fuzz_project
  launch -- fuzz --help
  launch -- fuzz coverage --help
  launch -- fuzz --list --json
  expect_calls 3 python3
  expect_calls 0 cmake
  expect_calls 0 ninja
}

test_fuzz_installs_afl_only_where_it_is_asked_for() {
  new_project
  fuzz_project
  launch -- fuzz afl
  expect_status 130
  launch -- fuzz --nightly
  expect_status 130
  expect_calls 0 "cmake --fresh --preset afl"
  expect_calls 1 "cmake --fresh --preset coverage"
  launch -- fuzz --engine afl
  expect_status 3
  expect err 'stub-afl'
  launch -- fuzz --nightly --engine=afl
  expect_status 3
  expect err 'stub-afl'
  launch -- --yes fuzz --engine afl
  expect_calls 1 'apt-get install'
  expect_calls 1 "cmake --fresh --preset afl"
}

# Where nobody asks, a night has every engine.
test_fuzz_nightly_with_consent_installs_afl() {
  new_project
  fuzz_project
  launch -- --yes fuzz --nightly --engine libfuzzer
  launch GRIT_NO_INSTALL=1 -- --yes fuzz --nightly
  launch -- --yes fuzz
  expect_calls 0 'apt-get install'
  expect_calls 0 "cmake --fresh --preset afl"
  launch -- --yes fuzz --nightly
  expect_calls 1 'apt-get install .*stub-afl'
  expect_calls 1 "cmake --fresh --preset afl"
  expect_calls 1 "cmake --fresh --preset coverage"
}

# The workflow only says which share and for how long: what it does, anyone can do with one command.
test_the_nightly_workflow_is_that_command() {
  new_project
  fuzz_project
  local run
  local -a runs
  mapfile -t runs < <(sed -n 's/^ *- run: *//p' "$SOURCE_ROOT/.github/workflows/nightly.yml" |
    grep '\bfuzz\b')
  [[ ${#runs[@]} == 1 ]] || fail "${#runs[@]} steps of the workflow fuzz"
  run=${runs[0]//'${{ matrix.shard }}'/2}
  [[ $run =~ ^\./grit\ --yes\ fuzz\ --nightly\ --shard\ 2/4\ --time\ [0-9]+m$ ]] || fail "it runs: $run"
  local -a words
  read -ra words <<<"$run"
  launch -- "${words[@]:1}"
  expect_status 130
  expect calls.log "python3 -B $project/tools/fuzzing ${run#*fuzz }"
  local configuration
  for configuration in fuzz afl coverage; do
    expect_calls 1 "ninja -C $project/build/$configuration -j [0-9]* fuzz/all"
  done
}

test_fuzz_nightly_takes_afl_where_it_is() {
  new_project
  fuzz_project
  stub afl-fuzz
  launch -- fuzz --nightly
  expect_calls 1 "cmake --fresh --preset afl"
  expect_calls 1 "ninja -C $project/build/release -j [0-9]* adapters/all grit-afl-mutators\$"
  expect_calls 1 "cmake --fresh --preset fuzz"
  expect_calls 1 "cmake --fresh --preset coverage"
}

test_fuzz_whose_build_fails_starts_nothing() {
  new_project
  fuzz_project
  stub ninja 'echo "error: expected semicolon"; exit 1'
  launch -- fuzz
  expect_status 3
  expect err 'error: expected semicolon'
  expect_calls 0 python3
}
