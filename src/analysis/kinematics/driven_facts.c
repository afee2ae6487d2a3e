/* driven_facts.c - facts about a driven motion: extremes of the rows of a channel; what friction takes, and which part of what drivers put in, or of
 * what they take out, is left by it. */
#include "analysis/kinematics/driven_facts.h"
#include <math.h>

tml_extremes tml_extremes_of(const tml_table *t, const char *channel, bool finite_only)
{
    const long column = tml_table_find(t, channel);
    tml_extremes e = {.least = INFINITY, .low = INFINITY, .high = -INFINITY};
    for (size_t row = 0; column >= 0 && row < t->row_count; row++) {
        const double time = t->values[row * t->column_count], x = t->values[row * t->column_count + (size_t)column];
        if (finite_only && isnan(x))
            continue;
        if (fabs(x) < e.least)
            e.least = fabs(x), e.least_time = time;
        if (isnan(x) || fabs(x) > fabs(e.max) * (1 + 1e-9))
            e.max = x, e.most_time = time;
        e.low = fmin(e.low, x), e.high = fmax(e.high, x);
    }
    return e;
}

void tml_driven_friction_facts(tml_table *table, double loss, double driven)
{
    tml_table_add_fact(table, "friction loss", loss, "%.9g J", loss);
    if (!isfinite(driven) || !(fabs(driven) + loss > 0))
        return;
    if (driven > 0 && loss > driven * (1 + 1e-9))
        tml_table_add_fact(table, "efficiency", 0,
                           "0 %%: friction takes all of %.6g J from the actuators and %.6g J from the loads", driven,
                           loss - driven);
    else if (driven > 0)
        tml_table_add_fact(table, "efficiency", fmax(0, driven - loss) / driven,
                           "%.6g %%: of %.6g J from the actuators friction takes %.6g J",
                           100 * fmax(0, driven - loss) / driven, driven, loss);
    else
        tml_table_add_fact(table, "efficiency", driven / (driven - loss),
                           "%.6g %%: of %.6g J from the loads friction takes %.6g J, the actuators brake",
                           100 * driven / (driven - loss), loss - driven, loss);
}
