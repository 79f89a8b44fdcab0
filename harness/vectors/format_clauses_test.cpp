#include "harness/vectors/format_clauses.h"

#include <gtest/gtest.h>

namespace grit::vectors {
namespace {

using reference::FormatWord;

// By hand from spec §1.1 to §1.3; codes and patterns from its examples where it has one.
TEST(FormatClauses, OfADecodedCode) {
  struct Row {
    FormatWord word;
    std::uint32_t code;
    std::string_view clause;
  };
  for (const Row& row : {
           Row{reference::kE2m1, 0x8, "§1.2.2"},
           Row{reference::kE8m0, 0x00, "§1.2.3"},
           Row{reference::kE8m0, 0xFF, "§1.2.3"},
           Row{reference::kE4m3, 0x38, "§1.2.4"},
           Row{reference::kE4m3, 0xFF, "§1.2.4"},
           Row{reference::kBinary16, 0x8000, "§1.2.5"},
           Row{reference::kBinary16, 0xFC00, "§1.2.5"},
           Row{reference::kBinary16, 0x7C01, "§1.3.5"},
           Row{reference::kBinary16, 0xFE00, "§1.3.5"},
           Row{reference::kBinary32, 0x7F800000, "§1.2.5"},
           Row{reference::kBinary32, 0xFF800001, "§1.3.5"},
           Row{reference::kU2, 3, "§1.1.3"},
           Row{reference::kS8, 0x80, "§1.1.3"},
       }) {
    EXPECT_EQ(decode_clause(row.word, row.code), row.clause) << row.word.bits << ' ' << row.code;
  }
}

// By hand from spec §1.4, most values from its examples.
TEST(FormatClauses, OfAnEncodedValue) {
  struct Row {
    FormatWord word;
    std::uint32_t value;
    std::string_view clause;
  };
  for (const Row& row : {
           Row{reference::kE2m1, 0x40A00000, "§1.4.2"},      // 5, a tie
           Row{reference::kE2m1, 0x3E800000, "§1.4.2"},      // 0.25, a tie with zero
           Row{reference::kE2m1, 0x3E7FFFFF, "§1.4.3"},      // below it
           Row{reference::kE2m1, 0x80000000, "§1.4.3"},      // -0
           Row{reference::kE2m1, 0x40C00000, "§1.4.2"},      // 6, the largest
           Row{reference::kE2m1, 0x40E00000, "§1.4.3"},      // 7, clamped
           Row{reference::kE2m1, 0x7FC00000, "§1.4.4"},      // NaN, refused
           Row{reference::kE2m1, 0xFF800000, "§1.4.7"},      // -infinity
           Row{reference::kE4m3, 0x3A800000, "§1.4.2"},      // 2^-10, a tie with zero
           Row{reference::kE4m3, 0xBA7FFFFF, "§1.4.3"},      // rounds to -0
           Row{reference::kE4m3, 0x43E00000, "§1.4.2"},      // 448, the largest
           Row{reference::kE4m3, 0x43F00000, "§1.4.3"},      // 480, clamped
           Row{reference::kE8m0, 0x3FC00000, "§1.4.2"},      // 1.5, a tie
           Row{reference::kE8m0, 0xC0800000, "§1.4.8"},      // -4, a power of two
           Row{reference::kE8m0, 0xC0400000, "§1.4.2"},      // -3, a tie
           Row{reference::kE8m0, 0x80400000, "§1.4.8"},      // -2^-127
           Row{reference::kE8m0, 0x00000001, "§1.4.2"},      // nearest is 2^-127
           Row{reference::kE8m0, 0x00000000, "§1.4.8"},      // zero
           Row{reference::kE8m0, 0x7F800000, "§1.4.8"},      // infinity
           Row{reference::kE8m0, 0xFFC00000, "§1.4.4"},      // NaN
           Row{reference::kBinary16, 0x477FEF00, "§1.4.2"},  // 65519
           Row{reference::kBinary16, 0x477FF000, "§1.4.6"},  // 65520
           Row{reference::kBinary16, 0x33000000, "§1.4.2"},  // 2^-25, a tie with zero
           Row{reference::kBinary16, 0x00000001, "§1.4.3"},
           Row{reference::kBinary16, 0x7F800000, "§1.4.7"},
           Row{reference::kBinary32, 0x00000001, "§1.4.2"},
           Row{reference::kBinary32, 0x7F7FFFFF, "§1.4.2"},
           Row{reference::kBinary32, 0x80000000, "§1.4.3"},
           Row{reference::kBinary32, 0xFF800001, "§1.4.4"},
           Row{reference::kU8, 0xBF800000, "§1.4.5"},  // -1, clamped to 0
           Row{reference::kS8, 0x3F000000, "§1.4.5"},  // 0.5, a tie
           Row{reference::kS4, 0x7FC00000, "§1.4.5"},  // NaN, refused
           Row{reference::kU2, 0xFF800000, "§1.4.7"},  // -infinity, 0
       }) {
    EXPECT_EQ(encode_clause(row.word, row.value), row.clause)
        << std::hex << row.word.bits << ' ' << row.value;
  }
}

}  // namespace
}  // namespace grit::vectors
