/* transmission_angles.c - transmission angles of the dyads of a linkage, as analysis/kinematics/transmission.h defines them, along any motion. */
#include "diagram/diagram.h"

/* Whether this table has not got it already. */
static bool is_wanted(tml_diagram *d, int i)
{
    const tml_transmission *t = &d->ratios->pin[i];
    return t->opposite >= 0 && tml_row_motion_column(&d->row, d->system->joints[t->pin].name, "transmission") < 0;
}

/* Those that are not wanted are dropped. */
static size_t count(tml_diagram *d)
{
    if (!d->ratios)
        return 0;
    int kept = 0;
    for (int i = 0; i < d->ratios->pins; i++)
        if (is_wanted(d, i))
            d->ratios->pin[kept++] = d->ratios->pin[i];
    d->ratios->pins = kept;
    return (size_t)kept;
}

static tml_column *name(tml_diagram *d, tml_column *columns)
{
    for (int i = 0; d->ratios && i < d->ratios->pins; i++)
        *columns++ = (tml_column){
            tml_arena_dotted(&d->arena, d->system->joints[d->ratios->pin[i].pin].name, "transmission"), "rad"};
    return columns;
}

static double *fill(tml_diagram *d, const double *row, double *to)
{
    (void)row;
    for (int i = 0; d->ratios && i < d->ratios->pins; i++)
        *to++ = tml_dyad_transmission(d->row.work, &d->ratios->pin[i]);
    return to;
}

const tml_diagram_section tml_diagram_transmission = {count, name, fill};
