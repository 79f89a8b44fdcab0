#include "bench/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <thread>

namespace grit::bench {
namespace {

// The first line `key : value` of /proc/cpuinfo; empty where there is none.
std::string_view field(std::string_view cpuinfo, std::string_view key) {
  while (!cpuinfo.empty()) {
    const std::size_t end = std::min(cpuinfo.find('\n'), cpuinfo.size());
    const std::string_view line = cpuinfo.substr(0, end);
    cpuinfo.remove_prefix(std::min(end + 1, cpuinfo.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    if (name != key) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
  }
  return {};
}

// Fit for a file's name.
std::string slug(std::string_view vendor) {
  if (vendor == "GenuineIntel") return "intel";
  if (vendor == "AuthenticAMD") return "amd";
  std::string name;
  for (const char c : vendor) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (c >= 'A' && c <= 'Z') {
      name += static_cast<char>(c - 'A' + 'a');
    } else {
      name += fits ? c : '-';
    }
  }
  return name.empty() ? "unknown" : name;
}

std::size_t cache_bytes([[maybe_unused]] int level) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  constexpr std::array kNames{_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  return static_cast<std::size_t>(
      std::max(0L, sysconf(kNames[static_cast<std::size_t>(level - 1)])));
#else
  return 0;
#endif
}

std::string kib(std::size_t bytes) {
  return bytes == 0 ? "unknown" : fmt::format("{} KiB", bytes / 1024);
}

}  // namespace

Machine machine_of(std::string_view cpuinfo, reference::kernels::Isa isa) {
  Machine machine;
  machine.isa = reference::kernels::isa_name(isa);
  machine.processor = field(cpuinfo, "model name");
  if (machine.processor.empty()) machine.processor = "unknown";
  machine.kind = slug(field(cpuinfo, "vendor_id"));
  for (const std::string_view key : {"cpu family", "model"}) {
    if (const std::string_view number = field(cpuinfo, key); !number.empty()) {
      machine.kind += fmt::format("-{}", number);
    }
  }
  machine.kind += "-" + machine.isa;
  return machine;
}

Machine this_machine(reference::kernels::Isa isa) {
  std::ostringstream cpuinfo;
  cpuinfo << std::ifstream("/proc/cpuinfo").rdbuf();
  Machine machine = machine_of(cpuinfo.str(), isa);
  machine.cores = std::thread::hardware_concurrency();
  machine.l1d_bytes = cache_bytes(1);
  machine.l2_bytes = cache_bytes(2);
  machine.l3_bytes = cache_bytes(3);
#ifdef __clang__
  machine.compiler = fmt::format("clang {}", __clang_major__);
#else
  machine.compiler = fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
  return machine;
}

std::string describe(const Machine& machine) {
  return fmt::format("{}, {} cores, L1d {}, L2 {}, L3 {}; instruction set {}; {}",
                     machine.processor, machine.cores, kib(machine.l1d_bytes),
                     kib(machine.l2_bytes), kib(machine.l3_bytes), machine.isa, machine.compiler);
}

}  // namespace grit::bench
