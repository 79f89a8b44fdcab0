# Configuring and building the harness, and launches at the same time.
# shellcheck shell=bash disable=SC2016,SC2154  # stub bodies; project, bin and status are lib.sh's

test_a_second_launch_builds_nothing() {
  new_project
  launch -- certify
  launch -- certify
  expect_status 7
  expect_calls 1 cmake
  expect_calls 1 "ninja -C $project/build/release -j"
  [[ ! -s err ]] || fail 'the second launch is not silent'
}

test_changed_presets_configure_again() {
  new_project
  launch -- certify
  printf '{ }\n' >CMakePresets.json
  launch -- certify
  expect_calls 2 'cmake --fresh --preset release'
}

test_a_moved_project_configures_again() {
  new_project
  launch -- certify
  cp -R "$project" "$project.moved"
  env -i PATH="$bin" "$project.moved/grit" certify >out 2>err </dev/null || true
  expect err 'configuring release'
}

test_ccache_is_used_where_it_is() {
  new_project
  launch -- certify
  expect calls.log '-DCMAKE_CXX_COMPILER_LAUNCHER='
  expect_not calls.log '-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'
  stub ccache
  launch -- certify
  expect calls.log '-DCMAKE_CXX_COMPILER_LAUNCHER=ccache'
}

test_a_failed_configuration_shows_its_output() {
  new_project
  stub cmake 'echo "Could NOT find Boost"; exit 1'
  launch -- certify
  expect_status 3
  expect err 'Could NOT find Boost'
}

test_a_failed_build_shows_its_output() {
  new_project
  stub ninja 'echo "error: expected semicolon"; exit 1'
  launch -- certify
  expect_status 3
  expect err 'error: expected semicolon'
}

test_waits_for_another_launch() {
  new_project
  mkdir build
  exec {held}>build/.lock
  flock "$held"
  launch -- certify {held}>&- &
  for _ in {1..100}; do
    ! grep -qs 'waiting for another' err || break
    sleep 0.05
  done
  expect err 'waiting for another'
  expect_calls 0 cmake
  exec {held}>&-
  wait
  expect out 'argument <certify>'
}

test_the_program_does_not_hold_the_lock() {
  new_project
  stub program 'exec {lock}<"$PROJECT/build/.lock" && flock -n "$lock" && echo "lock is free"'
  launch -- certify
  expect out 'lock is free'
}

test_launches_at_once_build_once() {
  new_project
  touch slow
  launch -- certify &
  launch -- certify &
  launch -- certify
  wait
  expect_calls 1 cmake
  expect_calls 1 "ninja -C $project/build/release -j"
}
