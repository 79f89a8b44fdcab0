#include "harness/vectors/promoted.h"

#include <nlohmann/json.hpp>

#include "harness/protocol/payload.h"

namespace grit::vectors {

std::expected<std::string, std::string> with_promoted(std::string_view file,
                                                      std::string_view suite_version,
                                                      const PromotedVector& vector) {
  using Json = nlohmann::ordered_json;
  Json document = {{"schema", "grit-vectors/extended/1"},
                   {"suite_version", suite_version},
                   {"entries", Json::array()}};
  if (!file.empty()) {
    document = Json::parse(file, nullptr, false);
    const bool is_ours = document.is_object() &&
                         document.value("schema", Json()) == "grit-vectors/extended/1" &&
                         document.contains("entries") && document["entries"].is_array();
    if (!is_ours) return std::unexpected("is no list of promoted vectors");
    document["suite_version"] = suite_version;
  }
  for (const Json& entry : document["entries"]) {
    if (entry.is_object() && entry.value("id", Json()) == vector.id) {
      return std::unexpected("has an entry " + vector.id + " already");
    }
  }
  document["entries"].push_back(
      {{"id", vector.id},
       {"op", protocol::op_name(vector.op)},
       {"clause", vector.clause},
       {"provenance", vector.provenance},
       {"request_hex", protocol::to_hex(vector.request)},
       {"outcome", vector.expected.kind == protocol::ReplyKind::kAnswered ? "answered" : "refused"},
       {"reply_hex", protocol::to_hex(vector.expected.payload)}});
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace grit::vectors
