// Puts all cases to one subject, a child process that speaks GCP 1, and says what became of each.
//
// Requests are pipelined: up to `in_flight_*` of them are under way, writing and reading go on
// independently, and the last frame of every write asks for a flush. When the process dies (crash,
// deadline, memory, broken frames) the suspect is the first unanswered request:
//   1. It is put alone to a fresh process. A second death is that case's outcome. Where the output
//      is no reply and the suspect goes well, the last answered request is put alone too: the
//      surplus may have come behind its reply.
//   2. Otherwise the adapter may have died on a later request, with the earlier replies unflushed:
//      the unanswered requests go one at a time to a fresh process. Whatever it dies on is again
//      put alone to a fresh process, and a second death is that case's outcome.
//   3. Otherwise no case is to blame. The death becomes an incident together with the requests that
//      led to it, and the run counts as incomplete.
// Deaths are budgeted; when the budget is spent the remaining cases are not run.
//
// In the end a share of the answered cases is put to a fresh process in reverse order; an answer
// that differs makes the case's outcome kNondeterministic.
#ifndef GRIT_CONFORMANCE_SUBJECT_RUN_H_
#define GRIT_CONFORMANCE_SUBJECT_RUN_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/conformance/child_process.h"
#include "harness/conformance/outcome.h"
#include "harness/conformance/selection.h"
#include "harness/protocol/messages.h"
#include "harness/vectors/case.h"

namespace grit::conformance {

// What earlier runs of a subject, of the same certification, leave to the next.
struct SubjectHistory {
  std::uint32_t deaths = 0;                   // of its restart budget
  std::optional<protocol::HelloReply> hello;  // who it said it was; it must not be another now
};

struct RunOptions {
  // From the start of a process to its HELLO reply.
  std::chrono::milliseconds startup_deadline{20'000};
  // Without any reply while requests are under way.
  std::chrono::milliseconds item_deadline{10'000};
  // From sending a request to its reply, all requests before it included. Blames no case: the
  // unanswered requests are put again, one at a time, where only the item deadline applies.
  std::chrono::milliseconds batch_deadline{120'000};
  // From closing stdin to the end of the process.
  std::chrono::milliseconds shutdown_deadline{5'000};
  // Resident memory of the child's process group.
  std::uint64_t memory_limit_bytes = std::uint64_t{2} << 30;
  // Requests under way: their payload bytes and their number. One request always fits.
  std::size_t in_flight_bytes = std::size_t{1} << 20;
  std::size_t in_flight_items = 1024;
  // A flush is asked for at least every so many requests.
  std::size_t flush_every = 128;
  // Deaths after which the subject is given up.
  std::uint32_t restart_budget = 16;
  SubjectHistory before;
  // A case that none of these selects is not offered, whatever HELLO says of its op; empty: all.
  std::vector<Selection> answers;
  // One in so many answered cases is put again in the end; 0: none.
  std::uint32_t recheck_one_in = 100;
};

// A death, or a wrong ending, that no case is to blame for.
struct RunIncident {
  enum class Kind : std::uint8_t {
    kFailedStart,         // no process, or no valid HELLO reply in time
    kDeathNotReproduced,  // see step 3 above
    kBudgetSpent,
    kBadShutdown,  // all answered, but then no exit code 0 in time, or surplus output
  };
  Kind kind = Kind::kFailedStart;
  std::string detail;
  std::string stderr_tail;
  // Case indices put to the process before it died, in order; kDeathNotReproduced only.
  std::vector<std::size_t> prefix;
};
std::string_view to_string(RunIncident::Kind kind);

struct RunResult {
  std::optional<protocol::HelloReply> hello;  // of the first process
  std::vector<RunIncident> incidents;         // not empty: the run is incomplete
  std::uint32_t deaths = 0;
  std::chrono::duration<double> seconds{0};
  std::string stderr_tail;  // of the last process
};

// A well-formed reply. The payload is the reader's and lasts as long as the callback.
struct ReadReply {
  std::size_t case_index = 0;
  OutcomeKind kind = OutcomeKind::kNotRun;
  std::span<const std::byte> payload;
};

class SubjectRun {
 public:
  struct Events {
    // The replies of one read at once, in the order of their requests, in place of an on_outcome
    // for each. Optional; what is no reply, and the last reply of a read, goes to on_outcome still.
    std::function<void(std::span<const ReadReply>)> on_replies = {};
    // Once for each other case, in no particular order; once more for a case that turns out
    // nondeterministic.
    std::function<void(std::size_t case_index, Outcome)> on_outcome;
    std::function<void()> on_done;  // once, after the last on_outcome
  };

  // `cases` must outlive the run. Nothing happens before start().
  SubjectRun(boost::asio::io_context& io, Command command, std::span<const vectors::Case> cases,
             RunOptions options, Events events);
  // Puts only the cases with these indices, in this order; events name the same indices.
  SubjectRun(boost::asio::io_context& io, Command command, std::span<const vectors::Case> cases,
             std::vector<std::size_t> indices, RunOptions options, Events events);
  ~SubjectRun();

  void start();
  // Kills the process; every case without an outcome is not run. on_done follows.
  void stop();
  // Complete once on_done has been called.
  const RunResult& result() const;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_SUBJECT_RUN_H_
