// The frame loop: requests in, replies out, in order.
#ifndef GRIT_C_ADAPTER_SERVE_H_
#define GRIT_C_ADAPTER_SERVE_H_

// Exit codes of the adapter.
enum { GCP_EXIT_END_OF_INPUT = 0, GCP_EXIT_SYSTEM_ERROR = 1, GCP_EXIT_PROTOCOL_ERROR = 2 };

// Reads frames from file descriptor `input` and writes a reply for each to `output` until the input
// ends or cannot be followed; in every case the replies so far are written first. Replies are held
// back while whole requests are at hand and none asks for a flush. Complaints go to stderr. Returns
// the exit code.
int gcp_serve(int input, int output);

#endif  // GRIT_C_ADAPTER_SERVE_H_
