// What is counted by, of every case of a plan: its operation and its clause, as numbers. Counting
// then reads a few bytes a case and looks no text up.
#ifndef GRIT_CONFORMANCE_CASE_COLUMNS_H_
#define GRIT_CONFORMANCE_CASE_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/vectors/case.h"

namespace grit::conformance {

class CaseColumns {
 public:
  CaseColumns() = default;
  explicit CaseColumns(const std::vector<vectors::Case>& cases);

  void reserve(std::size_t cases);
  void add(const vectors::Case& item);

  protocol::Op op(std::size_t index) const { return ops_[index]; }
  // A number below clauses().
  std::uint32_t clause(std::size_t index) const { return case_clauses_[index]; }
  std::size_t clauses() const { return clause_numbers_.size(); }

  // The texts of those clauses for which `chosen` holds, by number; ascending.
  std::vector<std::string> clause_texts(const std::vector<bool>& chosen) const;
  std::vector<std::string> clause_texts() const;

 private:
  static constexpr std::size_t kRecent = 1024;

  std::vector<protocol::Op> ops_;
  std::vector<std::uint32_t> case_clauses_;
  std::unordered_map<std::string, std::uint32_t> clause_numbers_;
  // By a hash that is cheaper than the map's: the last clause with it. Most are there before.
  std::array<const std::pair<const std::string, std::uint32_t>*, kRecent> recent_{};
};

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CASE_COLUMNS_H_
