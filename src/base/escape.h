/* escape.h - numbers and strings for files, independent of the locale and valid for any content. */
#pragma once
#include "base/text.h"
#include <locale.h>

/* Between these calls printf and strtod of this thread use a decimal point. */
locale_t tml_plain_enter(void);
void tml_plain_leave(locale_t old);

/* A string in JSON, with its quotes. */
void tml_text_put_json(tml_text *text, const char *string);
/* A string inside XML, in an element or an attribute. */
void tml_text_put_xml(tml_text *text, const char *string);
/* A string with everything that is not text (control characters, invalid UTF-8) made visible. */
void tml_text_put_clean(tml_text *text, const char *string);
