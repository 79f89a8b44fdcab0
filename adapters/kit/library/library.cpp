#include "adapters/kit/library/library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace grit::kit {
namespace {

constexpr const char* kSymbol = "gcp_adapter_get";

bool is_printable(const char* text) {
  return text != nullptr &&
         std::ranges::all_of(std::string_view(text), [](char c) { return c >= 0x20 && c < 0x7F; });
}

// Copies as much of the table as both sides know. Precondition: abi is GCP_ABI.
std::expected<gcp_adapter, std::string> known_part(const gcp_adapter* table) {
  constexpr std::size_t kLeast = offsetof(gcp_adapter, check);
  gcp_adapter adapter{};
  if (table->size < kLeast) {
    return std::unexpected("its table says that it has " + std::to_string(table->size) +
                           " bytes; set size to sizeof(struct gcp_adapter)");
  }
  std::memcpy(&adapter, table, std::min<std::size_t>(table->size, sizeof adapter));
  if (!is_printable(adapter.name) || !is_printable(adapter.version) ||
      !is_printable(adapter.language)) {
    return std::unexpected(
        "its table lacks a name, version or language; set all three, in printable ASCII");
  }
  return adapter;
}

std::expected<gcp_adapter, std::string> table_of(void* library) {
  // Cleared, since a symbol's address may be null without an error.
  ::dlerror();
  void* const symbol = ::dlsym(library, kSymbol);
  if (::dlerror() != nullptr || symbol == nullptr) {
    return std::unexpected(std::string("it exports no ") + kSymbol +
                           "; define that function behind #include \"grit_adapter.h\"");
  }
  const gcp_adapter* const table = reinterpret_cast<const gcp_adapter* (*)()>(symbol)();
  if (table == nullptr) {
    return std::unexpected(std::string(kSymbol) + " returned no table");
  }
  // Read before anything else: nothing but its place is common to all versions.
  std::uint32_t abi = 0;
  std::memcpy(&abi, table, sizeof abi);
  if (abi != GCP_ABI) {
    return std::unexpected("it was compiled with version " + std::to_string(abi) +
                           " of grit_adapter.h, which here is version " + std::to_string(GCP_ABI) +
                           "; compile it with the header of this project");
  }
  return known_part(table);
}

}  // namespace

std::expected<gcp_adapter, std::string> load_library(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = ::dlerror();
    return std::unexpected("cannot load " + path + ": " +
                           (why != nullptr ? why : "no reason given") +
                           "; is it a shared library of this machine, and is all there that it "
                           "needs?");
  }
  auto table = table_of(library);
  if (!table) return std::unexpected("cannot use " + path + ": " + table.error());
  return table;
}

}  // namespace grit::kit
