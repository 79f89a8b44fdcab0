// A library whose own start-up code fails.
#include <stdlib.h>

__attribute__((constructor)) static void start(void) { abort(); }
