// Spellings, refusals and strings by hand from spec §3.
#include "harness/reference/grade.h"

#include <gtest/gtest.h>

#include <string>

namespace grit::reference {
namespace {

constexpr std::string_view kMxfp4Text = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";

// A grade with the required keys and `rest`, and its canonical form with `expected` in its place.
std::string with(const std::string& rest) {
  return "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs," + rest + ")";
}

std::string canonical_of(const std::string& text) {
  const auto grade = canonicalize(text);
  return grade ? *grade : "refused: " + describe(grade.error());
}

// The kind of refusal of `text`, which must be refused.
GradeErrorKind refusal(const std::string& text) {
  const auto grade = parse_grade(text);
  EXPECT_FALSE(grade.has_value()) << text;
  return grade ? GradeErrorKind::kBadByte : grade.error().kind;
}

TEST(Grade, CanonicalFormIsAFixedPoint) {
  for (const std::string_view text :
       {kMxfp4Text,
        std::string_view("grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)"),
        std::string_view("grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)"),
        std::string_view("grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,zp=u8,zpc=minus1,"
                         "sp=1:32:e4m3:unord,ct=pad8,po=msb,er=rna,es=ovfinf,esr=custom:,"
                         "esn=ftz,dr=rtp,ds=satmax,dt=binary16,ao=pairwise8,ap=u8,ab=s4,ai=e8m0,"
                         "an=preserve)")}) {
    EXPECT_EQ(canonical_of(std::string(text)), text);
    EXPECT_EQ(parse_grade(canonical(*parse_grade(text))), parse_grade(text));
  }
}

TEST(Grade, AnySpellingIsRead) {
  EXPECT_EQ(canonical_of(" G r I t 1 ( \n ESR = OCP-MX , s0=F L O A T 8_E8M0FNU,\tK0=0032,\v\f\r"
                         "e=Float4_E2M1FN )"),
            kMxfp4Text);
  // Defaults given are defaults left out.
  EXPECT_EQ(canonical_of(with("ct=packed,po=little-bit,er=even,es=clamp,esn=denorm,dr=rn,ds=finite,"
                              "dt=single,ao=any,ap=f32,ab=float,ai=fp32,an=subnormal-any")),
            kMxfp4Text);
}

TEST(Grade, FormatAliases) {
  const std::pair<const char*, const char*> aliases[] = {
      {"fp4", "e2m1"},
      {"fp4e2m1", "e2m1"},
      {"float4_e2m1", "e2m1"},
      {"float4_e2m1fn", "e2m1"},
      {"e2m1fn", "e2m1"},
      {"mxfp4elem", "e2m1"},
      {"fp8e4m3", "e4m3"},
      {"e4m3fn", "e4m3"},
      {"float8_e4m3fn", "e4m3"},
      {"f8e4m3fn", "e4m3"},
      {"ue8m0", "e8m0"},
      {"e8m0fnu", "e8m0"},
      {"float8_e8m0fnu", "e8m0"},
      {"f16", "binary16"},
      {"fp16", "binary16"},
      {"half", "binary16"},
      {"float16", "binary16"},
      {"int4", "s4"},
      {"sint4", "s4"},
      {"i4", "s4"},
      {"int8", "s8"},
      {"sint8", "s8"},
      {"i8", "s8"},
      {"uint2", "u2"},
      {"uint4", "u4"},
      {"nibble", "u4"},
      {"uint6", "u6"},
      {"uint8", "u8"},
      {"byte", "u8"},
  };
  for (const auto& [alias, token] : aliases) {
    EXPECT_EQ(canonical_of(with(std::string("ap=") + alias)), with(std::string("ap=") + token));
  }
  for (const char* refused : {"e4m3fnuz", "b16", "u4b"}) {
    EXPECT_EQ(refusal(with(std::string("ap=") + refused)), GradeErrorKind::kRefusedFormat);
  }
  for (const char* unknown : {"int2", "s2", "e5m2", "", "e2-m1", "bfloat16"}) {
    EXPECT_EQ(refusal(with(std::string("ap=") + unknown)), GradeErrorKind::kUnknownFormat);
  }
}

TEST(Grade, EnumerationAliases) {
  const std::pair<const char*, const char*> aliases[] = {
      {"er=nearest-ties-to-away", "er=rna"},
      {"er=away", "er=rna"},
      {"er=toward-zero", "er=rtz"},
      {"er=trunc", "er=rtz"},
      {"er=truncate", "er=rtz"},
      {"er=toward-positive", "er=rtp"},
      {"er=ceil", "er=rtp"},
      {"er=up", "er=rtp"},
      {"dr=toward-negative", "dr=rtn"},
      {"dr=floor", "dr=rtn"},
      {"dr=down", "dr=rtn"},
      {"es=sat_max", "es=satmax"},
      {"es=ovf_inf", "es=ovfinf"},
      {"ds=inf", "ds=ovfinf"},
      {"ds=overflow-to-inf", "ds=ovfinf"},
      {"esn=flush-to-zero", "esn=ftz"},
      {"an=subnormalftz", "an=ftz"},
      {"an=subnormal-preserved", "an=preserve"},
      {"ao=in-order", "ao=seq"},
      {"ao=sequential", "ao=seq"},
      {"ao=any_tree", "ao=tree"},
      {"ao=tree-any", "ao=tree"},
      {"ao=pairwise___008", "ao=pairwise8"},
      {"ao=pair-wise-8", "ao=pairwise8"},
      {"ct=pad-to-8", "ct=pad8"},
      {"ct=padded", "ct=pad8"},
      {"po=msb-first", "po=msb"},
      {"zp=u8,zpc=gptq", "zp=u8,zpc=minus1"},
  };
  for (const auto& [alias, expected] : aliases) {
    const std::string key(expected, std::string_view(expected).find('='));
    const std::string text = canonical_of(with(alias));
    EXPECT_NE(text.find(expected), std::string::npos) << alias << " gave " << text;
  }
  const std::pair<const char*, const char*> rules[] = {
      {"floor", "exp2floormaxabs"},
      {"rtz_shared_exp", "exp2floormaxabs"},
      {"exp2-ceil", "exp2ceilmaxabs"},
      {"rceil", "exp2ceilmaxabs"},
      {"rne_shared_exp", "exp2rnemaxabs"},
      {"amax_over_emax", "ratiomaxabs"},
      {"min-max", "affineminmax"},
      {"custom:My-Rule=1", "custom:myrule=1"},
      {"cus-tom:", "custom:"},
      {"custom:a)b", "custom:a)b"},
  };
  for (const auto& [alias, rule] : rules) {
    EXPECT_EQ(canonical_of(std::string("grit1(e=e2m1,k0=32,s0=e8m0,esr=") + alias + ")"),
              std::string("grit1(e=e2m1,k0=32,s0=e8m0,esr=") + rule + ")");
  }
}

TEST(Grade, Numbers) {
  const auto k0 = [](const std::string& text) {
    return "grit1(e=e2m1,k0=" + text + ",s0=e8m0,esr=exp2floormaxabs)";
  };
  EXPECT_EQ(canonical_of(k0("18446744073709551615")), k0("18446744073709551615"));
  EXPECT_EQ(canonical_of(k0("000000000000000000000000000007")), k0("7"));
  EXPECT_EQ(canonical_of(k0("0")), k0("0"));
  for (const char* bad : {"18446744073709551616", "", "+1", "-1", "1_0", "0x10", "1.0", "3-2"}) {
    EXPECT_EQ(refusal(k0(bad)), GradeErrorKind::kBadNumber) << bad;
  }
  EXPECT_EQ(canonical_of(with("ao=pairwise18446744073709551615")),
            with("ao=pairwise18446744073709551615"));
  for (const char* bad : {"pairwise", "pairwise0", "pairwise_", "pairwise+1", "pairwise1_0",
                          "pairwise18446744073709551616"}) {
    EXPECT_EQ(refusal(with(std::string("ao=") + bad)), GradeErrorKind::kUnknownValue) << bad;
  }
}

TEST(Grade, Sparsity) {
  const auto sparse = [](const std::string& text) {
    return "grit1(e=s8,k0=32,s0=binary16,sp=" + text + ",esr=ratiomaxabs)";
  };
  EXPECT_EQ(canonical_of(sparse("+02:+4:uint2:asc-ending-LSB")), sparse("2:4:u2:asclsb"));
  EXPECT_EQ(canonical_of(sparse("1:32:u8:none")), sparse("1:32:u8:unord"));
  for (const char* bad :
       {"2:4:u2", "2:4:u2:asclsb:", "0:4:u2:asclsb", "4:4:u2:asclsb", "2:33:u2:asclsb",
        "-2:4:u2:asclsb", "++2:4:u2:asclsb", "+:4:u2:asclsb", "2:4:u2:", "2::u2:asclsb", "",
        "18446744073709551618:4:u2:asclsb", "2:4:u2:lsb"}) {
    EXPECT_EQ(refusal(sparse(bad)), GradeErrorKind::kBadSparsity) << bad;
  }
  EXPECT_EQ(refusal(sparse("2:4:s2:asclsb")), GradeErrorKind::kUnknownFormat);
}

TEST(Grade, Structure) {
  EXPECT_EQ(refusal(with("k1=8")), GradeErrorKind::kHalfLevel1);
  EXPECT_EQ(refusal(with("s1=binary16")), GradeErrorKind::kHalfLevel1);
  EXPECT_EQ(refusal(with("zpc=asis")), GradeErrorKind::kZeroPointMissing);
  EXPECT_EQ(refusal(with("zps=shared")), GradeErrorKind::kZeroPointMissing);
  EXPECT_EQ(refusal(with("zp=u8,zps=l1")), GradeErrorKind::kLevel1Missing);
  EXPECT_EQ(canonical_of(with("zp=u8,sp=2:4:u2:unord")),
            "grit1(e=e2m1,k0=32,s0=e8m0,zp=u8,sp=2:4:u2:unord,esr=exp2floormaxabs)");
}

TEST(Grade, Syntax) {
  EXPECT_EQ(refusal(""), GradeErrorKind::kBadPrefix);
  EXPECT_EQ(refusal("grit2(e=e2m1)"), GradeErrorKind::kBadPrefix);
  EXPECT_EQ(refusal("grit1("), GradeErrorKind::kBadSuffix);
  EXPECT_EQ(refusal(std::string(kMxfp4Text) + ";"), GradeErrorKind::kBadSuffix);
  EXPECT_EQ(refusal("grit1()"), GradeErrorKind::kEmptyItem);
  EXPECT_EQ(refusal(with("")), GradeErrorKind::kEmptyItem);
  EXPECT_EQ(refusal("grit1(,e=e2m1,k0=32,s0=e8m0,esr=floor)"), GradeErrorKind::kEmptyItem);
  EXPECT_EQ(refusal(with("ct")), GradeErrorKind::kNoEqualsSign);
  EXPECT_EQ(refusal(with("c-t=dense")), GradeErrorKind::kUnknownKey);
  EXPECT_EQ(refusal(with("=dense")), GradeErrorKind::kUnknownKey);
  EXPECT_EQ(refusal(with("E=fp4")), GradeErrorKind::kDuplicateKey);
  EXPECT_EQ(refusal(with("ct=")), GradeErrorKind::kUnknownValue);
  EXPECT_EQ(refusal("grit1(e=e2m1,k0=32,s0=e8m0)"), GradeErrorKind::kMissingKey);
  EXPECT_EQ(refusal("grit1(k0=32,s0=e8m0,esr=floor)"), GradeErrorKind::kMissingKey);
}

TEST(Grade, AlphabetIsPrintableAsciiAndSixBlanks) {
  for (int c = 0; c < 256; ++c) {
    std::string text = with("ct=dense");
    text.insert(text.size() - 6, 1, static_cast<char>(c));
    const bool in_alphabet = (c >= 0x20 && c <= 0x7E) || (c >= 9 && c <= 13);
    const auto grade = parse_grade(text);
    const bool bad_byte = !grade && grade.error().kind == GradeErrorKind::kBadByte;
    EXPECT_EQ(bad_byte, !in_alphabet) << c;
    const bool blank = c == ' ' || (c >= 9 && c <= 13);
    EXPECT_EQ(grade.has_value(), blank || c == '-') << c;
  }
  // Anywhere: before the prefix and inside a custom name too.
  EXPECT_EQ(refusal("\x01" + std::string(kMxfp4Text)), GradeErrorKind::kBadByte);
  EXPECT_EQ(refusal("grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:\xc3\xa9)"), GradeErrorKind::kBadByte);
}

TEST(Grade, ErrorsSayWhatAndWhere) {
  const auto grade = parse_grade("grit1( e=e2m1, k0=x )");
  ASSERT_FALSE(grade.has_value());
  EXPECT_EQ(describe(grade.error()), "required key missing: s0 (at byte 0)");
  const auto number = parse_grade("grit1(e=e2m1, k0=x,s0=e8m0,esr=floor)");
  ASSERT_FALSE(number.has_value());
  EXPECT_EQ(describe(number.error()),
            "not a decimal number of at most 2^64 - 1: k0=x (at byte 14)");
}

TEST(Grade, Projection) {
  EXPECT_EQ(projection(*parse_grade(kMxfp4Text)),
            "gritdec1(e=e2m1,k0=32,s0=e8m0,ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)");
  EXPECT_EQ(projection(*parse_grade(
                "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax,er=rtz)")),
            "gritdec1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zpc=asis,zps=l1,ct=dense,po=lsb,"
            "dr=rne,ds=satfinite,dt=binary32)");
  EXPECT_EQ(
      projection(*parse_grade("grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)")),
      "gritdec1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,ct=dense,po=lsb,dr=rne,ds=satfinite,"
      "dt=binary32)");
}

TEST(Grade, IdIsOfTheCanonicalForm) {
  EXPECT_EQ(grade_id(*parse_grade("GRIT1(esr=floor,s0=ue8m0,k0=032,e=fp4)")), 0x2370ee9ee454a183u);
  EXPECT_EQ(grade_id_of_text(kMxfp4Text), 0x2370ee9ee454a183u);
}

}  // namespace
}  // namespace grit::reference
