// grit-bench: measures the product beside its peers (docs/BENCHMARKS.md). `./grit bench` builds it,
// and the peers, and starts it.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "bench/contests.h"
#include "bench/gate.h"
#include "bench/peers/child.h"
#include "bench/peers/library.h"
#include "bench/report.h"
#include "bench/results.h"
#include "harness/cli/terminal.h"
#include "harness/reference/kernels/isa.h"

namespace grit::bench {
namespace {

namespace kernels = reference::kernels;
using cli::kExitClean;
using cli::kExitDifferent;
using cli::kExitInfrastructure;
using cli::kExitUsage;

struct Options {
  std::vector<std::string> against;
  std::vector<std::string> ops;
  bool quick = false;
  bool json = false;
  bool markdown = false;
  bool list = false;
  std::string gate;
  std::string record;
  std::string build;   // where peers are built
  std::string source;  // the project
};

constexpr std::array<std::string_view, 12> kPeerNames{"reference", "crate",  "ggml", "gguf-py",
                                                      "ml_dtypes", "python", "c",    "memset",
                                                      "serial",    "fnv64",  "Ok",   "byte 127"};

// The peers that are there; they live as long as this does.
struct OpenPeers {
  std::optional<PeerLibrary> crate;
  std::optional<PeerLibrary> ggml;
  std::optional<PeerChild> gguf;
  std::optional<PeerChild> ml_dtypes;
  std::optional<PeerChild> python;
  std::vector<std::string> versions;
  std::vector<std::string> missing;  // the name, and why

  Peers borrowed() {
    return {.crate = crate ? &crate->peer() : nullptr,
            .ggml = ggml ? &ggml->peer() : nullptr,
            .gguf = gguf ? &*gguf : nullptr,
            .ml_dtypes = ml_dtypes ? &*ml_dtypes : nullptr,
            .python = python ? &*python : nullptr};
  }
};

bool asked(const Options& options, std::string_view peer) {
  return options.against.empty() ||
         std::ranges::find(options.against, peer) != options.against.end();
}

std::unique_ptr<OpenPeers> open_peers(const Options& options) {
  auto peers = std::make_unique<OpenPeers>();
  const std::filesystem::path build = options.build;
  const auto library = [&](std::string_view name, std::optional<PeerLibrary>& to) {
    if (!asked(options, name)) return;
    auto opened = PeerLibrary::open(build / "bench" / name / "peer.so");
    if (!opened) {
      peers->missing.push_back(fmt::format("{}: {}", name, opened.error()));
      return;
    }
    to.emplace(std::move(*opened));
    peers->versions.push_back(fmt::format("{} ({})", name, to->peer().version));
  };
  const auto child = [&](const std::string& name, std::string_view adapter,
                         std::optional<PeerChild>& to) {
    if (!asked(options, name)) return;
    auto started = PeerChild::start(
        build / "adapters" / adapter / "venv" / "bin" / "python",
        std::filesystem::path(options.source) / "bench" / "peers" / "python" / "peer.py", name);
    if (!started) {
      peers->missing.push_back(fmt::format("{}: {}", name, started.error()));
      return;
    }
    to.emplace(std::move(*started));
    peers->versions.push_back(fmt::format("{} ({})", name, to->version()));
  };
  library("crate", peers->crate);
  library("ggml", peers->ggml);
  // Too slow for every run of the tests.
  if (!options.quick) {
    child("gguf-py", "gguf", peers->gguf);
    child("ml_dtypes", "ml-dtypes", peers->ml_dtypes);
    child("python", "published-python", peers->python);
  }
  return peers;
}

bool selected(const Options& options, const PlannedContest& contest) {
  if (options.quick && !contest.quick) return false;
  return options.ops.empty() ||
         std::ranges::find(options.ops, contest.subject.op) != options.ops.end();
}

bool whole(const Options& options) {
  return !options.quick && options.ops.empty() && options.against.empty();
}

// Leaves out the contenders that nobody asked about.
void keep_asked(Contest& contest, const Options& options) {
  if (options.against.empty()) return;
  std::erase_if(contest.contenders, [&](const Contender& contender) {
    return contender.peer != kProduct && !asked(options, contender.peer);
  });
}

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}
  void show(const Subject& subject) {
    ++done_;
    if (terminal_) fmt::print(stderr, "\r\033[K{}/{} {}", done_, total_, subject_name(subject));
  }
  ~Progress() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  std::size_t total_;
  std::size_t done_ = 0;
  bool terminal_;
};

int usage(const std::string& why) {
  fmt::print(stderr, "grit bench: {}\n", why);
  return kExitUsage;
}

// A ratio that has fallen is measured again, longer, before it counts: machines are not quiet.
std::expected<std::vector<Gated>, std::string> gated_again(
    std::vector<Gated> rows, const std::vector<PlannedContest>& contests, const Machine& machine,
    std::span<const Results> committed) {
  for (int round = 1; round <= 3; ++round) {
    for (const PlannedContest& contest : contests) {
      const bool fell = std::ranges::any_of(
          rows, [&](const Gated& row) { return row.subject == contest.subject && !row.passed(); });
      if (!fell) continue;
      auto again = hold(contest.prepare(), {.seconds = 0.01 * round, .repetitions = 20});
      if (!again) return std::unexpected(again.error());
      for (const Gated& better : gate(*again, machine, committed)) {
        for (Gated& row : rows) {
          if (row.subject == better.subject && row.base == better.base) {
            row.ratio = std::max(row.ratio, better.ratio);
          }
        }
      }
    }
  }
  return rows;
}

int show_gate(const Options& options, const Results& results,
              const std::vector<PlannedContest>& contests, bool colour) {
  const auto committed = read_results(options.gate);
  if (!committed) return usage(committed.error());
  auto rows = gated_again(gate(results.measurements, results.machine, *committed), contests,
                          results.machine, *committed);
  if (!rows) {
    fmt::print(stderr, "grit bench: {}\n", rows.error());
    return kExitDifferent;
  }
  if (rows->empty()) {
    fmt::print(stderr,
               "grit bench: no ratio is committed for {} in {}; `./grit bench --record {}` writes "
               "this machine's\n",
               results.machine.isa, options.gate, options.gate);
    return kExitInfrastructure;
  }
  fmt::print("{}", to_text(*rows, colour));
  return std::ranges::all_of(*rows, &Gated::passed) ? kExitClean : kExitDifferent;
}

int record(const Options& options, const Results& results) {
  const std::filesystem::path base = std::filesystem::path(options.record) / results.machine.kind;
  for (const auto& [extension, text] : {std::pair{".json", to_json(results)},
                                        std::pair{".md", to_markdown(results, whole(options))}}) {
    const std::string file = base.string() + extension;
    std::ofstream out(file);
    out << text;
    out.close();
    if (!out) {
      fmt::print(stderr, "grit bench: cannot write {}\n", file);
      return kExitInfrastructure;
    }
    fmt::print(stderr, "written: {}\n", file);
  }
  return kExitClean;
}

int run(const Options& options) {
  for (const std::string& peer : options.against) {
    if (std::ranges::find(kPeerNames, peer) == kPeerNames.end()) {
      return usage(
          fmt::format("no peer is called {}; there are {}", peer, fmt::join(kPeerNames, ", ")));
    }
  }
  const auto isa = kernels::choose_isa(kernels::requested_isa());
  if (!isa) return usage(fmt::format("{}={}", kernels::kIsaVariable, isa.error().message));
  // What glibc gives back to the system after every call it has to get again, page by page: that
  // would be measured instead of those peers that allocate.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);

  const std::unique_ptr<OpenPeers> open = open_peers(options);
  const Peers peers = open->borrowed();
  std::vector<PlannedContest> contests = all_contests(peers, *isa);
  std::erase_if(contests,
                [&](const PlannedContest& contest) { return !selected(options, contest); });
  if (contests.empty()) return usage("nothing is selected; --list shows what there is");
  if (options.list) {
    for (const PlannedContest& contest : contests)
      fmt::print("{}\n", subject_name(contest.subject));
    return kExitClean;
  }
  for (const std::string& missing : open->missing) {
    fmt::print(stderr, "not there: {}\n", missing);
  }
  if (!options.against.empty() && !open->missing.empty()) return kExitInfrastructure;

  const Effort effort = options.quick ? Effort{.seconds = 0.004, .repetitions = 9} : Effort{};
  Results results{.machine = this_machine(*isa), .peers = open->versions, .measurements = {}};
  Progress progress(contests.size());
  for (const PlannedContest& planned : contests) {
    progress.show(planned.subject);
    Contest contest = planned.prepare();
    keep_asked(contest, options);
    auto measured = hold(contest, effort);
    if (!measured) {
      fmt::print(stderr, "\ngrit bench: {}\n", measured.error());
      return kExitDifferent;
    }
    for (Measurement& measurement : *measured) {
      if (options.json) {
        fmt::print("{}\n", to_json_line(measurement));
        std::fflush(stdout);
      }
      results.measurements.push_back(std::move(measurement));
    }
  }
  const bool colour = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  if (!options.record.empty()) return record(options, results);
  if (!options.gate.empty()) return show_gate(options, results, contests, colour);
  if (options.markdown) {
    fmt::print("{}", to_markdown(results, whole(options)));
  } else if (!options.json) {
    fmt::print("{}", to_text(results, whole(options), colour));
  }
  return kExitClean;
}

}  // namespace
}  // namespace grit::bench

int main(int argc, char** argv) {
  CLI::App app(
      "Measures GRIT's operations beside peers: ratios in one run, the fastest of many "
      "repetitions.\nExit codes: 0 measured, or every ratio held; 1 a ratio fell, or a peer "
      "answers differently;\n2 wrong usage, or nothing selected; 3 a peer that was named is "
      "not there, or nothing to compare with.",
      "grit bench");
  grit::bench::Options options;
  app.add_option("--against", options.against, "only this peer; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--op", options.ops, "only this operation; may be repeated")
      ->allow_extra_args(false);
  app.add_flag("--quick", options.quick, "the short form: small sizes, no peers in Python");
  app.add_flag("--list", options.list, "what would be measured");
  auto* json = app.add_flag("--json", options.json, "a line of JSON a measurement");
  auto* markdown = app.add_flag("--markdown", options.markdown, "the table in Markdown");
  auto* gate =
      app.add_option("--gate", options.gate,
                     "compare with the results in this folder; a ratio that has lost 30 % fails");
  auto* record = app.add_option("--record", options.record,
                                "write results for this kind of machine into this folder");
  app.add_option("--build", options.build, "where peers are built")
      ->envname("GRIT_BENCH_PEERS")
      ->required();
  app.add_option("--source", options.source, "the project")->envname("GRIT_ROOT")->required();
  json->excludes(markdown, gate, record);
  markdown->excludes(gate, record);
  gate->excludes(record);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : (app.exit(error), grit::cli::kExitUsage);
  }
  return grit::bench::run(options);
}
