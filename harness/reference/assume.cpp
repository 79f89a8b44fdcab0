#include "harness/reference/assume.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "harness/reference/bytes.h"
#include "harness/reference/uint128.h"

namespace grit::reference {
namespace {

// The length of the well-formed UTF-8 sequence at the front of `text`, or 0.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and numbers above 0x10FFFF show in the second byte.
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

// A JSON string literal; a byte that is not part of UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0) {
      json += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20) {
      json += "\\u00";
      json += hex(static_cast<unsigned char>(c), 2).substr(2);
    } else {
      json += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return json + "\"";
}

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\n\v\f\r") == std::string_view::npos;
}

Gid gid_of(const View& view) { return gid(to_bytes(view.descriptor), view.grade, view.shape); }

// a << shift. Requires that no bit is lost.
Uint128 shifted(Uint128 a, std::int64_t shift) {
  if (shift == 0) return a;
  if (shift >= 64) return {a.low << (shift - 64), 0};
  return {a.high << shift | a.low >> (64 - shift), a.low << shift};
}

int width(Uint128 a) {
  return a.high != 0 ? 64 + static_cast<int>(std::bit_width(a.high))
                     : static_cast<int>(std::bit_width(a.low));
}

// Whether a / b, rounded once to binary64, is above `limit`. A quotient, not a product: it rounds
// as the decimal number of the ceiling did, so that a rate equal to the ceiling is not above it. In
// integers, because the machine's division follows the rounding mode, and that of x87 rounds a
// second time. Requires a, b > 0 and a finite limit that is not negative.
bool quotient_exceeds(std::uint64_t a, std::uint64_t b, double limit) {
  const auto bits = std::bit_cast<std::uint64_t>(limit);
  const auto field = static_cast<std::int64_t>(bits >> 52);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  // What lies above this midpoint rounds to above the limit: (2 * significand + 1) * 2^exponent.
  const std::uint64_t midpoint = 2 * significand + 1;
  const std::int64_t exponent = std::max<std::int64_t>(field, 1) - 1076;
  // a against midpoint * b * 2^exponent; the product has at most 54 + 64 bits.
  const Uint128 low = multiply(Uint128{midpoint}, static_cast<std::uint32_t>(b & 0xFFFFFFFF));
  const Uint128 high = multiply(Uint128{midpoint}, static_cast<std::uint32_t>(b >> 32));
  const Uint128 product = add(low, shifted(high, 32));
  const std::int64_t widths = width(Uint128{a}) - (width(product) + exponent);
  if (widths != 0) return widths > 0;
  // As wide as each other: whichever is shifted then has no more bits than the other one.
  const Uint128 left = exponent < 0 ? shifted(Uint128{a}, -exponent) : Uint128{a};
  const Uint128 right = exponent < 0 ? product : shifted(product, exponent);
  // The tie goes to the even significand.
  return left != right ? left > right : (significand & 1) != 0;
}

// The ordinary floating-point environment, for as long as it lives; then the caller's is back.
class OrdinaryEnvironment {
 public:
  OrdinaryEnvironment() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~OrdinaryEnvironment() { std::fesetenv(&callers_); }
  OrdinaryEnvironment(const OrdinaryEnvironment&) = delete;
  OrdinaryEnvironment& operator=(const OrdinaryEnvironment&) = delete;

 private:
  std::fenv_t callers_;
};

std::int64_t now_ns() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count();
}

}  // namespace

std::string to_json(const AuditEntry& entry) {
  return "{\"time_ns\":" + std::to_string(entry.time_ns) + ",\"gid_before\":\"" +
         format_gid(entry.gid_before) + "\",\"gid_after\":\"" + format_gid(entry.gid_after) +
         "\",\"from\":\"" + hex(entry.from, 16) + "\",\"to\":\"" + hex(entry.to, 16) +
         "\",\"reason\":" + json_string(entry.reason) + ",\"source\":" + json_string(entry.source) +
         ",\"role\":" + json_string(role_name(entry.role)) + "}";
}

void AuditLedger::count_check(unsigned level) {
  if (level >= 1) ++checks_;
}

void AuditLedger::append(AuditEntry entry) { entries_.push_back(std::move(entry)); }

std::string AuditLedger::to_json_lines() const {
  std::string lines;
  for (const AuditEntry& entry : entries_) lines += to_json(entry) + "\n";
  return lines;
}

AuditCeiling parse_audit_ceiling(const char* text) {
  if (text == nullptr) return {};
  double limit = 0;
  const char* const end = text + std::strlen(text);
  // libstdc++'s from_chars computes, in whatever rounding mode there is.
  const OrdinaryEnvironment ordinary;
  const auto [stop, error] = std::from_chars(text, end, limit);
  const bool readable =
      error == std::errc{} && stop == end && std::isfinite(limit) && !std::signbit(limit);
  if (!readable) return {.readable = false, .limit = std::nullopt};
  return {.readable = true, .limit = limit};
}

AuditCeiling audit_ceiling_from_environment() {
  return parse_audit_ceiling(std::getenv("GRIT_AUDIT_MAX_RATE"));
}

std::string_view describe(AssumeError error) {
  switch (error) {
    case AssumeError::kBlankReason:
      return "an assumption needs a reason";
    case AssumeError::kPlacementUnknown:
      return "the placement is unknown";
    case AssumeError::kCeilingUnreadable:
      return "GRIT_AUDIT_MAX_RATE is not a decimal number of at least 0";
    case AssumeError::kCeilingExceeded:
      return "the rate of assumptions would exceed GRIT_AUDIT_MAX_RATE";
  }
  return {};
}

std::expected<View, AssumeError> assume_placement(const View& view, Role role, Placement placement,
                                                  std::string_view reason, AuditLedger& ledger,
                                                  const AuditCeiling& ceiling,
                                                  std::source_location source) {
  if (blank(reason)) return std::unexpected(AssumeError::kBlankReason);
  if (!known(placement)) return std::unexpected(AssumeError::kPlacementUnknown);
  if (!ceiling.readable) return std::unexpected(AssumeError::kCeilingUnreadable);
  if (ceiling.limit) {
    // The rate with this assumption in both counts.
    if (quotient_exceeds(ledger.assumptions() + 1, ledger.crossings() + 1, *ceiling.limit)) {
      return std::unexpected(AssumeError::kCeilingExceeded);
    }
  }

  View assumed = view;
  Placement& word = placement_word(assumed.descriptor, role);
  const Placement from = word;
  word = placement;
  assumed.descriptor.note |= kNoteAssumed;
  ledger.append({.time_ns = now_ns(),
                 .gid_before = gid_of(view),
                 .gid_after = gid_of(assumed),
                 .from = from,
                 .to = placement,
                 .reason = std::string(reason),
                 .source = std::string(source.file_name()) + ":" + std::to_string(source.line()),
                 .role = role});
  return assumed;
}

}  // namespace grit::reference
