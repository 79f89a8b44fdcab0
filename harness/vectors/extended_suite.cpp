#include "harness/vectors/extended_suite.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "harness/vectors/json_entry.h"

namespace grit::vectors {
namespace {

using protocol::ReplyKind;

std::optional<ReplyKind> kind_named(std::string_view outcome) {
  if (outcome == "answered") return ReplyKind::kAnswered;
  if (outcome == "refused") return ReplyKind::kRefused;
  if (outcome == "internal error") return ReplyKind::kInternalError;
  return std::nullopt;
}

void read_entry(const JsonEntry& entry, std::vector<Case>& cases) {
  const std::string name = entry.text("op");
  const auto op = protocol::find_op(name);
  const auto kind = kind_named(entry.text("outcome"));
  if (!op) entry.report("op is no operation: " + name);
  if (!kind) entry.report("outcome is neither answered, refused nor internal error");
  protocol::Bytes request = entry.bytes("request_hex");
  protocol::Bytes reply = entry.bytes("reply_hex");
  if (!op || !kind) return;
  cases.push_back({"extended/" + entry.text("id"), op->op, std::move(request), entry.text("clause"),
                   protocol::Reply{*kind, std::move(reply)}, entry.provenance()});
}

}  // namespace

std::vector<std::filesystem::path> extended_files(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(directory, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

std::expected<std::vector<Case>, std::string> read_extended_suite(
    const std::filesystem::path& path) {
  const auto json = read_vector_file(path, "grit-vectors/extended/1");
  if (!json) return std::unexpected(json.error());
  Problem problem(path.string());
  std::vector<Case> cases;
  for (const JsonEntry& entry : JsonEntry(*json, "", problem).elements("entries", "id")) {
    read_entry(entry, cases);
  }
  if (problem.any()) return std::unexpected(problem.text());
  return cases;
}

}  // namespace grit::vectors
