// One figure of one measurement, and the line that programs read of it.
#ifndef GRIT_BENCH_MEASUREMENT_H_
#define GRIT_BENCH_MEASUREMENT_H_

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grit::bench {

// The peer that is ours.
inline constexpr std::string_view kProduct = "product";

enum class Unit : std::uint8_t {
  kNanoseconds,         // an item; less is better
  kGigabytesPerSecond,  // 10^9 bytes; more is better
};
std::string_view unit_name(Unit unit);  // ns, GB/s

// What was measured: the same for everyone who took part.
struct Subject {
  std::string op;     // check-l1-ok, decode-out, …
  std::string grade;  // a registered grade without GRADE_, or which inputs
  // Items of a pass where the unit is nanoseconds, bytes for the digest, elements for decode and
  // encode.
  std::uint64_t size = 0;

  friend bool operator==(const Subject&, const Subject&) = default;
};
std::string subject_name(const Subject& subject);  // "decode-out MXFP4 4096"

struct Measurement {
  std::string peer;
  Subject subject;
  double value = 0;
  Unit unit = Unit::kNanoseconds;

  friend bool operator==(const Measurement&, const Measurement&) = default;
};

// One JSON object without a line feed: peer, op, grade, size, value, unit.
std::string to_json_line(const Measurement& measurement);

// What to_json_line wrote. The error is a sentence.
std::expected<Measurement, std::string> from_json(std::string_view text);

// nullptr where there is none.
const Measurement* find(std::span<const Measurement> measurements, const Subject& subject,
                        std::string_view peer);

// How many times as fast as `base` the product is; both of one subject, both above 0.
double speedup(const Measurement& product, const Measurement& base);

}  // namespace grit::bench

#endif  // GRIT_BENCH_MEASUREMENT_H_
