/* ask.h - a question in JSON: {"id": 7, "do": "run", "text": …}, read by jansson. */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    json_t *members; /* an object; NULL: none was read */
    double id;       /* NAN: it has none */
} wb_ask;

enum { WB_FAULT_SIZE = 256 };

/* False with what is wrong with it; the question is then empty, but for its id, where that could be read. */
bool wb_ask_read(wb_ask *ask, const char *json, size_t length, char fault[WB_FAULT_SIZE]);
void wb_ask_free(wb_ask *ask);

/* What a member holds; the other value where it is absent, null or of another kind. */
const char *wb_ask_text(const wb_ask *ask, const char *name, const char *otherwise);
/* The same of a text that may be large; NULL: absent. */
const char *wb_ask_bytes(const wb_ask *ask, const char *name, size_t *length);
double wb_ask_number(const wb_ask *ask, const char *name, double otherwise);
bool wb_ask_flag(const wb_ask *ask, const char *name);
/* [x, y, z], all finite; false: it is none. */
bool wb_ask_vector(const wb_ask *ask, const char *name, double vector[3]);
/* {"a": "1 m", …}: calls `see` for each, until it returns false. False: stopped, or one is no text. */
typedef bool (*wb_ask_pair)(void *context, const char *name, const char *text);
bool wb_ask_each(const wb_ask *ask, const char *name, wb_ask_pair see, void *context);
