#include "harness/conformance/program_run.h"

#include <gtest/gtest.h>

namespace grit::conformance {
namespace {

// Expected values: what the shell does with these lines, by hand.

ProgramRun run_shell(const std::string& line) {
  auto run = run_program({.argv = {"sh", "-c", line}, .cwd = {}});
  EXPECT_TRUE(run) << run.error();
  return run.value_or(ProgramRun());
}

TEST(ProgramRun, CollectsBothStreamsAndTheEnd) {
  const ProgramRun run = run_shell("echo out; echo err >&2");
  EXPECT_TRUE(run.succeeded());
  EXPECT_EQ(run.out, "out\n");
  EXPECT_EQ(run.stderr_tail, "err\n");
}

TEST(ProgramRun, SaysHowItEnded) {
  const ProgramRun failed = run_shell("exit 3");
  EXPECT_FALSE(failed.succeeded());
  EXPECT_EQ(failed.exit.describe(), "exit code 3");
  EXPECT_FALSE(run_shell("kill -9 $$").succeeded());
}

TEST(ProgramRun, HasNoInput) { EXPECT_EQ(run_shell("wc -c | tr -d ' '").out, "0\n"); }

TEST(ProgramRun, OutputOfAnyLengthIsKept) {
  EXPECT_EQ(run_shell("head -c 300000 /dev/zero").out.size(), 300'000u);
}

TEST(ProgramRun, AProgramThatIsNotThereIsAnError) {
  EXPECT_FALSE(run_program({.argv = {"no-such-program-here"}, .cwd = {}}));
}

}  // namespace
}  // namespace grit::conformance
