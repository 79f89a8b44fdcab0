// grit-c-adapter: answers the adapter protocol on stdin and stdout with the C implementation.
#include <unistd.h>

#include "serve.h"

int main(void) { return gcp_serve(STDIN_FILENO, STDOUT_FILENO); }
