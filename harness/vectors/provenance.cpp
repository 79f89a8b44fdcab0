#include "harness/vectors/provenance.h"

#include <optional>

#include "harness/vectors/split.h"

namespace grit::vectors {
namespace {

constexpr std::string_view kByHand = "by hand from ";
constexpr std::string_view kAgreed = "agreed by ";
constexpr std::string_view kIndependent = "independent ";
constexpr std::string_view kOracle = "oracle (";
constexpr std::string_view kTheSpecification = "the specification";

constexpr std::string_view kTheSet =
    "\"by hand from §N\", \"agreed by A and B\", \"independent … oracle (HOW)\" or \"stated by the "
    "specification\"";

// "§12.2.1": numbers with points between them.
bool is_clause(std::string_view text) {
  constexpr std::string_view kMark = "§";
  if (!text.starts_with(kMark)) return false;
  for (const std::string_view number : split(text.substr(kMark.size()), ".")) {
    if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

using Sources = std::optional<std::vector<std::string>>;

Sources by_hand(std::string_view what) {
  if (what == kTheSpecification) return {{std::string(what)}};
  std::vector<std::string> clauses;
  for (const std::string_view clause : split(what, ", ")) {
    if (!is_clause(clause)) return std::nullopt;
    clauses.emplace_back(clause);
  }
  return clauses;
}

// "A and B", "A, B and C"; one is no agreement.
Sources agreed(std::string_view who) {
  const std::size_t last = who.rfind(" and ");
  if (last == std::string_view::npos) return std::nullopt;
  std::vector<std::string> names;
  for (const std::string_view name : split(who.substr(0, last), ", ")) names.emplace_back(name);
  names.emplace_back(who.substr(last + std::string_view(" and ").size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return std::nullopt;
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return std::nullopt;
    }
  }
  return names;
}

std::optional<Provenance> parse_source(std::string_view text) {
  Sources sources;
  ProvenanceKind kind = ProvenanceKind::kStated;
  if (text.starts_with(kByHand)) {
    kind = ProvenanceKind::kByHand;
    sources = by_hand(text.substr(kByHand.size()));
  } else if (text.starts_with(kAgreed)) {
    kind = ProvenanceKind::kAgreed;
    sources = agreed(text.substr(kAgreed.size()));
  } else if (text.starts_with(kIndependent)) {
    kind = ProvenanceKind::kOracle;
    const std::size_t how = text.find(kOracle);
    if (how != std::string_view::npos && text.ends_with(')') &&
        how + kOracle.size() + 1 < text.size()) {
      text.remove_suffix(1);
      sources = {{std::string(text.substr(how + kOracle.size()))}};
    }
  } else if (text == "stated by the specification") {
    sources = {{std::string(kTheSpecification)}};
  }
  if (!sources) return std::nullopt;
  return Provenance{kind, std::move(*sources), {}};
}

}  // namespace

std::string_view to_string(ProvenanceKind kind) {
  switch (kind) {
    case ProvenanceKind::kByHand:
      return "by hand";
    case ProvenanceKind::kAgreed:
      return "agreed";
    case ProvenanceKind::kOracle:
      return "oracle";
    case ProvenanceKind::kStated:
      return "stated";
  }
  return "unknown";
}

std::expected<Provenance, std::string> parse_provenance(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, "; ");
  std::optional<Provenance> provenance = parse_source(parts.front());
  if (!provenance) {
    return std::unexpected("provenance is none of " + std::string(kTheSet) + ": \"" +
                           std::string(parts.front()) + '"');
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const bool is_supplement = parts[i].find("also ") != std::string_view::npos;
    if (!is_supplement && !parse_source(parts[i])) {
      return std::unexpected("provenance goes on with neither a source nor an \"also\": \"" +
                             std::string(parts[i]) + '"');
    }
    provenance->further.emplace_back(parts[i]);
  }
  return *provenance;
}

}  // namespace grit::vectors
