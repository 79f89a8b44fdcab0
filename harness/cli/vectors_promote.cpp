#include "harness/cli/vectors_promote.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/located_finding.h"
#include "harness/cli/run_directory.h"
#include "harness/cli/specification.h"
#include "harness/cli/vectors_pin.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/promotion.h"
#include "harness/conformance/reply_view.h"
#include "harness/report/text.h"
#include "harness/report/words.h"
#include "harness/vectors/file.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/history.h"
#include "harness/vectors/promoted.h"

namespace grit::cli {
namespace {

using conformance::AdapterSpec;
using conformance::Found;
using vectors::PromotedVector;

constexpr std::string_view kCommand = "vectors promote";
constexpr const char* kFile = "extended/promoted.json";
constexpr std::string_view kMark = "§";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

// Every implementation of somebody else that can be asked here; the error names one that cannot.
std::expected<std::vector<AdapterSpec>, std::string> published_implementations(
    const conformance::Places& places) {
  auto all = conformance::discover_adapters(places);
  if (!all) return std::unexpected(all.error());
  std::erase_if(*all, [](const AdapterSpec& spec) { return spec.kind != "published"; });
  for (const AdapterSpec& spec : *all) {
    const conformance::Availability availability = conformance::availability(spec);
    if (availability.built) continue;
    return std::unexpected(
        fmt::format("{} is not there: {}; build it, or say with --by-hand CLAUSE "
                    "from which clause you worked the answer out",
                    spec.name, availability.why_not));
  }
  return all;
}

// Who stands behind the answer: the user or the published implementations.
std::expected<void, CommandResult> settle(const VectorsPromoteArguments& arguments,
                                          const OpenSuite& open, const Found& found,
                                          PromotedVector& vector) {
  if (!arguments.by_hand.empty()) {
    vector.clause = arguments.by_hand;
    if (!vector.clause.starts_with(kMark)) vector.clause.insert(0, kMark);
    if (clause_of_specification(specification_text(), vector.clause).empty()) {
      return std::unexpected(
          usage_error(kCommand, "--by-hand: docs/SPEC.md has no clause " + vector.clause));
    }
    vector.provenance = "by hand from " + vector.clause;
    return {};
  }
  const auto published = published_implementations(open.places);
  if (!published) return std::unexpected(failure(kCommand, kExitInfrastructure, published.error()));
  auto agreement = conformance::ask_published(found, *published);
  if (!agreement) return std::unexpected(failure(kCommand, kExitInfrastructure, agreement.error()));
  if (!agreement->agreed) {
    return std::unexpected(failure(
        kCommand, kExitDifferent,
        agreement->text + "; the reference alone is no source: work the answer out from the "
                          "specification, and say so with --by-hand CLAUSE"));
  }
  vector.provenance = std::move(agreement->text);
  vector.expected = std::move(agreement->reply);
  return {};
}

}  // namespace

CommandResult vectors_promote(const VectorsPromoteArguments& arguments,
                              const Presentation& presentation) {
  const auto located = locate_finding(arguments.finding, arguments.run);
  if (!located) return usage_error(kCommand, located.error());
  const Found& found = located->found;
  const auto open = open_suite();
  if (!open) return usage_error(kCommand, open.error());

  const std::uint64_t hash = vectors::content_hash(found.op, found.request);
  const auto same = std::ranges::find(open->suite.vectors, hash, &vectors::Vector::hash);
  if (same != open->suite.vectors.end()) {
    return failure(kCommand, kExitDifferent,
                   fmt::format("{} asks the same already", vector_text(*open, *same)));
  }
  PromotedVector vector;
  vector.op = found.op;
  vector.request = found.request;
  vector.clause = found.finding.clause;
  vector.expected = conformance::expected_reply(found);
  const std::string id = fmt::format("{:016x}", hash);
  vector.id = fmt::format("promoted/{}", arguments.name.empty()
                                             ? lower(protocol::op_name(found.op)) + "/" + id
                                             : arguments.name);
  if (const auto settled = settle(arguments, *open, found, vector); !settled) {
    return settled.error();
  }

  const auto path = open->directory / kFile;
  std::string text;
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    const auto bytes = vectors::read_file(path);
    if (!bytes) return usage_error(kCommand, bytes.error());
    text = protocol::as_text(*bytes);
  }
  const std::string before = text;
  auto with = vectors::with_promoted(text, open->version, vector);
  if (!with) return usage_error(kCommand, path.string() + ": " + with.error());
  std::filesystem::create_directories(path.parent_path(), error);
  if (const auto written = write_file(path, protocol::as_bytes(*with)); !written) {
    return failure(kCommand, kExitInfrastructure, written.error());
  }
  const auto state = vectors::pin_state(open->directory);
  if (arguments.pin) {
    const bool allowed = state && may_pin(state->verdict);
    if (!allowed) {
      // As it was: nothing is promoted by halves.
      if (before.empty()) {
        std::filesystem::remove(path, error);
      } else if (const auto restored = write_file(path, protocol::as_bytes(before)); !restored) {
        return failure(kCommand, kExitInfrastructure, restored.error());
      }
      return failure(
          kCommand, kExitDifferent,
          "--pin: " + (state ? explain(*state) : state.error()) + "; nothing was promoted");
    }
    if (const auto written = write_pins(open->directory, *state); !written) {
      return failure(kCommand, kExitInfrastructure, written.error());
    }
  }

  const std::string expected = conformance::render_outcome(
      vector.op, conformance::outcome_of(vector.expected.kind), vector.expected.payload);
  const bool is_old = state && state->verdict == vectors::PinVerdict::kSameVersion;
  const std::string next = arguments.pin ? ""
                           : is_old ? "raise SUITE_VERSION in vectors/generate/suite.py above " +
                                          open->version +
                                          ", then `grit vectors generate` and `grit vectors pin`"
                           : state ? explain(*state)
                                   : state.error();
  if (presentation.json) {
    return {.exit_code = kExitClean,
            .out = json_text({{"schema", "grit-vectors-promote"},
                              {"version", 1},
                              {"finding", found.finding.id},
                              {"id", id},
                              {"name", "extended/" + vector.id},
                              {"file", kFile},
                              {"op", protocol::op_name(vector.op)},
                              {"clause", vector.clause},
                              {"provenance", vector.provenance},
                              {"expected", report::valid_utf8(expected)},
                              {"pinned", arguments.pin},
                              {"next", next}}),
            .err = {}};
  }
  std::string out =
      fmt::format("extended/{} ({}) is in vectors/{}\n", report::printable(vector.id), id, kFile);
  const auto line = [&](std::string_view name, std::string_view value) {
    out += fmt::format("  {:<11} {}\n", name, report::printable(value));
  };
  line("finding", found.finding.id);
  line("clause", vector.clause);
  line("expected", expected);
  line("provenance", vector.provenance);
  out += arguments.pin ? fmt::format("pinned as suite version {}\n", open->version)
                       : fmt::format("next: {}\n", next);
  return {.exit_code = kExitClean, .out = std::move(out), .err = {}};
}

}  // namespace grit::cli
