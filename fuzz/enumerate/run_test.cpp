// Runs: the same whatever the number of threads, stopped and gone on with, and what is kept of
// them.
#include "fuzz/enumerate/run.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "fuzz/enumerate/crash_note.h"
#include "fuzz/enumerate/program.h"
#include "fuzz/enumerate/progress.h"
#include "fuzz/enumerate/state.h"
#include "harness/reference/bytes.h"

namespace grit::enumerate {
namespace {

namespace fs = std::filesystem;
using laws::Implementation;
using reference::Status;

constexpr auto reference_implementation = laws::reference_implementation;

// Files of one test, gone with it.
class Files {
 public:
  Files() : directory_(fs::temp_directory_path() / ("grit-enumerate-" + name())) {
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  ~Files() {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  fs::path at(std::string_view file) const { return directory_ / file; }

 private:
  static std::string name() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->name()) + "-" + std::to_string(::getpid());
  }
  fs::path directory_;
};

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void write(const fs::path& path, std::string_view text) { std::ofstream(path) << text; }

const std::vector<Unit>& all_units() {
  static const std::vector<Unit> kUnits = make_units();
  return kUnits;
}

Work work_of(std::vector<std::string> words, std::optional<Sample> sample = std::nullopt) {
  return Work(all_units(), select_units(all_units(), words).value(), sample);
}

// 1029 + 65536 + 65536 descriptors.
Work small_work() { return work_of({"MXFP4/magic", "I8S24/version+flags", "NVF4/group_axis"}); }

// The reference, in which call number `calls` and all behind it wait until `released`.
Implementation held_after(std::uint64_t calls, std::shared_ptr<std::atomic<bool>> released) {
  Implementation implementation = laws::reference_implementation();
  const auto asked = std::make_shared<std::atomic<std::uint64_t>>(0);
  implementation.check_lengths = [=](const reference::CheckRequest& request, const auto& bytes) {
    if (++*asked > calls) {
      while (!*released) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return reference::check(request, bytes);
  };
  return implementation;
}

// Says that these two versions are right.
Implementation wrong_for_versions(std::uint8_t a, std::uint8_t b) {
  Implementation implementation = laws::reference_implementation();
  implementation.check_lengths = [=](const reference::CheckRequest& request, const auto& bytes) {
    const auto version = std::to_integer<std::uint8_t>(request.descriptor[5]);
    if (version == a || version == b) return reference::CheckResult{};
    return reference::check(request, bytes);
  };
  return implementation;
}

TEST(Run, JudgesEverything) {
  const Work work = small_work();
  ASSERT_EQ(work.size(), 1029U + 65536 + 65536);
  const RunResult result = run(work, reference_implementation(), {.jobs = 1});
  EXPECT_TRUE(result.finished(work));
  // By hand: 1028 magics, 65535 pairs and no axis are refused at steps 1 and 2.
  EXPECT_EQ(result.tally.totals(), (StatusCounts{1 + 1 + 2, 65534, 1028 + 65535, 0, 0}));
}

TEST(Run, ThreadsChangeNothing) {
  const Work work = small_work();
  const RunResult one = run(work, reference_implementation(), {.jobs = 1, .piece = 1000});
  const RunResult three = run(work, reference_implementation(), {.jobs = 3, .piece = 777});
  EXPECT_EQ(one.tally, three.tally);
  EXPECT_TRUE(three.finished(work));
}

TEST(Run, StoppedInTheMiddleAndGoneOnWithIsOneRun) {
  const Work work = small_work();
  const RunResult whole = run(work, reference_implementation(), {.jobs = 1, .piece = 1000});
  const auto released = std::make_shared<std::atomic<bool>>(false);
  const RunOptions stopping{.jobs = 2, .piece = 1000, .keep_going = [&](const Tally&) {
                              *released = true;
                              return false;
                            }};
  const RunResult half = run(work, held_after(60'000, released), stopping);
  EXPECT_FALSE(half.violation);
  ASSERT_GT(half.tally.done, 0U);
  ASSERT_LT(half.tally.done, work.size());
  EXPECT_FALSE(half.finished(work));

  const Files files;
  ASSERT_TRUE(write_state(files.at("state"), work, "build", half.tally));
  const auto kept = read_state(files.at("state"), work, "build");
  ASSERT_TRUE(kept) << kept.error();
  EXPECT_EQ(*kept, half.tally);
  const RunResult rest = run(work, reference_implementation(), {.jobs = 2, .piece = 999}, *kept);
  EXPECT_TRUE(rest.finished(work));
  EXPECT_EQ(rest.tally, whole.tally);
}

TEST(Run, TheFirstViolationIsFoundWhateverTheThreads) {
  const Work work = work_of({"MXFP4/version+flags"});
  for (const unsigned jobs : {1U, 4U}) {
    const RunResult result = run(work, wrong_for_versions(200, 100), {.jobs = jobs, .piece = 500});
    ASSERT_TRUE(result.violation);
    EXPECT_EQ(result.violation->index, 100U * 256);
    EXPECT_EQ(result.tally.done, 100U * 256 / 500 * 500);
  }
}

// Totals that an enumeration of the wrong descriptors would have: the answer to each was right.
TEST(Run, WrongTotalsAreNoticedAtTheEnd) {
  const Work work = work_of({"MXFP4/version"});
  const RunResult result =
      run(work, reference_implementation(), {}, {.done = 256, .counts = {{2, {256, 0, 0, 0, 0}}}});
  ASSERT_TRUE(result.violation);
  EXPECT_EQ(result.violation->broken.fault, Fault::kCounts);
  EXPECT_FALSE(result.finished(work));
}

TEST(Run, ASampleIsDrawnFromItsSeed) {
  const Work work = work_of({}, Sample{30'000, 7});
  ASSERT_EQ(work.size(), 30'000U);
  const RunResult one = run(work, reference_implementation(), {.jobs = 1});
  const RunResult two = run(work, reference_implementation(), {.jobs = 2, .piece = 1234});
  EXPECT_TRUE(one.finished(work));
  EXPECT_EQ(one.tally, two.tally);
  EXPECT_EQ(one.tally.counts.size(), all_units().size());  // no unit is left out
  const Work other = work_of({}, Sample{30'000, 8});
  EXPECT_NE(run(other, reference_implementation(), {}).tally, one.tally);
  EXPECT_NE(other.fingerprint(), work.fingerprint());
}

TEST(State, OfSomethingElseIsRefused) {
  const Files files;
  const Work work = small_work();
  const fs::path file = files.at("state");
  EXPECT_EQ(read_state(file, work, "build").value(), Tally{});
  ASSERT_TRUE(write_state(file, work, "build", {}));
  EXPECT_TRUE(read_state(file, work, "build"));
  EXPECT_NE(read_state(file, work, "another").error().find("another build of this program"),
            std::string::npos);
  EXPECT_NE(read_state(file, work_of({"Q4KS/magic"}), "build").error().find("other units"),
            std::string::npos);
  write(file, "{}");
  EXPECT_NE(read_state(file, work, "build").error().find("not the state of an enumeration"),
            std::string::npos);
  write(file, "");
  EXPECT_FALSE(read_state(file, work, "build"));
  EXPECT_NE(read_state(files.at("."), work, "build").error().find("cannot read"),
            std::string::npos);
  EXPECT_NE(write_state(files.at("none/state"), work, "build", {}).error().find("cannot write"),
            std::string::npos);
}

TEST(State, ADamagedOneIsRefused) {
  const Files files;
  const Work work = small_work();
  const fs::path file = files.at("state");
  ASSERT_TRUE(write_state(file, work, "build", {3, {{0, {1, 0, 2, 0, 0}}}}));
  const std::string good = read(file);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write(file, text.replace(at, from.size(), to));
    const auto kept = read_state(file, work, "build");
    return kept ? std::string("taken") : kept.error();
  };
  EXPECT_NE(with("\"done\": 3", "\"done\": 4").find("is damaged"), std::string::npos);
  EXPECT_NE(with("\"done\": 3", "\"done\": -3").find("is damaged"), std::string::npos);
  EXPECT_NE(with("\"unit\": 1", "\"unit\": 0").find("is damaged"), std::string::npos);
  EXPECT_NE(with("\"unit\": 1", "\"unit\": 1783").find("is damaged"), std::string::npos);
  EXPECT_NE(with("\"counts\"", "\"count\"").find("is damaged"), std::string::npos);
  EXPECT_NE(with("\"version\": 1", "\"version\": 2").find("another version"), std::string::npos);
  EXPECT_EQ(with("\"done\": 3", "\"done\": 3"), "taken");
}

// The program's outputs, in files.
struct Ran {
  int exit_code;
  std::string out;
  std::string err;
};

Ran run_with(const Files& files, const Options& options,
             const std::function<void(Surroundings&)>& change = {},
             const Implementation& implementation = laws::reference_implementation()) {
  std::FILE* const out = std::fopen(files.at("out").c_str(), "w");
  std::FILE* const err = std::fopen(files.at("err").c_str(), "w");
  Surroundings surroundings{.out = out,
                            .err = err,
                            .terminal = false,
                            .command = "grit-enumerate --state F",
                            .build = "build",
                            .implementation = implementation,
                            .stop_asked = [] { return false; },
                            .watch = {},
                            .piece = 1000,
                            .save_every = std::chrono::seconds(5)};
  if (change) change(surroundings);
  const int exit_code = run_program(options, surroundings);
  std::fclose(out);
  std::fclose(err);
  return {exit_code, read(files.at("out")), read(files.at("err"))};
}

Options parsed(std::vector<std::string_view> words) { return parse_options(words).value(); }

TEST(Program, EverythingRight) {
  const Files files;
  const Ran ran = run_with(files, parsed({"--units", "MXFP4/version", "Q4KS/group_axis"}));
  EXPECT_EQ(ran.exit_code, kExitRight);
  EXPECT_NE(ran.out.find("2 units: 65,792 of 65,792 descriptors judged"), std::string::npos);
  EXPECT_NE(ran.out.find("every answer is right"), std::string::npos);
  EXPECT_EQ(ran.err, "");  // quiet in a pipe
}

TEST(Program, ProgressOnATerminal) {
  const Files files;
  const auto released = std::make_shared<std::atomic<bool>>(false);
  const Ran ran = run_with(
      files, parsed({"--units", "MXFP4/group_axis", "--jobs", "1"}),
      [&](Surroundings& surroundings) {
        surroundings.terminal = true;
        surroundings.stop_asked = [&] {
          *released = true;
          return false;
        };
      },
      held_after(30'000, released));
  EXPECT_EQ(ran.exit_code, kExitRight);
  EXPECT_NE(ran.err.find(" of 65,536"), std::string::npos) << ran.err;
  EXPECT_EQ(progress_line(8000, 1000, 0, 4), "12.5 %  1,000 of 8,000  250 a second  28 s left");
  EXPECT_EQ(progress_line(8000, 1000, 1000, 4), "12.5 %  1,000 of 8,000");
  EXPECT_EQ(grouped(7064125440), "7,064,125,440");
}

TEST(Program, AViolation) {
  const Files files;
  const Implementation faulty = wrong_for_versions(3, 3);
  const Ran ran = run_with(files, parsed({"--units", "MXFP4/version"}), {}, faulty);
  EXPECT_EQ(ran.exit_code, kExitViolation);
  EXPECT_NE(ran.out.find("violation: not-the-expected-answer"), std::string::npos);
  EXPECT_NE(ran.out.find("TEST(Enumeration, Mxfp4VersionIndex3)"), std::string::npos);

  const Ran json = run_with(files, parsed({"--units", "MXFP4/version", "--json"}), {}, faulty);
  EXPECT_EQ(json.exit_code, kExitViolation);
  const auto document = nlohmann::json::parse(json.out);
  EXPECT_EQ(document["result"], "violation");
  EXPECT_EQ(document["violation"]["index"], 3);
  EXPECT_EQ(document["violation"]["fields"][0]["name"], "version");
  EXPECT_EQ(document["planned"], 256);
}

TEST(Program, StoppedAndGoneOnWith) {
  const Files files;
  const std::string state = files.at("state");
  const Options options = parsed(
      {"--units", "MXFP4/group_axis", "I8S24/k0", "--jobs", "2", "--json", "--state", state});
  const auto released = std::make_shared<std::atomic<bool>>(false);
  const Ran stopped = run_with(
      files, options,
      [&](Surroundings& surroundings) {
        surroundings.stop_asked = [&] {
          *released = true;
          return true;
        };
      },
      held_after(50'000, released));
  EXPECT_EQ(stopped.exit_code, kExitStopped);
  EXPECT_EQ(stopped.err,
            "grit-enumerate: stopped; the same command goes on: grit-enumerate --state F\n");
  const auto half = nlohmann::json::parse(stopped.out);
  EXPECT_EQ(half["result"], "stopped");
  const auto planned = half["planned"].get<std::uint64_t>();
  const auto done = half["done"].get<std::uint64_t>();
  EXPECT_EQ(planned, 2U * 65536);
  EXPECT_GT(done, 0U);
  EXPECT_EQ(half["left"].get<std::uint64_t>(), planned - done);

  const Ran rest = run_with(files, options);
  EXPECT_EQ(rest.exit_code, kExitRight);
  const auto whole = nlohmann::json::parse(rest.out);
  EXPECT_EQ(whole["result"], "right");
  EXPECT_EQ(whole["done"], planned);
  EXPECT_EQ(whole["timing"]["done_before"], done);
  // By hand: two axes and one k0 are right.
  EXPECT_EQ(whole["answers"]["Ok"], 3);
  EXPECT_EQ(whole["answers"]["SizeMismatch"], 65534);
  EXPECT_EQ(whole["answers"]["GradeUnknown"], 65535);

  Options other = options;
  other.units = {"I8S24/k0"};
  const Ran refused = run_with(files, other);
  EXPECT_EQ(refused.exit_code, kExitInfrastructure);
  EXPECT_NE(refused.err.find("is of other units"), std::string::npos);
}

TEST(Program, AStateThatCannotBeWrittenIsNoResult) {
  const Files files;
  const Ran ran =
      run_with(files, parsed({"--units", "MXFP4/version", "--state", "/proc/none/state"}));
  EXPECT_EQ(ran.exit_code, kExitInfrastructure);
  EXPECT_NE(ran.err.find("cannot write /proc/none/state"), std::string::npos);
}

TEST(Program, AList) {
  const Files files;
  const Ran ran = run_with(files, parsed({"--list", "--units", "2-3"}));
  EXPECT_EQ(ran.exit_code, kExitRight);
  EXPECT_NE(ran.out.find("MXFP4/version"), std::string::npos);
  EXPECT_NE(ran.out.find("2 units, 512 descriptors\n"), std::string::npos);
  const auto document = nlohmann::json::parse(run_with(files, parsed({"--list", "--json"})).out);
  EXPECT_EQ(document["units"].size(), all_units().size());
}

TEST(Program, UnitsThatAreNotThere) {
  const Files files;
  EXPECT_EQ(run_with(files, parsed({"--units", "MXFP9"})).exit_code, kExitUsage);
  EXPECT_EQ(run_with(files, parsed({"--units", "1", "--shard", "2/2"})).exit_code, kExitUsage);
}

TEST(Options, WordsThatAreNone) {
  const auto error = [](std::vector<std::string_view> words) {
    const auto options = parse_options(words);
    return options ? std::string("taken") : options.error();
  };
  EXPECT_EQ(error({"--speed"}), "unknown argument: --speed");
  EXPECT_EQ(error({"1"}), "unknown argument: 1");
  EXPECT_NE(error({"--units"}).find("--units wants"), std::string::npos);
  EXPECT_NE(error({"--units", "--json"}).find("--units wants"), std::string::npos);
  for (const std::string_view shard : {"", "1", "0/2", "3/2", "1/2/3", "a/b"}) {
    EXPECT_NE(error({"--shard", shard}).find("--shard wants"), std::string::npos) << shard;
  }
  EXPECT_NE(error({"--slice", "0"}).find("--slice wants"), std::string::npos);
  EXPECT_NE(error({"--jobs", "0"}).find("--jobs wants"), std::string::npos);
  EXPECT_NE(error({"--jobs", "9999"}).find("--jobs wants"), std::string::npos);
  EXPECT_NE(error({"--state"}).find("--state wants"), std::string::npos);
  EXPECT_NE(error({"--seed", "3"}).find("give --slice"), std::string::npos);
  EXPECT_NE(error({"--slice", "3", "--seed", "x"}).find("--seed wants"), std::string::npos);
  const Options options = parsed({"--slice", "5", "--seed", "18446744073709551615"});
  EXPECT_EQ(options.slice->seed, UINT64_MAX);
}

// A check that brings the process down names the descriptor first.
TEST(CrashNote, NamesTheDescriptor) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  Implementation faulty = laws::reference_implementation();
  faulty.check_lengths = [](const reference::CheckRequest& request, const auto& bytes) {
    if (request.descriptor[5] == std::byte{4}) std::abort();
    return reference::check(request, bytes);
  };
  const auto crash = [&] {
    note_crashes();
    run(work_of({"MXFP4/version"}), faulty, {.watch = this_thread});
  };
  EXPECT_EXIT(crash(), ::testing::KilledBySignal(SIGABRT),
              "violation: crash: descriptor 4752543140040100432007");
}

// The program itself: SIGTERM ends it with a state from which it goes on.
TEST(Program, ASignalStopsTheProcess) {
  const Files files;
  const std::string state = files.at("state");
  const std::string command = "'" + std::string(GRIT_ENUMERATE) +
                              "' --units MXFP4/flags+k0 Q4KS/flags+k0 --jobs 2 --state '" + state +
                              "' >'" + files.at("log").string() +
                              "' 2>&1 & sleep 0.5; kill -TERM $!; wait $!";
  const int status = std::system(command.c_str());
  const std::string log = read(files.at("log"));
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), kExitStopped) << log;
  EXPECT_NE(log.find("stopped; the same command goes on: "), std::string::npos) << log;
  EXPECT_NE(read(state).find("\"schema\": \"grit-enumeration-state\""), std::string::npos);
}

}  // namespace
}  // namespace grit::enumerate
