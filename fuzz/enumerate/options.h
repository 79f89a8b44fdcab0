// The command line of grit-enumerate.
#ifndef GRIT_FUZZ_ENUMERATE_OPTIONS_H_
#define GRIT_FUZZ_ENUMERATE_OPTIONS_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/enumerate/work.h"

namespace grit::enumerate {

struct Shard {
  std::uint64_t number = 1;  // from 1
  std::uint64_t of = 1;
};

struct Options {
  bool help = false;
  bool list = false;               // the units that would be done, and nothing else
  bool json = false;               // the result as JSON
  std::vector<std::string> units;  // select_units; none: all
  Shard shard;
  std::optional<Sample> slice;
  unsigned jobs = 0;  // threads; 0: as many as this machine has cores
  std::string state;  // a file; empty: none
};

std::string_view usage();

// The words behind the program's name. The error is a sentence.
std::expected<Options, std::string> parse_options(std::span<const std::string_view> words);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_OPTIONS_H_
