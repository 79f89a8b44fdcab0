#include "harness/reference/view.h"

namespace grit::reference {

std::string_view plane_name(Plane plane) {
  switch (plane) {
    case Plane::kData:
      return "data";
    case Plane::kScale0:
      return "scale0";
    case Plane::kScale1:
      return "scale1";
    case Plane::kAux:
      return "aux";
  }
  return {};
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kData:
      return "data";
    case Role::kScale:
      return "scale";
    case Role::kMeta:
      return "meta";
  }
  return {};
}

std::optional<Role> role_from_code(std::uint8_t code) {
  if (code > static_cast<std::uint8_t>(Role::kMeta)) return std::nullopt;
  return static_cast<Role>(code);
}

Plane plane_of(Role role) {
  switch (role) {
    case Role::kScale:
      return Plane::kScale0;
    case Role::kMeta:
      return Plane::kAux;
    case Role::kData:
      break;
  }
  return Plane::kData;
}

Placement& placement_word(Descriptor& descriptor, Role role) {
  switch (role) {
    case Role::kScale:
      return descriptor.placement_scale;
    case Role::kMeta:
      return descriptor.placement_meta;
    case Role::kData:
      break;
  }
  return descriptor.placement_data;
}

Placement placement_word(const Descriptor& descriptor, Role role) {
  Descriptor copy = descriptor;
  return placement_word(copy, role);
}

Planes borrow(const PlaneBuffers& buffers) {
  return {buffers[0], buffers[1], buffers[2], buffers[3]};
}

View view_of(const Array& array, std::string_view grade) {
  return {array.descriptor, grade, array.shape, borrow(array.planes)};
}

}  // namespace grit::reference
