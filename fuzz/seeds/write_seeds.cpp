// Writes seeds for every target: what the pinned vectors and the seeded generator ask, each
// question in the forms that the targets take.
//
//   grit-fuzz-seeds OUT VECTORS [CASES]
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/payload.h"
#include "harness/reference/descriptor.h"
#include "harness/vectors/extended_suite.h"
#include "harness/vectors/file.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/suite.h"

namespace {

using grit::protocol::Bytes;
using grit::protocol::Op;

constexpr std::uint64_t kSeed = 20'261'130;
constexpr std::uint64_t kDefaultCases = 20'000;
constexpr std::size_t kMostBytes = 4096;  // of a seed: long ones are slow and say no more
constexpr std::size_t kFramesOfABatch = 8;

// The targets whose inputs are requests of an operation.
std::vector<std::string_view> request_targets(Op op) {
  std::vector<std::string_view> targets = {"differential"};
  switch (op) {
    case Op::kCheck:
    case Op::kCheckGrade:
    case Op::kSizes:
      targets.push_back("check_request");
      break;
    case Op::kDecode:
      targets.push_back("decode");
      break;
    case Op::kEncode:
      targets.push_back("encode");
      break;
    case Op::kDecodeView:
      targets.push_back("decode_view");
      break;
    case Op::kSlice:
    case Op::kTranspose:
    case Op::kRequantize:
      targets.push_back("view_change");
      break;
    case Op::kRelayout:
      targets.insert(targets.end(), {"view_change", "assume_verify"});
      break;
    default:
      break;
  }
  return targets;
}

class Seeds {
 public:
  explicit Seeds(std::filesystem::path out) : out_(std::move(out)) {}

  // Named after its content, so that equal seeds are one file. False where it cannot be written.
  bool add(std::string_view target, std::span<const std::byte> input) {
    if (input.size() > kMostBytes) return true;
    const std::filesystem::path folder = out_ / target;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    char name[17];
    std::snprintf(name, sizeof name, "%016llx",
                  static_cast<unsigned long long>(grit::vectors::content_hash(Op::kHello, input)));
    std::ofstream file(folder / name, std::ios::binary);
    file << grit::protocol::as_text(input);
    return static_cast<bool>(file.flush());
  }

  bool add_case(const grit::vectors::Case& item) {
    Bytes request = {static_cast<std::byte>(item.op)};
    request.insert(request.end(), item.request.begin(), item.request.end());
    bool good = true;
    for (const std::string_view target : request_targets(item.op)) good &= add(target, request);

    if (item.op == Op::kGrade || item.op == Op::kGidParse) {
      if (const auto text = grit::protocol::TextRequest::parse(item.request)) {
        good &= add(item.op == Op::kGrade ? "grade_text" : "gid_text",
                    grit::protocol::as_bytes(text->text));
      }
    }
    if (item.op == Op::kCheck) {
      const auto check = grit::protocol::CheckRequest::parse(item.request);
      if (check && check->desc.size() == grit::reference::kDescriptorBytes) {
        good &= add("check_bytes", check->desc);
      }
    }
    if (item.request.size() > kMostBytes / kFramesOfABatch) return good;
    grit::protocol::append_frame(batch_,
                                 {.op = static_cast<std::uint8_t>(item.op),
                                  .detail = grit::protocol::kFlagFlush,
                                  .id = static_cast<std::uint32_t>(frames_),
                                  .payload_bytes = 0},
                                 item.request);
    if (++frames_ % kFramesOfABatch != 0) return good;
    good &= add("cross_process", batch_) && add("frames", batch_);
    batch_.clear();
    return good;
  }

 private:
  std::filesystem::path out_;
  Bytes batch_;
  std::size_t frames_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cases = kDefaultCases;
  bool usage = argc < 3 || argc > 4;
  if (argc == 4) {
    const char* end = argv[3] + std::strlen(argv[3]);
    usage |= std::from_chars(argv[3], end, cases).ptr != end;
  }
  if (usage) {
    std::fputs("usage: grit-fuzz-seeds OUT VECTORS [CASES]\n", stderr);
    return 2;
  }
  const std::filesystem::path vectors = argv[2];
  Seeds seeds(argv[1]);
  bool good = true;
  const auto suite = grit::vectors::read_suite(vectors);
  if (!suite) {
    std::fprintf(stderr, "%s\n", suite.error().c_str());
    return 3;
  }
  for (const auto& file : *suite) {
    for (const auto& item : file.cases) good &= seeds.add_case(item);
  }
  for (const auto& path : grit::vectors::extended_files(vectors / "extended")) {
    if (const auto bytes = grit::vectors::read_file(path))
      good &= seeds.add("vectors_json", *bytes);
  }
  for (const auto& item : grit::vectors::generate({.seed = kSeed, .cases = cases})) {
    good &= seeds.add_case(item);
  }
  if (!good) std::fprintf(stderr, "%s: a seed cannot be written\n", argv[1]);
  return good ? 0 : 3;
}
