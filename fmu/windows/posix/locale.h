/* locale.h - the locale of one thread, as POSIX has it: locale.c. Names other than "C" are not known. */
#pragma once
#include_next <locale.h>

typedef struct thread_locale *locale_t;

#define LC_GLOBAL_LOCALE ((locale_t)-1)
enum { LC_NUMERIC_MASK = 1, LC_ALL_MASK = 63 };

locale_t newlocale(int mask, const char *name, locale_t base);
locale_t uselocale(locale_t wanted);
void freelocale(locale_t own);
