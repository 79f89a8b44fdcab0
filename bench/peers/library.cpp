#include "bench/peers/library.h"

#include <dlfcn.h>

namespace grit::bench {

void PeerLibrary::Close::operator()(void* library) const { dlclose(library); }

std::expected<PeerLibrary, std::string> PeerLibrary::open(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::unexpected("not built");
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::unexpected(dlerror());
  auto* entry = reinterpret_cast<decltype(&grit_peer_entry)>(dlsym(library, "grit_peer_entry"));
  const struct grit_peer* peer = entry == nullptr ? nullptr : entry();
  PeerLibrary opened(library, peer);
  if (peer == nullptr) return std::unexpected(file.filename().string() + " exports no peer");
  return opened;
}

}  // namespace grit::bench
