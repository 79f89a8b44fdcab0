// The caller's floating-point environment: the four rounding modes, and flush-to-zero with
// denormals-are-zero where the processor has them.
#ifndef GRIT_LAWS_FLOATING_ENVIRONMENT_H_
#define GRIT_LAWS_FLOATING_ENVIRONMENT_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace grit::laws {

// What of it decides results: the rounding mode as <cfenv> codes it, and the control bits of the
// vector unit without its exception flags (0 where this build knows none).
struct FloatingControl {
  int rounding = 0;
  std::uint64_t vector_unit = 0;

  friend bool operator==(const FloatingControl&, const FloatingControl&) = default;
};
FloatingControl floating_control();

struct EnvironmentChoice {
  std::string_view name;
  int rounding;        // FE_…
  bool flush_to_zero;  // with denormals-are-zero; does nothing where has_flush_to_zero() is false
};

// Each rounding mode, with and without flush-to-zero; the default one first.
std::span<const EnvironmentChoice> environment_choices();
bool has_flush_to_zero();

// Sets an environment and puts the caller's back when it goes. Of this thread.
class EnvironmentGuard {
 public:
  explicit EnvironmentGuard(const EnvironmentChoice& choice);
  ~EnvironmentGuard();
  EnvironmentGuard(const EnvironmentGuard&) = delete;
  EnvironmentGuard& operator=(const EnvironmentGuard&) = delete;

 private:
  FloatingControl before_;
};

}  // namespace grit::laws

#endif  // GRIT_LAWS_FLOATING_ENVIRONMENT_H_
