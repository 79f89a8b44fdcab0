#include "harness/vectors/matrix.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/json_entry.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;

void read_entry(const JsonEntry& entry, std::vector<Case>& cases) {
  const protocol::DescriptorBytes descriptor = entry.descriptor("desc_hex");
  const std::string canonical = entry.text("canonical");
  const protocol::Shape shape = entry.integers("shape");
  const protocol::Digest gid = entry.digest("gid");
  const std::string printed = entry.text("gid_base32");
  const JsonEntry sizes = entry.object("sizes");
  const auto lengths = sizes.plane_lengths("plane_bytes");

  const auto add = [&](const std::string& question, Op op, protocol::Bytes request,
                       protocol::Bytes reply) {
    cases.push_back({"matrix/" + entry.text("id") + '/' + question, op, std::move(request),
                     entry.text("clause"), Reply{ReplyKind::kAnswered, std::move(reply)},
                     entry.provenance()});
  };
  add("check", Op::kCheck,
      protocol::CheckRequest{.level = 1,
                             .desc = {descriptor.begin(), descriptor.end()},
                             .shape = shape,
                             .plane_bytes = lengths,
                             .planes = std::nullopt,
                             .digest = std::nullopt}
          .encode(),
      protocol::CheckReply{}.encode());
  protocol::SizesReply expected{{sizes.integer("numel"), sizes.integer("nnz"),
                                 sizes.integer("groups0"), sizes.integer("groups1")}};
  std::ranges::copy(lengths, expected.values.begin() + 4);
  add("sizes", Op::kSizes, protocol::SizesRequest{descriptor, shape}.encode(), expected.encode());
  add("gid", Op::kGid, protocol::GidRequest{descriptor, canonical, shape}.encode(),
      protocol::GidReply{gid, printed}.encode());
  add("gid_parse", Op::kGidParse, protocol::TextRequest{printed}.encode(),
      protocol::DigestReply{gid}.encode());
  add("descriptor", Op::kDescriptor, descriptor_request(descriptor, canonical).encode(),
      {descriptor.begin(), descriptor.end()});
}

}  // namespace

std::expected<std::vector<Case>, std::string> read_matrix(const std::filesystem::path& path) {
  const auto json = read_vector_file(path, "grit-vectors/matrix/1");
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
