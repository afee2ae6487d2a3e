/* vary.c - what a study varies, from texts: "torque=30:50:100", "L=1.9,2,2.1", "L=1.9:2.1" or "L=1.9..2.1", "L=normal(2, 0.01)"; and, where
 * the best value is searched for, "L=1.9..2.1@2", a range with a start in it.
 *
 * Where the points are a grid, all parameters have levels. Otherwise a range means a uniform distribution, a list one of its values, and
 * a point of the unit cube becomes values by the inverses of the distribution functions.
 */
#include "study/vary.h"
#include "base/guard.h"
#include "expression/token.h"
#include "model/check.h"
#include "model/preparation.h"
#include "study/copula.h"
#include "study/distribution.h"
#include "study/sequence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PARAMETERS = 256, MAX_LIST = 10000, UNIT = 32 };
static const double MAX_POINTS = 2e9;

typedef enum { LEVELS, RANGE, DISTRIBUTION } varied_kind;

typedef struct {
    const char *name, *text; /* text: behind the sign = */
    tml_place place;
    int parameter;
    varied_kind kind;
    char unit[UNIT];
    double start;   /* of a search, within a range; NAN: not given */
    double *levels; /* (count) */
    uint64_t count;
    tml_distribution distribution; /* also of a range, and of a list that is sampled */
} varied;

struct tml_variation {
    varied *list;
    int count;
    tml_sequence sequence;
    const double *factor; /* (count x count) of correlations; NULL: none */
};

typedef struct {
    tml_variation *v;
    tml_resolved *r;
    tml_arena *arena;
    tml_log *log;
} reader;

/* A part of a text, and where in that it begins. */
typedef struct {
    const char *text;
    int at;
} piece;

static bool complain(const reader *in, const varied *x, const char *why)
{
    tml_log_raise(in->log, TML_E_VARY, x->place, "%s=%s: %s", x->name, x->text, why);
    return false;
}

/* ---- pieces of a text ---- */

/* Splits a text at signs that stand in no bracket; how many pieces there are. */
static int split(tml_arena *arena, piece whole, char sign, piece *pieces, int max)
{
    int depth = 0, count = 0;
    const char *begin = whole.text;
    for (const char *c = begin;; c++) {
        depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
        if (*c && (*c != sign || depth > 0))
            continue;
        if (count < max)
            pieces[count] =
                (piece){tml_arena_text(arena, begin, (size_t)(c - begin)), whole.at + (int)(begin - whole.text)};
        count++;
        if (!*c)
            return count;
        begin = c + 1;
    }
}

static bool number(const reader *in, const varied *x, piece from, double *value)
{
    const size_t blanks = strspn(from.text, " ");
    if (!from.text[blanks])
        return complain(in, x, "a number is missing");
    const char *what = tml_arena_format(in->arena, "variation of %s", x->name);
    const tml_place place = tml_tree_place(x->text, x->place, from.at + (int)blanks);
    return tml_constant_read(in->r, from.text + blanks, place, NULL, what, value, NULL, NULL);
}

/* From a place of a piece on. */
static piece behind(piece from, const char *begin)
{
    return (piece){begin, from.at + (int)(begin - from.text)};
}

/* Up to a place of a piece. */
static piece before(const reader *in, piece from, const char *end)
{
    return (piece){tml_arena_text(in->arena, from.text, (size_t)(end - from.text)), from.at};
}

static const char *trimmed(tml_arena *arena, const char *text, size_t length)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    return tml_arena_text(arena, text, length);
}

/* ---- levels and ranges ---- */

static bool read_range(const reader *in, varied *x, const piece *pieces, int count)
{
    double from, to, n = 0;
    if (!number(in, x, pieces[0], &from) || !number(in, x, pieces[1], &to))
        return false;
    if (count == 2) {
        x->kind = RANGE;
        x->levels = TML_NEW_ARRAY(in->arena, double, 2);
        x->levels[0] = from, x->levels[1] = to;
        return from < to || complain(in, x, "the range ends where it begins, or before");
    }
    if (!number(in, x, pieces[2], &n))
        return false;
    if (!(n >= 1 && n <= MAX_POINTS && n == floor(n)))
        return complain(in, x, "the number of values must be a whole one, from 1 to 2e9");
    if (n > 1 && from == to)
        return complain(in, x, "all values are the same");
    x->kind = LEVELS;
    x->count = (uint64_t)n;
    x->levels = TML_NEW_ARRAY(in->arena, double, x->count);
    for (uint64_t i = 0; i < x->count; i++) /* ends are exact */
        x->levels[i] = i + 1 == x->count && i ? to : from + (to - from) * ((double)i / (n > 1 ? n - 1 : 1));
    return true;
}

static bool read_list(const reader *in, varied *x, piece whole)
{
    const size_t length = strlen(whole.text);
    if (length > 1 && whole.text[0] == '[' && whole.text[length - 1] == ']')
        whole = (piece){tml_arena_text(in->arena, whole.text + 1, length - 2), whole.at + 1};
    piece *pieces = TML_NEW_ARRAY(in->arena, piece, MAX_LIST);
    const int count = split(in->arena, whole, ',', pieces, MAX_LIST);
    if (count > MAX_LIST)
        return complain(in, x, "the list is too long");
    x->kind = LEVELS;
    x->count = (uint64_t)count;
    x->levels = TML_NEW_ARRAY(in->arena, double, count);
    for (int i = 0; i < count; i++)
        if (!number(in, x, pieces[i], &x->levels[i]))
            return false;
    return true;
}

/* ---- distributions ---- */

/* discrete(1, 2, 5) or discrete(1@0.2, 2@0.5, 5@0.3). */
static bool read_discrete(const reader *in, varied *x, const piece *pieces, int count)
{
    double *values = TML_NEW_ARRAY(in->arena, double, count), *weights = TML_NEW_ARRAY(in->arena, double, count);
    for (int i = 0; i < count; i++) {
        const char *at = strchr(pieces[i].text, '@');
        weights[i] = 1;
        if (at && !number(in, x, behind(pieces[i], at + 1), &weights[i]))
            return false;
        if (!number(in, x, at ? before(in, pieces[i], at) : pieces[i], &values[i]))
            return false;
    }
    x->distribution.values = values;
    x->distribution.weights = weights;
    x->distribution.count = count;
    return true;
}

/* sigma=0.01 or 0.01, in order. */
static bool read_parameter(const reader *in, varied *x, piece from, int order)
{
    const tml_distribution_class *class = x->distribution.class;
    const char *sign = strchr(from.text, '=');
    int at = order;
    if (sign) {
        const char *name = trimmed(in->arena, from.text, (size_t)(sign - from.text));
        at = 0;
        while (at < TML_MAX_DISTRIBUTION_PARAMETERS &&
               (!class->parameter[at].name || strcmp(class->parameter[at].name, name) != 0))
            at++;
    }
    if (at >= TML_MAX_DISTRIBUTION_PARAMETERS || !class->parameter[at].name)
        return complain(in, x, "the distribution does not take this number");
    return number(in, x, sign ? behind(from, sign + 1) : from, &x->distribution.parameter[at]);
}

static bool read_distribution(const reader *in, varied *x, const tml_distribution_class *class, piece inner)
{
    piece *pieces = TML_NEW_ARRAY(in->arena, piece, MAX_LIST);
    const int count = split(in->arena, inner, ',', pieces, MAX_LIST);
    x->kind = DISTRIBUTION;
    x->distribution = tml_distribution_new(class);
    if (count > MAX_LIST)
        return complain(in, x, "the list is too long");
    if (class->takes_values)
        return read_discrete(in, x, pieces, count);
    for (int i = 0; i < count; i++)
        if (!read_parameter(in, x, pieces[i], i))
            return false;
    return true;
}

/* "normal(2, 0.01)" as a whole. *inner: what is in the brackets. */
static const tml_distribution_class *is_distribution(const reader *in, piece whole, piece *inner)
{
    const char *text = whole.text;
    const size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz_"), length = strlen(text);
    const tml_distribution_class *class =
        text[name] == '(' ? tml_distribution_class_find(tml_arena_text(in->arena, text, name)) : NULL;
    if (!class || text[length - 1] != ')')
        return NULL;
    *inner = (piece){tml_arena_text(in->arena, text + name + 1, length - name - 2), whole.at + (int)name + 1};
    return class;
}

/* ---- one parameter ---- */

/* 1..3 or 1:3, with @2 behind it: bounds, and where a search for the best value starts. */
static bool read_start(const reader *in, varied *x, piece *whole)
{
    const char *at = strchr(whole->text, '@');
    if (!at)
        return true;
    const piece start = behind(*whole, at + 1);
    *whole = before(in, *whole, at);
    return number(in, x, start, &x->start);
}

static bool read_what(const reader *in, varied *x)
{
    piece whole = {trimmed(in->arena, x->text, strlen(x->text)), (int)strspn(x->text, " ")};
    piece pieces[4], inner;
    const tml_distribution_class *class = is_distribution(in, whole, &inner);
    if (!*whole.text)
        return complain(in, x, "values are missing, such as 1:2:11");
    if (class)
        return read_distribution(in, x, class, inner);
    if (!read_start(in, x, &whole))
        return false;
    const char *dots = strstr(whole.text, "..");
    const int parts = dots ? 2 : split(in->arena, whole, ':', pieces, 4);
    if (dots) {
        pieces[0] = before(in, whole, dots);
        pieces[1] = behind(whole, dots + 2);
    }
    if (parts > 3)
        return complain(in, x, "a range is written from:to:count");
    if (!(parts > 1 ? read_range(in, x, pieces, parts) : read_list(in, x, whole)))
        return false;
    if (isnan(x->start) || (x->kind == RANGE && x->start >= x->levels[0] && x->start <= x->levels[1]))
        return true;
    return complain(in, x, "a start lies in a range, from..to@start");
}

static bool read_varied(const reader *in, const char *given, varied *x)
{
    const tml_model *model = in->r->model;
    const char *text = tml_arena_text(in->arena, given, strlen(given)), *sign = strchr(text, '=');
    *x = (varied){.name = trimmed(in->arena, text, sign ? (size_t)(sign - text) : strlen(text)),
                  .text = sign ? sign + 1 : "",
                  .start = NAN,
                  .place = {.file = text, .line = 1, .column = sign ? (int)(sign - text) + 2 : 1}};
    x->parameter = tml_names_find(&model->parameter_names, x->name);
    if (x->parameter < 0) {
        const char *near = tml_names_nearest(&model->parameter_names, x->name);
        tml_log_raise(in->log, TML_E_NO_PARAMETER, x->place, "no parameter \"%s\" in %s%s%s%s", x->name, model->file,
                      near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
        return false;
    }
    for (const varied *other = in->v->list; other < x; other++)
        if (other->parameter == x->parameter)
            return complain(in, x, "this parameter is varied twice");
    if (in->r->parameter_typed[x->parameter])
        tml_dimension_print(in->r->parameter_dimensions[x->parameter], x->unit, sizeof x->unit);
    if (strcmp(x->unit, "1") == 0)
        x->unit[0] = 0;
    return read_what(in, x);
}

/* ---- which points ---- */

static bool wrong(const reader *in, const char *why, const char *name)
{
    tml_log_raise(in->log, TML_E_STUDY, TML_NOWHERE, "%s%s", why, name);
    return false;
}

static const char *sequence_names(tml_arena *arena)
{
    const char *all = "";
    for (int i = 0; i < tml_sequence_class_count; i++)
        all = tml_arena_format(arena, "%s%s%s", all, i ? ", " : "", tml_sequence_classes[i]->name);
    return all;
}

static bool choose_sequence(const reader *in, const tml_study_options *o)
{
    tml_sequence *s = &in->v->sequence;
    bool grid = true;
    for (int i = 0; i < in->v->count; i++)
        grid &= in->v->list[i].kind == LEVELS;
    s->class = o->sample               ? tml_sequence_class_find(o->sample)
               : grid && o->count == 0 ? &tml_sequence_grid
                                       : &tml_sequence_random;
    s->dimensions = in->v->count;
    if (!s->class)
        return wrong(in, "samples are one of ", sequence_names(in->arena));
    if (!(o->seed >= 0 && o->seed <= 0x1p53 && o->seed == floor(o->seed)))
        return wrong(in, "the seed must be a whole number, not negative", "");
    if (!(o->count >= 0 && o->count <= MAX_POINTS && o->count == floor(o->count)))
        return wrong(in, "the number of points must be a whole one, up to 2e9", "");
    s->seed = (uint64_t)o->seed;
    s->count = (uint64_t)o->count;
    return true;
}

static bool set_grid(const reader *in, const tml_study_options *o)
{
    tml_variation *v = in->v;
    uint64_t *levels = TML_NEW_ARRAY(in->arena, uint64_t, v->count);
    for (int i = 0; i < v->count; i++) {
        const varied *x = &v->list[i];
        if (x->kind != LEVELS)
            return complain(in, x,
                            x->kind == RANGE ? "a grid needs a number of values, from:to:count"
                                             : "a grid takes values, not a distribution");
        levels[i] = x->count;
    }
    if (o->count > 0)
        return wrong(in, "a grid has as many points as its values give; a count is for other samples", "");
    v->sequence.levels = levels;
    v->sequence.count = tml_grid_count(v->count, levels);
    return (v->sequence.count > 0 && (double)v->sequence.count <= MAX_POINTS) ||
           wrong(in, "the grid has over 2e9 points", "");
}

static bool set_distributions(const reader *in)
{
    tml_variation *v = in->v;
    if (v->sequence.count == 0)
        return wrong(in, "the number of points is missing: --count, or `count` in the model", "");
    for (int i = 0; i < v->count; i++) {
        varied *x = &v->list[i];
        if (x->kind == RANGE) {
            x->distribution = tml_distribution_new(&tml_distribution_uniform);
            x->distribution.parameter[0] = x->levels[0], x->distribution.parameter[1] = x->levels[1];
        } else if (x->kind == LEVELS) {
            if (strchr(x->text, ':'))
                return complain(in, x, "a number of values belongs to a grid: from:to is the range of samples");
            x->distribution = tml_distribution_new(&tml_distribution_discrete);
            x->distribution.values = x->levels, x->distribution.count = (int)x->count;
        }
        const char *why = tml_distribution_check(&x->distribution);
        if (why)
            return complain(in, x, why);
    }
    const char *why = tml_sequence_check(&v->sequence);
    return !why || wrong(in, why, "");
}

/* ---- correlations ---- */

static int index_of(const tml_variation *v, const char *name)
{
    for (int i = 0; i < v->count; i++)
        if (strcmp(v->list[i].name, name) == 0)
            return i;
    return -1;
}

static bool wrong_correlation(const reader *in, const char *text, const char *why)
{
    tml_log_raise(in->log, TML_E_STUDY, (tml_place){.file = text, .line = 1, .column = 1}, "%s; not: %s", why, text);
    return false;
}

/* "L,m=0.6" */
static bool read_correlation(const reader *in, const char *text, double *C)
{
    const int n = in->v->count;
    const char *comma = strchr(text, ','), *sign = strchr(text, '=');
    double value;
    if (!comma || !sign || comma > sign)
        return wrong_correlation(in, text, "a correlation is written A,B=0.6");
    const tml_place place = {.file = text, .line = 1, .column = (int)(sign - text) + 2};
    if (!tml_constant_read(in->r, sign + 1, place, "", "correlation", &value, NULL, NULL))
        return false;
    if (!(fabs(value) <= 1))
        return wrong_correlation(in, text, "a correlation is a number from -1 to 1");
    const int i = index_of(in->v, trimmed(in->arena, text, (size_t)(comma - text))),
              k = index_of(in->v, trimmed(in->arena, comma + 1, (size_t)(sign - comma - 1)));
    if (i < 0 || k < 0 || i == k)
        return wrong_correlation(in, text, "a correlation is of two parameters that are varied");
    C[i * n + k] = C[k * n + i] = value;
    return true;
}

static bool read_correlations(const reader *in, const tml_study_options *o)
{
    const int n = in->v->count;
    if (!o->correlate_count)
        return true;
    if (in->v->sequence.class->takes_levels)
        return wrong(in, "a grid has no correlations", "");
    double *C = TML_NEW_ARRAY(in->arena, double, n *n), *L = TML_NEW_ARRAY(in->arena, double, n *n);
    int row = 0;
    for (int i = 0; i < n; i++)
        C[i * n + i] = 1;
    for (size_t i = 0; i < o->correlate_count; i++)
        if (!read_correlation(in, o->correlate[i], C))
            return false;
    const char *why = tml_copula_factor(n, C, L, &row);
    in->v->factor = L;
    return !why || wrong(in, why, tml_arena_format(in->arena, " (at %s)", in->v->list[row].name));
}

/* ---- all ---- */

static tml_variation *read_all(const reader *in, const tml_study_options *o)
{
    bool good = true;
    if (o->vary_count < 1 || o->vary_count > MAX_PARAMETERS) {
        wrong(in, o->vary_count ? "at most 256 parameters can be varied" : "a study varies at least one parameter", "");
        return NULL;
    }
    in->v->list = TML_NEW_ARRAY(in->arena, varied, o->vary_count);
    for (size_t i = 0; i < o->vary_count; i++) {
        good = read_varied(in, o->vary[i], &in->v->list[i]) && good;
        in->v->count++;
    }
    good = good && choose_sequence(in, o);
    if (good)
        good = in->v->sequence.class->takes_levels ? set_grid(in, o) : set_distributions(in);
    return good && read_correlations(in, o) ? in->v : NULL;
}

typedef struct {
    const tml_study_options *options;
    tml_arena *arena;
    tml_log *log;
    tml_variation *made;
} reading;

static tml_status read_resolved(tml_resolved *r, void *context)
{
    reading *x = context;
    const reader in = {TML_NEW(x->arena, tml_variation), r, x->arena, x->log};
    x->made = read_all(&in, x->options);
    return x->made ? TML_OK : TML_WRONG;
}

tml_variation *tml_variation_read(const tml_model *model, const tml_study_options *options, tml_arena *arena,
                                  tml_log *log)
{
    reading x = {.options = options, .arena = arena, .log = log};
    if (tml_preparation_use(model, arena, read_resolved, &x, log) == TML_NO_MEMORY)
        tml_arena_give_up(arena);
    return x.made;
}

const char *tml_variation_sample(const tml_variation *v)
{
    return v->sequence.class->name;
}

uint64_t tml_variation_points(const tml_variation *v)
{
    return v->sequence.count;
}

int tml_variation_count(const tml_variation *v)
{
    return v->count;
}

const char *tml_variation_name(const tml_variation *v, int index)
{
    return v->list[index].name;
}

const char *tml_variation_unit(const tml_variation *v, int index)
{
    return v->list[index].unit;
}

int tml_variation_parameter(const tml_variation *v, int index)
{
    return v->list[index].parameter;
}

bool tml_variation_range(const tml_variation *v, int index, double *low, double *high, double *start)
{
    const varied *x = &v->list[index];
    if (x->kind != RANGE)
        return false;
    *low = x->levels[0];
    *high = x->levels[1];
    *start = x->start;
    return true;
}

double tml_variation_scale(const tml_variation *v, int index)
{
    const varied *x = &v->list[index];
    if (x->kind == DISTRIBUTION)
        return sqrt(tml_distribution_variance(&x->distribution));
    double low = INFINITY, high = -INFINITY;
    const uint64_t count = x->kind == RANGE ? 2 : x->count;
    for (uint64_t i = 0; i < count; i++)
        low = fmin(low, x->levels[i]), high = fmax(high, x->levels[i]);
    return (high - low) / 2;
}

void tml_variation_point(const tml_variation *v, uint64_t point, double *values)
{
    uint64_t level[MAX_PARAMETERS];
    tml_probability at[MAX_PARAMETERS];
    if (v->sequence.class->takes_levels) {
        tml_grid_levels(&v->sequence, point, level);
        for (int i = 0; i < v->count; i++)
            values[i] = v->list[i].levels[level[i]];
        return;
    }
    tml_sequence_point(&v->sequence, point, values);
    if (v->factor)
        tml_copula_point(v->count, v->factor, values, at);
    for (int i = 0; i < v->count; i++)
        values[i] = v->factor ? tml_distribution_quantile_at(&v->list[i].distribution, at[i])
                              : tml_distribution_quantile(&v->list[i].distribution, values[i]);
}
