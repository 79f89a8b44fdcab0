#include "harness/conformance/subject_run.h"

#include <algorithm>
#include <bitset>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <numeric>
#include <string>
#include <utility>

#include "harness/conformance/conversation.h"
#include "harness/protocol/frame.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::FrameError;
using protocol::FrameView;
using protocol::ReplyKind;
using vectors::Case;
using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(50);
constexpr int kTicksPerMemoryCheck = 5;
constexpr std::size_t kMaxRecheckedBytes = std::size_t{64} << 10;

std::string seconds_text(std::chrono::milliseconds duration) {
  std::string text = std::to_string(duration.count() / 1000);
  if (duration.count() % 1000 != 0) {
    std::string fraction = std::to_string(1000 + duration.count() % 1000).substr(1);
    while (fraction.back() == '0') fraction.pop_back();
    text += "." + fraction;
  }
  return text + " s";
}

// How a process came to its end, other than by finishing its work.
struct Death {
  OutcomeKind kind = OutcomeKind::kCrash;
  std::string detail;
  bool blames_nobody = false;  // batch deadline
};

}  // namespace

std::string_view to_string(RunIncident::Kind kind) {
  switch (kind) {
    case RunIncident::Kind::kFailedStart:
      return "failed start";
    case RunIncident::Kind::kDeathNotReproduced:
      return "death not reproduced";
    case RunIncident::Kind::kBudgetSpent:
      return "restart budget spent";
    case RunIncident::Kind::kBadShutdown:
      return "bad shutdown";
  }
  return "unknown incident";
}

class SubjectRun::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(boost::asio::io_context& io, Command command, std::span<const Case> cases,
       std::vector<std::size_t> indices, RunOptions options, Events events)
      : io_(io),
        command_(std::move(command)),
        cases_(cases),
        indices_(std::move(indices)),
        options_(options),
        events_(std::move(events)),
        timer_(io),
        settled_(cases.size(), false) {}

  void start() {
    started_ = last_check_ = Clock::now();
    pending_.assign(indices_.begin(), indices_.end());
    begin_life(Mode::kPipelined);
    tick();
  }

  void stop() {
    if (done_) return;
    stopped_ = true;
    if (life_) {
      life_->process->kill();
    } else {
      finish();
    }
  }

  const RunResult& result() const { return result_; }

 private:
  enum class Mode : std::uint8_t { kPipelined, kLockstep, kAlone, kRecheck };

  // An answer that counts once the next frame, or the end of the process, shows that nothing came
  // behind it.
  struct Held {
    std::size_t case_index;
    Outcome outcome;
  };

  struct InFlight {
    std::size_t case_index;
    std::uint32_t id;
    protocol::Op op;
    std::size_t bytes;
    Clock::time_point sent;
  };

  // Whether requests wait for those before them, so that a batch deadline means something.
  static bool pipelined(Mode mode) { return mode == Mode::kPipelined || mode == Mode::kRecheck; }

  // One process, from start to reaping.
  struct Life {
    Mode mode = Mode::kPipelined;
    std::unique_ptr<ChildProcess> process;
    protocol::FrameReader reader;
    bool greeted = false;
    std::uint32_t next_id = 1;  // 0 is HELLO's
    std::deque<InFlight> in_flight;
    std::size_t in_flight_bytes = 0;
    std::size_t batch_bytes = 0;  // of the last write
    std::optional<Held> held;
    std::vector<std::size_t> sent;
    Clock::time_point started = Clock::now();
    Clock::time_point progress = Clock::now();
    std::optional<Clock::time_point> closing;
    bool stdout_closed = false;
    std::optional<ExitStatus> exit;
    std::optional<Death> death;  // decided by us, before the kill
  };

  // ---- Starting and feeding a process ----

  void begin_life(Mode mode) {
    life_ = std::make_unique<Life>();
    life_->mode = mode;
    const std::weak_ptr<Impl> weak = weak_from_this();
    const Life* const owner = life_.get();
    // A callback of an earlier process must not reach this one.
    const auto guarded = [weak, owner](auto action) {
      if (const auto self = weak.lock(); self && self->life_.get() == owner) action(*self);
    };
    ChildProcess::Events events;
    events.on_stdout = [guarded](std::span<const std::byte> bytes) {
      guarded([&](Impl& self) { self.on_stdout(bytes); });
    };
    events.on_stdout_closed = [guarded] {
      guarded([](Impl& self) {
        self.life_->stdout_closed = true;
        self.life_->progress = Clock::now();
        self.end_life_if_over();
      });
    };
    events.on_exit = [guarded](ExitStatus status) {
      guarded([&](Impl& self) {
        self.life_->exit = status;
        self.end_life_if_over();
      });
    };
    auto process = ChildProcess::start(io_, command_, std::move(events));
    if (!process) {
      life_.reset();
      incident(RunIncident::Kind::kFailedStart, process.error(), "");
      finish();
      return;
    }
    life_->process = std::move(*process);
    Bytes hello;
    protocol::append_frame(hello, {.op = 0, .detail = protocol::kFlagFlush, .id = 0},
                           protocol::HelloRequest{}.encode());
    life_->process->write(std::move(hello));
  }

  // The next case for the current mode, taken out of its queue.
  std::optional<std::size_t> take_next() {
    std::deque<std::size_t>* queue = nullptr;
    switch (life_->mode) {
      case Mode::kPipelined:
        queue = &pending_;
        break;
      case Mode::kLockstep:
        if (!life_->in_flight.empty()) return std::nullopt;
        queue = &window_;
        break;
      case Mode::kAlone:
        if (!life_->sent.empty()) return std::nullopt;
        return suspect_;
      case Mode::kRecheck:
        queue = &recheck_queue_;
        break;
    }
    drop_not_offered(*queue);
    if (queue->empty()) return std::nullopt;
    const std::size_t index = queue->front();
    queue->pop_front();
    return index;
  }

  void pump() {
    Life& life = *life_;
    if (life.closing || life.death) return;
    // Half-empty before it is filled up again: batches instead of single frames.
    if (life.in_flight.size() > options_.in_flight_items / 2 ||
        life.in_flight_bytes > options_.in_flight_bytes / 2) {
      return;
    }
    const auto now = Clock::now();
    Bytes batch;
    batch.reserve(life.batch_bytes);
    std::size_t last_frame = 0;
    std::size_t unflushed = 0;
    while (life.in_flight.empty() || (life.in_flight.size() < options_.in_flight_items &&
                                      life.in_flight_bytes < options_.in_flight_bytes)) {
      const auto index = take_next();
      if (!index) break;
      const Case& item = cases_[*index];
      last_frame = batch.size();
      ++unflushed;
      const bool flush = unflushed >= options_.flush_every;
      if (flush) unflushed = 0;
      protocol::append_frame(batch,
                             {.op = static_cast<std::uint8_t>(item.op),
                              .detail = flush ? protocol::kFlagFlush : std::uint8_t{0},
                              .id = life.next_id},
                             item.request);
      if (life.in_flight.empty()) life.progress = now;
      life.in_flight.push_back({*index, life.next_id, item.op, item.request.size(), now});
      life.in_flight_bytes += item.request.size();
      life.sent.push_back(*index);
      ++life.next_id;
    }
    if (!batch.empty()) {
      life.batch_bytes = batch.size();
      constexpr std::size_t kFlagsOffset = 5;
      batch[last_frame + kFlagsOffset] |= std::byte{protocol::kFlagFlush};
      life.process->write(std::move(batch));
    } else if (life.in_flight.empty()) {
      life.closing = Clock::now();
      life.process->close_stdin();
    }
  }

  // ---- Replies ----

  void on_stdout(std::span<const std::byte> bytes) {
    if (life_->death) return;
    life_->reader.feed(bytes);
    // The clock is read once for all frames of a read: it costs as much as a frame.
    const auto now = Clock::now();
    while (!life_->death) {
      const auto frame = life_->reader.next();
      if (!frame) {
        protocol_error(std::string(protocol::to_string(frame.error())) + ": " +
                       shown_bytes(life_->reader.unread()) + " — did the adapter print to stdout?");
        return;
      }
      if (!*frame) break;
      life_->progress = now;
      if (!life_->greeted) {
        on_hello(**frame);
      } else {
        on_reply(**frame);
      }
    }
    count_read();
    if (!life_->death && life_->greeted) pump();
  }

  // What was read counts but for the last reply, which is held.
  void count_read() {
    if (read_.empty()) return;
    release(life_->held);
    const ReadReply last = read_.back();
    read_.pop_back();
    settle(read_);
    read_.clear();
    life_->held = Held{last.case_index, owned(last)};
  }

  static Outcome owned(const ReadReply& reply) {
    return {reply.kind, {reply.payload.begin(), reply.payload.end()}};
  }

  void on_hello(const FrameView& frame) {
    const auto& header = frame.header;
    if (header.op != 0 || header.id != 0 ||
        header.detail != static_cast<std::uint8_t>(ReplyKind::kAnswered)) {
      protocol_error("the first frame is not an answer to HELLO: op " + std::to_string(header.op) +
                     ", id " + std::to_string(header.id) + ", outcome " +
                     std::to_string(header.detail));
      return;
    }
    auto hello = protocol::HelloReply::parse(frame.payload);
    if (!hello) {
      protocol_error(hello.error());
      return;
    }
    const auto& known = result_.hello ? result_.hello : options_.before.hello;
    if (known && (hello->ops != known->ops || hello->name != known->name ||
                  hello->version != known->version)) {
      protocol_error("HELLO is not what the first process said");
      return;
    }
    life_->greeted = true;
    if (!result_.hello) {
      result_.hello = std::move(*hello);
      for (const std::uint8_t op : result_.hello->ops) offered_ops_.set(op);
    }
  }

  // What is not offered, by its op or by what it asks, is not sent; it is counted. Only once there
  // is a HELLO.
  bool is_offered(std::size_t index) const {
    return offered_ops_[static_cast<std::uint8_t>(cases_[index].op)] &&
           one_selects(options_.answers, cases_[index]);
  }

  // At the front of the queue.
  void drop_not_offered(std::deque<std::size_t>& queue) {
    while (!queue.empty() && !is_offered(queue.front())) {
      settle(queue.front(), {OutcomeKind::kNotOffered, {}});
      queue.pop_front();
    }
  }

  void on_reply(const FrameView& frame) {
    Life& life = *life_;
    if (life.in_flight.empty()) {
      protocol_error("a reply that nothing was asked for: op " + std::to_string(frame.header.op) +
                     ", id " + std::to_string(frame.header.id));
      return;
    }
    const InFlight request = life.in_flight.front();
    if (frame.header.id != request.id || frame.header.op != static_cast<std::uint8_t>(request.op)) {
      protocol_error("replies out of order: expected op " +
                     std::string(protocol::op_name(request.op)) + ", id " +
                     std::to_string(request.id) + ", got op " + std::to_string(frame.header.op) +
                     ", id " + std::to_string(frame.header.id));
      return;
    }
    OutcomeKind kind = OutcomeKind::kAnswered;
    switch (frame.header.detail) {
      case static_cast<std::uint8_t>(ReplyKind::kAnswered):
        kind = OutcomeKind::kAnswered;
        break;
      case static_cast<std::uint8_t>(ReplyKind::kRefused):
        kind = OutcomeKind::kRefused;
        break;
      case static_cast<std::uint8_t>(ReplyKind::kUnsupported):
        kind = OutcomeKind::kUnsupported;
        break;
      case static_cast<std::uint8_t>(ReplyKind::kInternalError):
        kind = OutcomeKind::kInternalError;
        break;
      default:
        protocol_error("unknown outcome " + std::to_string(frame.header.detail) +
                       " in a reply to " + std::string(protocol::op_name(request.op)));
        return;
    }
    const bool is_empty = kind == OutcomeKind::kUnsupported ||
                          (kind == OutcomeKind::kRefused && !protocol::refuses_by_name(request.op));
    if (is_empty && !frame.payload.empty()) {
      protocol_error("\"" + std::string(to_string(kind)) + "\" to " +
                     std::string(protocol::op_name(request.op)) +
                     " with a payload: " + shown_bytes(frame.payload));
      return;
    }
    life.in_flight_bytes -= request.bytes;
    life.in_flight.pop_front();
    const ReadReply reply{request.case_index, kind, frame.payload};
    if (life.mode == Mode::kRecheck) {
      recheck(reply);
    } else {
      read_.push_back(reply);
    }
  }

  void protocol_error(std::string detail) { die({OutcomeKind::kProtocolError, std::move(detail)}); }

  // Decides why the process ends, and ends it.
  void die(Death death) {
    if (life_->death) return;
    life_->death = std::move(death);
    life_->process->kill();
  }

  // ---- Deadlines ----

  void tick() {
    if (done_) return;
    timer_.expires_after(kTick);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (error || self->done_) return;
      self->check_deadlines();
      self->tick();
    });
  }

  // A harness that was itself held up (a suspended machine, a busy one) has not listened meanwhile:
  // that time counts against nobody.
  void forgive(Life& life, Clock::duration late) {
    life.started += late;
    life.progress += late;
    if (life.closing) *life.closing += late;
    for (InFlight& request : life.in_flight) request.sent += late;
  }

  void check_deadlines() {
    const auto now = Clock::now();
    const auto late = now - std::exchange(last_check_, now) - kTick;
    if (!life_ || life_->death) return;
    Life& life = *life_;
    if (late > kTick) forgive(life, late);
    if (!life.greeted) {
      if (now - life.started > options_.startup_deadline) {
        die({OutcomeKind::kTimeout,
             "no HELLO reply within " + seconds_text(options_.startup_deadline)});
      }
    } else if (life.closing) {
      if (now - *life.closing > options_.shutdown_deadline) {
        die({OutcomeKind::kTimeout, "still running " + seconds_text(options_.shutdown_deadline) +
                                        " after its input ended"});
      }
    } else if (!life.in_flight.empty()) {
      if (now - life.progress > options_.item_deadline) {
        const std::size_t partial = life.reader.unread().size();
        const std::string waited = "no reply within " + seconds_text(options_.item_deadline);
        if (partial > 0) {
          die({OutcomeKind::kTruncatedFrame,
               waited + " after " + std::to_string(partial) + " bytes of a frame"});
        } else {
          die({OutcomeKind::kTimeout, waited});
        }
      } else if (pipelined(life.mode) &&
                 now - life.in_flight.front().sent > options_.batch_deadline) {
        die({OutcomeKind::kTimeout,
             "batch deadline of " + seconds_text(options_.batch_deadline) + " passed", true});
      }
    }
    if (life.death) return;
    if (++ticks_ % kTicksPerMemoryCheck == 0) {
      const std::uint64_t resident = life.process->resident_bytes();
      if (resident > options_.memory_limit_bytes) {
        die({OutcomeKind::kOutOfMemory,
             std::to_string(resident >> 20) + " MiB resident, the limit is " +
                 std::to_string(options_.memory_limit_bytes >> 20) + " MiB"});
      }
    }
  }

  // ---- The end of a process, and what comes next ----

  void end_life_if_over() {
    if (!life_->stdout_closed || !life_->exit) return;
    // Not from inside a callback of the process that is about to go.
    boost::asio::post(io_, [self = shared_from_this()] { self->end_life(); });
  }

  void end_life() {
    const std::unique_ptr<Life> life = std::move(life_);
    result_.stderr_tail = life->process->stderr_tail();
    if (stopped_) {
      release(life->held);
      finish();
      return;
    }
    const std::optional<Death> death = life->death ? life->death : natural_death(*life);
    if (!life->greeted) {
      incident(RunIncident::Kind::kFailedStart, death ? death->detail : "no HELLO reply",
               result_.stderr_tail);
      if (!result_.hello || life->mode != Mode::kPipelined || !spend_budget()) {
        finish();
      } else {
        begin_life(Mode::kPipelined);
      }
      return;
    }
    // Alone, surplus output behind the reply is the case's own doing.
    const bool spoilt =
        life->mode == Mode::kAlone && death && death->kind == OutcomeKind::kProtocolError;
    if ((!death || life->closing) && !spoilt) {
      if (death) {
        incident(RunIncident::Kind::kBadShutdown, death->detail, result_.stderr_tail);
      }
      release(life->held);
      after_clean_end(*life);
    } else {
      after_death(*life, *death);
    }
  }

  // What killed a process that we did not kill; nullopt where it ended as it should.
  static std::optional<Death> natural_death(const Life& life) {
    const std::size_t partial = life.reader.unread().size();
    const bool failed = life.exit->signalled || life.exit->code != 0;
    if (!life.greeted) return Death{OutcomeKind::kCrash, life.exit->describe() + " before HELLO"};
    if (life.in_flight.empty()) {
      if (partial > 0) {
        return Death{OutcomeKind::kProtocolError,
                     std::to_string(partial) + " surplus bytes after the last reply"};
      }
      if (failed)
        return Death{OutcomeKind::kCrash, life.exit->describe() + " after the last reply"};
      return std::nullopt;
    }
    if (failed) return Death{OutcomeKind::kCrash, life.exit->describe()};
    if (partial > 0) {
      return Death{OutcomeKind::kTruncatedFrame,
                   "output ends after " + std::to_string(partial) + " bytes of a frame"};
    }
    return Death{OutcomeKind::kCrash, "exit code 0 before answering"};
  }

  void after_clean_end(const Life& life) {
    switch (life.mode) {
      case Mode::kPipelined:
        begin_recheck();
        break;
      case Mode::kLockstep:
        if (unexplained_) blame_nobody();
        resume();
        break;
      case Mode::kAlone:
        if (doubted_) {
          suspect_ = doubted_->case_index;
          doubted_.reset();
          begin_life(Mode::kAlone);
        } else if (suspect_from_lockstep_ || window_.empty()) {
          blame_nobody();
          resume();
        } else {
          begin_life(Mode::kLockstep);
        }
        break;
      case Mode::kRecheck:
        finish();
        break;
    }
  }

  void after_death(Life& life, const Death& death) {
    std::deque<std::size_t> unanswered;
    for (const InFlight& request : life.in_flight) unanswered.push_back(request.case_index);

    switch (life.mode) {
      case Mode::kAlone:
        // Reproduced: the process had only this case.
        settle(suspect_, {death.kind, {}, death.detail, result_.stderr_tail});
        release(doubted_);
        unexplained_.reset();
        resume();
        return;
      case Mode::kRecheck:
        unexplained_ = Unexplained{death, std::move(life.sent)};
        blame_nobody();
        finish();
        return;
      case Mode::kPipelined:
        unexplained_ = Unexplained{death, std::move(life.sent)};
        window_ = std::move(unanswered);
        suspect_from_lockstep_ = false;
        break;
      case Mode::kLockstep:
        unexplained_ = Unexplained{death, std::move(life.sent)};
        window_.insert(window_.begin(), unanswered.begin(), unanswered.end());
        suspect_from_lockstep_ = true;
        break;
    }
    // What is no reply may have come behind the last one that is.
    if (death.kind != OutcomeKind::kProtocolError) release(life.held);
    doubted_ = std::exchange(life.held, std::nullopt);
    if (death.blames_nobody && life.mode == Mode::kPipelined) {
      unexplained_.reset();
      if (spend_budget()) begin_life(Mode::kLockstep);
    } else if (life.in_flight.empty() && !doubted_) {
      blame_nobody();
      if (spend_budget()) resume();
    } else if (spend_budget()) {
      if (life.in_flight.empty()) {
        suspect_ = doubted_->case_index;
        doubted_.reset();
      } else {
        suspect_ = window_.front();
        window_.pop_front();
      }
      begin_life(Mode::kAlone);
    }
  }

  // Back to the pipelined order, with what a death left unanswered in front.
  void resume() {
    pending_.insert(pending_.begin(), window_.begin(), window_.end());
    window_.clear();
    drop_not_offered(pending_);
    if (pending_.empty()) {
      begin_recheck();
    } else {
      begin_life(Mode::kPipelined);
    }
  }

  void begin_recheck() {
    if (recheck_replies_.empty()) {
      finish();
      return;
    }
    std::ranges::sort(recheck_replies_, {}, &std::pair<std::size_t, Outcome>::first);
    for (auto it = recheck_replies_.rbegin(); it != recheck_replies_.rend(); ++it) {
      recheck_queue_.push_back(it->first);
    }
    begin_life(Mode::kRecheck);
  }

  void recheck(const ReadReply& reply) {
    const auto it = std::ranges::lower_bound(recheck_replies_, reply.case_index, {},
                                             &std::pair<std::size_t, Outcome>::first);
    if (it->second.kind == reply.kind && std::ranges::equal(it->second.payload, reply.payload)) {
      return;
    }
    events_.on_outcome(reply.case_index, {OutcomeKind::kNondeterministic, owned(reply).payload,
                                          "another answer when asked again in another order"});
  }

  void blame_nobody() {
    if (!unexplained_) return;
    RunIncident incident;
    incident.kind = RunIncident::Kind::kDeathNotReproduced;
    incident.detail = std::string(to_string(unexplained_->death.kind)) + ": " +
                      unexplained_->death.detail +
                      "; the unanswered requests, put again alone, went well";
    incident.stderr_tail = result_.stderr_tail;
    incident.prefix = std::move(unexplained_->sent);
    result_.incidents.push_back(std::move(incident));
    unexplained_.reset();
  }

  // False, and the run finished, when the budget has no death left.
  bool spend_budget() {
    ++result_.deaths;
    const std::uint32_t deaths = options_.before.deaths + result_.deaths;
    if (deaths <= options_.restart_budget) return true;
    incident(RunIncident::Kind::kBudgetSpent,
             "the process died " + std::to_string(deaths) + " times; the budget is " +
                 std::to_string(options_.restart_budget),
             result_.stderr_tail);
    finish();
    return false;
  }

  void incident(RunIncident::Kind kind, std::string detail, std::string stderr_tail) {
    result_.incidents.push_back({kind, std::move(detail), std::move(stderr_tail), {}});
  }

  void release(std::optional<Held>& held) {
    if (!held) return;
    settle(held->case_index, std::move(held->outcome));
    held.reset();
  }

  bool is_rechecked(const ReadReply& reply) const {
    return options_.recheck_one_in != 0 && reply.case_index % options_.recheck_one_in == 0 &&
           is_answer(reply.kind) && reply.payload.size() <= kMaxRecheckedBytes;
  }

  void settle(std::size_t index, Outcome outcome) {
    settled_[index] = true;
    if (is_rechecked({index, outcome.kind, outcome.payload})) {
      recheck_replies_.emplace_back(index, outcome);
    }
    events_.on_outcome(index, std::move(outcome));
  }

  void settle(std::span<const ReadReply> replies) {
    for (const ReadReply& reply : replies) {
      settled_[reply.case_index] = true;
      if (is_rechecked(reply)) recheck_replies_.emplace_back(reply.case_index, owned(reply));
      if (!events_.on_replies) events_.on_outcome(reply.case_index, owned(reply));
    }
    if (events_.on_replies && !replies.empty()) events_.on_replies(replies);
  }

  void finish() {
    if (done_) return;
    release(doubted_);
    for (const std::size_t index : indices_) {
      if (settled_[index]) continue;
      const bool not_run = !result_.hello || is_offered(index);
      events_.on_outcome(index, {not_run ? OutcomeKind::kNotRun : OutcomeKind::kNotOffered, {}});
    }
    done_ = true;
    timer_.cancel();
    result_.seconds = Clock::now() - started_;
    boost::asio::post(io_, [self = shared_from_this()] { self->events_.on_done(); });
  }

  struct Unexplained {
    Death death;
    std::vector<std::size_t> sent;
  };

  boost::asio::io_context& io_;
  const Command command_;
  const std::span<const Case> cases_;
  const std::vector<std::size_t> indices_;  // of the cases that are put
  const RunOptions options_;
  const Events events_;
  boost::asio::steady_timer timer_;
  std::vector<bool> settled_;
  std::bitset<256> offered_ops_;  // of the first process's HELLO

  std::deque<std::size_t> pending_;  // in plan order
  std::deque<std::size_t> window_;   // left unanswered by a death
  std::size_t suspect_ = 0;
  bool suspect_from_lockstep_ = false;
  // Of a process whose output went wrong behind it: the next suspect, if the first is innocent.
  std::optional<Held> doubted_;
  std::optional<Unexplained> unexplained_;
  std::vector<std::pair<std::size_t, Outcome>> recheck_replies_;
  std::deque<std::size_t> recheck_queue_;

  std::vector<ReadReply> read_;  // of the read that is being looked at
  std::unique_ptr<Life> life_;
  unsigned ticks_ = 0;
  Clock::time_point last_check_ = Clock::now();
  bool stopped_ = false;
  bool done_ = false;
  Clock::time_point started_;
  RunResult result_;
};

namespace {

std::vector<std::size_t> all_indices(std::size_t size) {
  std::vector<std::size_t> indices(size);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

}  // namespace

SubjectRun::SubjectRun(boost::asio::io_context& io, Command command, std::span<const Case> cases,
                       RunOptions options, Events events)
    : SubjectRun(io, std::move(command), cases, all_indices(cases.size()), options,
                 std::move(events)) {}

SubjectRun::SubjectRun(boost::asio::io_context& io, Command command, std::span<const Case> cases,
                       std::vector<std::size_t> indices, RunOptions options, Events events)
    : impl_(std::make_shared<Impl>(io, std::move(command), cases, std::move(indices), options,
                                   std::move(events))) {}

SubjectRun::~SubjectRun() = default;

void SubjectRun::start() { impl_->start(); }
void SubjectRun::stop() { impl_->stop(); }
const RunResult& SubjectRun::result() const { return impl_->result(); }

}  // namespace grit::conformance
