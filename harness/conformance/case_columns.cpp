#include "harness/conformance/case_columns.h"

#include <algorithm>
#include <cstring>

namespace grit::conformance {
namespace {

// Of ten bits. Clauses differ in their ends.
std::size_t cheap_hash(const std::string& text) {
  std::uint64_t end = 0;
  const std::size_t size = std::min(text.size(), sizeof end);
  std::memcpy(&end, text.data() + (text.size() - size), size);
  return static_cast<std::size_t>((end + text.size()) * 0x9e3779b97f4a7c15u >> 54);
}

}  // namespace

CaseColumns::CaseColumns(const std::vector<vectors::Case>& cases) {
  reserve(cases.size());
  for (const vectors::Case& item : cases) add(item);
}

void CaseColumns::reserve(std::size_t cases) {
  ops_.reserve(cases);
  case_clauses_.reserve(cases);
}

void CaseColumns::add(const vectors::Case& item) {
  ops_.push_back(item.op);
  auto*& seen = recent_[cheap_hash(item.clause)];
  if (seen == nullptr || seen->first != item.clause) {
    const auto number = static_cast<std::uint32_t>(clause_numbers_.size());
    seen = &*clause_numbers_.try_emplace(item.clause, number).first;
  }
  case_clauses_.push_back(seen->second);
}

std::vector<std::string> CaseColumns::clause_texts(const std::vector<bool>& chosen) const {
  std::vector<std::string> texts;
  for (const auto& [text, number] : clause_numbers_) {
    if (chosen[number]) texts.push_back(text);
  }
  std::ranges::sort(texts);
  return texts;
}

std::vector<std::string> CaseColumns::clause_texts() const {
  return clause_texts(std::vector<bool>(clauses(), true));
}

}  // namespace grit::conformance
