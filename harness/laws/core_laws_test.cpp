// check, grades, fingerprints and the ledger. Inputs by hand from the clauses of docs/SPEC.md; each
// law is then shown to a faulty implementation.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/laws/check_laws.h"
#include "harness/laws/digest_laws.h"
#include "harness/laws/faulty_test.h"
#include "harness/laws/gid_laws.h"
#include "harness/laws/grade_laws.h"
#include "harness/laws/ledger_laws.h"
#include "harness/laws/sample.h"
#include "harness/reference/canonical_grade.h"

namespace grit::laws {
namespace {

using reference::CheckRequest;
using reference::CheckResult;
using reference::Plane;
using reference::Role;
using reference::Status;
using reference::View;

constexpr std::string_view kMxfp4 = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";

// The first row of §5's table, with its planes.
CheckInput mxfp4_of_32() {
  const Sample sample =
      sample_of(kMxfp4, {32}, 0, PlaneDigits{"f7000000000000000000000000000000", "7f"});
  const auto bytes = reference::to_bytes(sample.array.descriptor);
  CheckInput input;
  input.descriptor.assign(bytes.begin(), bytes.end());
  input.shape = {32};
  input.level = 2;
  input.planes = sample.array.planes;
  return input;
}

Implementation faulty_check(std::function<void(const CheckRequest&, CheckResult&)> by_lengths,
                            std::function<void(const CheckRequest&, CheckResult&)> by_planes) {
  return faulty([&](Implementation& all) {
    all.check_lengths = [by_lengths](const CheckRequest& request, const auto& plane_bytes) {
      CheckResult result = reference::check(request, plane_bytes);
      if (by_lengths) by_lengths(request, result);
      return result;
    };
    all.check_planes = [by_planes](const CheckRequest& request, const reference::Planes& planes,
                                   const auto& digest) {
      CheckResult result = reference::check(request, planes, digest);
      if (by_planes) by_planes(request, result);
      return result;
    };
  });
}

// L10.
TEST(CheckTotality, HoldsOfRightAndOfHostileInput) {
  CheckInput input = mxfp4_of_32();
  EXPECT_TRUE(applied(check_totality(input)));
  input.digest.emplace();
  EXPECT_TRUE(applied(check_totality(input)));
  EXPECT_TRUE(applied(check_totality(CheckInput{})));
  input.shape = {INT64_MIN, INT64_MAX};
  input.grades = {"grit1(", std::string(kMxfp4)};
  EXPECT_TRUE(applied(check_totality(input)));
}

TEST(CheckTotality, Statuses) {
  const CheckInput input = mxfp4_of_32();
  const auto unknown = [](const CheckRequest& request, CheckResult& result) {
    if (request.level > 0) result.status = static_cast<Status>(7);
  };
  expect_broken(check_totality(input, faulty_check(unknown, nullptr)), Law::kCheckTotality,
                "outside the closed set");
  expect_broken(check_totality(input, faulty_check(nullptr, unknown)), Law::kCheckTotality,
                "outside the closed set");
  const auto plane = [](const CheckRequest&, CheckResult& result) { result.plane = Plane::kData; };
  expect_broken(check_totality(input, faulty_check(plane, nullptr)), Law::kCheckTotality,
                "a plane outside");
  const auto placement = [](const CheckRequest&, CheckResult& result) {
    result = {Status::kPlacementUnknown, Plane::kScale1, reference::Rule::kNone};
  };
  expect_broken(check_totality(input, faulty_check(placement, nullptr)), Law::kCheckTotality,
                "a plane outside");
}

// Of check_totality's demands those that need no memory.
TEST(CheckClosed, HoldsAndFails) {
  const CheckInput input = mxfp4_of_32();
  const CheckRequest request{
      .descriptor = input.descriptor, .shape = input.shape, .level = 1, .grades = {}};
  EXPECT_TRUE(applied(check_closed(request, {16, 1, 0, 0})));
  EXPECT_TRUE(applied(check_closed(request, {-1, INT64_MAX, 0, 0})));
  const auto unknown = [](const CheckRequest&, CheckResult& result) {
    result.status = static_cast<Status>(5);
  };
  expect_broken(check_closed(request, {16, 1, 0, 0}, faulty_check(unknown, nullptr)),
                Law::kCheckTotality, "outside the closed set");
  int calls = 0;
  const auto restless = [&](const CheckRequest&, CheckResult& result) {
    if (++calls % 2 == 0) result.status = Status::kSizeMismatch;
  };
  expect_broken(check_closed(request, {16, 1, 0, 0}, faulty_check(restless, nullptr)),
                Law::kCheckTotality, "the second time");
}

TEST(CheckTotality, AnswersTheSameTwice) {
  int calls = 0;
  const auto restless = [&](const CheckRequest&, CheckResult& result) {
    if (++calls % 2 == 0) result.status = Status::kSizeMismatch;
  };
  expect_broken(check_totality(mxfp4_of_32(), faulty_check(restless, nullptr)), Law::kCheckTotality,
                "the second time");
}

TEST(CheckTotality, Levels) {
  const CheckInput input = mxfp4_of_32();
  const auto eager = [](const CheckRequest& request, CheckResult& result) {
    if (request.level == 0) result.status = Status::kGradeUnknown;
  };
  expect_broken(check_totality(input, faulty_check(eager, nullptr)), Law::kCheckTotality,
                "level 0");
  const auto strict = [](const CheckRequest& request, CheckResult& result) {
    if (request.level == 2) result.status = Status::kSizeMismatch;
  };
  expect_broken(check_totality(input, faulty_check(strict, nullptr)), Law::kCheckTotality,
                "without planes a higher level");
  expect_broken(check_totality(input, faulty_check(nullptr, strict)), Law::kCheckTotality,
                "step 5 finds what is another step's");
  const auto truncates = [](const CheckRequest& request, CheckResult& result) {
    if (request.level > 255) result.status = Status::kDigestMismatch;
  };
  expect_broken(check_totality(input, faulty_check(nullptr, truncates)), Law::kCheckTotality,
                "a level above 2 is not level 2");
  const auto looks = [](const CheckRequest& request, CheckResult& result) {
    if (request.level == 1) result.status = Status::kDigestMismatch;
  };
  expect_broken(check_totality(input, faulty_check(nullptr, looks)), Law::kCheckTotality,
                "level 1 depends on what the planes hold");
}

TEST(CheckTotality, OrderOfTheSteps) {
  CheckInput input = mxfp4_of_32();
  input.descriptor.pop_back();
  EXPECT_TRUE(applied(check_totality(input)));
  const auto digest_first = [](const CheckRequest& request, CheckResult& result) {
    if (request.level >= 2) result.status = Status::kDigestMismatch;
  };
  expect_broken(check_totality(input, faulty_check(nullptr, digest_first)), Law::kCheckTotality,
                "a later step decides before an earlier one");
  const auto reads_on = [](const CheckRequest& request, CheckResult& result) {
    if (request.level > 0) result.status = Status::kSizeMismatch;
  };
  expect_broken(check_totality(input, faulty_check(reads_on, nullptr)), Law::kCheckTotality,
                "not 64 bytes long");
}

// §3.7's example.
constexpr std::string_view kSpelling =
    " GRIT1( esr = Ratio, s0=FP16, e=Int8,\n k0=0032, sp=+2:04:UINT2:Sorted )";
constexpr std::string_view kI8s24 =
    "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)";

TEST(CanonicalIdempotent, ExampleOfTheClause) {
  EXPECT_TRUE(applied(canonical_idempotent(kSpelling)));
  EXPECT_TRUE(is_vacuous(canonical_idempotent("grit1()")));
  // Writes a default once, and drops it the next time.
  const auto restless = faulty([](Implementation& all) {
    all.parse_grade = [](std::string_view text) {
      std::string plain(text);
      if (const auto at = plain.find(",zz"); at != std::string::npos) plain.erase(at, 3);
      return reference::parse_grade(plain);
    };
    all.canonical = [n = 0](const reference::Grade& grade) mutable {
      std::string text = reference::canonical(grade);
      return n++ == 0 ? text.insert(text.size() - 1, ",zz") : text;
    };
  });
  expect_broken(canonical_idempotent(kSpelling, restless), Law::kCanonicalIdempotent, "becomes");
  const auto unreadable = faulty([](Implementation& all) {
    all.canonical = [](const reference::Grade&) { return std::string("grit1"); };
  });
  expect_broken(canonical_idempotent(kSpelling, unreadable), Law::kCanonicalIdempotent,
                "is refused");
}

TEST(SpellingBlind, ExampleOfTheClause) {
  EXPECT_TRUE(applied(spelling_blind(kI8s24, kSpelling)));
  expect_broken(spelling_blind(kMxfp4, kSpelling), Law::kSpellingBlind, "the canonical form is");
  const auto strict = faulty([](Implementation& all) {
    all.parse_grade =
        [](std::string_view text) -> std::expected<reference::Grade, reference::GradeError> {
      if (text.starts_with(' ')) {
        return std::unexpected(
            reference::GradeError{reference::GradeErrorKind::kBadPrefix, 0, " "});
      }
      return reference::parse_grade(text);
    };
  });
  expect_broken(spelling_blind(kI8s24, kSpelling, strict), Law::kSpellingBlind,
                "the spelling is refused");
  const auto other_id = faulty([](Implementation& all) {
    all.grade_id = [](const reference::Grade&) { return reference::grade_id_of_text(kSpelling); };
  });
  expect_broken(spelling_blind(kI8s24, kSpelling, other_id), Law::kSpellingBlind, "the grade_id");
  const auto projects = faulty([](Implementation& all) {
    all.projection = [n = 0](const reference::Grade&) mutable { return std::to_string(n++); };
  });
  expect_broken(spelling_blind(kI8s24, kSpelling, projects), Law::kSpellingBlind, "the projection");
}

TEST(ParseFormat, ReadsWhatItWrote) {
  const auto grade = reference::parse_grade(kSpelling);
  ASSERT_TRUE(grade.has_value());
  EXPECT_TRUE(applied(parse_format(*grade)));
  const auto loses = faulty([](Implementation& all) {
    all.canonical = [](reference::Grade grade_) {
      grade_.sparsity.reset();
      return reference::canonical(grade_);
    };
  });
  expect_broken(parse_format(*grade, loses), Law::kParseFormat, "another grade is read");
  const auto mangles = faulty([](Implementation& all) {
    all.canonical = [](const reference::Grade& g) { return reference::canonical(g) + ","; };
  });
  expect_broken(parse_format(*grade, mangles), Law::kParseFormat, "what was written is refused");
}

TEST(ProjectionLaw, MxfpOfTwoScaleRules) {
  // §3.10.1: encoding differs and decoding does not.
  const Sample sample =
      sample_of(kMxfp4, {32}, 0, PlaneDigits{"f7012244660800000000000000000000", "80"});
  constexpr std::string_view kRne = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)";
  EXPECT_TRUE(applied(projection_decodes_alike(sample, kRne)));
  EXPECT_TRUE(is_vacuous(projection_decodes_alike(sample, kMxfp4)));
  EXPECT_TRUE(is_vacuous(
      projection_decodes_alike(sample, "grit1(e=e2m1,k0=16,s0=e8m0,esr=exp2floormaxabs)")));
  const auto by_rule = faulty_values([](const View& view, Values& values) {
    if (view.grade.find("rne") != std::string_view::npos) values[0] = 0;
  });
  expect_lane(projection_decodes_alike(sample, kRne, by_rule), Law::kProjection,
              {0, 0, 0x41400000});
}

// §7.2's example.
TEST(GidSensitive, ExampleOfTheClause) {
  const Sample sample = sample_of(kMxfp4, {32}, 0, PlaneDigits{});
  const auto bytes = reference::to_bytes(sample.array.descriptor);
  const std::vector<std::int64_t> shape{32};
  EXPECT_TRUE(applied(gid_sensitive(bytes, kMxfp4, shape)));

  const auto deaf_to = [](std::size_t at) {
    return faulty([at](Implementation& all) {
      all.gid = [at](std::span<const std::byte, 64> descriptor, std::string_view grade,
                     reference::Shape of) {
        std::array<std::byte, 64> copy{};
        std::ranges::copy(descriptor, copy.begin());
        copy[at] = std::byte{0};
        return reference::gid(copy, grade, of);
      };
    });
  };
  expect_broken(gid_sensitive(bytes, kMxfp4, shape, deaf_to(48)), Law::kGidSensitive,
                "bit 0 of descriptor byte 48 leaves the gid");
  const auto hears_the_note = faulty([](Implementation& all) {
    all.gid = [](std::span<const std::byte, 64> d, std::string_view grade, reference::Shape of) {
      return reference::gid(d, std::string(grade) + std::to_string(std::to_integer<int>(d[30])),
                            of);
    };
  });
  expect_broken(gid_sensitive(bytes, kMxfp4, shape, hears_the_note), Law::kGidSensitive,
                "byte 30 changes the gid");
  const auto no_extents = faulty([](Implementation& all) {
    all.gid = [](std::span<const std::byte, 64> d, std::string_view grade, reference::Shape of) {
      return reference::gid(d, grade, std::vector<std::int64_t>(of.size()));
    };
  });
  expect_broken(gid_sensitive(bytes, kMxfp4, shape, no_extents), Law::kGidSensitive,
                "extent 0 leaves the gid");
  const auto no_rank = faulty([](Implementation& all) {
    all.gid = [](std::span<const std::byte, 64> d, std::string_view grade, reference::Shape of) {
      return reference::gid(d, grade, of.first(std::min<std::size_t>(of.size(), 1)));
    };
  });
  expect_broken(gid_sensitive(bytes, kMxfp4, shape, no_rank), Law::kGidSensitive,
                "one more extent leaves the gid");
  const auto no_grade = faulty([](Implementation& all) {
    all.gid = [](std::span<const std::byte, 64> d, std::string_view, reference::Shape of) {
      return reference::gid(d, "", of);
    };
  });
  expect_broken(gid_sensitive(bytes, kMxfp4, shape, no_grade), Law::kGidSensitive, "the grade");
}

// §7.3's example: 42d145a2… prints as 22T52T4K0FJVN7WCVDGAHARX0D.
TEST(PrintedGidLaw, ExampleOfTheClause) {
  reference::Gid gid{};
  std::ranges::copy(from_hex("42d145a24c0f96ea7e336d82a2ac740d"), gid.begin());
  EXPECT_TRUE(applied(printed_gid(gid)));
  const auto lower = faulty([](Implementation& all) {
    all.format_gid = [](const reference::Gid& of) {
      std::string text = reference::format_gid(of);
      for (char& c : text) c = c >= 'A' ? static_cast<char>(c + 32) : c;
      return text;
    };
  });
  expect_broken(printed_gid(gid, lower), Law::kPrintedGid, "printed is");
  const auto low_bits_first = faulty([](Implementation& all) {
    all.format_gid = [](const reference::Gid& of) {
      std::string text = reference::format_gid(of);
      std::swap(text[1], text[2]);
      return text;
    };
  });
  expect_broken(printed_gid(gid, low_bits_first), Law::kPrintedGid, "symbol 1");
  const auto no_hyphens = faulty([](Implementation& all) {
    all.parse_gid =
        [](std::string_view text) -> std::expected<reference::Gid, reference::GidParseError> {
      if (text.find('-') != std::string_view::npos) {
        return std::unexpected(reference::GidParseError::kBadSymbol);
      }
      return reference::parse_gid(text);
    };
  });
  expect_broken(printed_gid(gid, no_hyphens), Law::kPrintedGid, "is refused");
  const auto letter_o = faulty([](Implementation& all) {
    all.parse_gid = [](std::string_view text) {
      auto read = reference::parse_gid(text);
      if (read && text.find('o') != std::string_view::npos) (*read)[0] ^= std::byte{1};
      return read;
    };
  });
  expect_broken(printed_gid(gid, letter_o), Law::kPrintedGid, "reads as another gid");
}

// §7.4's table: the letter "a" in data and in scale0 are two digests.
TEST(DigestSensitive, BytesAndBoundaries) {
  const reference::PlaneBuffers planes{from_hex("61"), {}, {}, {}};
  EXPECT_TRUE(applied(digest_sensitive(planes)));
  EXPECT_TRUE(is_vacuous(digest_sensitive({})));
  const auto no_lengths = faulty([](Implementation& all) {
    all.digest = [](const reference::Planes& of) {
      std::vector<std::byte> joined;
      for (const auto& plane : of) joined.insert(joined.end(), plane.begin(), plane.end());
      return reference::digest({joined, {}, {}, {}});
    };
  });
  expect_broken(digest_sensitive(planes, no_lengths), Law::kDigestSensitive,
                "the end of data may move");
  const auto only_lengths = faulty([](Implementation& all) {
    all.digest = [](const reference::Planes& of) {
      const std::vector<std::byte> zeros(of[0].size());
      return reference::digest({zeros, of[1], of[2], of[3]});
    };
  });
  expect_broken(digest_sensitive(planes, only_lengths), Law::kDigestSensitive, "byte 0 of data");
  const auto trims = faulty([](Implementation& all) {
    all.digest = [](reference::Planes of) {
      while (!of[3].empty() && of[3].back() == std::byte{0}) of[3] = of[3].first(of[3].size() - 1);
      return reference::digest(of);
    };
  });
  expect_broken(digest_sensitive(planes, trims), Law::kDigestSensitive,
                "one more zero byte of aux");
}

// The ledger (spec §10.2).
Implementation faulty_assume(
    std::function<void(View&, reference::AuditLedger&, bool& refuse)> spoil) {
  return faulty([&](Implementation& all) {
    all.assume_placement =
        [spoil](
            const View& view, Role role, reference::Placement placement, std::string_view reason,
            reference::AuditLedger& ledger,
            const reference::AuditCeiling& ceiling) -> std::expected<View, reference::AssumeError> {
      auto result = reference::assume_placement(view, role, placement, reason, ledger, ceiling);
      bool refuse = !result;
      View answer = result ? *result : view;
      spoil(answer, ledger, refuse);
      if (!refuse) return answer;
      return std::unexpected(result ? reference::AssumeError::kBlankReason : result.error());
    };
  });
}

TEST(AssumeRecords, AnEntryForEachAssumption) {
  const Sample sample =
      sample_of(kMxfp4, {32}, 0, PlaneDigits{"00000000000000000000000000000000", "7f"});
  const Layout tile{Role::kData, reference::kTile16x16};
  // §10.2.7's example has nine checks before it.
  EXPECT_TRUE(applied(assume_records(sample.view(), tile, "vendor's file", 9)));
  EXPECT_TRUE(applied(assume_records(sample.view(), tile, " \t", 0)));
  EXPECT_TRUE(applied(assume_records(sample.view(), {Role::kMeta, 0x2000000000000000}, "x", 0)));

  const auto expect = [&](const std::string& where, std::string_view reason,
                          const Implementation& all) {
    expect_broken(assume_records(sample.view(), tile, reason, 3, all), Law::kAssume, where);
  };
  expect("a ceiling does not stop it", "x",
         faulty_assume([](View&, reference::AuditLedger&, bool& refuse) { refuse = false; }));
  expect("a refused assumption is in the ledger", "x",
         faulty_assume([](View&, reference::AuditLedger& ledger, bool& refuse) {
           if (refuse) ledger.append({});
         }));
  expect("a ceiling that is just reached stops it", "x",
         faulty_assume([](View&, reference::AuditLedger&, bool& refuse) { refuse = true; }));
  expect("the descriptor", "x", faulty_assume([](View& view, reference::AuditLedger&, bool&) {
           view.descriptor.note = 0;
         }));
  expect("more than the descriptor", "x",
         faulty_assume([](View& view, reference::AuditLedger&, bool&) {
           view.planes[0] = view.planes[0].first(1);
         }));
  expect("the ledger's counts", "x",
         faulty_assume([](View&, reference::AuditLedger& ledger, bool& refuse) {
           if (!refuse) ledger.append({});
         }));
  const auto unreadable_reason = faulty([](Implementation& all) {
    all.assume_placement = [](const View& view, Role role, reference::Placement placement,
                              std::string_view reason, reference::AuditLedger& ledger,
                              const reference::AuditCeiling& ceiling) {
      return reference::assume_placement(view, role, placement, std::string(reason) + "!", ledger,
                                         ceiling);
    };
  });
  expect("the entry", "x", unreadable_reason);
  expect("a blank reason or an unknown placement is taken", "", unreadable_reason);
}

TEST(VerifyDemandsProof, ByteByByte) {
  const Sample sample =
      sample_of("grit1(e=u4,k0=3,s0=u8,esr=ratiomaxabs)", {2, 3}, 1, PlaneDigits{"214365", "0102"});
  const Layout columns{Role::kData, reference::kColMajor};
  EXPECT_TRUE(applied(verify_demands_proof(sample.view(), columns, 5)));
  EXPECT_TRUE(is_vacuous(verify_demands_proof(sample.view(), {Role::kData, 0}, 5)));

  using Verify = std::expected<View, reference::VerifyError>;
  const auto verifying = [](std::function<Verify(const View&, const View&)> verify) {
    return faulty([&](Implementation& all) { all.verify_placement = std::move(verify); });
  };
  const auto cleared = [](View view) {
    view.descriptor.note &= ~reference::kNoteAssumed;
    return view;
  };
  const auto expect = [&](const std::string& where,
                          std::function<Verify(const View&, const View&)> by) {
    expect_broken(verify_demands_proof(sample.view(), columns, 5, verifying(std::move(by))),
                  Law::kVerify, where);
  };
  expect("a proof is refused", [](const View&, const View&) -> Verify {
    return std::unexpected(
        reference::VerifyError{reference::VerifyErrorKind::kRefused, std::nullopt, std::nullopt});
  });
  expect("more than the mark", [&](const View& view, const View&) -> Verify {
    View all = cleared(view);
    all.descriptor.placement_data = reference::kRowMajor;
    return all;
  });
  expect("a proof that is assumed itself", [&](const View& view, const View& proof) -> Verify {
    View unmarked = proof;
    unmarked.descriptor.note = 0;
    return reference::verify_placement(view, unmarked);
  });
  expect("another array", [&](const View& view, const View& proof) -> Verify {
    if ((proof.descriptor.note & 1) != 0) return reference::verify_placement(view, proof);
    View same_axis = proof;
    same_axis.descriptor.group_axis = view.descriptor.group_axis;
    return reference::verify_placement(view, same_axis);
  });
  // Reads no byte, as the published packages do.
  expect("bit 5 differs", [&](const View& view, const View& proof) -> Verify {
    if ((proof.descriptor.note & 1) != 0 ||
        proof.descriptor.group_axis != view.descriptor.group_axis) {
      return reference::verify_placement(view, proof);
    }
    return cleared(view);
  });
}

}  // namespace
}  // namespace grit::laws
