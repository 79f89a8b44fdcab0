#include "harness/cli/vectors_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/places.h"
#include "harness/conformance/selection.h"
#include "harness/report/text.h"
#include "harness/vectors/pins.h"
#include "harness/vectors/provenance.h"

namespace grit::cli {
namespace {

std::string source_of(const vectors::Vector& vector) {
  const auto provenance = vectors::parse_provenance(vector.item.provenance);
  return provenance ? std::string(to_string(provenance->kind)) : "unknown";
}

}  // namespace

std::expected<OpenSuite, std::string> open_suite() {
  OpenSuite open;
  auto places = find_places();
  if (!places) return std::unexpected(places.error());
  open.places = std::move(*places);
  open.directory = open.places.root / "vectors";
  auto files = vectors::read_suite(open.directory);
  if (!files) return std::unexpected(files.error());
  open.suite = vectors::suite_of(std::move(*files));
  open.version = vectors::suite_version(open.directory / "core.json");
  return open;
}

std::expected<OpenSuite, CommandResult> open_pinned_suite(std::string_view command) {
  const auto places = find_places();
  if (!places) return std::unexpected(usage_error(command, places.error()));
  const auto problems = vectors::check_pins(places->root / "vectors");
  if (!problems) return std::unexpected(usage_error(command, problems.error()));
  if (!problems->empty()) {
    const vectors::PinProblem& first = problems->front();
    return std::unexpected(failure(
        command, kExitStale,
        fmt::format(
            "the vectors are not the pinned ones: {} is {}; `grit vectors verify` shows all",
            first.file, to_string(first.kind))));
  }
  auto open = open_suite();
  if (!open) return std::unexpected(usage_error(command, open.error()));
  return std::move(*open);
}

std::expected<std::vector<const vectors::Vector*>, std::string> selected_vectors(
    const OpenSuite& open, const std::vector<std::string>& conditions) {
  const auto selection = conformance::selection_of(conditions);
  if (!selection) return std::unexpected(selection.error());
  std::vector<const vectors::Vector*> chosen;
  for (const vectors::Vector& vector : open.suite.vectors) {
    const bool by_another_name = std::ranges::any_of(vector.other_names, [&](const auto& name) {
      vectors::Case item = vector.item;
      item.id = name;
      return selection->selects(item);
    });
    if (selection->selects(vector.item) || by_another_name) chosen.push_back(&vector);
  }
  return chosen;
}

std::string_view tier_of(protocol::Op op) {
  const auto info = protocol::find_op(static_cast<std::uint8_t>(op));
  return info && info->tier == protocol::Tier::kGeneral ? "general" : "core";
}

std::string short_id(const OpenSuite& open, const vectors::Vector& vector) {
  return vector.id.substr(0, open.suite.id_digits);
}

nlohmann::ordered_json vector_json(const vectors::Vector& vector) {
  return {{"id", vector.id},
          {"name", vector.item.id},
          {"other_names", vector.other_names},
          {"file", vector.file},
          {"op", protocol::op_name(vector.item.op)},
          {"tier", tier_of(vector.item.op)},
          {"clause", vector.item.clause},
          {"source", source_of(vector)},
          {"provenance", vector.item.provenance}};
}

std::string vector_text(const OpenSuite& open, const vectors::Vector& vector) {
  return fmt::format("{} ({})", vector.item.id, short_id(open, vector));
}

std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

CommandResult failure(std::string_view command, int exit_code, std::string_view message) {
  CommandResult result = usage_error(command, message);
  result.exit_code = exit_code;
  return result;
}

}  // namespace grit::cli
