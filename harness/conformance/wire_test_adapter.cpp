// An echo adapter that controls every byte of its output, for the tests of the runner:
//
//   cut N END   writes N bytes and then ends: exit0, exit1, kill, or stall, which goes on reading
//               and never writes again
//   twice       answers the request whose payload begins with 0xEE twice
//
// It shares no code with the harness and needs no library at start-up, because tests start it some
// ten thousand times.
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kIdOffset = 8;
constexpr std::size_t kLengthOffset = 12;
constexpr char kHello[] = R"({"name":"wire","version":"1","language":"C++","ops":[7]})";

class Output {
 public:
  Output(std::size_t bytes, const char* end) : left_(bytes), end_(end) {}

  void write(const std::vector<unsigned char>& bytes) {
    std::size_t begin = 0;
    const std::size_t count = bytes.size() < left_ ? bytes.size() : left_;
    while (begin < count) {
      const ssize_t written = ::write(STDOUT_FILENO, bytes.data() + begin, count - begin);
      if (written <= 0) ::_exit(3);
      begin += static_cast<std::size_t>(written);
    }
    left_ -= count;
    if (left_ == 0) stop();
  }

 private:
  void stop() const {
    if (std::strcmp(end_, "exit0") == 0) ::_exit(0);
    if (std::strcmp(end_, "exit1") == 0) ::_exit(1);
    if (std::strcmp(end_, "kill") == 0) ::raise(SIGKILL);
    unsigned char ignored[4096];
    while (::read(STDIN_FILENO, ignored, sizeof ignored) > 0) {
    }
    ::pause();
  }

  std::size_t left_;
  const char* const end_;
};

std::uint32_t u32_at(const unsigned char* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8 |
         static_cast<std::uint32_t>(bytes[2]) << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
}

void append_reply(std::vector<unsigned char>& out, const unsigned char* request,
                  const unsigned char* payload, std::size_t length) {
  const std::size_t begin = out.size();
  out.insert(out.end(), request, request + kHeaderBytes);
  out[begin + 5] = 0;  // answered
  for (std::size_t i = 0; i < 4; ++i) {
    out[begin + kLengthOffset + i] = static_cast<unsigned char>(length >> (8 * i));
  }
  out.insert(out.end(), payload, payload + length);
}

}  // namespace

int main(int argc, char** argv) {
  const bool twice = argc > 1 && std::strcmp(argv[1], "twice") == 0;
  const bool wrong_id = argc > 1 && std::strcmp(argv[1], "wrong-id") == 0;
  const bool swapped = argc > 1 && std::strcmp(argv[1], "swapped") == 0;
  const bool cut = argc > 3 && std::strcmp(argv[1], "cut") == 0;
  if (!twice && !wrong_id && !swapped && !cut) return 2;
  Output output(cut ? static_cast<std::size_t>(std::strtoul(argv[2], nullptr, 10)) : SIZE_MAX,
                cut ? argv[3] : "");
  std::vector<unsigned char> in;
  std::vector<unsigned char> out;
  std::vector<unsigned char> late;  // the reply that the next one overtakes
  unsigned char chunk[16384];
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
    if (count <= 0) return 0;
    in.insert(in.end(), chunk, chunk + count);
    std::size_t begin = 0;
    out.clear();
    while (in.size() - begin >= kHeaderBytes) {
      const unsigned char* const request = in.data() + begin;
      const std::size_t length = u32_at(request + kLengthOffset);
      if (in.size() - begin - kHeaderBytes < length) break;
      const unsigned char* const payload = request + kHeaderBytes;
      if (u32_at(request + kIdOffset) == 0) {
        append_reply(out, request, reinterpret_cast<const unsigned char*>(kHello),
                     sizeof kHello - 1);
      } else {
        const bool the_case = length > 0 && payload[0] == 0xEE;
        if (swapped && the_case) {
          append_reply(late, request, payload, length);
        } else {
          append_reply(out, request, payload, length);
          out.insert(out.end(), late.begin(), late.end());
          late.clear();
        }
        if (twice && the_case) append_reply(out, request, payload, length);
        if (wrong_id && the_case) ++out[out.size() - length - kHeaderBytes + kIdOffset];
      }
      begin += kHeaderBytes + length;
    }
    in.erase(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(begin));
    output.write(out);
  }
}
