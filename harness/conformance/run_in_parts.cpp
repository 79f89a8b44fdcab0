#include "harness/conformance/run_in_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/conformance/merge.h"

namespace grit::conformance {
namespace {

// The first part of a run with a time limit: what the slowest of subjects answers in seconds.
constexpr std::uint64_t kFirstTimedPart = 1'000;
// A part costs a start of every subject.
constexpr std::uint64_t kSmallestTimedPart = 500;

class PartsRun {
 public:
  PartsRun(PlanParts& plan, const std::vector<SubjectPlan>& subjects, const PartsOptions& parts,
           const CertifyOptions& options, const KeepPart& keep, const ProgressCallback& progress)
      : plan_(plan),
        all_subjects_(subjects),
        subjects_(subjects),
        parts_(parts),
        options_(options),
        keep_(keep),
        progress_(progress),
        history_(subjects.size()),
        next_part_(parts.time ? std::min(kFirstTimedPart, parts.part) : parts.part) {}

  std::expected<Certification, std::string> run(std::vector<Certification> done) {
    begin();
    for (Certification& part : done) {
      plan_.skip(part.report.generated_cases);
      for (std::size_t s = 0; s < part.report.subjects.size() && s < history_.size(); ++s) {
        history_[s].deaths += part.report.subjects[s].restarts;
      }
      if (auto added = add(std::move(part)); !added) return std::unexpected(added.error());
    }
    if (generated_ > parts_.generated_cases) {
      return std::unexpected(fmt::format("it holds {} generated cases, more than the {} asked for",
                                         generated_, parts_.generated_cases));
    }
    while (!is_over()) {
      const std::uint64_t before = generated_;
      const std::uint64_t size = std::min(next_part_, parts_.generated_cases - generated_);
      Certification part = put_plan(plan_.next(size), subjects_, history_, options_,
                                    [&](const Progress& state) { show(state, size); });
      const bool stopped = part.report.stopped_early;
      history_ = part.history;
      if (!stopped) keep_(before, part);
      if (auto added = add(std::move(part)); !added) return std::unexpected(added.error());
      if (stopped) {
        if (auto added = count_the_rest(); !added) return std::unexpected(added.error());
        break;
      }
      next_part_ = next_size();
    }
    conclude_certification(whole_, all_subjects_, options_, progress_);
    return std::move(whole_);
  }

 private:
  // Nothing has been put yet; what is joined later must be of this plan and of these subjects.
  void begin() {
    std::vector<SubjectPlan> nobody = subjects_;
    for (SubjectPlan& subject : nobody) subject.availability.built = false;
    whole_ = put_plan(plan_.identity(), nobody, {}, options_, [](const Progress&) {});
  }

  bool is_over() const {
    if (!begun_) return false;
    if (generated_ >= parts_.generated_cases) return true;
    if (!parts_.time) return false;
    const bool nobody_left = std::ranges::none_of(
        subjects_, [](const SubjectPlan& subject) { return subject.availability.built; });
    return nobody_left || whole_.report.timing.seconds >= parts_.time->count();
  }

  // With a time limit, what the run's pace so far can do in the time that is left.
  std::uint64_t next_size() const {
    if (!parts_.time) return parts_.part;
    const double seconds = whole_.report.timing.seconds;
    const double pace = static_cast<double>(generated_) / std::max(seconds, 1e-3);
    const double possible = pace * std::max(parts_.time->count() - seconds, 0.0);
    const auto most = std::min(next_part_ * 2, parts_.part);
    return std::clamp(static_cast<std::uint64_t>(std::min(possible, 1e9)),
                      std::min(kSmallestTimedPart, most), most);
  }

  std::expected<void, std::string> add(Certification part) {
    for (std::size_t s = 0; s < part.report.subjects.size() && s < subjects_.size(); ++s) {
      const report::Subject& row = part.report.subjects[s];
      // Whoever could not go on in a part that nobody stopped was given up; the incident says why.
      if (!part.report.stopped_early && row.counts.not_run > 0) give_up(s);
    }
    generated_ += part.report.generated_cases;
    begun_ = true;
    return join(whole_, std::move(part));
  }

  void give_up(std::size_t subject) {
    if (subjects_[subject].availability.built) subjects_[subject].availability = {false, "", ""};
  }

  // Of a run that was stopped, what is left is part of the plan, and was not run.
  std::expected<void, std::string> count_the_rest() {
    if (parts_.time) return {};
    for (std::size_t s = 0; s < subjects_.size(); ++s) give_up(s);
    while (generated_ < parts_.generated_cases) {
      progress_({"stopped; counting what was not run", {}, 0});
      const Plan rest = plan_.next(std::min(parts_.part, parts_.generated_cases - generated_));
      if (auto added = add(put_plan(rest, subjects_, {}, options_, [](const Progress&) {}));
          !added) {
        return added;
      }
    }
    return {};
  }

  // A part's progress as the whole run's.
  void show(Progress state, std::uint64_t generated_of_part) const {
    for (std::size_t s = 0; s < state.subjects.size(); ++s) {
      const report::Counts& counts = whole_.report.subjects[s].counts;
      state.subjects[s].settled += counts.planned - counts.not_run;
    }
    const std::uint64_t known = whole_.report.cases + state.total;
    const std::uint64_t drawn = generated_ + generated_of_part;
    const std::uint64_t left = parts_.generated_cases - drawn;
    // Of what is still to be drawn about the same share is selected.
    state.total = parts_.time ? 0 : known + (drawn == 0 ? 0 : left * known / drawn);
    progress_(state);
  }

  PlanParts& plan_;
  const std::vector<SubjectPlan>& all_subjects_;
  std::vector<SubjectPlan> subjects_;  // without those that were given up
  const PartsOptions& parts_;
  const CertifyOptions& options_;
  const KeepPart& keep_;
  const ProgressCallback& progress_;

  Certification whole_;  // of the parts so far
  bool begun_ = false;
  std::uint64_t generated_ = 0;
  std::vector<SubjectHistory> history_;  // by subject
  std::uint64_t next_part_;
};

}  // namespace

std::expected<Certification, std::string> run_in_parts(
    PlanParts& plan, const std::vector<SubjectPlan>& subjects, const PartsOptions& parts,
    const CertifyOptions& options, std::vector<Certification> done, const KeepPart& keep,
    const ProgressCallback& progress) {
  return PartsRun(plan, subjects, parts, options, keep, progress).run(std::move(done));
}

}  // namespace grit::conformance
