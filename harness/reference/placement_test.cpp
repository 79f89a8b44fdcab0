// Words and names by hand from spec §4.
#include "harness/reference/placement.h"

#include <gtest/gtest.h>

namespace grit::reference {
namespace {

TEST(Placement, Known) {
  for (const Placement word :
       {kUnspecified, kRowMajor, kColMajor, kSwizzle128x4B, kTile16x16, kBlockAos, kLinearMeta,
        kMetaM16N8K32, kPackK4_12B, Placement{0x8000000000000000}, Placement{0x8FFFFFFFFFFFFFFF},
        Placement{0xF000000000000000}, Placement{0xFFFFFFFFFFFFFFFF}}) {
    EXPECT_TRUE(known(word)) << std::hex << word;
  }
}

TEST(Placement, Unknown) {
  for (const Placement word :
       {Placement{1}, Placement{0x1000000000000000}, Placement{0x1000000000000006},
        Placement{0x1000000000000010}, Placement{0x1000000000000021}, Placement{0x1100000000000001},
        Placement{0x2000000000000001}, Placement{0x7FFFFFFFFFFFFFFF}, Placement{0x9000000000000000},
        Placement{0xEFFFFFFFFFFFFFFF}}) {
    EXPECT_FALSE(known(word)) << std::hex << word;
  }
}

TEST(Placement, Names) {
  EXPECT_EQ(placement_name(0), "UNSPECIFIED");
  EXPECT_EQ(placement_name(0x1000000000000003), "SWIZZLE_128x4B");
  EXPECT_EQ(placement_name(0x1000000000000020), "PACK_K4_12B");
  EXPECT_EQ(placement_name(0x8000000000000001), "LOCAL_HASH(0x8000000000000001)");
  EXPECT_EQ(placement_name(0xF000000000000001), "OPAQUE(0xf000000000000001)");
  EXPECT_EQ(placement_name(0x2000000000000001), "UNKNOWN(0x2000000000000001)");
}

}  // namespace
}  // namespace grit::reference
