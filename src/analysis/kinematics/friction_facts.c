/* friction_facts.c - what friction takes along a driven motion, and which part of what drivers put in, or of what they take out, is left by it. */
#include "analysis/kinematics/friction_facts.h"
#include <math.h>

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
