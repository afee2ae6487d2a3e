/* json_writer.h - incremental JSON writer: it handles commas, quotes and indentation. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include <stdbool.h>

typedef struct {
    tml_text out;
    tml_arena *arena; /* for temporary texts */
    int depth;
    bool dense;        /* all on one line */
    bool has_previous; /* not the first in its list or map */
} tml_json_writer;

/* `key` is NULL in a list. bracket: { or [ */
void tml_json_open(tml_json_writer *p, const char *key, char bracket);
void tml_json_close(tml_json_writer *p, char bracket);
void tml_json_text(tml_json_writer *p, const char *key, const char *text);
void tml_json_put(tml_json_writer *p, const char *key, const char *text, size_t length);
void tml_json_add(tml_json_writer *p, const char *key, const char *text,
                  const char *more); /* the concatenation of text and more */
void tml_json_number(tml_json_writer *p, const char *key, int value);
void tml_json_bool(tml_json_writer *p, const char *key, bool value);
/* What comes before a value; the caller writes the value itself into what is returned. */
tml_text *tml_json_value(tml_json_writer *p, const char *key);
void tml_json_raw(tml_json_writer *p, const char *key, const char *json);
void tml_json_end(tml_json_writer *p);
