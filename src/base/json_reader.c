/* json_reader.c - takes JSON apart, value by value, without keeping it. */
#include "base/json_reader.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

/* ---- places and characters ----------------------------------------------------------------------------------- */

bool tml_json_fail(tml_json *in, const char *what)
{
    if (in->failed)
        return false;
    tml_place place = {.file = in->name, .line = 1, .column = 1};
    for (const char *at = in->start; at < in->next; at++) {
        place.column = *at == '\n' ? 1 : place.column + 1;
        place.line += *at == '\n';
    }
    tml_log_raise(in->log, TML_E_NOT_JSON, place, "%s", what);
    in->failed = true;
    return false;
}

/* The next character that is not blank, 0 at the end. */
char tml_json_peek(tml_json *in)
{
    while (in->next < in->end && strchr(" \t\r\n", *in->next) != NULL && *in->next != '\0')
        in->next++;
    return in->next < in->end ? *in->next : '\0';
}

static bool take(tml_json *in, char character)
{
    if (tml_json_peek(in) != character || in->next >= in->end)
        return false;
    in->next++;
    return true;
}

static bool take_word(tml_json *in, const char *word)
{
    size_t length = strlen(word);
    if (tml_json_peek(in) != word[0] || (size_t)(in->end - in->next) < length || memcmp(in->next, word, length) != 0)
        return false;
    in->next += length;
    return true;
}

/* ---- strings and numbers ------------------------------------------------------------------------------------- */

/* A character by its code. */
static void put_code(tml_text *text, unsigned long code)
{
    if (code < 0x80)
        tml_text_add(text, "%c", (int)code);
    else if (code < 0x800)
        tml_text_add(text, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
    else if (code < 0x10000)
        tml_text_add(text, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                     (int)(0x80 | (code & 0x3F)));
    else
        tml_text_add(text, "%c%c%c%c", (int)(0xF0 | code >> 18), (int)(0x80 | (code >> 12 & 0x3F)),
                     (int)(0x80 | (code >> 6 & 0x3F)), (int)(0x80 | (code & 0x3F)));
}

/* The four digits behind `uXXXX` at a place; false: there are none. */
static bool read_digits(const tml_json *in, const char *at, unsigned long *code)
{
    char digits[5] = "";
    if (in->end - at < 5 || *at != 'u')
        return false;
    memcpy(digits, at + 1, 4);
    *code = strtoul(digits, NULL, 16);
    return strspn(digits, "0123456789abcdefABCDEF") == 4;
}

/* A character outside the basic plane is written as two codes; one of these alone stands for nothing, and 0 would end the string. */
static bool put_codes(tml_json *in, unsigned long code)
{
    unsigned long low;
    const bool high = code >= 0xD800 && code <= 0xDBFF;
    in->next += 5;
    if (high && in->next < in->end && *in->next == '\\' && read_digits(in, in->next + 1, &low) && low >= 0xDC00 &&
        low <= 0xDFFF) {
        put_code(&in->string, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
        in->next += 6;
    } else if (code == 0 || (code >= 0xD800 && code <= 0xDFFF))
        return tml_json_fail(in, code ? "half of a pair of surrogates in a string" : "the character 0 in a string");
    else
        put_code(&in->string, code);
    return true;
}

static bool read_escape(tml_json *in)
{
    static const char codes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char code = in->next < in->end ? *in->next : '\0';
    const char *found = code != '\0' ? strchr(codes, code) : NULL;
    if (found != NULL) {
        tml_text_put(&in->string, &meanings[found - codes], 1);
        in->next++;
        return true;
    }
    unsigned long value;
    if (read_digits(in, in->next, &value))
        return put_codes(in, value);
    return tml_json_fail(in, "a wrong escape in a string");
}

/* Reads a string into in->string, valid until the next. */
bool tml_json_read_string(tml_json *in)
{
    if (!take(in, '"'))
        return tml_json_fail(in, "a string is expected");
    in->string.length = 0;
    tml_text_put(&in->string, "", 0);
    while (in->next < in->end && *in->next != '"') {
        const char *start = in->next;
        while (in->next < in->end && *in->next != '"' && *in->next != '\\' && (unsigned char)*in->next >= 0x20)
            in->next++;
        tml_text_put(&in->string, start, (size_t)(in->next - start));
        if (in->next < in->end && (unsigned char)*in->next < 0x20)
            return tml_json_fail(in, "a control character in a string");
        if (in->next < in->end && *in->next == '\\') {
            in->next++;
            if (!read_escape(in))
                return false;
        }
    }
    if (in->string.failed)
        return tml_json_fail(in, "out of memory");
    return take(in, '"') || tml_json_fail(in, "a string does not end");
}

bool tml_json_read_number(tml_json *in, double *number)
{
    char digits[64], *end = digits;
    *number = NAN;
    if (take_word(in, "null"))
        return true;
    size_t length = 0;
    tml_json_peek(in);
    while (in->next + length < in->end && length < sizeof digits - 1 &&
           strchr("+-.0123456789eE", in->next[length]) != NULL && in->next[length] != '\0')
        length++;
    memcpy(digits, in->next, length);
    digits[length] = '\0';
    *number = strtod(digits, &end);
    if (length == 0 || *end != '\0')
        return tml_json_fail(in, "a number is expected");
    in->next += length;
    return true;
}

/* ---- any value, skipped -------------------------------------------------------------------------------------- */

static bool skip_value(tml_json *in, int depth);

static bool skip_member(tml_json *in, bool named, int depth)
{
    if (named && !(tml_json_read_string(in) && (take(in, ':') || tml_json_fail(in, "a ':' is expected"))))
        return false;
    return skip_value(in, depth);
}

static bool skip_list(tml_json *in, char close, int depth)
{
    if (depth > MAX_DEPTH)
        return tml_json_fail(in, "too deeply nested");
    if (take(in, close))
        return true;
    do {
        if (!skip_member(in, close == '}', depth))
            return false;
    } while (take(in, ','));
    return take(in, close) || tml_json_fail(in, "a ',' or an end is expected");
}

static bool skip_value(tml_json *in, int depth)
{
    double number;
    if (take(in, '{'))
        return skip_list(in, '}', depth + 1);
    if (take(in, '['))
        return skip_list(in, ']', depth + 1);
    if (tml_json_peek(in) == '"')
        return tml_json_read_string(in);
    return take_word(in, "true") || take_word(in, "false") || tml_json_read_number(in, &number);
}

bool tml_json_skip(tml_json *in)
{
    return skip_value(in, 0);
}

/* ---- objects and lists --------------------------------------------------------------------------------------- */

bool tml_json_read_object(tml_json *in, tml_json_member member, void *context)
{
    if (!take(in, '{'))
        return tml_json_fail(in, "a '{' is expected");
    if (take(in, '}'))
        return true;
    do {
        char name[32];
        if (!tml_json_read_string(in))
            return false;
        size_t length = in->string.length < sizeof name ? in->string.length : sizeof name - 1;
        memcpy(name, in->string.data, length);
        name[length] = '\0';
        if (!take(in, ':'))
            return tml_json_fail(in, "a ':' is expected");
        if (!member(in, name, context))
            return false;
    } while (take(in, ','));
    return take(in, '}') || tml_json_fail(in, "a ',' or a '}' is expected");
}

bool tml_json_read_list(tml_json *in, tml_json_item item, void *context)
{
    if (!take(in, '['))
        return tml_json_fail(in, "a '[' is expected");
    if (take(in, ']'))
        return true;
    do {
        if (!item(in, context))
            return false;
    } while (take(in, ','));
    return take(in, ']') || tml_json_fail(in, "a ',' or a ']' is expected");
}
