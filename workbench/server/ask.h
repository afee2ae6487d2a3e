/* ask.h - a question in JSON: {"id": 7, "do": "run", "text": …}, taken apart into its members.
 *
 * Strings are unescaped, numbers and flags read; objects and lists are kept as JSON for those who know what is in them.
 */
#pragma once
#include "base/status.h"
#include "base/text.h"

typedef enum { WB_NULL, WB_TEXT, WB_NUMBER, WB_FLAG, WB_JSON } wb_kind;

typedef struct {
    char name[32];
    wb_kind kind;
    tml_text text; /* of a text; the JSON of an object or list */
    double number; /* of a number; 1 of a true flag */
} wb_member;

enum { WB_MAX_MEMBERS = 24 };

typedef struct {
    wb_member members[WB_MAX_MEMBERS];
    int count;
} wb_ask;

/* False with one message; what was read by then is there and must be freed all the same. */
bool wb_ask_read(wb_ask *ask, const char *json, size_t length, tml_log *log);
void wb_ask_free(wb_ask *ask);

/* What a member holds; the other value where it is absent, null or of another kind. */
const char *wb_ask_text(const wb_ask *ask, const char *name, const char *otherwise);
const tml_text *wb_ask_long_text(const wb_ask *ask, const char *name); /* NULL: absent */
double wb_ask_number(const wb_ask *ask, const char *name, double otherwise);
bool wb_ask_flag(const wb_ask *ask, const char *name);
/* [x, y, z], all finite; false: it is none. */
bool wb_ask_vector(const wb_ask *ask, const char *name, double vector[3]);
/* {"a": "1 m", …}: calls `see` for each, until it returns false. False: stopped, or one is no text. */
typedef bool (*wb_ask_pair)(void *context, const char *name, const char *text);
bool wb_ask_each(const wb_ask *ask, const char *name, wb_ask_pair see, void *context);
