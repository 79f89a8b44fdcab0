#include "bench/results.h"

#include <gtest/gtest.h>

#include <fstream>

namespace grit::bench {
namespace {

Results some_results() {
  return {.machine = {.kind = "intel-6-143-avx512dl",
                      .processor = "a processor",
                      .isa = "avx512dl",
                      .cores = 2,
                      .l1d_bytes = 49'152,
                      .l2_bytes = 1U << 21,
                      .l3_bytes = 0,
                      .compiler = "g++ 12.2"},
          .peers = {"crate (grit-datatype 1.1.0)"},
          .measurements = {{.peer = "product",
                            .subject = {.op = "gid", .grade = "MXFP4", .size = 1024},
                            .value = 12.5,
                            .unit = Unit::kNanoseconds},
                           {.peer = "crate",
                            .subject = {.op = "gid", .grade = "MXFP4", .size = 1024},
                            .value = 125,
                            .unit = Unit::kNanoseconds}}};
}

TEST(Results, WhatWasWrittenIsRead) {
  EXPECT_EQ(results_from_json(to_json(some_results())), some_results());
  const Results empty;
  EXPECT_EQ(results_from_json(to_json(empty)), empty);
}

TEST(Results, AnotherDocumentIsRefused) {
  for (const char* text :
       {"", "{}", R"({"schema":"grit-isa","machine":{},"measurements":[]})",
        R"({"schema":"grit-bench-results","machine":{},"measurements":[{"peer":"a"}]})"}) {
    EXPECT_FALSE(results_from_json(text)) << text;
  }
}

TEST(Results, AFolderIsReadByNameAndABrokenFileIsNamed) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "grit-bench-results";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  EXPECT_EQ(read_results(folder).value().size(), 0U);
  Results second = some_results();
  second.machine.kind = "second";
  write("b.json", to_json(second));
  write("a.json", to_json(some_results()));
  write("a.md", "no JSON");
  const auto read = read_results(folder);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, (std::vector{some_results(), second}));
  write("c.json", "{");
  EXPECT_NE(read_results(folder).error().find("c.json"), std::string::npos);
  EXPECT_FALSE(read_results(folder / "missing"));
}

}  // namespace
}  // namespace grit::bench
