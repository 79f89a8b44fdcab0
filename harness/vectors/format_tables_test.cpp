#include "harness/vectors/format_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/vectors/case_checks.h"
#include "harness/vectors/format_clauses.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

std::vector<Case> shipped_cases() {
  auto cases = read_format_tables(GRIT_VECTORS_DIR);
  EXPECT_TRUE(cases) << cases.error();
  return cases ? std::move(*cases) : std::vector<Case>();
}

// A directory with the shipped tables.
void copy_tables(const TestDirectory& directory) {
  for (const char* name : {"format_decode.json", "format_decode_binary16.bin", "format_encode.json",
                           "format_encode_binary16.bin", "exponent.json"}) {
    directory.write(name, shipped(name));
  }
}

std::string error_of(const TestDirectory& directory) {
  const auto cases = read_format_tables(directory.path());
  return cases ? std::string() : cases.error();
}

TEST(FormatTables, CoverEveryCodeOfTheNarrowFormatsAndOfBinary16) {
  std::map<std::uint16_t, std::vector<bool>> seen;
  for (const Case& item : shipped_cases()) {
    if (item.op != protocol::Op::kFormatDecode) continue;
    const auto request = protocol::FormatRequest::parse(item.request);
    ASSERT_TRUE(request);
    if (request->format == 0x371F) continue;  // binary32: a selection
    auto& codes = seen[request->format];
    codes.resize(std::size_t{1} << ((request->format & 0x1F) + 1));
    for (const std::uint32_t code : request->words) codes.at(code) = true;
  }
  // spec §1.2.1, all but binary32.
  EXPECT_EQ(seen.size(), 10u);
  for (const auto& [word, codes] : seen) {
    EXPECT_EQ(std::ranges::count(codes, true), static_cast<std::ptrdiff_t>(codes.size())) << word;
  }
}

TEST(FormatTables, HaveAsManyCasesAsTheTablesNeed) {
  // Rows in 256s, those of each clause by themselves. How many a clause decides was counted outside
  // of this code, from spec §1.4 in rational arithmetic. Decoding: ten tables of at most 256 rows,
  // of which binary32 has two clauses; of binary16, 2,046 NaN codes and 63,490 others.
  const std::size_t decode = 9 + 2 + 8 + 249;
  // Encoding, in the order e2m1, e4m3, e8m0, u2, u4, u6, u8, s4, s8, binary32, binary16. e4m3 has
  // 1,008 rows that are rounded and three clauses with up to 20, e8m0 1,801 rounded, 259 by §1.4.8
  // and NaN, u8 2,066 and infinity, binary16 253,948 rounded and four clauses with up to 10.
  const std::size_t encode = 4 + 7 + 11 + 2 + 2 + 4 + 10 + 2 + 6 + 4 + 996;
  // Three rules of 1,925 rows and 6 refused magnitudes.
  const std::size_t exponent = 3 * (8 + 6);
  const std::vector<Case> cases = shipped_cases();
  EXPECT_EQ(cases.size(), decode + encode + exponent);
  expect_unique_ids(cases);
  expect_complete(cases);
  for (const Case& item : cases) EXPECT_TRUE(item.expected) << item.id;
}

TEST(FormatTables, AgreeWithTheReference) { expect_agreement_with_reference(shipped_cases()); }

TEST(FormatTables, EveryCaseCitesTheClauseThatDecidesAllOfItsRows) {
  std::set<std::string> cited;
  for (const Case& item : shipped_cases()) {
    cited.insert(item.clause);
    if (item.op == protocol::Op::kExponent) continue;
    const auto request = protocol::FormatRequest::parse(item.request);
    ASSERT_TRUE(request);
    for (const std::uint32_t word : request->words) {
      const reference::FormatWord format{request->format};
      EXPECT_EQ(item.clause, item.op == protocol::Op::kFormatDecode ? decode_clause(format, word)
                                                                    : encode_clause(format, word))
          << item.id;
    }
  }
  EXPECT_EQ(cited, (std::set<std::string>{"§1.1.3", "§1.2.2", "§1.2.3", "§1.2.4", "§1.2.5",
                                          "§1.3.5", "§1.4.2", "§1.4.3", "§1.4.4", "§1.4.5",
                                          "§1.4.6", "§1.4.7", "§1.4.8", "§9.1.3"}));
}

TEST(FormatTables, NoCaseHasMoreWordsThanStated) {
  for (const Case& item : shipped_cases()) {
    EXPECT_LE(item.request.size(), 2 + 4 + 4 * kTableWords) << item.id;
  }
}

TEST(FormatTables, RefuseDamageByFileAndEntry) {
  const TestDirectory directory;
  copy_tables(directory);
  ASSERT_EQ(error_of(directory), "");

  directory.write("exponent.json", replaced(shipped("exponent.json"), "-149", "\"-149\""));
  EXPECT_NE(error_of(directory).find("exponent.json: rules[0] floor: \"exponents\""),
            std::string::npos);
  directory.write("format_encode_binary16.bin", "12345678abcd");
  EXPECT_NE(error_of(directory).find("format_encode_binary16.bin: ends within a pair"),
            std::string::npos);
  directory.write("format_encode.json",
                  replaced(shipped("format_encode.json"), "\"codes\": [", "\"codes\": [\"0\","));
  EXPECT_NE(error_of(directory).find("format_encode.json: formats[0] e2m1: has columns"),
            std::string::npos);
  directory.write("format_decode_binary16.bin", "1234");
  EXPECT_NE(error_of(directory).find("format_decode_binary16.bin: does not hold 65536 words"),
            std::string::npos);
  directory.write("format_decode.json",
                  replaced(shipped("format_decode.json"), "\"word\": \"0x2043\"", "\"word\": 1"));
  EXPECT_NE(error_of(directory).find("format_decode.json: formats[0] e2m1: \"word\""),
            std::string::npos);
}

}  // namespace
}  // namespace grit::vectors
