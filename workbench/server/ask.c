/* ask.c - a question in JSON, taken apart into its members. */
#include "workbench/server/ask.h"
#include "base/json_reader.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool read_value(tml_json *in, wb_member *m)
{
    const char first = tml_json_peek(in), *start = in->next;
    m->kind = first == '"'                   ? WB_TEXT
              : first == '{' || first == '[' ? WB_JSON
              : first == 't' || first == 'f' ? WB_FLAG
              : first == 'n'                 ? WB_NULL
                                             : WB_NUMBER;
    m->number = first == 't';
    if (m->kind == WB_NUMBER)
        return tml_json_read_number(in, &m->number);
    if (!tml_json_skip(in))
        return false;
    if (m->kind == WB_JSON)
        tml_text_put(&m->text, start, (size_t)(in->next - start));
    if (m->kind == WB_TEXT) { /* it may be large: handed over, not copied */
        m->text = in->string;
        in->string = (tml_text){0};
    }
    return !m->text.failed || tml_json_fail(in, "out of memory");
}

static bool read_member(tml_json *in, const char *name, void *context)
{
    wb_ask *ask = context;
    if (ask->count == WB_MAX_MEMBERS)
        return tml_json_fail(in, "too many members");
    wb_member *m = &ask->members[ask->count++];
    *m = (wb_member){0};
    snprintf(m->name, sizeof m->name, "%s", name);
    return read_value(in, m);
}

bool wb_ask_read(wb_ask *ask, const char *json, size_t length, tml_log *log)
{
    tml_json in = {.name = "message", .start = json, .next = json, .end = json + length, .log = log};
    ask->count = 0;
    bool good = tml_json_read_object(&in, read_member, ask);
    if (good && (tml_json_peek(&in) || in.next < in.end))
        good = tml_json_fail(&in, "something follows the message");
    tml_text_free(&in.string);
    return good;
}

void wb_ask_free(wb_ask *ask)
{
    for (int i = 0; i < ask->count; i++)
        tml_text_free(&ask->members[i].text);
    ask->count = 0;
}

static const wb_member *find(const wb_ask *ask, const char *name, wb_kind kind)
{
    for (int i = 0; i < ask->count; i++)
        if (strcmp(ask->members[i].name, name) == 0)
            return ask->members[i].kind == kind ? &ask->members[i] : NULL;
    return NULL;
}

const tml_text *wb_ask_long_text(const wb_ask *ask, const char *name)
{
    const wb_member *m = find(ask, name, WB_TEXT);
    return m ? &m->text : NULL;
}

const char *wb_ask_text(const wb_ask *ask, const char *name, const char *otherwise)
{
    const tml_text *text = wb_ask_long_text(ask, name);
    return text ? text->data : otherwise;
}

double wb_ask_number(const wb_ask *ask, const char *name, double otherwise)
{
    const wb_member *m = find(ask, name, WB_NUMBER);
    return m ? m->number : otherwise;
}

bool wb_ask_flag(const wb_ask *ask, const char *name)
{
    const wb_member *m = find(ask, name, WB_FLAG);
    return m && m->number > 0;
}

/* ---- lists and objects ---- */

static tml_json reader_of(const wb_member *m)
{
    return (tml_json){
        .name = "message", .start = m->text.data, .next = m->text.data, .end = m->text.data + m->text.length};
}

typedef struct {
    double *numbers;
    int count;
} vector;

static bool read_component(tml_json *in, void *context)
{
    vector *v = context;
    double number;
    if (v->count == 3 || !tml_json_read_number(in, &number) || !isfinite(number))
        return false;
    v->numbers[v->count++] = number;
    return true;
}

bool wb_ask_vector(const wb_ask *ask, const char *name, double numbers[3])
{
    const wb_member *m = find(ask, name, WB_JSON);
    vector v = {.numbers = numbers};
    if (!m)
        return false;
    tml_json in = reader_of(m);
    const bool good = tml_json_read_list(&in, read_component, &v) && v.count == 3;
    tml_text_free(&in.string);
    return good;
}

typedef struct {
    wb_ask_pair see;
    void *context;
} pairs;

static bool read_pair(tml_json *in, const char *name, void *context)
{
    const pairs *p = context;
    (void)name; /* may be cut off; the whole of it is the last string */
    tml_text whole = in->string;
    in->string = (tml_text){0};
    const bool good =
        tml_json_peek(in) == '"' && tml_json_read_string(in) && p->see(p->context, whole.data, in->string.data);
    tml_text_free(&whole);
    return good;
}

bool wb_ask_each(const wb_ask *ask, const char *name, wb_ask_pair see, void *context)
{
    const wb_member *m = find(ask, name, WB_JSON);
    pairs p = {see, context};
    if (!m)
        return true;
    tml_json in = reader_of(m);
    const bool good = tml_json_read_object(&in, read_pair, &p);
    tml_text_free(&in.string);
    return good;
}
