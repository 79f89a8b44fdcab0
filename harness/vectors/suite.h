// The whole suite: every file of vectors/ as cases, and its vectors: distinct questions, each with
// an id that is a function of its content.
#ifndef GRIT_VECTORS_SUITE_H_
#define GRIT_VECTORS_SUITE_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

struct SuiteFile {
  std::string name;  // "core.json", "extended/general.json"; "format tables" for all of those
  std::vector<Case> cases;
};

// core.json, matrix.json, every file of extended/ by name, the format tables. The error names file
// and entry.
std::expected<std::vector<SuiteFile>, std::string> read_suite(
    const std::filesystem::path& directory);

// The suite_version of one JSON file; empty where it has none, or is none.
std::string suite_version(const std::filesystem::path& file);

// (file, its suite_version) of every JSON file below `directory`, by name; an empty version where
// the file has none or is no JSON document.
std::vector<std::pair<std::string, std::string>> suite_versions(
    const std::filesystem::path& directory);

// A pinned question with its answer.
struct Vector {
  // The content hash of the question (generate.h), which also decides its shard, and 16 lower-case
  // hex digits of it. An expectation that is corrected leaves it as it is.
  std::uint64_t hash = 0;
  std::string id;
  std::string file;
  Case item;                             // of the first file that asks it; its id is the name
  std::vector<std::string> other_names;  // of cases that ask and answer the same
};

struct Suite {
  std::vector<Vector> vectors;  // in the files' order
  // So many digits of an id tell every vector from the others; 8 at least.
  std::size_t id_digits = 8;
  // Sentences: one name for two cases, one question with two answers, one id for two questions.
  // What they are about is left out of `vectors` but for its first case.
  std::vector<std::string> problems;
};
Suite suite_of(std::vector<SuiteFile> files);

// The vector with this name, or with an id that begins with these digits (4 at least). The error
// says that there is none, or which ones there are.
std::expected<const Vector*, std::string> find_vector(const Suite& suite, std::string_view wanted);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_SUITE_H_
