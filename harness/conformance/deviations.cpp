#include "harness/conformance/deviations.h"

#include <algorithm>
#include <set>

#include "harness/conformance/toml_file.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;

constexpr std::string_view kRemedy =
    "correct it (docs/PROTOCOL.md, \"Known deviations\"; adapters/published has examples)";

std::optional<Bytes> from_hex(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
  };
  if (text.size() % 2 != 0) return std::nullopt;
  Bytes bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]);
    const int low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
  }
  return bytes;
}

// Reads one table of an entry; problems name the entry. That a key which nobody asks for is an
// error keeps a misspelt condition from widening an entry unseen.
class EntryReader : public TableReader {
 public:
  EntryReader(const toml::table& table, std::string where)
      : TableReader(table), where_(std::move(where)) {}

  std::string text(std::string_view key, bool required) {
    const auto value = take(key).value<std::string>();
    if (!has(key)) {
      if (required) problem("has no " + std::string(key));
      return {};
    }
    if (!value || value->empty()) problem(std::string(key) + " must be a non-empty string");
    return value.value_or("");
  }

  std::optional<std::chrono::year_month_day> date(std::string_view key) {
    const auto value = take(key).value<toml::date>();
    if (!has(key)) return std::nullopt;
    if (!value) {
      problem(std::string(key) + " must be a date, e.g. 2027-03-31 without quotes");
      return std::nullopt;
    }
    return std::chrono::year_month_day(std::chrono::year(value->year),
                                       std::chrono::month(value->month),
                                       std::chrono::day(value->day));
  }

  const toml::array* tables(std::string_view key, bool required) {
    const toml::array* array = take(key).as_array();
    if (has(key) ? array == nullptr || !array->is_array_of_tables() : required) {
      problem("needs at least one [[deviation." + std::string(key) + "]]");
      return nullptr;
    }
    return array;
  }

  protocol::Op op() {
    const std::string name = text("op", true);
    const auto info = protocol::find_op(name);
    if (!info && !name.empty()) problem("op " + name + " is not an operation of the protocol");
    return info ? info->op : protocol::Op::kHello;
  }

  std::optional<std::string> finish() {
    if (const auto key = unknown_key()) problem("has the unknown key " + *key);
    if (!first_problem()) return std::nullopt;
    return where_ + " " + *first_problem();
  }

 private:
  const std::string where_;
};

std::expected<Deviation, std::string> read_entry(const toml::table& table, std::string where) {
  EntryReader reader(table, where);
  Deviation entry;
  entry.id = reader.text("id", true);
  if (!std::ranges::all_of(entry.id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      })) {
    reader.problem("has an id with other characters than a-z, 0-9 and -");
  }
  if (!entry.id.empty()) where = "deviation \"" + entry.id + "\"";
  entry.clause = reader.text("clause", true);
  entry.reason = reader.text("reason", true);
  if (std::string version = reader.text("version", false); !version.empty()) {
    entry.version = std::move(version);
  }
  entry.until = reader.date("until");
  if (!entry.version && !entry.until) {
    reader.problem("has neither version nor until, so it never ends");
  }
  const toml::array* patterns = reader.tables("select", true);
  const toml::array* examples = reader.tables("example", false);
  if (const auto problem = reader.finish()) return std::unexpected(*problem);
  for (const toml::node& node : *patterns) {
    EntryReader select(*node.as_table(), where + ", select:");
    DeviationPattern pattern;
    pattern.op = select.op();
    pattern.cases = select.text("cases", true);
    pattern.expected = select.text("expected", false);
    pattern.got = select.text("got", false);
    pattern.field = select.text("field", false);
    pattern.format = select.text("format", false);
    if (const auto problem = select.finish()) return std::unexpected(*problem);
    entry.patterns.push_back(std::move(pattern));
  }
  if (examples != nullptr) {
    for (const toml::node& node : *examples) {
      EntryReader example(*node.as_table(), where + ", example:");
      Deviation::Example value;
      value.op = example.op();
      const auto bytes = from_hex(example.text("request", true));
      if (!bytes) example.problem("request must be hex digits in pairs, lower case");
      if (const auto problem = example.finish()) return std::unexpected(*problem);
      value.request = *bytes;
      entry.examples.push_back(std::move(value));
    }
  }
  return entry;
}

}  // namespace

std::expected<DeviationList, std::string> DeviationList::read(const std::filesystem::path& file) {
  const auto table = read_toml(file, kRemedy);
  if (!table) return std::unexpected(table.error());
  const auto fail = [&](const std::string& what) {
    return std::unexpected(file.string() + ": " + what + "; " + std::string(kRemedy));
  };
  DeviationList list;
  list.file_ = file;
  for (const auto& [key, value] : *table) {
    if (key.str() != "deviation") return fail("unknown key " + std::string(key.str()));
  }
  const toml::array* entries = (*table)["deviation"].as_array();
  if (!table->contains("deviation")) return list;
  if (entries == nullptr || !entries->is_array_of_tables())
    return fail("deviation must be a list of tables: [[deviation]]");
  std::set<std::string> ids;
  for (const toml::node& node : *entries) {
    auto entry =
        read_entry(*node.as_table(), "deviation " + std::to_string(list.entries_.size() + 1));
    if (!entry) return fail(entry.error());
    if (!ids.insert(entry->id).second) return fail("the id " + entry->id + " stands twice");
    list.entries_.push_back(std::move(*entry));
  }
  return list;
}

const Deviation* DeviationList::find(const Disagreement& disagreement) const {
  const auto holds = [](const std::string& condition, std::string_view value) {
    return condition.empty() || condition == value;
  };
  for (const Deviation& entry : entries_) {
    for (const DeviationPattern& pattern : entry.patterns) {
      if (pattern.op == disagreement.op && holds(pattern.expected, disagreement.expected) &&
          holds(pattern.got, disagreement.got) && holds(pattern.field, disagreement.field) &&
          (pattern.format.empty() || glob_matches(pattern.format, disagreement.format)) &&
          (disagreement.example_of == &entry ||
           glob_matches(pattern.cases, disagreement.case_id))) {
        return &entry;
      }
    }
  }
  return nullptr;
}

std::optional<std::string> DeviationList::expired(const Deviation& entry,
                                                  std::string_view subject_version,
                                                  std::chrono::year_month_day today) {
  if (entry.until && today > *entry.until) return "its date has passed";
  if (entry.version && *entry.version != subject_version) {
    return "it is for version " + *entry.version + ", the subject says it is " +
           (subject_version.empty() ? "of no version" : std::string(subject_version));
  }
  return std::nullopt;
}

bool glob_matches(std::string_view glob, std::string_view text) {
  // Greedy with one point of return: the last * seen.
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      star_text = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace grit::conformance
