#include "harness/reference/kernels/gid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "harness/reference/bytes.h"
#include "harness/reference/kernels/fnv1a128_parallel.hpp"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {
namespace {

using fnv1a128::State;

constexpr std::size_t kWords = kDescriptorBytes / 8;
// The hash covers bytes 0-27 and 32-63 (spec §7): not the note, the upper half of word 3.
constexpr std::size_t kNoteAt = 28;
constexpr std::size_t kNoteEnd = 32;
constexpr std::uint64_t kAxisMask = 0xFFFF;                      // of word 2
constexpr std::uint64_t kNoteMask = ~std::uint64_t{0xFFFFFFFF};  // of word 3
constexpr std::size_t kAxes = 8;
constexpr std::size_t kBegun = 6;                                           // bytes up to version
constexpr std::uint64_t kBegunMask = (std::uint64_t{1} << 8 * kBegun) - 1;  // of word 0

constexpr State hashed(State state, std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    state.low ^= std::to_integer<std::uint64_t>(byte);
    state = fnv1a128::detail::multiply(state, fnv1a128::detail::kPrime);
  }
  return state;
}

constexpr State hashed(State state, std::string_view text) {
  for (const char c : text) {
    const std::array byte{static_cast<std::byte>(c)};
    state = hashed(state, byte);
  }
  return hashed(state, std::array{std::byte{0}});
}

// A registered grade: the canonical frame, and the hash where it ends.
struct Cached {
  std::string_view canonical;
  std::array<std::uint64_t, kWords> words{};  // with zeros for group_axis and note
  State after_text;
  State after_version;                     // magic, hdr_bytes and version, which all frames share
  std::array<State, kAxes> after_frame{};  // by group_axis
};

constexpr std::array<Cached, kRegistry.size()> kCached = [] {
  std::array<Cached, kRegistry.size()> all{};
  for (std::size_t g = 0; g < all.size(); ++g) {
    const RegistryEntry& entry = kRegistry[g];
    all[g].canonical = entry.canonical;
    all[g].after_text = hashed(State{}, entry.canonical);
    DescriptorOptions options{.placement_data = kRowMajor,
                              .placement_scale = kRowMajor,
                              .placement_meta = entry.meta_placement};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      options.group_axis = static_cast<std::int16_t>(axis);
      const auto bytes = to_bytes(descriptor_from_frame(entry.frame, options));
      const std::span<const std::byte> all_bytes(bytes);
      all[g].after_frame[axis] =
          hashed(hashed(all[g].after_text, all_bytes.first(kNoteAt)), all_bytes.subspan(kNoteEnd));
      if (axis > 0) continue;
      all[g].after_version = hashed(all[g].after_text, all_bytes.first(kBegun));
      for (std::size_t i = 0; i < kWords; ++i) {
        all[g].words[i] = load_le(all_bytes.subspan(8 * i, 8));
      }
    }
  }
  return all;
}();

// The words of a descriptor without what the caches leave open.
constexpr std::array<std::uint64_t, kWords> kWordMasks = [] {
  std::array<std::uint64_t, kWords> masks;
  masks.fill(~std::uint64_t{0});
  masks[2] = ~kAxisMask;
  masks[3] = ~kNoteMask;
  return masks;
}();

// By four bits of the id, in which no two registered ones agree; the first grade's where there is
// none.
constexpr std::array<std::uint8_t, 16> kGradeOfSlot = [] {
  std::array<std::uint8_t, 16> grades{};
  for (std::size_t g = 0; g < kRegistry.size(); ++g) {
    grades[kRegistry[g].frame.grade_id >> 6 & 15] = static_cast<std::uint8_t>(g);
  }
  return grades;
}();

const Cached* cached(std::uint64_t grade_id, std::string_view canonical_grade) {
  const Cached& likely = kCached[kGradeOfSlot[grade_id >> 6 & 15]];
  if (likely.canonical == canonical_grade) return &likely;
  const auto found = std::ranges::find(kCached, canonical_grade, &Cached::canonical);
  return found == kCached.end() ? nullptr : &*found;
}

// The hash of a stream. A run of zero bytes is one multiplication, and the byte before it is in the
// same: its own is put off until the next byte that is not zero.
class Hasher {
 public:
  explicit Hasher(State state) : state_(state) {}

  // `size` bytes, the least significant first; what is above them is zero. For words with few bytes
  // that are not.
  void update_sparse(std::uint64_t word, std::size_t size = 8) {
    std::size_t left = size;
    while (word != 0) {
      const auto zeros = static_cast<std::size_t>(std::countr_zero(word)) / 8;
      multiply(zeros);
      state_.low ^= word >> 8 * zeros & 0xFF;
      late_ = 1;
      left -= zeros + 1;
      word = zeros == 7 ? 0 : word >> 8 * zeros >> 8;
    }
    late_ += left;
  }

  // One after another, unless all are zero.
  void update_dense(std::span<const std::byte, 4> bytes) {
    if (load_le_as<std::uint32_t>(bytes) == 0) {
      late_ += 4;
    } else {
      update_dense(std::span<const std::byte>(bytes));
    }
  }
  void update_dense(std::span<const std::byte> bytes) {
    multiply(0);
    state_ = fnv1a128::update_scalar(state_, bytes);
  }

  State state() {
    multiply(0);
    return state_;
  }

 private:
  // By what is late, and `more` besides.
  void multiply(std::size_t more) {
    late_ += more;
    if (late_ > 0) state_ = fnv1a128::update_zeros(state_, late_);
    late_ = 0;
  }

  State state_;
  std::uint64_t late_ = 0;
};

// Words 0 to 7 without the note; the first six bytes are already in the hash where `begun` says so.
void update_frame(std::span<const std::byte, kDescriptorBytes> descriptor, bool begun,
                  Hasher& hasher) {
  const auto word = [&](std::size_t i) { return descriptor.subspan(8 * i).first<8>(); };
  hasher.update_dense(begun ? descriptor.subspan(kBegun, 8 - kBegun) : descriptor.first(8));
  for (std::size_t i = 1; i < 3; ++i) {
    hasher.update_dense(word(i).first<4>());
    hasher.update_dense(word(i).last<4>());
  }
  hasher.update_dense(word(3).first<4>());
  for (std::size_t i = 4; i < 7; ++i) {
    // Placement words: zero, or a class in the upper byte and a number in the lowest.
    const auto placement = load_le_as<std::uint64_t>(word(i));
    if ((placement & 0x00FFFFFFFFFFFF00) == 0) {
      hasher.update_sparse(placement);
    } else {
      hasher.update_dense(std::span<const std::byte>(word(i)));
    }
  }
  hasher.update_dense(std::span<const std::byte>(word(7)));
}

}  // namespace

Gid gid(std::span<const std::byte, kDescriptorBytes> descriptor, std::string_view canonical_grade,
        Shape shape) {
  std::array<std::uint64_t, kWords> words;
  for (std::size_t i = 0; i < kWords; ++i) {
    words[i] = load_le_as<std::uint64_t>(descriptor.subspan(8 * i).first<8>());
  }
  const Cached* grade = cached(words[kWords - 1], canonical_grade);
  const std::uint64_t axis = words[2] & kAxisMask;
  std::uint64_t differing = static_cast<std::uint64_t>(axis >= kAxes);
  if (grade != nullptr) {
    for (std::size_t i = 0; i < kWords; ++i) {
      differing |= (words[i] ^ grade->words[i]) & kWordMasks[i];
    }
  }

  State begin;
  const bool whole_frame = grade != nullptr && differing == 0;
  const bool begun =
      grade != nullptr && (words[0] & kBegunMask) == (kCached[0].words[0] & kBegunMask);
  if (whole_frame) {
    begin = grade->after_frame[static_cast<std::size_t>(axis)];
  } else if (begun) {
    begin = grade->after_version;
  } else if (grade != nullptr) {
    begin = grade->after_text;
  } else {
    begin = fnv1a128::update_scalar(begin, std::as_bytes(std::span(canonical_grade)));
    begin = fnv1a128::update_zeros(begin, 1);
  }
  Hasher hasher(begin);
  if (!whole_frame) update_frame(descriptor, begun, hasher);
  hasher.update_sparse(static_cast<std::uint32_t>(shape.size()), 4);
  for (const std::int64_t extent : shape) hasher.update_sparse(static_cast<std::uint64_t>(extent));
  const State state = hasher.state();
  return hash_bytes({state.high, state.low});
}

}  // namespace grit::reference::kernels
