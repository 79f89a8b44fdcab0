// Vector files, any bytes: refused in a sentence, or cases that can be asked.
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/memory_file.h"
#include "fuzz/driver/target.h"
#include "harness/protocol/answer.h"
#include "harness/vectors/core_suite.h"
#include "harness/vectors/extended_suite.h"

namespace grit::fuzz {
namespace {

void judge(std::string_view reader,
           const std::expected<std::vector<vectors::Case>, std::string>& cases) {
  if (!cases) {
    demand(!cases.error().empty(), reader, "refuses without a sentence");
    return;
  }
  for (const vectors::Case& item : *cases) {
    demand(!item.id.empty(), reader, "a case without an id");
    demand(!item.expected || !item.provenance.empty(), reader, "an expectation without provenance");
  }
}

}  // namespace

const Target& target() {
  static constexpr Target kTarget{"vectors_json", Form::kJson, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const MemoryFile file(input);
  judge("read_core_suite", vectors::read_core_suite(file.path()));
  judge("read_extended_suite", vectors::read_extended_suite(file.path()));
  return true;
}

}  // namespace grit::fuzz
