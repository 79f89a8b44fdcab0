#include "bench/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace grit::bench {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& object, std::string_view key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::size_t number_of(const Json& object, std::string_view key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_unsigned() ? at->get<std::size_t>() : 0;
}

}  // namespace

std::string to_json(const Results& results) {
  const Machine& machine = results.machine;
  Json document{{"schema", "grit-bench-results"},
                {"version", 1},
                {"machine",
                 {{"kind", machine.kind},
                  {"processor", machine.processor},
                  {"isa", machine.isa},
                  {"cores", machine.cores},
                  {"l1d_bytes", machine.l1d_bytes},
                  {"l2_bytes", machine.l2_bytes},
                  {"l3_bytes", machine.l3_bytes},
                  {"compiler", machine.compiler}}},
                {"peers", results.peers}};
  // A line a measurement, so that a difference between two files reads.
  std::string text = document.dump(2);
  text.resize(text.size() - 2);  // the end of the object
  text += ",\n  \"measurements\": [";
  for (const Measurement& measurement : results.measurements) {
    text += &measurement == results.measurements.data() ? "\n    " : ",\n    ";
    text += to_json_line(measurement);
  }
  return text + "\n  ]\n}\n";
}

std::expected<Results, std::string> results_from_json(std::string_view text) {
  const Json document = Json::parse(text, nullptr, false);
  if (!document.is_object() || text_of(document, "schema") != "grit-bench-results" ||
      !document.contains("machine") || !document["machine"].is_object() ||
      !document.contains("measurements") || !document["measurements"].is_array()) {
    return std::unexpected("no results of a measurement (docs/schemas/bench-results.schema.json)");
  }
  const Json& machine = document["machine"];
  Results results{.machine = {.kind = text_of(machine, "kind"),
                              .processor = text_of(machine, "processor"),
                              .isa = text_of(machine, "isa"),
                              .cores = static_cast<unsigned>(number_of(machine, "cores")),
                              .l1d_bytes = number_of(machine, "l1d_bytes"),
                              .l2_bytes = number_of(machine, "l2_bytes"),
                              .l3_bytes = number_of(machine, "l3_bytes"),
                              .compiler = text_of(machine, "compiler")},
                  .peers = {},
                  .measurements = {}};
  if (const auto peers = document.find("peers"); peers != document.end() && peers->is_array()) {
    for (const Json& peer : *peers) {
      if (peer.is_string()) results.peers.push_back(peer);
    }
  }
  for (const Json& line : document["measurements"]) {
    auto measurement = from_json(line.dump());
    if (!measurement) return std::unexpected(measurement.error());
    results.measurements.push_back(std::move(*measurement));
  }
  return results;
}

std::expected<std::vector<Results>, std::string> read_results(
    const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (error) return std::unexpected(fmt::format("{}: {}", directory.string(), error.message()));
  std::ranges::sort(files);
  std::vector<Results> all;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    auto results = results_from_json(text.str());
    if (!results) {
      return std::unexpected(fmt::format("{}: {}", file.filename().string(), results.error()));
    }
    all.push_back(std::move(*results));
  }
  return all;
}

}  // namespace grit::bench
