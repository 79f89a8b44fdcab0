// A peer in a shared library (peer.h), opened while the program runs: what is not built is not
// there, and says so.
#ifndef GRIT_BENCH_PEERS_LIBRARY_H_
#define GRIT_BENCH_PEERS_LIBRARY_H_

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "bench/peers/peer.h"

namespace grit::bench {

class PeerLibrary {
 public:
  // The error says what is missing.
  static std::expected<PeerLibrary, std::string> open(const std::filesystem::path& file);

  const grit_peer& peer() const { return *peer_; }

 private:
  struct Close {
    void operator()(void* library) const;
  };
  PeerLibrary(void* library, const grit_peer* peer) : library_(library), peer_(peer) {}

  std::unique_ptr<void, Close> library_;
  const grit_peer* peer_;
};

}  // namespace grit::bench

#endif  // GRIT_BENCH_PEERS_LIBRARY_H_
