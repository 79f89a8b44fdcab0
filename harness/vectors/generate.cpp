#include "harness/vectors/generate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/vectors/family.h"
#include "harness/vectors/grade_text.h"
#include "harness/vectors/hash_set.h"

namespace grit::vectors {
namespace {

constexpr std::string_view kProvenance = "the specification, by construction";

// One round of the plan, a letter a case: check, grade, decode, encode, other, view. Spread, so
// that a short plan has cases of all of them.
constexpr std::string_view kRound = "cgcdcvcecgcvcocdcvcgcecvcocgcvcdcgcvcecocvcgcdcv";
constexpr std::string_view kShares = "cgdeov";
static_assert(kRound.size() == 48);
static_assert(std::ranges::count(kRound, 'c') == 24 && std::ranges::count(kRound, 'g') == 6 &&
              std::ranges::count(kRound, 'd') == 4 && std::ranges::count(kRound, 'e') == 3 &&
              std::ranges::count(kRound, 'o') == 3 && std::ranges::count(kRound, 'v') == 8);

constexpr std::uint64_t kCoreCasesOfRound = 40;
constexpr std::uint64_t kViewStreams = std::uint64_t{1} << 63;

// After so many equal cases a family has nothing new at this turn, and the next one steps in.
constexpr std::uint64_t kAttemptsOfFamily = 8;

std::vector<Family> other_families() {
  std::vector<Family> all = fingerprint_families();
  std::ranges::move(format_families(), std::back_inserter(all));
  return all;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string id_prefix(const Family& family) {
  return "generated/" + lower_case(protocol::op_name(family.op)) + '/' + family.name + '/';
}

std::string with_digits(std::string_view prefix, std::uint64_t hash) {
  constexpr std::size_t kDigits = 16;
  std::string id;
  id.reserve(prefix.size() + kDigits);
  id += prefix;
  for (std::size_t digit = kDigits; digit-- > 0;) {
    id += "0123456789abcdef"[hash >> 4 * digit & 0xF];
  }
  return id;
}

// A case before it has a name, and the family that made it.
struct Candidate {
  std::size_t family;  // index in its share
  Draft draft;
};

// The families of one share and the order in which they take turns.
class Share {
 public:
  Share(char letter, std::vector<Family> families)
      : families_(std::move(families)),
        of_round_(static_cast<std::uint64_t>(std::ranges::count(kRound, letter))) {
    for (const Family& family : families_) prefixes_.push_back(id_prefix(family));
    for (unsigned rank = 0, added = 1; added > 0; ++rank) {
      added = 0;
      for (std::size_t family = 0; family < families_.size(); ++family) {
        if (families_[family].weight <= rank) continue;
        schedule_.push_back({family, rank});
        ++added;
      }
    }
  }

  const std::vector<Family>& families() const { return families_; }
  std::uint64_t of_round() const { return of_round_; }

  // The share's case number `number`. Further attempts differ in what is drawn, later ones also in
  // the family.
  Candidate candidate(std::uint64_t seed, std::uint64_t stream, std::uint64_t number,
                      std::uint64_t attempt) const {
    if (attempt >= kAttemptsOfFamily) number += attempt - kAttemptsOfFamily + 1;
    const std::uint64_t size = schedule_.size();
    const Turn& turn = schedule_[static_cast<std::size_t>(number % size)];
    const Family& family = families_[turn.family];
    Random random = Random::stream(seed, stream, attempt);
    Draw draw{random, number / size * family.weight + turn.rank};
    return {turn.family, family.make(draw)};
  }

  Case finished(Candidate candidate, std::uint64_t hash) const {
    const Family& family = families_[candidate.family];
    Draft& draft = candidate.draft;
    std::string provenance(draft.expected ? kProvenance : std::string_view());
    return {with_digits(prefixes_[candidate.family], hash),
            family.op,
            std::move(draft.request),
            family.clause,
            std::move(draft.expected),
            std::move(provenance)};
  }

 private:
  struct Turn {
    std::size_t family;
    unsigned rank;
  };

  std::vector<Family> families_;
  std::vector<std::string> prefixes_;  // of ids, by family
  std::vector<Turn> schedule_;
  std::uint64_t of_round_;
};

std::vector<Share> all_shares() {
  std::vector<Share> shares;
  shares.emplace_back('c', check_families());
  shares.emplace_back('g', grade_families());
  shares.emplace_back('d', decode_families());
  shares.emplace_back('e', encode_families());
  shares.emplace_back('o', other_families());
  shares.emplace_back('v', view_families());
  return shares;
}

}  // namespace

std::uint64_t content_hash(protocol::Op op, std::span<const std::byte> request) {
  const std::array<std::byte, 1> number = {static_cast<std::byte>(op)};
  return fnv1a64(request, fnv1a64(number));
}

struct Generator::State {
  std::uint64_t seed = 0;
  std::vector<Share> shares = all_shares();
  HashSet given;
  std::uint64_t index = 0;  // of the next case
};

Generator::Generator(std::uint64_t seed) : state_(std::make_unique<State>()) {
  state_->seed = seed;
}
Generator::Generator(Generator&&) noexcept = default;
Generator& Generator::operator=(Generator&&) noexcept = default;
Generator::~Generator() = default;

Case Generator::next() {
  const std::uint64_t index = state_->index++;
  const auto place = static_cast<std::size_t>(index % kRound.size());
  const char letter = kRound[place];
  const bool is_view = letter == 'v';
  const Share& share = state_->shares[kShares.find(letter)];
  const std::uint64_t number =
      index / kRound.size() * share.of_round() +
      static_cast<std::uint64_t>(std::ranges::count(kRound.substr(0, place), letter));
  // The tiers draw from streams of their own, so that what one of them has to ask does not depend
  // on what the other has.
  const auto views_before =
      static_cast<std::uint64_t>(std::ranges::count(kRound.substr(0, place), 'v'));
  const std::uint64_t stream =
      is_view ? kViewStreams + number
              : index / kRound.size() * kCoreCasesOfRound + place - views_before;
  for (std::uint64_t attempt = 0;; ++attempt) {
    Candidate candidate = share.candidate(state_->seed, stream, number, attempt);
    const Family& family = share.families()[candidate.family];
    const std::uint64_t hash = content_hash(family.op, candidate.draft.request);
    if (state_->given.insert(hash)) return share.finished(std::move(candidate), hash);
  }
}

std::vector<Case> generate(const GenerateOptions& options) {
  Generator generator(options.seed);
  std::vector<Case> cases;
  cases.reserve(static_cast<std::size_t>(options.cases));
  while (cases.size() < options.cases) cases.push_back(generator.next());
  return cases;
}

std::vector<FamilyInfo> families() {
  std::vector<FamilyInfo> all;
  for (const Share& share : all_shares()) {
    for (const Family& family : share.families()) {
      all.push_back({family.op, family.name, family.clause});
    }
  }
  return all;
}

}  // namespace grit::vectors
