/* text.h - a growing string; used by writers, never in a time step. */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    char *data; /* 0-terminated once anything was added; owned */
    size_t length, capacity;
    bool failed; /* memory ran out: content is incomplete */
} tml_text;

void tml_text_add(tml_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tml_text_put(tml_text *text, const char *bytes, size_t length);
void tml_text_free(tml_text *text);
/* The text as memory that users of the library free with free(); the text itself is freed. NULL: it is incomplete, or
 * no memory. */
char *tml_text_detach(tml_text *text);

/* Formatted text in a block of its own (tml_release) with `extra` bytes after its end. NULL: no memory. */
char *tml_text_format(const char *format, va_list arguments, size_t extra) __attribute__((format(printf, 1, 0)));

/* Most texts differ in their first character. */
static inline bool tml_same_text(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

/* Characters of numbers, names and units, independent of the locale. */
static inline bool tml_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool tml_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool tml_is_word(char c)
{
    return tml_is_letter(c) || tml_is_digit(c);
}
