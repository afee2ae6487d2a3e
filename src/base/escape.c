/* escape.c - escaping of strings. Invalid UTF-8 and characters not allowed in a file become U+FFFD. */
#include "base/escape.h"
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"

locale_t tml_plain_enter(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;
}

void tml_plain_leave(locale_t old)
{
    if (old == (locale_t)0)
        return;
    locale_t plain = uselocale(old);
    if (plain != LC_GLOBAL_LOCALE)
        freelocale(plain);
}

/* ---- UTF-8 --------------------------------------------------------------------------------------------------- */

/* Length of the valid UTF-8 character at the start of bytes (0 < left), or 0. */
static size_t utf8_length(const char *bytes, size_t left)
{
    static const unsigned long smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)bytes[0];
    if (first < 0x80)
        return 1;
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || length > left)
        return 0;
    unsigned long code = first & (0x7FU >> length);
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (next & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code >= smallest[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

/* ---- strings ------------------------------------------------------------------------------------------------- */

static void put(tml_text *text, const char *string)
{
    tml_text_put(text, string, strlen(string));
}

/* Writes one ASCII character in escaped form; false: no escape needed. */
typedef bool (*put_special)(tml_text *text, char character);

static void put_escaped(tml_text *text, const char *string, put_special special)
{
    size_t left = strlen(string);
    tml_text_put(text, "", 0);
    while (left > 0) {
        size_t length = utf8_length(string, left);
        if (length == 0)
            put(text, REPLACEMENT);
        else if (length > 1 || !special(text, *string))
            tml_text_put(text, string, length);
        length += length == 0;
        string += length;
        left -= length;
    }
}

static bool put_json_special(tml_text *text, char character)
{
    if (character == '"' || character == '\\')
        tml_text_add(text, "\\%c", character);
    else if (character == '\n')
        put(text, "\\n");
    else if (character == '\t')
        put(text, "\\t");
    else if ((unsigned char)character < 0x20 || character == 0x7F)
        tml_text_add(text, "\\u%04x", (unsigned)character);
    else
        return false;
    return true;
}

static bool put_clean_special(tml_text *text, char character)
{
    if (character == '\t' || character == '\n')
        put(text, " ");
    else if ((unsigned char)character < 0x20 || character == 0x7F)
        put(text, REPLACEMENT);
    else
        return false;
    return true;
}

static bool put_xml_special(tml_text *text, char character)
{
    if (character == '<')
        put(text, "&lt;");
    else if (character == '>')
        put(text, "&gt;");
    else if (character == '&')
        put(text, "&amp;");
    else if (character == '"')
        put(text, "&quot;");
    else
        return put_clean_special(text, character);
    return true;
}

void tml_text_put_json(tml_text *text, const char *string)
{
    put(text, "\"");
    put_escaped(text, string, put_json_special);
    put(text, "\"");
}

void tml_text_put_xml(tml_text *text, const char *string)
{
    put_escaped(text, string, put_xml_special);
}

void tml_text_put_clean(tml_text *text, const char *string)
{
    put_escaped(text, string, put_clean_special);
}
