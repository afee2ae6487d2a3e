/* parameter_text.c - other values of parameters written into the text of a model: comments, order and layout stay. */
#include "base/guard.h"
#include "base/number.h"
#include "base/unit.h"
#include "model/model.h"
#include "model/node.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t begin, end; /* in the text */
    const char *value;
} replacement;

typedef struct {
    const char *text, *name;
    size_t length;
    const char *const *parameters;
    const double *values;     /* SI */
    const char *const *units; /* or NULL */
    size_t count;
    char **changed;
    tml_arena arena;
    tml_log *log;
} writer;

static size_t offset_of(const writer *w, tml_place place)
{
    size_t at = 0;
    for (int line = 1; line < place.line && at < w->length; at++)
        line += w->text[at] == '\n';
    return at + (size_t)(place.column > 0 ? place.column - 1 : 0);
}

/* Where a scalar ends; its beginning: it is not written as one line. */
static size_t end_of(const writer *w, const tml_node *node, size_t begin)
{
    const char *from = w->text + begin;
    const size_t length = strlen(node->text);
    if (begin + length <= w->length && !node->quoted)
        return strncmp(from, node->text, length) == 0 ? begin + length : begin;
    const char *close =
        begin < w->length && (*from == '"' || *from == '\'') ? memchr(from + 1, *from, w->length - begin - 1) : NULL;
    return close && (size_t)(close - from) == length + 1 ? begin + length + 2 : begin;
}

/* The number of a unit whose value this is, if there is one to the last bit. */
static double number_of(tml_unit unit, double value)
{
    const double number = value / unit.factor,
                 near[] = {number, nextafter(number, INFINITY), nextafter(number, -INFINITY)};
    for (int i = 0; i < 3; i++)
        if (tml_unit_value(unit, near[i]) == value)
            return near[i];
    return number;
}

/* A value as the parameter was written: 2 kN/m stays in kN/m, a number without a unit has none. `unit`: that of other texts, such as 2*L;
 * NULL: none. */
static const char *value_text(writer *w, const char *before, double value, const char *unit)
{
    char *behind = (char *)before, number[TML_SHORTEST];
    tml_unit written;
    if (tml_is_digit(before[strspn(before, "+-.")]))
        (void)strtod(before, &behind);
    const char *own = behind + strspn(behind, " ");
    if (behind != before && *own && tml_unit_read(own, strlen(own), &written) == strlen(own)) {
        value = number_of(written, value);
        unit = own;
    } else if (behind != before && !*own)
        unit = NULL;
    tml_shortest(value, number);
    return tml_arena_format(&w->arena, "%s%s%s", number, unit && *unit ? " " : "", unit ? unit : "");
}

static bool find(writer *w, const tml_node *root, size_t index, replacement *r)
{
    const tml_node *map = tml_node_find(root, "parameters"),
                   *node = map ? tml_node_find(map, w->parameters[index]) : NULL;
    if (node && node->kind == TML_NODE_SCALAR) {
        const char *unit = w->units ? w->units[index] : NULL;
        *r = (replacement){.begin = offset_of(w, node->place),
                           .value = value_text(w, node->text, w->values[index], unit)};
        if (node->quoted && r->begin > 0 && w->text[r->begin] != '"' && w->text[r->begin] != '\'')
            r->begin--; /* the place is behind the quote */
        r->end = end_of(w, node, r->begin);
        if (r->end > r->begin)
            return true;
    }
    tml_log_raise(w->log, TML_E_NO_PARAMETER, node ? node->place : (tml_place){.file = w->name},
                  "the value of \"%s\" cannot be written in place: it is not a plain number or text below `parameters`",
                  w->parameters[index]);
    return false;
}

static int by_place(const void *a, const void *b)
{
    const replacement *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static tml_status write(void *context)
{
    writer *w = context;
    const tml_node *root = tml_node_parse(&w->arena, w->text, w->length, w->name, w->log);
    replacement *list = TML_NEW_ARRAY(&w->arena, replacement, w->count + 1);
    tml_text text = {0};
    size_t at = 0;
    for (size_t i = 0; root && i < w->count; i++)
        if (!find(w, root, i, &list[i]))
            return TML_WRONG;
    if (!root)
        return TML_WRONG;
    qsort(list, w->count, sizeof *list, by_place);
    for (size_t i = 0; i < w->count; i++) {
        tml_text_put(&text, w->text + at, list[i].begin - at);
        tml_text_add(&text, "%s", list[i].value);
        at = list[i].end;
    }
    tml_text_put(&text, w->text + at, w->length - at);
    *w->changed = tml_text_detach(&text);
    return *w->changed ? TML_OK : TML_NO_MEMORY;
}

tml_status tml_model_put_values(const char *text, size_t length, const char *name, const char *const *parameters,
                                const double *values, const char *const *units, size_t count, char **changed,
                                tml_log *log)
{
    writer w = {text, name, length, parameters, values, units, count, changed, {0}, log};
    *changed = NULL;
    const tml_status status = tml_guarded(&w.arena, NULL, write, &w);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_arena_free(&w.arena);
    return status;
}
