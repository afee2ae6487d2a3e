/* choose.c - from a table and the names of channels to a plot. */
#include "base/guard.h"
#include "base/names.h"
#include "base/options.h"
#include "elementary/elementary.h"
#include "model/channel.h"
#include "plot/picture.h"
#include <fnmatch.h>
#include <math.h>
#include <string.h>

typedef struct {
    const tml_table *table;
    const tml_plot_options *request;
    tml_log *log;
    tml_arena arena;
    size_t *columns; /* (count) chosen, in order; of a path x y x y … */
    size_t count, capacity;
    long against;    /* column, -1: the number of the row */
    double *numbers; /* (rows) 1, 2, …: numbers of rows */
    tml_plot_series *series;
    tml_plot plot;
    bool wrong;
} chooser;

/* Several tables, one over the other. */
typedef struct {
    chooser *choosers; /* (count) */
    const char *const *labels;
    size_t count;
} overlay;

/* ---- names --------------------------------------------------------------------------------------------------- */

static void report_unknown(chooser *to, const char *name)
{
    const tml_table *table = to->table;
    const char **list = TML_NEW_ARRAY(&to->arena, const char *, table->column_count + 1);
    for (size_t i = 0; i < table->column_count; i++)
        list[i] = table->columns[i].name;
    const char *near = tml_nearest(name, list, table->column_count);
    to->wrong = true;
    if (near != NULL)
        tml_log_raise(to->log, TML_E_NO_CHANNEL, TML_NOWHERE, "no channel \"%s\"; did you mean \"%s\"?", name, near);
    else
        tml_log_raise(to->log, TML_E_NO_CHANNEL, TML_NOWHERE, "no channel \"%s\" among the %zu of this result", name,
                      table->column_count);
}

static void add_column(chooser *to, size_t column)
{
    if (to->count == to->capacity) {
        size_t capacity = 2 * to->capacity + 16;
        size_t *columns = TML_NEW_ARRAY(&to->arena, size_t, capacity);
        if (to->count > 0)
            memcpy(columns, to->columns, to->count * sizeof *columns);
        to->columns = columns;
        to->capacity = capacity;
    }
    to->columns[to->count++] = column;
}

static bool is_chosen(const chooser *to, size_t column)
{
    for (size_t i = 0; i < to->count; i++)
        if (to->columns[i] == column)
            return true;
    return false;
}

/* All that match, without the x axis, each once. */
static void add_matches(chooser *to, const char *pattern)
{
    bool any = false;
    for (size_t i = 0; i < to->table->column_count; i++) {
        if ((long)i == to->against || fnmatch(pattern, to->table->columns[i].name, 0) != 0)
            continue;
        any = true;
        if (!is_chosen(to, i))
            add_column(to, i);
    }
    if (any)
        return;
    to->wrong = true;
    tml_log_raise(to->log, TML_E_NO_CHANNEL, TML_NOWHERE, "no channel matches \"%s\"", pattern);
}

static void choose_columns(chooser *to)
{
    bool path = to->request->path;
    for (size_t i = 0; i < to->request->channel_count; i++) {
        const char *name = to->request->channels[i];
        long column = tml_table_find(to->table, name);
        if (column < 0 && !path && strpbrk(name, "*?") != NULL)
            add_matches(to, name);
        else if (column < 0)
            report_unknown(to, name);
        else if (path || !is_chosen(to, (size_t)column))
            add_column(to, (size_t)column);
    }
    if (to->request->channel_count == 0) {
        to->wrong = true;
        tml_log_raise(to->log, TML_E_PLOT_REQUEST, TML_NOWHERE,
                      "name at least one channel to plot or, of a study, the kind of picture");
    } else if (path && to->request->channel_count % 2 != 0) {
        to->wrong = true;
        tml_log_raise(to->log, TML_E_PLOT_REQUEST, TML_NOWHERE, "a path needs channels in pairs x y; there are %zu",
                      to->request->channel_count);
    }
}

/* ---- x axis ------------------------------------------------------------------------------------------------------ */

/* A frequency response begins with the frequencies. */
static bool is_response(const tml_table *table)
{
    return table->column_count > 0 && strcmp(table->columns[0].name, "frequency") == 0;
}

/* Time, unless it is constant (solutions at one instant): then the number of the row. */
static long find_time(const tml_table *table)
{
    if (is_response(table))
        return 0;
    long time = tml_table_find(table, "t");
    if (time < 0 || table->row_count < 2)
        return time;
    for (size_t row = 1; row < table->row_count; row++)
        if (tml_table_value(table, row, (size_t)time) != tml_table_value(table, 0, (size_t)time))
            return time;
    return -1;
}

static void choose_against(chooser *to)
{
    const char *name = to->request->against;
    to->against = name != NULL ? tml_table_find(to->table, name) : find_time(to->table);
    if (name != NULL && to->against < 0)
        report_unknown(to, name);
    if (to->against >= 0)
        return;
    to->numbers = TML_NEW_ARRAY(&to->arena, double, to->table->row_count + 1);
    for (size_t i = 0; i < to->table->row_count; i++)
        to->numbers[i] = (double)(i + 1);
}

static const char *unit_of(const tml_table *table, size_t column)
{
    const tml_column *what = &table->columns[column];
    return what->unit[0] != '\0' ? what->unit : tml_channel_find_meaning(what->name).unit;
}

/* Decimal logarithms of a column; a gap where there is none. */
static const double *logarithms(chooser *to, const double *values, size_t stride)
{
    double *out = TML_NEW_ARRAY(&to->arena, double, to->table->row_count + 1);
    for (size_t i = 0; i < to->table->row_count; i++)
        out[i] = values[i * stride] > 0 ? tml_log10(values[i * stride]) : NAN;
    return out;
}

static void take_logarithms(chooser *to, tml_plot_series *series)
{
    const tml_plot_options *request = to->request;
    bool bode = is_response(to->table) && !request->plain && request->against == NULL;
    if ((request->log_x || bode) && !to->plot.x_whole) {
        series->x = logarithms(to, series->x, series->x_stride);
        series->x_stride = 1;
        to->plot.x_log = true;
    }
    if ((request->log_y && strcmp(series->quantity, "phase") != 0) ||
        (bode && strcmp(series->quantity, "amplitude") == 0)) {
        series->y = logarithms(to, series->y, series->y_stride);
        series->y_stride = 1;
        series->y_log = true;
    }
}

static const char *legend_of(chooser *to, size_t column)
{
    const char *name = to->table->columns[column].name;
    return tml_table_is_unique(to->table, column) ? name : tml_arena_format(&to->arena, "%s (not unique)", name);
}

static void set_series(chooser *to, tml_plot_series *series, long x_column, size_t y_column)
{
    const tml_table *table = to->table;
    const char *name = table->columns[y_column].name;
    tml_channel_meaning meaning = tml_channel_find_meaning(name);
    *series = (tml_plot_series){.name = legend_of(to, y_column),
                                .unit = unit_of(table, y_column),
                                .quantity = meaning.quantity,
                                .apart = meaning.is_check,
                                .x = x_column >= 0 ? table->values + x_column : to->numbers,
                                .y = table->values + y_column,
                                .count = table->row_count,
                                .x_stride = x_column >= 0 ? table->column_count : 1,
                                .y_stride = table->column_count,
                                .loose = x_column < 0 && table->row_count <= 100};
}

static void make_curves(chooser *to)
{
    to->series = TML_NEW_ARRAY(&to->arena, tml_plot_series, to->count);
    to->plot.x_whole = to->against < 0;
    for (size_t i = 0; i < to->count; i++) {
        set_series(to, &to->series[i], to->against, to->columns[i]);
        take_logarithms(to, &to->series[i]);
    }
    to->plot.series_count = to->count;
    if (to->against < 0) {
        to->plot.x_name = "row";
        return;
    }
    const char *name = to->table->columns[to->against].name;
    to->plot.x_name = strcmp(name, "t") == 0 ? "time" : name;
    to->plot.x_unit = unit_of(to->table, (size_t)to->against);
}

/* ---- paths --------------------------------------------------------------------------------------------------- */

/* "P" for P.x and P.y; otherwise both names. */
static const char *name_path(chooser *to, const char *x, const char *y)
{
    size_t x_length = (size_t)(tml_channel_last(x) - x), y_length = (size_t)(tml_channel_last(y) - y);
    bool point = strspn(tml_channel_last(x), "xyz") == 1 && strspn(tml_channel_last(y), "xyz") == 1;
    if (point && x_length > 1 && x_length == y_length && memcmp(x, y, x_length) == 0)
        return tml_arena_text(&to->arena, x, x_length - 1);
    return tml_arena_format(&to->arena, "%s over %s", y, x);
}

/* What all chosen channels from `first` on, every second one, have in common. */
static void name_axis(const chooser *to, size_t first, const char **name, const char **unit)
{
    const tml_table *table = to->table;
    const char *full = table->columns[to->columns[first]].name;
    *name = to->count == 2 ? full : tml_channel_last(full);
    *unit = unit_of(table, to->columns[first]);
    for (size_t i = first; i < to->count; i += 2) {
        if (strcmp(tml_channel_last(*name), tml_channel_last(table->columns[to->columns[i]].name)) != 0)
            *name = "";
        if (strcmp(*unit, unit_of(table, to->columns[i])) != 0)
            *unit = "";
    }
}

static void make_paths(chooser *to)
{
    to->series = TML_NEW_ARRAY(&to->arena, tml_plot_series, to->count / 2);
    for (size_t i = 0; i < to->count / 2; i++) {
        size_t x = to->columns[2 * i], y = to->columns[2 * i + 1];
        set_series(to, &to->series[i], (long)x, y);
        to->series[i].name = name_path(to, to->table->columns[x].name, to->table->columns[y].name);
    }
    to->plot.series_count = to->count / 2;
    name_axis(to, 0, &to->plot.x_name, &to->plot.x_unit);
    name_axis(to, 1, &to->plot.y_name, &to->plot.y_unit);
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static tml_status choose(void *context)
{
    chooser *to = context;
    if (to->request->log_z) {
        tml_log_raise(to->log, TML_E_PLOT_REQUEST, TML_NOWHERE,
                      "lines have no colours that stand for numbers: --log z is for studies");
        return TML_WRONG;
    }
    choose_against(to);
    choose_columns(to);
    if (to->wrong)
        return TML_WRONG;
    if (to->table->row_count == 0) {
        tml_log_raise(to->log, TML_E_NO_RESULTS, TML_NOWHERE, "the result has no rows");
        return TML_WRONG;
    }
    if (to->request->path)
        make_paths(to);
    else
        make_curves(to);
    to->plot.series = to->series;
    return TML_OK;
}

/* ---- several tables ---------------------------------------------------------------------------------------------- */

/* "A.fx (stiff)": which table a line is of. */
static void label_series(chooser *to, const char *label)
{
    for (size_t i = 0; i < to->plot.series_count; i++)
        to->series[i].name = tml_arena_format(&to->arena, "%s (%s)", to->series[i].name, label);
}

static tml_status choose_all(overlay *o, tml_log *log)
{
    for (size_t i = 0; i < o->count; i++) {
        chooser *to = &o->choosers[i];
        const tml_status status = tml_guarded(&to->arena, NULL, choose, to);
        if (status != TML_OK)
            return status;
        if (to->plot.x_whole != o->choosers[0].plot.x_whole) {
            tml_log_raise(log, TML_E_PLOT_REQUEST, TML_NOWHERE, "%s: it has no time to lay it over the others by",
                          o->labels[i]);
            return TML_WRONG;
        }
    }
    return TML_OK;
}

/* All series one after another, in the arena of the first. */
static tml_status join(void *context)
{
    overlay *o = context;
    chooser *first = &o->choosers[0];
    size_t count = 0, next = 0;
    for (size_t i = 0; i < o->count; i++)
        count += o->choosers[i].plot.series_count;
    tml_plot_series *all = TML_NEW_ARRAY(&first->arena, tml_plot_series, count + 1);
    for (size_t i = 0; i < o->count; i++) {
        chooser *to = &o->choosers[i];
        to->arena.escape = first->arena.escape;
        if (o->labels)
            label_series(to, o->labels[i]);
        to->arena.escape = NULL;
        memcpy(all + next, to->series, to->plot.series_count * sizeof *all);
        next += to->plot.series_count;
    }
    first->plot.series = all;
    first->plot.series_count = count;
    return TML_OK;
}

static tml_plot begin_plot(const tml_table *table, const tml_plot_options *request)
{
    return (tml_plot){.title = request->title != NULL ? request->title : table->title,
                      .x_name = "",
                      .x_unit = "",
                      .y_name = "",
                      .y_unit = "",
                      .path = request->path,
                      .theme = request->theme,
                      .width = request->width,
                      .height = request->height};
}

/* A study is drawn on its own: rows of others are other points. */
static tml_status draw_picture(const tml_table *const *tables, size_t count, const tml_plot_options *request,
                               const tml_plot_format_class *format, tml_text *bytes, tml_log *log)
{
    if (count == 1)
        return tml_picture_draw(tables[0], request, format, bytes, log);
    tml_log_raise(log, TML_E_PICTURE_REQUEST, TML_NOWHERE, "a picture of a study is drawn of one file; %zu are given",
                  count);
    return TML_WRONG;
}

tml_status tml_plot_draw_tables(const tml_table *const *tables, const char *const *labels, size_t count,
                                const tml_plot_options *request, const tml_plot_format_class *format, tml_text *bytes,
                                tml_log *log)
{
    if (tml_picture_is_meant(tables[0], request))
        return draw_picture(tables, count, request, format, bytes, log);
    overlay o = {.labels = labels, .count = count, .choosers = tml_allocate((count + 1) * sizeof *o.choosers)};
    tml_status status = o.choosers ? TML_OK : TML_NO_MEMORY;
    for (size_t i = 0; i < count && o.choosers; i++)
        o.choosers[i] =
            (chooser){.table = tables[i], .request = request, .log = log, .plot = begin_plot(tables[i], request)};
    if (status == TML_OK)
        status = choose_all(&o, log);
    if (status == TML_OK && labels)
        status = tml_guarded(&o.choosers[0].arena, NULL, join, &o);
    const bool chosen = status == TML_OK;
    if (chosen)
        status = tml_plot_draw(&o.choosers[0].plot, format, bytes);
    if (chosen && status == TML_WRONG)
        tml_log_raise(log, TML_E_PLOT_REQUEST, TML_NOWHERE,
                      "the picture would be too large, or a library that its format needs is not installed");
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    for (size_t i = 0; i < count && o.choosers; i++)
        tml_arena_free(&o.choosers[i].arena);
    tml_release(o.choosers);
    return status;
}

tml_status tml_plot_draw_table(const tml_table *table, const tml_plot_options *request,
                               const tml_plot_format_class *format, tml_text *bytes, tml_log *log)
{
    return tml_plot_draw_tables(&table, NULL, 1, request, format, bytes, log);
}

/* Draws into memory of the caller. */
static tml_status draw_bytes(const tml_table *const *tables, const char *const *labels, size_t count,
                             const tml_plot_options *options, const char *path, char **bytes, size_t *length,
                             tml_log *log)
{
    const tml_plot_format_class *format = tml_plot_format_find(path, log);
    tml_plot_options own;
    tml_text text = {0};
    *bytes = NULL;
    *length = 0;
    const bool good = tml_options_copy(&own, sizeof own, options, log) && format;
    tml_status status = good ? tml_plot_draw_tables(tables, labels, count, &own, format, &text, log) : TML_WRONG;
    const size_t drawn = text.length;
    if (status == TML_OK && !(*bytes = tml_text_detach(&text))) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        status = TML_NO_MEMORY;
    }
    *length = *bytes ? drawn : 0;
    tml_text_free(&text);
    return status;
}

tml_status tml_table_plot(const tml_table *table, const tml_plot_options *options, const char *path, char **bytes,
                          size_t *length, tml_log *log)
{
    return draw_bytes(&table, NULL, 1, options, path, bytes, length, log);
}

tml_status tml_tables_plot(const tml_table *const *tables, const char *const *labels, size_t count,
                           const tml_plot_options *options, const char *path, char **bytes, size_t *length,
                           tml_log *log)
{
    if (count > 0)
        return draw_bytes(tables, labels, count, options, path, bytes, length, log);
    *bytes = NULL;
    *length = 0;
    tml_log_raise(log, TML_E_NO_RESULTS, TML_NOWHERE, "there is no table to draw");
    return TML_WRONG;
}
