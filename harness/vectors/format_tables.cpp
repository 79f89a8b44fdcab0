#include "harness/vectors/format_tables.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "harness/reference/format.h"
#include "harness/vectors/file.h"
#include "harness/vectors/format_clauses.h"
#include "harness/vectors/json_entry.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::Reply;
using protocol::ReplyKind;
using protocol::Words;

constexpr std::uint16_t kBinary16Word = 0x356F;  // spec §1.2.1
constexpr std::size_t kBinary16Codes = 65536;
constexpr std::string_view kExponentClause = "§9.1.3";
constexpr std::string_view kBinary16Provenance =
    "independent exact oracle (rational arithmetic from the specification)";

struct Table {
  std::string name;  // "format_decode/e2m1"
  std::string provenance;
  Words inputs;
  Words outputs;
};

std::string padded(std::size_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
}

// Cuts a table into cases: `clause` says what decides one input, `encode` makes the request of
// some.
template <typename Clause, typename Encode>
void add_cases(const Table& table, Op op, const Clause& clause, const Encode& encode,
               std::vector<Case>& cases) {
  std::map<std::string_view, std::vector<std::size_t>> rows_by_clause;
  for (std::size_t row = 0; row < table.inputs.size(); ++row) {
    rows_by_clause[clause(table.inputs[row])].push_back(row);
  }
  for (const auto& [cited, rows] : rows_by_clause) {
    for (std::size_t first = 0; first < rows.size(); first += kTableWords) {
      const auto part = std::span(rows).subspan(first, std::min(kTableWords, rows.size() - first));
      const auto words_of = [&](const Words& column) {
        Words words;
        for (const std::size_t row : part) words.push_back(column[row]);
        return words;
      };
      cases.push_back(
          {"tables/" + table.name + '/' + padded(part.front()), op, encode(words_of(table.inputs)),
           std::string(cited),
           Reply{ReplyKind::kAnswered, protocol::WordsReply{words_of(table.outputs)}.encode()},
           table.provenance});
    }
  }
}

void add_format_cases(const Table& table, Op op, std::uint16_t word, std::vector<Case>& cases) {
  const reference::FormatWord format{word};
  add_cases(
      table, op,
      [&](std::uint32_t input) {
        return op == Op::kFormatDecode ? decode_clause(format, input)
                                       : encode_clause(format, input);
      },
      [&](Words words) { return protocol::FormatRequest{word, std::move(words)}.encode(); }, cases);
}

Table read_table(const JsonEntry& entry, std::string name, Words inputs, Words outputs) {
  if (inputs.size() != outputs.size()) entry.report("has columns of different lengths");
  outputs.resize(inputs.size());
  return {std::move(name), entry.provenance(), std::move(inputs), std::move(outputs)};
}

using Result = std::expected<void, std::string>;

std::unexpected<std::string> malformed(const std::filesystem::path& path, std::string_view what) {
  return std::unexpected(path.string() + std::string(what) + std::string(kRestore));
}

Result read_formats(const std::filesystem::path& path, std::string_view schema,
                    const std::string& question, Op op, std::vector<Case>& cases) {
  const auto json = read_vector_file(path, schema);
  if (!json) return std::unexpected(json.error());
  Problem problem(path.string());
  const char* inputs = op == Op::kFormatDecode ? "codes" : "bits";
  const char* outputs = op == Op::kFormatDecode ? "bits" : "codes";
  for (const JsonEntry& entry : JsonEntry(*json, "", problem).elements("formats", "token")) {
    const std::uint64_t word = entry.hex64("word");
    if (word > UINT16_MAX) entry.report("\"word\" is more than 16 bits");
    const Table table = read_table(entry, question + '/' + entry.text("token"),
                                   entry.hex_words(inputs), entry.hex_words(outputs));
    add_format_cases(table, op, static_cast<std::uint16_t>(word), cases);
  }
  if (problem.any()) return std::unexpected(problem.text());
  return {};
}

std::expected<Words, std::string> read_words(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return std::unexpected(bytes.error() + std::string(kRestore));
  protocol::PayloadReader reader(*bytes);
  Words words(bytes->size() / 4);
  for (std::uint32_t& word : words) word = reader.u32();
  if (!reader.at_end()) return malformed(path, ": is not whole u32 words");
  return words;
}

Result read_binary16_decode(const std::filesystem::path& path, std::vector<Case>& cases) {
  auto words = read_words(path);
  if (!words) return std::unexpected(words.error());
  if (words->size() != kBinary16Codes) {
    return malformed(path, ": does not hold 65536 words");
  }
  Table table{"format_decode/binary16", std::string(kBinary16Provenance), Words(kBinary16Codes),
              std::move(*words)};
  for (std::size_t code = 0; code < kBinary16Codes; ++code) {
    table.inputs[code] = static_cast<std::uint32_t>(code);
  }
  add_format_cases(table, Op::kFormatDecode, kBinary16Word, cases);
  return {};
}

Result read_binary16_encode(const std::filesystem::path& path, std::vector<Case>& cases) {
  const auto words = read_words(path);
  if (!words) return std::unexpected(words.error());
  if (words->size() % 2 != 0) return malformed(path, ": ends within a pair");
  Table table{"format_encode/binary16", std::string(kBinary16Provenance), {}, {}};
  for (std::size_t i = 0; i < words->size(); i += 2) {
    table.inputs.push_back((*words)[i]);
    table.outputs.push_back((*words)[i + 1]);
  }
  add_format_cases(table, Op::kFormatEncode, kBinary16Word, cases);
  return {};
}

Result read_exponents(const std::filesystem::path& path, std::vector<Case>& cases) {
  const auto json = read_vector_file(path, "grit-vectors/exponent/1");
  if (!json) return std::unexpected(json.error());
  Problem problem(path.string());
  const JsonEntry document(*json, "", problem);
  const JsonEntry refused = document.object("refused");
  for (const JsonEntry& entry : document.elements("rules", "name")) {
    const std::int64_t number = entry.integer("rule");
    if (number < 0 || number > 2) entry.report("\"rule\" is not 0, 1 or 2");
    const auto rule = static_cast<std::uint8_t>(number);
    const auto request = [rule](Words words) {
      return protocol::ExponentRequest{rule, std::move(words)}.encode();
    };
    const std::string name = "exponent/" + entry.text("name");
    add_cases(
        read_table(entry, name, entry.hex_words("bits"), entry.signed_words("exponents")),
        Op::kExponent, [](std::uint32_t) { return kExponentClause; }, request, cases);
    const std::vector<std::string> texts = refused.texts("bits");
    const Words words = refused.hex_words("bits");
    for (std::size_t i = 0; i < words.size(); ++i) {
      cases.push_back({"tables/" + name + "/refused/" + texts[i], Op::kExponent,
                       request({words[i]}), std::string(kExponentClause),
                       Reply{ReplyKind::kRefused, {}}, refused.provenance()});
    }
  }
  if (problem.any()) return std::unexpected(problem.text());
  return {};
}

}  // namespace

std::expected<std::vector<Case>, std::string> read_format_tables(
    const std::filesystem::path& directory) {
  std::vector<Case> cases;
  Result result = read_formats(directory / "format_decode.json", "grit-vectors/format-decode/1",
                               "format_decode", Op::kFormatDecode, cases);
  if (result) result = read_binary16_decode(directory / "format_decode_binary16.bin", cases);
  if (result) {
    result = read_formats(directory / "format_encode.json", "grit-vectors/format-encode/1",
                          "format_encode", Op::kFormatEncode, cases);
  }
  if (result) result = read_binary16_encode(directory / "format_encode_binary16.bin", cases);
  if (result) result = read_exponents(directory / "exponent.json", cases);
  if (!result) return std::unexpected(result.error());
  return cases;
}

}  // namespace grit::vectors
