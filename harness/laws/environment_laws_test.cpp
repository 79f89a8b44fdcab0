// L8 and L9: inputs by hand; faulty implementations compute as tempting code does.
#include "harness/laws/environment_laws.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cfenv>

#include "harness/laws/faulty_test.h"
#include "harness/laws/floating_environment.h"
#include "harness/laws/note_laws.h"
#include "harness/laws/sample.h"
#include "harness/reference/bytes.h"
#include "harness/reference/relayout.h"
#include "harness/reference/slice.h"
#include "harness/reference/transpose.h"

namespace grit::laws {
namespace {

using reference::View;

// scale1 × scale0 = (1 + 2^-23) × 3 is no binary32 number: it rounds by the mode.
Sample inexact() {
  return sample_of("grit1(e=u8,k0=1,s0=u8,k1=0,s1=binary32,esr=ratiomaxabs)", {1}, 0,
                   PlaneDigits{"01", "03", "0100803f"});
}

// Products of the hardware, in whatever environment the caller has.
Implementation hardware() {
  return faulty_values([](const View& view, Values& values) {
    volatile float product =
        std::bit_cast<float>(static_cast<std::uint32_t>(reference::load_le(view.planes[2])));
    product = product * static_cast<float>(std::to_integer<unsigned>(view.planes[1][0]));
    values[0] = std::bit_cast<std::uint32_t>(static_cast<float>(product));
  });
}

TEST(Independence, OfTheRoundingMode) {
  const Sample sample = inexact();
  EXPECT_TRUE(applied(independence(sample.view())));
  // 3 + 3 · 2^-23 lies between two numbers, 2^-22 apart; a tie to nearest, down toward zero.
  expect_broken(independence(sample.view(), hardware()), Law::kIndependence,
                "decode_view, rounding");
}

TEST(Independence, OfFlushToZero) {
  if (!has_flush_to_zero()) GTEST_SKIP() << "this build knows no flush-to-zero";
  // 2^-149 × 3 is exact: only flushing changes it.
  const Sample sample = sample_of("grit1(e=u8,k0=1,s0=u8,k1=0,s1=binary32,esr=ratiomaxabs)", {1}, 0,
                                  PlaneDigits{"01", "03", "01000000"});
  EXPECT_TRUE(applied(independence(sample.view())));
  expect_broken(independence(sample.view(), hardware()), Law::kIndependence, "flush-to-zero");
}

TEST(Independence, TheCallersEnvironmentComesBack) {
  const FloatingControl before = floating_control();
  const auto sets = faulty_values([](const View&, Values&) { std::fesetround(FE_TOWARDZERO); });
  expect_broken(independence(inexact().view(), sets), Law::kIndependence,
                "does not come back as it was");
  EXPECT_EQ(floating_control(), before);
}

TEST(Independence, SaysNothingOfARefusal) {
  Sample sample = inexact();
  sample.array.planes[0].clear();
  EXPECT_TRUE(is_vacuous(independence(sample.view())));
  EXPECT_TRUE(is_vacuous(thread_independence(sample.view(), 2)));
}

TEST(Independence, OfEncode) {
  const std::vector<std::uint32_t> values(32, 0x3F99999A);  // 1.2
  EXPECT_TRUE(applied(encode_independence(reference::GradeName::kMxfp4, values)));
  EXPECT_TRUE(
      is_vacuous(encode_independence(reference::GradeName::kMxfp4, std::span(values).first(31))));
  const auto rounds = faulty([](Implementation& all) {
    all.encode = [](reference::GradeName grade, std::span<const std::uint32_t> in) {
      auto planes = reference::encode(grade, in);
      volatile float third = 1.0F;
      third = third / 3.0F;
      if (planes)
        (*planes)[0][0] =
            static_cast<std::byte>(std::bit_cast<std::uint32_t>(static_cast<float>(third)) & 0xFF);
      return planes;
    };
  });
  expect_broken(encode_independence(reference::GradeName::kMxfp4, values, rounds),
                Law::kIndependence, "encode gives other bytes");
}

TEST(Independence, OfThreads) {
  const Sample sample = inexact();
  for (std::size_t threads = 1; threads <= 8; ++threads) {
    EXPECT_TRUE(applied(thread_independence(sample.view(), threads)));
  }
  std::atomic<std::uint32_t> calls = 0;
  const auto counts =
      faulty_values([&](const View&, Values& values) { values[0] = calls.fetch_add(1); });
  expect_broken(thread_independence(sample.view(), 2, counts), Law::kIndependence, "thread ");
}

TEST(FloatingEnvironment, GuardsPutTheCallersBack) {
  const FloatingControl before = floating_control();
  for (const EnvironmentChoice& choice : environment_choices()) {
    {
      const EnvironmentGuard guard(choice);
      EXPECT_EQ(std::fegetround(), choice.rounding) << choice.name;
      if (choice.flush_to_zero && has_flush_to_zero()) {
        volatile float smallest = std::bit_cast<float>(std::uint32_t{1});
        volatile float doubled = smallest * 2.0F;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(doubled)), 0u) << choice.name;
      }
    }
    EXPECT_EQ(floating_control(), before) << choice.name;
  }
}

// L9.
TEST(NoteBlindness, EveryOperation) {
  const Sample sample = sample_of("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", {32}, 0,
                                  PlaneDigits{"11111111111111111111111111111111", "80"});
  const View view = sample.view();
  EXPECT_TRUE(applied(note_blindness(view, 0xFFFFFFFF)));
  EXPECT_TRUE(is_vacuous(note_blindness(view, 0)));

  const auto broken_by = [&](const std::string& operation, const Implementation& all) {
    expect_broken(note_blindness(view, 1, all), Law::kNoteBlindness, operation + " depends");
  };
  broken_by("check", faulty([](Implementation& all) {
              all.check_planes = [](const reference::CheckRequest& request,
                                    const reference::Planes& planes, const auto& digest) {
                auto result = reference::check(request, planes, digest);
                if (request.descriptor[28] != std::byte{0})
                  result.status = reference::Status::kGradeUnknown;
                return result;
              };
            }));
  broken_by("gid", faulty([](Implementation& all) {
              all.gid = [](std::span<const std::byte, 64> descriptor, std::string_view grade,
                           reference::Shape shape) {
                auto gid = reference::gid(descriptor, grade, shape);
                gid[0] ^= descriptor[28];
                return gid;
              };
            }));
  broken_by("sizes", faulty([](Implementation& all) {
              all.sizes = [](const reference::Descriptor& d, reference::Shape shape) {
                auto sizes = reference::sizes(d, shape);
                if (sizes && d.note != 0) sizes->plane_bytes[0] = reference::Uint128{0};
                return sizes;
              };
            }));
  broken_by("decode_view", faulty_values([](const View& of, Values& values) {
              if (of.descriptor.note != 0) values[0] = 0;
            }));
  const auto forgets = [](auto result) {
    if (result) result->descriptor.note = 0;
    return result;
  };
  broken_by("slice", faulty([&](Implementation& all) {
              all.slice = [=](const View& of, std::size_t axis, std::int64_t begin,
                              std::int64_t end) {
                return forgets(reference::slice(of, axis, begin, end));
              };
            }));
  broken_by("transpose", faulty([&](Implementation& all) {
              all.transpose = [=](const View& of, std::span<const std::size_t> perm,
                                  std::size_t axis) {
                return forgets(reference::transpose(of, perm, axis));
              };
            }));
  broken_by("relayout", faulty([&](Implementation& all) {
              all.relayout = [=](const View& of, reference::Role role,
                                 reference::Placement placement) {
                return forgets(reference::relayout(of, role, placement));
              };
            }));
  broken_by(
      "requantize", faulty([](Implementation& all) {
        all.requantize = [](const View& of, std::span<const std::size_t>,
                            std::size_t) -> std::expected<reference::Array, reference::Refusal> {
          if (of.descriptor.note != 0) return std::unexpected(reference::Refusal::kGradeUnknown);
          return std::unexpected(reference::Refusal::kGradeUnsupported);
        };
      }));
}

}  // namespace
}  // namespace grit::laws
