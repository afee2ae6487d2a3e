/* json_reader.h - a reader of JSON for callers that know what they look for.
 *
 * Each function reads what it names at the place reached, or fails with one message that says where; the first fault
 * ends it, as JSON gives no hold to go on from.
 */
#pragma once
#include "base/status.h"
#include "base/text.h"

typedef struct {
    const char *name; /* of the file */
    const char *start, *next, *end;
    bool failed;     /* told */
    tml_text string; /* the last string read; its owner frees it */
    tml_log *log;
} tml_json;

/* Says what is wrong here, once; returns false. */
bool tml_json_fail(tml_json *in, const char *what);
/* The next character that is not blank, 0 at the end. */
char tml_json_peek(tml_json *in);
/* Into in->string, valid until the next. */
bool tml_json_read_string(tml_json *in);
/* null is NAN. */
bool tml_json_read_number(tml_json *in, double *number);
/* Any value, of which nothing is kept. */
bool tml_json_skip(tml_json *in);

/* Reads the value of one member, given its name (at most 31 bytes of it), or skips it. */
typedef bool (*tml_json_member)(tml_json *in, const char *name, void *context);
bool tml_json_read_object(tml_json *in, tml_json_member member, void *context);
/* Reads one item. */
typedef bool (*tml_json_item)(tml_json *in, void *context);
bool tml_json_read_list(tml_json *in, tml_json_item item, void *context);
