// What properties are fed with: grades, views with operands, values to encode, hostile input to
// check, texts. Every drawn input is valid by construction unless its generator says otherwise, and
// gets simpler in steps that keep it so. The only place where this is known.
#ifndef GRIT_LAWS_GENERATORS_H_
#define GRIT_LAWS_GENERATORS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/laws/check_laws.h"
#include "harness/laws/placement_laws.h"
#include "harness/laws/property.h"
#include "harness/laws/sample.h"
#include "harness/laws/slice_laws.h"
#include "harness/laws/transpose_laws.h"

namespace grit::laws {

// A view, and an operand of each kind that some law takes.
struct ViewInput {
  Sample sample;
  Range range;    // of the view; fits it in nine draws of ten
  Range second;   // of the view too
  Turn turn;      // keeps the group axis in nine draws of ten
  Layout layout;  // a form that the view has in nine draws of ten
  std::uint32_t note = 0;
  std::uint64_t number = 0;
  std::string text;  // a grade that differs from the sample's in keys outside the projection only

  friend bool operator==(const ViewInput&, const ViewInput&) = default;
};

// What the grade of a view is to have.
enum class GradeKind : std::uint8_t {
  kAny,    // every grade that can be decoded: any formats, structures, container, bit order
  kDense,  // neither sparse nor with zero points
  kTwoLevels,
  kSparse,
  kZeroPoint,  // shared
  kL1ZeroPoint,
  kWide,    // as kL1ZeroPoint, of formats whose products do not fit binary32: L6
  kBlocks,  // one that ggml's blocks can hold
  kRegistered,
  kMxfp4,
  kQ4ks,
  kNvf4,
  kI8s24,
};

struct ViewWish {
  GradeKind grade = GradeKind::kAny;
  bool nan_scales = false;    // half of all scale codes are NaN where the format has one
  bool stored_forms = false;  // half of all views in another form than plane order
  bool sound_cells = false;   // metadata that slice and transpose accept
  bool random_bits = true;    // else scales of the middle of the range
  std::size_t rank = 0;       // 0: any from 1 to 3
};

Generator<ViewInput> views(const ViewWish& wish = {});

// Values to encode.
struct EncodeInput {
  reference::GradeName grade = reference::GradeName::kMxfp4;
  std::vector<std::uint32_t> values;  // one block to four

  friend bool operator==(const EncodeInput&, const EncodeInput&) = default;
};
enum class ValueKind : std::uint8_t {
  kAnyBits,    // NaN, infinities, subnormals and extremes as they come
  kOrdinary,   // finite, of eight binades
  kMixed,      // each of both, grid points, ties and zeros
  kRepeating,  // such that encode_repeats applies
};
Generator<EncodeInput> values_to_encode(reference::GradeName grade, ValueKind kind);
Generator<EncodeInput> values_to_encode(ValueKind kind);  // of any registered grade

// Anything at all for check: right input, input that is wrong in one place, and noise.
Generator<CheckInput> check_inputs();

// A grade's canonical form and another spelling of it.
struct SpellingInput {
  std::string canonical;
  std::string spelling;

  friend bool operator==(const SpellingInput&, const SpellingInput&) = default;
};
Generator<SpellingInput> spellings();

// Texts: two in three are grades in some spelling, the others damaged ones.
Generator<std::string> grade_texts();

// Grades as values, each key with and without its default, those without a descriptor too.
Generator<reference::Grade> grades();

// Frame, grade and shape for a gid: any bits, any extents.
struct GidInput {
  std::array<std::byte, reference::kDescriptorBytes> descriptor{};
  std::string grade;
  std::vector<std::int64_t> shape;

  friend bool operator==(const GidInput&, const GidInput&) = default;
};
Generator<GidInput> gid_inputs();
Generator<reference::Gid> gids();

// Four planes of a few bytes each, some of them empty.
Generator<reference::PlaneBuffers> plane_buffers();

// A unit test as C++: the lines that build its input, and the call of the law that must hold. It
// compiles where this room's headers are included and its namespace is used.
std::string unit_test(std::string_view name, std::string_view lines, std::string_view call);

// The same of a view; `call` may name `sample`.
std::string unit_test(std::string_view name, const ViewInput& input, std::string_view call);

// Operands as C++.
std::string source_of(const Range& range);
std::string source_of(const Turn& turn);
std::string source_of(const Layout& layout);
std::string source_of(const EncodeInput& input);  // a line that builds `values`
std::string source_of(const CheckInput& input);   // lines that build `input`
std::string source_of(const reference::PlaneBuffers& planes);
std::string string_literal(std::string_view text);  // any bytes
std::string grade_name_literal(reference::GradeName grade);

}  // namespace grit::laws

#endif  // GRIT_LAWS_GENERATORS_H_
