#include "harness/cli/located_finding.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"

namespace grit::cli {
namespace {

namespace fs = std::filesystem;

// The finding of one run; nothing where the run does not have it, an error where `id` is mistakable
// or the run cannot be read.
std::expected<std::optional<LocatedFinding>, std::string> find_in(const fs::path& directory,
                                                                  const std::string& id) {
  const auto report = read_report(directory / "report.json");
  if (!report) return std::unexpected(report.error());
  const report::Finding* wanted = nullptr;
  for (const report::Finding& finding : report->findings) {
    if (!finding.id.starts_with(id)) continue;
    if (wanted != nullptr) {
      return std::unexpected("several findings of " + directory.string() + " begin with " + id);
    }
    wanted = &finding;
  }
  if (wanted == nullptr) return std::optional<LocatedFinding>();
  auto found = read_found(directory, *wanted);
  if (!found) return std::unexpected(found.error());
  return LocatedFinding{directory, std::move(*found)};
}

}  // namespace

std::expected<LocatedFinding, std::string> locate_finding(const std::string& id,
                                                          const std::string& run) {
  if (!run.empty()) {
    auto located = find_in(run, id);
    if (!located) return std::unexpected(located.error());
    if (!*located) return std::unexpected(run + " has no finding " + id);
    return std::move(**located);
  }
  const auto places = find_places();
  if (!places) return std::unexpected(places.error());
  std::vector<fs::path> runs;
  std::error_code error;
  for (fs::directory_iterator it(places->root / "reports", error), end; !error && it != end;
       it.increment(error)) {
    if (fs::exists(it->path() / "subjects.json")) runs.push_back(it->path());
  }
  // Names begin with the time.
  std::ranges::sort(runs, std::ranges::greater());
  for (const fs::path& directory : runs) {
    auto located = find_in(directory, id);
    // An old or damaged run does not hide the others.
    if (located && *located) return std::move(**located);
  }
  return std::unexpected("no run in " + (places->root / "reports").string() + " has a finding " +
                         id + "; --run names another directory");
}

}  // namespace grit::cli
