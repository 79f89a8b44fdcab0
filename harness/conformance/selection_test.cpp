#include "harness/conformance/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "harness/vectors/generate.h"

namespace grit::conformance {
namespace {

using vectors::Case;

Case case_of(std::string_view id, protocol::Op op, std::string_view clause,
             protocol::Bytes request = {}) {
  Case item;
  item.id = id;
  item.op = op;
  item.clause = clause;
  item.request = std::move(request);
  return item;
}

Selection selection(std::initializer_list<std::string_view> conditions) {
  Selection result;
  for (const std::string_view condition : conditions) {
    EXPECT_TRUE(result.add(condition)) << condition;
  }
  return result;
}

TEST(Selection, WithoutConditionsSelectsEverything) {
  const Selection everything;
  EXPECT_TRUE(everything.is_everything());
  EXPECT_TRUE(everything.selects(case_of("core/x/check", protocol::Op::kCheck, "§5.1")));
}

TEST(Selection, OneKeyIsAnAlternativeAndTwoKeysAreBothNeeded) {
  const Selection chosen = selection({"op=check", "op=GRADE", "id=core/*"});
  EXPECT_FALSE(chosen.is_everything());
  EXPECT_TRUE(chosen.selects(case_of("core/a", protocol::Op::kCheck, "§5")));
  EXPECT_TRUE(chosen.selects(case_of("core/a", protocol::Op::kGrade, "§3")));
  EXPECT_FALSE(chosen.selects(case_of("core/a", protocol::Op::kSizes, "§6")));
  EXPECT_FALSE(chosen.selects(case_of("matrix/a", protocol::Op::kCheck, "§5")));
  EXPECT_EQ(chosen.conditions(), (std::vector<std::string>{"op=check", "op=GRADE", "id=core/*"}));
}

TEST(Selection, AClauseSelectsWhatIsBelowItAndNoLongerNumber) {
  for (const std::string_view condition : {"clause=5.1", "clause=§5.1"}) {
    const Selection chosen = selection({condition});
    const auto selects = [&](std::string_view clause) {
      return chosen.selects(case_of("a", protocol::Op::kCheck, clause));
    };
    EXPECT_TRUE(selects("§5.1"));
    EXPECT_TRUE(selects("§5.1.6"));
    EXPECT_FALSE(selects("§5.10"));
    EXPECT_FALSE(selects("§5"));
    EXPECT_FALSE(selects("§15.1"));
  }
}

TEST(Selection, OneOfTheClausesThatACaseNamesIsEnough) {
  const Selection chosen = selection({"clause=5"});
  EXPECT_TRUE(chosen.selects(case_of("a", protocol::Op::kCheck, "§4, §5 step 3")));
  EXPECT_TRUE(chosen.selects(case_of("a", protocol::Op::kCheck, "§5, §6, §7")));
  EXPECT_FALSE(chosen.selects(case_of("a", protocol::Op::kCheck, "§6, §7")));
}

TEST(Selection, AGradeIsTheOneThatTheRequestNames) {
  const Case named =
      case_of("a", protocol::Op::kGrade, "§3", protocol::TextRequest{"GRADE_MXFP4"}.encode());
  EXPECT_TRUE(selection({"grade=GRADE_MX*"}).selects(named));
  EXPECT_FALSE(selection({"grade=GRADE_NVF4"}).selects(named));
  // A request about no grade is of none.
  EXPECT_FALSE(selection({"grade=*4"}).selects(case_of("a", protocol::Op::kDigest, "§7")));
}

TEST(Selection, AFormatIsTheOneWhoseWordTheRequestHas) {
  // The words of spec §1: 0x2043 is e2m1, 0x2887 e4m3; 0x2042 has no token.
  const auto asked = [](protocol::Op op, std::uint16_t word) {
    return case_of("a", op, "§1", protocol::FormatRequest{word, {}}.encode());
  };
  const Selection e2m1 = selection({"format=e2m1"});
  EXPECT_TRUE(e2m1.selects(asked(protocol::Op::kFormatDecode, 0x2043)));
  EXPECT_TRUE(e2m1.selects(asked(protocol::Op::kFormatEncode, 0x2043)));
  EXPECT_FALSE(e2m1.selects(asked(protocol::Op::kFormatDecode, 0x2887)));
  EXPECT_FALSE(selection({"format=e*"}).selects(asked(protocol::Op::kFormatDecode, 0x2042)));
  // Another operation may begin with the same two bytes.
  EXPECT_FALSE(e2m1.selects(asked(protocol::Op::kDigest, 0x2043)));
}

TEST(Selection, APlacementIsThatOfData) {
  // Bytes 32 to 39 of a descriptor (spec §2.1.1), the word of BLOCK_AOS (spec §4.2).
  protocol::ViewRequest view;
  view.desc[32] = std::byte{0x05};
  view.desc[39] = std::byte{0x10};
  const Case blocks = case_of("a", protocol::Op::kDecodeView, "§11", view.encode());
  EXPECT_TRUE(selection({"placement=BLOCK_AOS"}).selects(blocks));
  EXPECT_FALSE(selection({"placement=ROW_MAJOR"}).selects(blocks));
  // A request without a descriptor has none, not an unspecified one.
  EXPECT_FALSE(selection({"placement=UNSPECIFIED"})
                   .selects(case_of("a", protocol::Op::kDigest, "§7", view.encode())));
}

TEST(Selection, OneOfManyIsEnoughAndNoneIsAll) {
  const std::vector<std::string> texts = {"op=CHECK  id=core/*", "op=DIGEST"};
  const auto selections = parse_selections(texts);
  ASSERT_TRUE(selections) << selections.error();
  EXPECT_TRUE(one_selects(*selections, case_of("core/a", protocol::Op::kCheck, "§5")));
  EXPECT_TRUE(one_selects(*selections, case_of("matrix/a", protocol::Op::kDigest, "§7")));
  EXPECT_FALSE(one_selects(*selections, case_of("matrix/a", protocol::Op::kCheck, "§5")));
  EXPECT_TRUE(one_selects({}, case_of("matrix/a", protocol::Op::kCheck, "§5")));
  for (const std::string text : {"", " ", "op=CHECK grades=x", "op = CHECK"}) {
    EXPECT_FALSE(parse_selections({&text, 1})) << text;
  }
}

TEST(Selection, SaysWhatIsWrongWithACondition) {
  for (const std::string_view condition : {"", "op", "op=", "=CHECK", "grades=GRADE_MXFP4"}) {
    Selection chosen;
    const auto added = chosen.add(condition);
    ASSERT_FALSE(added) << condition;
    EXPECT_FALSE(added.error().empty());
    EXPECT_TRUE(chosen.is_everything()) << condition;
  }
}

TEST(Shard, EveryCaseIsInExactlyOne) {
  constexpr std::uint32_t kShards = 3;
  std::size_t sizes[kShards] = {};
  for (const Case& item : vectors::generate({.seed = 5, .cases = 600})) {
    unsigned homes = 0;
    for (std::uint32_t number = 1; number <= kShards; ++number) {
      if (!Shard{number, kShards}.selects(item)) continue;
      ++homes;
      ++sizes[number - 1];
    }
    EXPECT_EQ(homes, 1u) << item.id;
    EXPECT_TRUE(Shard{}.selects(item));
  }
  // A hash that put everything into one share would share nothing out.
  EXPECT_GT(*std::ranges::min_element(sizes), 100u);
}

TEST(Shard, IsReadFromText) {
  const auto shard = parse_shard("2/8");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->number, 2u);
  EXPECT_EQ(shard->of, 8u);
  EXPECT_TRUE(parse_shard("1/1"));
  for (const std::string_view text :
       {"", "2", "/", "2/", "/8", "0/8", "9/8", "0/0", "-1/8", "2/8x", " 2/8", "2 /8", "+2/8",
        "1/4294967296", "4294967297/4294967297"}) {
    EXPECT_FALSE(parse_shard(text)) << text;
  }
}

}  // namespace
}  // namespace grit::conformance
