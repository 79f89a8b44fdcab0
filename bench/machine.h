// The machine that was measured, in words, and the kind that it is of.
#ifndef GRIT_BENCH_MACHINE_H_
#define GRIT_BENCH_MACHINE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/reference/kernels/isa.h"

namespace grit::bench {

struct Machine {
  // Names the files of results: the processor's vendor, family and model, and the instruction set
  // that was used, e.g. intel-6-143-avx512dl. Machines of one kind give comparable ratios.
  std::string kind;
  std::string processor;  // as it names itself
  std::string isa;
  unsigned cores = 0;         // of this process
  std::size_t l1d_bytes = 0;  // 0: the machine does not say
  std::size_t l2_bytes = 0;
  std::size_t l3_bytes = 0;
  std::string compiler;  // of the product

  friend bool operator==(const Machine&, const Machine&) = default;
};

Machine this_machine(reference::kernels::Isa isa);

// The same from the text of /proc/cpuinfo; caches, cores and compiler are left empty.
Machine machine_of(std::string_view cpuinfo, reference::kernels::Isa isa);

// One line.
std::string describe(const Machine& machine);

}  // namespace grit::bench

#endif  // GRIT_BENCH_MACHINE_H_
