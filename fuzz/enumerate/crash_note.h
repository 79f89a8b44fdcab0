// What is left of a process that check brings down: a signal, or a sanitizer's report that ends it.
//
// Handlers reach nothing but static storage, so this is the one place of the enumeration that has
// some: where each thread is.
#ifndef GRIT_FUZZ_ENUMERATE_CRASH_NOTE_H_
#define GRIT_FUZZ_ENUMERATE_CRASH_NOTE_H_

#include "fuzz/enumerate/work.h"

namespace grit::enumerate {

// From now on SIGABRT, SIGSEGV, SIGBUS, SIGFPE and SIGILL, and the end that a sanitizer puts to the
// process, write one line to stderr first: `violation: crash: descriptor` and 128 hexadecimal
// digits, of the descriptor at which the thread is that failed. The process then ends as it would
// have.
void note_crashes();

// The calling thread's place, for RunOptions::watch.
Watch this_thread();

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_CRASH_NOTE_H_
