#include "fuzz/driver/finding.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace grit::fuzz {

std::string without_numbers(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') {
      result += text[i];
      continue;
    }
    const bool hex = text.substr(i).starts_with("0x");
    i = text.find_first_not_of(hex ? "0123456789abcdefx" : "0123456789", i);
    result += '#';
    if (i == std::string_view::npos) break;
    --i;
  }
  return result;
}

std::string_view to_string(FindingKind kind) {
  switch (kind) {
    case FindingKind::kDisagreement:
      return "disagreement";
    case FindingKind::kLaw:
      return "law";
    case FindingKind::kInfrastructure:
      return "infrastructure";
  }
  return "infrastructure";
}

void report_finding(FindingKind kind, std::string_view signature, std::string_view details) {
  std::string text(kFindingMark);
  text += to_string(kind);
  text += ": ";
  text += signature;
  text += '\n';
  text += details;
  if (!details.empty() && details.back() != '\n') text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  std::abort();
}

void demand(const laws::LawResult& result) {
  if (result) return;
  const laws::Broken& broken = result.error();
  const std::string signature =
      std::string(laws::info(broken.law).id) + " | " + without_numbers(broken.where);
  report_finding(FindingKind::kLaw, signature, laws::describe(broken));
}

void demand(bool holds, std::string_view subject, std::string_view what) {
  if (holds) return;
  report_finding(FindingKind::kLaw, std::string(subject) + " | " + std::string(what), "");
}

void demand_reason(std::string_view reason, std::string_view subject) {
  const bool one_line =
      !reason.empty() && reason.find('\n') == std::string_view::npos && reason.back() != '.';
  demand(one_line, subject, "a refusal does not say why in one line");
}

}  // namespace grit::fuzz
