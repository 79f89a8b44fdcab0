#include "harness/cli/run_directory.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <fstream>

#include "harness/report/json.h"
#include "harness/report/junit.h"
#include "harness/report/markdown.h"

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

}  // namespace

std::expected<void, std::string> write_file(const fs::path& path,
                                            std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return std::unexpected("cannot write " + path.string());
  return {};
}

std::expected<fs::path, std::string> write_run_directory(const fs::path& parent,
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
  for (const conformance::FindingBytes& bytes : certification.findings) {
    const std::string folder = "findings/" + bytes.finding_id + "/";
    for (report::Finding& finding : report.findings) {
      if (finding.id == bytes.finding_id) {
        finding.request_file = writer.write(folder + "request.bin", bytes.request);
      }
    }
    for (const auto& [name, payload] : bytes.answers) {
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
  writer.write("report.json", report::to_json(report));
  writer.write("junit.xml", report::to_junit(report));
  writer.write("summary.md", report::to_markdown(report));
  if (!writer.problem().empty()) return std::unexpected(writer.problem());
  return directory;
}

}  // namespace grit::cli
