#include "harness/laws/encode_laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "harness/laws/long_hand.h"
#include "harness/laws/sample.h"

namespace grit::laws {
namespace {

using reference::GradeName;
using reference::PlaneBuffers;

constexpr std::uint32_t kInfinity = 0x7F800000;
constexpr std::uint32_t kNan = 0x7FC00000;
constexpr std::uint32_t kMagnitude = 0x7FFFFFFF;

bool is_finite(std::uint32_t bits) { return (bits & kMagnitude) < kInfinity; }
bool is_mxfp4(GradeName grade) {
  return grade == GradeName::kMxfp4 || grade == GradeName::kMxfp4Rne;
}
bool is_nvf4(GradeName grade) { return grade == GradeName::kNvf4 || grade == GradeName::kNvf4Rtz; }

std::string_view name_of(GradeName grade) { return reference::registry_entry(grade).name; }

// The codes of planes of a one-dimensional array, read long-hand.
PlaneCodes flat_codes(GradeName grade, std::size_t count, const PlaneBuffers& planes) {
  const Sample sample = sample_of(reference::registry_entry(grade).canonical,
                                  {static_cast<std::int64_t>(count)}, 0, planes);
  return codes_of(sample.view()).value_or(PlaneCodes{});
}

std::uint32_t half(std::uint32_t code) { return narrow(value_of_code(reference::kBinary16, code)); }
std::uint32_t small(std::uint32_t integer) { return narrow(static_cast<double>(integer)); }

// The scale and offset of a group, and what its codes are worth under them.
struct Grid {
  std::uint32_t s = 0;
  std::uint32_t z = 0;  // Q4KS
  std::vector<std::uint32_t> points;
};

Grid grid_of(GradeName grade, const PlaneCodes& codes, std::size_t group) {
  Grid grid;
  const auto e2m1 = [&] {
    for (std::uint32_t c = 0; c < 16; ++c) {
      grid.points.push_back(times(grid.s, narrow(value_of_code(reference::kE2m1, c))));
    }
  };
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      grid.s = narrow(value_of_code(reference::kE8m0, codes[1][group]));
      e2m1();
      break;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      grid.s = times(codes[2][0], narrow(value_of_code(reference::kE4m3, codes[1][group])));
      e2m1();
      break;
    case GradeName::kQ4ks:
      grid.s = times(half(codes[2][group / 8 * 2]), small(codes[1][group]));
      grid.z = times(half(codes[2][group / 8 * 2 + 1]), small(codes[3][group]));
      for (std::uint32_t q = 0; q < 16; ++q) {
        grid.points.push_back(minus(times(grid.s, small(q)), grid.z));
      }
      break;
    case GradeName::kI8s24:
      grid.s = half(codes[1][group]);
      // −128 is never produced (spec §1.4.5).
      for (int c = -127; c <= 127; ++c) {
        grid.points.push_back(times(grid.s, narrow(static_cast<double>(c))));
      }
      break;
  }
  return grid;
}

// What two roundings of an operation may move a value by; MXFP4's operations are exact.
double allowance(GradeName grade, const Grid& grid, double v, double x) {
  if (is_mxfp4(grade)) return 0;
  return (std::abs(v) + std::abs(x) + std::abs(widen(grid.z))) * 0x1p-22 + 0x1p-148;
}

// Whether `found` is what `value` must come back as, on a finite grid.
std::optional<std::string> misplaced(GradeName grade, const Grid& grid, std::uint32_t value,
                                     std::uint32_t found) {
  const double v = widen(value);
  const double x = widen(found);
  const double slack = allowance(grade, grid, v, x);
  if (std::ranges::find(grid.points, found) == grid.points.end()) return "is no point of its grid";
  if (grade == GradeName::kNvf4Rtz) {
    if (std::signbit(v) != std::signbit(x)) return "has lost its sign";
    if (std::abs(x) > std::abs(v) + slack) return "is larger than what was encoded";
    for (const std::uint32_t point : grid.points) {
      const double g = widen(point);
      if (std::signbit(g) == std::signbit(v) && std::abs(g) > std::abs(x) &&
          std::abs(g) <= std::abs(v) - slack) {
        return "is not the largest that does not exceed what was encoded";
      }
    }
    return std::nullopt;
  }
  for (const std::uint32_t point : grid.points) {
    if (std::abs(widen(point) - v) + slack < std::abs(x - v))
      return "is not the nearest of its grid";
    if (point == value && (value & kMagnitude) != 0 && found != value) {
      return "was a point of its grid";
    }
  }
  return std::nullopt;
}

// The two positions of a quad that survive: the largest magnitudes, ties to the lower position.
std::array<std::size_t, 2> two_largest(std::span<const std::uint32_t> magnitudes) {
  std::array<std::size_t, 2> kept{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    std::size_t before = 0;  // positions that come first
    for (std::size_t j = 0; j < 4; ++j) {
      before += magnitudes[j] > magnitudes[i] || (magnitudes[j] == magnitudes[i] && j < i);
    }
    if (before < 2) kept[count++] = i;
  }
  return kept;
}

std::size_t largest(std::span<const std::uint32_t> codes, std::uint32_t mask) {
  std::uint32_t top = 0;
  for (const std::uint32_t code : codes) top = std::max(top, code & mask);
  return top;
}

bool repeats_mxfp4(GradeName grade, const PlaneCodes& codes) {
  for (std::size_t block = 0; block < codes[1].size(); ++block) {
    const std::uint32_t scale = codes[1][block];
    if (scale == 0xFF) continue;
    const auto top = largest(std::span(codes[0]).subspan(block * 32, 32), 7);
    if (top == 0) {
      if (scale != 0x7F) return false;  // all values were rounded to zero
    } else if (grade == GradeName::kMxfp4) {
      if (scale != 0 && top < 6) return false;
    } else if (top > 6 || (scale != 0 && top < 5) || (top == 6 && scale == 0xFD)) {
      return false;  // 6 is 1.5 · 2^2, which rne takes to 2^3; 4 · 2^126 is infinite
    }
  }
  return true;
}

bool repeats_nvf4(const PlaneCodes& codes) {
  const std::uint32_t tensor = codes[2][0];
  const std::uint32_t exponent = tensor >> 23;
  if ((tensor & 0x7FFFFF) != 0 || exponent < 27 || exponent > 227) return false;
  bool any = false;
  std::uint32_t top_scale = 0;
  for (std::size_t block = 0; block < codes[1].size(); ++block) {
    const std::uint32_t scale = codes[1][block];
    if (scale == 0x7F) continue;
    const auto top = largest(std::span(codes[0]).subspan(block * 16, 16), 7);
    if (top == 0) {
      if (scale != 0x38) return false;
      continue;
    }
    if (top != 7 || scale == 0) return false;
    any = true;
    top_scale = std::max(top_scale, scale);
  }
  return any ? top_scale == 0x7E : tensor == 0x3F800000;
}

bool repeats_q4ks(const PlaneCodes& codes) {
  for (std::size_t block = 0; block < codes[1].size() / 8; ++block) {
    const std::uint32_t d = codes[2][2 * block];
    const std::uint32_t dmin = codes[2][2 * block + 1];
    if (d == 0x7E00) continue;
    const auto scales = std::span(codes[1]).subspan(block * 8, 8);
    const auto minima = std::span(codes[3]).subspan(block * 8, 8);
    if (largest(scales, 63) != (d == 0 ? 0 : 63)) return false;
    if (dmin == 0 || largest(minima, 63) != (dmin == 0x8000 ? 0 : 63)) return false;
    for (std::size_t g = 0; g < 8; ++g) {
      if (scales[g] == 0) {
        if (minima[g] != 0) return false;
        continue;
      }
      const auto group = std::span(codes[0]).subspan(block * 256 + g * 32, 32);
      const bool spans = std::ranges::find(group, 0u) != group.end() &&
                         std::ranges::find(group, 15u) != group.end();
      const double s = widen(half(d)) * scales[g];
      const double z = widen(half(dmin)) * minima[g];
      if (!spans || 15 * s < z) return false;
    }
  }
  return true;
}

bool repeats_i8s24(const PlaneCodes& codes) {
  for (std::size_t group = 0; group < codes[1].size(); ++group) {
    const std::uint32_t scale = codes[1][group];
    if (scale == 0x7E00) continue;
    std::uint32_t top = 0;
    for (std::size_t quad = group * 8; quad < group * 8 + 8; ++quad) {
      std::array<std::uint32_t, 4> magnitudes{};
      std::array<std::size_t, 2> named{};
      for (std::size_t slot = 0; slot < 2; ++slot) {
        const auto code = static_cast<std::int8_t>(codes[0][quad * 2 + slot]);
        const auto magnitude = static_cast<std::uint32_t>(std::abs(int{code}));
        named[slot] = codes[3][quad * 2 + slot];
        magnitudes[named[slot]] = magnitude;
        top = std::max(top, magnitude);
      }
      if (two_largest(magnitudes) != named) return false;
    }
    if (top == 0 ? scale != 0x3C00 : top != 127) return false;
  }
  return true;
}

}  // namespace

bool repeats(GradeName grade, std::size_t count, const PlaneBuffers& planes) {
  if (count == 0 || count % reference::registry_entry(grade).block != 0) return false;
  const PlaneCodes codes = flat_codes(grade, count, planes);
  if (is_mxfp4(grade)) return repeats_mxfp4(grade, codes);
  if (is_nvf4(grade)) return repeats_nvf4(codes);
  return grade == GradeName::kQ4ks ? repeats_q4ks(codes) : repeats_i8s24(codes);
}

LawResult encoded_sizes(GradeName grade, std::span<const std::uint32_t> values,
                        const Implementation& implementation) {
  constexpr Law kLaw = Law::kEncodedSizes;
  const auto planes = implementation.encode(grade, values);
  if (!planes) {
    // Spec §9.1.1: a count that is no multiple of the block, and nothing else, is refused.
    if (values.size() % reference::registry_entry(grade).block == 0) {
      return broken(kLaw, "encode refuses whole blocks");
    }
    return vacuous();
  }
  const std::array shape{static_cast<std::int64_t>(values.size())};
  const auto sizes = implementation.sizes(reference::canonical_descriptor(grade), shape);
  if (!sizes) return broken(kLaw, "the size equations have no answer for what encode answers");
  for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
    if (sizes->plane_bytes[p] != reference::Uint128{(*planes)[p].size()}) {
      return broken(kLaw, std::string(name_of(grade)) + ": encode gives " +
                              std::to_string((*planes)[p].size()) + " bytes of " +
                              std::string(reference::plane_name(static_cast<reference::Plane>(p))));
    }
  }
  return holds();
}

LawResult encode_nearest(GradeName grade, std::span<const std::uint32_t> values,
                         const Implementation& implementation) {
  constexpr Law kLaw = Law::kEncodeNearest;
  const auto planes = implementation.encode(grade, values);
  // Whether a count is refused is encoded_sizes' business.
  if (!planes || values.empty() || values.size() % reference::registry_entry(grade).block != 0) {
    return vacuous();
  }
  const auto decoded = implementation.decode(grade, static_cast<std::int64_t>(values.size()),
                                             reference::borrow(*planes));
  if (!decoded || decoded->size() != values.size()) {
    return broken(kLaw, "decode refuses what encode gave");
  }
  const PlaneCodes codes = flat_codes(grade, values.size(), *planes);
  const std::size_t group_size = is_nvf4(grade) ? 16 : 32;
  // What is set apart together when a value is not finite.
  const std::size_t block_size = reference::registry_entry(grade).block;
  const bool sparse = grade == GradeName::kI8s24;
  bool any = false;

  // The elements that are stored, by the metadata: all but of I8S24.
  std::vector<bool> stored(values.size(), !sparse);
  if (sparse) {
    for (std::size_t slot = 0; slot < codes[3].size(); ++slot) {
      stored[slot / 2 * 4 + codes[3][slot]] = true;
    }
  }
  for (std::size_t begin = 0; begin < values.size(); begin += group_size) {
    const std::size_t block = begin / block_size * block_size;
    bool finite = true;
    for (std::size_t i = block; i < block + block_size; ++i) {
      finite = finite && (!stored[i] || is_finite(values[i]));
    }
    const Grid grid = grid_of(grade, codes, begin / group_size);
    const bool bounded = std::ranges::all_of(grid.points, is_finite);
    for (std::size_t i = begin; i < begin + group_size; ++i) {
      const std::uint32_t found = (*decoded)[i];
      if (!stored[i]) {
        any = true;
        if (found != 0) return broken(kLaw, "a dropped position", Lane{i, found, 0});
        for (std::size_t j = i / 4 * 4; j < i / 4 * 4 + 4; ++j) {
          const std::uint32_t kept = std::min(values[j] & kMagnitude, kInfinity);
          if (stored[j] && std::min(values[i] & kMagnitude, kInfinity) > kept) {
            return broken(kLaw, "position " + std::to_string(i) + " is dropped, but larger than " +
                                    std::to_string(j));
          }
        }
      } else if (!finite) {
        any = true;
        if (found != kNan) return broken(kLaw, "a block that is not finite", Lane{i, found, kNan});
      } else if (bounded) {
        any = true;
        if (const auto why = misplaced(grade, grid, values[i], found)) {
          return broken(kLaw, std::string(name_of(grade)) + ", the value " + *why,
                        Lane{i, found, values[i]});
        }
      }
    }
  }
  return any ? holds() : vacuous();
}

LawResult encode_repeats(GradeName grade, std::span<const std::uint32_t> values,
                         const Implementation& implementation) {
  constexpr Law kLaw = Law::kEncodeRepeats;
  const auto once = implementation.encode(grade, values);
  if (!once || !repeats(grade, values.size(), *once)) return vacuous();
  const auto decoded = implementation.decode(grade, static_cast<std::int64_t>(values.size()),
                                             reference::borrow(*once));
  if (!decoded) return broken(kLaw, "decode refuses what encode gave");
  const auto twice = implementation.encode(grade, *decoded);
  if (!twice) return broken(kLaw, "encode refuses what decode gave");
  for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
    if ((*once)[p] != (*twice)[p]) {
      return broken(kLaw, std::string(name_of(grade)) + ": plane " +
                              std::string(reference::plane_name(static_cast<reference::Plane>(p))) +
                              " comes back as other bytes");
    }
  }
  return holds();
}

}  // namespace grit::laws
