#include "bench/inputs.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <random>

#include "harness/reference/encode.h"
#include "harness/reference/kernels/encode.h"
#include "harness/reference/sizes.h"

namespace grit::bench {
namespace {

using reference::kPlaneCount;
using reference::RegistryEntry;
using reference::Rule;

constexpr std::size_t kPatternElements = 65'536;

std::size_t below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<std::size_t>(random() % bound);
}

void add(Questions& questions, const RegistryEntry& grade, std::vector<std::int64_t> extents,
         std::int16_t axis) {
  reference::Descriptor descriptor = reference::canonical_descriptor(grade.grade);
  descriptor.group_axis = axis;
  reference::kernels::PlaneLengths lengths{};
  if (const auto sized = reference::sizes(descriptor, extents)) {
    const auto narrow = reference::to_i64(*sized);
    std::copy_n(narrow->begin() + kPlaneCount, kPlaneCount, lengths.begin());
  }
  questions.descriptors.push_back(reference::to_bytes(descriptor));
  questions.extents.push_back(std::move(extents));
  questions.lengths.push_back(lengths);
  questions.grades.push_back(&grade);
}

void refer(Questions& questions) {
  questions.shapes.assign(questions.extents.begin(), questions.extents.end());
}

}  // namespace

Questions right_questions(std::size_t count) {
  Questions questions;
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < count; ++i) {
    const RegistryEntry& grade = reference::registry()[i % reference::registry().size()];
    std::vector<std::int64_t> extents(1 + below(random, 3));
    for (std::int64_t& extent : extents) {
      extent = static_cast<std::int64_t>(256 * (1 + below(random, 31)));
    }
    const auto axis = static_cast<std::int16_t>(below(random, extents.size()));
    add(questions, grade, std::move(extents), axis);
  }
  refer(questions);
  return questions;
}

Questions right_questions_of(const RegistryEntry& grade, std::size_t count) {
  Questions questions;
  for (std::size_t i = 0; i < count; ++i) add(questions, grade, {4096, 4096}, 1);
  refer(questions);
  return questions;
}

Questions mutated_questions(std::size_t count) {
  Questions questions = right_questions(count);
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 8 == 0) continue;
    switch (below(random, 4)) {
      case 0:
        questions.lengths[i][below(random, kPlaneCount)] += 1;
        break;
      case 1:
        questions.extents[i][below(random, questions.extents[i].size())] += 1;
        break;
      default:
        questions.descriptors[i][below(random, reference::kDescriptorBytes)] ^=
            static_cast<std::byte>(1 + below(random, 255));
    }
  }
  refer(questions);
  return questions;
}

Questions questions_against(Rule rule, std::size_t count) {
  Questions questions = right_questions(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto& bytes = questions.descriptors[i];
    switch (rule) {
      case Rule::kMagic:
        bytes[0] ^= std::byte{0x01};
        break;
      case Rule::kReservedFlags:
        bytes[7] |= std::byte{0x80};
        break;
      case Rule::kGradeId:
        bytes[56] ^= std::byte{0x01};
        break;
      case Rule::kGradeK0:
        bytes[18] ^= std::byte{0x01};
        break;
      case Rule::kPlacementData:
        bytes[39] = std::byte{0x70};
        bytes[32] = std::byte{0xFF};
        break;
      case Rule::kNegativeExtent:
        questions.extents[i].back() = -1;
        break;
      case Rule::kK0DoesNotDivide:
        for (std::int64_t& extent : questions.extents[i]) extent += 1;
        break;
      default:
        questions.lengths[i][0] += 1;
    }
  }
  refer(questions);
  return questions;
}

Questions questions_of_any_frame(std::size_t count) {
  Questions questions = right_questions(count);
  for (std::size_t i = 0; i < count; ++i) {
    questions.descriptors[i][18] = static_cast<std::byte>(64);  // k0
    questions.descriptors[i][56] ^= std::byte{0x5A};            // grade_id
  }
  refer(questions);
  return questions;
}

std::vector<std::uint32_t> normal_values(std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<std::uint32_t> values(count);
  for (std::uint32_t& value : values) {
    // The sum of twelve: near enough to a normal one, and the same with every library.
    float sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<float>(random() >> 40) * 0x1p-24f;
    value = std::bit_cast<std::uint32_t>(sum);
  }
  return values;
}

reference::PlaneBuffers planes_of_normal_values(reference::GradeName grade, std::size_t elements) {
  const std::size_t pattern = std::min(elements, kPatternElements);
  const auto encoded = reference::encode(grade, normal_values(pattern));
  const auto lengths = reference::encoded_lengths(grade, elements);
  if (!encoded || !lengths) return {};
  reference::PlaneBuffers planes;
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const std::vector<std::byte>& from = (*encoded)[p];
    planes[p].resize((*lengths)[p]);
    for (std::size_t i = 0; i < planes[p].size(); i += from.size()) {
      std::copy_n(from.begin(), std::min(from.size(), planes[p].size() - i),
                  planes[p].begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return planes;
}

std::vector<std::string> other_spellings() {
  std::vector<std::string> spellings;
  for (const RegistryEntry& entry : reference::registry()) {
    const std::string_view items =
        entry.canonical.substr(6, entry.canonical.size() - 7);  // without grit1( and )
    std::vector<std::string> turned;
    for (std::size_t begin = 0; begin <= items.size();) {
      const std::size_t end = std::min(items.find(',', begin), items.size());
      turned.emplace_back(items.substr(begin, end - begin));
      begin = end + 1;
    }
    std::string spelling = "Grit1( ";
    for (auto item = turned.rbegin(); item != turned.rend(); ++item) {
      if (item != turned.rbegin()) spelling += " , ";
      for (const char c : *item) {
        spelling += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      }
    }
    spellings.push_back(spelling + " )");
  }
  return spellings;
}

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937_64 random(4);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFF);
  return bytes;
}

std::string short_name(const RegistryEntry& grade) {
  return std::string(grade.name.substr(std::string_view("GRADE_").size()));
}

}  // namespace grit::bench
