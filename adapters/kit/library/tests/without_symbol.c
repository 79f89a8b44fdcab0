// A shared library that has nothing to do with grit_adapter.h.
int unrelated(void);
int unrelated(void) { return 1; }
