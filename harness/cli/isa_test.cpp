#include "harness/cli/isa.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/reference/kernels/isa.h"

namespace grit::cli {
namespace {

using nlohmann::json;

TEST(Isa, WithoutARequestTheWidestIsUsed) {
  const CommandResult result = describe_isa("", {.json = true});
  EXPECT_EQ(result.exit_code, kExitClean);
  const json document = json::parse(result.out);
  EXPECT_EQ(document["used"], reference::kernels::isa_name(reference::kernels::widest_isa()));
  EXPECT_EQ(document["why"], "widest");
}

TEST(Isa, ARequestIsObeyedAndSaid) {
  const CommandResult result = describe_isa("scalar", {.json = true});
  const json document = json::parse(result.out);
  EXPECT_EQ(document["used"], "scalar");
  EXPECT_EQ(document["why"], "GRIT_ISA");
  EXPECT_NE(describe_isa("scalar", {}).out.find("scalar is used: GRIT_ISA asks for it"),
            std::string::npos);
}

TEST(Isa, ExactlyOneSetIsUsedAndAllAreListed) {
  const json document = json::parse(describe_isa("", {.json = true}).out);
  EXPECT_EQ(document["sets"].size(), reference::kernels::all_isas().size());
  int used = 0;
  for (const json& set : document["sets"]) used += set["used"] == true ? 1 : 0;
  EXPECT_EQ(used, 1);
}

TEST(Isa, ARequestThatCannotBeObeyedIsAUsageError) {
  const CommandResult result = describe_isa("avx1024", {});
  EXPECT_EQ(result.exit_code, kExitUsage);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("grit isa: GRIT_ISA=\"avx1024\": no instruction set has this name"),
            std::string::npos);
}

}  // namespace
}  // namespace grit::cli
