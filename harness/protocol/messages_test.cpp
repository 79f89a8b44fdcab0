#include "harness/protocol/messages.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/protocol/answer.h"
#include "harness/protocol/op.h"

namespace grit::protocol {
namespace {

DescriptorBytes some_descriptor() {
  DescriptorBytes bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

const Planes kSomePlanes = {Bytes(3, std::byte{1}), Bytes{}, Bytes(1, std::byte{2}), Bytes{}};

// encode, parse, encode again: the same bytes; and no prefix and no longer text parses.
template <typename Message>
void expect_round_trip(const Message& message) {
  const Bytes payload = message.encode();
  const Parsed<Message> parsed = Message::parse(payload);
  ASSERT_TRUE(parsed.has_value()) << parsed.error();
  EXPECT_EQ(parsed->encode(), payload);
  for (std::size_t length = 0; length < payload.size(); ++length) {
    EXPECT_FALSE(Message::parse(std::span<const std::byte>(payload).first(length)).has_value())
        << "cut to " << length << " of " << payload.size();
  }
  Bytes longer = payload;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(Message::parse(longer).has_value());
}

TEST(Messages, RoundTrip) {
  CheckRequest check;
  check.level = 2;
  check.desc = Bytes(63, std::byte{7});
  check.shape = {2, -1};
  check.plane_bytes = {1, 2, 3, -4};
  check.planes = kSomePlanes;
  check.digest = Digest{};
  expect_round_trip(check);
  expect_round_trip(CheckReply{3, 1});
  expect_round_trip(TextRequest{"grit1()"});
  expect_round_trip(GradeReply{"a", 5, "b"});
  expect_round_trip(DescriptorRequest{"g", -1, 7, {1, 2, 3}});
  expect_round_trip(SizesRequest{some_descriptor(), {32}});
  expect_round_trip(SizesReply{{1, 2, 3, 4, 5, 6, 7, 8}});
  expect_round_trip(GidRequest{some_descriptor(), "c", {1, 2}});
  expect_round_trip(GidReply{Digest{}, "22T5"});
  expect_round_trip(DigestReply{Digest{}});
  expect_round_trip(PlanesMessage{kSomePlanes});
  expect_round_trip(FormatRequest{0x2043, {1, 2}});
  expect_round_trip(WordsReply{{9}});
  expect_round_trip(ExponentRequest{1, {0x3F800000}});
  expect_round_trip(DecodeRequest{"GRADE_MXFP4", -32, kSomePlanes});
  expect_round_trip(EncodeRequest{"GRADE_MXFP4", {0}});
  expect_round_trip(EquivalentRequest{"a", "b", 1});
  expect_round_trip(EquivalentReply{1});
  expect_round_trip(ExplainRequest{some_descriptor(), some_descriptor()});
  expect_round_trip(ExplainReply{{"k0", "note"}});
  expect_round_trip(CheckGradeRequest{check, "grit1()"});
  const ViewRequest view{some_descriptor(), "grit1()", {2, -1, 0}, kSomePlanes};
  expect_round_trip(view);
  expect_round_trip(SliceRequest{view, 255, -1, 7});
  expect_round_trip(SliceReply{{1, 2}, kSomePlanes});
  expect_round_trip(TransposeRequest{view, {2, 0, 255}, 1});
  expect_round_trip(TransposeReply{some_descriptor(), {1, 2}, kSomePlanes});
  expect_round_trip(RelayoutRequest{view, 3, 0x1000000000000003});
  expect_round_trip(RelayoutReply{some_descriptor(), kSomePlanes});
}

// By PROTOCOL.md's table, byte by byte.
TEST(Messages, TransposeWritesNoLengthOfItsPermutation) {
  const ViewRequest view{DescriptorBytes{}, "g", {3, 4}, Planes{Bytes(1, std::byte{9})}};
  const Bytes payload = TransposeRequest{view, {1, 0}, 1}.encode();
  EXPECT_EQ(to_hex(payload), std::string(128, '0') +
                                 "0100000067"
                                 "02"
                                 "0300000000000000" +
                                 "0400000000000000"
                                 "0100000009" +
                                 std::string(24, '0') + "0100" + "01");
}

TEST(Messages, CheckRefusesUnknownFlagBits) {
  CheckRequest check;
  Bytes payload = check.encode();
  payload.back() = std::byte{4};
  EXPECT_FALSE(CheckRequest::parse(payload).has_value());
}

Parsed<HelloReply> parse_hello(std::string_view json) { return HelloReply::parse(as_bytes(json)); }

TEST(Hello, KeepsWhatAnAdapterSays) {
  const auto reply = parse_hello(
      R"({"name":"x","version":"1","language":"C","ops":[2,1,1,200],"compiler":"cc 3","n":4})");
  ASSERT_TRUE(reply.has_value()) << reply.error();
  EXPECT_EQ(reply->name, "x");
  EXPECT_EQ(reply->ops, (std::vector<std::uint8_t>{1, 2, 200}));
  const std::vector<std::pair<std::string, std::string>> details = {{"compiler", "\"cc 3\""},
                                                                    {"n", "4"}};
  EXPECT_EQ(reply->details, details);
}

TEST(Hello, RefusesWhatCannotBeUsed) {
  EXPECT_FALSE(parse_hello("").has_value());
  EXPECT_FALSE(parse_hello("[1]").has_value());
  EXPECT_FALSE(parse_hello(R"({"ops":[1]})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x"})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x","ops":["CHECK"]})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x","ops":[256]})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x","ops":[-1]})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x","ops":[1],"protocol":2})").has_value());
  EXPECT_FALSE(parse_hello(R"({"name":"x","ops":[1],"spec":2})").has_value());
  EXPECT_TRUE(parse_hello(R"({"name":"x","ops":[1],"protocol":1,"spec":1})").has_value());
}

// A million brackets must not exhaust the stack of whoever writes them out again.
TEST(Hello, SurvivesDeepNesting) {
  const std::string open(1'000'000, '[');
  const std::string close(1'000'000, ']');
  const auto reply =
      parse_hello(R"({"name":"x","ops":[1],"deep":)" + open + close + R"(,"last":1})");
  ASSERT_TRUE(reply.has_value()) << reply.error();
  EXPECT_EQ(reply->details.back(), (std::pair<std::string, std::string>{"last", "1"}));
}

TEST(Ops, TableIsAscendingAndFindable) {
  std::vector<int> numbers;
  for (const OpInfo& info : all_ops()) {
    const auto number = static_cast<std::uint8_t>(info.op);
    numbers.push_back(number);
    EXPECT_EQ(find_op(info.name)->op, info.op);
    EXPECT_EQ(op_name(info.op), info.name);
    EXPECT_EQ(info.tier, number == 0   ? Tier::kProtocol
                         : number < 20 ? Tier::kCore
                                       : Tier::kGeneral);
    EXPECT_EQ(is_check(info.op), number == 1 || number == 20);
    EXPECT_EQ(refuses_by_name(info.op), number > 20);
  }
  EXPECT_EQ(numbers, (std::vector<int>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                       11, 12, 13, 14, 20, 21, 22, 23, 24, 25}));
  EXPECT_FALSE(find_op(std::uint8_t{15}).has_value());
  EXPECT_FALSE(find_op("check").has_value());
}

}  // namespace
}  // namespace grit::protocol
