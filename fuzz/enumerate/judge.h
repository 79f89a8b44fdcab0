// Judging check on one descriptor: everything that the specification says of the answer.
#ifndef GRIT_FUZZ_ENUMERATE_JUDGE_H_
#define GRIT_FUZZ_ENUMERATE_JUDGE_H_

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/enumerate/expectation.h"
#include "fuzz/enumerate/plan.h"
#include "harness/laws/check_laws.h"
#include "harness/laws/implementation.h"
#include "harness/reference/check.h"
#include "harness/reference/view.h"

namespace grit::enumerate {

// What an answer can do wrong, in the order in which it is said.
enum class Fault : std::uint8_t {
  kStatus,       // none of the five (spec §5.0.3)
  kPlane,        // a plane where none may be named, or one that does not exist (spec §5.6.1)
  kRepeat,       // another answer to the same question (spec §5.0.1)
  kNote,         // another answer where only the note differs (spec §2.3.3)
  kExpectation,  // not what the steps of spec §5.1 to §5.4 say
  kLevel0,       // not Ok at level 0 (spec §5.0.5)
  kLevel2,       // with planes and level 2, where step 5 finds nothing, not the answer of level 1
  kContent,      // with planes in which step 5 does find something (spec §5.5)
  kLaw,          // harness/laws: check_totality (spec §11.8.10)
  kCounts,       // of a whole unit: not expected_counts
};
std::string_view fault_name(Fault fault);    // stable identifier, e.g. "depends-on-note"
std::string_view fault_clause(Fault fault);  // the clause it breaks, in a few words

struct Broken {
  Fault fault;
  std::string detail;  // what was answered and what was expected
};

// A judge serves one thread.
class Judge {
 public:
  // Borrows the implementation, of which check_lengths and check_planes are asked.
  Judge(reference::GradeName grade, const laws::Implementation& implementation);

  // The spans inside are of this object.
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // The status at level 1, where everything is as the specification says. Asks four times, and
  // three times more where the status is Ok.
  std::expected<reference::Status, Broken> judge(const DescriptorBytes& bytes);

  // The law over the same input, with planes and level 2. Dearer by far: for a sample.
  std::expected<void, Broken> judge_law(const DescriptorBytes& bytes);

 private:
  reference::CheckResult ask_lengths(const DescriptorBytes& bytes, unsigned level);
  reference::CheckResult ask_planes(const DescriptorBytes& bytes, const reference::Planes& planes,
                                    const std::optional<reference::Digest>& digest);
  Broken why_not(const DescriptorBytes& bytes, const reference::CheckResult& first,
                 const reference::CheckResult& noted, const Answer& expected);
  std::expected<void, Broken> judge_content(const DescriptorBytes& bytes);

  const laws::Implementation& implementation_;
  const PlaneBytes& plane_bytes_;
  laws::CheckInput input_;              // planes of these lengths; the indices of a cell ascend
  reference::Planes planes_;            // borrows input_
  reference::PlaneBuffers misordered_;  // the same, but for the last cell, where there are cells
  reference::Digest digest_{};          // of planes_
};

// What a judge finds wrong about 64 bytes, given as 128 hexadecimal digits, the law included: the
// fault and its detail, empty where everything is as it should be. For unit tests.
std::string complaint(
    reference::GradeName grade, std::string_view digits,
    const laws::Implementation& implementation = laws::reference_implementation());

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_JUDGE_H_
