// Typed access to the entries of a vector file, with errors that say where.
//
// Readers take the pieces of an entry one after the other and ask once at the end: the first thing
// that is missing or of the wrong kind is kept, and every later access gives an empty value.
#ifndef GRIT_VECTORS_JSON_ENTRY_H_
#define GRIT_VECTORS_JSON_ENTRY_H_

#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/messages.h"

namespace grit::vectors {

// The first problem met while reading one file; empty where there is none.
class Problem {
 public:
  explicit Problem(std::string file) : file_(std::move(file)) {}

  void report(std::string_view where, std::string_view what);
  bool any() const { return !text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string file_;
  std::string text_;
};

// One JSON object (or, for `elements`, what a member of it holds). Borrows both arguments.
class JsonEntry {
 public:
  // `where` names the entry in errors, e.g. "vectors[3] mxfp4/tie_to_even".
  JsonEntry(const nlohmann::json& json, std::string where, Problem& problem);

  bool has(const char* key) const;
  std::string text(const char* key) const;
  std::string text_or(const char* key, std::string_view fallback) const;
  std::int64_t integer(const char* key) const;
  std::uint64_t hex64(const char* key) const;    // "0x…", at most 16 digits
  protocol::Bytes bytes(const char* key) const;  // hex digits, two a byte
  protocol::DescriptorBytes descriptor(const char* key) const;
  protocol::Digest digest(const char* key) const;
  protocol::Shape integers(const char* key) const;
  std::array<std::int64_t, 4> plane_lengths(const char* key) const;
  protocol::Words hex_words(const char* key) const;     // an array of hex strings without prefix
  protocol::Words signed_words(const char* key) const;  // an array of i32
  std::vector<std::string> texts(const char* key) const;
  std::string provenance() const;  // "provenance", which must be of the closed set (provenance.h)
  JsonEntry object(const char* key) const;
  std::vector<std::pair<std::string, JsonEntry>> members(const char* key) const;
  // The objects of an array; each is named in errors by its `label` member where it has one.
  std::vector<JsonEntry> elements(const char* key, const char* label) const;

  // Reports a problem of this entry that only its reader can see.
  void report(std::string_view what) const { problem_->report(where_, what); }

 private:
  const nlohmann::json* member(const char* key) const;

  const nlohmann::json* json_;
  std::string where_;
  Problem* problem_;
};

// A parsed vector file whose "schema" is the demanded one, or a sentence with the file's name.
std::expected<nlohmann::json, std::string> read_vector_file(const std::filesystem::path& path,
                                                            std::string_view schema);

// The four planes of a concatenated payload, or nothing but a report where the lengths do not add
// up to its size.
protocol::Planes split_planes(const JsonEntry& entry, const protocol::Bytes& payload,
                              const std::array<std::int64_t, 4>& lengths);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_JSON_ENTRY_H_
