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

}  // namespace grit::reference
