/* query.c - a request in JSON, and its members. */
#include "workbench/server/query.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of a message that cannot be read: our page puts its id first. */
static double guess_id(const char *json, size_t length)
{
    char begin[64];
    double id;
    snprintf(begin, sizeof begin, "%.*s", (int)(length < sizeof begin ? length : sizeof begin - 1), json);
    return sscanf(begin, " { \"id\" : %lf", &id) == 1 ? id : NAN;
}

/* A text that ends before its end would be read as another one. */
static bool has_zeros(json_t *members)
{
    const char *key;
    json_t *member;
    json_object_foreach(members, key, member)
    {
        const char *text = json_string_value(member);
        if (text && strlen(text) != json_string_length(member))
            return true;
    }
    return false;
}

static bool fail(wb_query *query)
{
    json_decref(query->members);
    query->members = NULL;
    return false;
}

bool wb_query_read(wb_query *query, const char *json, size_t length, char fault[WB_FAULT_SIZE])
{
    json_error_t error;
    query->members =
        json_loadb(json, length, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &error);
    query->id = query->members ? wb_query_number(query, "id", NAN) : guess_id(json, length);
    if (!query->members) {
        snprintf(fault, WB_FAULT_SIZE, "This is not JSON: %s, in line %d, column %d.", error.text, error.line,
                 error.column);
        return false;
    }
    if (!json_is_object(query->members)) {
        snprintf(fault, WB_FAULT_SIZE, "A message is an object with members.");
        return fail(query);
    }
    if (has_zeros(query->members)) {
        snprintf(fault, WB_FAULT_SIZE, "A text must not hold zero bytes.");
        return fail(query);
    }
    return true;
}

void wb_query_free(wb_query *query)
{
    json_decref(query->members);
    query->members = NULL;
}

static const json_t *find(const wb_query *query, const char *name)
{
    return json_object_get(query->members, name);
}

const char *wb_query_bytes(const wb_query *query, const char *name, size_t *length)
{
    const json_t *text = find(query, name);
    *length = json_string_length(text);
    return json_string_value(text);
}

const char *wb_query_text(const wb_query *query, const char *name, const char *otherwise)
{
    const char *text = json_string_value(find(query, name));
    return text ? text : otherwise;
}

double wb_query_number(const wb_query *query, const char *name, double otherwise)
{
    const json_t *number = find(query, name);
    return json_is_number(number) ? json_number_value(number) : otherwise;
}

bool wb_query_flag(const wb_query *query, const char *name)
{
    return json_is_true(find(query, name));
}

bool wb_query_vector(const wb_query *query, const char *name, double numbers[3])
{
    const json_t *list = find(query, name);
    if (json_array_size(list) != 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        const json_t *number = json_array_get(list, i);
        if (!json_is_number(number)) /* all numbers in JSON are finite, or were refused */
            return false;
        numbers[i] = json_number_value(number);
    }
    return true;
}

bool wb_query_each(const wb_query *query, const char *name, wb_query_pair see, void *context)
{
    json_t *pairs = json_object_get(query->members, name);
    const char *key;
    json_t *text;
    if (!pairs || json_is_null(pairs))
        return true;
    if (!json_is_object(pairs))
        return false;
    json_object_foreach(pairs, key, text)
    {
        if (!json_is_string(text) || !see(context, key, json_string_value(text)))
            return false;
    }
    return true;
}
