// Writes the dictionaries: the words of the specification as tokens for engines, one file a form.
//
//   grit-fuzz-dictionaries OUT           writes
//   grit-fuzz-dictionaries --check OUT   exit 1 where a file is not what would be written
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "harness/reference/descriptor.h"
#include "harness/reference/format.h"
#include "harness/reference/registry.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/grade_text.h"
#include "harness/vectors/placement_draws.h"

namespace {

// A token in the syntax that libFuzzer and AFL++ share: name="…", bytes outside ASCII as \xNN.
std::string token(std::string_view name, std::string_view bytes) {
  std::string line;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    line += plain ? c : '_';
  }
  line += "=\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
      line += c;
    } else {
      char hex[5];
      std::snprintf(hex, sizeof hex, "\\x%02X", byte);
      line += hex;
    }
  }
  return line + "\"\n";
}

std::string little_endian(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
  return text;
}

std::string descriptor_words() {
  std::string words = "# Words of descriptors: spec §1.2, §2, §3.9, §4.2.\n";
  words += token("magic", little_endian(grit::reference::kDescriptorMagic, 4));
  words += token("begin", little_endian(grit::reference::kDescriptorMagic, 4) + "\x40\x01");
  for (const auto& format : grit::reference::registered_formats()) {
    words += token("format_" + std::string(format.token), little_endian(format.word.bits, 2));
  }
  for (const auto placement : grit::vectors::kWellKnownPlacements) {
    words += token("placement_" + grit::reference::placement_name(placement),
                   little_endian(placement, 8));
  }
  for (const auto& entry : grit::reference::registry()) {
    words += token(entry.name, little_endian(entry.frame.grade_id, 8));
  }
  return words;
}

std::string grade_words() {
  std::string words = "# Words of grade strings: spec §3.\n";
  for (const auto& entry : grit::reference::registry()) {
    words += token(entry.name, entry.name);
    words += token("canonical_" + std::string(entry.name), entry.canonical);
  }
  for (std::size_t k = 0; k < grit::vectors::kKeyCount; ++k) {
    const auto name = grit::vectors::key_name(static_cast<grit::vectors::Key>(k));
    words += token("key_" + std::string(name), std::string(name) + "=");
  }
  for (std::size_t d = 0; d <= static_cast<std::size_t>(grit::vectors::Domain::kIndexOrder); ++d) {
    const auto domain = static_cast<grit::vectors::Domain>(d);
    for (const auto value : grit::vectors::values(domain)) {
      words += token("value_" + std::string(value), value);
    }
    for (const auto& alias : grit::vectors::aliases(domain)) {
      words += token("alias_" + std::string(alias.alias), alias.alias);
    }
  }
  words += token("open", "grit1(") + token("sparsity", "2:4:u2:asclsb");
  return words;
}

// What has to stand in a file, and whether that is only compared.
bool put(const std::filesystem::path& path, const std::string& text, bool check) {
  if (check) {
    std::ifstream file(path, std::ios::binary);
    const std::string found((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
    if (file && found == text) return true;
    std::fprintf(stderr, "%s: is not what grit-fuzz-dictionaries writes; run it\n", path.c_str());
    return false;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string_view(argv[1]) == "--check";
  if (argc != 2 && !check) {
    std::fputs("usage: grit-fuzz-dictionaries [--check] OUT\n", stderr);
    return 2;
  }
  const std::filesystem::path out = argv[argc - 1];
  const std::string descriptors = descriptor_words();
  const std::string grades = grade_words();
  std::string gid = "# Symbols of printed gids: spec §7.3.\n";
  for (const char symbol : grit::vectors::kGidSymbols) {
    gid += token(std::string("symbol_") + symbol, std::string_view(&symbol, 1));
  }
  const std::string magic = "# Frames: PROTOCOL.md.\n" + token("frame", "GCP1");
  bool good = put(out / "descriptor.dict", descriptors, check);
  good &= put(out / "grade.dict", grades, check);
  good &= put(out / "gid.dict", gid, check);
  good &= put(out / "request.dict", descriptors + grades, check);
  good &= put(out / "frames.dict", magic + descriptors + grades, check);
  if (good) return 0;
  return check ? 1 : 3;
}
