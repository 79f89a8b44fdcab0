// A target without an engine: replays files, and judges, reduces and describes one.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/driver/description.h"
#include "fuzz/driver/judge.h"
#include "fuzz/driver/reached.h"
#include "fuzz/driver/reduction.h"
#include "fuzz/driver/target.h"
#include "harness/protocol/payload.h"
#include "harness/vectors/file.h"

// Frames in the reports of UndefinedBehaviorSanitizer, from which signatures are made.
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

namespace {

using grit::protocol::Bytes;
using Json = nlohmann::json;

constexpr int kExitNoFinding = 1;
constexpr int kExitUsage = 2;
constexpr int kExitInfrastructure = 3;

// Nothing, and a sentence on stderr, where it cannot be read.
std::optional<Bytes> read_input(const std::filesystem::path& path) {
  auto bytes = grit::vectors::read_file(path);
  if (bytes) return std::move(*bytes);
  std::fprintf(stderr, "%s\n", bytes.error().c_str());
  return std::nullopt;
}

// The files among the paths and below the folders among them, each folder's in the order of names.
std::vector<std::filesystem::path> files_of(const std::vector<std::string>& paths) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    const auto begin = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin() + begin, files.end());
  }
  return files;
}

int replay(const std::vector<std::string>& paths) {
  const auto files = files_of(paths);
  if (files.empty()) {
    std::fputs("no inputs; name files, or folders that hold some\n", stderr);
    return kExitUsage;
  }
  for (const auto& file : files) {
    const auto input = read_input(file);
    if (!input) return kExitUsage;
    grit::fuzz::run(*input);
  }
  std::printf("%zu inputs\n", files.size());
  return 0;
}

int reached(const std::vector<std::string>& paths) {
  grit::fuzz::Reached reached;
  const auto files = files_of(paths);
  for (const auto& file : files) {
    const auto input = read_input(file);
    if (!input) return kExitUsage;
    reached.add(grit::fuzz::target().form, *input);
  }
  Json statuses = Json::object();
  for (std::size_t i = 0; i < reached.statuses.size(); ++i) {
    const auto status = static_cast<grit::reference::Status>(i);
    statuses[std::string(grit::reference::status_name(status))] = reached.statuses[i];
  }
  Json rules = Json::object();
  for (std::size_t i = 1; i < reached.rules.size(); ++i) {  // the first is "none": status Ok
    const auto rule = static_cast<grit::reference::Rule>(i);
    rules[std::string(grit::reference::rule_name(rule))] = reached.rules[i];
  }
  const Json result = {{"inputs", files.size()}, {"statuses", statuses}, {"rules", rules}};
  std::puts(result.dump().c_str());
  return 0;
}

void print(const Json& json) {
  std::puts(json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

int judge(const Bytes& input, const grit::fuzz::Limits& limits) {
  const auto judgement = grit::fuzz::judge(input, limits);
  print({{"outcome", to_string(judgement.fate)},
         {"signature", judgement.signature},
         {"detail", judgement.detail}});
  return judgement.fate == grit::fuzz::Fate::kInfrastructure ? kExitInfrastructure : 0;
}

int reduce(const Bytes& input, const std::string& out, const grit::fuzz::Limits& limits) {
  const auto reduction = grit::fuzz::reduce(input, limits);
  const auto& judgement = reduction.judgement;
  if (judgement.fate == grit::fuzz::Fate::kInfrastructure) {
    std::fprintf(stderr, "%s\n", judgement.signature.c_str());
    return kExitInfrastructure;
  }
  if (judgement.fate == grit::fuzz::Fate::kNone) {
    std::fputs("the input is no finding\n", stderr);
    return kExitNoFinding;
  }
  std::ofstream file(out, std::ios::binary);
  file << grit::protocol::as_text(reduction.input);
  if (!file.flush()) {
    std::fprintf(stderr, "%s: cannot be written\n", out.c_str());
    return kExitInfrastructure;
  }
  print({{"outcome", to_string(judgement.fate)},
         {"signature", judgement.signature},
         {"bytes", reduction.input.size()},
         {"steps", reduction.steps},
         {"tried", reduction.tried}});
  return 0;
}

int describe(const Bytes& input) {
  const auto& target = grit::fuzz::target();
  const auto description = grit::fuzz::describe(target, input);
  Json pieces = Json::array();
  for (const auto& [name, value] : description.pieces) pieces.push_back({name, value});
  Json differences = Json::array();
  for (const auto& difference : description.differences) {
    differences.push_back({difference.field, difference.actual, difference.expected});
  }
  print({{"target", target.name},
         {"form", to_string(target.form)},
         {"bytes", input.size()},
         {"op", description.op ? Json(grit::protocol::op_name(*description.op)) : Json(nullptr)},
         {"pieces", pieces},
         {"differences", differences},
         {"hex", description.hex},
         {"unit_test", description.unit_test},
         {"command", description.command}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Replays inputs of the fuzz target " + std::string(grit::fuzz::target().name) +
               ". A finding aborts.");
  std::vector<std::string> paths;
  std::string judged;
  std::vector<std::string> reduced;
  std::string described;
  bool form = false;
  bool count = false;
  unsigned timeout = 10;
  unsigned memory = 2048;
  app.add_option("path", paths, "Files, or folders that hold some");
  app.add_option("--judge", judged,
                 "Run one file in a process of its own, and say what became of it");
  app.add_option("--reduce", reduced,
                 "Make the input IN smaller while it shows the same; write OUT")
      ->expected(2)
      ->type_name("IN OUT");
  app.add_option("--describe", described, "Show one file for people; it is not run");
  app.add_flag("--form", form, "Say what inputs look like");
  app.add_flag("--reached", count,
               "Count the statuses and the rules of check that the paths reach");
  app.add_option("--timeout", timeout, "Seconds for one input")->capture_default_str();
  app.add_option("--memory", memory, "Resident MiB for one input")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }

  const grit::fuzz::Limits limits{std::chrono::seconds(timeout), std::uint64_t{memory} << 20};
  if (form) {
    const auto& target = grit::fuzz::target();
    print({{"target", target.name}, {"form", to_string(target.form)}});
    return 0;
  }
  if (count) return reached(paths);
  for (const std::string& file :
       {judged, reduced.empty() ? std::string() : reduced[0], described}) {
    if (file.empty()) continue;
    const auto input = read_input(file);
    if (!input) return kExitUsage;
    if (file == judged) return judge(*input, limits);
    if (file == described) return describe(*input);
    return reduce(*input, reduced[1], limits);
  }
  return replay(paths);
}
