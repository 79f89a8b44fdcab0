// Rules by hand from spec §10; gids from spec §7.
#include "harness/reference/assume.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/reference/registry.h"

namespace grit::reference {
namespace {

const std::vector<std::int64_t> kShape{32};

View mxfp4_view() {
  return {canonical_descriptor(GradeName::kMxfp4),
          registry_entry(GradeName::kMxfp4).canonical,
          kShape,
          {}};
}

TEST(Assume, SetsTheWordAndTheNoteAndIsRecorded) {
  AuditLedger ledger;
  const View view = mxfp4_view();
  const auto assumed = assume_placement(view, Role::kScale, kSwizzle128x4B, "from the kernel",
                                        ledger, AuditCeiling{});
  ASSERT_TRUE(assumed.has_value());
  EXPECT_EQ(assumed->descriptor.placement_scale, kSwizzle128x4B);
  EXPECT_EQ(assumed->descriptor.placement_data, kRowMajor);
  EXPECT_EQ(assumed->descriptor.note, kNoteAssumed);
  EXPECT_EQ(view.descriptor.note, 0u);

  ASSERT_EQ(ledger.entries().size(), 1u);
  const AuditEntry& entry = ledger.entries()[0];
  EXPECT_EQ(format_gid(entry.gid_before), "22T52T4K0FJVN7WCVDGAHARX0D");
  EXPECT_NE(entry.gid_after, entry.gid_before);
  EXPECT_EQ(entry.from, kRowMajor);
  EXPECT_EQ(entry.to, kSwizzle128x4B);
  EXPECT_EQ(entry.reason, "from the kernel");
  EXPECT_NE(entry.source.find("assume_test.cpp:"), std::string::npos);
  EXPECT_EQ(entry.role, Role::kScale);
  EXPECT_GT(entry.time_ns, 1600000000000000000);
}

TEST(Assume, NoteIsStickyAndInNoGid) {
  AuditLedger ledger;
  View view = mxfp4_view();
  view.descriptor.note = 0x4200;
  const auto once =
      assume_placement(view, Role::kData, kRowMajor, "the same word", ledger, AuditCeiling{});
  ASSERT_TRUE(once.has_value());
  EXPECT_EQ(once->descriptor.note, 0x4201u);
  EXPECT_EQ(ledger.entries()[0].gid_before, ledger.entries()[0].gid_after);
  const auto meta =
      assume_placement(*once, Role::kMeta, 0, "unspecified is known", ledger, AuditCeiling{});
  ASSERT_TRUE(meta.has_value());
  EXPECT_EQ(meta->descriptor.note, 0x4201u);
}

TEST(Assume, Refusals) {
  AuditLedger ledger;
  const auto error = [&](Placement placement, std::string_view reason, const AuditCeiling& c) {
    return assume_placement(mxfp4_view(), Role::kData, placement, reason, ledger, c).error();
  };
  for (const char* blank : {"", " ", "\t\n\v\f\r "}) {
    EXPECT_EQ(error(kColMajor, blank, {}), AssumeError::kBlankReason);
  }
  EXPECT_EQ(error(0x2000000000000001, "r", {}), AssumeError::kPlacementUnknown);
  EXPECT_EQ(error(0x1000000000000006, "r", {}), AssumeError::kPlacementUnknown);
  EXPECT_EQ(error(kColMajor, "r", parse_audit_ceiling("many")), AssumeError::kCeilingUnreadable);
  EXPECT_EQ(error(kColMajor, "r", parse_audit_ceiling("0")), AssumeError::kCeilingExceeded);
  EXPECT_TRUE(ledger.entries().empty());
  EXPECT_EQ(ledger.crossings(), 0u);
}

TEST(Assume, CeilingRefusesTheOneThatWouldExceedIt) {
  AuditLedger ledger;
  const AuditCeiling tenth = parse_audit_ceiling("0.1");
  const auto assume = [&] {
    return assume_placement(mxfp4_view(), Role::kData, kColMajor, "r", ledger, tenth).has_value();
  };
  ledger.count_check(0);  // level 0 is no crossing
  for (int i = 0; i < 8; ++i) ledger.count_check(1);
  EXPECT_FALSE(assume());  // 1 of 9
  ledger.count_check(2);
  EXPECT_TRUE(assume());  // 1 of 10
  EXPECT_EQ(ledger.crossings(), 10u);
  for (int i = 0; i < 8; ++i) ledger.count_check(1);
  EXPECT_FALSE(assume());  // 2 of 19
  ledger.count_check(1);
  EXPECT_TRUE(assume());  // 2 of 20
}

// 0.3 in binary64 is below three tenths, as which 3 / 10 rounds to nearest: equal, not above.
// Rounded upward, or in x87's wider format, 3 / 10 would be above. Spec §11.8.8, §10.2.7.
TEST(Assume, CeilingIsTheSameInEveryRoundingMode) {
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    SCOPED_TRACE(mode);
    ASSERT_EQ(std::fesetround(mode), 0);
    const AuditCeiling ceiling = parse_audit_ceiling("0.3");
    AuditLedger ledger;
    for (int i = 0; i < 7; ++i) ledger.count_check(1);
    const auto assume = [&] {
      return assume_placement(mxfp4_view(), Role::kData, kColMajor, "r", ledger, ceiling)
          .has_value();
    };
    const bool passed[] = {assume(), assume(), assume(), assume()};  // 1/8, 2/9, 3/10, 4/11
    ASSERT_EQ(std::fesetround(FE_TONEAREST), 0);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*ceiling.limit), 0x3FD3333333333333u);
    EXPECT_TRUE(passed[0] && passed[1] && passed[2]);
    EXPECT_FALSE(passed[3]);
  }
}

// Ceilings at the ends of binary64.
TEST(Assume, CeilingsOfAnyMagnitude) {
  const auto passes = [](const char* text) {
    AuditLedger ledger;
    return assume_placement(mxfp4_view(), Role::kData, kColMajor, "r", ledger,
                            parse_audit_ceiling(text))
        .has_value();
  };
  for (const char* at_least_1 :
       {"1", "1.0000000000000002", "3", "1e300", "1.7976931348623157e308"}) {
    EXPECT_TRUE(passes(at_least_1)) << at_least_1;
  }
  for (const char* below_1 : {"0.9999999999999999", "0.5", "1e-300", "5e-324", "0"}) {
    EXPECT_FALSE(passes(below_1)) << below_1;
  }
}

TEST(Assume, CeilingText) {
  EXPECT_TRUE(parse_audit_ceiling(nullptr).readable);
  EXPECT_EQ(parse_audit_ceiling(nullptr).limit, std::nullopt);
  EXPECT_EQ(parse_audit_ceiling("0.25").limit, 0.25);
  EXPECT_EQ(parse_audit_ceiling("1e-3").limit, 0.001);
  EXPECT_EQ(parse_audit_ceiling("1").limit, 1.0);
  for (const char* bad :
       {"", " ", "nan", "inf", "-1", "-0", "0,5", "50%", "0.5 ", " 0.5", "1e999"}) {
    EXPECT_FALSE(parse_audit_ceiling(bad).readable) << bad;
  }
  ::setenv("GRIT_AUDIT_MAX_RATE", "0.5", 1);
  EXPECT_EQ(audit_ceiling_from_environment().limit, 0.5);
  ::unsetenv("GRIT_AUDIT_MAX_RATE");
  EXPECT_EQ(audit_ceiling_from_environment().limit, std::nullopt);
}

TEST(Assume, LedgerIsJsonLines) {
  AuditEntry entry{
      .time_ns = 1700000000000000001,
      .gid_before = {},
      .gid_after = {},
      .from = 0,
      .to = kColMajor,
      .reason = "a \"b\" \\ \n\x01 \xc3\xa9 \xff \xed\xa0\x80 \xf0\x9f\x98\x80 \xe2\x82",
      .source = "x.cpp:1",
      .role = Role::kMeta};
  AuditLedger ledger;
  ledger.append(entry);
  ledger.append(entry);
  const std::string line =
      "{\"time_ns\":1700000000000000001,\"gid_before\":\"00000000000000000000000000\","
      "\"gid_after\":\"00000000000000000000000000\",\"from\":\"0x0000000000000000\","
      "\"to\":\"0x1000000000000002\",\"reason\":\"a \\\"b\\\" \\\\ \\u000a\\u0001 \xc3\xa9 \\ufffd "
      "\\ufffd\\ufffd\\ufffd \xf0\x9f\x98\x80 \\ufffd\\ufffd\",\"source\":\"x.cpp:1\","
      "\"role\":\"meta\"}\n";
  EXPECT_EQ(ledger.to_json_lines(), line + line);
}

}  // namespace
}  // namespace grit::reference
