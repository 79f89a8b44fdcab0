#include "harness/cli/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/cli/command_result.h"
#include "harness/cli/located_finding.h"
#include "harness/cli/run_directory.h"
#include "harness/cli/specification.h"
#include "harness/conformance/conversation.h"
#include "harness/conformance/reply_view.h"
#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::cli {
namespace {

namespace fs = std::filesystem;
using conformance::AdapterSpec;
using conformance::Found;
using Json = nlohmann::ordered_json;

constexpr auto kDeadline = std::chrono::seconds(20);

conformance::OutcomeKind kind_named(std::string_view name) {
  using conformance::OutcomeKind;
  for (const OutcomeKind kind : {OutcomeKind::kAnswered, OutcomeKind::kRefused,
                                 OutcomeKind::kUnsupported, OutcomeKind::kInternalError}) {
    if (to_string(kind) == name) return kind;
  }
  return OutcomeKind::kAnswered;
}

std::string quoted_for_shell(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./=:+,@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string command_line(const AdapterSpec& subject, const fs::path& frames) {
  std::string words;
  for (const std::string& word : subject.command.argv) {
    words += (words.empty() ? "" : " ") + quoted_for_shell(word);
  }
  // od is everywhere where a shell is.
  std::string command =
      fmt::format("{} < {} | od -An -v -tx1", words, quoted_for_shell(frames.string()));
  if (subject.command.cwd.empty()) return command;
  return fmt::format("(cd {} && {})", quoted_for_shell(subject.command.cwd), command);
}

// What a subject does with the request now.
struct Replayed {
  std::string subject;
  bool started = false;
  bool offered = false;
  bool as_expected = false;
  std::string what;       // the rendered reply, or what came instead of one
  protocol::Bytes frame;  // the reply's; empty where none came
  std::string command;
};

Replayed replay(const AdapterSpec& subject, const LocatedFinding& located) {
  const Found& found = located.found;
  Replayed result;
  result.subject = subject.name;
  result.command =
      command_line(subject, fs::absolute(located.directory / found.finding.request_file)
                                .replace_filename("request.frames"));
  auto conversation = conformance::Conversation::start(subject.command);
  if (!conversation) {
    result.what = conversation.error();
    return result;
  }
  const auto hello = conformance::greet(*conversation, kDeadline);
  if (!hello) {
    result.what = hello.error();
    return result;
  }
  result.started = true;
  result.offered =
      std::ranges::find(hello->ops, static_cast<std::uint8_t>(found.op)) != hello->ops.end();
  if (!result.offered) {
    result.what = "the operation is not in its ops";
    return result;
  }
  conversation->send(static_cast<std::uint8_t>(found.op), protocol::kFlagFlush, 1, found.request);
  const auto reply = conversation->receive(kDeadline);
  if (!reply) {
    result.what = reply.error();
    return result;
  }
  protocol::append_frame(result.frame, reply->header, reply->payload);
  const auto& expected = found.finding.answers.front();
  const auto kind = conformance::outcome_of(
      static_cast<protocol::ReplyKind>(std::min<std::uint8_t>(reply->header.detail, 3)));
  result.what = fmt::format("{}: {}", to_string(kind),
                            conformance::render_reply(found.op, kind, reply->payload));
  protocol::Reply expectation;
  expectation.kind = static_cast<protocol::ReplyKind>(kind_named(expected.outcome));
  expectation.payload = found.answers.front().second;
  const auto comparison =
      conformance::compare_replies(found.op, found.request, expectation, kind, reply->payload);
  result.as_expected = comparison.field.empty() || comparison.only_diagnostic;
  return result;
}

std::string hex_dump(std::span<const std::byte> bytes, std::size_t limit = 512) {
  std::string text;
  for (std::size_t at = 0; at < std::min(bytes.size(), limit); at += 16) {
    const auto row = bytes.subspan(at, std::min<std::size_t>(16, bytes.size() - at));
    std::string shown;
    for (const std::byte byte : row) {
      const auto c = std::to_integer<unsigned char>(byte);
      shown += c >= 0x20 && c < 0x7F ? static_cast<char>(c) : '.';
    }
    text += fmt::format("    {:06x}  {:<32}  {}\n", at, protocol::to_hex(row), shown);
  }
  if (bytes.size() > limit) text += fmt::format("    … {} bytes in all\n", bytes.size());
  return text;
}

protocol::Bytes request_frame(const Found& found) {
  protocol::Bytes frame;
  protocol::append_frame(
      frame, {.op = static_cast<std::uint8_t>(found.op), .detail = protocol::kFlagFlush, .id = 1},
      found.request);
  return frame;
}

}  // namespace

int replay_finding(const FindingArguments& arguments, const Terminal& terminal) {
  const auto located = locate_finding(arguments.id, arguments.run);
  if (!located) return print(usage_error("replay", located.error()), terminal);
  const auto subjects = read_subjects(located->directory);
  if (!subjects) return print(usage_error("replay", subjects.error()), terminal);
  const report::Finding& finding = located->found.finding;

  std::vector<Replayed> replies;
  for (const AdapterSpec& subject : *subjects) replies.push_back(replay(subject, *located));
  const bool all_started = std::ranges::all_of(replies, &Replayed::started);
  const bool all_agree = std::ranges::all_of(
      replies, [](const Replayed& row) { return !row.offered || row.as_expected; });
  CommandResult result;
  result.exit_code = !all_started ? kExitInfrastructure : all_agree ? kExitClean : kExitDifferent;

  const protocol::Bytes frame = request_frame(located->found);
  if (arguments.json) {
    Json rows = Json::array();
    for (const Replayed& row : replies) {
      rows.push_back({{"subject", row.subject},
                      {"started", row.started},
                      {"offered", row.offered},
                      {"as_expected", row.as_expected},
                      {"reply", report::valid_utf8(row.what)},
                      {"reply_frame_hex", protocol::to_hex(row.frame)},
                      {"command", row.command}});
    }
    const Json document = {{"schema", "grit-replay"},
                           {"version", 1},
                           {"id", finding.id},
                           {"case_id", report::valid_utf8(finding.case_id)},
                           {"op", finding.op},
                           {"request_frame_hex", protocol::to_hex(frame)},
                           {"expected", report::valid_utf8(finding.answers.front().outcome + ": " +
                                                           finding.answers.front().rendered)},
                           {"replies", std::move(rows)},
                           {"exit_code", result.exit_code}};
    result.out = document.dump(2) + "\n";
    return print(result, terminal);
  }
  result.out = fmt::format("{}  {}  {}\n{}\n\nrequest frame ({} bytes):\n{}", finding.id,
                           finding.op, report::clause_text(finding.clause),
                           report::printable(finding.title), frame.size(), hex_dump(frame));
  result.out += fmt::format("expected: {}: {}\n", finding.answers.front().outcome,
                            report::printable(finding.answers.front().rendered));
  for (const Replayed& row : replies) {
    const std::string mark = report::painted(!row.started      ? "not started"
                                             : !row.offered    ? "not offered"
                                             : row.as_expected ? "as expected"
                                                               : "DIFFERS",
                                             row.as_expected               ? report::Style::kGood
                                             : row.started && !row.offered ? report::Style::kPlain
                                                                           : report::Style::kBad,
                                             terminal.colour);
    result.out += fmt::format("\n{}: {}\n  {}\n", row.subject, mark, report::printable(row.what));
    if (!row.frame.empty()) {
      result.out +=
          fmt::format("  reply frame ({} bytes):\n{}", row.frame.size(), hex_dump(row.frame));
    }
    result.out += fmt::format("  by hand: {}\n", report::printable(row.command));
  }
  return print(result, terminal);
}

int explain_finding(const FindingArguments& arguments, const Terminal& terminal) {
  const auto located = locate_finding(arguments.id, arguments.run);
  if (!located) return print(usage_error("explain-finding", located.error()), terminal);
  const report::Finding& finding = located->found.finding;
  const std::string clause = clauses_of_specification(specification_text(), finding.clause);
  CommandResult result;
  if (arguments.json) {
    Json answers = Json::array();
    for (const report::Answer& answer : finding.answers) {
      answers.push_back({{"who", report::answer_owner(answer)},
                         {"outcome", answer.outcome},
                         {"rendered", report::valid_utf8(answer.rendered)},
                         {"is_expected", answer.is_expected}});
    }
    const Json document = {{"schema", "grit-explanation"},
                           {"version", 1},
                           {"id", finding.id},
                           {"op", finding.op},
                           {"clause", finding.clause},
                           {"clause_text", report::valid_utf8(clause)},
                           {"title", report::valid_utf8(finding.title)},
                           {"case_id", report::valid_utf8(finding.case_id)},
                           {"expected_from", report::valid_utf8(finding.expected_from)},
                           {"answers", std::move(answers)}};
    result.out = document.dump(2) + "\n";
    return print(result, terminal);
  }
  result.out =
      fmt::format("{}  {}\n{}\n\n", finding.id, finding.op, report::printable(finding.title));
  result.out +=
      clause.empty()
          ? fmt::format("{}: see docs/SPEC.md\n", report::clause_text(finding.clause))
          : fmt::format("The specification says ({}):\n\n{}\n", report::clause_text(finding.clause),
                        report::printable_lines(clause));
  result.out += "\nAsked:\n";
  for (const auto& [piece, rendered] : finding.request) {
    result.out += fmt::format("  {:<12} {}\n", piece, report::printable(rendered));
  }
  for (const report::FieldDifference& difference : finding.descriptor) {
    result.out +=
        fmt::format("  {} is {} where {} has {}: {}\n", difference.field, difference.actual,
                    finding.descriptor_base, difference.expected, difference.meaning);
  }
  result.out += "\nAnswered:\n";
  for (const report::Answer& answer : finding.answers) {
    result.out += fmt::format("  {}: {}: {}\n", report::answer_owner(answer), answer.outcome,
                              report::printable(answer.rendered));
    for (const report::FieldDifference& difference : answer.differences) {
      result.out +=
          fmt::format("    {} {}: {} instead of {}\n", difference.offset, difference.field,
                      report::printable(difference.actual), report::printable(difference.expected));
    }
  }
  result.out += fmt::format("\nThe expectation is from: {}\nStandings: {}\n",
                            report::printable(finding.expected_from),
                            report::printable(report::standings_text(finding)));
  result.out += fmt::format("Try again: grit replay {} --run {}\n", finding.id,
                            quoted_for_shell(located->directory.string()));
  return print(result, terminal);
}

}  // namespace grit::cli
