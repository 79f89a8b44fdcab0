#include "fuzz/enumerate/state.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "harness/reference/bytes.h"
#include "harness/reference/fnv.h"

namespace grit::enumerate {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "grit-enumeration-state";
constexpr int kVersion = 1;

std::string reason() { return std::generic_category().message(errno); }

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

std::expected<std::vector<std::byte>, std::string> read_file(const fs::path& path) {
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return std::unexpected("cannot read " + path.string() + ": " + reason());
  std::vector<std::byte> bytes;
  std::array<std::byte, 65536> block;
  for (;;) {
    const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
    if (got == block.size()) continue;
    if (std::ferror(file.get()) != 0) {
      return std::unexpected("cannot read " + path.string() + ": " + reason());
    }
    return bytes;
  }
}

Json to_json(const Work& work, const BuildId& build, const Tally& tally) {
  Json counts = Json::array();
  for (const auto& [unit, of_unit] : tally.counts) {
    counts.push_back({{"unit", unit + 1}, {"answers", of_unit}});
  }
  return {{"schema", kSchema},
          {"version", kVersion},
          {"build", build},
          {"plan", reference::hex(work.fingerprint(), 16)},
          {"planned", work.size()},
          {"done", tally.done},
          {"counts", std::move(counts)}};
}

// Nothing where a member is missing or of another type, or numbers contradict each other.
std::optional<Tally> tally_of(const Json& document, const Work& work) {
  if (!document.contains("done") || !document["done"].is_number_unsigned()) return std::nullopt;
  if (!document.contains("counts") || !document["counts"].is_array()) return std::nullopt;
  Tally tally;
  tally.done = document["done"].get<std::uint64_t>();
  std::uint64_t sum = 0;
  for (const Json& entry : document["counts"]) {
    if (!entry.is_object() || !entry.contains("unit") || !entry["unit"].is_number_unsigned() ||
        !entry.contains("answers") || !entry["answers"].is_array() ||
        entry["answers"].size() != kStatusCount) {
      return std::nullopt;
    }
    const auto number = entry["unit"].get<std::uint64_t>();
    if (number < 1 || number > work.units().size()) return std::nullopt;
    StatusCounts counts{};
    for (std::size_t i = 0; i < kStatusCount; ++i) {
      const Json& count = entry["answers"][i];
      if (!count.is_number_unsigned()) return std::nullopt;
      counts[i] = count.get<std::uint64_t>();
      sum += counts[i];
    }
    if (!tally.counts.emplace(static_cast<std::size_t>(number - 1), counts).second) {
      return std::nullopt;
    }
  }
  if (sum != tally.done || tally.done > work.size()) return std::nullopt;
  return tally;
}

bool has_text(const Json& document, const char* member, std::string_view value) {
  return document.contains(member) && document[member].is_string() &&
         document[member].get_ref<const std::string&>() == value;
}

}  // namespace

std::expected<BuildId, std::string> build_id_of_this_program() {
  const auto bytes = read_file("/proc/self/exe");
  if (!bytes) return std::unexpected(bytes.error());
  reference::Fnv1a64 hash;
  hash.update(*bytes);
  return reference::hex(hash.value(), 16);
}

std::expected<void, std::string> write_state(const fs::path& file, const Work& work,
                                             const BuildId& build, const Tally& tally) {
  const std::string text = to_json(work, build, tally).dump(1) + "\n";
  fs::path temporary = file;
  temporary += ".new";
  const auto failed = [&]() -> std::expected<void, std::string> {
    const std::string why = reason();
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return std::unexpected("cannot write " + file.string() + ": " + why +
                           "; make room, or name another place with --state");
  };
  errno = 0;
  {
    File out(std::fopen(temporary.c_str(), "wb"));
    if (!out) return failed();
    if (std::fwrite(text.data(), 1, text.size(), out.get()) != text.size() ||
        std::fflush(out.get()) != 0 || ::fsync(::fileno(out.get())) != 0) {
      return failed();
    }
  }
  if (std::rename(temporary.c_str(), file.c_str()) != 0) return failed();
  return {};
}

std::expected<Tally, std::string> read_state(const fs::path& file, const Work& work,
                                             const BuildId& build) {
  std::error_code error;
  if (!fs::exists(file, error) && !error) return Tally{};
  const auto bytes = read_file(file);
  if (!bytes) return std::unexpected(bytes.error());
  const std::string advice = "; remove it, or name another file with --state";
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object() || !has_text(document, "schema", kSchema)) {
    return std::unexpected(file.string() + " is not the state of an enumeration" + advice);
  }
  if (!document.contains("version") || document["version"] != kVersion) {
    return std::unexpected(file.string() + " has another version than this program writes" +
                           advice);
  }
  if (!has_text(document, "plan", reference::hex(work.fingerprint(), 16))) {
    return std::unexpected(file.string() +
                           " is of other units, another shard or another slice than were asked "
                           "for" +
                           advice);
  }
  if (!has_text(document, "build", build)) {
    return std::unexpected(file.string() +
                           " was written by another build of this program, whose answers are not "
                           "this one's" +
                           advice);
  }
  std::optional<Tally> tally = tally_of(document, work);
  if (!tally) return std::unexpected(file.string() + " is damaged" + advice);
  return std::move(*tally);
}

}  // namespace grit::enumerate
