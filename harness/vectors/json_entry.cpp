#include "harness/vectors/json_entry.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/vectors/file.h"
#include "harness/vectors/provenance.h"

namespace grit::vectors {
namespace {

using Json = nlohmann::json;

const Json& empty_object() {
  static const Json kEmpty = Json::object();
  return kEmpty;
}

std::string quoted(const char* key) { return '"' + std::string(key) + '"'; }

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

std::optional<std::uint64_t> parse_hex(std::string_view digits, std::size_t most) {
  if (digits.empty() || digits.size() > most) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = hex_digit(c);
    if (!digit) return std::nullopt;
    value = value << 4 | *digit;
  }
  return value;
}

std::optional<protocol::Bytes> parse_bytes(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  protocol::Bytes bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const auto value = parse_hex(digits.substr(i, 2), 2);
    if (!value) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(*value));
  }
  return bytes;
}

// The line, from 1 on, that holds the byte at `position`, from 1 on.
std::size_t line_of(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position == 0 ? 0 : position - 1);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

template <std::size_t kCount>
std::array<std::byte, kCount> fixed(const JsonEntry& entry, const char* key) {
  std::array<std::byte, kCount> value{};
  const protocol::Bytes bytes = entry.bytes(key);
  if (bytes.size() != kCount) {
    entry.report(quoted(key) + " is not " + std::to_string(kCount) + " bytes of hex");
    return value;
  }
  std::ranges::copy(bytes, value.begin());
  return value;
}

}  // namespace

void Problem::report(std::string_view where, std::string_view what) {
  if (any()) return;
  text_ = file_ + ": ";
  if (!where.empty()) text_ += std::string(where) + ": ";
  text_ += what;
  text_ += kRestore;
}

JsonEntry::JsonEntry(const Json& json, std::string where, Problem& problem)
    : json_(&json), where_(std::move(where)), problem_(&problem) {
  if (!json_->is_object()) {
    report("is not a JSON object");
    json_ = &empty_object();
  }
}

const Json* JsonEntry::member(const char* key) const {
  const auto it = json_->find(key);
  if (it != json_->end()) return &*it;
  report(quoted(key) + " is missing");
  return nullptr;
}

bool JsonEntry::has(const char* key) const { return json_->contains(key); }

std::string JsonEntry::text(const char* key) const {
  const Json* json = member(key);
  if (json == nullptr) return {};
  if (!json->is_string()) {
    report(quoted(key) + " is not a string");
    return {};
  }
  return json->get<std::string>();
}

std::string JsonEntry::text_or(const char* key, std::string_view fallback) const {
  return has(key) ? text(key) : std::string(fallback);
}

std::int64_t JsonEntry::integer(const char* key) const {
  const Json* json = member(key);
  if (json == nullptr) return 0;
  if (!json->is_number_integer()) {
    report(quoted(key) + " is not an integer");
    return 0;
  }
  return json->get<std::int64_t>();
}

std::uint64_t JsonEntry::hex64(const char* key) const {
  const std::string value = text(key);
  const auto number =
      value.starts_with("0x") ? parse_hex(std::string_view(value).substr(2), 16) : std::nullopt;
  if (!number) report(quoted(key) + " is not a hexadecimal number");
  return number.value_or(0);
}

protocol::Bytes JsonEntry::bytes(const char* key) const {
  auto parsed = parse_bytes(text(key));
  if (!parsed) {
    report(quoted(key) + " is not a string of hex digits, two a byte");
    return {};
  }
  return std::move(*parsed);
}

protocol::DescriptorBytes JsonEntry::descriptor(const char* key) const {
  return fixed<64>(*this, key);
}

protocol::Digest JsonEntry::digest(const char* key) const { return fixed<16>(*this, key); }

protocol::Shape JsonEntry::integers(const char* key) const {
  const Json* json = member(key);
  if (json == nullptr) return {};
  protocol::Shape values;
  if (json->is_array()) {
    for (const Json& value : *json) {
      if (!value.is_number_integer()) break;
      values.push_back(value.get<std::int64_t>());
    }
  }
  if (!json->is_array() || values.size() != json->size()) {
    report(quoted(key) + " is not an array of integers");
    return {};
  }
  return values;
}

std::array<std::int64_t, 4> JsonEntry::plane_lengths(const char* key) const {
  const protocol::Shape values = integers(key);
  std::array<std::int64_t, 4> lengths{};
  if (values.size() != lengths.size()) {
    report(quoted(key) + " is not an array of four integers");
    return lengths;
  }
  std::ranges::copy(values, lengths.begin());
  return lengths;
}

protocol::Words JsonEntry::hex_words(const char* key) const {
  protocol::Words words;
  for (const std::string& digits : texts(key)) {
    const auto value = parse_hex(digits, 8);
    if (!value) {
      report(quoted(key) + " holds " + '"' + digits + "\", which is not a 32-bit hex number");
      return {};
    }
    words.push_back(static_cast<std::uint32_t>(*value));
  }
  return words;
}

protocol::Words JsonEntry::signed_words(const char* key) const {
  protocol::Words words;
  for (const std::int64_t value : integers(key)) {
    if (value < INT32_MIN || value > INT32_MAX) {
      report(quoted(key) + " holds a number beyond 32 bits");
      return {};
    }
    words.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
  }
  return words;
}

std::vector<std::string> JsonEntry::texts(const char* key) const {
  const Json* json = member(key);
  if (json == nullptr) return {};
  std::vector<std::string> values;
  if (json->is_array()) {
    for (const Json& value : *json) {
      if (!value.is_string()) break;
      values.push_back(value.get<std::string>());
    }
  }
  if (!json->is_array() || values.size() != json->size()) {
    report(quoted(key) + " is not an array of strings");
    return {};
  }
  return values;
}

std::string JsonEntry::provenance() const {
  std::string value = text("provenance");
  if (!problem_->any()) {
    if (const auto parsed = parse_provenance(value); !parsed) report(parsed.error());
  }
  return value;
}

JsonEntry JsonEntry::object(const char* key) const {
  const Json* json = member(key);
  return JsonEntry(json == nullptr ? empty_object() : *json, where_ + quoted(key), *problem_);
}

std::vector<std::pair<std::string, JsonEntry>> JsonEntry::members(const char* key) const {
  std::vector<std::pair<std::string, JsonEntry>> entries;
  const JsonEntry parent = object(key);
  for (const auto& [name, value] : parent.json_->items()) {
    entries.emplace_back(name, JsonEntry(value, parent.where_ + " " + name, *problem_));
  }
  return entries;
}

std::vector<JsonEntry> JsonEntry::elements(const char* key, const char* label) const {
  const Json* json = member(key);
  if (json == nullptr) return {};
  if (!json->is_array()) {
    report(quoted(key) + " is not an array");
    return {};
  }
  std::vector<JsonEntry> entries;
  for (const Json& value : *json) {
    std::string name = std::string(key) + '[' + std::to_string(entries.size()) + ']';
    if (value.is_object()) {
      const auto it = value.find(label);
      if (it != value.end() && it->is_string()) name += ' ' + it->get<std::string>();
    }
    entries.emplace_back(value, std::move(name), *problem_);
  }
  return entries;
}

std::expected<Json, std::string> read_vector_file(const std::filesystem::path& path,
                                                  std::string_view schema) {
  const auto bytes = read_file(path);
  if (!bytes) return std::unexpected(bytes.error() + std::string(kRestore));
  const std::string_view text = protocol::as_text(*bytes);
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return std::unexpected(path.string() + ':' + std::to_string(line_of(text, error.byte)) +
                           ": is not JSON from here on" + std::string(kRestore));
  } catch (const Json::exception&) {
    // The only other thing that can be wrong with a text: out_of_range, 406.
    return std::unexpected(path.string() + ": holds a number beyond binary64" +
                           std::string(kRestore));
  }
  const auto it = json.is_object() ? json.find("schema") : json.end();
  const bool is_text = it != json.end() && it->is_string();
  if (!is_text || it->get_ref<const std::string&>() != schema) {
    const std::string found = is_text ? it->get_ref<const std::string&>().substr(0, 64) : "";
    return std::unexpected(path.string() + ": \"schema\" is " +
                           (is_text ? '"' + found + '"' : "missing") + ", not \"" +
                           std::string(schema) + "\"; use the vectors of this version of grit");
  }
  return json;
}

protocol::Planes split_planes(const JsonEntry& entry, const protocol::Bytes& payload,
                              const std::array<std::int64_t, 4>& lengths) {
  protocol::Planes planes;
  std::size_t begin = 0;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    const std::int64_t length = lengths[plane];
    if (length < 0 || static_cast<std::uint64_t>(length) > payload.size() - begin) {
      entry.report("the plane lengths do not add up to the payload");
      return {};
    }
    const auto first = payload.begin() + static_cast<std::ptrdiff_t>(begin);
    planes[plane].assign(first, first + static_cast<std::ptrdiff_t>(length));
    begin += static_cast<std::size_t>(length);
  }
  if (begin != payload.size()) {
    entry.report("the plane lengths do not add up to the payload");
    return {};
  }
  return planes;
}

}  // namespace grit::vectors
