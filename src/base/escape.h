/* escape.h - numbers and strings as files want them, whatever the locale and whatever is in the string. */
#pragma once
#include "base/text.h"
#include <locale.h>

/* Between the two, printf and strtod of this thread write and read numbers with a point. */
locale_t tml_plain_enter(void);
void tml_plain_leave(locale_t old);

/* Length of the valid UTF-8 character at the start of bytes (0 < left), or 0. */
size_t tml_utf8_length(const char *bytes, size_t left);

/* A string in JSON, with its quotes. */
void tml_text_put_json(tml_text *text, const char *string);
/* A string inside XML, in an element or an attribute. */
void tml_text_put_xml(tml_text *text, const char *string);
/* A string as it is, with what is no text (control characters, broken UTF-8) made visible. */
void tml_text_put_clean(tml_text *text, const char *string);
