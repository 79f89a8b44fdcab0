#include "fuzz/enumerate/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace grit::enumerate {
namespace {

constexpr std::chrono::milliseconds kTick{100};

struct Piece {
  std::uint64_t end;
  Tally tally;
  std::optional<Violation> violation;
};

// What the threads share.
class Board {
 public:
  Board(const Work& work, const RunOptions& options, Tally start)
      : size_(work.size()), piece_(options.piece), next_(start.done), merged_(std::move(start)) {}

  // The next piece that nobody took, or nothing: all taken, or stopped.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> take() {
    const std::lock_guard lock(mutex_);
    if (stopped_ || next_ >= size_) return std::nullopt;
    const std::uint64_t begin = next_;
    next_ = std::min(size_, begin + piece_);
    return std::pair(begin, next_);
  }

  // Pieces come back in any order and are counted in theirs.
  void give(std::uint64_t begin, Piece piece) {
    const std::lock_guard lock(mutex_);
    if (piece.violation) stopped_ = true;
    waiting_.emplace(begin, std::move(piece));
    for (auto first = waiting_.begin();
         !violation_ && first != waiting_.end() && first->first == merged_.done;
         first = waiting_.begin()) {
      if (first->second.violation) {
        violation_ = std::move(first->second.violation);
      } else {
        merged_.add(first->second.tally);
      }
      waiting_.erase(first);
    }
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    ++left_;
    changed_.notify_one();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }

  // Whether all `jobs` threads left, at the latest after a tick.
  bool wait_for_all(unsigned jobs) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kTick, [&] { return left_ == jobs; });
  }

  RunResult result() const {
    const std::lock_guard lock(mutex_);
    return {merged_, violation_};
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  const std::uint64_t size_;
  const std::uint64_t piece_;
  std::uint64_t next_;
  Tally merged_;
  std::map<std::uint64_t, Piece> waiting_;  // by where they begin
  std::optional<Violation> violation_;
  unsigned left_ = 0;
  bool stopped_ = false;
};

}  // namespace

RunResult run(const Work& work, const laws::Implementation& implementation,
              const RunOptions& options, Tally start) {
  Board board(work, options, std::move(start));
  const auto work_off = [&] {
    const Watch watch = options.watch ? options.watch() : nullptr;
    while (const auto range = board.take()) {
      const auto [begin, end] = *range;
      Piece piece{end, {}, std::nullopt};
      piece.violation = work.judge(begin, end, implementation, piece.tally, watch);
      board.give(begin, std::move(piece));
    }
    board.leave();
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < options.jobs; ++i) threads.emplace_back(work_off);
  while (!board.wait_for_all(options.jobs)) {
    if (options.keep_going && !options.keep_going(board.result().tally)) board.stop();
  }
  threads.clear();

  RunResult result = board.result();
  if (result.finished(work)) result.violation = work.judge_totals(result.tally);
  return result;
}

}  // namespace grit::enumerate
