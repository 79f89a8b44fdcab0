// Strings of equally wide codes: how elements, scales, zero points and survivor indices stand in a
// plane's bytes (spec §11.4).
//
// Positions are codes, not bits. Nothing here checks bounds: callers have found the plane to have
// the length that its codes need.
#ifndef GRIT_REFERENCE_BIT_STRING_H_
#define GRIT_REFERENCE_BIT_STRING_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/reference/descriptor.h"
#include "harness/reference/view.h"

namespace grit::reference {

struct CodeLayout {
  unsigned width = 8;   // of a code, 1..32 bits
  unsigned stride = 8;  // from one code to the next, in bits: the width, or 8 where it is padded
  BitOrder order = BitOrder::kLsb;
};

// How the codes of a plane lie: elements follow po and the container, everything else is LSB first,
// scales of scale0 and zero points padded to a byte, scale1 and survivor indices unpadded. For aux,
// indices with SPARSE, else zero points. Spec §11.4.
CodeLayout code_layout(const Descriptor& descriptor, Plane plane);

// Code number `index`, without the bits around it.
std::uint32_t code_at(std::span<const std::byte> bytes, const CodeLayout& layout,
                      std::uint64_t index);

// Writes code number `index` into bytes that are zero where it goes. Bits above the width are
// dropped.
void put_code(std::span<std::byte> bytes, const CodeLayout& layout, std::uint64_t index,
              std::uint32_t code);

// Bytes that `codes` codes take.
std::size_t code_bytes(const CodeLayout& layout, std::uint64_t codes);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_BIT_STRING_H_
