#include "bench/peers/child.h"

#include <fmt/format.h>

#include <boost/process.hpp>
#include <charconv>
#include <chrono>

namespace grit::bench {
namespace process = boost::process;

struct PeerChild::Process {
  process::opstream in;
  process::ipstream out;
  process::child child;
};

PeerChild::PeerChild(std::unique_ptr<Process> process) : process_(std::move(process)) {}
PeerChild::PeerChild(PeerChild&&) noexcept = default;

PeerChild::~PeerChild() {
  if (!process_) return;
  // The end of its input ends it; what does not listen is killed.
  process_->in.pipe().close();
  std::error_code error;
  if (!process_->child.wait_for(std::chrono::seconds(2), error)) process_->child.terminate(error);
  process_->child.wait(error);
}

std::expected<PeerChild, std::string> PeerChild::start(const std::filesystem::path& python,
                                                       const std::filesystem::path& script,
                                                       const std::string& name) {
  std::error_code error;
  if (!std::filesystem::exists(python, error)) return std::unexpected("not built");
  auto started = std::make_unique<Process>();
  started->child = process::child(python.string(), "-B", script.string(), name,
                                  process::std_in<started->in, process::std_out> started->out,
                                  process::std_err > process::null, error);
  if (error) return std::unexpected(fmt::format("does not start: {}", error.message()));
  PeerChild child(std::move(started));
  auto version = child.ask("version");
  if (!version) return std::unexpected("does not start");
  child.version_ = std::move(*version);
  return child;
}

std::optional<std::string> PeerChild::ask(const std::string& line) {
  std::string answer;
  process_->in << line << std::endl;
  if (!process_->in || !std::getline(process_->out, answer)) return std::nullopt;
  return answer;
}

bool PeerChild::prepare(const std::string& op, const std::string& grade, std::uint64_t elements) {
  return ask(fmt::format("prepare {} {} {}", op, grade, elements)) == "ready";
}

std::optional<double> PeerChild::pass() {
  const auto answer = ask("pass");
  if (!answer) return std::nullopt;
  std::uint64_t nanoseconds = 0;
  const char* end = answer->data() + answer->size();
  const auto [at, error] = std::from_chars(answer->data(), end, nanoseconds);
  if (error != std::errc() || at != end) return std::nullopt;
  return static_cast<double>(nanoseconds) / 1e9;
}

}  // namespace grit::bench
