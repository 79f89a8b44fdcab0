#include "harness/cli/run_directory.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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

constexpr std::string_view kSubjectsFile = "subjects.json";
constexpr std::string_view kPartsFolder = "parts";

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

std::expected<fs::path, std::string> make_run_directory(
    const fs::path& parent, const std::vector<conformance::AdapterSpec>& adapters) {
  const std::tm utc = fmt::gmtime(std::time(nullptr));
  const fs::path directory = parent / fmt::format("{:%Y%m%dT%H%M%SZ}-{}", utc, ::getpid());
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return std::unexpected("cannot make " + directory.string() + ": " + error.message());
  const std::string subjects = subjects_json(adapters);
  if (const auto ok = write_file(directory / kSubjectsFile, protocol::as_bytes(subjects)); !ok) {
    return std::unexpected(ok.error());
  }
  return directory;
}

std::expected<void, std::string> write_run(const fs::path& directory,
                                           Certification& certification) {
  report::Report& report = certification.report;
  report.timing.run_id = directory.filename().string();
  report.timing.directory = directory.string();
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
  writer.write("report.json", report::to_json(report));
  writer.write("junit.xml", report::to_junit(report));
  writer.write("summary.md", report::to_markdown(report));
  if (!writer.problem().empty()) return std::unexpected(writer.problem());
  return {};
}

std::expected<void, std::string> write_part(const fs::path& directory,
                                            std::uint64_t generated_before, Certification& part) {
  const std::string name =
      fmt::format("{:09}-{:09}", generated_before, generated_before + part.report.generated_cases);
  const fs::path kept = directory / kPartsFolder / name;
  const fs::path unfinished = directory / (name + ".unfinished");
  std::error_code error;
  fs::create_directories(directory / kPartsFolder, error);
  if (!error) fs::create_directories(unfinished, error);
  if (error) return std::unexpected("cannot make " + kept.string() + ": " + error.message());
  auto written = write_run(unfinished, part);
  if (written) {
    fs::rename(unfinished, kept, error);
    if (!error) return {};
    written = std::unexpected("cannot make " + kept.string() + ": " + error.message());
  }
  fs::remove_all(unfinished, error);
  return written;
}

std::expected<std::vector<Certification>, std::string> read_parts(
    const fs::path& directory, const std::vector<conformance::AdapterSpec>& adapters) {
  const auto subjects = vectors::read_file(directory / kSubjectsFile);
  if (!subjects) {
    return std::unexpected(directory.string() + " is no directory of a run: " + subjects.error());
  }
  if (protocol::as_text(*subjects) != subjects_json(adapters)) {
    return std::unexpected(directory.string() +
                           " was run with other subjects or commands; repeat its command line");
  }
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator it(directory / kPartsFolder, error), end; !error && it != end;
       it.increment(error)) {
    folders.push_back(it->path());
  }
  if (folders.empty()) {
    return std::unexpected(
        directory.string() +
        (fs::exists(directory / "report.json")
             ? " has no part to go on from: it came to its end, or was stopped in its first part"
             : " has no part to go on from: it was stopped in its first part"));
  }
  // Names begin with a number of fixed width.
  std::ranges::sort(folders);
  std::vector<Certification> parts;
  std::uint64_t before = 0;
  for (const fs::path& folder : folders) {
    auto part = read_run_directory(folder);
    if (!part) return std::unexpected(part.error());
    const std::uint64_t after = before + part->report.generated_cases;
    if (folder.filename() != fmt::format("{:09}-{:09}", before, after)) {
      return std::unexpected(
          fmt::format("{} does not follow the part before it, which ends at {}; remove it and what "
                      "comes after it",
                      folder.string(), before));
    }
    before = after;
    parts.push_back(std::move(*part));
  }
  return parts;
}

void remove_parts(const fs::path& directory) {
  std::error_code ignored;
  fs::remove_all(directory / kPartsFolder, ignored);
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
  const fs::path file = directory / kSubjectsFile;
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
