/* scene_motion.c - motions that tables give by segments: samples of the value and its first three derivatives by x, for plots of them.
 *
 * Beside evenly spaced samples there are two at each break, before and behind it: where a derivative jumps both of its values are there.
 */
#include "expression/tabulated.h"
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>

enum { EVEN = 240 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where it is sampled, in order; their number. */
static size_t find_places(tml_scene *scene, const tml_curve *curve, double **places)
{
    const size_t breaks = tml_curve_breaks(curve, NULL);
    double *at = TML_NEW_ARRAY(&scene->arena, double, breaks), *x;
    tml_curve_breaks(curve, at);
    const double first = at[0], last = at[breaks - 1], aside = 1e-9 * (last - first);
    x = TML_NEW_ARRAY(&scene->arena, double, EVEN + 1 + 2 * breaks);
    size_t count = 0;
    for (int i = 0; i < EVEN; i++)
        x[count++] = first + (last - first) * i / EVEN;
    x[count++] = last - aside; /* the end of a period is the beginning of the next */
    for (size_t i = 1; i + 1 < breaks; i++) {
        x[count++] = at[i] - aside;
        x[count++] = at[i] + aside;
    }
    qsort(x, count, sizeof *x, ascending);
    *places = x;
    return count;
}

static void put_kind(tml_scene *scene, const char *key, tml_kind kind)
{
    char unit[64] = "";
    if (kind.typed)
        tml_dimension_print(kind.dimension, unit, sizeof unit);
    tml_json_text(&scene->pen, key, unit);
}

static void put_motion(tml_scene *scene, const char *name, const char *column, const tml_tabulated *value)
{
    static const char *const keys[] = {"x", "value", "first", "second", "third"};
    const tml_curve *curve = tml_curve_of_table(value->curve, true);
    double *x;
    const size_t count = find_places(scene, curve, &x);
    tml_json_open(&scene->pen, NULL, '{');
    tml_json_text(&scene->pen, "name", name);
    if (column)
        tml_json_text(&scene->pen, "column", column);
    put_kind(scene, "x_unit", value->kinds[0]);
    put_kind(scene, "unit", value->kinds[1]);
    tml_scene_number(scene, "period", tml_curve_period(curve));
    for (int k = 0; k < 5; k++) {
        tml_json_open(&scene->pen, keys[k], '[');
        for (size_t i = 0; i < count; i++) {
            const tml_jet jet = tml_curve_jet(curve, x[i]);
            const double values[] = {x[i], jet.f, jet.d, jet.dd, k == 4 ? tml_curve_third(curve, x[i]) : 0};
            tml_scene_number(scene, NULL, values[k]);
        }
        tml_json_close(&scene->pen, ']');
    }
    tml_json_close(&scene->pen, '}');
}

void tml_scene_motions(tml_scene *scene)
{
    const tml_resolved *r = scene->start.resolved;
    tml_json_open(&scene->pen, "motions", '[');
    for (int i = 0; scene->model->tables && i < scene->model->tables->count; i++) {
        const tml_data_table *table = &r->tables[i];
        for (int k = 0; k < table->count && !table->bad; k++)
            if (table->values[k].curve && tml_curve_is_motion(table->values[k].curve))
                put_motion(scene, scene->model->tables->keys[i]->text, table->names ? table->names[k] : NULL,
                           &table->values[k]);
    }
    tml_json_close(&scene->pen, ']');
}
