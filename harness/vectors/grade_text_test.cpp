#include "harness/vectors/grade_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace grit::vectors {
namespace {

constexpr std::array<Domain, 11> kWordDomains = {
    Domain::kFormat,     Domain::kRounding, Domain::kSaturation, Domain::kScaleRule,
    Domain::kSubnormals, Domain::kOrder,    Domain::kZpc,        Domain::kZps,
    Domain::kContainer,  Domain::kBitOrder, Domain::kIndexOrder};

TEST(Fnv1a64, OfTheAuthorsExamples) {
  // The test vectors published with FNV: "", "a", "foobar".
  EXPECT_EQ(fnv1a64({}), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a64(protocol::as_bytes("a")), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a64(protocol::as_bytes("foobar")), 0x85944171f73967e8u);
  EXPECT_EQ(fnv1a64(protocol::as_bytes("bar"), fnv1a64(protocol::as_bytes("foo"))),
            fnv1a64(protocol::as_bytes("foobar")));
}

TEST(GradeText, OfARegisteredGrade) {
  // spec §3.9.1; the projection is written out by hand from §3.7.4.
  GradeFields fields;
  fields[Key::kE] = "u4";
  fields[Key::kK0] = "32";
  fields[Key::kS0] = "u6";
  fields[Key::kK1] = "8";
  fields[Key::kS1] = "binary16";
  fields[Key::kZp] = "u6";
  fields[Key::kZpc] = "asis";  // a default, which leaves no trace
  fields[Key::kZps] = "l1";
  fields[Key::kEsr] = "affineminmax";
  const protocol::GradeReply reply = grade_reply(fields);
  EXPECT_EQ(reply.canonical,
            "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)");
  EXPECT_EQ(reply.grade_id, 0x1c600de02594fb55u);
  EXPECT_EQ(reply.projection,
            "gritdec1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zpc=asis,zps=l1,ct=dense,po=lsb,"
            "dr=rne,ds=satfinite,dt=binary32)");
}

TEST(GradeText, CanonicalFormIsReadBack) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const std::string text = canonical_text(random_fields(random));
    const auto fields = fields_of_canonical(text);
    ASSERT_TRUE(fields) << text;
    EXPECT_EQ(canonical_text(*fields), text);
  }
  EXPECT_FALSE(fields_of_canonical("grit1(k0=32,e=e2m1,s0=e8m0,esr=ratiomaxabs)"));
  EXPECT_FALSE(fields_of_canonical("grit1(e=e2m1,k0=32,s0=e8m0,er=rne,esr=ratiomaxabs)"));
  EXPECT_FALSE(fields_of_canonical("grit1(e=e2m1,k9=32)"));
  EXPECT_FALSE(fields_of_canonical("grit1(e)"));
  EXPECT_FALSE(fields_of_canonical("e=e2m1"));
}

TEST(GradeText, AliasesAreNoValuesAndHaveOneMeaning) {
  std::size_t count = 0;
  for (const Domain domain : kWordDomains) {
    std::set<std::string_view> seen(values(domain).begin(), values(domain).end());
    EXPECT_EQ(seen.size(), values(domain).size());
    for (const Alias& alias : aliases(domain)) {
      EXPECT_TRUE(seen.insert(alias.alias).second) << alias.alias;
      EXPECT_TRUE(std::ranges::find(values(domain), alias.value) != values(domain).end())
          << alias.alias;
      EXPECT_TRUE(is_spelling(domain, alias.alias));
      ++count;
    }
  }
  // Counted in spec §3.6.1 and §3.6.4: 34 formats, 16 roundings, 8 saturations, 12 scale rules, 6
  // subnormals, 6 orders, 5 zpc, 5 zps, 3 containers, 3 bit orders, 5 index orders.
  EXPECT_EQ(count, 34u + 16 + 8 + 12 + 6 + 6 + 5 + 5 + 3 + 3 + 5);
}

// A bracket at the end of a custom name is no opening bracket of the grade (found by a long run).
TEST(CanonicalText, CommaAfterACustomNameThatEndsInABracket) {
  GradeFields fields;
  fields[Key::kE] = "e2m1";
  fields[Key::kK0] = "32";
  fields[Key::kS0] = "e8m0";
  fields[Key::kEsr] = "custom:x(";
  fields[Key::kDr] = "rtp";
  EXPECT_EQ(canonical_text(fields), "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:x(,dr=rtp)");
}

}  // namespace
}  // namespace grit::vectors
