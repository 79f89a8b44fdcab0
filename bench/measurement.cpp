#include "bench/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace grit::bench {

std::string_view unit_name(Unit unit) { return unit == Unit::kNanoseconds ? "ns" : "GB/s"; }

std::string subject_name(const Subject& subject) {
  return fmt::format("{} {} {}", subject.op, subject.grade, subject.size);
}

std::string to_json_line(const Measurement& measurement) {
  // Four significant digits are more than a machine repeats.
  const std::string value = fmt::format("{:.4g}", measurement.value);
  return nlohmann::ordered_json{
      {"peer", measurement.peer},           {"op", measurement.subject.op},
      {"grade", measurement.subject.grade}, {"size", measurement.subject.size},
      {"value", std::stod(value)},          {"unit", unit_name(measurement.unit)}}
      .dump();
}

std::expected<Measurement, std::string> from_json(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::unexpected("a measurement is a JSON object");
  for (const std::string_view key : {"peer", "op", "grade", "unit"}) {
    if (!json.contains(key) || !json[key].is_string()) {
      return std::unexpected(fmt::format("a measurement has a text \"{}\"", key));
    }
  }
  if (!json.contains("size") || !json["size"].is_number_unsigned()) {
    return std::unexpected("a measurement has a whole number \"size\"");
  }
  if (!json.contains("value") || !json["value"].is_number() || !(json["value"].get<double>() > 0)) {
    return std::unexpected("a measurement has a number \"value\" above 0");
  }
  const auto unit = json["unit"].get<std::string>();
  if (unit != "ns" && unit != "GB/s") {
    return std::unexpected(fmt::format("the unit of a measurement is ns or GB/s, not {}", unit));
  }
  return Measurement{
      .peer = json["peer"],
      .subject = {.op = json["op"], .grade = json["grade"], .size = json["size"]},
      .value = json["value"],
      .unit = unit == "ns" ? Unit::kNanoseconds : Unit::kGigabytesPerSecond,
  };
}

const Measurement* find(std::span<const Measurement> measurements, const Subject& subject,
                        std::string_view peer) {
  const auto found = std::ranges::find_if(measurements, [&](const Measurement& measurement) {
    return measurement.peer == peer && measurement.subject == subject;
  });
  return found == measurements.end() ? nullptr : &*found;
}

double speedup(const Measurement& product, const Measurement& base) {
  return product.unit == Unit::kNanoseconds ? base.value / product.value
                                            : product.value / base.value;
}

}  // namespace grit::bench
