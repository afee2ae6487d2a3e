/* motion_numbers.c - numbers of a motion: the kind of x and that of its value f follow from the first that has units,
 *
 *   [f^(n)] = [f] [x]^-n
 */
#include "model/motion_numbers.h"
#include <stdlib.h>

/* dimension * [x]^power */
static tml_dimension by_x(const tml_motion_numbers *m, tml_dimension dimension, int power)
{
    for (int i = 0; i < abs(power); i++)
        tml_dimension_combine(dimension, m->kinds[0].dimension, power > 0 ? 1 : -1, &dimension);
    return dimension;
}

bool tml_motion_number_agrees(tml_motion_numbers *m, const tml_node *node, int is_value, int order, bool typed,
                              tml_dimension dimension)
{
    tml_kind *kind = &m->kinds[is_value];
    if (typed && order == 1 && !m->kinds[0].typed && kind->typed) { /* [x] = [f]/[f'] */
        m->kinds[0].typed = true;
        tml_dimension_combine(kind->dimension, dimension, -1, &m->kinds[0].dimension);
    }
    if (!typed || (order > 0 && !m->kinds[0].typed))
        return true;
    if (!kind->typed)
        *kind = (tml_kind){.typed = true, .dimension = by_x(m, dimension, order)};
    const tml_dimension expected = by_x(m, kind->dimension, -order);
    if (tml_dimension_same(expected, dimension))
        return true;
    char text[2][64];
    tml_kind_print((tml_kind){.typed = true, .dimension = expected}, text[0], sizeof text[0]);
    tml_kind_print((tml_kind){.typed = true, .dimension = dimension}, text[1], sizeof text[1]);
    tml_log_raise(m->r->log, TML_E_DIMENSIONS, node->place, "%s: expected %s, found %s", m->what, text[0], text[1]);
    return false;
}

bool tml_motion_number_read(tml_motion_numbers *m, const tml_node *node, int is_value, int order, double *number)
{
    bool typed;
    tml_dimension dimension;
    if (node->kind != TML_NODE_SCALAR || !node->text[0]) {
        tml_log_raise(m->r->log, TML_E_MOTION, node->place, "%s: a number is expected here", m->what);
        return false;
    }
    if (!tml_constant_read(m->r, node->text, node->place, NULL, m->what, number, &typed, &dimension))
        return false;
    if (!typed && m->units) {
        *number = tml_unit_value(m->units[is_value], *number);
        for (int i = 0; i < order; i++)
            *number /= tml_unit_value(m->units[0], 1);
    }
    return tml_motion_number_agrees(m, node, is_value, order, typed, dimension);
}
