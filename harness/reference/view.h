// Views: a descriptor, its grade, a shape and four borrowed plane buffers (spec, "Words").
#ifndef GRIT_REFERENCE_VIEW_H_
#define GRIT_REFERENCE_VIEW_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/reference/descriptor.h"

namespace grit::reference {

// Plane indices; the order of every array of four in this library and of the protocol.
enum class Plane : std::uint8_t { kData = 0, kScale0 = 1, kScale1 = 2, kAux = 3 };
inline constexpr std::size_t kPlaneCount = 4;
std::string_view plane_name(Plane plane);  // data, scale0, scale1, aux

// Borrowed bytes of the four planes; an absent plane is empty.
using Planes = std::array<std::span<const std::byte>, kPlaneCount>;

// Owned bytes of the four planes; an absent plane is empty.
using PlaneBuffers = std::array<std::vector<std::byte>, kPlaneCount>;

Planes borrow(const PlaneBuffers& buffers);

// An array of extents, outermost first. Any rank, any values; negative ones are check's business.
using Shape = std::span<const std::int64_t>;

// Which placement word, and with it which plane, something is about. Codes as in protocol op 25.
enum class Role : std::uint8_t { kData = 0, kScale = 1, kMeta = 2 };
std::string_view role_name(Role role);                  // data, scale, meta
std::optional<Role> role_from_code(std::uint8_t code);  // nothing above 2
Plane plane_of(Role role);                              // data, scale0, aux
Placement& placement_word(Descriptor& descriptor, Role role);
Placement placement_word(const Descriptor& descriptor, Role role);

// Owns the descriptor, borrows the rest.
struct View {
  Descriptor descriptor;
  std::string_view grade;  // the canonical string that descriptor.grade_id stands for
  Shape shape;
  Planes planes;
};

// Owns everything but the grade's string: what operations on views answer with (spec §12).
struct Array {
  Descriptor descriptor;
  std::vector<std::int64_t> shape;
  PlaneBuffers planes;

  friend bool operator==(const Array&, const Array&) = default;
};

// The view of an array, which must outlive it, under its grade's canonical string.
View view_of(const Array& array, std::string_view grade);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_VIEW_H_
