/* token.c - tokenizer.
 *
 *   number = digits [ "." digits ] [ "e" [ sign ] digits ] [ blanks unit ]      name = word { "." word }
 */
#include "base/text.h"
#include "expression/tree.h"
#include <stdio.h>
#include <string.h>

enum { MAX_UNIT_LENGTH = 200 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int skip_blanks(const char *text, int i)
{
    while (is_blank(text[i]))
        i++;
    return i;
}

static int skip_digits(const char *text, int i)
{
    while (tml_is_digit(text[i]))
        i++;
    return i;
}

static int skip_name(const char *text, int i)
{
    while (tml_is_word(text[i]) || (text[i] == '.' && tml_is_word(text[i + 1])))
        i++;
    return i;
}

static int skip_number(const char *text, int i)
{
    i = skip_digits(text, i);
    if (text[i] == '.')
        i = skip_digits(text, i + 1);
    if (text[i] == 'e' || text[i] == 'E') {
        int sign = text[i + 1] == '+' || text[i + 1] == '-';
        if (tml_is_digit(text[i + 1 + sign]))
            i = skip_digits(text, i + 1 + sign);
    }
    return i;
}

static bool is_conjunction(const char *word, int length)
{
    return (length == 3 && memcmp(word, "and", 3) == 0) || (length == 2 && memcmp(word, "or", 2) == 0);
}

/* Symbols that begin a unit and are not letters: 30°, 90 °/s, 5 µm. Returns the length of the unit, 0: none. */
static int read_sign_unit(const char *text, tml_unit *unit)
{
    static const struct {
        char sign[3], plain[4];
    } signs[] = {{"\xC2\xB0", "deg"}, {"\xC2\xB5", "u"}, {"\xCE\xBC", "u"}}; /* °, µ, and the Greek letter */
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        char plain[MAX_UNIT_LENGTH + 1];
        if (strncmp(text, signs[i].sign, 2) != 0)
            continue;
        snprintf(plain, sizeof plain, "%s%s", signs[i].plain, text + 2);
        const int length = (int)tml_unit_read(plain, strlen(plain), unit);
        return length ? length - (int)strlen(signs[i].plain) + 2 : 0;
    }
    return 0;
}

static tml_token read_number(const char *text, int begin)
{
    int end = skip_number(text, begin);
    tml_token token = {.kind = TML_TOKEN_NUMBER, .begin = begin, .end = end, .unit_begin = end};
    int unit = skip_blanks(text, end);
    const int sign = read_sign_unit(text + unit, &token.unit);
    if (sign) {
        token.unit_begin = unit;
        token.end = unit + sign;
        return token;
    }
    int word = tml_is_letter(text[unit]) ? skip_name(text, unit) - unit : 0;
    if (!word || is_conjunction(text + unit, word))
        return token;
    int length = (int)tml_unit_read(text + unit, strnlen(text + unit, MAX_UNIT_LENGTH), &token.unit);
    token.unit_begin = unit;
    token.end = unit + (length ? length : word);
    if (!length)
        token.kind = TML_TOKEN_BAD_UNIT;
    return token;
}

/* Length of the operator at text: 2, 1 or 0. */
static int sign_length(const char *text)
{
    static const char *const pairs[] = {"**", "<=", ">=", "==", "!="};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (memcmp(text, pairs[i], 1) == 0 && text[1] == pairs[i][1])
            return 2;
    return *text && strchr("+-*/^<>(),", *text) ? 1 : 0;
}

/* Length of the character at text, in bytes of UTF-8. */
static int character_length(const char *text)
{
    int n = 1;
    while (((unsigned char)text[n] & 0xC0) == 0x80)
        n++;
    return n;
}

tml_token tml_token_read(const char *text, int from)
{
    int i = skip_blanks(text, from);
    tml_token token = {.kind = TML_TOKEN_END, .begin = i, .end = i, .unit_begin = i};
    if (!text[i])
        return token;
    if (tml_is_digit(text[i]) || (text[i] == '.' && tml_is_digit(text[i + 1])))
        return read_number(text, i);
    int length = sign_length(text + i);
    if (tml_is_letter(text[i])) {
        token.kind = TML_TOKEN_NAME;
        token.end = skip_name(text, i);
    } else if (length) {
        token.kind = TML_TOKEN_SIGN;
        token.end = i + length;
    } else {
        token.kind = TML_TOKEN_BAD;
        token.end = i + character_length(text + i);
    }
    return token;
}

tml_place tml_tree_place(const char *text, tml_place place, int offset)
{
    if (place.column < 1)
        place.column = 1;
    for (int i = 0; i < offset; i++)
        place.column += ((unsigned char)text[i] & 0xC0) != 0x80;
    return place;
}
