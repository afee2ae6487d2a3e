/* study_axes.c - where the points of a study lie. */
#include "workbench/server/study_axes.h"
#include "frontend/json.h"
#include <stdlib.h>

typedef struct {
    double *values; /* (points) of one parameter; sorted, and each once, the first `count` */
    size_t count;
} levels;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(levels *l, size_t points)
{
    qsort(l->values, points, sizeof *l->values, by_size);
    for (size_t i = 0; i < points; i++)
        if (i == 0 || l->values[i] != l->values[l->count - 1])
            l->values[l->count++] = l->values[i];
}

/* Of all parameters at all points; false: no memory. */
static bool read_values(const tml_study *study, levels *axes, size_t points, double *row)
{
    const size_t parameters = tml_study_parameter_count(study);
    for (size_t k = 0; k < parameters; k++)
        if (!(axes[k].values = malloc((points + 1) * sizeof(double))))
            return false;
    for (size_t i = 0; i < points; i++) {
        tml_study_point(study, i, row);
        for (size_t k = 0; k < parameters; k++)
            axes[k].values[i] = row[k];
    }
    return true;
}

static bool is_grid(const levels *axes, size_t parameters, size_t points)
{
    size_t product = 1;
    for (size_t k = 0; k < parameters; k++) {
        if (axes[k].count > points / product)
            return false;
        product *= axes[k].count;
    }
    return product == points;
}

static void put_axis(FILE *to, const levels *axis, bool grid)
{
    fputs("{\"from\": ", to);
    fe_put_json_number(to, axis->values[0]);
    fputs(", \"to\": ", to);
    fe_put_json_number(to, axis->values[axis->count - 1]);
    fputs(", \"levels\": ", to);
    for (size_t i = 0; grid && i < axis->count; i++) {
        fputs(i ? ", " : "[", to);
        fe_put_json_number(to, axis->values[i]);
    }
    fputs(grid ? "]}" : "null}", to);
}

void wb_put_study_axes(FILE *to, const tml_study *study)
{
    const size_t parameters = tml_study_parameter_count(study), points = (size_t)tml_study_point_count(study);
    levels *axes = calloc(parameters + 1, sizeof *axes);
    double *row = malloc((parameters + 1) * sizeof *row);
    fputs("[", to);
    if (axes && row && points > 0 && read_values(study, axes, points, row)) {
        for (size_t k = 0; k < parameters; k++)
            sort(&axes[k], points);
        const bool grid = is_grid(axes, parameters, points);
        for (size_t k = 0; k < parameters; k++) {
            fputs(k ? ", " : "", to);
            put_axis(to, &axes[k], grid);
        }
    }
    fputs("]", to);
    for (size_t k = 0; axes && k < parameters; k++)
        free(axes[k].values);
    free(axes);
    free(row);
}
