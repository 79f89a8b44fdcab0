#include "harness/cli/run_directory.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/protocol/op.h"
#include "harness/report/json.h"
#include "harness/report/json_reader.h"
#include "harness/report/junit.h"
#include "harness/report/markdown.h"
#include "harness/vectors/file.h"

namespace grit::cli {
namespace {

namespace fs = std::filesystem;
using conformance::Certification;

// Writes the files of one directory; remembers the first failure and skips the rest.
class Writer {
 public:
  explicit Writer(fs::path directory) : directory_(std::move(directory)) {}

  // Returns `name`, for the report.
  std::string write(const std::string& name, std::span<const std::byte> bytes) {
    if (!problem_.empty()) return name;
    std::error_code error;
    fs::create_directories((directory_ / name).parent_path(), error);
    if (const auto written = write_file(directory_ / name, bytes); !written) {
      problem_ = written.error();
    }
    return name;
  }
  std::string write(const std::string& name, std::string_view text) {
    return write(name, protocol::as_bytes(text));
  }

  const std::string& problem() const { return problem_; }

 private:
  const fs::path directory_;
  std::string problem_;
};

// How the subjects are started: for replaying, and apart from the report, which holds no paths.
std::string subjects_json(const std::vector<conformance::AdapterSpec>& adapters) {
  nlohmann::ordered_json subjects = nlohmann::ordered_json::array();
  for (const conformance::AdapterSpec& adapter : adapters) {
    subjects.push_back(
        {{"name", adapter.name}, {"argv", adapter.command.argv}, {"cwd", adapter.command.cwd}});
  }
  const nlohmann::ordered_json document = {
      {"schema", "grit-subjects"}, {"version", 1}, {"subjects", std::move(subjects)}};
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

std::expected<void, std::string> write_file(const fs::path& path,
                                            std::span<const std::byte> bytes) {
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr;
  if (file != nullptr) {
    written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    written = std::fclose(file) == 0 && written;
  }
  if (written) return {};
  const std::string why = std::generic_category().message(errno);
  // Half a report must not look like one. What is no regular file, a device, is not ours.
  std::error_code ignored;
  if (file != nullptr && fs::is_regular_file(path, ignored)) fs::remove(path, ignored);
  return std::unexpected("cannot write " + path.string() + ": " + why +
                         "; make room, or name another place");
}

std::expected<fs::path, std::string> write_run_directory(
    const fs::path& parent, const std::vector<conformance::AdapterSpec>& adapters,
    Certification& certification) {
  report::Report& report = certification.report;
  const std::time_t now = std::time(nullptr);
  const std::tm utc = fmt::gmtime(now);
  report.timing.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc);
  report.timing.run_id = fmt::format("{:%Y%m%dT%H%M%SZ}-{}", utc, ::getpid());
  const fs::path directory = parent / report.timing.run_id;
  report.timing.directory = directory.string();
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return std::unexpected("cannot make " + directory.string() + ": " + error.message());

  Writer writer(directory);
  for (std::size_t i = 0; i < certification.findings.size(); ++i) {
    const conformance::Found& found = certification.findings[i];
    report::Finding& finding = report.findings[i];
    const bool incubating = finding.evidence == report::Evidence::kIncubating;
    const std::string folder = (incubating ? "incubating/" : "findings/") + finding.id + "/";
    finding.request_file = writer.write(folder + "request.bin", found.request);
    writer.write(folder + "request.frames", conformance::frames_of({{found.op, found.request}}));
    for (const auto& [name, payload] : found.answers) {
      writer.write(folder + name + ".bin", payload);
    }
  }
  for (const conformance::IncidentBytes& bytes : certification.incidents) {
    for (report::Subject& subject : report.subjects) {
      if (subject.name == bytes.subject && bytes.incident < subject.incidents.size()) {
        subject.incidents[bytes.incident].prefix_file = writer.write(
            fmt::format("incidents/{}-{}.frames", bytes.subject, bytes.incident + 1), bytes.frames);
      }
    }
  }
  writer.write("subjects.json", subjects_json(adapters));
  writer.write("report.json", report::to_json(report));
  writer.write("junit.xml", report::to_junit(report));
  writer.write("summary.md", report::to_markdown(report));
  if (!writer.problem().empty()) return std::unexpected(writer.problem());
  return directory;
}

std::expected<report::Report, std::string> read_report(const fs::path& file) {
  const auto text = vectors::read_file(file);
  if (!text) return std::unexpected(text.error());
  auto report = report::from_json(protocol::as_text(*text));
  if (!report) return std::unexpected(file.string() + ": " + report.error());
  return report;
}

std::expected<conformance::Found, std::string> read_found(const fs::path& directory,
                                                          const report::Finding& finding) {
  conformance::Found found;
  found.finding = finding;
  const auto info = protocol::find_op(finding.op);
  if (!info) {
    return std::unexpected((directory / "report.json").string() + ": unknown operation " +
                           finding.op);
  }
  found.op = info->op;
  const fs::path request_file = directory / finding.request_file;
  auto request = vectors::read_file(request_file);
  if (!request) return std::unexpected(request.error());
  found.request = std::move(*request);
  for (const report::Answer& answer : finding.answers) {
    std::string name = conformance::answer_name(answer);
    auto payload = vectors::read_file(request_file.parent_path() / (name + ".bin"));
    if (!payload) return std::unexpected(payload.error());
    found.answers.emplace_back(std::move(name), std::move(*payload));
  }
  return found;
}

std::expected<Certification, std::string> read_run_directory(const fs::path& directory) {
  auto report = read_report(directory / "report.json");
  if (!report) return std::unexpected(report.error());
  Certification certification;
  for (const report::Finding& finding : report->findings) {
    auto found = read_found(directory, finding);
    if (!found) return std::unexpected(found.error());
    certification.findings.push_back(std::move(*found));
  }
  for (const report::Subject& subject : report->subjects) {
    for (std::size_t i = 0; i < subject.incidents.size(); ++i) {
      if (subject.incidents[i].prefix_file.empty()) continue;
      auto frames = vectors::read_file(directory / subject.incidents[i].prefix_file);
      if (!frames) return std::unexpected(frames.error());
      certification.incidents.push_back({subject.name, i, std::move(*frames)});
    }
  }
  certification.report = std::move(*report);
  return certification;
}

std::expected<std::vector<conformance::AdapterSpec>, std::string> read_subjects(
    const fs::path& directory) {
  const fs::path file = directory / "subjects.json";
  const auto text = vectors::read_file(file);
  if (!text) return std::unexpected(text.error());
  std::vector<conformance::AdapterSpec> subjects;
  try {
    const auto document = nlohmann::json::parse(protocol::as_text(*text));
    for (const auto& row : document.at("subjects")) {
      conformance::AdapterSpec spec;
      spec.name = row.at("name").get<std::string>();
      spec.command.argv = row.at("argv").get<std::vector<std::string>>();
      spec.command.cwd = row.at("cwd").get<std::string>();
      if (spec.command.argv.empty()) return std::unexpected(file.string() + ": an empty command");
      subjects.push_back(std::move(spec));
    }
  } catch (const nlohmann::json::exception& error) {
    return std::unexpected(file.string() + " is no list of subjects: " + error.what());
  }
  return subjects;
}

}  // namespace grit::cli
