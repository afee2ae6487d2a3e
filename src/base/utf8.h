/* utf8.h - whether a file is text at all. */
#pragma once
#include "base/status.h"

/* False with a message at the first byte that is not UTF-8 text: NUL and control characters, broken sequences. */
bool tml_utf8_check(const char *text, size_t length, const char *file, tml_log *log);
