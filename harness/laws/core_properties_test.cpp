// Properties of grades, fingerprints, check, encode, requantize and assumptions: 1,000 inputs each
// to which the law applies.
#include <array>
#include <string>

#include "harness/laws/check_laws.h"
#include "harness/laws/digest_laws.h"
#include "harness/laws/encode_laws.h"
#include "harness/laws/environment_laws.h"
#include "harness/laws/expect_property.h"
#include "harness/laws/gid_laws.h"
#include "harness/laws/grade_laws.h"
#include "harness/laws/ledger_laws.h"
#include "harness/laws/requantize_laws.h"

namespace grit::laws {
namespace {

using reference::GradeName;

// L10.
TEST(CheckTotalityProperties, OfAnything) {
  expect_property<CheckInput>(
      check_inputs(), [](const CheckInput& input) { return check_totality(input); },
      [](const CheckInput& input) {
        return unit_test(test_name(), source_of(input), "check_totality(input)");
      });
}

// Grades.
TEST(GradeProperties, CanonicalFormIsIdempotent) {
  expect_property<std::string>(
      grade_texts(), [](const std::string& text) { return canonical_idempotent(text); },
      [](const std::string& text) {
        return unit_test(test_name(), "", "canonical_idempotent(" + string_literal(text) + ")");
      });
}
TEST(GradeProperties, SpellingsAreBlind) {
  expect_property<SpellingInput>(
      spellings(),
      [](const SpellingInput& input) { return spelling_blind(input.canonical, input.spelling); },
      [](const SpellingInput& input) {
        return unit_test(test_name(), "",
                         "spelling_blind(" + string_literal(input.canonical) + ",\n      " +
                             string_literal(input.spelling) + ")");
      });
}
TEST(GradeProperties, WhatIsWrittenIsRead) {
  expect_property<reference::Grade>(
      grades(), [](const reference::Grade& grade) { return parse_format(grade); },
      [](const reference::Grade& grade) {
        return unit_test(
            test_name(), "",
            "parse_format(*reference::parse_grade(\"" + reference::canonical(grade) + "\"))");
      });
}
TEST(GradeProperties, EqualProjectionsDecodeAlike) {
  expect_property<ViewInput>(
      views(),
      [](const ViewInput& input) { return projection_decodes_alike(input.sample, input.text); },
      [](const ViewInput& input) {
        return unit_test(test_name(), input,
                         "projection_decodes_alike(sample, \"" + input.text + "\")");
      });
}

// Fingerprints.
TEST(GidProperties, SeesFrameGradeAndShape) {
  expect_property<GidInput>(
      gid_inputs(),
      [](const GidInput& input) {
        return gid_sensitive(input.descriptor, input.grade, input.shape);
      },
      [](const GidInput& input) {
        return unit_test(
            test_name(),
            "  const auto bytes = from_hex(" + hex_literal(input.descriptor) +
                ");\n  const std::vector<std::int64_t> shape = " + source_of(input.shape) + ";\n",
            "gid_sensitive(std::span<const std::byte, 64>(bytes), " + string_literal(input.grade) +
                ", shape)");
      });
}
TEST(GidProperties, PrintedFormReadsBack) {
  expect_property<reference::Gid>(
      gids(), [](const reference::Gid& gid) { return printed_gid(gid); },
      [](const reference::Gid& gid) {
        return unit_test(test_name(),
                         "  reference::Gid gid{};\n  std::ranges::copy(from_hex(" +
                             hex_literal(gid) + "), gid.begin());\n",
                         "printed_gid(gid)");
      });
}
TEST(DigestProperties, SeesBytesAndBoundaries) {
  expect_property<reference::PlaneBuffers>(
      plane_buffers(),
      [](const reference::PlaneBuffers& planes) { return digest_sensitive(planes); },
      [](const reference::PlaneBuffers& planes) {
        return unit_test(test_name(), "",
                         "digest_sensitive(reference::PlaneBuffers" + source_of(planes) + ")");
      });
}

// encode.
using EncodeLaw = LawResult (*)(GradeName, std::span<const std::uint32_t>, const Implementation&);
void expect_of_values(const Generator<EncodeInput>& generator, EncodeLaw law,
                      const std::string& name) {
  expect_property<EncodeInput>(
      generator,
      [&](const EncodeInput& input) {
        return law(input.grade, input.values, reference_implementation());
      },
      [&](const EncodeInput& input) {
        return unit_test(test_name(), source_of(input),
                         name + "(" + grade_name_literal(input.grade) + ", values)");
      });
}

TEST(EncodeProperties, SizesAreThoseOfTheEquations) {
  expect_of_values(values_to_encode(ValueKind::kAnyBits), encoded_sizes, "encoded_sizes");
}
TEST(EncodeProperties, IndependentOfTheEnvironment) {
  expect_of_values(values_to_encode(ValueKind::kMixed), encode_independence, "encode_independence");
}

class EncodeGradeProperties : public testing::TestWithParam<GradeName> {};
TEST_P(EncodeGradeProperties, OrdinaryValuesComeBackAsTheNearest) {
  expect_of_values(values_to_encode(GetParam(), ValueKind::kOrdinary), encode_nearest,
                   "encode_nearest");
}
TEST_P(EncodeGradeProperties, MixedValuesComeBackAsTheNearest) {
  expect_of_values(values_to_encode(GetParam(), ValueKind::kMixed), encode_nearest,
                   "encode_nearest");
}
TEST_P(EncodeGradeProperties, RepeatsWhereItIsPromised) {
  expect_of_values(values_to_encode(GetParam(), ValueKind::kRepeating), encode_repeats,
                   "encode_repeats");
}
INSTANTIATE_TEST_SUITE_P(
    Registered, EncodeGradeProperties,
    testing::Values(GradeName::kMxfp4, GradeName::kQ4ks, GradeName::kNvf4, GradeName::kI8s24,
                    GradeName::kMxfp4Rne, GradeName::kNvf4Rtz),
    [](const auto& chosen) {
      return grade_name_literal(chosen.param).substr(std::string("reference::GradeName::k").size());
    });

// requantize.
TEST(RequantizeProperties, IsEncodeOfThePermutedValues) {
  expect_of_views(
      {.grade = GradeKind::kRegistered},
      [](const ViewInput& input) { return requantize_values(input.sample.view(), input.turn); },
      [](const ViewInput& input) {
        return "requantize_values(sample.view(), Turn" + source_of(input.turn) + ")";
      });
}

// Assumptions.
TEST(LedgerProperties, AssumptionsAreRecorded) {
  static constexpr std::array<std::string_view, 4> kReasons = {"", " \t\n", "vendor's file", "x"};
  const auto reason = [](const ViewInput& input) { return kReasons[input.number % 16 % 4]; };
  expect_of_views(
      {.stored_forms = true},
      [&](const ViewInput& input) {
        return assume_records(input.sample.view(), input.layout, reason(input),
                              input.number / 16 % 10);
      },
      [&](const ViewInput& input) {
        return "assume_records(sample.view(), Layout" + source_of(input.layout) + ", " +
               string_literal(reason(input)) + ", " + std::to_string(input.number / 16 % 10) + ")";
      });
}
TEST(LedgerProperties, OnlyAProofTakesTheMarkOff) {
  expect_of_views(
      {.stored_forms = true},
      [](const ViewInput& input) {
        return verify_demands_proof(input.sample.view(), input.layout, input.number);
      },
      [](const ViewInput& input) {
        return "verify_demands_proof(sample.view(), Layout" + source_of(input.layout) + ", " +
               std::to_string(input.number) + ")";
      });
}

}  // namespace
}  // namespace grit::laws
