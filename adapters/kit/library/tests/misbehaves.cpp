// A library, in C++11, that does something that it must not in every operation it offers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "adapters/kit/library/grit_adapter.h"

namespace {

gcp_outcome explain(const uint8_t[64], const uint8_t[64], const gcp_names_sink*,
                    const gcp_text_sink*) {
  std::abort();
}

gcp_outcome equivalent(const gcp_text*, const gcp_text*, uint8_t, uint8_t*, const gcp_text_sink*) {
  throw std::runtime_error("an exception must not leave");
}

gcp_outcome digest(const gcp_planes*, uint8_t[16], const gcp_text_sink*) {
  std::puts("debug: this must not get among the frames");
  std::fflush(stdout);
  return 17;
}

gcp_outcome gid_parse(const gcp_text*, uint8_t[16], const gcp_text_sink* error) {
  error->append(error->host, "out of ", 7);
  error->append(error->host, "luck", 4);
  return GCP_INTERNAL_ERROR;
}

gcp_outcome encode(const gcp_text*, const gcp_words*, const gcp_planes_sink* planes,
                   const gcp_text_sink*) {
  const uint8_t byte = 1;
  planes->append(planes->host, 4, &byte, 1);
  return GCP_ANSWERED;
}

gcp_outcome decode(const gcp_text*, int64_t, const gcp_planes*, const gcp_words_sink* results,
                   const gcp_text_sink*) {
  static const uint32_t word = 0;
  results->append(results->host, &word, 1);
  static uint32_t words[1 << 24];  // 64 MiB, too much behind the first
  results->append(results->host, words, 1 << 24);
  return GCP_ANSWERED;
}

}  // namespace

const gcp_adapter* gcp_adapter_get() {
  static gcp_adapter adapter;
  adapter.abi = GCP_ABI;
  adapter.size = sizeof adapter;
  adapter.name = "misbehaves";
  adapter.version = "1";
  adapter.language = "C++11";
  adapter.gid_parse = gid_parse;
  adapter.digest = digest;
  adapter.decode = decode;
  adapter.encode = encode;
  adapter.equivalent = equivalent;
  adapter.explain = explain;
  return &adapter;
}
