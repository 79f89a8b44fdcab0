#include "harness/cli/adapters_new.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <expected>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "harness/cli/places.h"
#include "harness/conformance/adapter_spec.h"

namespace grit::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kCommand = "adapters new";
// What stands in the templates for the adapter's name.
constexpr std::string_view kPlaceholder = "my-adapter";

// What is to be done with a written skeleton; {} stands for its directory.
struct Skeleton {
  std::string_view language;
  std::array<std::string_view, 2> build;  // commands of a shell; empty ones are none
  std::string_view run;
};

constexpr std::array<Skeleton, 5> kSkeletons = {{
    {"c", {"make -C {}", ""}, "{}/build/adapter"},
    {"cpp", {"cmake -S {} -B {}/build", "cmake --build {}/build"}, "{}/build/adapter"},
    {"python", {"", ""}, "python3 {}/main.py"},
    {"rust",
     {"cargo build --release --manifest-path {}/Cargo.toml", ""},
     "{}/target/release/adapter"},
    {"typescript",
     {"npm --prefix {} install", "npm --prefix {} run build"},
     "node {}/dist/main.js"},
}};

// Where a build puts its outputs; none of it belongs to a template.
constexpr std::array<std::string_view, 5> kOutputs = {"build", "target", "dist", "node_modules",
                                                      "__pycache__"};

struct Failure {
  int exit_code;
  std::string message;
};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// A word as a shell reads it.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      "0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  return "'" + replaced(word, "'", "'\\''") + "'";
}

// Narrower than a subject's name: it is the name of a package as well.
bool is_package_name(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_further = [&](char c) {
    return is_lower(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !name.empty() && is_lower(name.front()) && std::ranges::all_of(name, is_further);
}

std::expected<std::string, Failure> adapter_name(const fs::path& directory) {
  fs::path path = fs::absolute(directory).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // a trailing slash
  const std::string name = path.filename().string();
  if (!is_package_name(name)) {
    return std::unexpected(Failure{
        kExitUsage,
        fmt::format("\"{}\" cannot name an adapter: lower-case letters, digits, - and _, beginning "
                    "with a letter; the name is the last component of the directory",
                    name)});
  }
  if (!conformance::parse_adapter_argument(name + "=command")) {
    return std::unexpected(
        Failure{kExitUsage, "\"" + name + "\" cannot name an adapter: it is reserved or too long"});
  }
  return name;
}

// Whether the directory can become the adapter's; a failure that says why not.
std::expected<void, Failure> expect_free(const fs::path& directory) {
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  if (status.type() == fs::file_type::not_found) return {};
  if (status.type() != fs::file_type::directory) {
    return std::unexpected(
        Failure{kExitUsage, directory.string() + " is there and is no directory; name another"});
  }
  const bool empty = fs::is_empty(directory, error);
  if (error) {
    return std::unexpected(
        Failure{kExitInfrastructure, directory.string() + ": " + error.message()});
  }
  if (!empty) {
    return std::unexpected(
        Failure{kExitUsage, directory.string() + " is not empty; name a new directory"});
  }
  return {};
}

// The files of a template, relative to it, sorted.
std::expected<std::vector<fs::path>, Failure> template_files(const fs::path& top) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator it(top, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (std::ranges::find(kOutputs, it->path().filename().string()) != kOutputs.end()) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file(error)) {
      files.push_back(it->path().lexically_relative(top));
    }
  }
  if (error) {
    return std::unexpected(Failure{kExitInfrastructure, top.string() + ": " + error.message()});
  }
  std::ranges::sort(files);
  return files;
}

std::expected<void, Failure> write_file(const fs::path& from, const fs::path& to,
                                        const std::string& name) {
  std::ifstream source(from, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(source), {});
  if (!source) {
    return std::unexpected(Failure{kExitInfrastructure, "cannot read " + from.string()});
  }
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  std::ofstream sink(to, std::ios::binary);
  sink << replaced(text, kPlaceholder, name);
  sink.close();
  if (error || !sink) {
    return std::unexpected(
        Failure{kExitInfrastructure,
                "cannot write " + to.string() + "; is there room, and may you write there?"});
  }
  // Scripts stay executable.
  fs::permissions(to, fs::status(from, error).permissions(), error);
  return {};
}

// What was written, and what comes next.
struct Written {
  std::string name;
  std::vector<fs::path> files;
  std::vector<std::string> build;  // commands of a shell
  std::string adapter;             // the argument of --adapter
};

std::expected<Written, Failure> write_skeleton(const AdaptersNewArguments& arguments) {
  const auto skeleton = std::ranges::find(kSkeletons, arguments.language, &Skeleton::language);
  if (skeleton == kSkeletons.end()) {
    return std::unexpected(
        Failure{kExitUsage, fmt::format("there is no skeleton for --lang {}; there are {}",
                                        arguments.language, skeleton_languages())});
  }
  const fs::path directory = arguments.directory;
  auto name = adapter_name(directory);
  if (!name) return std::unexpected(name.error());
  if (auto free = expect_free(directory); !free) return std::unexpected(free.error());
  const auto places = find_places();
  if (!places) return std::unexpected(Failure{kExitInfrastructure, places.error()});
  const fs::path top = places->root / "adapters" / "kit" / skeleton->language;
  auto files = template_files(top);
  if (!files) return std::unexpected(files.error());
  for (const fs::path& file : *files) {
    if (auto ok = write_file(top / file, directory / file, *name); !ok) {
      return std::unexpected(ok.error());
    }
  }
  const std::string place = quoted(directory.string());
  Written written{*name, std::move(*files), {}, *name + "="};
  written.adapter += replaced(std::string(skeleton->run), "{}", place);
  for (const std::string_view command : skeleton->build) {
    if (!command.empty()) written.build.push_back(replaced(std::string(command), "{}", place));
  }
  return written;
}

std::string as_json(const AdaptersNewArguments& arguments, const Written& written) {
  Json json{{"schema", "grit-adapter-skeleton"},
            {"version", 1},
            {"language", arguments.language},
            {"name", written.name},
            {"directory", arguments.directory},
            {"files", Json::array()},
            {"build", written.build},
            {"adapter", written.adapter}};
  for (const fs::path& file : written.files) json["files"].push_back(file.generic_string());
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string as_text(const AdaptersNewArguments& arguments, const Written& written) {
  std::string text = fmt::format("{}: the adapter {} with {} files\n", arguments.directory,
                                 written.name, written.files.size());
  for (const fs::path& file : written.files) text += "  " + file.generic_string() + "\n";
  text += "next\n";
  for (const std::string& command : written.build) text += "  " + command + "\n";
  const std::string adapter = quoted(written.adapter);
  text += fmt::format("  grit smoke --adapter {0}\n  grit certify --adapter {0}\n", adapter);
  return text;
}

}  // namespace

std::string skeleton_languages() {
  std::string languages;
  for (const Skeleton& skeleton : kSkeletons) {
    languages.append(languages.empty() ? "" : "|").append(skeleton.language);
  }
  return languages;
}

CommandResult adapters_new(const AdaptersNewArguments& arguments,
                           const Presentation& presentation) {
  const auto written = write_skeleton(arguments);
  if (!written) {
    return {.exit_code = written.error().exit_code,
            .out = {},
            .err = fmt::format("grit {}: {}\n", kCommand, written.error().message)};
  }
  return {.exit_code = kExitClean,
          .out = presentation.json ? as_json(arguments, *written) : as_text(arguments, *written),
          .err = {}};
}

}  // namespace grit::cli
