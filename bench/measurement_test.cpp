#include "bench/measurement.h"

#include <gtest/gtest.h>

namespace grit::bench {
namespace {

const Measurement kDecode{.peer = "product",
                          .subject = {.op = "decode-out", .grade = "MXFP4", .size = 4096},
                          .value = 57.125,
                          .unit = Unit::kGigabytesPerSecond};

TEST(Measurement, ALineHasSixFieldsAndFourDigits) {
  EXPECT_EQ(to_json_line(kDecode),
            R"({"peer":"product","op":"decode-out","grade":"MXFP4","size":4096,"value":57.12,)"
            R"("unit":"GB/s"})");
}

TEST(Measurement, WhatWasWrittenIsRead) {
  Measurement written = kDecode;
  written.value = 57.5;
  EXPECT_EQ(from_json(to_json_line(written)), written);
  written.unit = Unit::kNanoseconds;
  EXPECT_EQ(from_json(to_json_line(written)), written);
}

TEST(Measurement, WhatIsNoMeasurementIsRefusedByName) {
  for (const auto& [text, named] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "object"},
           {"[]", "object"},
           {R"({"op":"gid","grade":"any","size":1,"value":1,"unit":"ns"})", "peer"},
           {R"({"peer":"a","op":"gid","grade":"any","size":-1,"value":1,"unit":"ns"})", "size"},
           {R"({"peer":"a","op":"gid","grade":"any","size":1,"value":0,"unit":"ns"})", "value"},
           {R"({"peer":"a","op":"gid","grade":"any","size":1,"value":1,"unit":"s"})", "unit"}}) {
    const auto read = from_json(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().find(named), std::string::npos) << read.error();
  }
}

TEST(Measurement, ARatioIsHowManyTimesAsFast) {
  Measurement ours = kDecode;
  Measurement theirs = kDecode;
  ours.value = 50;
  theirs.value = 10;
  EXPECT_DOUBLE_EQ(speedup(ours, theirs), 5);
  ours.unit = theirs.unit = Unit::kNanoseconds;
  EXPECT_DOUBLE_EQ(speedup(ours, theirs), 0.2);
}

}  // namespace
}  // namespace grit::bench
