// Known deviations: a file that the owner of an implementation keeps (ADAPTERS.md, "Known
// deviations"). Each entry names one way in which a subject is known to leave the specification;
// what it selects counts as an expected failure instead of a failure.
//
// An entry must stay true. It is stale when the run put cases to it and none failed in its way,
// when one of its example requests passes, when its date has passed, or when the subject reports
// another version than the entry is for. Stale entries end a run with exit 4.
#ifndef GRIT_CONFORMANCE_DEVIATIONS_H_
#define GRIT_CONFORMANCE_DEVIATIONS_H_

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"

namespace grit::conformance {

// Which disagreements an entry covers: all conditions must hold.
struct DeviationPattern {
  protocol::Op op = protocol::Op::kCheck;
  std::string cases;     // glob over case ids: * any run of characters, ? one
  std::string expected;  // outcome label of the expectation, e.g. "SizeMismatch"; empty: any
  std::string got;       // outcome label of the subject; empty: any
  std::string field;     // first differing field; empty: any
  std::string format;    // glob over the token of the format that is decoded or encoded; empty: any
};

struct Deviation {
  std::string id;                      // unique in its file
  std::string clause;                  // of docs/SPEC.md
  std::string reason;                  // one or two sentences: what the implementation does
  std::optional<std::string> version;  // of the subject the entry is for
  std::optional<std::chrono::year_month_day> until;  // the last day on which it holds
  std::vector<DeviationPattern> patterns;            // any of them
  // Requests (op, payload) that must fail in the entry's way; every run puts them to every subject.
  struct Example {
    protocol::Op op = protocol::Op::kCheck;
    protocol::Bytes request;
  };
  std::vector<Example> examples;
};

// What is compared with an entry: one case in which a subject did not do as expected.
struct Disagreement {
  protocol::Op op = protocol::Op::kCheck;
  std::string_view case_id;
  std::string_view expected;  // outcome labels
  std::string_view got;
  std::string_view field;
  std::string_view format = {};           // token, of FORMAT_DECODE and FORMAT_ENCODE
  const Deviation* example_of = nullptr;  // the entry that has this very question as an example
};

class DeviationList {
 public:
  // An empty list: nothing is excused.
  DeviationList() = default;

  // Reads a deviations.toml; an error names file, line or entry, and what is wrong.
  static std::expected<DeviationList, std::string> read(const std::filesystem::path& file);

  const std::vector<Deviation>& entries() const { return entries_; }
  const std::filesystem::path& file() const { return file_; }

  // The first entry that covers the disagreement, or nullptr. An entry's own examples need not
  // match its globs, only its other conditions.
  const Deviation* find(const Disagreement& disagreement) const;

  // Why the entry no longer holds for this subject on this day; nullopt where it does. An expired
  // entry still excuses nothing less: it is reported, and the run fails with exit 4.
  static std::optional<std::string> expired(const Deviation& entry,
                                            std::string_view subject_version,
                                            std::chrono::year_month_day today);

 private:
  std::filesystem::path file_;
  std::vector<Deviation> entries_;
};

// True where `text` as a whole matches the glob: * any run of characters, ? any one character.
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_DEVIATIONS_H_
