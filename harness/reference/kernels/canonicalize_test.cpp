#include "harness/reference/kernels/canonicalize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "harness/reference/allocation_counter.h"
#include "harness/reference/grade_spellings.h"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {
namespace {

using namespace grade_spellings;

// In a buffer that is exactly as long as it has to be, so that AddressSanitizer sees one byte more.
std::expected<std::string, GradeError> ours(std::string_view text) {
  std::vector<char> out(text.size() + kCanonicalGrowth);
  const std::vector<char> given(text.begin(), text.end());
  const auto form = canonicalize_into({given.data(), given.size()}, out);
  if (!form) return std::unexpected(form.error());
  return std::string(*form);
}

testing::AssertionResult agree(std::string_view text) {
  const auto expected = canonicalize(text);
  const auto form = ours(text);
  if (form == expected) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text << " gives " << form.value_or("nothing") << ", not "
                                     << expected.value_or("nothing");
}

// Spellings of the specification's own (spec §3.3, §3.5, §3.6), with the form that it says.
TEST(CanonicalizeKernel, WhatTheSpecificationSays) {
  const std::string begin = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs";
  EXPECT_EQ(ours("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"), begin + ")");
  EXPECT_EQ(ours("GRIT1( ESR = ocpmx , s0=UE8M0, k0=0032, e=fp4 )"), begin + ")");
  EXPECT_EQ(ours("grit1(e=fp4,k0=32,s0=ue8m0,esr=rtz_shared_exp,ao=pair-wise__016)"),
            begin + ",ao=pairwise16)");
  EXPECT_EQ(ours("grit1(e=fp4,k0=32,s0=ue8m0,esr=cus-tom:A b-c)"),
            "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:abc)");
  EXPECT_EQ(ours("grit1(e=i8,k0=32,s0=half,sp=+2:+4:uint2:sor-ted,esr=ratio)"),
            "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)");
  EXPECT_EQ(ours("grit1(e=e2m1,k0=0,s0=e8m0,er=even,es=clamp,esr=floor,an=any,dt=single)"),
            "grit1(e=e2m1,k0=0,s0=e8m0,esr=exp2floormaxabs)");
  for (const char* refused :
       {"", "grit1()", "grit1(e=e2m1,k0=32,s0=e8m0)", "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,)",
        "grit1(e=e4m3fnuz,k0=32,s0=e8m0,esr=floor)", "grit1(e=fp-4,k0=32,s0=e8m0,esr=floor)",
        "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,zps=l1)",
        "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,zp=u4,zps=l1)",
        "grit1(e=e2m1,k0=18446744073709551616,s0=e8m0,esr=floor)"}) {
    EXPECT_FALSE(ours(refused)) << refused;
    EXPECT_TRUE(agree(refused));
  }
  EXPECT_TRUE(agree("grit1(e=e2m1,k0=18446744073709551615,s0=e8m0,esr=floor)"));
  EXPECT_TRUE(ours("grit1(e=e2m1,k0=00018446744073709551615,s0=e8m0,esr=floor)"));
}

template <typename Value, std::size_t kCount>
void add(std::vector<std::string>& words, const Spelling<Value> (&table)[kCount]) {
  for (const Spelling<Value>& spelling : table) words.emplace_back(spelling.text);
}

std::vector<std::string> all_words() {
  std::vector<std::string> words = {
      "0",       "1",        "032",       "16:32:u4:unord", "2:4:u2:sorted",
      "custom:", "custom:x", "pairwise7", "pairwise_0",     "s2",
      "",        "b16",      "u4b"};
  for (const RegisteredFormat& format : registered_formats()) words.emplace_back(format.token);
  add(words, kFormatAliases);
  add(words, kRoundings);
  add(words, kSaturations);
  add(words, kScaleRules);
  add(words, kSubnormals);
  add(words, kOrders);
  add(words, kZeroPointCodes);
  add(words, kZeroPointScales);
  add(words, kContainers);
  add(words, kBitOrders);
  add(words, kIndexOrders);
  return words;
}

std::string item(std::string_view key, std::string_view value) {
  return std::string(key) + "=" + std::string(value);
}

TEST(CanonicalizeKernel, EveryWordUnderEveryKey) {
  std::size_t read = 0;
  for (const KeyInfo& key : kKeys) {
    for (const std::string& word : all_words()) {
      std::string text = "grit1(";
      const std::vector<std::pair<std::string_view, std::string_view>> others = {
          {"e", "u4"}, {"k0", "32"},  {"s0", "u6"},  {"esr", "affine"},
          {"k1", "8"}, {"s1", "f16"}, {"zp", "byte"}};
      for (const auto& [name, value] : others) {
        if (name != key.name) text += item(name, value) + ",";
      }
      text += item(key.name, word) + ")";
      ASSERT_TRUE(agree(text));
      read += ours(text).has_value();
    }
  }
  EXPECT_GT(read, 300U);  // not only refusals have been compared
}

TEST(CanonicalizeKernel, RandomItemsInAnyOrderAndSpelling) {
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const std::vector<std::string> words = all_words();
  std::size_t read = 0;
  for (int round = 0; round < 100'000; ++round) {
    const RegistryEntry& entry = registry()[below(registry().size())];
    std::string text(entry.canonical.substr(0, entry.canonical.size() - 1));
    for (std::size_t more = below(3); more > 0; --more) {
      text += "," + item(kKeys[below(kKeyCount)].name, words[below(words.size())]);
    }
    text += ")";
    for (std::size_t changes = below(4); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      constexpr std::string_view kOther = "-_,=():+0 \t\n\x80~^";
      switch (below(4)) {
        case 0:
          text.insert(at, 1, kOther[below(kOther.size())]);
          break;
        case 1:
          text.erase(at, 1);
          break;
        case 2:
          text[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[at])));
          break;
        default:
          text.insert(at, 1, ' ');
      }
    }
    ASSERT_TRUE(agree(text));
    read += ours(text).has_value();
  }
  EXPECT_GT(read, 15'000U);
}

TEST(CanonicalizeKernel, LongTextsAreTheReferences) {
  const std::string begin = "grit1(e=fp4,k0=32,s0=ue8m0,esr=custom:";
  for (const std::size_t length :
       {kLongestInPlace - begin.size() - 2, kLongestInPlace - begin.size() - 1,
        kLongestInPlace - begin.size(), 4 * kLongestInPlace}) {
    EXPECT_TRUE(agree(begin + std::string(length, 'n') + ")"));
    EXPECT_TRUE(agree(begin + std::string(length, '-') + ")"));
  }
  EXPECT_TRUE(agree(std::string(5000, ' ') + begin + ")"));
  EXPECT_TRUE(agree("grit1(e=e2m1,k0=" + std::string(600, '0') + "32,s0=e8m0,esr=floor)"));
}

TEST(CanonicalizeKernel, GrowthIsBounded) {
  // The shortest spelling of every value with a longer canonical one.
  const std::string text =
      "grit1(e=f16,k0=1,s0=f16,k1=1,s1=f16,zp=f16,zpc=gptq,zps=l1,sp=1:2:f16:none,ct=padded,po=msb,"
      "er=up,"
      "es=inf,esr=floor,esn=any,dr=up,ds=inf,dt=f16,ao=tree,ap=f16,ab=f16,ai=f16,an=denorm)";
  const auto form = ours(text);
  ASSERT_TRUE(form);
  EXPECT_TRUE(agree(text));
  EXPECT_LE(form->size(), text.size() + 70);
}

TEST(CanonicalizeKernel, NothingIsAllocated) {
  const std::string text =
      "Grit1( ESR = Ratio , sp=2:4:u2:sorted, s0=half, k0=032, e=int8, ao=pairwise-8 )";
  std::array<char, 256> out;
  const std::uint64_t before = allocation_count();
  const auto form = canonicalize_into(text, out);
  const auto registered = canonicalize_into(kRegistry[0].canonical, out);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(form.has_value());
  EXPECT_TRUE(registered.has_value());
}

}  // namespace
}  // namespace grit::reference::kernels
