/* number_rows.c - rows of numbers from a CSV file. Cells are separated by commas, or by semicolons where a line has one; lines that begin with #
 * are comments. The first line may have names of columns. */
#include "model/number_rows.h"
#include "model/check.h"
#include "model/named_file.h"
#include <math.h>
#include <string.h>

void tml_number_rows_add(tml_number_rows *rows, const double *row, tml_place place)
{
    const size_t width = (size_t)rows->width;
    if (rows->count == rows->capacity) {
        const double *values = rows->values;
        const tml_place *places = rows->places;
        rows->capacity = 2 * rows->capacity + 32;
        rows->values = TML_NEW_ARRAY(rows->arena, double, rows->capacity *width);
        rows->places = TML_NEW_ARRAY(rows->arena, tml_place, rows->capacity);
        if (rows->count > 0) {
            memcpy(rows->values, values, rows->count * width * sizeof *values);
            memcpy(rows->places, places, rows->count * sizeof *places);
        }
    }
    memcpy(rows->values + rows->count * width, row, width * sizeof *row);
    rows->places[rows->count++] = place;
}

typedef struct {
    const char *text;
    size_t length;
} cell;

typedef struct {
    tml_resolved *r;
    const char *what;
    tml_csv_form form;
    const tml_node *columns;
    tml_number_rows *rows;
    tml_place place; /* of the line */
    cell *cells;     /* (count) of it */
    int count, capacity;
    int *chosen; /* (rows->width) cells that are read; NULL: the first line has not been seen */
    int cell_count;
    double *row; /* (rows->width) */
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static cell trim(const char *first, const char *last)
{
    while (first < last && is_blank(*first))
        first++;
    while (last > first && is_blank(last[-1]))
        last--;
    if (last - first >= 2 && *first == '"' && last[-1] == '"') {
        first++;
        last--;
    }
    return (cell){first, (size_t)(last - first)};
}

static void add_cell(reader *d, cell c)
{
    if (d->count == d->capacity) {
        const cell *old = d->cells;
        d->capacity = 2 * d->capacity + 16;
        d->cells = TML_NEW_ARRAY(d->r->arena, cell, d->capacity);
        if (d->count > 0)
            memcpy(d->cells, old, (size_t)d->count * sizeof *old);
    }
    d->cells[d->count++] = c;
}

/* The cells of a line, without empty ones at its end. Of the first two columns either sign separates. */
static void split(reader *d, const char *line, const char *end)
{
    const bool either = d->form == TML_CSV_FIRST_TWO;
    const char sign = memchr(line, ';', (size_t)(end - line)) ? ';' : ',';
    d->count = 0;
    for (const char *at = line; at <= end; at++) {
        const char *stop = at;
        while (stop < end && *stop != sign && !(either && (*stop == ',' || *stop == ';')))
            stop++;
        add_cell(d, trim(at, stop));
        at = stop;
    }
    while (d->form == TML_CSV_COLUMNS && d->count > 0 && d->cells[d->count - 1].length == 0)
        d->count--;
}

static bool read_cell(const reader *d, int i, double *value)
{
    return i < d->count && tml_decimal_read(d->cells[i].text, d->cells[i].length, value);
}

static bool is_name(cell c, const char *name)
{
    return strlen(name) == c.length && memcmp(c.text, name, c.length) == 0;
}

static int find_column(const reader *d, const tml_node *name)
{
    for (int i = 0; i < d->count; i++)
        if (is_name(d->cells[i], name->text))
            return i;
    tml_log_raise(d->r->log, TML_E_TABLE_COLUMN, name->place, "%s: the first line of %s has no column \"%s\"", d->what,
                  d->place.file, name->text);
    return -1;
}

/* Which cells are read, from the first line; *header: it has names. False with a message. */
static bool choose_columns(reader *d, bool *header)
{
    tml_number_rows *rows = d->rows;
    double value;
    *header = false;
    for (int i = 0; d->form == TML_CSV_COLUMNS && i < d->count; i++)
        *header = *header || !read_cell(d, i, &value);
    const bool by_name = *header && d->columns;
    d->cell_count = d->count;
    rows->width = d->form == TML_CSV_FIRST_TWO ? 2 : d->columns ? d->columns->count : d->count;
    d->chosen = TML_NEW_ARRAY(d->r->arena, int, rows->width);
    d->row = TML_NEW_ARRAY(d->r->arena, double, rows->width);
    if (*header || d->columns)
        rows->names = TML_NEW_ARRAY(d->r->arena, const char *, rows->width);
    for (int i = 0; i < rows->width; i++) {
        d->chosen[i] = by_name ? find_column(d, d->columns->items[i]) : i;
        if (d->chosen[i] < 0)
            return false;
        if (rows->names)
            rows->names[i] = d->columns ? d->columns->items[i]->text
                                        : tml_arena_text(d->r->arena, d->cells[i].text, d->cells[i].length);
    }
    if (d->form != TML_CSV_COLUMNS || rows->width <= d->count)
        return true;
    tml_log_raise(d->r->log, TML_E_TABLE_COLUMN, d->columns->place, "%s: it names %d columns, but %s has %d", d->what,
                  rows->width, d->place.file, d->count);
    return false;
}

/* The numbers of a line; false with a message. */
static bool read_numbers(reader *d, bool first)
{
    const bool grid = d->form == TML_CSV_GRID;
    if (d->form != TML_CSV_FIRST_TWO && d->count != d->cell_count) {
        tml_log_raise(d->r->log, TML_E_TABLE_ROWS, d->place, "%s: this row has %d numbers, the first %d", d->what,
                      d->count, d->cell_count);
        return false;
    }
    for (int i = 0; i < d->rows->width; i++) {
        d->row[i] = NAN;
        if (read_cell(d, d->chosen[i], &d->row[i]) || (grid && first && i == 0))
            continue;
        if (d->form == TML_CSV_FIRST_TWO)
            tml_log_raise(d->r->log, TML_E_TABLE_ROWS, d->place, "%s: two numbers are needed in each row", d->what);
        else
            tml_log_raise(d->r->log, TML_E_TABLE_ROWS, d->place, "%s: \"%.*s\" is not a number", d->what,
                          (int)d->cells[d->chosen[i]].length, d->cells[d->chosen[i]].text);
        return false;
    }
    tml_number_rows_add(d->rows, d->row, d->place);
    return true;
}

static bool read_line(reader *d, const char *line, const char *end)
{
    double value;
    bool header = false;
    const bool first = !d->chosen;
    split(d, line, end);
    if (first && !choose_columns(d, &header))
        return false;
    if (first && d->form == TML_CSV_FIRST_TWO) /* a line of names */
        header = !read_cell(d, 0, &value) || !read_cell(d, 1, &value);
    return header || read_numbers(d, first);
}

bool tml_number_rows_read_csv(tml_resolved *r, const tml_node *node, const char *what, tml_csv_form form,
                              const tml_node *columns, tml_number_rows *rows)
{
    tml_named_file file;
    bool good = tml_named_file_open(r, node, what, &file);
    reader d = {.r = r, .what = what, .form = form, .columns = columns, .rows = rows};
    if (good) {
        const char *line = file.data, *stop = file.data + file.length;
        d.place = (tml_place){.file = file.path, .column = 1};
        if (file.length >= 3 && memcmp(file.data, "\xef\xbb\xbf", 3) == 0)
            line += 3;
        for (const char *end; good && line < stop; line = end + 1) {
            d.place.line++;
            end = memchr(line, '\n', (size_t)(stop - line));
            end = end ? end : stop;
            const cell all = trim(line, end);
            if (all.length > 0 && *all.text != '#')
                good = read_line(&d, line, end);
        }
    }
    tml_named_file_close(&file);
    return good;
}
