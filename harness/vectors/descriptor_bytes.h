// Descriptors as bytes (spec §2.1): writing a field, and the DESCRIPTOR request that a known
// descriptor answers.
#ifndef GRIT_VECTORS_DESCRIPTOR_BYTES_H_
#define GRIT_VECTORS_DESCRIPTOR_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/protocol/messages.h"

namespace grit::vectors {

// Little-endian. Preconditions: size <= 8, offset + size <= 64.
void set_field(protocol::DescriptorBytes& descriptor, std::size_t offset, std::size_t size,
               std::uint64_t value);

// Asks for `grade`, in whatever spelling, with the axis, note and placements of `descriptor`
// (spec §3.8.3).
protocol::DescriptorRequest descriptor_request(const protocol::DescriptorBytes& descriptor,
                                               std::string grade);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_DESCRIPTOR_BYTES_H_
