#include "fuzz/mutator/text_mutations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "harness/reference/grade.h"
#include "harness/reference/registry.h"
#include "harness/vectors/gid_text.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/grade_text.h"
#include "harness/vectors/view_draws.h"

namespace grit::fuzz {
namespace {

using vectors::Domain;
using vectors::Item;
using vectors::Random;

// A grade text taken apart without judging it: what is before the first parenthesis, the items
// between it and the last one, and what is after that.
struct Parts {
  std::string head;
  std::vector<Item> items;
  std::string tail;
};

Parts parts_of(std::string_view text) {
  Parts parts;
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    parts.head = text;
    return parts;
  }
  parts.head = text.substr(0, open);
  parts.tail = text.substr(close + 1);
  std::string_view rest = text.substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    parts.items.push_back(
        {std::string(item.substr(0, equals)),
         equals == std::string_view::npos ? std::string() : std::string(item.substr(equals + 1))});
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return parts;
}

std::string text_of(const Parts& parts) {
  std::string text = parts.head + '(';
  for (std::size_t i = 0; i < parts.items.size(); ++i) {
    if (i > 0) text += ',';
    text += parts.items[i].key + '=' + parts.items[i].value;
  }
  return text + ')' + parts.tail;
}

std::string some_number(Random& random) {
  static constexpr std::array<std::string_view, 14> kNumbers = {"0",
                                                                "1",
                                                                "00",
                                                                "007",
                                                                "16",
                                                                "32",
                                                                "65535",
                                                                "65536",
                                                                "4294967295",
                                                                "4294967296",
                                                                "9223372036854775807",
                                                                "18446744073709551615",
                                                                "-1",
                                                                "1e3"};
  if (random.chance(1, 2)) return std::string(random.pick(kNumbers));
  return std::to_string(random.next() >> random.below(64));
}

std::string some_value(Random& random, Domain domain) {
  switch (domain) {
    case Domain::kNumber:
      return some_number(random);
    case Domain::kSparsity: {
      vectors::Sparsity sparsity = vectors::random_sparsity(random);
      if (random.chance(1, 3)) sparsity.n = some_number(random);
      if (random.chance(1, 3)) sparsity.m = some_number(random);
      if (random.chance(1, 3)) sparsity.order = some_value(random, Domain::kIndexOrder);
      return sparsity.text();
    }
    case Domain::kFormat: {
      const auto formats = reference::registered_formats();
      const std::uint64_t which = random.below(formats.size() + 4);
      if (which < formats.size()) return std::string(formats[which].token);
      break;
    }
    default:
      break;
  }
  const auto values = vectors::values(domain);
  const auto aliases = vectors::aliases(domain);
  const std::size_t all = values.size() + aliases.size();
  if (all == 0) return some_number(random);
  const std::uint64_t which = random.below(all);
  return std::string(which < values.size() ? values[which] : aliases[which - values.size()].alias);
}

vectors::Key some_key(Random& random) {
  return static_cast<vectors::Key>(random.below(vectors::kKeyCount));
}

// The domain of the item's own key, in one draw of four of any.
Domain domain_of(Random& random, const Item& item) {
  if (random.chance(3, 4)) {
    for (std::size_t k = 0; k < vectors::kKeyCount; ++k) {
      const auto key = static_cast<vectors::Key>(k);
      if (vectors::key_name(key) == item.key) return vectors::domain(key);
    }
  }
  return vectors::domain(some_key(random));
}

void mutate_items(Random& random, Parts& parts) {
  auto& items = parts.items;
  const auto begin = items.begin();
  const auto at = static_cast<std::ptrdiff_t>(items.empty() ? 0 : random.below(items.size()));
  switch (items.empty() ? 0 : random.below(6)) {
    case 0: {
      const vectors::Key key = some_key(random);
      std::string value = some_value(random, vectors::domain(key));
      items.insert(begin + at, Item{std::string(vectors::key_name(key)), std::move(value)});
      return;
    }
    case 1:
      items.erase(begin + at);
      return;
    case 2: {
      const Item doubled = begin[at];
      items.push_back(doubled);
      return;
    }
    case 3:
      std::swap(begin[at], items[random.below(items.size())]);
      return;
    default: {
      const Domain domain = domain_of(random, begin[at]);
      begin[at].value = some_value(random, domain);
      return;
    }
  }
}

// One character dropped, doubled, or replaced by one that texts have or by any byte.
void mutate_character(Random& random, std::string& text, std::string_view usual) {
  if (text.empty()) {
    text += random.pick(usual);
    return;
  }
  const std::size_t at = static_cast<std::size_t>(random.below(text.size()));
  switch (random.below(5)) {
    case 0:
      text.erase(at, 1);
      return;
    case 1:
      text.insert(at, 1, text[at]);
      return;
    case 2:
      text[at] = static_cast<char>(random.below(256));
      return;
    case 3:
      text.insert(at, 1, random.pick(usual));
      return;
    default:
      text[at] = random.pick(usual);
      return;
  }
}

}  // namespace

std::string some_canonical_grade(Random& random) {
  switch (random.below(3)) {
    case 0:
      return std::string(random.pick(reference::registry()).canonical);
    case 1:
      return vectors::canonical_text(vectors::random_fields(random));
    default:
      return reference::canonical(vectors::random_view_grade(random));
  }
}

void mutate_grade_text(Random& random, std::string& text) {
  switch (random.below(16)) {
    case 0:
      text = some_canonical_grade(random);
      return;
    case 1:
    case 2:
    case 3:
      mutate_character(random, text, "()=,:-_ \tgritabcdeklmnopsuz0123456789");
      return;
    case 4:
      text = vectors::upper_case_some(random, std::move(text));
      return;
    case 5:
      text = vectors::with_blanks(random, std::move(text));
      return;
    case 6:
      text.insert(vectors::random_place(random, text), 1, random.chance(1, 2) ? '-' : '_');
      return;
    default: {
      Parts parts = parts_of(text);
      mutate_items(random, parts);
      text = text_of(parts);
      return;
    }
  }
}

std::string splice_grade_texts(Random& random, std::string_view first, std::string_view second) {
  Parts parts = parts_of(first);
  for (Item& item : parts_of(second).items) {
    if (random.chance(1, 2)) continue;
    const auto same = std::ranges::find(parts.items, item.key, &Item::key);
    if (same == parts.items.end()) {
      parts.items.push_back(std::move(item));
    } else {
      same->value = std::move(item.value);
    }
  }
  return text_of(parts);
}

void mutate_gid_text(Random& random, std::string& text) {
  switch (random.below(8)) {
    case 0: {
      protocol::Digest gid;
      random.fill(gid);
      text = vectors::printed_gid(gid);
      return;
    }
    case 1:
      text.insert(vectors::random_place(random, text), 1, '-');
      return;
    case 2:
      for (char& c : text) {
        if (c >= 'A' && c <= 'Z' && random.chance(1, 2)) c = static_cast<char>(c - 'A' + 'a');
      }
      return;
    default:
      mutate_character(random, text, "0123456789ABCDEFGHJKMNPQRSTVWXYZILOUilou-");
      return;
  }
}

}  // namespace grit::fuzz
