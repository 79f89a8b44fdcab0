#include "fuzz/driver/description.h"

#include <algorithm>

#include "fuzz/driver/frames.h"
#include "fuzz/driver/request.h"
#include "harness/conformance/certify.h"
#include "harness/conformance/rendering.h"
#include "harness/conformance/request_view.h"
#include "harness/laws/sample.h"
#include "harness/protocol/frame.h"
#include "harness/protocol/payload.h"
#include "harness/reference/descriptor.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;

std::string piped(std::span<const std::byte> frames) {
  return "xxd -r -p <<< " + protocol::to_hex(frames) +
         " | build/release/adapters/c/grit-c-adapter | xxd";
}

// Replays the input: what is wrong ends the process, as it does under an engine.
std::string target_test(const Target& target, const std::string& literal) {
  return "// Links fuzz/targets/" + std::string(target.name) +
         ".cpp; a finding aborts.\n"
         "TEST(Regression, Input) {\n"
         "  const auto input = grit::laws::from_hex(" +
         literal +
         ");\n"
         "  grit::fuzz::run(input);\n"
         "}\n";
}

// Everybody who is linked must answer alike.
std::string agreement_test(Op op, const std::string& literal) {
  const std::string number = std::to_string(static_cast<unsigned>(op));
  return "// " + std::string(protocol::op_name(op)) +
         ": what the specification says belongs into a pinned vector (grit vectors promote).\n"
         "TEST(Regression, EverybodyAnswersAlike) {\n"
         "  const auto request = grit::laws::from_hex(" +
         literal +
         ");\n"
         "  const auto expected = grit::protocol::answer(" +
         number +
         ", request);\n"
         "  grit::fuzz::Workspace workspace;\n"
         "  for (const auto& implementation : grit::fuzz::implementations()) {\n"
         "    grit::protocol::Reply reply;\n"
         "    implementation.answer(workspace, " +
         number +
         ", request, reply);\n"
         "    EXPECT_EQ(reply, expected) << implementation.name;\n"
         "  }\n"
         "}\n";
}

void describe_request(Description& description, Op op, std::span<const std::byte> request) {
  description.op = op;
  description.pieces = conformance::request_pieces(op, request);
  description.differences = conformance::compare_with_canonical(op, request).differences;
  description.unit_test = agreement_test(op, laws::hex_literal(request));
  description.command =
      piped(conformance::frames_of({{op, Bytes(request.begin(), request.end())}}));
}

}  // namespace

std::string_view to_string(Form form) {
  switch (form) {
    case Form::kBytes:
      return "bytes";
    case Form::kDescriptor:
      return "descriptor";
    case Form::kGradeText:
      return "grade text";
    case Form::kGidText:
      return "gid text";
    case Form::kRequest:
      return "request";
    case Form::kFrames:
      return "frames";
    case Form::kJson:
      return "json";
  }
  return "bytes";
}

Description describe(const Target& target, std::span<const std::byte> input) {
  Description description;
  description.hex = protocol::to_hex(input);
  description.unit_test = target_test(target, laws::hex_literal(input));
  switch (target.form) {
    case Form::kDescriptor:
      if (input.size() >= reference::kDescriptorBytes) {
        protocol::SizesRequest request;
        std::copy_n(input.begin(), request.desc.size(), request.desc.begin());
        const Bytes sizes = request.encode();
        description.pieces = conformance::request_pieces(Op::kSizes, sizes);
        description.differences =
            conformance::compare_with_canonical(Op::kSizes, sizes).differences;
      }
      break;
    case Form::kRequest:
      if (const auto request = split_request(input)) {
        describe_request(description, request->first, request->second);
      }
      break;
    case Form::kGradeText:
    case Form::kGidText:
    case Form::kJson:
      description.pieces.emplace_back("text", conformance::quoted(protocol::as_text(input)));
      break;
    case Form::kFrames: {
      const FrameStream stream = frames_of(input);
      for (const auto& [header, payload] : stream.frames) {
        const auto info = protocol::find_op(header.op);
        description.pieces.emplace_back(
            "frame " + std::to_string(description.pieces.size()),
            (info ? std::string(info->name) : "op " + std::to_string(header.op)) + ", " +
                std::to_string(payload.size()) + " bytes");
      }
      description.command = piped(input);
      break;
    }
    case Form::kBytes:
      break;
  }
  return description;
}

}  // namespace grit::fuzz
