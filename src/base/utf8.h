/* utf8.h - check for UTF-8 text, and its characters one by one. */
#pragma once
#include "base/status.h"
#include <stdint.h>

/* False with a message at the first byte that is not UTF-8 text: NUL and control characters, invalid sequences. */
bool tml_utf8_check(const char *text, size_t length, const char *file, tml_log *log);

/* The next character of a text that is not at its end, and the pointer behind it; U+FFFD for bytes that are none. */
uint32_t tml_utf8_next(const char **text);
