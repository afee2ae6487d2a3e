/* picture.c - draws a study: chooses the kind and the columns, has the kind made, and draws it below title and legend. */
#include "plot/picture.h"
#include "base/escape.h"
#include "base/guard.h"
#include "base/names.h"
#include "plot/panel.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const double tml_picture_margin = 18;

typedef struct {
    const tml_table *table;
    const tml_plot_options *request;
    tml_log *log;
    tml_arena arena;
    tml_plotted_points variants;
    const tml_picture_class *class;
    size_t *named; /* (named_count) columns that are asked for */
    size_t named_count;
    tml_picture picture;
} making;

/* ---- messages ---- */

bool tml_picture_refuse(const tml_picture *p, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tml_log_raise(p->log, TML_E_PICTURE_REQUEST, TML_NOWHERE, "%s", text);
    return false;
}

bool tml_picture_nothing(const tml_picture *p, size_t column)
{
    const tml_table *table = p->variants->table;
    const char *reason = table->row_count > 0 ? tml_table_row_name(table, 0) : NULL;
    const char *name = tml_picture_name(p, column);
    if (reason != NULL && reason[0] != '\0')
        tml_log_raise(p->log, TML_E_NOTHING_TO_DRAW, TML_NOWHERE,
                      "none of the %zu points has the answer \"%s\"; the first one says: %s", table->row_count, name,
                      reason);
    else
        tml_log_raise(p->log, TML_E_NOTHING_TO_DRAW, TML_NOWHERE, "none of the %zu points has the answer \"%s\"",
                      table->row_count, name);
    return false;
}

void tml_picture_count_missing(tml_picture *p, tml_legend_entry look, size_t missing, size_t all)
{
    if (missing > 0)
        tml_legend_add(&p->legend, look, p->arena, "no answer: %zu of %zu point%s", missing, all, all == 1 ? "" : "s");
}

/* ---- the columns ---- */

static bool find_column(making *m, const char *name, size_t *column)
{
    const tml_table *table = m->table;
    const long found = tml_table_find(table, name);
    *column = found >= 0 ? (size_t)found : 0;
    if (found >= 0)
        return true;
    const char **list = TML_NEW_ARRAY(&m->arena, const char *, table->column_count + 1);
    for (size_t i = 0; i < table->column_count; i++)
        list[i] = table->columns[i].name;
    const char *near = tml_nearest(name, list, table->column_count);
    if (near != NULL)
        tml_log_raise(m->log, TML_E_NO_CHANNEL, TML_NOWHERE, "no column \"%s\"; did you mean \"%s\"?", name, near);
    else
        tml_log_raise(m->log, TML_E_NO_CHANNEL, TML_NOWHERE, "no column \"%s\" among the %zu of this result", name,
                      table->column_count);
    return false;
}

static bool is_parameter(const tml_plotted_points *v, size_t column)
{
    for (size_t i = 0; i < v->parameter_count; i++)
        if (v->parameters[i] == column)
            return true;
    return false;
}

/* Of a kind that wants as many names as are given, each has its place: X Y ANSWER. Otherwise what was varied is a parameter; where
 * the table does not say, the last names are the answers or, of a kind with any number of these, the first ones the parameters. */
static bool is_meant_as_parameter(const making *m, size_t index, size_t column)
{
    const tml_picture_class *class = m->class;
    const size_t count = m->named_count;
    if (class->parameters == 0 || class->answers == 0)
        return class->parameters > 0;
    const bool exact = class->answers != TML_ANY_NUMBER && count == class->parameters + class->answers;
    if (m->variants.known && !exact)
        return is_parameter(&m->variants, column);
    return class->answers == TML_ANY_NUMBER ? index < class->parameters : index + class->answers < count;
}

static size_t at_most(size_t count, size_t most)
{
    return count < most ? count : most;
}

/* What is not named is what the table has, as far as the kind has use for it. */
static void fill_columns(making *m)
{
    tml_picture *p = &m->picture;
    const tml_plotted_points *v = &m->variants;
    if (p->parameter_count == 0 && m->class->parameters > 0) {
        p->parameters = v->parameters;
        p->parameter_count = at_most(v->parameter_count, m->class->parameters);
    }
    if (p->answer_count == 0 && m->class->answers > 0) {
        p->answers = v->answers;
        p->answer_count = at_most(v->answer_count, m->class->answers);
    }
}

/* A kind that makes no difference between them shows all. */
static void fill_all(making *m)
{
    tml_picture *p = &m->picture;
    const tml_plotted_points *v = &m->variants;
    size_t *all = TML_NEW_ARRAY(&m->arena, size_t, v->parameter_count + v->answer_count + 1), count = 0;
    for (size_t i = 0; i < v->parameter_count; i++)
        all[count++] = v->parameters[i];
    for (size_t i = 0; i < v->answer_count; i++)
        all[count++] = v->answers[i];
    p->parameters = all;
    p->parameter_count = count;
}

static bool columns_fit(const making *m)
{
    const tml_picture *p = &m->picture;
    const tml_picture_class *class = m->class;
    const size_t least = class->parameters == TML_ANY_NUMBER ? 1 : class->parameters;
    return p->parameter_count >= least && p->parameter_count <= class->parameters && p->answer_count >= class->least &&
           p->answer_count <= class->answers;
}

/* Gives the columns that are named their places; false: the kind is not made of these. */
static bool place_columns(making *m, const tml_picture_class *class)
{
    tml_picture *p = &m->picture;
    size_t *parameters = TML_NEW_ARRAY(&m->arena, size_t, m->named_count + 1),
           *answers = TML_NEW_ARRAY(&m->arena, size_t, m->named_count + 1);
    m->class = class;
    p->parameter_count = p->answer_count = 0;
    for (size_t i = 0; i < m->named_count; i++)
        if (is_meant_as_parameter(m, i, m->named[i]))
            parameters[p->parameter_count++] = m->named[i];
        else
            answers[p->answer_count++] = m->named[i];
    p->parameters = parameters;
    p->answers = answers;
    if (m->named_count == 0 && class->answers == 0)
        fill_all(m);
    else
        fill_columns(m);
    return columns_fit(m);
}

static bool find_columns(making *m)
{
    bool good = true;
    m->named_count = m->request->channel_count;
    m->named = TML_NEW_ARRAY(&m->arena, size_t, m->named_count + 1);
    for (size_t i = 0; i < m->named_count; i++)
        good = find_column(m, m->request->channels[i], &m->named[i]) && good;
    return good;
}

/* ---- the kind ---- */

static void log_kinds(const making *m, const char *format)
{
    tml_text known = {0};
    for (int i = 0; i < tml_picture_class_count; i++)
        tml_text_add(&known, "%s%s", i > 0 ? ", " : "", tml_picture_classes[i]->name);
    tml_log_raise(m->log, TML_E_PICTURE_REQUEST, TML_NOWHERE, "%s%s", format, known.failed ? "?" : known.data);
    tml_text_free(&known);
}

/* The kind of this name. */
static bool take_kind(making *m, const char *name)
{
    for (int i = 0; i < tml_picture_class_count; i++) {
        const tml_picture_class *class = tml_picture_classes[i];
        if (strcmp(class->name, name) == 0)
            return place_columns(m, class) ||
                   tml_picture_refuse(&m->picture, "%s is drawn of %s%s", class->name, class->names,
                                      m->variants.known ? "" : "; the file does not say which columns were varied");
    }
    tml_text what = {0};
    tml_text_add(&what, "no picture of studies is called \"%s\"; known are ", name);
    log_kinds(m, what.failed ? "" : what.data);
    tml_text_free(&what);
    return false;
}

/* The kind that shows the table best, of those that are made of the columns named. */
static bool find_kind(making *m)
{
    const tml_picture_class *chosen = NULL;
    int best = 0;
    for (int i = 0; i < tml_picture_class_count; i++) {
        const tml_picture_class *class = tml_picture_classes[i];
        const int suits = class->suits ? class->suits(&m->variants) : 0;
        if (suits > best && place_columns(m, class)) {
            best = suits;
            chosen = class;
        }
    }
    if (chosen)
        return place_columns(m, chosen);
    log_kinds(m, "the file does not say which of its columns were varied: name some, and the kind of picture, one of ");
    return false;
}

/* ---- drawing ---- */

double tml_picture_top(const tml_picture *p, double width)
{
    const double top = p->title[0] != '\0' ? tml_picture_margin + 30 : tml_picture_margin - 4;
    return top + tml_legend_height(&p->legend, width) + 8;
}

static void draw_title(const tml_picture *p, double width, tml_pen *pen)
{
    char text[512];
    tml_caption caption = {.x = p->left, .y = 32, .string = text, .size = tml_title_size, .ink = TML_INK_TITLE};
    caption.strong = true;
    tml_caption_fit(p->title, tml_title_size * 1.06, width, text, sizeof text);
    if (text[0] != '\0')
        pen->draw_caption(pen, &caption);
}

static void draw(tml_pen *pen, const void *context)
{
    const making *m = context;
    const tml_picture *p = &m->picture;
    const double width = p->width - p->left - tml_picture_margin;
    draw_title(p, width, pen);
    tml_legend_draw(&p->legend, (tml_spot){p->left, p->title[0] != '\0' ? 48 : 14}, width, pen);
    m->class->draw(p, pen);
}

static bool check_options(const making *m)
{
    const tml_plot_options *request = m->request;
    const tml_picture *p = &m->picture;
    const char *name = m->class->name;
    if (((request->log_x || request->log_y) && !m->class->logarithmic) || (request->log_z && !m->class->coloured))
        return tml_picture_refuse(p, "%s has no logarithmic %s", name, request->log_z ? "colours" : "axes");
    if (request->path || request->against)
        return tml_picture_refuse(p, "%s is drawn of %s: --xy and --against are for lines", name, m->class->names);
    if (request->maximize_count > 0 && !m->class->knows_best)
        return tml_picture_refuse(p, "%s does not ask what is best: --maximize is not for it", name);
    return true;
}

/* Derivatives have a picture of their own. */
static bool take_derivatives(making *m)
{
    for (int i = 0; i < tml_picture_class_count; i++)
        if (tml_picture_classes[i]->of_derivatives)
            m->class = tml_picture_classes[i];
    return !m->request->kind || strcmp(m->request->kind, m->class->name) == 0 ||
           tml_picture_refuse(&m->picture, "sensitivities are drawn as a %s, not as %s", m->class->name,
                              m->request->kind);
}

static tml_status make(void *context)
{
    making *m = context;
    const tml_plot_options *request = m->request;
    m->variants = tml_plotted_points_make(m->table, &m->arena);
    m->picture = (tml_picture){.variants = &m->variants,
                               .request = request,
                               .log = m->log,
                               .arena = &m->arena,
                               .title = request->title ? request->title : m->table->title};
    if (m->table->row_count == 0) {
        tml_log_raise(m->log, TML_E_NO_RESULTS, TML_NOWHERE, "the result has no rows");
        return TML_WRONG;
    }
    if (m->variants.derivatives)
        return take_derivatives(m) && check_options(m) && m->class->make(&m->picture) ? TML_OK : TML_WRONG;
    return find_columns(m) && (request->kind ? take_kind(m, request->kind) : find_kind(m)) && check_options(m) &&
                   m->class->make(&m->picture)
               ? TML_OK
               : TML_WRONG;
}

bool tml_picture_is_meant(const tml_table *table, const tml_plot_options *request)
{
    if (request->kind)
        return true;
    if (request->path || request->against)
        return false;
    return tml_plotted_points_count(table) > 0 || (request->channel_count == 0 && tml_plotted_are_derivatives(table));
}

tml_status tml_picture_draw(const tml_table *table, const tml_plot_options *request,
                            const tml_plot_format_class *format, tml_text *bytes, tml_log *log)
{
    making m = {.table = table, .request = request, .log = log};
    locale_t old = tml_plain_enter();
    tml_status status = tml_guarded(&m.arena, NULL, make, &m);
    if (status == TML_OK) {
        const char *title = m.picture.title[0] != '\0' ? m.picture.title : m.class->name;
        const tml_sheet sheet = {m.picture.width, m.picture.height, request->theme, title};
        const bool drawn = format->draw(&sheet, draw, &m, bytes);
        status = bytes->failed ? TML_NO_MEMORY : drawn ? TML_OK : TML_WRONG;
        if (status == TML_WRONG)
            tml_log_raise(log, TML_E_PLOT_REQUEST, TML_NOWHERE,
                          "the picture would be too large, or a library that its format needs is not installed");
    }
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_arena_free(&m.arena);
    tml_plain_leave(old);
    return status;
}
