/* answer.c - answers of a study: reductions are taken out of a text, become outputs, and are numbers of what is left of it. */
#include "study/answer.h"
#include "base/code.h"
#include "base/text.h"
#include "expression/token.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 300 };

typedef enum {
    MAX,
    MIN,
    RANGE,
    MEAN,
    RMS,
    INTEGRAL,
    FINAL,
    TIME_OF_MAX,
    TIME_OF_MIN,
    TIME_OF_EVENT,
    ENTRY,
    PARAMETER
} reduction_kind;
/* As they are written, and as facts of an output are called: "load.max". */
static const char *const WRITTEN[] = {"max", "min", "range", "mean", "rms", "integral", "final"};
static const char *const FACT[] = {"max", "min", NULL, "mean", "rms", "integral", "final", "max.time", "min.time"};
enum { WRITTEN_COUNT = sizeof WRITTEN / sizeof *WRITTEN };

typedef struct {
    reduction_kind kind;
    int output;       /* of an event or an entry: -1 */
    const char *name; /* of the event, of the column */
    int parameter;    /* of the model */
    int at;           /* where it stands in the text */
    long row;         /* of an entry: from 1, or from the end, -1 */
} reduction;

typedef struct {
    const char *name, *text;
    tml_place place;
    const tml_tree *tree;
    const tml_expression *value; /* of inputs, its reductions in order */
    reduction *reductions;
    int count, capacity;
} answer;

struct tml_answers {
    answer *list;
    int count;
    tml_named_text *outputs;
    int output_count, output_capacity;
    size_t work;
};

typedef struct {
    tml_answers *all;
    answer *at;
    const tml_model *model;
    tml_arena *arena;
    tml_log *log;
    tml_text rest; /* of the text, reductions replaced by their names */
} reader;

static bool complain(const reader *r, int offset, const char *format, const char *what)
{
    char text[2 * NAME];
    snprintf(text, sizeof text, format, what);
    tml_log_raise(r->log, TML_E_ANSWER, tml_tree_place(r->at->text, r->at->place, offset), "%s: %s", r->at->name, text);
    return false;
}

/* ---- what is reduced becomes an output ---- */

static const char *free_name(const reader *r)
{
    for (int k = r->all->output_count + 1;; k++) {
        const char *name = tml_arena_format(r->arena, "answer_%d", k);
        if (tml_names_find(&r->model->names, name) < 0 && tml_names_find(&r->model->parameter_names, name) < 0)
            return name;
    }
}

static int output_of(reader *r, int begin, int end)
{
    tml_answers *all = r->all;
    const char *text = tml_arena_text(r->arena, r->at->text + begin, (size_t)(end - begin));
    for (int i = 0; i < all->output_count; i++)
        if (strcmp(all->outputs[i].text, text) == 0)
            return i;
    TML_GROW(r->arena, all->outputs, all->output_count, all->output_capacity);
    all->outputs[all->output_count] =
        (tml_named_text){free_name(r), text, tml_tree_place(r->at->text, r->at->place, begin)};
    return all->output_count++;
}

static bool add(reader *r, reduction x)
{
    answer *a = r->at;
    TML_GROW(r->arena, a->reductions, a->count, a->capacity);
    a->reductions[a->count++] = x;
    tml_text_add(&r->rest, " r%d ", a->count);
    return true;
}

/* ---- the text ---- */

static bool is_sign(const char *text, const tml_token *token, char sign)
{
    return token->kind == TML_TOKEN_SIGN && token->end == token->begin + 1 && text[token->begin] == sign;
}

static bool is_word(const char *text, const tml_token *token, const char *word)
{
    const size_t length = (size_t)(token->end - token->begin);
    return token->kind == TML_TOKEN_NAME && strlen(word) == length && strncmp(text + token->begin, word, length) == 0;
}

/* Where the bracket that stands at `open` is closed; -1: nowhere. *arguments: how many there are. */
static int find_close(const char *text, int open, int *arguments)
{
    int depth = 0;
    *arguments = 1;
    for (tml_token token = tml_token_read(text, open); token.kind != TML_TOKEN_END && token.kind != TML_TOKEN_BAD;
         token = tml_token_read(text, token.end)) {
        depth += is_sign(text, &token, '(') - is_sign(text, &token, ')');
        *arguments += depth == 1 && is_sign(text, &token, ',');
        if (depth == 0)
            return token.begin;
    }
    return -1;
}

static int reduction_named(const char *text, const tml_token *token)
{
    for (int k = 0; k < WRITTEN_COUNT; k++)
        if (is_word(text, token, WRITTEN[k]))
            return k;
    return -1;
}

/* time(max(f)), time(min(f)), time(EVENT). */
static bool read_time(reader *r, int begin, int end)
{
    const char *text = r->at->text;
    const tml_token inner = tml_token_read(text, begin), behind = tml_token_read(text, inner.end);
    const int kind = reduction_named(text, &inner);
    int arguments, close;
    if ((kind == MAX || kind == MIN) && is_sign(text, &behind, '(')) {
        close = find_close(text, behind.begin, &arguments);
        if (close >= 0 && arguments == 1 && tml_token_read(text, close + 1).begin == end)
            return add(r, (reduction){.kind = kind == MAX ? TIME_OF_MAX : TIME_OF_MIN,
                                      .output = output_of(r, behind.end, close)});
    } else if (inner.kind == TML_TOKEN_NAME && behind.begin == end)
        return add(
            r, (reduction){.kind = TIME_OF_EVENT,
                           .output = -1,
                           .name = tml_arena_text(r->arena, text + inner.begin, (size_t)(inner.end - inner.begin))});
    return complain(r, begin, "time() takes %s", "the name of an event, max(...) or min(...)");
}

/* NAME[ROW], with *end behind it. False with a message. */
static bool read_entry(reader *r, const tml_token *name, int *end)
{
    const char *text = r->at->text;
    char *rest;
    const long row = strtol(text + name->end + 1, &rest, 10);
    if (rest == text + name->end + 1 || *rest != ']' || row == 0)
        return complain(r, name->end, "an entry of a table is written %s",
                        "COLUMN[1], its first row, or COLUMN[-1], its last");
    *end = (int)(rest - text) + 1;
    return add(r, (reduction){.kind = ENTRY,
                              .output = -1,
                              .at = name->begin,
                              .row = row,
                              .name = tml_arena_text(r->arena, text + name->begin, (size_t)(name->end - name->begin))});
}

static bool copy(reader *r, int begin, int end)
{
    tml_text_add(&r->rest, "%.*s", end - begin, r->at->text + begin);
    return true;
}

/* A name that stands alone: a parameter, or the last value of a channel. */
static bool read_plain(reader *r, const tml_token *name)
{
    const char *text = tml_arena_text(r->arena, r->at->text + name->begin, (size_t)(name->end - name->begin));
    const int parameter = tml_names_find(&r->model->parameter_names, text);
    if (parameter >= 0)
        return add(r, (reduction){.kind = PARAMETER, .output = -1, .parameter = parameter});
    return add(r, (reduction){.kind = ENTRY, .output = -1, .row = -1, .name = text, .at = name->begin});
}

/* A name, with what belongs to it; *end: behind that. */
static bool read_name(reader *r, const tml_token *name, int *end)
{
    const char *text = r->at->text;
    const tml_token behind = tml_token_read(text, name->end);
    const int kind = reduction_named(text, name);
    int arguments, close;
    *end = name->end;
    if (text[name->end] == '[')
        return read_entry(r, name, end);
    if (!is_sign(text, &behind, '(')) {
        if (is_word(text, name, "pi") || is_word(text, name, "and") || is_word(text, name, "or") ||
            is_word(text, name, "not"))
            return copy(r, name->begin, name->end);
        return read_plain(r, name);
    }
    close = find_close(text, behind.begin, &arguments);
    if (close < 0)
        return complain(r, behind.begin, "this bracket is not %s", "closed");
    if (is_word(text, name, "time")) {
        *end = close + 1;
        return read_time(r, behind.end, close);
    }
    if (kind < 0 || arguments > 1)
        return copy(r, name->begin, name->end);
    *end = close + 1;
    return add(r, (reduction){.kind = (reduction_kind)kind, .output = output_of(r, behind.end, close)});
}

static bool read_text(reader *r)
{
    const char *text = r->at->text;
    for (int at = 0; text[at];) {
        const tml_token token = tml_token_read(text, at);
        int end = token.end;
        if (token.kind == TML_TOKEN_END)
            break;
        if (token.kind == TML_TOKEN_BAD)
            return complain(r, token.begin, "%s", "this character has no meaning here");
        tml_text_add(&r->rest, " ");
        if (token.kind == TML_TOKEN_NAME ? !read_name(r, &token, &end) : !copy(r, token.begin, token.end))
            return false;
        at = end;
    }
    return true;
}

/* ---- what is left of it ---- */

typedef struct {
    const answer *of;
    const tml_answers *all;
    const tml_results *results; /* whose units count; NULL: none are known */
} naming;

static const char *unit_of(const tml_answers *all, const reduction *x, const tml_results *results, char *text,
                           size_t size);

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const naming *n = context;
    char unit[NAME];
    const int index = name[0] == 'r' ? atoi(name + 1) - 1 : -1;
    (void)place;
    if (index < 0 || index >= n->of->count)
        return (tml_meaning){.kind = strcmp(name, "pi") == 0 ? TML_NAME_CONSTANT : TML_NAME_UNKNOWN,
                             .value = 3.14159265358979323846};
    tml_meaning meaning = {.kind = TML_NAME_INPUT, .input = index};
    if (n->results) {
        const char *known = unit_of(n->all, &n->of->reductions[index], n->results, unit, sizeof unit);
        meaning.typed = known[0] != 0;
        meaning.dimension = tml_unit_named(known).dimension;
    }
    return meaning;
}

static const tml_expression *compile(const tml_answers *all, const answer *a, const tml_results *results,
                                     tml_arena *arena, tml_log *log)
{
    naming n = {a, all, results};
    const tml_scope scope = {.context = &n, .look_up = look_up};
    const tml_expectation expect = {.what = a->name};
    return tml_expression_compile(arena, a->tree, &scope, expect, log);
}

static bool finish(reader *r)
{
    answer *a = r->at;
    const char *rest = r->rest.failed ? NULL : tml_arena_text(r->arena, r->rest.data, strlen(r->rest.data));
    if (!rest) {
        tml_arena_give_up(r->arena);
        return false;
    }
    a->tree = tml_tree_parse(r->arena, rest, a->place, r->log);
    a->value = a->tree ? compile(r->all, a, NULL, r->arena, r->log) : NULL;
    if (!a->value)
        return false;
    const size_t size = tml_expression_size(a->value) + (size_t)a->count;
    r->all->work = size > r->all->work ? size : r->all->work;
    return true;
}

/* ---- all of them ---- */

/* "peak = max(f)": the name in front, and where the rest begins; an equation has no single = elsewhere. */
static void split_name(answer *a, const char *text, tml_arena *arena)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '.')
        length++;
    const size_t sign = length + strspn(text + length, " ");
    const bool named = length > 0 && text[sign] == '=' && text[sign + 1] != '=';
    a->text = named ? text + sign + 1 + strspn(text + sign + 1, " ") : text;
    a->name = named ? tml_arena_text(arena, text, length) : a->text;
    a->place = (tml_place){.file = text, .line = 1, .column = (int)(a->text - text) + 1};
}

static bool is_taken(const tml_answers *all, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(all->list[i].name, name) == 0)
            return true;
    return false;
}

const tml_answers *tml_answers_read(const tml_model *model, const char *const *texts, size_t count, tml_arena *arena,
                                    tml_log *log)
{
    tml_answers *all = TML_NEW(arena, tml_answers);
    bool good = true;
    all->list = TML_NEW_ARRAY(arena, answer, count + 1);
    for (size_t i = 0; i < count; i++) {
        reader r = {.all = all, .at = &all->list[i], .model = model, .arena = arena, .log = log};
        split_name(r.at, tml_arena_text(arena, texts[i], strlen(texts[i])), arena);
        if (is_taken(all, (int)i, r.at->name))
            good = complain(&r, 0, "there are two answers of this %s", "name");
        else
            good = (read_text(&r) && finish(&r)) && good;
        tml_text_free(&r.rest);
        all->count++;
    }
    return good ? all : NULL;
}

int tml_answers_count(const tml_answers *all)
{
    return all->count;
}

const char *tml_answer_name(const tml_answers *all, int index)
{
    return all->list[index].name;
}

const tml_named_text *tml_answers_outputs(const tml_answers *all, int *count)
{
    *count = all->output_count;
    return all->outputs;
}

size_t tml_answers_work(const tml_answers *all)
{
    return all->work;
}

/* ---- their values ---- */

/* The last table with a column of this name. */
static const tml_table *table_with(const tml_results *results, const char *name, long *column)
{
    *column = -1;
    for (size_t i = results->count; i-- > 0;) {
        *column = tml_table_find(results->tables[i], name);
        if (*column >= 0)
            return results->tables[i];
    }
    return NULL;
}

static double value_in(const tml_table *table, size_t row, long column)
{
    return table->values[row * table->column_count + (size_t)column];
}

/* Where no motion was followed: of the rows, which are solutions. */
static double of_rows(const tml_table *table, long column, reduction_kind kind)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < table->row_count; i++)
        low = fmin(low, value_in(table, i, column)), high = fmax(high, value_in(table, i, column));
    if (table->row_count == 0)
        return NAN;
    return kind == MAX     ? high
           : kind == MIN   ? low
           : kind == RANGE ? high - low
           : kind == FINAL ? value_in(table, table->row_count - 1, column)
                           : NAN;
}

static double fact_of(const tml_table *table, const char *name, const char *what)
{
    char text[NAME];
    snprintf(text, sizeof text, "%s.%s", name, what);
    const long at = tml_table_fact_find(table, text);
    return at < 0 ? NAN : table->facts[at].number;
}

static double of_output(const tml_results *results, const char *name, reduction_kind kind)
{
    long column;
    const tml_table *table = table_with(results, name, &column);
    char final[NAME];
    if (!table)
        return NAN;
    snprintf(final, sizeof final, "%s.final", name);
    if (tml_table_fact_find(table, final) < 0)
        return of_rows(table, column, kind);
    return kind == RANGE ? fact_of(table, name, "max") - fact_of(table, name, "min") : fact_of(table, name, FACT[kind]);
}

static double of_event(const tml_results *results, const char *event)
{
    char name[NAME];
    snprintf(name, sizeof name, "event %s", event);
    for (size_t i = results->count; i-- > 0;) {
        const long at = tml_table_fact_find(results->tables[i], name);
        if (at >= 0)
            return results->tables[i]->facts[at].number;
    }
    return NAN;
}

static double of_entry(const tml_results *results, const reduction *x)
{
    long column;
    const tml_table *table = table_with(results, x->name, &column);
    const long rows = table ? (long)table->row_count : 0, row = x->row > 0 ? x->row - 1 : rows + x->row;
    return row >= 0 && row < rows ? value_in(table, (size_t)row, column) : NAN;
}

static double reduce(const tml_answers *all, const reduction *x, const tml_results *results, const double *parameters)
{
    switch (x->kind) {
    case TIME_OF_EVENT:
        return of_event(results, x->name);
    case ENTRY:
        return of_entry(results, x);
    case PARAMETER:
        return parameters[x->parameter];
    default:
        return of_output(results, all->outputs[x->output].name, x->kind);
    }
}

static void explain(const tml_answers *all, const answer *a, const reduction *x, char *why, size_t size)
{
    if (!x)
        snprintf(why, size, "%s is not finite", a->name);
    else if (x->kind == TIME_OF_EVENT)
        snprintf(why, size, "%s: the event %s does not occur", a->name, x->name);
    else if (x->kind == ENTRY)
        snprintf(why, size, "%s: no table has a row %ld of a column %s", a->name, x->row, x->name);
    else
        snprintf(why, size, "%s: the run gives no such number of %s", a->name, all->outputs[x->output].text);
}

int tml_answers_evaluate(const tml_answers *all, const tml_results *results, const double *parameters, double *work,
                         double *values, char *why, size_t size)
{
    int missing = -1;
    for (int i = 0; i < all->count; i++) {
        const answer *a = &all->list[i];
        const reduction *bad = NULL;
        for (int k = 0; k < a->count; k++) {
            work[k] = reduce(all, &a->reductions[k], results, parameters);
            if (!isfinite(work[k]) && !bad)
                bad = &a->reductions[k];
        }
        values[i] = bad ? NAN : tml_expression_value(a->value, work, work + a->count);
        if (!isfinite(values[i]) && missing < 0) {
            missing = i;
            explain(all, a, bad, why, size);
        }
    }
    return missing;
}

bool tml_answers_check(const tml_answers *all, const tml_results *results, tml_log *log)
{
    bool good = true;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const answer *a = &all->list[i];
            const reduction *x = &a->reductions[k];
            long column;
            if (x->kind != ENTRY || table_with(results, x->name, &column))
                continue;
            tml_log_raise(log, TML_E_ANSWER, tml_tree_place(a->text, a->place, x->at),
                          "%s: no parameter, and no channel of the run, is called \"%s\"", a->name, x->name);
            good = false;
        }
    return good;
}

/* ---- their units ---- */

static const char *unit_of(const tml_answers *all, const reduction *x, const tml_results *results, char *text,
                           size_t size)
{
    long column = -1;
    if (x->kind >= TIME_OF_MAX && x->kind <= TIME_OF_EVENT)
        return "s";
    if (x->kind == PARAMETER)
        return "";
    const tml_table *table = table_with(results, x->kind == ENTRY ? x->name : all->outputs[x->output].name, &column);
    const char *unit = table ? table->columns[column].unit : "";
    if (x->kind != INTEGRAL || !unit[0])
        return x->kind == INTEGRAL ? "s" : unit;
    snprintf(text, size, "%s*s", unit);
    return text;
}

typedef struct {
    const tml_answers *all;
    const answer *of;
    const tml_results *results;
    char *text;
    size_t size;
    tml_arena arena;
} finding_unit;

static const char *print_unit(finding_unit *f)
{
    tml_dimension dimension;
    tml_log log = {0};
    const tml_expression *typed = compile(f->all, f->of, f->results, &f->arena, &log);
    tml_log_clear(&log);
    if (!typed || !tml_expression_typed(typed, &dimension))
        return "";
    tml_dimension_print(dimension, f->text, f->size);
    return strcmp(f->text, "1") == 0 ? "" : f->text;
}

const char *tml_answer_unit(const tml_answers *all, int index, const tml_results *results, char *text, size_t size)
{
    const answer *a = &all->list[index];
    char own[NAME];
    finding_unit f = {.all = all, .of = a, .results = results, .text = text, .size = size};
    if (a->count == 1 && tml_tree_size(a->tree) == 1) {
        snprintf(text, size, "%s", unit_of(all, &a->reductions[0], results, own, sizeof own));
        return text;
    }
    const char *unit = print_unit(&f);
    tml_arena_free(&f.arena);
    return unit;
}
