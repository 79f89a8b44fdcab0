#include "harness/cli/isa.h"

#include <fmt/format.h>

#include <expected>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/reference/kernels/isa.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;
using reference::kernels::Isa;
using reference::kernels::kIsaVariable;
using report::Style;
using report::Table;

std::string isa_json(Isa used, bool asked) {
  Json sets = Json::array();
  for (const Isa isa : reference::kernels::all_isas()) {
    sets.push_back({{"name", reference::kernels::isa_name(isa)},
                    {"compiled_in", reference::kernels::compiled_in(isa)},
                    {"supported", reference::kernels::supported(isa)},
                    {"used", isa == used}});
  }
  const Json document = {{"schema", "grit-isa"},
                         {"version", 1},
                         {"used", reference::kernels::isa_name(used)},
                         {"why", asked ? kIsaVariable : "widest"},
                         {"sets", sets}};
  return document.dump(2) + "\n";
}

std::string isa_text(Isa used, bool asked, bool colour) {
  Table table({});
  table.add_row({{"instruction set", Style::kFaint},
                 {"compiled in", Style::kFaint},
                 {"supported here", Style::kFaint},
                 {"used", Style::kFaint}});
  const auto answer = [](bool yes) -> Table::Cell {
    return {yes ? "yes" : "no", yes ? Style::kPlain : Style::kFaint};
  };
  for (const Isa isa : reference::kernels::all_isas()) {
    table.add_row({{std::string(reference::kernels::isa_name(isa))},
                   answer(reference::kernels::compiled_in(isa)),
                   answer(reference::kernels::supported(isa)),
                   {isa == used ? "used" : "", Style::kStrong}});
  }
  return table.render(0, colour) +
         fmt::format("\n{} is used: {}\n", reference::kernels::isa_name(used),
                     asked ? fmt::format("{} asks for it", kIsaVariable)
                           : "the widest that this build and this machine have");
}

}  // namespace

CommandResult isa_refusal(std::string_view command, const reference::kernels::IsaError& error) {
  return usage_error(command, fmt::format("{}={}", kIsaVariable, error.message));
}

CommandResult describe_isa(std::string_view requested, const Presentation& presentation) {
  const std::expected<Isa, reference::kernels::IsaError> isa =
      reference::kernels::choose_isa(requested);
  if (!isa) return isa_refusal("isa", isa.error());
  const bool asked = !requested.empty();
  return {
      .exit_code = kExitClean,
      .out = presentation.json ? isa_json(*isa, asked) : isa_text(*isa, asked, presentation.colour),
      .err = {}};
}

}  // namespace grit::cli
