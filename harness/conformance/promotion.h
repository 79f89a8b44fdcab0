// Whether a finding's expected answer is more than the reference's opinion: what the published
// implementations say to its request.
#ifndef GRIT_CONFORMANCE_PROMOTION_H_
#define GRIT_CONFORMANCE_PROMOTION_H_

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/findings.h"
#include "harness/protocol/messages.h"

namespace grit::conformance {

// What the finding says is right.
protocol::Reply expected_reply(const Found& found);

struct PublishedAgreement {
  bool agreed = false;
  // "agreed by A 1.1.0 (Python) and B 1.1.0 (Rust)"; else a sentence that says why they do not
  // settle it.
  std::string text;
  protocol::Reply reply;  // what they agree on
};

// Puts the request to every implementation of `published`, each in a fresh process. They settle it
// where two at least answer it, or refuse it, all of those alike, and as the finding expects. CHECK
// and CHECK_GRADE compare the status; a plane that not all of them name is left out of the reply.
// An error where one of them cannot be started.
std::expected<PublishedAgreement, std::string> ask_published(
    const Found& found, std::span<const AdapterSpec> published);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_PROMOTION_H_
