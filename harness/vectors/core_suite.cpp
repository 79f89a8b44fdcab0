#include "harness/vectors/core_suite.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/grade_text.h"
#include "harness/vectors/json_entry.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;

constexpr std::string_view kSchema = "grit-vectors/core/1";

// Check's statuses by their code (spec §5.0.3).
constexpr std::array<std::string_view, 5> kStatusNames = {"Ok", "SizeMismatch", "GradeUnknown",
                                                          "PlacementUnknown", "DigestMismatch"};

Reply refused() { return {ReplyKind::kRefused, {}}; }

template <typename Message>
Reply answered(const Message& message) {
  return {ReplyKind::kAnswered, message.encode()};
}

class Reader {
 public:
  Reader(const nlohmann::json& json, std::string file)
      : problem_(std::move(file)), document_(json, "", problem_) {}

  std::expected<std::vector<Case>, std::string> read() {
    for (const auto& [name, entry] : document_.members("grades")) read_grade(name, entry);
    for (const JsonEntry& entry : document_.elements("vectors", "name")) read_positive(entry);
    for (const JsonEntry& entry : document_.elements("negative", "name")) read_negative(entry);
    for (const JsonEntry& entry : document_.elements("fingerprint", "name")) {
      read_fingerprint(entry);
    }
    for (const JsonEntry& entry : document_.elements("supersedes", "name")) {
      read_supersedes(entry);
    }
    if (problem_.any()) return std::unexpected(problem_.text());
    return std::move(cases_);
  }

 private:
  struct Grade {
    std::string name;
    protocol::GradeReply reply;
  };

  void add(const JsonEntry& entry, const std::string& question, Op op, protocol::Bytes request,
           Reply expected) {
    cases_.push_back({"core/" + entry.text("name") + '/' + question, op, std::move(request),
                      entry.text("clause"), std::move(expected), entry.provenance()});
  }

  void read_grade(const std::string& name, const JsonEntry& entry) {
    protocol::GradeReply reply{entry.text("canonical"), entry.hex64("grade_id"),
                               entry.text("decode_projection")};
    cases_.push_back({"core/grades/" + name + "/grade", Op::kGrade,
                      protocol::TextRequest{reply.canonical}.encode(), "§3.9.1", answered(reply),
                      "stated by the specification"});
    grades_.push_back({name, std::move(reply)});
  }

  std::string canonical_of(const JsonEntry& entry, std::string_view name) const {
    const auto it = std::ranges::find(grades_, name, &Grade::name);
    if (it != grades_.end()) return it->reply.canonical;
    entry.report("names a grade that \"grades\" does not have: " + std::string(name));
    return {};
  }

  // The entries about spellings state canonical form and id. The projection is the canonical text
  // with the decode-relevant defaults written out, which needs no parser of spellings.
  protocol::GradeReply grade_reply(const JsonEntry& entry, std::string canonical,
                                   std::uint64_t grade_id) const {
    const auto fields = fields_of_canonical(canonical);
    if (!fields) entry.report("is not in canonical form: " + canonical);
    return {std::move(canonical), grade_id, fields ? projection_text(*fields) : std::string()};
  }

  void add_gid(const JsonEntry& entry, const std::string& question,
               const protocol::DescriptorBytes& descriptor, const std::string& canonical,
               const char* gid, const std::string& printed) {
    add(entry, question, Op::kGid,
        protocol::GidRequest{descriptor, canonical, entry.integers("shape")}.encode(),
        answered(protocol::GidReply{entry.digest(gid), printed}));
  }

  void add_gid_parse(const JsonEntry& entry, const std::string& question, std::string text,
                     const char* gid) {
    add(entry, question, Op::kGidParse, protocol::TextRequest{std::move(text)}.encode(),
        answered(protocol::DigestReply{entry.digest(gid)}));
  }

  void read_positive(const JsonEntry& entry) {
    const std::string grade = entry.text("grade");
    const std::string canonical = entry.text("grade_canonical");
    const protocol::DescriptorBytes descriptor = entry.descriptor("desc_hex");
    const protocol::Shape shape = entry.integers("shape");
    const auto lengths = entry.plane_lengths("plane_bytes");
    const protocol::Planes planes = split_planes(entry, entry.bytes("payload_hex"), lengths);
    const protocol::Digest digest = entry.digest("digest");
    const protocol::Words decoded = entry.hex_words("decoded_f32_bits");

    protocol::CheckRequest check{.level = 2,
                                 .desc = {descriptor.begin(), descriptor.end()},
                                 .shape = shape,
                                 .plane_bytes = lengths,
                                 .planes = planes,
                                 .digest = digest};
    add(entry, "check", Op::kCheck, check.encode(), answered(protocol::CheckReply{}));
    add_gid(entry, "gid", descriptor, canonical, "gid", entry.text("gid_base32"));
    add_gid_parse(entry, "gid_parse", entry.text("gid_base32"), "gid");
    add(entry, "digest", Op::kDigest, protocol::PlanesMessage{planes}.encode(),
        answered(protocol::DigestReply{digest}));
    add(entry, "decode", Op::kDecode,
        protocol::DecodeRequest{grade, static_cast<std::int64_t>(decoded.size()), planes}.encode(),
        answered(protocol::WordsReply{decoded}));
    add(entry, "encode", Op::kEncode,
        protocol::EncodeRequest{grade, entry.hex_words("input_f32_bits")}.encode(),
        answered(protocol::PlanesMessage{planes}));
    add(entry, "descriptor", Op::kDescriptor, descriptor_request(descriptor, canonical).encode(),
        Reply{ReplyKind::kAnswered, {descriptor.begin(), descriptor.end()}});
  }

  void read_negative(const JsonEntry& entry) {
    const std::string status = entry.text("expected_error");
    const auto it = std::ranges::find(kStatusNames, status);
    if (it == kStatusNames.end()) entry.report("\"expected_error\" is no status: " + status);
    const std::int64_t level = entry.integer("check_level");
    if (level < 0 || level > 255) entry.report("\"check_level\" does not fit one byte");
    const std::int64_t plane = entry.has("plane") ? entry.integer("plane") : protocol::kNoPlane;
    if (plane != protocol::kNoPlane && (plane < 0 || plane > 3)) {
      entry.report("\"plane\" is not 0 to 3");
    }
    protocol::CheckRequest check{.level = static_cast<std::uint8_t>(level),
                                 .desc = entry.bytes("desc_hex"),
                                 .shape = entry.integers("shape"),
                                 .plane_bytes = entry.plane_lengths("plane_bytes"),
                                 .planes = std::nullopt,
                                 .digest = std::nullopt};
    check.planes = split_planes(entry, entry.bytes("payload_hex"), check.plane_bytes);
    if (entry.has("expected_digest")) check.digest = entry.digest("expected_digest");
    add(entry, "check", Op::kCheck, check.encode(),
        answered(protocol::CheckReply{static_cast<std::uint8_t>(it - kStatusNames.begin()),
                                      static_cast<std::uint8_t>(plane)}));
  }

  void read_fingerprint(const JsonEntry& entry) {
    const std::string kind = entry.text("kind");
    if (kind == "canonicalization") {
      const auto reply = grade_reply(entry, entry.text("canonical"), entry.hex64("grade_id"));
      std::size_t number = 0;
      for (const std::string& spelling : entry.texts("spellings")) {
        add(entry, "grade/" + std::to_string(number++), Op::kGrade,
            protocol::TextRequest{spelling}.encode(), answered(reply));
      }
    } else if (kind == "distinct") {
      for (const std::string side : {"a", "b"}) {
        const std::string canonical = entry.text(side.c_str());
        const std::uint64_t id = entry.hex64(("grade_id_" + side).c_str());
        add(entry, "grade_" + side, Op::kGrade, protocol::TextRequest{canonical}.encode(),
            answered(grade_reply(entry, canonical, id)));
      }
    } else if (kind == "reject") {
      add(entry, "grade", Op::kGrade, protocol::TextRequest{entry.text("input")}.encode(),
          refused());
    } else if (kind == "frame_note_split") {
      // Entries with descriptors are all of this grade; core.json's readers rely on it too.
      const std::string canonical = canonical_of(entry, "GRADE_MXFP4");
      const std::string printed = entry.text("gid_base32");
      add_gid(entry, "gid_note_clear", entry.descriptor("desc_hex_note_clear"), canonical, "gid",
              printed);
      add_gid(entry, "gid_note_set", entry.descriptor("desc_hex_note_set"), canonical, "gid",
              printed);
      add_gid_parse(entry, "gid_parse", printed, "gid");
    } else if (kind == "distinct_gid") {
      const std::string canonical = canonical_of(entry, "GRADE_MXFP4");
      for (const std::string side : {"a", "b"}) {
        const std::string gid = "gid_" + side;
        const std::string printed = entry.text((gid + "_base32").c_str());
        add_gid(entry, gid, entry.descriptor(("desc_hex_" + side).c_str()), canonical, gid.c_str(),
                printed);
        add_gid_parse(entry, "gid_parse_" + side, printed, gid.c_str());
      }
    } else if (kind == "crockford") {
      const std::string printed = entry.text("gid_base32");
      add_gid_parse(entry, "gid_parse", printed, "gid");
      for (const auto& [alias, symbol] : read_aliases(entry)) {
        std::string text = printed;
        std::ranges::replace(text, symbol, alias);
        add_gid_parse(entry, std::string("gid_parse_") + alias, text, "gid");
      }
    } else {
      entry.report("\"kind\" is unknown: " + kind);
    }
  }

  // (alias, symbol that it reads as)
  static std::vector<std::pair<char, char>> read_aliases(const JsonEntry& entry) {
    const JsonEntry object = entry.object("aliases_accepted_on_parse");
    std::vector<std::pair<char, char>> aliases;
    for (const char* alias : {"I", "L", "O"}) {
      const std::string symbol = object.text(alias);
      if (symbol.size() == 1) aliases.emplace_back(alias[0], symbol[0]);
    }
    return aliases;
  }

  void read_supersedes(const JsonEntry& entry) {
    const std::string from = entry.text("from");
    const std::string to = entry.text("to");
    if (entry.text_or("kind", "edge") == "byte_demo") {
      const protocol::Bytes payload = entry.bytes("payload_hex");
      const protocol::Words decoded = entry.hex_words("decoded_f32_bits");
      // MXFP4 planes: one scale byte for 32 elements of half a byte (spec §6).
      const auto count = static_cast<std::int64_t>(decoded.size());
      const protocol::Planes planes = split_planes(entry, payload, {count / 2, count / 32, 0, 0});
      for (const auto& [side, grade] : {std::pair{"from", from}, std::pair{"to", to}}) {
        add(entry, std::string("decode_") + side, Op::kDecode,
            protocol::DecodeRequest{grade, count, planes}.encode(),
            answered(protocol::WordsReply{decoded}));
        const std::string gid = std::string("gid_") + side;
        add_gid(entry, gid, entry.descriptor((std::string("desc_hex_") + side).c_str()),
                canonical_of(entry, grade), gid.c_str(), printed_gid(entry.digest(gid.c_str())));
      }
      return;
    }
    const std::string projection = entry.text("decode_projection");
    for (const auto& [side, grade] : {std::pair{"from", from}, std::pair{"to", to}}) {
      const std::string canonical = entry.text((std::string(side) + "_canonical").c_str());
      const auto it = std::ranges::find(grades_, grade, &Grade::name);
      if (it == grades_.end()) entry.report("names a grade that \"grades\" does not have");
      add(entry, std::string("grade_") + side, Op::kGrade,
          protocol::TextRequest{canonical}.encode(),
          answered(protocol::GradeReply{canonical, it == grades_.end() ? 0 : it->reply.grade_id,
                                        projection}));
    }
    if (entry.text("scope") != "decode") entry.report("\"scope\" is not decode");
    for (const std::uint8_t scope : {std::uint8_t{0}, std::uint8_t{1}}) {
      const protocol::EquivalentReply reply{static_cast<std::uint8_t>(scope == 0 ? 1 : 0)};
      const std::string question = scope == 0 ? "equivalent_decode" : "equivalent_full";
      add(entry, question, Op::kEquivalent, protocol::EquivalentRequest{from, to, scope}.encode(),
          answered(reply));
      add(entry, question + "_reversed", Op::kEquivalent,
          protocol::EquivalentRequest{to, from, scope}.encode(), answered(reply));
    }
  }

  Problem problem_;
  JsonEntry document_;
  std::vector<Grade> grades_;
  std::vector<Case> cases_;
};

}  // namespace

std::expected<std::vector<Case>, std::string> read_core_suite(const std::filesystem::path& path) {
  const auto json = read_vector_file(path, kSchema);
  if (!json) return std::unexpected(json.error());
  return Reader(*json, path.string()).read();
}

}  // namespace grit::vectors
