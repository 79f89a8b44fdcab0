// Families of CHECK over bytes without a plan (spec §5.0.2): bits and fields of right descriptors
// changed, descriptors spliced, and random bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harness/vectors/arrays.h"
#include "harness/vectors/check_parts.h"
#include "harness/vectors/descriptor_bytes.h"
#include "harness/vectors/family.h"
#include "harness/vectors/field_draws.h"

namespace grit::vectors::check {

void add_byte_families(std::vector<Family>& families) {
  const auto fields = reference::descriptor_fields();
  families.push_back({Op::kCheck, "note", "§2.3.3", [](Draw& draw) {
                        static constexpr std::array<std::uint32_t, 7> kNotes = {
                            0, 1, 0xFE, 0xFF00, 0x8000, 0x80000000, 0xFFFFFFFF};
                        Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                        array.descriptor.note =
                            draw.random.chance(1, 2)
                                ? draw.random.pick(kNotes)
                                : static_cast<std::uint32_t>(draw.random.next());
                        return ask(draw, array, CheckReply{kOk, kNone});
                      }});
  families.push_back({Op::kCheck, "single-bit", "§5", [](Draw& draw) {
                        // All 512 bits of all descriptors, in turn.
                        const GradeName grade = draw.in_turn(kAllGrades);
                        Array array = random_array(draw.random, grade);
                        CheckRequest request = check_request(array);
                        const auto bit =
                            static_cast<std::size_t>(draw.turn / kAllGrades.size() % 512);
                        request.desc[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 12;
  // Every field of every canonical descriptor at each boundary of its width, one at a time. The
  // canonical group axis of 0 meets shapes whose first axis has the groups.
  struct Boundary {
    GradeName grade;
    reference::Field field;
    std::uint64_t value;
  };
  std::vector<Boundary> boundaries;
  for (const reference::Field& field : fields) {
    for (const GradeName grade : kAllGrades) {
      const auto bytes = reference::to_bytes(reference::canonical_descriptor(grade));
      const std::uint64_t right = reference::field_value(bytes, field);
      for (const std::uint64_t value :
           boundary_values(right, static_cast<unsigned>(8 * field.size))) {
        boundaries.push_back({grade, field, value});
      }
    }
  }
  families.push_back(
      {Op::kCheck, "field-boundary", "§5",
       [boundaries = std::move(boundaries)](Draw& draw) {
         const Boundary& boundary = draw.in_turn(boundaries);
         const GradeName grade = boundary.grade;
         const std::int64_t extent = block(grade) * draw.random.between(1, 64);
         CheckRequest request =
             check_request(make_array(grade, {extent, draw.random.between(1, 3)}, 0));
         request.level = deciding_level(draw.random);
         protocol::DescriptorBytes bytes =
             reference::to_bytes(reference::canonical_descriptor(grade));
         set_field(bytes, boundary.field.offset, boundary.field.size, boundary.value);
         request.desc.assign(bytes.begin(), bytes.end());
         return draft(request, std::nullopt);
       },
       4});
  const auto add_fields = [&](std::string name, std::int64_t least, std::int64_t most,
                              unsigned weight) {
    families.push_back({Op::kCheck, std::move(name), "§5",
                        [=](Draw& draw) {
                          Array array = random_array(draw.random, draw.in_turn(kAllGrades));
                          protocol::DescriptorBytes bytes = reference::to_bytes(array.descriptor);
                          const std::int64_t count = draw.random.between(least, most);
                          for (std::int64_t i = 0; i < count; ++i) {
                            const reference::Field& field = draw.random.pick(fields);
                            const std::uint64_t right = reference::field_value(bytes, field);
                            const auto bits = static_cast<unsigned>(8 * field.size);
                            set_field(bytes, field.offset, field.size,
                                      other_value(draw.random, right, bits));
                          }
                          CheckRequest request = check_request(array);
                          request.level = deciding_level(draw.random);
                          request.desc.assign(bytes.begin(), bytes.end());
                          return draft(request, std::nullopt);
                        },
                        weight});
  };
  add_fields("two-fields", 2, 2, 8);
  add_fields("many-fields", 3, 8, 4);
  families.push_back({Op::kCheck, "spliced-descriptors", "§5", [](Draw& draw) {
                        // The head of one grade's descriptor, the tail of another's.
                        const Array head = random_array(draw.random, draw.random.pick(kAllGrades));
                        const Array tail = random_array(draw.random, draw.random.pick(kAllGrades));
                        CheckRequest request = check_request(head);
                        const CheckRequest other = check_request(tail);
                        const auto cut = static_cast<std::ptrdiff_t>(draw.random.below(65));
                        std::copy(other.desc.begin() + cut, other.desc.end(),
                                  request.desc.begin() + cut);
                        request.level = deciding_level(draw.random);
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 2;
  families.push_back({Op::kCheck, "random-bytes", "§5.0.2", [](Draw& draw) {
                        CheckRequest request =
                            check_request(random_array(draw.random, draw.in_turn(kAllGrades)));
                        request.level = static_cast<std::uint8_t>(draw.random.below(256));
                        static constexpr std::array<std::byte, 3> kFills = {
                            std::byte{0x00}, std::byte{0xFF}, std::byte{0x01}};
                        if (draw.turn < kFills.size()) {
                          std::ranges::fill(request.desc, draw.in_turn(kFills));
                        } else {
                          // Keeping a prefix lets more of the rest be looked at.
                          const auto kept = static_cast<std::size_t>(
                              draw.random.pick(std::array<std::uint8_t, 4>{0, 4, 7, 22}));
                          draw.random.fill(std::span(request.desc).subspan(kept));
                        }
                        return draft(request, std::nullopt);
                      }});
  families.back().weight = 2;
}

}  // namespace grit::vectors::check
