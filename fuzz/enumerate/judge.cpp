#include "fuzz/enumerate/judge.h"

#include <utility>

#include "harness/reference/fingerprint.h"

namespace grit::enumerate {
namespace {

using reference::CheckResult;
using reference::Plane;
using reference::Status;

struct FaultInfo {
  Fault fault;
  std::string_view name;
  std::string_view clause;
};

// In the order of enum Fault.
constexpr std::array<FaultInfo, 10> kFaults{{
    {Fault::kStatus, "status-outside-the-set", "spec §5.0.3: there are five statuses"},
    {Fault::kPlane, "plane-named-wrongly", "spec §5.6.1: who names a plane, and which"},
    {Fault::kRepeat, "another-answer-the-second-time", "spec §5.0.1: exactly one status"},
    {Fault::kNote, "depends-on-note", "spec §2.3.3: no verdict depends on the note"},
    {Fault::kExpectation, "not-the-expected-answer", "spec §5.1 to §5.4: the steps, in order"},
    {Fault::kLevel0, "level-0-looks", "spec §5.0.5: level 0 looks at nothing"},
    {Fault::kLevel2, "level-2-differs", "spec §5.0.5: step 5 alone is level 2's"},
    {Fault::kContent, "content-missed", "spec §5.5: the digest, and indices that ascend"},
    {Fault::kLaw, "law", "spec §11.8.10: check is total"},
    {Fault::kCounts, "totals", "spec §5: how many values of a field each step refuses"},
}};

const FaultInfo& info(Fault fault) { return kFaults[static_cast<std::size_t>(fault)]; }

constexpr std::byte kAscending{0x44};   // indices of two bits: 0, 1, 0, 1
constexpr std::byte kDescending{0x41};  // the lower cell holds 1, 0
constexpr std::uint32_t kNoteDifference = 0xA5A5A5A5;

bool alike(const CheckResult& a, const CheckResult& b) {
  return a.status == b.status && a.plane == b.plane;
}

bool is(const CheckResult& found, const Answer& expected) {
  return found.status == expected.status && found.plane == expected.plane;
}

// Spec §5.6.1. What it says beyond this the expectation says.
bool may_name(const CheckResult& result) {
  if (!result.plane) return true;
  if (static_cast<std::size_t>(*result.plane) >= reference::kPlaneCount) return false;
  return result.status == Status::kSizeMismatch ||
         (*result.plane == Plane::kAux &&
          (result.status == Status::kPlacementUnknown || result.status == Status::kDigestMismatch));
}

std::string text(Status status, const std::optional<Plane>& plane) {
  const auto code = static_cast<unsigned>(status);
  std::string words = code < kStatusCount ? std::string(reference::status_name(status))
                                          : "status " + std::to_string(code);
  words += ", plane ";
  if (!plane) return words + "none";
  const auto number = static_cast<unsigned>(*plane);
  return words + (number < reference::kPlaneCount ? std::string(reference::plane_name(*plane))
                                                  : std::to_string(number));
}

std::string text(const CheckResult& found) { return text(found.status, found.plane); }
std::string text(const Answer& expected) { return text(expected.status, expected.plane); }

DescriptorBytes with_another_note(const DescriptorBytes& bytes) {
  constexpr std::size_t kNote = 28;  // spec §2.1.1
  DescriptorBytes noted = bytes;
  for (std::size_t i = 0; i < 4; ++i) {
    noted[kNote + i] ^= static_cast<std::byte>(kNoteDifference >> (8 * i) & 0xFF);
  }
  return noted;
}

}  // namespace

std::string_view fault_name(Fault fault) { return info(fault).name; }
std::string_view fault_clause(Fault fault) { return info(fault).clause; }

Judge::Judge(reference::GradeName grade, const laws::Implementation& implementation)
    : implementation_(implementation), plane_bytes_(plane_bytes_of(grade)) {
  input_.shape.assign(kShape.begin(), kShape.end());
  input_.level = 2;
  reference::PlaneBuffers& buffers = input_.planes.emplace();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    buffers[i].assign(static_cast<std::size_t>(plane_bytes_[i]), std::byte{0});
  }
  auto& aux = buffers[static_cast<std::size_t>(Plane::kAux)];
  aux.assign(aux.size(), kAscending);
  misordered_ = buffers;
  if (!aux.empty()) misordered_[static_cast<std::size_t>(Plane::kAux)].back() = kDescending;
  planes_ = reference::borrow(buffers);
  digest_ = reference::digest(planes_);
}

CheckResult Judge::ask_lengths(const DescriptorBytes& bytes, unsigned level) {
  return implementation_.check_lengths(
      {.descriptor = bytes, .shape = kShape, .level = level, .grades = {}}, plane_bytes_);
}

CheckResult Judge::ask_planes(const DescriptorBytes& bytes, const reference::Planes& planes,
                              const std::optional<reference::Digest>& digest) {
  return implementation_.check_planes(
      {.descriptor = bytes, .shape = kShape, .level = 2, .grades = {}}, planes, digest);
}

std::expected<Status, Broken> Judge::judge(const DescriptorBytes& bytes) {
  const CheckResult first = ask_lengths(bytes, 1);
  const CheckResult noted = ask_lengths(with_another_note(bytes), 1);
  const Answer expected = expected_answer(bytes, plane_bytes_);
  if (!is(first, expected) || !alike(noted, first)) {
    return std::unexpected(why_not(bytes, first, noted, expected));
  }
  if (const CheckResult nothing = ask_lengths(bytes, 0); !is(nothing, {})) {
    return std::unexpected(Broken{Fault::kLevel0, "answers " + text(nothing)});
  }
  if (const CheckResult level_2 = ask_planes(bytes, planes_, std::nullopt);
      !alike(level_2, first)) {
    return std::unexpected(
        Broken{Fault::kLevel2, "answers " + text(level_2) + ", and at level 1 " + text(first)});
  }
  if (first.status == Status::kOk) {
    if (auto content = judge_content(bytes); !content) {
      return std::unexpected(std::move(content.error()));
    }
  }
  return first.status;
}

Broken Judge::why_not(const DescriptorBytes& bytes, const CheckResult& first,
                      const CheckResult& noted, const Answer& expected) {
  for (const CheckResult& result : {first, noted}) {
    if (static_cast<std::size_t>(result.status) >= kStatusCount) {
      return {Fault::kStatus, "answers " + text(result)};
    }
    if (!may_name(result)) return {Fault::kPlane, "answers " + text(result)};
  }
  // An answer that depends on how often it is asked for may well repeat itself once.
  constexpr int kTimes = 8;
  for (int i = 0; i < kTimes; ++i) {
    if (const CheckResult again = ask_lengths(bytes, 1); !alike(again, first)) {
      return {Fault::kRepeat, "answers " + text(first) + ", then " + text(again)};
    }
  }
  if (!alike(noted, first)) {
    return {Fault::kNote, "answers " + text(first) + ", and with another note " + text(noted)};
  }
  return {Fault::kExpectation, "answers " + text(first) + "; expected " + text(expected)};
}

std::expected<void, Broken> Judge::judge_content(const DescriptorBytes& bytes) {
  const auto demand = [&](const reference::Planes& planes, const reference::Digest& digest,
                          const Answer& expected) -> std::expected<void, Broken> {
    const CheckResult found = ask_planes(bytes, planes, digest);
    if (is(found, expected)) return {};
    return std::unexpected(
        Broken{Fault::kContent, "answers " + text(found) + "; expected " + text(expected)});
  };
  reference::Digest other = digest_;
  other.back() ^= std::byte{1};
  if (auto right = demand(planes_, digest_, {}); !right) return right;
  if (auto wrong = demand(planes_, other, {Status::kDigestMismatch, std::nullopt}); !wrong) {
    return wrong;
  }
  const bool sparse = (bytes[7] & std::byte{0x04}) != std::byte{0};  // spec §2.2.1
  if (!sparse) return {};
  const reference::Planes misordered = reference::borrow(misordered_);
  return demand(misordered, reference::digest(misordered), {Status::kDigestMismatch, Plane::kAux});
}

std::expected<void, Broken> Judge::judge_law(const DescriptorBytes& bytes) {
  input_.descriptor.assign(bytes.begin(), bytes.end());
  const laws::LawResult result = laws::check_totality(input_, implementation_);
  if (result) return {};
  return std::unexpected(Broken{Fault::kLaw, laws::describe(result.error())});
}

std::string complaint(reference::GradeName grade, std::string_view digits,
                      const laws::Implementation& implementation) {
  const auto bytes = bytes_from_hex(digits);
  if (!bytes) return "not 128 hexadecimal digits";
  const auto words = [](const Broken& broken) {
    return std::string(fault_name(broken.fault)) + ": " + broken.detail;
  };
  Judge judge(grade, implementation);
  if (const auto status = judge.judge(*bytes); !status) return words(status.error());
  if (const auto law = judge.judge_law(*bytes); !law) return words(law.error());
  return {};
}

}  // namespace grit::enumerate
