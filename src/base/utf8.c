/* utf8.c - checks that a file is UTF-8 text before it is parsed as YAML. */
#include "base/utf8.h"
#include <string.h>

/* Length of the character at text, 0 if invalid (RFC 3629: no overlong forms, no surrogates, up to U+10FFFF). */
static size_t character(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return s[0] >= 0x20 ? s[0] != 0x7f : s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
    const size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || left < n)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    const unsigned second = s[1];
    if ((s[0] == 0xe0 && second < 0xa0) || (s[0] == 0xed && second > 0x9f) || (s[0] == 0xf0 && second < 0x90) ||
        (s[0] == 0xf4 && second > 0x8f))
        return 0;
    return n;
}

bool tml_utf8_check(const char *text, size_t length, const char *file, tml_log *log)
{
    const unsigned char *s = (const unsigned char *)text;
    tml_place place = {.file = file, .line = 1, .column = 1};
    for (size_t i = 0; i < length;) {
        const size_t n = character(s + i, length - i);
        if (n == 0) {
            tml_log_raise(log, TML_E_NOT_UTF8, place, "not a text file in UTF-8: byte 0x%02x is not allowed here",
                          s[i]);
            return false;
        }
        if (s[i] == '\n') {
            place.line++;
            place.column = 1;
        } else {
            place.column++;
        }
        i += n;
    }
    return true;
}

uint32_t tml_utf8_next(const char **text)
{
    static const unsigned char first[] = {0, 0x7F, 0x1F, 0x0F, 0x07}; /* bits of the first byte, by length */
    const unsigned char *s = (const unsigned char *)*text;
    const size_t n = character(s, strnlen(*text, 4));
    *text += n > 0 ? n : 1;
    uint32_t found = n > 0 ? s[0] & first[n] : 0xFFFD;
    for (size_t i = 1; i < n; i++)
        found = found << 6 | (s[i] & 0x3F);
    return found;
}
