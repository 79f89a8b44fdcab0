#include "fuzz/enumerate/progress.h"

#include <fmt/format.h>

namespace grit::enumerate {
namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

std::string progress_line(std::uint64_t planned, std::uint64_t done, std::uint64_t before,
                          double seconds) {
  const double percent =
      planned == 0 ? 100.0 : 100.0 * static_cast<double>(done) / static_cast<double>(planned);
  std::string line = fmt::format("{:.1f} %  {} of {}", percent, grouped(done), grouped(planned));
  if (done <= before || seconds <= 0) return line;
  const double rate = static_cast<double>(done - before) / seconds;
  return line + fmt::format("  {} a second  {} left", grouped(static_cast<std::uint64_t>(rate)),
                            duration(static_cast<double>(planned - done) / rate));
}

}  // namespace grit::enumerate
