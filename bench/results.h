// What a run measured on one machine, and the file that keeps it: results/<kind>.json.
#ifndef GRIT_BENCH_RESULTS_H_
#define GRIT_BENCH_RESULTS_H_

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine.h"
#include "bench/measurement.h"

namespace grit::bench {

struct Results {
  Machine machine;
  std::vector<std::string> peers;  // name and version of those that took part
  std::vector<Measurement> measurements;

  friend bool operator==(const Results&, const Results&) = default;
};

// docs/schemas/bench-results.schema.json.
std::string to_json(const Results& results);
std::expected<Results, std::string> results_from_json(std::string_view text);

// Every *.json of a folder, by name; none is fine. The error names the file.
std::expected<std::vector<Results>, std::string> read_results(
    const std::filesystem::path& directory);

}  // namespace grit::bench

#endif  // GRIT_BENCH_RESULTS_H_
