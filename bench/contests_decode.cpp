#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "bench/contests.h"
#include "bench/inputs.h"
#include "harness/reference/decode.h"
#include "harness/reference/grade.h"
#include "harness/reference/kernels/decode.h"
#include "harness/reference/kernels/decode_view.h"
#include "harness/reference/sizes.h"

namespace grit::bench {
namespace {

using reference::PlaneBuffers;
using reference::RegistryEntry;
using reference::kernels::DecodeOptions;
using reference::kernels::Isa;

constexpr std::size_t kLine = 64;

// Values on a border of lines, as an allocator for tensors gives them; not yet touched.
class Values {
 public:
  explicit Values(std::size_t count)
      : count_(count),
        data_(static_cast<std::uint32_t*>(std::aligned_alloc(
            kLine, (count * sizeof(std::uint32_t) + kLine - 1) / kLine * kLine))) {
    if (data_ != nullptr) std::memset(data_.get(), 0, count * sizeof(std::uint32_t));
  }
  std::span<std::uint32_t> span() const { return {data_.get(), data_ == nullptr ? 0 : count_}; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::size_t count_;
  std::unique_ptr<std::uint32_t[], Free> data_;
};

struct Task {
  PlaneBuffers planes;
  Values out;
};

std::shared_ptr<const Task> task_of(const RegistryEntry& grade, std::size_t elements) {
  return std::make_shared<const Task>(
      Task{planes_of_normal_values(grade.grade, elements), Values(elements)});
}

void decode(const RegistryEntry& grade, const Task& task, const DecodeOptions& options) {
  const std::span<std::uint32_t> out = task.out.span();
  const bool done =
      reference::kernels::decode_into(grade.grade, static_cast<std::int64_t>(out.size()),
                                      reference::borrow(task.planes), out, options)
          .has_value();
  if (!done) std::abort();  // the planes are ours
  benchmark::ClobberMemory();
}

Contender product(const RegistryEntry& grade, std::shared_ptr<const Task> task,
                  const DecodeOptions& options) {
  return {.peer = std::string(kProduct),
          .pass = [&grade, task, options] { decode(grade, *task, options); }};
}

// The machine's own way to fill the output: what nobody who writes it all is faster than.
Contender fill(std::shared_ptr<const Task> task, unsigned threads) {
  return {.peer = "memset", .pass = [task, threads] {
            const std::span<std::uint32_t> out = task->out.span();
            const std::size_t part = out.size() / threads;
            std::vector<std::jthread> others;
            for (unsigned i = 1; i < threads; ++i) {
              others.emplace_back([out, part, i] {
                std::memset(out.data() + part * i, 0x3f, part * sizeof(std::uint32_t));
              });
            }
            std::memset(out.data(), 0x3f, part * sizeof(std::uint32_t));
            benchmark::ClobberMemory();
          }};
}

std::array<grit_peer_bytes, reference::kPlaneCount> borrowed(const PlaneBuffers& planes) {
  std::array<grit_peer_bytes, reference::kPlaneCount> bytes{};
  for (std::size_t p = 0; p < bytes.size(); ++p) {
    bytes[p] = {reinterpret_cast<const std::uint8_t*>(planes[p].data()), planes[p].size()};
  }
  return bytes;
}

grit_peer_bytes name_of(const RegistryEntry& grade) {
  return {reinterpret_cast<const std::uint8_t*>(grade.name.data()), grade.name.size()};
}

void add_crate(Contest& contest, const grit_peer& crate, const RegistryEntry& grade,
               std::shared_ptr<const Task> task) {
  contest.contenders.push_back({.peer = crate.name, .pass = [&crate, &grade, task] {
                                  const auto planes = borrowed(task->planes);
                                  crate.decode(name_of(grade), task->out.span().size(),
                                               planes.data(), nullptr);
                                }});
  contest.disagreement = [&crate, &grade, task]() -> std::optional<std::string> {
    const std::size_t elements = task->out.span().size();
    std::vector<std::uint32_t> theirs(elements);
    const auto planes = borrowed(task->planes);
    if (crate.decode(name_of(grade), elements, planes.data(), theirs.data()) == 0) {
      return fmt::format("{} refuses to decode", crate.name);
    }
    decode(grade, *task, {});
    for (std::size_t i = 0; i < elements; ++i) {
      const bool nan = (theirs[i] & 0x7fff'ffff) > 0x7f80'0000;  // any NaN stands for the one
      if (task->out.span()[i] != (nan ? 0x7fc0'0000 : theirs[i])) {
        return fmt::format("{} gives another value to element {}", crate.name, i);
      }
    }
    return std::nullopt;
  };
}

// The same formats in the peer's own blocks: other bits, as many of them.
void add_blocks(Contest& contest, const grit_peer& peer, const RegistryEntry& grade,
                std::shared_ptr<const Task> task) {
  std::size_t block_elements = 0;
  const std::size_t block_bytes =
      peer.block_bytes == nullptr ? 0 : peer.block_bytes(name_of(grade), &block_elements);
  if (block_bytes == 0) return;
  const std::size_t blocks = task->out.span().size() / block_elements;
  // Bytes below 120: scales of every block's format are ordinary numbers.
  auto data = std::make_shared<std::vector<std::byte>>(random_bytes(blocks * block_bytes));
  for (std::byte& byte : *data) byte = static_cast<std::byte>(std::to_integer<int>(byte) % 120);
  contest.contenders.push_back({.peer = peer.name, .pass = [&peer, &grade, task, data, blocks] {
                                  peer.decode_blocks(
                                      name_of(grade), blocks,
                                      reinterpret_cast<const std::uint8_t*>(data->data()),
                                      reinterpret_cast<float*>(task->out.span().data()));
                                  benchmark::ClobberMemory();
                                }});
}

void add_child(Contest& contest, std::string name, PeerChild* child) {
  if (child == nullptr ||
      !child->prepare(contest.subject.op, contest.subject.grade, contest.subject.size)) {
    return;
  }
  contest.contenders.push_back(
      {.peer = std::move(name), .pass = {}, .timed_pass = [child] { return child->pass(); }});
}

Contest empty_contest(const Subject& subject) {
  return {.subject = subject,
          .unit = Unit::kGigabytesPerSecond,
          .work = static_cast<double>(subject.size * sizeof(std::uint32_t))};
}

PlannedContest decode_contest(const Peers& peers, const RegistryEntry& grade, std::size_t elements,
                              Isa isa, bool quick) {
  constexpr std::size_t kInCache = 65'536;
  const Subject subject{.op = "decode-out", .grade = short_name(grade), .size = elements};
  return {.subject = subject, .quick = quick, .prepare = [&peers, &grade, subject, isa] {
            const auto task = task_of(grade, subject.size);
            Contest contest = empty_contest(subject);
            contest.contenders = {product(grade, task, {.isa = isa}), fill(task, 1)};
            if (peers.ggml != nullptr) add_blocks(contest, *peers.ggml, grade, task);
            if (subject.size > kInCache) return contest;
            if (peers.crate != nullptr) add_crate(contest, *peers.crate, grade, task);
            if (subject.size < kInCache) return contest;
            add_child(contest, "gguf-py", peers.gguf);
            add_child(contest, "ml_dtypes", peers.ml_dtypes);
            return contest;
          }};
}

PlannedContest two_threads(const RegistryEntry& grade, Isa isa) {
  const Subject subject{
      .op = "decode-out-2-threads", .grade = short_name(grade), .size = std::size_t{1} << 26};
  return {.subject = subject, .quick = false, .prepare = [&grade, subject, isa] {
            const auto task = task_of(grade, subject.size);
            Contest contest = empty_contest(subject);
            contest.contenders = {product(grade, task, {.isa = isa, .threads = 2}), fill(task, 2)};
            return contest;
          }};
}

// Every scale byte for the whole array; the slowest stands for us, and byte 127, the scale 1, is
// the peer.
PlannedContest every_scale_byte(Isa isa) {
  const RegistryEntry& grade = reference::registry_entry(reference::GradeName::kMxfp4);
  const Subject subject{.op = "decode-scale-byte", .grade = short_name(grade), .size = 4'096};
  return {.subject = subject, .quick = false, .prepare = [&grade, subject, isa] {
            Contest contest = empty_contest(subject);
            const auto with_scale = [&](int byte) {
              const auto task = task_of(grade, subject.size);
              PlaneBuffers planes = task->planes;
              std::ranges::fill(planes[1], static_cast<std::byte>(byte));
              return std::make_shared<const Task>(Task{std::move(planes), Values(subject.size)});
            };
            for (int byte = 0; byte < 256; ++byte) {
              contest.contenders.push_back(product(grade, with_scale(byte), {.isa = isa}));
            }
            Contender one = product(grade, with_scale(127), {.isa = isa});
            one.peer = "byte 127";
            contest.contenders.push_back(std::move(one));
            return contest;
          }};
}

// A grade that is in nobody's registry; the reference is the peer.
PlannedContest any_grade(std::string name, std::string text) {
  const Subject subject{.op = "decode-view-out", .grade = std::move(name), .size = 65'536};
  return {
      .subject = subject, .quick = true, .prepare = [subject, text = std::move(text)] {
        struct Input {
          std::string text;
          std::array<std::int64_t, 1> shape;
          reference::Array array;
        };
        const auto grade = reference::parse_grade(text);
        const auto descriptor = reference::descriptor_from_grade(
            *grade,
            {.placement_data = reference::kRowMajor,
             .placement_scale = reference::kRowMajor,
             .placement_meta = grade->zero_point ? reference::kRowMajor : reference::kUnspecified});
        auto input = std::make_shared<Input>(
            Input{.text = text, .shape = {static_cast<std::int64_t>(subject.size)}, .array = {}});
        input->array = {.descriptor = *descriptor,
                        .shape = {input->shape.begin(), input->shape.end()},
                        .planes = {}};
        const auto sizes = reference::sizes(*descriptor, input->array.shape);
        for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
          input->array.planes[p] =
              random_bytes(static_cast<std::size_t>(sizes->plane_bytes[p].low));
        }
        Contest contest = empty_contest(subject);
        contest.contenders = {
            {.peer = std::string(kProduct),
             .pass =
                 [input] {
                   benchmark::DoNotOptimize(
                       reference::kernels::decode_view(view_of(input->array, input->text)));
                 }},
            {.peer = "reference", .pass = [input] {
               benchmark::DoNotOptimize(reference::decode_view(view_of(input->array, input->text)));
             }}};
        contest.disagreement = [input]() -> std::optional<std::string> {
          const reference::View view = view_of(input->array, input->text);
          const auto values = reference::decode_view(view);
          if (values && reference::kernels::decode_view(view) == values) return std::nullopt;
          return "the kernel gives other values";
        };
        return contest;
      }};
}

}  // namespace

std::vector<PlannedContest> decode_contests(const Peers& peers, Isa isa) {
  using reference::GradeName;
  std::vector<PlannedContest> contests;
  // One grade for each layout: rounding is the encoder's.
  for (const GradeName name :
       {GradeName::kMxfp4, GradeName::kNvf4, GradeName::kQ4ks, GradeName::kI8s24}) {
    const RegistryEntry& grade = reference::registry_entry(name);
    contests.push_back(decode_contest(peers, grade, 4'096, isa, true));
    contests.push_back(decode_contest(peers, grade, 65'536, isa, true));
    contests.push_back(decode_contest(peers, grade, std::size_t{1} << 26, isa, false));
    contests.push_back(two_threads(grade, isa));
  }
  contests.push_back(every_scale_byte(isa));
  contests.push_back(any_grade("u2", "grit1(e=u2,k0=64,s0=binary16,zp=u2,esr=affineminmax)"));
  contests.push_back(any_grade("u4", "grit1(e=u4,k0=128,s0=binary16,zp=u4,esr=affineminmax)"));
  contests.push_back(any_grade("u6", "grit1(e=u6,k0=16,s0=e4m3,esr=ratiomaxabs)"));
  contests.push_back(any_grade("s8", "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)"));
  return contests;
}

}  // namespace grit::bench
