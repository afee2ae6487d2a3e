/* json_writer.c - incremental JSON writer. */
#include "base/json_writer.h"
#include <string.h>

static void put_quoted(tml_json_writer *p, const char *text, size_t length)
{
    size_t plain = 0; /* start of characters that need no escape */
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        tml_text_put(&p->out, text + plain, i - plain);
        plain = i + 1;
        if (c == '"' || c == '\\')
            tml_text_add(&p->out, "\\%c", c);
        else
            tml_text_add(&p->out, "\\u%04x", c);
    }
    tml_text_put(&p->out, text + plain, length - plain);
}

/* What comes before a value: comma, new line, key. */
static void write_separator(tml_json_writer *p, const char *key)
{
    if (p->has_previous)
        tml_text_put(&p->out, ",", 1);
    if (p->depth > 0 && !p->dense)
        tml_text_add(&p->out, "\n%*s", 2 * p->depth, "");
    if (key) {
        tml_text_put(&p->out, "\"", 1);
        put_quoted(p, key, strlen(key));
        tml_text_put(&p->out, "\": ", p->dense ? 2 : 3);
    }
    p->has_previous = true;
}

void tml_json_open(tml_json_writer *p, const char *key, char bracket)
{
    write_separator(p, key);
    tml_text_put(&p->out, &bracket, 1);
    p->depth++;
    p->has_previous = false;
}

void tml_json_close(tml_json_writer *p, char bracket)
{
    p->depth--;
    if (p->has_previous && !p->dense)
        tml_text_add(&p->out, "\n%*s", 2 * p->depth, "");
    tml_text_put(&p->out, &bracket, 1);
    p->has_previous = true;
}

void tml_json_put(tml_json_writer *p, const char *key, const char *text, size_t length)
{
    write_separator(p, key);
    tml_text_put(&p->out, "\"", 1);
    put_quoted(p, text, length);
    tml_text_put(&p->out, "\"", 1);
}

void tml_json_text(tml_json_writer *p, const char *key, const char *text)
{
    tml_json_put(p, key, text, strlen(text));
}

void tml_json_add(tml_json_writer *p, const char *key, const char *text, const char *more)
{
    const char *all = tml_arena_format(p->arena, "%s%s", text, more);
    tml_json_text(p, key, all);
}

void tml_json_number(tml_json_writer *p, const char *key, int value)
{
    write_separator(p, key);
    tml_text_add(&p->out, "%d", value);
}

void tml_json_bool(tml_json_writer *p, const char *key, bool value)
{
    tml_json_raw(p, key, value ? "true" : "false");
}

tml_text *tml_json_value(tml_json_writer *p, const char *key)
{
    write_separator(p, key);
    return &p->out;
}

void tml_json_raw(tml_json_writer *p, const char *key, const char *json)
{
    write_separator(p, key);
    tml_text_put(&p->out, json, strlen(json));
}

void tml_json_end(tml_json_writer *p)
{
    tml_text_put(&p->out, "\n", 1);
}
