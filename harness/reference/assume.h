// assume: asserting a placement that nobody proved, on the record (spec §10.2). verify.h takes the
// mark off again.
//
// The ledger is an object of the caller: there is no process-wide state. It is not synchronised.
#ifndef GRIT_REFERENCE_ASSUME_H_
#define GRIT_REFERENCE_ASSUME_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/fingerprint.h"
#include "harness/reference/view.h"

namespace grit::reference {

// One assumption. Times in nanoseconds since the Unix epoch.
struct AuditEntry {
  std::int64_t time_ns = 0;
  Gid gid_before{};
  Gid gid_after{};
  Placement from = kUnspecified;
  Placement to = kUnspecified;
  std::string reason;
  std::string source;  // file:line of the call
  Role role = Role::kData;
};

// One JSON object without a newline, valid UTF-8 whatever the reason holds. Spec §10.
std::string to_json(const AuditEntry& entry);

// Append-only record of assumptions, and the count of crossings they are measured against.
class AuditLedger {
 public:
  // Counts one check as a crossing if its level is at least 1. The caller calls it for each check.
  void count_check(unsigned level);
  void append(AuditEntry entry);

  std::span<const AuditEntry> entries() const { return entries_; }
  std::uint64_t assumptions() const { return entries_.size(); }
  std::uint64_t crossings() const { return checks_ + entries_.size(); }

  std::string to_json_lines() const;  // one line for each entry, each ended by a newline

 private:
  std::vector<AuditEntry> entries_;
  std::uint64_t checks_ = 0;
};

// The highest rate of assumptions per crossing that is tolerated.
struct AuditCeiling {
  bool readable = true;         // false refuses every assumption
  std::optional<double> limit;  // nothing: no ceiling
};

// Reads a ceiling: nullptr is none; a decimal number of at least 0 is one; all else is unreadable.
AuditCeiling parse_audit_ceiling(const char* text);

// parse_audit_ceiling of the environment variable GRIT_AUDIT_MAX_RATE.
AuditCeiling audit_ceiling_from_environment();

enum class AssumeError : std::uint8_t {
  kBlankReason,
  kPlacementUnknown,  // spec §4, reserved classes included
  kCeilingUnreadable,
  kCeilingExceeded,  // the rate after this assumption would be above the limit
};
std::string_view describe(AssumeError error);

// The view with the placement word of `role` set and ASSUMED in its note; appends to `ledger`. No
// byte of a plane is read. On error nothing changes. Spec §10.
std::expected<View, AssumeError> assume_placement(
    const View& view, Role role, Placement placement, std::string_view reason, AuditLedger& ledger,
    const AuditCeiling& ceiling = audit_ceiling_from_environment(),
    std::source_location source = std::source_location::current());

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_ASSUME_H_
