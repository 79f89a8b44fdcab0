#include "fuzz/enumerate/options.h"

#include <charconv>
#include <system_error>

namespace grit::enumerate {
namespace {

constexpr std::uint64_t kMaxJobs = 1024;

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Shard> shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto mine = number(text.substr(0, slash));
  const auto of = number(text.substr(slash + 1));
  if (!mine || !of || *mine < 1 || *mine > *of) return std::nullopt;
  return Shard{*mine, *of};
}

// The words of one command line, taken from the front.
class Words {
 public:
  explicit Words(std::span<const std::string_view> words) : words_(words) {}

  bool empty() const { return words_.empty(); }
  bool at_option() const { return words_.front().starts_with("--"); }

  std::string_view take() {
    const std::string_view word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

  // What an option stands before, or nothing.
  std::optional<std::string_view> take_value() {
    if (empty() || at_option()) return std::nullopt;
    return take();
  }

 private:
  std::span<const std::string_view> words_;
};

}  // namespace

std::string_view usage() {
  return R"(usage: grit-enumerate [--units UNIT...] [--shard I/N] [--slice N [--seed S]]
                      [--jobs J] [--state FILE] [--list] [--json]

Asks check about every descriptor of the plan, and judges every answer: docs/TOTALITY.md.

  --units UNIT...  only these: numbers and ranges (7, 3-9), units (MXFP4/flags+k0), grades (MXFP4),
                   fields (flags) and pairs of fields (flags+k0)
  --shard I/N      part I of N of the units, from 1
  --slice N        instead of every descriptor N drawn ones, of each unit equally often
  --seed S         of the slice, 1 if not given
  --jobs J         threads; as many as there are cores if not given
  --state FILE     keeps there what is done, and goes on from it
  --list           prints the units with their sizes
  --json           prints the result, or the list, as JSON

Exit codes: 0 every answer is right, 1 one is not, 2 usage, 3 could not run, 130 stopped.
)";
}

std::expected<Options, std::string> parse_options(std::span<const std::string_view> words) {
  Options options;
  std::optional<std::uint64_t> seed;
  const auto refuse = [](std::string_view option, std::string_view wants) {
    return std::unexpected(std::string(option) + " wants " + std::string(wants));
  };
  for (Words rest(words); !rest.empty();) {
    const std::string_view option = rest.take();
    if (option == "--help" || option == "-h") {
      options.help = true;
    } else if (option == "--list") {
      options.list = true;
    } else if (option == "--json") {
      options.json = true;
    } else if (option == "--units") {
      const std::size_t before = options.units.size();
      while (const auto word = rest.take_value()) options.units.emplace_back(*word);
      if (options.units.size() == before) return refuse(option, "units, as --list shows them");
    } else if (option == "--shard") {
      const auto value = shard(rest.take_value().value_or(""));
      if (!value) return refuse(option, "I/N with I from 1 to N");
      options.shard = *value;
    } else if (option == "--slice") {
      const auto value = number(rest.take_value().value_or(""));
      if (!value || *value == 0) return refuse(option, "a number of descriptors, at least 1");
      options.slice = Sample{*value, 1};
    } else if (option == "--seed") {
      seed = number(rest.take_value().value_or(""));
      if (!seed) return refuse(option, "a number from 0 to 2^64 - 1");
    } else if (option == "--jobs") {
      const auto value = number(rest.take_value().value_or(""));
      if (!value || *value < 1 || *value > kMaxJobs) {
        return refuse(option, "a number of threads, 1 to 1024");
      }
      options.jobs = static_cast<unsigned>(*value);
    } else if (option == "--state") {
      const auto value = rest.take_value();
      if (!value || value->empty()) return refuse(option, "a file");
      options.state = *value;
    } else {
      return std::unexpected("unknown argument: " + std::string(option));
    }
  }
  if (seed) {
    if (!options.slice) return std::unexpected("--seed is of a slice: give --slice too");
    options.slice->seed = *seed;
  }
  return options;
}

}  // namespace grit::enumerate
