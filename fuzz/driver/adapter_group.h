// Several adapters that are asked the same requests side by side, each in a process that stays
// alive from one input to the next.
#ifndef GRIT_FUZZ_DRIVER_ADAPTER_GROUP_H_
#define GRIT_FUZZ_DRIVER_ADAPTER_GROUP_H_

#include <chrono>
#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/outcome.h"
#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

using Request = std::pair<protocol::Op, protocol::Bytes>;

class AdapterGroup {
 public:
  // Starts every adapter and says HELLO. A sentence where one cannot be started or does not answer.
  static std::expected<AdapterGroup, std::string> start(
      std::vector<conformance::AdapterSpec> adapters);
  AdapterGroup(AdapterGroup&&) noexcept;
  AdapterGroup& operator=(AdapterGroup&&) noexcept;
  ~AdapterGroup();

  // By adapter, then by request, in their orders: an answer; kNotOffered where HELLO does not list
  // the operation; kCrash, kTimeout or kProtocolError for the request on which the process ended,
  // and kNotRun for those behind it. Such a process is started anew for the next call; a sentence
  // where that fails.
  std::expected<std::vector<std::vector<conformance::Outcome>>, std::string> ask(
      std::span<const Request> requests, std::chrono::milliseconds deadline);

 private:
  struct State;
  explicit AdapterGroup(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_ADAPTER_GROUP_H_
