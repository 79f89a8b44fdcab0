#include "harness/cli/places.h"

#include <cstdlib>
#include <filesystem>

namespace grit::cli {
namespace {

namespace fs = std::filesystem;

bool is_root(const fs::path& directory) {
  std::error_code ignored;
  return fs::is_directory(directory / "adapters", ignored) &&
         fs::is_regular_file(directory / "vectors" / "PINS", ignored);
}

}  // namespace

std::expected<conformance::Places, std::string> find_places() {
  conformance::Places places;
  const char* root = std::getenv("GRIT_ROOT");
  const char* build = std::getenv("GRIT_BUILD");
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  places.build =
      build != nullptr ? fs::path(build) : executable.parent_path().parent_path().parent_path();
  if (root != nullptr) {
    places.root = root;
  } else {
    places.root = places.build;
    while (!is_root(places.root) && places.root != places.root.root_path()) {
      places.root = places.root.parent_path();
    }
  }
  if (!is_root(places.root)) {
    return std::unexpected(
        "cannot find the project: no directory with adapters/ and vectors/PINS at " +
        (root != nullptr ? std::string(root) : "or above " + places.build.string()) +
        "; set GRIT_ROOT to it");
  }
  return places;
}

}  // namespace grit::cli
