#include "fuzz/mutator/request_mutations.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "fuzz/mutator/descriptor_mutations.h"
#include "fuzz/mutator/text_mutations.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/request_type.h"
#include "harness/reference/canonical_grade.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/registry.h"
#include "harness/reference/view.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/view_draws.h"

namespace grit::fuzz {
namespace {

using namespace protocol;  // the messages, by their names
using vectors::Random;

// Arrays stay small: what is larger takes longer, and shows nothing that two of everything do not.
constexpr std::size_t kMostWords = 512;  // two blocks of the largest size
constexpr vectors::ShapeWish kSmallView{.units = 2, .other_extent = 2};

DescriptorSpan whole(DescriptorBytes& descriptor) { return DescriptorSpan(descriptor); }

template <typename Integer>
void mutate_integer(Random& random, Integer& value) {
  value = static_cast<Integer>(
      vectors::other_value(random, static_cast<std::uint64_t>(value), 8 * sizeof(Integer)));
}

// One of these changes.
template <typename... Change>
void one_of(Random& random, Change... change) {
  std::uint64_t which = random.below(sizeof...(change));
  const auto apply = [&](auto& chosen) {
    if (which-- == 0) chosen();
  };
  (apply(change), ...);
}

// ---- Pieces ----

void mutate_name(Random& random, std::string& name) {
  static constexpr std::array<std::string_view, 4> kOthers = {"", "GRADE_", "grade_mxfp4",
                                                              "GRADE_MXFP4 "};
  name = random.chance(7, 8) ? std::string(random.pick(reference::registry()).name)
                             : std::string(random.pick(kOthers));
}

std::uint32_t some_value(Random& random) {
  static constexpr std::array<std::uint32_t, 16> kEdges = {
      0x00000000, 0x80000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x3F800000,
      0x40C00000, 0x40A00000, 0x3E800000, 0x42FE0000, 0x7F7FFFFF, 0x7F800000,
      0xFF800000, 0x7FC00000, 0x7F800001, 0x43E00000};
  switch (random.below(4)) {
    case 0:
      return random.pick(kEdges);
    case 1:
      return static_cast<std::uint32_t>(random.next());
    case 2:
      return vectors::random_binary32(random, -8, 8);
    default:
      return vectors::random_binary32(random, -149, 127);
  }
}

void mutate_words(Random& random, Words& words, std::size_t unit) {
  const auto more = [&] {
    for (std::size_t i = 0; i < unit && words.size() < kMostWords; ++i) {
      words.push_back(some_value(random));
    }
  };
  if (words.empty()) {
    more();
    return;
  }
  const std::size_t at = static_cast<std::size_t>(random.below(words.size()));
  switch (random.below(6)) {
    case 0:
      more();
      return;
    case 1:
      words.resize(words.size() - std::min(words.size(), random.chance(3, 4) ? unit : 1));
      return;
    case 2:
      words[at] ^= std::uint32_t{1} << random.below(32);
      return;
    case 3:
      for (std::size_t i = at; i < words.size(); ++i) words[i] = some_value(random);
      return;
    default:
      words[at] = some_value(random);
      return;
  }
}

void mutate_format(Random& random, std::uint16_t& format) {
  const auto formats = reference::registered_formats();
  if (random.chance(3, 4)) {
    format = random.pick(formats).word.bits;
  } else {
    mutate_integer(random, format);
  }
}

// ---- Messages: one piece each, then what depends on it ----

// The lengths, the planes and the digest that the rest of the request demands, in most calls.
void put_right(Random& random, CheckRequest& request) {
  if (random.chance(7, 8) && request.desc.size() == reference::kDescriptorBytes) {
    set_right_lengths(std::span(request.desc).first<reference::kDescriptorBytes>(), request.shape,
                      request.plane_bytes);
  }
  if (!request.planes) return;
  if (!resize_planes(random, request.plane_bytes, kMostPlaneBytes, *request.planes)) {
    request.planes.reset();
  } else if (request.digest && random.chance(3, 4)) {
    request.digest = reference::digest(reference::borrow(*request.planes));
  }
}

void mutate(Random& random, CheckRequest& request) {
  const auto with_descriptor = [&](auto change) {
    const bool whole = request.desc.size() == reference::kDescriptorBytes;
    request.desc.resize(reference::kDescriptorBytes);
    const DescriptorSpan desc(request.desc.data(), reference::kDescriptorBytes);
    if (!whole) set_canonical(random, desc);
    change(desc);
  };
  one_of(
      random,
      [&] { with_descriptor([&](DescriptorSpan desc) { mutate_descriptor(random, desc); }); },
      [&] { with_descriptor([&](DescriptorSpan desc) { mutate_descriptor(random, desc); }); },
      [&] { with_descriptor([&](DescriptorSpan desc) { set_canonical(random, desc); }); },
      [&] {
        if (random.chance(1, 4)) request.desc.resize(random.below(130));
      },
      [&] { mutate_shape(random, request.shape); },
      [&] { mutate_lengths(random, request.plane_bytes); },
      [&] { request.level = static_cast<std::uint8_t>(random.below(4)); },
      [&] {
        if (request.planes) {
          mutate_planes(random, *request.planes);
        } else {
          request.planes.emplace();
          request.level = 2;
        }
      },
      [&] {
        if (request.planes && random.chance(1, 2)) {
          request.planes.reset();
        } else {
          request.planes.emplace();
          request.level = 2;
        }
      },
      [&] {
        if (!request.digest) {
          random.fill(request.digest.emplace());
        } else if (random.chance(1, 2)) {
          request.digest.reset();
        } else {
          (*request.digest)[random.below(16)] ^= std::byte{0x10};
        }
      });
  put_right(random, request);
}

void mutate(Random& random, TextRequest& request) { mutate_grade_text(random, request.text); }

struct GidTextRequest : TextRequest {
  static Parsed<GidTextRequest> parse(std::span<const std::byte> payload) {
    auto request = TextRequest::parse(payload);
    if (!request) return std::unexpected(request.error());
    return GidTextRequest{std::move(*request)};
  }
};
void mutate(Random& random, GidTextRequest& request) { mutate_gid_text(random, request.text); }

void mutate(Random& random, DescriptorRequest& request) {
  one_of(
      random, [&] { mutate_grade_text(random, request.grade); },
      [&] { mutate_integer(random, request.axis); }, [&] { mutate_integer(random, request.note); },
      [&] { mutate_integer(random, request.placements[random.below(3)]); });
}

void mutate(Random& random, SizesRequest& request) {
  one_of(
      random, [&] { mutate_descriptor(random, whole(request.desc)); },
      [&] { mutate_shape(random, request.shape); });
}

void mutate(Random& random, GidRequest& request) {
  one_of(
      random, [&] { mutate_descriptor(random, whole(request.desc)); },
      [&] { mutate_shape(random, request.shape); },
      [&] { mutate_grade_text(random, request.canonical); });
}

void mutate(Random& random, PlanesMessage& request) { mutate_planes(random, request.planes); }

void mutate(Random& random, FormatRequest& request) {
  one_of(
      random, [&] { mutate_format(random, request.format); },
      [&] { mutate_words(random, request.words, 1); },
      [&] {
        for (std::uint32_t& word : request.words) {
          if (random.chance(1, 2)) word = static_cast<std::uint32_t>(random.below(256));
        }
      });
}

void mutate(Random& random, ExponentRequest& request) {
  one_of(
      random, [&] { request.rule = static_cast<std::uint8_t>(random.below(4)); },
      [&] { mutate_words(random, request.words, 1); });
}

// Right planes for the grade and the count, where there are any.
void put_planes_right(Random& random, DecodeRequest& request) {
  const auto* entry = reference::find_by_name(request.grade);
  if (entry == nullptr || request.numel < 0 || request.numel > 4096) return;
  const auto lengths =
      vectors::plane_lengths(entry->grade, static_cast<std::uint64_t>(request.numel));
  std::array<std::int64_t, 4> wanted{};
  std::ranges::transform(lengths, wanted.begin(),
                         [](std::uint64_t length) { return static_cast<std::int64_t>(length); });
  resize_planes(random, wanted, kMostPlaneBytes, request.planes);
}

void mutate(Random& random, DecodeRequest& request) {
  one_of(
      random, [&] { mutate_name(random, request.grade); },
      [&] { request.numel = 32 * random.between(0, 16); },
      [&] { mutate_integer(random, request.numel); },
      [&] { mutate_planes(random, request.planes); },
      [&] { mutate_planes(random, request.planes); });
  if (random.chance(7, 8)) put_planes_right(random, request);
}

void mutate(Random& random, EncodeRequest& request) {
  const auto* entry = reference::find_by_name(request.grade);
  const std::size_t unit = entry == nullptr ? 32 : entry->block;
  one_of(
      random, [&] { mutate_name(random, request.grade); },
      [&] { mutate_words(random, request.words, unit); },
      [&] { mutate_words(random, request.words, unit); });
  entry = reference::find_by_name(request.grade);
  if (entry == nullptr || random.chance(1, 8)) return;
  while (request.words.size() % entry->block != 0) request.words.push_back(some_value(random));
}

void mutate(Random& random, EquivalentRequest& request) {
  one_of(
      random, [&] { mutate_name(random, request.a); }, [&] { mutate_name(random, request.b); },
      [&] { request.scope = static_cast<std::uint8_t>(random.below(3)); });
}

void mutate(Random& random, ExplainRequest& request) {
  one_of(
      random, [&] { mutate_descriptor(random, whole(request.a)); },
      [&] { mutate_descriptor(random, whole(request.b)); }, [&] { request.a = request.b; });
}

void mutate(Random& random, CheckGradeRequest& request) {
  if (random.chance(3, 4)) {
    mutate(random, request.check);
    return;
  }
  request.grade = some_canonical_grade(random);
  if (random.chance(1, 4)) mutate_grade_text(random, request.grade);
  const auto grade = reference::canonical_grade(request.grade);
  if (!grade || random.chance(1, 4)) return;
  const bool has_aux =
      grade->frame.zp_fmt.bits != 0 || (grade->frame.flags & reference::kFlagSparse) != 0;
  const auto bytes = reference::to_bytes(reference::descriptor_from_frame(
      grade->frame,
      {.group_axis = 0,
       .note = 0,
       .placement_data = reference::kRowMajor,
       .placement_scale = reference::kRowMajor,
       .placement_meta = has_aux ? reference::kLinearMeta : reference::kUnspecified}));
  request.check.desc.assign(bytes.begin(), bytes.end());
  // Of the right unit, or of the group size alone, which a cell need not divide.
  const std::int64_t unit =
      random.chance(1, 2) ? vectors::group_axis_unit(grade->grade) : std::int64_t{grade->frame.k0};
  request.check.shape = {unit * random.between(1, 4)};
  put_right(random, request.check);
}

void put_planes_right(Random& random, ViewRequest& view) {
  std::array<std::int64_t, 4> lengths{};
  if (set_right_lengths(ConstDescriptorSpan(view.desc), view.shape, lengths)) {
    resize_planes(random, lengths, kMostPlaneBytes, view.planes);
  }
}

ViewRequest plain_view(Random& random) {
  const reference::Grade grade = random.chance(1, 4)
                                     ? vectors::registered_grade(random.pick(vectors::kAllGrades))
                                     : vectors::random_view_grade(random);
  const auto codes = random.chance(1, 2) ? vectors::Codes::kOrdinary : vectors::Codes::kAnyBits;
  vectors::GeneralView view = vectors::random_view(random, grade, codes, kSmallView);
  if (random.chance(1, 4)) {
    const auto data = random.pick(vectors::kWellKnownPlacements);
    const auto scale = random.pick(vectors::kWellKnownPlacements);
    vectors::store_as(random, view, data, scale);
  }
  if (random.chance(1, 2)) vectors::make_metadata_proper(random, view);
  return std::move(view.request);
}

void mutate(Random& random, ViewRequest& view) {
  one_of(
      random,
      [&] {
        mutate_descriptor(random, whole(view.desc));
        if (random.chance(1, 2)) put_planes_right(random, view);
      },
      [&] {
        mutate_shape(random, view.shape);
        put_planes_right(random, view);
      },
      [&] { mutate_planes(random, view.planes); }, [&] { mutate_planes(random, view.planes); },
      [&] {
        if (random.chance(1, 4)) mutate_grade_text(random, view.canonical);
      },
      [&] {
        if (random.chance(1, 4)) view = plain_view(random);
      });
}

void mutate(Random& random, SliceRequest& request) {
  one_of(
      random, [&] { mutate(random, request.view); },
      [&] { request.axis = static_cast<std::uint8_t>(random.below(5)); },
      [&] {
        if (request.axis >= request.view.shape.size()) request.axis = 0;
        const std::int64_t extent =
            request.view.shape.empty() ? 0 : request.view.shape[request.axis];
        const std::int64_t most = std::clamp<std::int64_t>(extent, 0, 1024);
        request.begin = random.between(0, most);
        request.end = random.between(request.begin, most);
        if (random.chance(1, 2)) {
          request.begin -= request.begin % 32;
          request.end -= request.end % 32;
        }
      },
      [&] {
        request.begin = 0;
        request.end = request.view.shape.empty() ? 0 : request.view.shape.front();
        request.axis = 0;
      },
      [&] { mutate_integer(random, random.chance(1, 2) ? request.begin : request.end); });
}

void mutate(Random& random, TransposeRequest& request) {
  one_of(
      random,
      [&] {
        mutate(random, request.view);
        request.perm.resize(request.view.shape.size());
      },
      [&] { request.perm = vectors::random_permutation(random, request.view.shape.size()); },
      [&] { request.perm = vectors::random_permutation(random, request.view.shape.size()); },
      [&] {
        if (!request.perm.empty()) {
          request.perm[random.below(request.perm.size())] =
              static_cast<std::uint8_t>(random.below(6));
        }
      },
      [&] { request.group_axis = static_cast<std::uint8_t>(random.below(5)); },
      [&] {
        const auto old =
            reference::parse_descriptor(ConstDescriptorSpan(request.view.desc)).group_axis;
        for (std::size_t i = 0; i < request.perm.size(); ++i) {
          if (request.perm[i] == old) request.group_axis = static_cast<std::uint8_t>(i);
        }
      });
}

void mutate(Random& random, RelayoutRequest& request) {
  one_of(
      random, [&] { mutate(random, request.view); },
      [&] { request.role = static_cast<std::uint8_t>(random.below(4)); },
      [&] { request.placement = random.pick(vectors::kWellKnownPlacements); },
      [&] { request.placement = vectors::known_placement(random); },
      [&] { mutate_integer(random, request.placement); });
}

// ---- Plain requests ----

DescriptorBytes canonical_descriptor(Random& random) {
  DescriptorBytes descriptor;
  set_canonical(random, whole(descriptor));
  return descriptor;
}

CheckRequest plain_check(Random& random) {
  CheckRequest request =
      vectors::check_request(vectors::random_array(random, random.pick(vectors::kAllGrades)));
  if (random.chance(1, 2)) {
    request.level = 2;
    request.planes.emplace();
    if (!resize_planes(random, request.plane_bytes, kMostPlaneBytes, *request.planes)) {
      request.planes.reset();
    }
  }
  return request;
}

TransposeRequest plain_transpose(Random& random) {
  TransposeRequest request{plain_view(random), {}, 0};
  for (std::size_t axis = 0; axis < request.view.shape.size(); ++axis) {
    request.perm.push_back(static_cast<std::uint8_t>(axis));
  }
  return request;
}

// ---- Splicing ----

template <typename Message>
void splice(Random& random, Message& first, const Message& second) {
  if constexpr (requires { first.desc.data(); }) {
    if (first.desc.size() == 64 && second.desc.size() == 64) {
      splice_descriptors(random, std::span(first.desc).template first<64>(),
                         std::span(second.desc).template first<64>());
    }
  }
  if constexpr (requires { first.check; }) splice(random, first.check, second.check);
  if constexpr (requires { first.view; }) splice(random, first.view, second.view);
  if constexpr (requires { first.text; }) {
    first.text = splice_grade_texts(random, first.text, second.text);
  }
  if constexpr (requires { first.shape; }) {
    if (random.chance(1, 2)) first.shape = second.shape;
  }
  if constexpr (requires { first.plane_bytes; }) {
    if (random.chance(1, 2)) first.plane_bytes = second.plane_bytes;
  }
  if constexpr (requires { first.planes; }) {
    if (random.chance(1, 2)) first.planes = second.planes;
  }
  if constexpr (requires { first.words; }) {
    if (!first.words.empty() && !second.words.empty()) {
      const std::size_t common = std::min(first.words.size(), second.words.size());
      const std::size_t from = static_cast<std::size_t>(random.below(common));
      std::copy(second.words.begin() + static_cast<std::ptrdiff_t>(from),
                second.words.begin() + static_cast<std::ptrdiff_t>(common),
                first.words.begin() + static_cast<std::ptrdiff_t>(from));
    }
  }
}

// A perm has as many bytes as the shape has extents.
template <typename Message>
void put_right(Message& message) {
  if constexpr (requires { message.perm; }) message.perm.resize(message.view.shape.size());
}

// As protocol::with_request_type, but a printed gid is mutated otherwise than a grade.
template <typename Use>
auto with_message(Op op, Use use) {
  if (op == Op::kGidParse) return use(std::type_identity<GidTextRequest>{});
  return protocol::with_request_type(op, use);
}

}  // namespace

Bytes plain_request(Random& random, Op op) {
  switch (op) {
    case Op::kHello:
      return HelloRequest{}.encode();
    case Op::kCheck:
      return plain_check(random).encode();
    case Op::kGrade:
      return TextRequest{some_canonical_grade(random)}.encode();
    case Op::kDescriptor:
      return DescriptorRequest{some_canonical_grade(random), 0, 0, {}}.encode();
    case Op::kSizes:
      return SizesRequest{canonical_descriptor(random), {256}}.encode();
    case Op::kGid:
      return GidRequest{canonical_descriptor(random), some_canonical_grade(random), {32}}.encode();
    case Op::kGidParse: {
      std::string text;
      mutate_gid_text(random, text);
      return TextRequest{std::move(text)}.encode();
    }
    case Op::kDigest: {
      PlanesMessage message;
      mutate_planes(random, message.planes);
      return message.encode();
    }
    case Op::kFormatDecode:
    case Op::kFormatEncode: {
      FormatRequest request;
      mutate_format(random, request.format);
      mutate_words(random, request.words, 4);
      return request.encode();
    }
    case Op::kExponent: {
      const auto rule = static_cast<std::uint8_t>(random.below(3));
      ExponentRequest request{rule, vectors::ordinary_values(random, 4)};
      for (std::uint32_t& amax : request.words) amax &= ~vectors::kSign;
      return request.encode();
    }
    case Op::kDecode: {
      DecodeRequest request{std::string(random.pick(reference::registry()).name), 256, {}};
      put_planes_right(random, request);
      return request.encode();
    }
    case Op::kEncode: {
      const auto& entry = random.pick(reference::registry());
      EncodeRequest request{std::string(entry.name), {}};
      mutate_words(random, request.words, entry.block);
      return request.encode();
    }
    case Op::kEquivalent: {
      EquivalentRequest request;
      mutate_name(random, request.a);
      mutate_name(random, request.b);
      return request.encode();
    }
    case Op::kExplain: {
      const DescriptorBytes a = canonical_descriptor(random);
      return ExplainRequest{a, canonical_descriptor(random)}.encode();
    }
    case Op::kCheckGrade: {
      const CheckRequest check = plain_check(random);
      return CheckGradeRequest{check, some_canonical_grade(random)}.encode();
    }
    case Op::kDecodeView:
      return plain_view(random).encode();
    case Op::kSlice:
      return SliceRequest{plain_view(random), 0, 0, 0}.encode();
    case Op::kTranspose:
    case Op::kRequantize:
      return plain_transpose(random).encode();
    case Op::kRelayout:
      return RelayoutRequest{plain_view(random), 0, reference::kRowMajor}.encode();
  }
  return {};
}

std::optional<Bytes> mutated_request(Random& random, Op op, std::span<const std::byte> request) {
  const auto mutated = [&]<typename Message>(std::type_identity<Message>) -> std::optional<Bytes> {
    Parsed<Message> message = Message::parse(request);
    if (!message) return std::nullopt;
    const std::uint64_t steps = random.chance(1, 4) ? 1 + random.below(4) : 1;
    for (std::uint64_t i = 0; i < steps; ++i) mutate(random, *message);
    put_right(*message);
    return message->encode();
  };
  return with_message(op, mutated);
}

std::optional<Bytes> spliced_request(Random& random, Op op, std::span<const std::byte> first,
                                     std::span<const std::byte> second) {
  const auto spliced = [&]<typename Message>(std::type_identity<Message>) -> std::optional<Bytes> {
    Parsed<Message> into = Message::parse(first);
    const Parsed<Message> from = Message::parse(second);
    if (!into || !from) return std::nullopt;
    splice(random, *into, *from);
    put_right(*into);
    return into->encode();
  };
  return with_message(op, spliced);
}

}  // namespace grit::fuzz
