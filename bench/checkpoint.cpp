// What checking a checkpoint at load costs: a made one of 8 shards and 192 MXFP4 tensors, 1.07 GB,
// with descriptors in its safetensors headers and without.
//
// usage: grit-bench-checkpoint DIRECTORY; it needs 2.2 GB there, and takes them away again. Prints
// one JSON object: header bytes, seconds and heap bytes, each of the load with checks less the load
// without.
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/reference/kernels/check.h"
#include "harness/reference/registry.h"

namespace grit::bench {
namespace {

using Json = nlohmann::json;
using reference::kDescriptorBytes;
namespace fs = std::filesystem;

constexpr int kShards = 8;
constexpr int kTensorsOfShard = 24;
// 4.25 bits an element: 5,570,560 bytes a tensor, 1,069,547,520 in all.
constexpr std::array<std::int64_t, 2> kShape{4096, 2560};
constexpr std::int64_t kElements = kShape[0] * kShape[1];
constexpr std::int64_t kDataBytes = kElements / 2;
constexpr std::int64_t kScaleBytes = kElements / 32;
constexpr int kRounds = 50;

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<int>(byte));
  return text;
}

std::optional<std::array<std::byte, kDescriptorBytes>> descriptor_from_hex(std::string_view text) {
  std::array<std::byte, kDescriptorBytes> bytes;
  if (text.size() != 2 * bytes.size()) return std::nullopt;
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 256;
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int value = digit(text[2 * i]) * 16 + digit(text[2 * i + 1]);
    if (value > 255) return std::nullopt;
    bytes[i] = static_cast<std::byte>(value);
  }
  return bytes;
}

std::string shard_name(int shard, bool described) {
  return fmt::format("{}-{}.safetensors", described ? "described" : "plain", shard);
}

std::string header_of(int shard, bool described) {
  reference::Descriptor descriptor = reference::canonical_descriptor(reference::GradeName::kMxfp4);
  descriptor.group_axis = 1;
  const std::string contract = hex(reference::to_bytes(descriptor));
  nlohmann::ordered_json header;
  nlohmann::ordered_json contracts;
  std::int64_t at = 0;
  for (int i = 0; i < kTensorsOfShard; ++i) {
    const std::string name = fmt::format("model.layers.{}.mlp.experts.{}.weight", shard, i);
    const std::int64_t end = at + kDataBytes + kScaleBytes;
    header[name] = {{"dtype", "U8"}, {"shape", {end - at}}, {"data_offsets", {at, end}}};
    contracts[name] = {{"desc", contract}, {"shape", kShape}};
    at = end;
  }
  if (described) header["__metadata__"] = {{"__grit__", contracts.dump()}};
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

// Whether the file is there, as long as it should be; its data is a hole.
bool write_shard(const fs::path& file, const std::string& header) {
  std::ofstream out(file, std::ios::binary);
  const std::uint64_t length = header.size();
  out.write(reinterpret_cast<const char*>(&length), sizeof length);
  out << header;
  out.close();
  std::error_code error;
  fs::resize_file(file, 8 + header.size() + kTensorsOfShard * (kDataBytes + kScaleBytes), error);
  return out.good() && !error;
}

struct Loaded {
  std::size_t header_bytes = 0;
  std::size_t tensors = 0;
  std::size_t heap_bytes = 0;  // the most, as sampled once each header is parsed and checked
};

class Mapping {
 public:
  explicit Mapping(const fs::path& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status{};
    if (fstat(descriptor, &status) == 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      void* address = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
      address_ = address == MAP_FAILED ? nullptr : static_cast<const char*>(address);
    }
    close(descriptor);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (address_ != nullptr) munmap(const_cast<char*>(address_), size_);
  }
  std::string_view bytes() const { return {address_, address_ == nullptr ? 0 : size_}; }

 private:
  const char* address_ = nullptr;
  std::size_t size_ = 0;
};

// Reads the headers as a loader does, and where they hold contracts, checks every tensor at
// level 1. The error is a sentence.
std::expected<Loaded, std::string> load(const fs::path& directory, bool described) {
  Loaded loaded;
  for (int shard = 0; shard < kShards; ++shard) {
    const Mapping file(directory / shard_name(shard, described));
    if (file.bytes().size() < 8) return std::unexpected("a shard cannot be read");
    std::uint64_t length = 0;
    std::copy_n(file.bytes().data(), sizeof length, reinterpret_cast<char*>(&length));
    const Json header = Json::parse(file.bytes().substr(8, length), nullptr, false);
    if (!header.is_object()) return std::unexpected("a header is no JSON object");
    loaded.header_bytes += length;
    Json contracts;
    if (const auto metadata = header.find("__metadata__"); metadata != header.end()) {
      contracts = Json::parse((*metadata)["__grit__"].get_ref<const std::string&>());
    }
    for (const auto& [name, tensor] : header.items()) {
      if (name == "__metadata__") continue;
      ++loaded.tensors;
      if (contracts.is_null()) continue;
      const Json& contract = contracts[name];
      const auto descriptor = descriptor_from_hex(contract["desc"].get_ref<const std::string&>());
      const auto shape = contract["shape"].get<std::vector<std::int64_t>>();
      const std::int64_t bytes = tensor["shape"][0].get<std::int64_t>();
      if (!descriptor || reference::kernels::check_status(
                             *descriptor, shape, {bytes - kScaleBytes, kScaleBytes, 0, 0}) !=
                             reference::Status::kOk) {
        return std::unexpected(fmt::format("{} is not what it says", name));
      }
    }
    loaded.heap_bytes = std::max(loaded.heap_bytes, mallinfo2().uordblks);
  }
  return loaded;
}

struct Timed {
  Loaded loaded;
  double seconds = std::numeric_limits<double>::infinity();
};

std::expected<void, std::string> load_again(const fs::path& directory, bool described,
                                            Timed& fastest) {
  const auto begin = std::chrono::steady_clock::now();
  const auto loaded = load(directory, described);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (!loaded) return std::unexpected(loaded.error());
  fastest.loaded = *loaded;
  fastest.seconds = std::min(fastest.seconds, taken.count());
  return {};
}

int run(const fs::path& directory) {
  const auto fail = [](const std::string& why) {
    fmt::print(stderr, "grit-bench-checkpoint: {}\n", why);
    return 3;
  };
  for (const bool described : {false, true}) {
    for (int shard = 0; shard < kShards; ++shard) {
      if (!write_shard(directory / shard_name(shard, described), header_of(shard, described))) {
        return fail("cannot write into " + directory.string());
      }
    }
  }
  Timed plain;
  Timed described;
  for (int round = 0; round < kRounds; ++round) {
    for (const auto& [with, fastest] : {std::pair{false, &plain}, std::pair{true, &described}}) {
      if (const auto done = load_again(directory, with, *fastest); !done) return fail(done.error());
    }
  }
  for (const bool with : {false, true}) {
    for (int shard = 0; shard < kShards; ++shard) fs::remove(directory / shard_name(shard, with));
  }
  const Json document = {
      {"tensors", described.loaded.tensors},
      {"data_bytes", kShards * kTensorsOfShard * (kDataBytes + kScaleBytes)},
      {"header_bytes", plain.loaded.header_bytes},
      {"extra_header_bytes", described.loaded.header_bytes - plain.loaded.header_bytes},
      {"load_seconds", plain.seconds},
      {"extra_seconds", described.seconds - plain.seconds},
      {"extra_heap_bytes", described.loaded.heap_bytes - plain.loaded.heap_bytes}};
  fmt::print("{}\n", document.dump());
  return 0;
}

}  // namespace
}  // namespace grit::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: grit-bench-checkpoint DIRECTORY\n");
    return 2;
  }
  return grit::bench::run(argv[1]);
}
