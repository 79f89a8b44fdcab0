// Helpers of this room's tests: arrays of any grade, written down as text.
#ifndef GRIT_REFERENCE_TEST_VIEWS_H_
#define GRIT_REFERENCE_TEST_VIEWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"
#include "harness/reference/test_bytes.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Hexadecimal digits of the four planes.
struct PlaneText {
  std::string_view data = {};
  std::string_view scale0 = {};
  std::string_view scale1 = {};
  std::string_view aux = {};
};

inline PlaneBuffers planes_of(const PlaneText& text) {
  return {from_hex(text.data), from_hex(text.scale0), from_hex(text.scale1), from_hex(text.aux)};
}

// An array with its grade's canonical string. Placements are ROW_MAJOR, meta where there is an aux
// plane; the tests change what they are about.
struct GradedArray {
  std::string grade;
  Array array;

  View view() const { return view_of(array, grade); }
  Descriptor& descriptor() { return array.descriptor; }
  PlaneBuffers& planes() { return array.planes; }
  const PlaneBuffers& planes() const { return array.planes; }
};

// Requires a grade that has a descriptor.
inline GradedArray graded(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                          PlaneBuffers planes) {
  const auto parsed = parse_grade(grade);
  const bool has_aux = parsed->zero_point || parsed->sparsity;
  DescriptorOptions options;
  options.group_axis = static_cast<std::int16_t>(group_axis);
  options.placement_data = kRowMajor;
  options.placement_scale = kRowMajor;
  if (has_aux) options.placement_meta = kRowMajor;
  return {std::string(grade),
          {*descriptor_from_grade(*parsed, options), std::move(shape), std::move(planes)}};
}

inline GradedArray graded(std::string_view grade, std::vector<std::int64_t> shape, int group_axis,
                          const PlaneText& text) {
  return graded(grade, std::move(shape), group_axis, planes_of(text));
}

// 0, 1, 2, … as bytes, from `first` on.
inline std::vector<std::byte> counting(std::size_t count, unsigned first = 0) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>((first + i) & 0xFF);
  return bytes;
}

inline constexpr std::string_view kMxfp4Grade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
inline constexpr std::string_view kQ4ksGrade =
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";
inline constexpr std::string_view kNvf4Grade =
    "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)";
inline constexpr std::string_view kI8s24Grade =
    "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)";
inline constexpr std::string_view kQ8_0Grade = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)";

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_TEST_VIEWS_H_
