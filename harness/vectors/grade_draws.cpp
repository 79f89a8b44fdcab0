#include "harness/vectors/grade_draws.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/vectors/arrays.h"

namespace grit::vectors {

GradeFields base_fields(Random& random) {
  if (random.chance(2, 3)) return random_fields(random);
  const GradeName grade = random.pick(kAllGrades);
  const auto fields = fields_of_canonical(reference::registry_entry(grade).canonical);
  return fields ? *fields : random_fields(random);
}

GradeFields fields_with(Random& random, Key key) {
  GradeFields fields = base_fields(random);
  switch (key) {
    case Key::kK1:
    case Key::kS1:
      if (!fields.has(Key::kK1)) {
        fields[Key::kK1] = std::to_string(random.between(0, 64));
        fields[Key::kS1] = "binary32";
      }
      break;
    case Key::kZp:
    case Key::kZpc:
    case Key::kZps:
      if (!fields.has(Key::kZp)) fields[Key::kZp] = "u4";
      break;
    default:
      break;
  }
  if (fields.has(key)) return fields;
  switch (domain(key)) {
    case Domain::kNumber:
      fields[key] = std::to_string(random.between(1, 65535));
      break;
    case Domain::kSparsity:
      fields[key] = "2:4:u2:asclsb";
      break;
    case Domain::kZps:
      fields[key] = "shared";
      break;  // l1 would need a level-1 scale
    default:
      fields[key] = random.pick(values(domain(key)));
      break;
  }
  return fields;
}

Sparsity random_sparsity(Random& random) {
  const std::int64_t m = random.between(2, 32);
  const std::int64_t n = random.between(1, m - 1);
  Sparsity sp{std::to_string(n), std::to_string(m), "", ""};
  sp.meta = random.pick(values(Domain::kFormat));
  sp.order = random.pick(values(Domain::kIndexOrder));
  return sp;
}

void set(std::vector<Item>& written, Key key, std::string value) {
  if (const auto place = find(written, key)) {
    written[*place].value = std::move(value);
  } else {
    written.push_back({std::string(key_name(key)), std::move(value)});
  }
}

void erase(std::vector<Item>& written, Key key) {
  std::erase_if(written, [key](const Item& item) { return item.key == key_name(key); });
}

std::string text_with(Random& random, Key key, std::string value) {
  std::vector<Item> written = items(fields_with(random, key));
  set(written, key, std::move(value));
  return join(written);
}

std::size_t random_place(Random& random, const std::string& text) {
  return static_cast<std::size_t>(random.below(text.size() + 1));
}

std::string upper_case_some(Random& random, std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z' && random.chance(1, 2)) c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string with_blanks(Random& random, std::string text) {
  const std::int64_t count = random.between(1, 12);
  for (std::int64_t i = 0; i < count; ++i) {
    const char blank = random.pick(kBlanks);
    text.insert(random_place(random, text), 1, blank);
  }
  return text;
}

std::vector<Key> keys_of(Domain wanted) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = static_cast<Key>(i);
    if (domain(key) == wanted) keys.push_back(key);
  }
  return keys;
}

const std::vector<Key>& enum_keys() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> keys;
    for (std::size_t i = 0; i < kKeyCount; ++i) {
      if (is_enum(static_cast<Key>(i))) keys.push_back(static_cast<Key>(i));
    }
    return keys;
  }();
  return kKeys;
}

std::vector<Key> keys_with_values() {
  std::vector<Key> keys = enum_keys();
  std::ranges::copy(keys_of(Domain::kFormat), std::back_inserter(keys));
  return keys;
}

}  // namespace grit::vectors
