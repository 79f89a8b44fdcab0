#include "harness/conformance/selection.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include "harness/conformance/deviations.h"
#include "harness/conformance/request_view.h"
#include "harness/report/words.h"
#include "harness/vectors/generate.h"

namespace grit::conformance {
namespace {

using vectors::Case;

bool any_matches(const std::vector<std::string>& globs, std::string_view text) {
  return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
           return glob_matches(glob, text);
         });
}

}  // namespace

std::expected<void, std::string> Selection::add(std::string_view condition) {
  const std::size_t equals = condition.find('=');
  const std::string_view key = condition.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : condition.substr(equals + 1);
  if (value.empty()) {
    return std::unexpected(
        "a condition is op=GLOB, clause=GLOB, grade=GLOB, format=GLOB, placement=GLOB or id=GLOB, "
        "e.g. op=CHECK");
  }
  if (key == "op") {
    ops_.emplace_back(value);
    std::ranges::transform(ops_.back(), ops_.back().begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
  } else if (key == "clause") {
    std::string clause(value);
    if (!clause.starts_with("§")) clause.insert(0, "§");
    clauses_.push_back(clause);
    clauses_.push_back(clause + ".*");
  } else if (key == "grade") {
    grades_.emplace_back(value);
  } else if (key == "format") {
    formats_.emplace_back(value);
  } else if (key == "placement") {
    placements_.emplace_back(value);
  } else if (key == "id") {
    ids_.emplace_back(value);
  } else {
    return std::unexpected("there is no key " + std::string(key) +
                           "; there are op, clause, grade, format, placement and id");
  }
  conditions_.emplace_back(condition);
  return {};
}

bool Selection::selects(const vectors::Case& item) const {
  const auto matches_clause = [&](std::string_view clause) {
    return any_matches(clauses_, clause);
  };
  return any_matches(ops_, protocol::op_name(item.op)) &&
         std::ranges::any_of(report::clause_numbers(item.clause), matches_clause) &&
         any_matches(ids_, item.id) &&
         (grades_.empty() || any_matches(grades_, grade_of(item.op, item.request))) &&
         (formats_.empty() || any_matches(formats_, format_of(item.op, item.request))) &&
         (placements_.empty() || any_matches(placements_, placement_of(item.op, item.request)));
}

std::expected<Selection, std::string> selection_of(std::span<const std::string> conditions) {
  Selection selection;
  for (const std::string& condition : conditions) {
    if (const auto added = selection.add(condition); !added) {
      return std::unexpected("--select " + condition + ": " + added.error());
    }
  }
  return selection;
}

std::expected<std::vector<Selection>, std::string> parse_selections(
    std::span<const std::string> texts) {
  std::vector<Selection> selections;
  for (const std::string& text : texts) {
    Selection selection;
    std::istringstream conditions(text);
    for (std::string condition; conditions >> condition;) {
      if (auto added = selection.add(condition); !added) return std::unexpected(added.error());
    }
    if (selection.is_everything()) return std::unexpected("a selection without a condition");
    selections.push_back(std::move(selection));
  }
  return selections;
}

bool one_selects(std::span<const Selection> selections, const Case& item) {
  return selections.empty() || std::ranges::any_of(selections, [&](const Selection& selection) {
           return selection.selects(item);
         });
}

bool Shard::selects(const vectors::Case& item) const {
  return of == 0 || vectors::content_hash(item.op, item.request) % of == number - 1;
}

std::expected<Shard, std::string> parse_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto [slash, first_error] = std::from_chars(text.data(), end, shard.number);
  if (first_error == std::errc() && slash != end && *slash == '/') {
    const auto [stop, error] = std::from_chars(slash + 1, end, shard.of);
    if (error == std::errc() && stop == end && shard.number >= 1 && shard.number <= shard.of) {
      return shard;
    }
  }
  return std::unexpected("a shard is NUMBER/OF, e.g. 2/8, with NUMBER from 1 to OF");
}

}  // namespace grit::conformance
