#include "harness/reference/kernels/isa.h"

#include <gtest/gtest.h>

namespace grit::reference::kernels {
namespace {

TEST(Isa, EveryNameNamesItsOwn) {
  for (const Isa isa : all_isas()) EXPECT_EQ(isa_from_name(isa_name(isa)), isa);
  EXPECT_EQ(isa_from_name("AVX2"), std::nullopt);
  EXPECT_EQ(isa_from_name(""), std::nullopt);
}

TEST(Isa, EveryMachineHasTheScalarOne) {
  EXPECT_TRUE(compiled_in(Isa::kScalar));
  EXPECT_TRUE(supported(Isa::kScalar));
}

TEST(Isa, TheWidestIsSupportedAndNothingAboveItIs) {
  EXPECT_TRUE(supported(widest_isa()));
  for (const Isa isa : all_isas()) {
    if (isa > widest_isa()) {
      EXPECT_FALSE(supported(isa)) << isa_name(isa);
    }
  }
}

TEST(Isa, AnEmptyRequestIsTheWidest) { EXPECT_EQ(choose_isa("").value(), widest_isa()); }

TEST(Isa, ASupportedNameIsObeyed) {
  for (const Isa isa : all_isas()) {
    if (supported(isa)) {
      EXPECT_EQ(choose_isa(isa_name(isa)).value(), isa);
    }
  }
}

TEST(Isa, ARefusalSaysWhyAndWhatThereIs) {
  const auto unknown = choose_isa("avx1024");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_NE(unknown.error().message.find("\"avx1024\": no instruction set has this name"),
            std::string::npos);
  EXPECT_NE(unknown.error().message.find("scalar"), std::string::npos);
  for (const Isa isa : all_isas()) {
    if (supported(isa)) continue;
    const auto refused = choose_isa(isa_name(isa));
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find(compiled_in(isa) ? "this machine does not have it"
                                                            : "this build has no kernels for it"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace grit::reference::kernels
