#include "harness/vectors/provenance.h"

#include <gtest/gtest.h>

namespace grit::vectors {
namespace {

// Expected values: the grammar of vectors/README.md, "Provenance", by hand.

using Texts = std::vector<std::string>;

Provenance parsed(std::string_view text) {
  auto provenance = parse_provenance(text);
  EXPECT_TRUE(provenance) << provenance.error();
  return provenance.value_or(Provenance());
}

TEST(Provenance, ByHandNamesItsClauses) {
  const Provenance one = parsed("by hand from §11.8.6");
  EXPECT_EQ(one.kind, ProvenanceKind::kByHand);
  EXPECT_EQ(one.sources, Texts{"§11.8.6"});
  EXPECT_EQ(parsed("by hand from §5, §12.9.3").sources, (Texts{"§5", "§12.9.3"}));
  EXPECT_EQ(parsed("by hand from the specification").sources, Texts{"the specification"});
}

TEST(Provenance, AnAgreementHasTwoPartiesAtLeast) {
  const Provenance two = parsed("agreed by grit-datatype 1.1.0 (Python) and crate 1.1.0 (Rust)");
  EXPECT_EQ(two.kind, ProvenanceKind::kAgreed);
  EXPECT_EQ(two.sources, (Texts{"grit-datatype 1.1.0 (Python)", "crate 1.1.0 (Rust)"}));
  EXPECT_EQ(parsed("agreed by A, B and C").sources, (Texts{"A", "B", "C"}));
}

TEST(Provenance, AnOracleSaysHowItWorks) {
  const Provenance oracle = parsed("independent exact oracle (rational arithmetic)");
  EXPECT_EQ(oracle.kind, ProvenanceKind::kOracle);
  EXPECT_EQ(oracle.sources, Texts{"rational arithmetic"});
  EXPECT_EQ(parsed("independent oracle (a table)").kind, ProvenanceKind::kOracle);
}

TEST(Provenance, TheTextItselfMayHaveTheValue) {
  EXPECT_EQ(parsed("stated by the specification").kind, ProvenanceKind::kStated);
}

TEST(Provenance, MoreMayStandBehindIt) {
  const Provenance more = parsed(
      "agreed by A and B; by hand from §5.1; planes also those of an independent exact oracle");
  EXPECT_EQ(more.kind, ProvenanceKind::kAgreed);
  EXPECT_EQ(more.further,
            (Texts{"by hand from §5.1", "planes also those of an independent exact oracle"}));
}

TEST(Provenance, NothingElseIsASource) {
  for (const std::string_view text : {"",
                                      "copied from a run",
                                      "reference",
                                      "by hand",
                                      "by hand from ",
                                      "by hand from 5.1",
                                      "by hand from §",
                                      "by hand from §5.",
                                      "by hand from §5.1 and §5.2",
                                      "agreed by A",
                                      "agreed by A and A",
                                      "agreed by A and ",
                                      "agreed by , B and C",
                                      "independent oracle",
                                      "independent oracle ()",
                                      "an independent oracle (x)",
                                      "Stated by the specification",
                                      "stated by the specification ",
                                      "by hand from §5.1; and so on",
                                      "by hand from §5.1; ",
                                      "also by hand from §5.1"}) {
    EXPECT_FALSE(parse_provenance(text)) << text;
  }
}

TEST(Provenance, AnErrorQuotesWhatIsWrong) {
  EXPECT_NE(parse_provenance("copied").error().find("\"copied\""), std::string::npos);
  EXPECT_NE(parse_provenance("by hand from §5; so").error().find("\"so\""), std::string::npos);
}

}  // namespace
}  // namespace grit::vectors
