#include "bench/machine.h"

#include <gtest/gtest.h>

namespace grit::bench {
namespace {

using reference::kernels::Isa;

TEST(Machine, TheKindIsVendorFamilyModelAndInstructionSet) {
  const Machine machine = machine_of(
      "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
      "model name\t: AMD EPYC 7713\nflags\t\t: fpu vme\n",
      Isa::kAvx2);
  EXPECT_EQ(machine.kind, "amd-25-1-avx2");
  EXPECT_EQ(machine.processor, "AMD EPYC 7713");
  EXPECT_EQ(machine.isa, "avx2");
}

TEST(Machine, AProcessorThatSaysNothingIsUnknown) {
  EXPECT_EQ(machine_of("", Isa::kScalar).kind, "unknown-scalar");
  EXPECT_EQ(machine_of("model name\t:\n", Isa::kScalar).processor, "unknown");
}

TEST(Machine, AVendorBecomesAFileName) {
  EXPECT_EQ(machine_of("vendor_id : ../A b\n", Isa::kScalar).kind, "---a-b-scalar");
}

TEST(Machine, ThisOneHasCoresAndACompiler) {
  const Machine machine = this_machine(Isa::kScalar);
  EXPECT_GT(machine.cores, 0U);
  EXPECT_FALSE(machine.compiler.empty());
}

}  // namespace
}  // namespace grit::bench
