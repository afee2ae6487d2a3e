/* answer_text.c - the text of an answer: reductions are taken out of it, what they are of becomes outputs, and they are names in what is left. */
#include "base/text.h"
#include "expression/token.h"
#include "model/channel.h"
#include "result/table.h"
#include "study/answer_parts.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As they are written, in the order of their kinds. */
static const char *const WRITTEN[] = {"max", "min", "range", "mean", "rms", "integral", "final"};
enum { WRITTEN_COUNT = sizeof WRITTEN / sizeof *WRITTEN };

typedef struct {
    tml_answers *all;
    tml_answer *at;
    const tml_model *model;
    tml_arena *arena;
    tml_log *log;
    tml_text rest; /* of the text, reductions replaced by their names */
} reader;

static bool complain(const reader *r, int offset, const char *format, const char *what)
{
    char text[2 * TML_ANSWER_NAME];
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

static bool add(reader *r, tml_reduction x)
{
    tml_answer *a = r->at;
    TML_GROW(r->arena, a->reductions, a->count, a->capacity);
    a->reductions[a->count++] = x;
    tml_text_add(&r->rest, "r%d", a->count);
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

static bool is_in(const tml_channel_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->list[i].name, name) == 0)
            return true;
    return false;
}

/* Whether only the tables of some analyses have such a column, and no expression knows it: frequency, energy.kinetic, C.transmission. */
static bool is_column(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < TML_OWNER_COUNT; i++)
        if (i != TML_OF_TIME && tml_channel_lists[i].is_whole && is_in(&tml_channel_lists[i], name))
            return true;
    return dot && is_in(&tml_channel_lists[TML_OF_LINKAGE], dot + 1);
}

/* The column that a text is; NULL: it is an expression. */
static const char *column_named(const reader *r, int begin, int end)
{
    const tml_token name = tml_token_read(r->at->text, begin);
    if (name.kind != TML_TOKEN_NAME || tml_token_read(r->at->text, name.end).begin != end)
        return NULL;
    const char *text = tml_arena_text(r->arena, r->at->text + name.begin, (size_t)(name.end - name.begin));
    const bool known = tml_names_find(&r->model->names, text) >= 0 ||
                       tml_names_find(&r->model->state_names, text) >= 0 ||
                       tml_names_find(&r->model->parameter_names, text) >= 0;
    return !known && strcmp(text, "t") != 0 && is_column(text) ? text : NULL;
}

/* What a reduction is of: an output, or a column. */
static tml_reduction reduction_of(reader *r, tml_reduction_kind kind, int begin, int end)
{
    const char *column = column_named(r, begin, end);
    return (tml_reduction){.kind = kind, .output = column ? -1 : output_of(r, begin, end), .name = column, .at = begin};
}

/* time(max(f)), time(min(f)), time(EVENT). */
static bool read_time(reader *r, int begin, int end)
{
    const char *text = r->at->text;
    const tml_token inner = tml_token_read(text, begin), behind = tml_token_read(text, inner.end);
    const int kind = reduction_named(text, &inner);
    int arguments, close;
    if ((kind == TML_REDUCE_MAX || kind == TML_REDUCE_MIN) && is_sign(text, &behind, '(')) {
        close = find_close(text, behind.begin, &arguments);
        if (close >= 0 && arguments == 1 && tml_token_read(text, close + 1).begin == end)
            return add(r,
                       (tml_reduction){.kind = kind == TML_REDUCE_MAX ? TML_REDUCE_TIME_OF_MAX : TML_REDUCE_TIME_OF_MIN,
                                       .output = output_of(r, behind.end, close)});
    } else if (inner.kind == TML_TOKEN_NAME && behind.begin == end)
        return add(r, (tml_reduction){
                          .kind = TML_REDUCE_TIME_OF_EVENT,
                          .output = -1,
                          .name = tml_arena_text(r->arena, text + inner.begin, (size_t)(inner.end - inner.begin))});
    return complain(r, begin, "time() takes %s", "the name of an event, max(...) or min(...)");
}

/* at(f, t), between the brackets. */
static bool read_at(reader *r, int begin, int end)
{
    const char *text = r->at->text;
    int depth = 0, comma = -1;
    for (tml_token token = tml_token_read(text, begin); token.begin < end; token = tml_token_read(text, token.end)) {
        depth += is_sign(text, &token, '(') - is_sign(text, &token, ')');
        comma = depth == 0 && is_sign(text, &token, ',') ? token.begin : comma;
    }
    char *rest;
    tml_unit unit;
    double t = comma < 0 ? 0 : strtod(text + comma + 1, &rest);
    if (comma < 0 || rest == text + comma + 1)
        return complain(r, begin, "at() takes %s", "a channel and a time in seconds: at(B.y, 0.3)");
    rest += strspn(rest, " ");
    const int length = end - (int)(rest - text);
    if (length > 0 && (int)tml_unit_read(rest, (size_t)length, &unit) != (int)strcspn(rest, " )"))
        return complain(r, comma, "the time of at() is %s", "a number, such as 0.3 or 300 ms");
    if (length > 0)
        t = tml_unit_value(unit, t);
    return add(r, (tml_reduction){.kind = TML_REDUCE_AT, .output = output_of(r, begin, comma), .t = t});
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
    return add(
        r, (tml_reduction){.kind = TML_REDUCE_ENTRY,
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
        return add(r, (tml_reduction){.kind = TML_REDUCE_PARAMETER, .output = -1, .parameter = parameter});
    return add(r, (tml_reduction){.kind = TML_REDUCE_ENTRY, .output = -1, .row = -1, .name = text, .at = name->begin});
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
    if (is_word(text, name, "at")) {
        *end = close + 1;
        return read_at(r, behind.end, close);
    }
    if (is_word(text, name, "time")) {
        *end = close + 1;
        return read_time(r, behind.end, close);
    }
    if (kind < 0 || arguments > 1)
        return copy(r, name->begin, name->end);
    *end = close + 1;
    return add(r, reduction_of(r, (tml_reduction_kind)kind, behind.end, close));
}

/* What is left of a text stands where it stood, if there is room, so that places in messages are right. `before`: where the token before ends. */
static void keep_column(reader *r, int before, int column)
{
    const int blanks = column - (int)r->rest.length, least = column > before;
    tml_text_add(&r->rest, "%*s", blanks > least ? blanks : least, "");
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
        keep_column(r, at, token.begin);
        if (token.kind == TML_TOKEN_NAME ? !read_name(r, &token, &end) : !copy(r, token.begin, token.end))
            return false;
        at = end;
    }
    return true;
}

/* ---- what is left of it ---- */

static bool finish(reader *r)
{
    tml_answer *a = r->at;
    const char *rest = r->rest.failed ? NULL : tml_arena_text(r->arena, r->rest.data, strlen(r->rest.data));
    if (!rest) {
        tml_arena_give_up(r->arena);
        return false;
    }
    a->tree = tml_tree_parse(r->arena, rest, a->place, r->log);
    a->value = a->tree ? tml_answer_compile(r->all, a, NULL, r->arena, r->log) : NULL;
    if (!a->value)
        return false;
    const size_t size = tml_expression_size(a->value) + (size_t)a->count;
    r->all->work = size > r->all->work ? size : r->all->work;
    return true;
}

/* ---- all of them ---- */

/* "peak = max(f)": the name in front, and where the rest begins; an equation has no single = elsewhere. */
static void split_name(tml_answer *a, const char *text, tml_arena *arena)
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

/* Whether a name that was given to an answer is that of another column of results, which is then found by none. */
static bool is_of_another(const tml_model *model, const tml_answer *a)
{
    if (strcmp(a->name, a->text) == 0)
        return false;
    for (int i = 0; i < model->parameter_count; i++)
        if (strcmp(model->parameters[i].name, a->name) == 0)
            return true;
    return strcmp(a->name, TML_POINTS) == 0 || strcmp(a->name, TML_REASONS) == 0;
}

const tml_answers *tml_answers_read(const tml_model *model, const char *const *texts, size_t count, tml_arena *arena,
                                    tml_log *log)
{
    tml_answers *all = TML_NEW(arena, tml_answers);
    bool good = true;
    all->list = TML_NEW_ARRAY(arena, tml_answer, count + 1);
    for (size_t i = 0; i < count; i++) {
        reader r = {.all = all, .at = &all->list[i], .model = model, .arena = arena, .log = log};
        split_name(r.at, tml_arena_text(arena, texts[i], strlen(texts[i])), arena);
        if (is_taken(all, (int)i, r.at->name))
            good = complain(&r, 0, "there are two answers of this %s", "name");
        else if (is_of_another(model, r.at))
            good = complain(&r, 0, "this name is that of %s: choose another",
                            "a parameter, or of a column of every study");
        else
            good = (read_text(&r) && finish(&r)) && good;
        tml_text_free(&r.rest);
        all->count++;
    }
    return good ? all : NULL;
}
