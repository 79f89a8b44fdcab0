#include "harness/reference/kernels/isa.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace grit::reference::kernels {
namespace {

struct Name {
  Isa isa;
  std::string_view name;
};
constexpr std::array kNames = {
    Name{Isa::kScalar, "scalar"}, Name{Isa::kNeon, "neon"},     Name{Isa::kSse4, "sse4"},
    Name{Isa::kAvx2, "avx2"},     Name{Isa::kAvx512, "avx512"}, Name{Isa::kAvx512Dl, "avx512dl"},
};
constexpr std::array kAll = {Isa::kScalar, Isa::kNeon,   Isa::kSse4,
                             Isa::kAvx2,   Isa::kAvx512, Isa::kAvx512Dl};

// The names that a user may give here, separated by blanks.
std::string supported_names() {
  std::string names;
  for (const Isa isa : kAll) {
    if (!supported(isa)) continue;
    if (!names.empty()) names += ' ';
    names += isa_name(isa);
  }
  return names;
}

}  // namespace

std::string_view isa_name(Isa isa) {
  const auto* found = std::ranges::find(kNames, isa, &Name::isa);
  return found == kNames.end() ? std::string_view{} : found->name;
}

std::optional<Isa> isa_from_name(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name, &Name::name);
  if (found == kNames.end()) return std::nullopt;
  return found->isa;
}

std::span<const Isa> all_isas() { return kAll; }

bool compiled_in(Isa isa) {
  switch (isa) {
    case Isa::kScalar:
      return true;
    case Isa::kNeon:
#if defined(__aarch64__)
      return true;
#else
      return false;
#endif
    case Isa::kSse4:
    case Isa::kAvx2:
    case Isa::kAvx512:
    case Isa::kAvx512Dl:
#if defined(__x86_64__)
      return true;
#else
      return false;
#endif
  }
  return false;
}

bool supported(Isa isa) {
  if (!compiled_in(isa)) return false;
#if defined(__x86_64__)
  // The compiler's support library asks the operating system too, which has to keep the registers.
  switch (isa) {
    case Isa::kScalar:
      return true;
    case Isa::kNeon:
      return false;
    case Isa::kSse4:
      return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
             __builtin_cpu_supports("aes");
    case Isa::kAvx2:
      return supported(Isa::kSse4) && __builtin_cpu_supports("avx2") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
             __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    case Isa::kAvx512:
      return supported(Isa::kAvx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    case Isa::kAvx512Dl:
      return supported(Isa::kAvx512) && __builtin_cpu_supports("gfni") &&
             __builtin_cpu_supports("vaes") && __builtin_cpu_supports("avx512vbmi") &&
             __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vnni") &&
             __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq") &&
             __builtin_cpu_supports("vpclmulqdq");
  }
  return false;
#else
  return true;
#endif
}

Isa widest_isa() {
  for (auto isa = kAll.rbegin(); isa != kAll.rend(); ++isa) {
    if (supported(*isa)) return *isa;
  }
  return Isa::kScalar;
}

std::expected<Isa, IsaError> choose_isa(std::string_view requested) {
  if (requested.empty()) return widest_isa();
  const std::optional<Isa> isa = isa_from_name(requested);
  if (isa && supported(*isa)) return *isa;
  const char* why = !isa                 ? "no instruction set has this name"
                    : !compiled_in(*isa) ? "this build has no kernels for it"
                                         : "this machine does not have it";
  return std::unexpected(
      IsaError{"\"" + std::string(requested) + "\": " + why + "; one of: " + supported_names()});
}

std::string_view requested_isa() {
  const char* requested = std::getenv(kIsaVariable);
  return requested == nullptr ? std::string_view{} : requested;
}

Isa process_isa() {
  static const Isa isa = [] { return choose_isa(requested_isa()).value_or(widest_isa()); }();
  return isa;
}

}  // namespace grit::reference::kernels
