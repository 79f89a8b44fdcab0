# Adapters with a build of their own.
# shellcheck shell=bash disable=SC2016,SC2154  # stub bodies; project, bin and status are lib.sh's

# new_adapter: adapters/published/stub, whose toolchain is the command stub-node.
new_adapter() {
  local dir=$project/adapters/published/stub
  mkdir -p "$dir/src"
  printf 'name = "published-stub"\nartifact = "{root}/build/adapters/published-stub/dist"\n' \
    >"$dir/adapter.toml"
  printf '%s\n' 'package stub-node command -v stub-node' \
    'fetch stub.lock {out}/modules modules pinned in stub.lock' >"$dir/toolchain.txt"
  touch "$dir/stub.lock" "$dir/src/main"
  printf '#!/usr/bin/env bash\nstub-node "$1" offline="$GRIT_OFFLINE"\n' >"$dir/build.sh"
  chmod +x "$dir/build.sh"
  node='case $1 in
      fetch) mkdir -p "$GRIT_OUT/modules" ;;
      build) cp "$GRIT_ROOT/adapters/published/stub/src/main" "$GRIT_OUT/dist" ;;
    esac'
  stub stub-node "$node"
}

test_each_step_runs_when_its_input_changed() {
  new_project
  new_adapter
  launch -- --yes certify
  expect_status 7
  expect err 'adapters/published/stub: modules pinned in stub.lock'
  expect_calls 1 'stub-node fetch offline=$'
  expect_calls 1 'stub-node build'
  launch -- certify
  expect_status 7
  expect_calls 2 stub-node
  echo change >adapters/published/stub/src/main
  launch -- certify
  expect_status 7
  expect_calls 1 'stub-node fetch'
  expect_calls 2 'stub-node build'
  echo change >adapters/published/stub/stub.lock
  launch -- --yes certify
  expect_calls 2 'stub-node fetch'
  expect_calls 3 'stub-node build'
}

test_an_optional_adapter_is_built_where_it_is_asked_for() {
  new_project
  new_adapter
  echo 'optional = "torch"' >>adapters/published/stub/adapter.toml
  launch -- certify
  expect_status 7
  expect_calls 0 stub-node
  launch -- certify --with other --without torch
  expect_calls 0 stub-node
  launch -- certify --with torch
  expect_status 3
  expect err 'adapters/published/stub: modules pinned in stub.lock'
  launch -- --yes certify c --with=torch
  expect_status 7
  expect_calls 1 'stub-node build'
  launch -- certify
  expect_status 7
  expect_calls 2 stub-node
}

test_lost_outputs_are_made_again() {
  new_project
  new_adapter
  launch -- --yes certify
  rm build/adapters/published-stub/dist
  launch -- certify
  expect_calls 1 'stub-node fetch'
  expect_calls 2 'stub-node build'
  rm -r build/adapters/published-stub/modules
  launch -- --yes certify
  expect_calls 2 'stub-node fetch'
}

test_downloads_need_consent() {
  new_project
  new_adapter
  launch -- certify
  expect_status 3
  expect err 'modules pinned in stub.lock'
  expect_calls 0 stub-node
}

test_downloads_need_no_root() {
  new_project
  new_adapter
  stub id 'echo 1000'
  launch -- --yes certify
  expect_status 7
  expect_calls 1 'stub-node build'
  expect_calls 0 apt-get
}

test_a_missing_toolchain_is_installed() {
  new_project
  new_adapter
  rm "$bin/stub-node"
  launch -- --yes certify
  expect_status 7
  expect_calls 1 'apt-get install -y --no-install-recommends --no-remove stub-cache stub-node'
}

test_no_install_goes_on_without_a_toolchain() {
  new_project
  new_adapter
  rm "$bin/stub-node"
  launch GRIT_NO_INSTALL=1 -- certify
  expect_status 7
  expect err 'published-stub is not built: its toolchain is missing: apt-get install stub-node'
  expect_calls 0 apt-get
}

test_no_install_builds_without_a_network() {
  new_project
  new_adapter
  launch GRIT_NO_INSTALL=1 -- certify
  expect_status 7
  expect_calls 1 'stub-node fetch offline=1'
  expect_calls 1 'stub-node build offline=1'
}

test_no_install_looks_into_caches_once() {
  new_project
  new_adapter
  stub stub-node 'exit 1'
  launch GRIT_NO_INSTALL=1 -- certify
  launch GRIT_NO_INSTALL=1 -- certify
  expect_status 7
  expect err 'published-stub is not built: GRIT_NO_INSTALL=1'
  expect_calls 1 'stub-node fetch offline=1'
  stub stub-node "$node"
  launch -- --yes certify
  expect_calls 1 'stub-node build'
}

test_a_failed_adapter_stops_nothing() {
  new_project
  new_adapter
  stub stub-node "$node"'
    [ "$1" != build ] || { echo "type error"; exit 1; }'
  launch -- --yes certify
  expect_status 7
  expect err 'type error'
  expect err 'published-stub is not built: its build failed'
  launch -- certify
  expect_status 7
  expect_calls 1 'stub-node fetch'
  expect_calls 2 'stub-node build'
}

test_a_failed_download_stops_nothing() {
  new_project
  new_adapter
  stub stub-node 'echo "no route to host"; exit 1'
  launch -- --yes certify
  expect_status 7
  expect err 'no route to host'
  expect err 'published-stub is not built: the download failed'
  expect_calls 0 'stub-node build'
}
