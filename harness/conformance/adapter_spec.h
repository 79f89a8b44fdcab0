// Which adapters there are: the adapter.toml files of the tree, and commands from the command line.
#ifndef GRIT_CONFORMANCE_ADAPTER_SPEC_H_
#define GRIT_CONFORMANCE_ADAPTER_SPEC_H_

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/conformance/child_process.h"
#include "harness/conformance/selection.h"

namespace grit::conformance {

struct AdapterSpec {
  std::string name;  // the subject's name, unique
  std::string kind;  // own | published | decoder | faulty | command line | library | configured
  std::string language;
  Command command;                             // placeholders already replaced
  std::vector<std::string> required_programs;  // looked up on PATH
  std::string artifact;            // a file that is there only when the adapter is built; or empty
  std::vector<Selection> answers;  // a case that none selects is not offered; empty: all
  bool serves_reference = false;   // answers with the code that the expectations come from
  std::string optional;            // in a run only `--with` this; empty: without being asked
  std::string install;             // a command that brings the required programs; or empty
  std::filesystem::path file;      // that describes it; empty for a command-line adapter
  std::filesystem::path deviations;  // file of its known deviations; or empty
  // Of an adapter that is wrong on purpose: what it does in a few words, the clauses of the
  // specification that it breaks (none: it breaks the protocol), and the law, "L1" to "L10" or
  // empty.
  std::string does;
  std::vector<std::string> breaks;
  std::string law;
};

// Where the tree and its build are.
struct Places {
  std::filesystem::path root;   // holds adapters/ and vectors/
  std::filesystem::path build;  // holds adapters/c/…; what {build} stands for
};

// Whether a subject may be called so: names are part of file names and of case ids.
bool is_subject_name(std::string_view name);

// Every adapter.toml below root/adapters, sorted: own, published, decoder, faulty, each by name.
// A file that cannot be read is an error that names file and key.
std::expected<std::vector<AdapterSpec>, std::string> discover_adapters(const Places& places);

// An adapter given as "[NAME=]COMMAND". The command is split into words as a shell would, quotes
// and backslashes included, but nothing is expanded and no shell runs. NAME defaults to the last
// component of the first word.
std::expected<AdapterSpec, std::string> parse_adapter_argument(std::string_view argument);
std::expected<std::vector<std::string>, std::string> split_words(std::string_view text);

// A shared library given as "[NAME=]PATH": the command is the host that loads it and serves what it
// offers. NAME defaults to the last component of PATH.
std::expected<AdapterSpec, std::string> parse_library_argument(std::string_view argument,
                                                               const Places& places);

// Makes the adapter one that serves this shared library.
void use_library(AdapterSpec& spec, const std::filesystem::path& library, const Places& places);

// Makes the adapter one that answers only what one of these texts selects (parse_selections);
// empty: all. A sentence where a text is none.
std::expected<void, std::string> set_answers(AdapterSpec& spec,
                                             const std::vector<std::string>& texts);

// Whether an adapter can be started here. The host of a library is asked for HELLO, since only that
// tells whether the library can be loaded.
struct Availability {
  bool built = false;
  std::string why_not;  // one sentence where not built
  std::string hint;     // the command that helps; or empty
};
Availability availability(const AdapterSpec& spec);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_ADAPTER_SPEC_H_
