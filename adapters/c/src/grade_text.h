// A stretch of grade text as it was given, read one significant byte at a time.
#ifndef GRIT_C_SRC_GRADE_TEXT_H_
#define GRIT_C_SRC_GRADE_TEXT_H_

struct grit_text {
  const char* at;
  const char* end;
};

// The next byte that is not white space, lower-cased; -1 at the end.
int grit_text_next(struct grit_text* text);

#endif  // GRIT_C_SRC_GRADE_TEXT_H_
