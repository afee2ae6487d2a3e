/* plotted_points.c - which columns of a table were varied and which were found, and the values of columns.
 *
 * The table of a study says how many parameters it has (the fact "parameters"); they follow the number of the point, and the answers
 * follow them. A table of three columns that begins with "point" needs not say it. In the history of a search for the best they follow the numbers of evaluation and
 * search, and the best so far comes last.
 */
#include "plot/lattice.h"
#include "plot/picture.h"
#include "result/search_columns.h"
#include <math.h>
#include <string.h>

enum { DERIVATIVE = 2 };             /* of answer, parameter, derivative, relative, error */
static const double LARGEST = 1e300; /* larger values cannot be subtracted safely */

static size_t *list_columns(tml_arena *arena, size_t first, size_t count)
{
    size_t *list = TML_NEW_ARRAY(arena, size_t, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = first + i;
    return list;
}

/* Columns before the first parameter; 0: it is no table of a study. */
static size_t count_numbers(const tml_table *table)
{
    if (table->column_count < 3)
        return 0;
    return strcmp(table->columns[0].name, TML_POINTS) == 0        ? 1
           : strcmp(table->columns[0].name, TML_EVALUATIONS) == 0 ? 2
                                                                  : 0;
}

size_t tml_plotted_points_count(const tml_table *table)
{
    const size_t columns = table->column_count, numbers = count_numbers(table);
    const long fact = tml_table_fact_find(table, TML_PARAMETERS);
    if (numbers == 0)
        return 0;
    if (fact < 0)
        return columns == 3 && numbers == 1;
    const double said = tml_table_fact_number(table, (size_t)fact);
    return said >= 1 && said + (double)numbers < (double)columns ? (size_t)said : 0;
}

static bool is_sorted(const double *values, size_t count)
{
    bool rises = true, falls = true;
    for (size_t i = 1; i < count; i++) {
        rises = rises && values[i] >= values[i - 1];
        falls = falls && values[i] <= values[i - 1];
    }
    return rises || falls;
}

/* The points of a grid are as many as the values of all parameters, multiplied, or fewer if some were not computed; those of one parameter
 * are in order. */
static bool lies_on_grid(const tml_plotted_points *v, tml_arena *arena)
{
    const tml_table *table = v->table;
    const double rows = (double)table->row_count;
    double *values = TML_NEW_ARRAY(arena, double, table->row_count + 1), all = 1;
    for (size_t i = 0; i < v->parameter_count; i++) {
        size_t levels;
        for (size_t row = 0; row < table->row_count; row++)
            values[row] = table->values[row * table->column_count + v->parameters[i]];
        (void)tml_levels_find(values, table->row_count, arena, &levels);
        all *= (double)levels;
    }
    return all <= 2 * rows && rows <= all && (v->parameter_count > 1 || is_sorted(values, table->row_count));
}

bool tml_plotted_are_derivatives(const tml_table *table)
{
    return table->has_row_names && tml_table_find(table, "derivative") == DERIVATIVE &&
           tml_table_find(table, "relative") == DERIVATIVE + 1;
}

tml_plotted_points tml_plotted_points_make(const tml_table *table, tml_arena *arena)
{
    tml_plotted_points made = {.table = table, .parameter_count = tml_plotted_points_count(table), .best = -1};
    made.derivatives = tml_plotted_are_derivatives(table);
    if (made.parameter_count == 0)
        return made;
    const size_t numbers = count_numbers(table), found = numbers + made.parameter_count;
    made.known = true;
    made.best = numbers == 2 ? tml_table_find(table, TML_BEST) : -1;
    made.answer_count = table->column_count - found - (made.best >= 0);
    made.parameters = list_columns(arena, numbers, made.parameter_count);
    made.answers = list_columns(arena, found, made.answer_count);
    made.on_grid = numbers == 1 && lies_on_grid(&made, arena);
    return made;
}

const char *tml_picture_name(const tml_picture *p, size_t column)
{
    return p->variants->table->columns[column].name;
}

const char *tml_picture_unit(const tml_picture *p, size_t column)
{
    return p->variants->table->columns[column].unit;
}

size_t tml_picture_rows(const tml_picture *p)
{
    return p->variants->table->row_count;
}

double *tml_picture_values(const tml_picture *p, size_t column)
{
    const tml_table *table = p->variants->table;
    double *values = TML_NEW_ARRAY(p->arena, double, table->row_count + 1);
    for (size_t i = 0; i < table->row_count; i++) {
        const double value = table->values[i * table->column_count + column];
        values[i] = fabs(value) < LARGEST ? value : NAN;
    }
    return values;
}

size_t tml_picture_range(const double *values, size_t count, double *low, double *high)
{
    size_t finite = 0;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            continue;
        finite++;
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
    if (finite == 0) {
        *low = 0;
        *high = 1;
    }
    return finite;
}
