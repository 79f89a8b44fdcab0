# What has to be installed, the question whether it may be, and the installation.
# shellcheck shell=bash

# The words that the tests in tools/packages.txt and adapters/*/toolchain.txt may use besides
# bash's own. Each answers by its exit status.

# at_least COMMAND MAJOR.MINOR: the command is on PATH and not older.
at_least() {
  local version major=${2%%.*} minor=${2#*.}
  command -v "$1" || return 1
  version=$("$1" --version) || return 1
  [[ $version =~ ([0-9]+)\.([0-9]+) ]] || return 1
  ((BASH_REMATCH[1] > major || (BASH_REMATCH[1] == major && BASH_REMATCH[2] >= minor)))
}

# boost_at_least NUMBER: as BOOST_VERSION counts, e.g. 108100 for 1.81.
boost_at_least() {
  local header=/usr/include/boost/version.hpp
  [[ -e $header && $(<$header) =~ define\ BOOST_VERSION\ ([0-9]+) ]] || return 1
  ((BASH_REMATCH[1] >= $1))
}

# python_with_venv: prints an interpreter that can make virtual environments. The one in /usr/bin
# comes first: a version manager's shim on PATH costs its start-up time with every start.
python_with_venv() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
      printf '%s' "$python"
      return
    fi
  done
  return 1
}

# missing_packages FILE GROUP…: the packages of these groups whose test fails, one a line.
# Lines of FILE: group, Debian package, test that it is there (a bash command).
missing_packages() {
  local file=$1 group package probe
  shift
  [[ -e $file ]] || return 0
  while read -r group package probe; do
    [[ " $* " == *" $group "* ]] || continue
    eval "$probe" >/dev/null 2>&1 </dev/null || printf '%s\n' "$package"
  done <"$file"
}

may_ask() { [[ -t 0 && -t 2 ]]; }
consent_given() { [[ ${GRIT_YES:-} == 1 || ${CI:-} == true || ${CI:-} == 1 ]]; }
no_install() { [[ ${GRIT_NO_INSTALL:-} == 1 ]]; }

# install_missing COMMAND GROUP…: brings what the harness (these groups of tools/packages.txt) and
# the adapters need, or exits 3 with the command that does. COMMAND is what the user typed. It
# downloads for the adapters too, so nothing later needs the network.
install_missing() {
  local command=$1 packages adapter answer
  shift
  local -a names=() fetches=()
  if ! command -v cargo >/dev/null && [[ -x ${HOME:-}/.cargo/bin/cargo ]]; then
    export PATH=$PATH:$HOME/.cargo/bin
  fi
  packages=$(missing_packages "$GRIT_ROOT/tools/packages.txt" "$@")
  mapfile -t names < <(printf '%s' "$packages")

  if no_install; then
    ((${#names[@]} == 0)) || die "missing: ${names[*]}; GRIT_NO_INSTALL=1, so run yourself:
  $(apt_command "${names[@]}")"
    fetch_adapters
    return
  fi

  for adapter in $(stale_adapters); do
    mapfile -t -O "${#names[@]}" names < <(missing_packages "$(adapter_dir "$adapter")/toolchain.txt" package)
    mapfile -t -O "${#fetches[@]}" fetches < <(adapter_fetches "$adapter")
  done
  ((${#names[@]} + ${#fetches[@]} > 0)) || return 0
  if ((${#names[@]} > 0)); then
    mapfile -t -O "${#names[@]}" names < <(missing_packages "$GRIT_ROOT/tools/packages.txt" optional)
    mapfile -t names < <(printf '%s\n' "${names[@]}" | sort -u)
  fi

  say "this has to be installed first:"
  ((${#names[@]} == 0)) || printf '  Debian packages: %s\n' "${names[*]}" >&2
  ((${#fetches[@]} == 0)) || printf '  %s\n' "${fetches[@]}" >&2

  if ((${#names[@]} > 0)); then
    if ! command -v apt-get >/dev/null; then
      die "there is no apt-get here: install what these Debian packages hold, then run $command again"
    fi
    if [[ $(id -u) != 0 ]]; then
      die "only root can install Debian packages; run, and then $command again:
  $(apt_command "${names[@]}")
$(hint_no_install "$command")"
    fi
  fi
  if ! consent_given; then
    may_ask || die "no terminal to ask on; to install it and go on, run:
  ./grit --yes ${command#./grit }
$(hint_no_install "$command")"
    printf 'Install it now? [y/N] ' >&2
    read -r answer || answer=
    case $answer in
      [yY] | [yY][eE][sS]) ;;
      *) die "nothing was installed
$(hint_no_install "$command")" ;;
    esac
  fi

  ((${#names[@]} == 0)) || apt_install "${names[@]}"
  fetch_adapters
}

hint_no_install() {
  printf 'To go on with what is there (subjects without their toolchain are not run):\n'
  printf '  GRIT_NO_INSTALL=1 %s' "$1"
}

apt_command() {
  printf 'sudo apt-get update && sudo apt-get install --no-install-recommends %s' "$*"
}

apt_install() {
  say "installing $# Debian packages"
  # --no-remove: nothing of the user's goes away to make room, e.g. another Boost.
  if ! logged apt env DEBIAN_FRONTEND=noninteractive apt-get update ||
    ! logged apt env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends --no-remove "$@"; then
    show_log apt
    die "apt-get failed; its output is above. The command was:
  $(apt_command "$@")"
  fi
}
