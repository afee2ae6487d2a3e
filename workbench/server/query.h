/* query.h - a request in JSON: {"id": 7, "do": "run", "text": …}, read by jansson. */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    json_t *members; /* an object; NULL: none was read */
    double id;       /* NAN: it has none */
} wb_query;

enum { WB_FAULT_SIZE = 256 };

/* False with what is wrong with it; the request is then empty, but for its id, where that could be read. */
bool wb_query_read(wb_query *query, const char *json, size_t length, char fault[WB_FAULT_SIZE]);
void wb_query_free(wb_query *query);

/* What a member holds; the other value where it is absent, null or of another kind. */
const char *wb_query_text(const wb_query *query, const char *name, const char *otherwise);
/* The same of a text that may be large; NULL: absent. */
const char *wb_query_bytes(const wb_query *query, const char *name, size_t *length);
double wb_query_number(const wb_query *query, const char *name, double otherwise);
bool wb_query_flag(const wb_query *query, const char *name);
/* [x, y, z], all finite; false: it is none. */
bool wb_query_vector(const wb_query *query, const char *name, double vector[3]);
/* {"a": "1 m", …}: calls `see` for each, until it returns false. False: stopped, or one is no text. */
typedef bool (*wb_query_pair)(void *context, const char *name, const char *text);
bool wb_query_each(const wb_query *query, const char *name, wb_query_pair see, void *context);
