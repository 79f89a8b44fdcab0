# What the launcher installs, whether it asks, and how it refuses.
# shellcheck shell=bash disable=SC2016,SC2154  # stub bodies; project, bin and status are lib.sh's

test_runs_the_program_where_nothing_is_missing() {
  new_project
  cd elsewhere || exit
  launch -- inspect --yes 'two words' ''
  expect_status 7
  expect out "cwd $project/elsewhere root $project build $project/build/release"
  expect out 'argument <--yes>'
  expect out 'argument <two words>'
  expect out 'argument <>'
  expect_calls 0 apt-get
}

test_runs_through_a_symbolic_link() {
  new_project
  ln -s "$project/grit" "$project/elsewhere/link"
  env -i PATH="$bin" "$project/elsewhere/link" certify >out 2>err </dev/null || true
  expect out "root $project build"
}

test_without_root_prints_the_command() {
  new_project
  rm "$bin/stub-c++"
  stub id 'echo 1000'
  launch -- --yes certify
  expect_status 3
  expect err 'sudo apt-get install --no-install-recommends stub-cache stub-compiler'
  expect_calls 0 apt-get
  expect_calls 0 cmake
}

test_no_install_with_a_missing_compiler() {
  new_project
  rm "$bin/stub-c++"
  launch GRIT_NO_INSTALL=1 CI=true -- certify
  expect_status 3
  expect err 'sudo apt-get install --no-install-recommends stub-compiler'
  expect_calls 0 apt-get
  expect_calls 0 cmake
}

test_without_a_terminal_installs_nothing() {
  new_project
  rm "$bin/stub-c++"
  launch -- certify c
  expect_status 3
  expect err './grit --yes certify c'
  expect_calls 0 apt-get
}

test_yes_after_the_command_is_no_consent() {
  new_project
  rm "$bin/stub-c++"
  launch -- certify --yes
  expect_status 3
  expect_calls 0 apt-get
}

test_declined_question() {
  new_project
  rm "$bin/stub-c++"
  launch_on_terminal n certify
  expect_status 3
  expect out 'Debian packages: stub-cache stub-compiler'
  expect out 'nothing was installed'
  expect_calls 0 apt-get
}

test_accepted_question() {
  new_project
  rm "$bin/stub-c++"
  launch_on_terminal y certify
  expect_status 7
  expect_calls 1 'apt-get install -y --no-install-recommends --no-remove stub-cache stub-compiler'
}

test_yes_skips_the_question() {
  new_project
  rm "$bin/stub-c++"
  launch -- --yes certify
  expect_status 7
  expect err 'Debian packages: stub-cache stub-compiler'
  expect_calls 1 'apt-get update'
  expect_calls 1 'apt-get install'
  expect_not out 'argument <--yes>'
}

test_ci_and_grit_yes_skip_the_question() {
  new_project
  rm "$bin/stub-c++"
  launch CI=true -- certify
  expect_status 7
  rm "$bin/stub-c++"
  launch GRIT_YES=1 -- certify
  expect_status 7
  expect_calls 2 'apt-get install'
}

test_apt_that_fails() {
  new_project
  rm "$bin/stub-c++"
  stub apt-get 'echo "E: no such package"; exit 100'
  launch -- --yes certify
  expect_status 3
  expect err 'E: no such package'
  expect_calls 0 cmake
}

test_without_apt() {
  new_project
  rm "$bin/stub-c++" "$bin/apt-get"
  launch -- --yes certify
  expect_status 3
  expect err 'Debian packages: stub-cache stub-compiler'
}

test_packages_of_the_tests_are_for_the_tests() {
  new_project
  rm "$bin/stub-checker"
  launch -- certify
  expect_status 7
  launch -- test
  expect_status 3
  expect err 'stub-checker'
}

test_help_installs_and_builds_nothing() {
  new_project
  rm "$bin/stub-c++"
  launch -- --help
  expect_status 0
  expect out 'usage: ./grit'
  launch
  expect_status 2
  expect err 'usage: ./grit'
  launch -- test --help
  expect_status 0
  expect_calls 0 apt-get
  expect_calls 0 cmake
}

test_help_ends_with_that_of_the_program() {
  new_project
  launch -- certify
  launch -- --help
  expect out 'usage: ./grit'
  expect out 'argument <--help>'
}
