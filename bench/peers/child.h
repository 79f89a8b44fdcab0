// A peer in a process of its own, python/peer.py: it makes a pass when it is told to, and says how
// long the pass took.
#ifndef GRIT_BENCH_PEERS_CHILD_H_
#define GRIT_BENCH_PEERS_CHILD_H_

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace grit::bench {

class PeerChild {
 public:
  // Starts `python script name`; the error is a sentence.
  static std::expected<PeerChild, std::string> start(const std::filesystem::path& python,
                                                     const std::filesystem::path& script,
                                                     const std::string& name);
  PeerChild(PeerChild&&) noexcept;
  ~PeerChild();  // ends the process

  const std::string& version() const { return version_; }

  // Makes the input ready; whether the peer has such an operation.
  bool prepare(const std::string& op, const std::string& grade, std::uint64_t elements);

  // Seconds of one pass over what was made ready; nothing where the process has broken.
  std::optional<double> pass();

 private:
  struct Process;
  explicit PeerChild(std::unique_ptr<Process> process);
  std::optional<std::string> ask(const std::string& line);

  std::unique_ptr<Process> process_;
  std::string version_;
};

}  // namespace grit::bench

#endif  // GRIT_BENCH_PEERS_CHILD_H_
