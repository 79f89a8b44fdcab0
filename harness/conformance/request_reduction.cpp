#include "harness/conformance/request_reduction.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "harness/conformance/request_view.h"
#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/encode.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/slice.h"
#include "harness/reference/view.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::CheckRequest;
using protocol::Op;
using protocol::Planes;
using protocol::Shape;
using protocol::Words;
using Lengths = std::array<std::int64_t, 4>;

// Planes longer than this are not built while reducing.
constexpr std::int64_t kMaxBuiltPlane = std::int64_t{1} << 20;
// Sequences are taken apart bit by bit only where so few elements are left.
constexpr std::size_t kFewElements = 8;

// The candidates of one request, without repetition.
class Candidates {
 public:
  explicit Candidates(std::span<const std::byte> original)
      : original_(original.begin(), original.end()) {}

  void add(Bytes request) {
    if (full() || request == original_ || !seen_.insert(request).second) return;
    list_.push_back(std::move(request));
  }
  bool full() const { return list_.size() >= kMaxSimplerRequests; }
  std::vector<Bytes> take() { return std::move(list_); }

 private:
  const Bytes original_;
  std::set<Bytes> seen_;
  std::vector<Bytes> list_;
};

// ---- Sequences ----

struct Range {
  std::size_t begin;
  std::size_t end;
};

// Halves, quarters, … of [0, size), each a multiple of `unit` but for the last; large ones first.
std::vector<Range> chunks(std::size_t size, std::size_t unit) {
  std::vector<Range> ranges;
  for (std::size_t length = size; length >= unit && length > 0; length /= 2) {
    const std::size_t step = (length + unit - 1) / unit * unit;
    for (std::size_t begin = 0; begin < size && ranges.size() < kMaxSimplerRequests;
         begin += step) {
      ranges.push_back({begin, std::min(begin + step, size)});
    }
    if (length == unit) break;
  }
  return ranges;
}

// The sequence without one chunk, and one chunk alone.
template <typename Sequence, typename Add>
void shorten(const Sequence& sequence, std::size_t unit, const Add& add) {
  for (const Range& range : chunks(sequence.size(), unit)) {
    if (range.end - range.begin == sequence.size()) continue;
    const auto at = [&](std::size_t index) {
      return sequence.begin() + static_cast<std::ptrdiff_t>(index);
    };
    add(Sequence(at(range.begin), at(range.end)));
    Sequence rest(at(0), at(range.begin));
    rest.insert(rest.end(), at(range.end), sequence.end());
    add(std::move(rest));
  }
}

// The sequence with one chunk zero; with few elements left, with one bit less.
template <typename Sequence, typename Add>
void clear(const Sequence& sequence, const Add& add) {
  using Element = typename Sequence::value_type;
  const auto is_set = [](const Element& element) { return element != Element{}; };
  for (const Range& range : chunks(sequence.size(), 1)) {
    const auto begin = sequence.begin() + static_cast<std::ptrdiff_t>(range.begin);
    const auto end = sequence.begin() + static_cast<std::ptrdiff_t>(range.end);
    if (std::none_of(begin, end, is_set)) continue;
    Sequence cleared = sequence;
    std::fill(cleared.begin() + static_cast<std::ptrdiff_t>(range.begin),
              cleared.begin() + static_cast<std::ptrdiff_t>(range.end), Element{});
    add(std::move(cleared));
  }
  if (static_cast<std::size_t>(std::ranges::count_if(sequence, is_set)) > kFewElements) return;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    for (unsigned bit = 0; bit < 8 * sizeof(Element); ++bit) {
      const auto mask = static_cast<Element>(1ull << bit);
      if ((sequence[i] & mask) == Element{}) continue;
      Sequence cleared = sequence;
      cleared[i] &= ~mask;
      add(std::move(cleared));
    }
  }
}

// ---- Texts ----

// Whole characters of valid UTF-8; any other byte is one by itself.
std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> list;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
    if (continues && !list.empty()) {
      list.back() += c;
    } else {
      list.emplace_back(1, c);
    }
  }
  return list;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += separator;
    text += part;
  }
  return text;
}

template <typename Add>
void simplify_text(const std::string& text, const Add& add) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open != std::string::npos && close != std::string::npos && open < close) {
    std::vector<std::string> tokens;
    std::string_view rest = std::string_view(text).substr(open + 1, close - open - 1);
    while (true) {
      const std::size_t comma = rest.find(',');
      tokens.emplace_back(rest.substr(0, comma));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    shorten(tokens, 1, [&](const std::vector<std::string>& kept) {
      add(text.substr(0, open + 1) + joined(kept, ",") + text.substr(close));
    });
  }
  shorten(characters(text), 1,
          [&](const std::vector<std::string>& kept) { add(joined(kept, "")); });
}

// ---- Descriptors and views ----

struct FieldSpan {
  std::string_view name;
  std::size_t offset;
  std::size_t size;
};

// A descriptor of 64 bytes and the canonical one that it is brought closer to.
struct DescriptorPair {
  reference::GradeName grade = reference::GradeName::kMxfp4;
  Bytes canonical;
  std::vector<FieldSpan> differing;
};

std::optional<DescriptorPair> pair_with_canonical(Op op, std::span<const std::byte> request,
                                                  const Bytes& desc) {
  const DescriptorComparison comparison = compare_with_canonical(op, request);
  const auto* entry = reference::find_by_name(comparison.base);
  if (entry == nullptr) return std::nullopt;
  DescriptorPair pair;
  pair.grade = entry->grade;
  const auto canonical = reference::to_bytes(reference::canonical_descriptor(entry->grade));
  pair.canonical.assign(canonical.begin(), canonical.end());
  for (const auto& field : reference::descriptor_fields()) {
    const auto begin = static_cast<std::ptrdiff_t>(field.offset);
    const auto end = static_cast<std::ptrdiff_t>(field.offset + field.size);
    if (!std::equal(desc.begin() + begin, desc.begin() + end, pair.canonical.begin() + begin)) {
      pair.differing.push_back({field.name, field.offset, field.size});
    }
  }
  return pair;
}

void copy_field(const FieldSpan& field, const Bytes& from, Bytes& to) {
  const auto begin = static_cast<std::ptrdiff_t>(field.offset);
  const auto end = static_cast<std::ptrdiff_t>(field.offset + field.size);
  std::copy(from.begin() + begin, from.begin() + end, to.begin() + begin);
}

template <typename Add>
void simplify_descriptor(const Bytes& desc, const DescriptorPair& pair, const Add& add) {
  if (pair.differing.empty()) return;
  add(pair.canonical);
  if (pair.differing.size() > 1) {
    for (const FieldSpan& field : pair.differing) {
      Bytes only = pair.canonical;
      copy_field(field, desc, only);
      add(std::move(only));
    }
    for (const FieldSpan& field : pair.differing) {
      Bytes without = desc;
      copy_field(field, pair.canonical, without);
      add(std::move(without));
    }
    return;
  }
  // One field is left: bit by bit.
  const FieldSpan& field = pair.differing.front();
  for (std::size_t i = field.offset; i < field.offset + field.size; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const auto mask = static_cast<std::byte>(1u << bit);
      if (((desc[i] ^ pair.canonical[i]) & mask) == std::byte{0}) continue;
      Bytes only = pair.canonical;
      only[i] ^= mask;
      if (only == desc) return;  // a single bit already
      add(std::move(only));
    }
  }
}

std::optional<Lengths> right_lengths(const Bytes& desc, const Shape& shape) {
  if (desc.size() != reference::kDescriptorBytes) return std::nullopt;
  const auto descriptor = reference::parse_descriptor(
      std::span<const std::byte>(desc).first<reference::kDescriptorBytes>());
  const auto sizes = reference::sizes(descriptor, shape);
  if (!sizes) return std::nullopt;
  const auto values = reference::to_i64(*sizes);
  if (!values) return std::nullopt;
  Lengths lengths;
  std::copy(values->begin() + 4, values->end(), lengths.begin());
  return lengths;
}

// The smallest array of the grade: one block.
Shape smallest_shape(reference::GradeName grade) {
  return {static_cast<std::int64_t>(reference::registry_entry(grade).block)};
}

bool is_right_digest(const CheckRequest& request) {
  return request.planes && request.digest &&
         reference::digest(reference::borrow(*request.planes)) == *request.digest;
}

// Gives the request other lengths, its planes with them where they had the lengths before; a digest
// that was right stays right.
CheckRequest with_lengths(CheckRequest request, const Lengths& lengths) {
  const bool digest_was_right = is_right_digest(request);
  if (request.planes) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      Bytes& plane = (*request.planes)[i];
      const bool had_its_length = static_cast<std::int64_t>(plane.size()) == request.plane_bytes[i];
      if (had_its_length && lengths[i] >= 0 && lengths[i] <= kMaxBuiltPlane) {
        plane.resize(static_cast<std::size_t>(lengths[i]));
      }
    }
  }
  request.plane_bytes = lengths;
  if (digest_was_right) request.digest = reference::digest(reference::borrow(*request.planes));
  return request;
}

std::vector<Shape> simpler_shapes(const Shape& shape, const Shape& smallest) {
  // What is below the smallest would come back to it.
  if (shape == smallest) return {};
  std::vector<Shape> shapes = {smallest};
  for (std::size_t i = 0; i < shape.size() && shape.size() > 1 && i < 32; ++i) {
    Shape without = shape;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    shapes.push_back(std::move(without));
  }
  if (shape.size() > 32) shapes.emplace_back(shape.begin(), shape.begin() + 32);
  for (std::size_t i = 0; i < shape.size() && i < 32; ++i) {
    const std::int64_t extent = shape[i];
    for (const std::int64_t simpler :
         {std::int64_t{1}, std::int64_t{0}, smallest.front(), extent / 2}) {
      // Towards zero only, so that steps come to an end.
      const auto magnitude = [](std::int64_t value) {
        return value < 0 ? ~static_cast<std::uint64_t>(value) + 1
                         : static_cast<std::uint64_t>(value);
      };
      if (magnitude(simpler) >= magnitude(extent)) continue;
      Shape changed = shape;
      changed[i] = simpler;
      shapes.push_back(std::move(changed));
    }
  }
  return shapes;
}

// Of CHECK, and of the check in a CHECK_GRADE; `bytes` is the whole request.
template <typename Add>
void simplify_check(Op op, const CheckRequest& request, std::span<const std::byte> bytes,
                    const Add& add) {
  if (request.planes || request.digest) {
    CheckRequest bare = request;
    bare.planes.reset();
    bare.digest.reset();
    add(bare);
    bare.level = 1;
    add(bare);
    if (request.digest) {
      CheckRequest undigested = request;
      undigested.digest.reset();
      add(undigested);
    }
  }
  for (const std::uint8_t level : {std::uint8_t{1}, std::uint8_t{2}}) {
    if (level >= request.level) continue;
    CheckRequest lower = request;
    lower.level = level;
    add(lower);
  }
  const auto with_desc = [&](Bytes desc) {
    CheckRequest changed = request;
    changed.desc = std::move(desc);
    add(changed);
  };
  std::optional<DescriptorPair> pair;
  if (request.desc.size() == reference::kDescriptorBytes) {
    pair = pair_with_canonical(op, bytes, request.desc);
  }
  const Shape smallest = smallest_shape(pair ? pair->grade : reference::GradeName::kMxfp4);
  // Everything around the descriptor, and then the descriptor too, as simple as can be.
  if (const auto lengths = pair ? right_lengths(pair->canonical, smallest) : std::nullopt) {
    CheckRequest plain = with_lengths(request, *lengths);
    plain.shape = smallest;
    add(plain);
    simplify_descriptor(request.desc, *pair, [&](Bytes desc) {
      CheckRequest plainer = plain;
      plainer.desc = std::move(desc);
      add(plainer);
    });
  }
  if (pair) {
    simplify_descriptor(request.desc, *pair, with_desc);
  } else {
    shorten(request.desc, 1, with_desc);
    clear(request.desc, with_desc);
  }
  const auto right = right_lengths(request.desc, request.shape);
  for (const Shape& shape : simpler_shapes(request.shape, smallest)) {
    CheckRequest changed = request;
    changed.shape = shape;
    const auto lengths = right_lengths(request.desc, shape);
    if (lengths) {
      CheckRequest fitting = with_lengths(changed, *lengths);
      add(fitting);
      // As wrong as they were.
      Lengths shifted = *lengths;
      for (std::size_t i = 0; right && i < shifted.size(); ++i) {
        shifted[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted[i]) +
                                               (static_cast<std::uint64_t>(request.plane_bytes[i]) -
                                                static_cast<std::uint64_t>((*right)[i])));
      }
      if (right) add(with_lengths(changed, shifted));
    }
    add(changed);
  }
  if (right) {
    add(with_lengths(request, *right));
    for (std::size_t i = 0; i < right->size(); ++i) {
      Lengths one = request.plane_bytes;
      one[i] = (*right)[i];
      add(with_lengths(request, one));
    }
  } else {
    for (std::size_t i = 0; i < request.plane_bytes.size(); ++i) {
      Lengths one = request.plane_bytes;
      one[i] = 0;
      add(with_lengths(request, one));
    }
  }
  if (request.planes) {
    for (std::size_t i = 0; i < request.planes->size(); ++i) {
      clear((*request.planes)[i], [&](Bytes plane) {
        CheckRequest changed = request;
        (*changed.planes)[i] = std::move(plane);
        if (is_right_digest(request)) {
          changed.digest = reference::digest(reference::borrow(*changed.planes));
        }
        add(changed);
      });
    }
  }
}

template <typename Add>
void simplify_planes(const Planes& planes, const Add& add) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto replaced = [&](Bytes plane) {
      Planes changed = planes;
      changed[i] = std::move(plane);
      add(std::move(changed));
    };
    clear(planes[i], replaced);
  }
}

void simplify_decode(const protocol::DecodeRequest& request, Candidates& candidates) {
  const auto* entry = reference::find_by_name(request.grade);
  const auto add = [&](const protocol::DecodeRequest& simpler) {
    candidates.add(simpler.encode());
  };
  if (entry != nullptr) {
    const auto canonical = reference::to_bytes(reference::canonical_descriptor(entry->grade));
    const Bytes desc(canonical.begin(), canonical.end());
    const auto block = static_cast<std::int64_t>(entry->block);
    const auto right = right_lengths(desc, {request.numel});
    for (const std::int64_t numel :
         {block, request.numel / block / 2 * block, (request.numel / block - 1) * block}) {
      const auto lengths = right_lengths(desc, {numel});
      if (!lengths || numel < 0 || numel >= request.numel) continue;
      // The front and the back of every plane, as wrong in length as it was.
      for (const bool back : {false, true}) {
        protocol::DecodeRequest shorter = request;
        shorter.numel = numel;
        for (std::size_t i = 0; i < lengths->size(); ++i) {
          Bytes& plane = shorter.planes[i];
          const std::int64_t surplus =
              right ? static_cast<std::int64_t>(plane.size()) - (*right)[i] : 0;
          const std::int64_t size = std::clamp((*lengths)[i] + surplus, std::int64_t{0},
                                               static_cast<std::int64_t>(plane.size()));
          if (back) {
            plane.erase(plane.begin(), plane.end() - size);
          } else {
            plane.resize(static_cast<std::size_t>(size));
          }
        }
        add(shorter);
      }
    }
  }
  simplify_planes(request.planes, [&](Planes planes) {
    protocol::DecodeRequest changed = request;
    changed.planes = std::move(planes);
    add(changed);
  });
}

void simplify_encode(const protocol::EncodeRequest& request, Candidates& candidates) {
  const auto replaced = [&](Words words) {
    protocol::EncodeRequest changed = request;
    changed.words = std::move(words);
    candidates.add(changed.encode());
  };
  const auto* entry = reference::find_by_name(request.grade);
  shorten(request.words, entry == nullptr ? 1 : entry->block, replaced);
  clear(request.words, replaced);
}

// SIZES and GID: a descriptor and a shape.
template <typename Request>
void simplify_view(Op op, const Request& request, std::span<const std::byte> bytes,
                   Candidates& candidates) {
  const Bytes desc(request.desc.begin(), request.desc.end());
  const auto pair = pair_with_canonical(op, bytes, desc);
  if (!pair) return;
  const auto with_desc = [&](const Bytes& simpler, const Shape& shape) {
    Request changed = request;
    std::ranges::copy(simpler, changed.desc.begin());
    changed.shape = shape;
    candidates.add(changed.encode());
  };
  const Shape smallest = smallest_shape(pair->grade);
  with_desc(desc, smallest);
  simplify_descriptor(desc, *pair, [&](const Bytes& simpler) { with_desc(simpler, smallest); });
  simplify_descriptor(desc, *pair,
                      [&](const Bytes& simpler) { with_desc(simpler, request.shape); });
  for (const Shape& shape : simpler_shapes(request.shape, smallest)) with_desc(desc, shape);
}

void simplify_descriptor_request(const protocol::DescriptorRequest& request,
                                 Candidates& candidates) {
  const auto changed = [&](auto change) {
    protocol::DescriptorRequest simpler = request;
    change(simpler);
    candidates.add(simpler.encode());
  };
  changed([](auto& r) {
    r.axis = 0;
    r.note = 0;
    r.placements = {};
  });
  changed([](auto& r) { r.axis = 0; });
  changed([](auto& r) { r.note = 0; });
  for (std::size_t i = 0; i < request.placements.size(); ++i) {
    changed([i](auto& r) { r.placements[i] = 0; });
  }
  simplify_text(request.grade,
                [&](const std::string& text) { changed([&](auto& r) { r.grade = text; }); });
}

template <typename Request>
void simplify_words(const Request& request, Candidates& candidates) {
  const auto replaced = [&](Words words) {
    Request changed = request;
    changed.words = std::move(words);
    candidates.add(changed.encode());
  };
  shorten(request.words, 1, replaced);
  if (request.words.size() == 1) clear(request.words, replaced);
}

// A view: less of the array where the reference can cut it, no note, fewer bits in the planes.
template <typename Add>
void simplify_array(const protocol::ViewRequest& view, const Add& add) {
  const auto descriptor = reference::parse_descriptor(view.desc);
  const reference::View whole{descriptor, view.canonical, view.shape,
                              reference::borrow(view.planes)};
  for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
    const bool grouped =
        descriptor.group_axis >= 0 && axis == static_cast<std::size_t>(descriptor.group_axis);
    const std::size_t unit = grouped && descriptor.k0 != 0 ? descriptor.k0 : 1;
    if (view.shape[axis] <= 0) continue;
    for (const Range& range : chunks(static_cast<std::size_t>(view.shape[axis]), unit)) {
      const auto part = reference::slice(whole, axis, static_cast<std::int64_t>(range.begin),
                                         static_cast<std::int64_t>(range.end));
      if (part) add({view.desc, view.canonical, part->shape, part->planes});
    }
  }
  if (descriptor.note != 0) {
    protocol::ViewRequest changed = view;
    reference::Descriptor without_note = descriptor;
    without_note.note = 0;
    changed.desc = reference::to_bytes(without_note);
    add(changed);
  }
  simplify_planes(view.planes, [&](Planes planes) {
    protocol::ViewRequest changed = view;
    changed.planes = std::move(planes);
    add(changed);
  });
}

// The view of a request that has operands too; these stay.
template <typename Request>
void simplify_view_of(std::span<const std::byte> bytes, Candidates& candidates) {
  const auto request = Request::parse(bytes);
  if (!request) return;
  simplify_array(request->view, [&](const protocol::ViewRequest& view) {
    Request changed = *request;
    changed.view = view;
    candidates.add(changed.encode());
  });
}

}  // namespace

std::vector<Bytes> simpler_requests(Op op, std::span<const std::byte> request) {
  Candidates candidates(request);
  switch (op) {
    case Op::kHello:
      break;
    case Op::kCheck:
      if (const auto r = CheckRequest::parse(request)) {
        simplify_check(op, *r, request,
                       [&](const CheckRequest& simpler) { candidates.add(simpler.encode()); });
      }
      break;
    case Op::kGrade:
    case Op::kGidParse:
      if (const auto r = protocol::TextRequest::parse(request)) {
        simplify_text(r->text, [&](std::string text) {
          candidates.add(protocol::TextRequest{std::move(text)}.encode());
        });
      }
      break;
    case Op::kDescriptor:
      if (const auto r = protocol::DescriptorRequest::parse(request)) {
        simplify_descriptor_request(*r, candidates);
      }
      break;
    case Op::kSizes:
      if (const auto r = protocol::SizesRequest::parse(request)) {
        simplify_view(op, *r, request, candidates);
      }
      break;
    case Op::kGid:
      if (const auto r = protocol::GidRequest::parse(request)) {
        simplify_view(op, *r, request, candidates);
        simplify_text(r->canonical, [&](std::string text) {
          protocol::GidRequest changed = *r;
          changed.canonical = std::move(text);
          candidates.add(changed.encode());
        });
      }
      break;
    case Op::kDigest:
      if (const auto r = protocol::PlanesMessage::parse(request)) {
        for (std::size_t i = 0; i < r->planes.size(); ++i) {
          shorten(r->planes[i], 1, [&](Bytes plane) {
            protocol::PlanesMessage changed = *r;
            changed.planes[i] = std::move(plane);
            candidates.add(changed.encode());
          });
        }
        simplify_planes(r->planes, [&](Planes planes) {
          candidates.add(protocol::PlanesMessage{std::move(planes)}.encode());
        });
      }
      break;
    case Op::kFormatDecode:
    case Op::kFormatEncode:
      if (const auto r = protocol::FormatRequest::parse(request)) simplify_words(*r, candidates);
      break;
    case Op::kExponent:
      if (const auto r = protocol::ExponentRequest::parse(request)) simplify_words(*r, candidates);
      break;
    case Op::kDecode:
      if (const auto r = protocol::DecodeRequest::parse(request)) simplify_decode(*r, candidates);
      break;
    case Op::kEncode:
      if (const auto r = protocol::EncodeRequest::parse(request)) simplify_encode(*r, candidates);
      break;
    case Op::kEquivalent:
      if (const auto r = protocol::EquivalentRequest::parse(request)) {
        for (const bool first : {true, false}) {
          simplify_text(first ? r->a : r->b, [&](std::string text) {
            protocol::EquivalentRequest changed = *r;
            (first ? changed.a : changed.b) = std::move(text);
            candidates.add(changed.encode());
          });
        }
      }
      break;
    case Op::kExplain:
      if (const auto r = protocol::ExplainRequest::parse(request)) {
        // Towards equal descriptors, field by field.
        const Bytes a(r->a.begin(), r->a.end());
        for (const auto& field : reference::descriptor_fields()) {
          Bytes b(r->b.begin(), r->b.end());
          copy_field({field.name, field.offset, field.size}, a, b);
          protocol::ExplainRequest changed = *r;
          std::ranges::copy(b, changed.b.begin());
          candidates.add(changed.encode());
        }
      }
      break;
    case Op::kCheckGrade:
      if (const auto r = protocol::CheckGradeRequest::parse(request)) {
        simplify_check(op, r->check, request, [&](const CheckRequest& simpler) {
          candidates.add(protocol::CheckGradeRequest{simpler, r->grade}.encode());
        });
      }
      break;
    case Op::kDecodeView:
      if (const auto r = protocol::ViewRequest::parse(request)) {
        simplify_array(*r,
                       [&](const protocol::ViewRequest& view) { candidates.add(view.encode()); });
      }
      break;
    case Op::kSlice:
      simplify_view_of<protocol::SliceRequest>(request, candidates);
      break;
    case Op::kTranspose:
    case Op::kRequantize:
      simplify_view_of<protocol::TransposeRequest>(request, candidates);
      break;
    case Op::kRelayout:
      simplify_view_of<protocol::RelayoutRequest>(request, candidates);
      break;
  }
  return candidates.take();
}

std::string remaining_pieces(Op op, std::span<const std::byte> request) {
  Bytes desc;
  Shape shape;
  std::vector<std::string> pieces;
  if (op == Op::kDescriptor) {
    const auto descriptor = protocol::DescriptorRequest::parse(request);
    if (!descriptor) return {};
    pieces.emplace_back("grade");
    if (descriptor->axis != 0) pieces.emplace_back("axis");
    if (descriptor->note != 0) pieces.emplace_back("note");
    if (descriptor->placements != decltype(descriptor->placements){}) {
      pieces.emplace_back("placements");
    }
    return joined(pieces, ", ");
  }
  const auto check = CheckRequest::parse(request);
  if (op == Op::kCheck) {
    if (!check) return {};
    desc = check->desc;
    shape = check->shape;
    if (desc.size() != reference::kDescriptorBytes) pieces.emplace_back("length");
  } else if (op == Op::kSizes || op == Op::kGid) {
    if (request.size() < reference::kDescriptorBytes) return {};
    desc.assign(request.begin(), request.begin() + reference::kDescriptorBytes);
    if (op == Op::kSizes) {
      const auto sizes = protocol::SizesRequest::parse(request);
      if (!sizes) return {};
      shape = sizes->shape;
    } else {
      const auto gid = protocol::GidRequest::parse(request);
      if (!gid) return {};
      shape = gid->shape;
    }
  } else {
    return {};
  }
  Shape smallest = smallest_shape(reference::GradeName::kMxfp4);
  if (desc.size() == reference::kDescriptorBytes) {
    if (const auto pair = pair_with_canonical(op, request, desc)) {
      for (const FieldSpan& field : pair->differing) pieces.emplace_back(field.name);
      smallest = smallest_shape(pair->grade);
    }
  }
  if (shape != smallest) pieces.emplace_back("shape");
  if (op == Op::kCheck) {
    const auto right = right_lengths(check->desc, check->shape);
    if (right && check->plane_bytes != *right) pieces.emplace_back("plane bytes");
    if (check->planes) pieces.emplace_back("planes");
    if (check->digest) pieces.emplace_back("digest");
  }
  return joined(pieces, ", ");
}

}  // namespace grit::conformance
