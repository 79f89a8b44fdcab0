#include "harness/laws/generators.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/laws/long_hand.h"
#include "harness/reference/bytes.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/shape_draws.h"
#include "harness/vectors/view_draws.h"

namespace grit::laws {
namespace {

using reference::GradeName;
using vectors::Random;

constexpr std::array kGrades = {GradeName::kMxfp4, GradeName::kQ4ks,     GradeName::kNvf4,
                                GradeName::kI8s24, GradeName::kMxfp4Rne, GradeName::kNvf4Rtz};

// ---- values to encode

std::uint32_t mixed_value(Random& random, int around) {
  switch (random.below(6)) {
    case 0:
      return vectors::random_zero(random);
    case 1:  // ties and grid points of small grids
      return vectors::binary32(random.between(-31, 31), around - 2);
    case 2:
      return vectors::random_binary32(random, -149, 127);
    default:
      return vectors::random_binary32(random, std::max(around - 4, -149), around);
  }
}

EncodeInput drawn_values(Random& random, GradeName grade, ValueKind kind, std::size_t blocks) {
  EncodeInput input{grade,
                    std::vector<std::uint32_t>(blocks * reference::registry_entry(grade).block)};
  const auto around =
      static_cast<int>(random.chance(3, 4) ? random.between(-20, 20) : random.between(-140, 127));
  for (std::uint32_t& value : input.values) {
    switch (kind) {
      case ValueKind::kAnyBits:
        value = static_cast<std::uint32_t>(random.next());
        break;
      case ValueKind::kOrdinary:
        value = vectors::random_binary32(random, std::max(around - 7, -149), around);
        break;
      default:
        value = mixed_value(random, around);
        break;
    }
  }
  if (kind == ValueKind::kMixed && random.chance(1, 4)) {
    input.values[static_cast<std::size_t>(random.below(input.values.size()))] =
        vectors::not_finite(random);
  }
  return input;
}

// Values that decode gives for planes like those that encode_repeats promises to come back; the law
// itself decides whether they are.
EncodeInput repeating_values(Random& random, GradeName grade, std::size_t blocks) {
  const std::size_t block = reference::registry_entry(grade).block;
  EncodeInput input{grade, std::vector<std::uint32_t>(blocks * block)};
  const auto top = static_cast<int>(random.between(-20, 20));
  if (grade == GradeName::kQ4ks) {
    for (std::size_t at = 0; at < input.values.size(); at += block) {
      const auto d = static_cast<std::int64_t>(1024 + random.below(1024));
      const auto dmin = static_cast<std::int64_t>(1024 + random.below(1024));
      const bool offsets = random.chance(3, 4);
      for (std::size_t g = 0; g < 8; ++g) {
        const auto sc = static_cast<std::int64_t>(g == 0 ? 63 : random.below(64));
        const auto m = static_cast<std::int64_t>(!offsets ? 0 : g == 0 ? 63 : random.below(64));
        for (std::size_t i = 0; i < 32; ++i) {
          const auto q = static_cast<std::int64_t>(i == 0 ? 0 : i == 1 ? 15 : random.below(16));
          // (d · sc · q − dmin · m) · 2^top, where a group without a scale has no offset either.
          const std::int64_t value = sc == 0 ? 0 : d * sc * q - dmin * m;
          input.values[at + 32 * g + i] =
              narrow(static_cast<double>(value) * widen(vectors::binary32(1, top - 20)));
        }
      }
    }
    return input;
  }
  if (grade == GradeName::kNvf4 || grade == GradeName::kNvf4Rtz) {
    // sT = 2^top, block scales of e4m3, each block reaches 6, one block's scale is 448.
    for (std::size_t b = 0; b < blocks; ++b) {
      const auto code = static_cast<std::uint32_t>(b == 0 ? 0x7E : 0x01 + random.below(0x7E));
      const double scale = value_of_code(reference::kE4m3, code) * widen(vectors::binary32(1, top));
      for (std::size_t i = 0; i < block; ++i) {
        const auto e =
            static_cast<std::uint32_t>(i == 0 ? 7 + 8 * random.below(2) : random.below(16));
        input.values[b * block + i] = narrow(scale * value_of_code(reference::kE2m1, e));
      }
    }
    return input;
  }
  if (grade == GradeName::kI8s24) {
    for (std::size_t b = 0; b < blocks; ++b) {
      const auto scale = static_cast<std::int64_t>(1024 + random.below(1024));
      const auto exponent = static_cast<int>(random.between(-24, -4));
      for (std::size_t i = 0; i < block; ++i) {
        const std::int64_t code =
            i == 0 ? 127 : random.between(1, 127) * (random.chance(1, 2) ? 1 : -1);
        input.values[b * block + i] = vectors::binary32(scale * code, exponent);
      }
    }
    return input;
  }
  return drawn_values(random, grade, ValueKind::kOrdinary, blocks);
}

std::vector<EncodeInput> simpler_values(const EncodeInput& input) {
  std::vector<EncodeInput> all;
  const auto& values = input.values;
  const std::size_t block = reference::registry_entry(input.grade).block;
  const auto add = [&](EncodeInput other) {
    if (!(other == input)) all.push_back(std::move(other));
  };
  for (std::size_t at = 0; values.size() > block && at < values.size(); at += block) {
    EncodeInput other = input;
    other.values.erase(other.values.begin() + static_cast<std::ptrdiff_t>(at),
                       other.values.begin() + static_cast<std::ptrdiff_t>(at + block));
    add(std::move(other));
  }
  for (std::size_t parts = 1; parts <= values.size() && parts <= 256; parts *= 2) {
    for (std::size_t part = 0; part < parts; ++part) {
      EncodeInput other = input;
      std::fill(
          other.values.begin() + static_cast<std::ptrdiff_t>(values.size() * part / parts),
          other.values.begin() + static_cast<std::ptrdiff_t>(values.size() * (part + 1) / parts),
          0u);
      add(std::move(other));
    }
  }
  std::size_t tried = 0;
  for (std::size_t i = 0; i < values.size() && tried < 64; ++i) {
    const std::uint32_t v = values[i];
    if (v == 0) continue;
    ++tried;
    const std::uint32_t one = 0x3F800000;
    // Towards 1, without a sign, with ever fewer bits in the significand.
    for (const std::uint32_t less : {v & 0x7FFFFFFF, v & 0xFF800000, v & 0xFFFF8000, v & (v - 1)}) {
      if (less == v || less == 0) continue;
      EncodeInput other = input;
      other.values[i] = less;
      add(std::move(other));
    }
    if ((v & 0x7FFFFF) != 0 && v < 0x7F800000 && v != one) {
      EncodeInput other = input;
      other.values[i] = one;
      add(std::move(other));
    }
  }
  return all;
}

// ---- input to check

std::vector<std::byte> noise(Random& random, std::size_t most) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(random.below(most + 1)));
  random.fill(bytes);
  return bytes;
}

CheckInput drawn_check(Random& random, int size) {
  CheckInput input;
  static constexpr std::array<unsigned, 6> kLevels = {0, 1, 2, 2, 3, 0xFFFFFFFF};
  input.level = random.pick(kLevels);
  if (random.chance(1, 20)) {
    input.descriptor = noise(random, 130);
    input.shape = vectors::hostile_shape(random);
    for (std::int64_t& bytes : input.plane_bytes) bytes = static_cast<std::int64_t>(random.next());
    return input;
  }
  ViewWish wish;
  wish.grade = random.chance(1, 2) ? GradeKind::kRegistered : GradeKind::kAny;
  wish.sound_cells = random.chance(3, 4);
  const ViewInput view = views(wish).draw(random, size);
  reference::Descriptor descriptor = view.sample.array.descriptor;
  const auto bytes = reference::to_bytes(descriptor);
  input.descriptor.assign(bytes.begin(), bytes.end());
  input.shape = view.sample.array.shape;
  for (std::size_t p = 0; p < input.plane_bytes.size(); ++p) {
    input.plane_bytes[p] = static_cast<std::int64_t>(view.sample.array.planes[p].size());
  }
  if (random.chance(1, 2)) input.planes = view.sample.array.planes;
  if (random.chance(1, 2)) {
    input.digest = reference::digest(reference::borrow(view.sample.array.planes));
    if (random.chance(1, 4))
      (*input.digest)[static_cast<std::size_t>(random.below(16))] ^= std::byte{1};
  }
  if (random.chance(4, 5)) input.grades.push_back(view.sample.grade);
  if (random.chance(1, 4)) input.grades.push_back(view.text);
  if (random.chance(1, 8)) input.grades.push_back("grit1(");
  // Nothing, one or two things wrong.
  for (std::uint64_t wrong = random.below(3); wrong > 0; --wrong) {
    switch (random.below(7)) {
      case 0: {
        const auto& fields = reference::descriptor_fields();
        const reference::Field& field = random.pick(fields);
        if (input.descriptor.size() != reference::kDescriptorBytes) break;
        const auto place = std::span(input.descriptor).subspan(field.offset, field.size);
        reference::store_le(vectors::other_value(random, reference::load_le(place),
                                                 static_cast<unsigned>(8 * field.size)),
                            place);
        break;
      }
      case 1:
        input.descriptor.resize(static_cast<std::size_t>(random.below(80)));
        break;
      case 2:
        input.shape = vectors::hostile_shape(random);
        break;
      case 3:
        input.plane_bytes[static_cast<std::size_t>(random.below(4))] ^=
            static_cast<std::int64_t>(std::uint64_t{1} << random.below(64));
        break;
      case 4:
        if (input.planes)
          (*input.planes)[static_cast<std::size_t>(random.below(4))].push_back(std::byte{0});
        break;
      case 5:
        if (input.planes && !(*input.planes)[3].empty()) random.fill((*input.planes)[3]);
        break;
      default:
        if (input.descriptor.size() == reference::kDescriptorBytes) {
          const std::uint64_t word = random.chance(1, 2) ? vectors::known_placement(random)
                                                         : vectors::reserved_class(random);
          const std::size_t at = 32 + 8 * static_cast<std::size_t>(random.below(3));
          reference::store_le(word, std::span(input.descriptor).subspan(at, 8));
        }
        break;
    }
  }
  return input;
}

std::vector<CheckInput> simpler_checks(const CheckInput& input) {
  std::vector<CheckInput> all;
  const auto add = [&](const auto& change) {
    CheckInput other = input;
    change(other);
    if (!(other == input)) all.push_back(std::move(other));
  };
  add([](CheckInput& o) { o.planes.reset(); });
  add([](CheckInput& o) { o.digest.reset(); });
  add([](CheckInput& o) { o.grades.clear(); });
  add([](CheckInput& o) {
    if (!o.grades.empty()) o.grades.pop_back();
  });
  add([](CheckInput& o) { o.shape.clear(); });
  add([](CheckInput& o) {
    if (!o.shape.empty()) o.shape.pop_back();
  });
  for (std::size_t i = 0; i < input.shape.size(); ++i) {
    add([&](CheckInput& o) { o.shape[i] = o.shape[i] / 2; });
  }
  add([](CheckInput& o) { o.level = std::min(o.level, 1u); });
  add([](CheckInput& o) { o.plane_bytes = {}; });
  add([](CheckInput& o) { o.descriptor.clear(); });
  if (input.descriptor.size() == reference::kDescriptorBytes) {
    for (const reference::Field& field : reference::descriptor_fields()) {
      add([&](CheckInput& o) {
        std::fill_n(o.descriptor.begin() + static_cast<std::ptrdiff_t>(field.offset), field.size,
                    std::byte{0});
      });
    }
  }
  if (input.planes) {
    for (std::size_t p = 0; p < 4; ++p) {
      add([&](CheckInput& o) { (*o.planes)[p].clear(); });
      add([&](CheckInput& o) { std::ranges::fill((*o.planes)[p], std::byte{0}); });
    }
  }
  return all;
}

// ---- texts

std::vector<std::string> simpler_texts(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t length = text.size(); length > 0; length /= 2) {
    for (std::size_t at = 0; at + length <= text.size(); at += length) {
      all.push_back(text.substr(0, at) + text.substr(at + length));
    }
  }
  return all;
}

// Another spelling of each value of these fields, in another order (spec §3.2 to §3.6).
std::string spelled(Random& random, const vectors::GradeFields& fields) {
  using vectors::Domain;
  std::vector<vectors::Item> written = vectors::items(fields);
  for (std::size_t k = 0; k < vectors::kKeyCount; ++k) {
    const auto key = static_cast<vectors::Key>(k);
    const auto at = vectors::find(written, key);
    if (!at || !random.chance(1, 2)) continue;
    std::string& value = written[*at].value;
    const Domain domain = vectors::domain(key);
    if (domain == Domain::kNumber) {
      value.insert(0, std::string(static_cast<std::size_t>(1 + random.below(3)), '0'));
      continue;
    }
    if (domain == Domain::kSparsity) {
      value.insert(0, "+");
      continue;
    }
    std::vector<std::string> names;
    for (const vectors::Alias& alias : vectors::aliases(domain)) {
      if (alias.value == value) names.emplace_back(alias.alias);
    }
    if (!names.empty()) value = random.pick(names);
    if (vectors::is_enum(key) && !value.starts_with("custom:") && random.chance(1, 2)) {
      value.insert(static_cast<std::size_t>(random.below(value.size() + 1)), "-");
    }
  }
  random.shuffle(written);
  std::string text = vectors::join(written);
  if (random.chance(1, 2)) text = vectors::upper_case_some(random, std::move(text));
  if (random.chance(1, 2)) text = vectors::with_blanks(random, std::move(text));
  return text;
}

std::vector<SpellingInput> simpler_spellings(const SpellingInput& input) {
  std::vector<SpellingInput> all;
  const auto add = [&](std::string spelling) {
    if (spelling != input.spelling) all.push_back({input.canonical, std::move(spelling)});
  };
  add(input.canonical);
  std::string plain;
  for (const char c : input.spelling) {
    if (vectors::kBlanks.find(c) == std::string_view::npos) plain += c;
  }
  add(plain);
  for (char& c : plain) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  add(plain);
  return all;
}

// ---- grades

reference::Grade drawn_grade_value(Random& random) {
  reference::Grade grade = vectors::random_view_grade(random);
  using namespace reference;
  const auto maybe = [&] { return random.chance(1, 3); };
  if (maybe()) grade.k0 = random.next();
  if (maybe() && grade.level1) grade.level1->k1 = random.next();
  if (maybe() && grade.sparsity) grade.sparsity->meta = vectors::random_format(random);
  if (maybe() && !grade.sparsity) grade.sparsity = vectors::random_view_sparsity(random);
  if (maybe()) grade.er = static_cast<RoundingMode>(random.below(5));
  if (maybe()) grade.es = static_cast<Saturation>(random.below(3));
  if (maybe()) grade.esr = static_cast<ScaleRule>(random.below(6));
  if (grade.esr == ScaleRule::kCustom && maybe()) grade.custom_rule = "my_rule.2";
  if (maybe()) grade.esn = static_cast<Subnormals>(random.below(3));
  if (maybe()) grade.dr = static_cast<RoundingMode>(random.below(5));
  if (maybe()) grade.ds = static_cast<Saturation>(random.below(3));
  if (maybe()) grade.dt = vectors::random_format(random);
  if (maybe()) grade.ao = static_cast<AccumulationOrder>(random.below(4));
  if (grade.ao == AccumulationOrder::kPairwise) grade.pairwise = 1 + random.below(UINT64_MAX);
  if (maybe()) grade.ap = vectors::random_format(random);
  if (maybe()) grade.ab = vectors::random_format(random);
  if (maybe()) grade.ai = vectors::random_format(random);
  if (maybe()) grade.an = static_cast<Subnormals>(random.below(3));
  return grade;
}

std::vector<reference::Grade> simpler_grade_values(const reference::Grade& grade) {
  std::vector<reference::Grade> all;
  const reference::Grade plain = vectors::one_level(reference::kU8, reference::kU8, 1);
  const auto add = [&](auto member) {
    reference::Grade other = grade;
    other.*member = plain.*member;
    if (!(other == grade)) all.push_back(std::move(other));
  };
  using reference::Grade;
  if (!grade.zero_point || grade.zero_point->zps == reference::ZeroPointScale::kShared) {
    add(&Grade::level1);
  }
  add(&Grade::zero_point);
  add(&Grade::sparsity);
  add(&Grade::e);
  add(&Grade::k0);
  add(&Grade::s0);
  add(&Grade::ct);
  add(&Grade::po);
  add(&Grade::er);
  add(&Grade::es);
  if (grade.custom_rule.empty()) add(&Grade::esr);
  add(&Grade::custom_rule);
  add(&Grade::esn);
  add(&Grade::dr);
  add(&Grade::ds);
  add(&Grade::dt);
  if (grade.ao != reference::AccumulationOrder::kPairwise) add(&Grade::ao);
  add(&Grade::ap);
  add(&Grade::ab);
  add(&Grade::ai);
  add(&Grade::an);
  return all;
}

}  // namespace

Generator<EncodeInput> values_to_encode(GradeName grade, ValueKind kind) {
  return {[grade, kind](Random& random, int size) {
            const auto most = static_cast<std::uint64_t>(grade == GradeName::kQ4ks ? 1 + size / 60
                                                                                   : 1 + size / 30);
            const std::size_t blocks = 1 + static_cast<std::size_t>(random.below(most));
            return kind == ValueKind::kRepeating ? repeating_values(random, grade, blocks)
                                                 : drawn_values(random, grade, kind, blocks);
          },
          simpler_values};
}

Generator<EncodeInput> values_to_encode(ValueKind kind) {
  return {[kind](Random& random, int size) {
            return values_to_encode(random.pick(kGrades), kind).draw(random, size);
          },
          simpler_values};
}

Generator<CheckInput> check_inputs() { return {drawn_check, simpler_checks}; }

Generator<SpellingInput> spellings() {
  return {[](Random& random, int) {
            const vectors::GradeFields fields = vectors::base_fields(random);
            return SpellingInput{vectors::canonical_text(fields), spelled(random, fields)};
          },
          simpler_spellings};
}

Generator<std::string> grade_texts() {
  return {[](Random& random, int) {
            std::string text = spelled(random, vectors::base_fields(random));
            if (random.chance(2, 3)) return text;
            const auto at = static_cast<std::size_t>(random.below(text.size()));
            if (random.chance(1, 2)) {
              text.erase(at, 1 + static_cast<std::size_t>(random.below(4)));
            } else {
              text[at] = static_cast<char>(random.below(256));
            }
            return text;
          },
          simpler_texts};
}

Generator<reference::Grade> grades() {
  return {[](Random& random, int) { return drawn_grade_value(random); }, simpler_grade_values};
}

Generator<GidInput> gid_inputs() {
  return {[](Random& random, int size) {
            const ViewInput view = views().draw(random, size);
            GidInput input{reference::to_bytes(view.sample.array.descriptor), view.sample.grade,
                           view.sample.array.shape};
            if (random.chance(1, 4)) random.fill(input.descriptor);
            if (random.chance(1, 4)) input.shape = vectors::hostile_shape(random);
            if (input.shape.size() > 8) input.shape.resize(8);
            return input;
          },
          [](const GidInput& input) {
            std::vector<GidInput> all;
            if (!input.shape.empty()) {
              all.push_back({input.descriptor, input.grade, {}});
              all.push_back(input);
              all.back().shape.pop_back();
            }
            for (std::string& text : simpler_texts(input.grade)) {
              all.push_back({input.descriptor, std::move(text), input.shape});
            }
            for (std::size_t at = 0; at < input.descriptor.size(); ++at) {
              if (input.descriptor[at] == std::byte{0}) continue;
              all.push_back(input);
              all.back().descriptor[at] = std::byte{0};
            }
            return all;
          }};
}

Generator<reference::Gid> gids() {
  return {[](Random& random, int) {
            reference::Gid gid{};
            random.fill(gid);
            return gid;
          },
          [](const reference::Gid& gid) {
            std::vector<reference::Gid> all;
            for (std::size_t at = 0; at < gid.size(); ++at) {
              if (gid[at] == std::byte{0}) continue;
              all.push_back(gid);
              all.back()[at] = std::byte{0};
            }
            return all;
          }};
}

Generator<reference::PlaneBuffers> plane_buffers() {
  return {[](Random& random, int size) {
            reference::PlaneBuffers planes;
            for (auto& plane : planes) {
              if (!random.chance(1, 4))
                plane = noise(random, 1 + static_cast<std::size_t>(size) / 4);
              if (random.chance(1, 8)) std::ranges::fill(plane, std::byte{0});
            }
            return planes;
          },
          [](const reference::PlaneBuffers& planes) {
            std::vector<reference::PlaneBuffers> all;
            for (std::size_t p = 0; p < planes.size(); ++p) {
              const std::size_t size = planes[p].size();
              for (const std::size_t less : {std::size_t{0}, size / 2, size - (size > 0 ? 1 : 0)}) {
                if (less == size) continue;
                all.push_back(planes);
                all.back()[p].resize(less);
              }
              for (std::size_t at = 0; at < size; ++at) {
                if (planes[p][at] == std::byte{0}) continue;
                all.push_back(planes);
                all.back()[p][at] = std::byte{0};
              }
            }
            return all;
          }};
}

// ---- as C++

std::string unit_test(std::string_view name, std::string_view lines, std::string_view call) {
  return "TEST(CounterExample, " + std::string(name) + ") {\n" + std::string(lines) +
         "  EXPECT_TRUE(applied(" + std::string(call) + "));\n}\n";
}

std::string unit_test(std::string_view name, const ViewInput& input, std::string_view call) {
  return unit_test(name, source_of(input.sample), call);
}

std::string source_of(const Range& range) {
  return "{" + std::to_string(range.axis) + ", " + std::to_string(range.begin) + ", " +
         std::to_string(range.end) + "}";
}

std::string source_of(const Turn& turn) {
  return "{" + source_of(turn.perm) + ", " + std::to_string(turn.group_axis) + "}";
}

std::string source_of(const Layout& layout) {
  static constexpr std::array<std::string_view, 3> kRoles = {"kData", "kScale", "kMeta"};
  return "{reference::Role::" + std::string(kRoles[static_cast<std::size_t>(layout.role)]) + ", " +
         reference::hex(layout.placement, 16) + "}";
}

std::string source_of(const EncodeInput& input) {
  std::string text = "  const std::vector<std::uint32_t> values = {";
  for (std::size_t i = 0; i < input.values.size(); ++i) {
    if (i > 0) text += i % 8 == 0 ? ",\n      " : ", ";
    text += reference::hex(input.values[i], 8);
  }
  return text + "};\n";
}

std::string source_of(const reference::PlaneBuffers& planes) {
  std::string text = "{";
  for (const auto& plane : planes) {
    if (text.size() > 1) text += ", ";
    text += "from_hex(" + hex_literal(plane) + ")";
  }
  return text + "}";
}

std::string source_of(const CheckInput& input) {
  std::string text =
      "  CheckInput input;\n  input.descriptor = from_hex(" + hex_literal(input.descriptor) +
      ");\n  input.shape = " + source_of(input.shape) +
      ";\n  input.level = " + std::to_string(input.level) + ";\n  input.plane_bytes = {";
  for (std::size_t p = 0; p < 4; ++p) {
    text += (p > 0 ? ", " : "") + std::to_string(input.plane_bytes[p]);
  }
  text += "};\n";
  if (input.planes)
    text += "  input.planes = reference::PlaneBuffers" + source_of(*input.planes) + ";\n";
  if (input.digest) {
    text += "  input.digest.emplace();\n  std::ranges::copy(from_hex(" +
            hex_literal(*input.digest) + "), input.digest->begin());\n";
  }
  for (const std::string& grade : input.grades) {
    text += "  input.grades.push_back(" + string_literal(grade) + ");\n";
  }
  return text;
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (c >= 0x20 && c < 0x7F) {
      literal += c;
    } else {
      // Octal: three digits, so that what follows cannot belong to it.
      const auto byte = static_cast<unsigned>(static_cast<unsigned char>(c));
      literal += '\\';
      for (const unsigned shift : {6u, 3u, 0u})
        literal += static_cast<char>('0' + (byte >> shift & 7));
    }
  }
  return literal + "\"";
}

std::string grade_name_literal(GradeName grade) {
  static constexpr std::array<std::string_view, 6> kNames = {"kMxfp4", "kQ4ks",     "kNvf4",
                                                             "kI8s24", "kMxfp4Rne", "kNvf4Rtz"};
  return "reference::GradeName::" + std::string(kNames[static_cast<std::size_t>(grade)]);
}

}  // namespace grit::laws
