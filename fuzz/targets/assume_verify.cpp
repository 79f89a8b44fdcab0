// assume, its ledger, and verify (spec §10.2, §10.3). The protocol has no operation for them, so
// the input is a request of RELAYOUT: its view is assumed to be placed as it asks, and its first
// plane is the reason, and the text of a ceiling, too.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "fuzz/driver/utf8.h"
#include "fuzz/driver/view_input.h"
#include "harness/laws/ledger_laws.h"
#include "harness/protocol/payload.h"
#include "harness/reference/assume.h"
#include "harness/reference/verify.h"

namespace grit::fuzz {
namespace {

using protocol::Op;
using reference::AuditLedger;
using reference::View;

// Digits with at most one point among them, and an exponent or none.
bool is_decimal(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const auto all_digits = [&](std::string_view part) {
    return part.find_first_not_of(kDigits) == std::string_view::npos;
  };
  const std::size_t e = text.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (exponent.starts_with('+') || exponent.starts_with('-')) exponent.remove_prefix(1);
    if (exponent.empty() || !all_digits(exponent)) return false;
  }
  const std::string_view significand = text.substr(0, e);
  const std::size_t point = significand.find('.');
  const std::string_view whole = significand.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : significand.substr(point + 1);
  return whole.size() + fraction.size() > 0 && all_digits(whole) && all_digits(fraction);
}

// Spec §10.2.7, held against the C library's reading of numbers. What is not zero and too small for
// binary64 is left open: no rate is that low, so nothing can be assumed under it either way.
void ceiling(const std::string& text) {
  const auto ceiling = reference::parse_audit_ceiling(text.c_str());
  const double value = std::strtod(text.c_str(), nullptr);
  const bool is_number = is_decimal(text.c_str()) && std::isfinite(value);
  demand(ceiling.readable || !is_number || value == 0, "ceiling", "a decimal number is not read");
  if (!ceiling.readable) return;
  demand(is_number, "ceiling", "something else than a decimal number is read");
  demand(ceiling.limit == value, "ceiling", "another number is read");
}

// Spec §10.2.4: one line of JSON an assumption, whatever bytes the reason has.
void ledger_lines(const AuditLedger& ledger, const std::string& reason) {
  const std::string lines = ledger.to_json_lines();
  demand(std::ranges::count(lines, '\n') == 1 && lines.ends_with('\n'), "ledger", "not one line");
  const auto entry = nlohmann::json::parse(lines, nullptr, /*allow_exceptions=*/false);
  demand(entry.is_object() && entry.contains("reason") && entry["reason"].is_string(), "ledger",
         "not an object of JSON with a reason");
  demand(!is_utf8(reason) || entry["reason"].get<std::string>() == reason, "ledger",
         "another reason");
}

// Taken over as it is and refused or not: whoever cannot go on is told why.
void assume(const View& view, const laws::Layout& layout, const std::string& reason) {
  AuditLedger ledger;
  const auto assumed = reference::assume_placement(view, layout.role, layout.placement, reason,
                                                   ledger, reference::AuditCeiling{});
  if (!assumed) {
    demand_reason(describe(assumed.error()), "assume");
    return;
  }
  ledger_lines(ledger, reason);
  const auto verified = reference::verify_placement(*assumed, view);
  if (!verified) demand_reason(describe(verified.error()), "verify");
}

}  // namespace

const Target& target() {
  static constexpr std::array kOps = {Op::kRelayout};
  static constexpr Target kTarget{"assume_verify", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const auto request = request_of<protocol::RelayoutRequest>(input, Op::kRelayout);
  if (!request || !is_small(request->view.shape)) return false;
  const auto role = reference::role_from_code(request->role);
  if (!role) return false;
  const laws::Layout layout{*role, request->placement};
  const View view = view_of(request->view);
  const std::string text(protocol::as_text(request->view.planes[0]));

  ceiling(text);
  assume(view, layout, text);
  const std::uint64_t number = view.descriptor.note;
  demand(laws::assume_records(view, layout, text, number % 10));
  demand(laws::verify_demands_proof(view, layout, number));
  return true;
}

}  // namespace grit::fuzz
