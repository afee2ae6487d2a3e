/* utf8.h - check for UTF-8 text. */
#pragma once
#include "base/status.h"

/* False with a message at the first byte that is not UTF-8 text: NUL and control characters, invalid sequences. */
bool tml_utf8_check(const char *text, size_t length, const char *file, tml_log *log);
