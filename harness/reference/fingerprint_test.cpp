// gids and printed forms from spec §7; the digest of nothing was computed by both published
// packages.
#include "harness/reference/fingerprint.h"

#include <gtest/gtest.h>

#include "harness/reference/registry.h"
#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

Gid mxfp4_gid(const std::vector<std::int64_t>& shape, std::uint32_t note = 0) {
  Descriptor descriptor = canonical_descriptor(GradeName::kMxfp4);
  descriptor.note = note;
  return gid(to_bytes(descriptor), registry_entry(GradeName::kMxfp4).canonical, shape);
}

TEST(Fingerprint, Gid) {
  EXPECT_EQ(to_hex(mxfp4_gid({32})), "42d145a24c0f96ea7e336d82a2ac740d");
  EXPECT_EQ(format_gid(mxfp4_gid({32})), "22T52T4K0FJVN7WCVDGAHARX0D");
  EXPECT_EQ(to_hex(mxfp4_gid({2, 64})), "21ed8f5028f3693558d64db47f3acfbc");
  EXPECT_EQ(mxfp4_gid({32}, 0xFFFFFFFF), mxfp4_gid({32}));
  EXPECT_NE(mxfp4_gid({32, 1}), mxfp4_gid({32}));
}

TEST(Fingerprint, Digest) {
  const std::vector<std::byte> a = from_hex("61");
  const Planes first{a, {}, {}, {}};
  const Planes last{std::span<const std::byte>{}, {}, {}, a};
  EXPECT_NE(digest(first), digest(last));
  // FNV-1a-128 over the 32 zero bytes of four lengths, and over 1, 'a' and three zero lengths.
  Fnv1a128 empty;
  empty.update(filled(32, 0));
  EXPECT_EQ(digest({}), empty.value());
  Fnv1a128 one;
  one.update(from_hex("0100000000000000 61"));
  one.update(filled(24, 0));
  EXPECT_EQ(digest(first), one.value());
}

TEST(Fingerprint, PrintedFormReadsBack) {
  const Gid gid = array_from_hex<16>("42d145a24c0f96ea7e336d82a2ac740d");
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0D"), gid);
  EXPECT_EQ(parse_gid("22t52t4kofjvn7wcvdgaharxod"), gid);
  EXPECT_EQ(parse_gid("-22T52-T4K0FJVN7WCVDGAHARX--0D-"), gid);
  EXPECT_EQ(parse_gid("IL000000000000000000000000"), parse_gid("11000000000000000000000000"));
  EXPECT_EQ(parse_gid("il000000000000000000000000"), parse_gid("11000000000000000000000000"));
  const Gid ones = array_from_hex<16>("ffffffffffffffffffffffffffffffff");
  EXPECT_EQ(format_gid(ones), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  EXPECT_EQ(parse_gid(format_gid(ones)), ones);
  EXPECT_EQ(format_gid(Gid{}), "00000000000000000000000000");
}

TEST(Fingerprint, PrintedFormRefusals) {
  using enum GidParseError;
  EXPECT_EQ(parse_gid("").error(), kWrongLength);
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0").error(), kWrongLength);
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0DD").error(), kWrongLength);
  EXPECT_EQ(parse_gid("80000000000000000000000000").error(), kTooLarge);
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0U").error(), kBadSymbol);
  EXPECT_EQ(parse_gid(" 22T52T4K0FJVN7WCVDGAHARX0D").error(), kBadSymbol);
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0\xc4\xb1").error(), kBadSymbol);  // dotless i
  EXPECT_EQ(parse_gid("22T52T4K0FJVN7WCVDGAHARX0_").error(), kBadSymbol);
  EXPECT_EQ(parse_gid(std::string_view("22T52T4K0FJVN7WCVDGAHARX0\0", 26)).error(), kBadSymbol);
}

}  // namespace
}  // namespace grit::reference
