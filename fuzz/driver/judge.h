// Runs one input of the target in a process of its own and says what became of it. The one place
// that tells a crash, a hang, exhausted memory, a sanitizer's report and a disagreement apart.
#ifndef GRIT_FUZZ_DRIVER_JUDGE_H_
#define GRIT_FUZZ_DRIVER_JUDGE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace grit::fuzz {

enum class Fate : std::uint8_t {
  kNone,  // the target returned
  kDisagreement,
  kLaw,
  kSanitizer,
  kCrash,
  kHang,
  kOutOfMemory,
  kInfrastructure,  // the question could not be put
};
std::string_view to_string(Fate fate);  // "none", "disagreement", …, "out of memory", …

struct Judgement {
  Fate fate = Fate::kNone;
  std::string signature;  // equal ones are one root cause; empty for kNone
  std::string detail;     // the end of what the process wrote

  // Whether two inputs show one thing.
  bool same_as(const Judgement& other) const {
    return fate == other.fate && signature == other.signature;
  }
};

struct Limits {
  std::chrono::seconds timeout{10};
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // resident
};

// Forks; the process must have one thread.
Judgement judge(std::span<const std::byte> input, const Limits& limits);

// What the end of a process and its stderr say. Exposed for tests.
Judgement classify(std::string_view stderr_text, bool signalled, int code);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_JUDGE_H_
