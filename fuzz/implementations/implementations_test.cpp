// Expected replies are those of the pinned suite, whose provenance vectors/README.md gives. Of
// generated requests nobody says the answer: there the implementations, written apart from each
// other, are each other's oracle.
#include "fuzz/implementations/implementations.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"
#include "harness/vectors/case.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/suite.h"
#if GRIT_HAVE_RUST
#include "fuzz/rust/grit_rust.h"
#endif

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Reply;
using protocol::ReplyKind;

// What the protocol compares: the sentence of an internal error is nobody's business.
bool equal(const Reply& a, const Reply& b) {
  return a.kind == b.kind && (a.kind == ReplyKind::kInternalError || a.payload == b.payload);
}

std::string shown(const Reply& reply) {
  const bool readable =
      reply.kind == ReplyKind::kInternalError || reply.kind == ReplyKind::kRefused;
  return std::to_string(static_cast<int>(reply.kind)) + " " +
         (readable ? std::string(protocol::as_text(reply.payload))
                   : protocol::to_hex(reply.payload, 64));
}

// One line for each reply that is not `expected`, or not the first implementation's where nothing
// is expected.
std::vector<std::string> differences(std::span<const Implementation> asked, Workspace& workspace,
                                     const vectors::Case& item) {
  std::vector<std::string> lines;
  std::optional<Reply> expected = item.expected;
  for (const Implementation& implementation : asked) {
    Reply reply;
    implementation.answer(workspace, static_cast<std::uint8_t>(item.op), item.request, reply);
    if (!expected) expected = reply;
    if (is_panic(reply) || !equal(reply, *expected)) {
      lines.push_back(item.id + ": " + std::string(implementation.name) + " says " + shown(reply) +
                      ", not " + shown(*expected));
    }
  }
  return lines;
}

void expect_agreement(const std::vector<vectors::Case>& cases) {
  Workspace workspace;
  for (const vectors::Case& item : cases) {
    for (const std::string& line : differences(implementations(), workspace, item)) {
      ADD_FAILURE() << line;
    }
  }
}

// An implementation of nothing.
void answer_wrongly(Workspace&, std::uint8_t, std::span<const std::byte>, Reply& reply) {
  reply = {ReplyKind::kAnswered, Bytes(3)};
}

TEST(Implementations, AreThoseThatTheBuildFound) {
  std::string names;
  for (const Implementation& implementation : implementations()) {
    names += std::string(implementation.name) + " ";
  }
  EXPECT_EQ(names, GRIT_HAVE_RUST ? "reference c rust " : "reference c ");
}

// Status and named plane, values, planes, names of refusals: to the byte.
TEST(Implementations, GiveTheRepliesOfThePinnedSuite) {
  const auto files = vectors::read_suite(GRIT_VECTORS_DIR);
  ASSERT_TRUE(files.has_value()) << files.error();
  for (const vectors::SuiteFile& file : *files) expect_agreement(file.cases);
}

TEST(Implementations, AgreeOnGeneratedRequests) {
  constexpr std::uint64_t kCases = 4'800;  // every family several times
  const auto cases = vectors::generate({.seed = 6, .cases = kCases});
  std::map<protocol::Op, int> ops;
  for (const vectors::Case& item : cases) ++ops[item.op];
  EXPECT_EQ(ops.size(), 20u);  // all but HELLO
  expect_agreement(cases);
}

TEST(Implementations, AgreeOnWhatIsUnreadable) {
  vectors::Case item;
  for (const protocol::OpInfo& info : protocol::all_ops()) {
    if (info.op == protocol::Op::kHello) continue;
    for (const Bytes& payload :
         {Bytes{}, Bytes(1), Bytes(3, std::byte{0xff}), Bytes(600, std::byte{0xff})}) {
      item.id = std::string(info.name) + " of " + std::to_string(payload.size()) + " bytes";
      item.op = info.op;
      item.request = payload;
      // docs/PROTOCOL.md: no operation but HELLO has a payload of these bytes.
      Workspace workspace;
      for (const Implementation& implementation : implementations()) {
        Reply reply;
        implementation.answer(workspace, static_cast<std::uint8_t>(info.op), payload, reply);
        EXPECT_EQ(reply.kind, ReplyKind::kInternalError)
            << item.id << ": " << implementation.name << " says " << shown(reply);
        EXPECT_FALSE(reply.payload.empty()) << item.id << ": " << implementation.name;
        EXPECT_FALSE(is_panic(reply)) << shown(reply);
      }
    }
  }
}

TEST(Implementations, SayUnsupportedToAnUnknownOp) {
  Workspace workspace;
  for (const int op : {15, 19, 26, 255}) {
    for (const Implementation& implementation : implementations()) {
      Reply reply{ReplyKind::kAnswered, Bytes(5)};
      implementation.answer(workspace, static_cast<std::uint8_t>(op), {}, reply);
      EXPECT_EQ(reply, (Reply{ReplyKind::kUnsupported, {}})) << op << " " << implementation.name;
    }
  }
}

// The same question after other ones, in a workspace that has grown: the same answer.
TEST(Implementations, KeepNothingBetweenCalls) {
  const auto cases = vectors::generate({.seed = 7, .cases = 96});
  Workspace used;
  for (const Implementation& implementation : implementations()) {
    Reply again;
    for (int round = 0; round < 2; ++round) {
      for (const vectors::Case& item : cases) {
        Workspace fresh;
        Reply reply;
        const auto op = static_cast<std::uint8_t>(item.op);
        implementation.answer(fresh, op, item.request, reply);
        implementation.answer(used, op, item.request, again);
        EXPECT_EQ(reply, again) << item.id << " " << implementation.name;
      }
    }
  }
}

TEST(Implementations, AWrongAnswerIsSeen) {
  const std::array<Implementation, 2> planted{implementations()[0],
                                              Implementation{"planted", answer_wrongly}};
  Workspace workspace;
  for (const vectors::Case& item : vectors::generate({.seed = 6, .cases = 48})) {
    EXPECT_EQ(differences(planted, workspace, item).size(), 1u) << item.id;
  }
}

#if GRIT_HAVE_RUST
void keep(void* kept, const std::uint8_t* payload, std::size_t size) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(payload);
  static_cast<Bytes*>(kept)->assign(bytes, bytes + size);
}

TEST(Implementations, APanicIsAnOutcome) {
  Reply reply;
  reply.kind = static_cast<ReplyKind>(grit_rust_answer_with_panic(keep, &reply.payload));
  EXPECT_EQ(reply.kind, ReplyKind::kInternalError);
  EXPECT_EQ(protocol::as_text(reply.payload), "panic: asked to");
  EXPECT_TRUE(is_panic(reply));
}

TEST(Implementations, OtherOutcomesAreNoPanic) {
  Workspace workspace;
  Reply reply;
  implementations().back().answer(workspace, 1, {}, reply);
  EXPECT_EQ(reply.kind, ReplyKind::kInternalError);
  EXPECT_FALSE(is_panic(reply));
}
#endif

}  // namespace
}  // namespace grit::fuzz
