/* energy.c - a check that all formulations could fail together: the energy balance.
 *
 * E(t) = T + V - W, as each run reports its change since the start (energy.error). With E_c of the coarser and E_f of
 * the finer run it is explained up to 3 max |E_c - E_f| until t + a fraction of the energy scale: the rest is not due
 * to the step size.
 */
#include "verify/align.h"
#include "verify/spread.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double TRUST = 3;
static const double PART = 1e-5;      /* of the energy scale */
static const double ROUNDING = 1e-11; /* of the energies themselves, however little they change */

static double fact(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < t->fact_count; i++)
        if (strcmp(t->facts[i].name, name) == 0)
            return t->facts[i].number;
    return 0;
}

static long column_of(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (strcmp(t->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Work of the largest force in a table over the size of the mechanism, or of a torque over 1 rad: of rounding of positions where loads are held. */
static double work_of_loads(const tml_verify_plan *p, const tml_table *t)
{
    double most = 0;
    for (size_t c = 0; c < t->column_count; c++) {
        const bool torque = strcmp(t->columns[c].unit, "N*m") == 0;
        for (size_t r = 0; (torque || strcmp(t->columns[c].unit, "N") == 0) && r < t->row_count; r++)
            most = fmax(most, fabs(t->values[r * t->column_count + c]) * (torque ? 1 : p->size));
    }
    return most;
}

/* What is no error: a fraction of the change of energies in a table, and rounding of their values, or of those for a
 * fall by its size or a motion across it in the time of the motion, or of loads that are held. */
static double floor_of(const tml_verify_plan *p, const tml_table *t)
{
    static const char *const parts[] = {"energy.kinetic", "energy.potential", "energy.work"};
    const double span = t->row_count ? tml_spread_time(t, t->row_count - 1) - tml_spread_time(t, 0) : 0;
    double scale = fact(t, "energy scale"), size = fmax(p->mass * p->gravity * p->size, work_of_loads(p, t));
    if (span > 0)
        size = fmax(size, p->mass * (p->size / span) * (p->size / span));
    for (int i = 0; i < 3; i++) {
        const long c = column_of(t, parts[i]);
        for (size_t r = 0; c >= 0 && r < t->row_count; r++) {
            const double value = t->values[r * t->column_count + (size_t)c];
            scale = fmax(scale, fabs(value - (i == 1 ? t->values[c] : 0)));
            size = fmax(size, fabs(value));
        }
    }
    return PART * scale + ROUNDING * size;
}

static const char *check_table(tml_verify_workspace *v, const char *name, const tml_table *fine,
                               const tml_table *coarse)
{
    const long c = column_of(fine, "energy.error");
    if (c < 0 || column_of(coarse, "energy.error") != c || fine->column_count != coarse->column_count)
        return NULL;
    const double floor = floor_of(&v->plan, fine);
    double apart = 0;
    const tml_table *const runs[] = {fine, coarse};
    const tml_alignment a = tml_align(runs, 2, 2, 0, &v->scratch);
    fine = tml_align_table(&a, runs, 0, &v->scratch), coarse = tml_align_table(&a, runs, 1, &v->scratch);
    const size_t rows = fine->row_count < coarse->row_count ? fine->row_count : coarse->row_count;
    for (size_t r = 0; r < rows; r++) {
        const size_t next = r + 1 < rows ? r + 1 : r;
        for (size_t k = r; k <= next; k++)
            apart = fmax(apart, fabs(fine->values[k * fine->column_count + (size_t)c] -
                                     coarse->values[k * fine->column_count + (size_t)c]));
        const double error = fine->values[r * fine->column_count + (size_t)c];
        if (fabs(error) > TRUST * apart + floor)
            return tml_arena_format(v->arena,
                                    "the energy balance of %s is off by %.3g J at t = %.6g s, where its own errors and "
                                    "rounding explain %.2g J",
                                    name, error, tml_spread_time(fine, r), TRUST * apart + floor);
    }
    return NULL;
}

const char *tml_verify_energy(tml_verify_workspace *v)
{
    const char *found = NULL;
    for (int i = 0; i < tml_formulation_class_count && !found; i++) {
        if (v->of[i][TML_RUN_FINE] < 0 || v->list[i].verdict != TML_AGREES || tml_verify_is_compliant(v, i))
            continue;
        const tml_results *fine = v->jobs[v->of[i][TML_RUN_FINE]].results,
                          *coarse = v->jobs[v->of[i][TML_RUN_COARSE]].results;
        for (int k = 0; !found && tml_spread_table(fine, k) && tml_spread_table(coarse, k); k++)
            found = check_table(v, v->list[i].name, tml_spread_table(fine, k), tml_spread_table(coarse, k));
    }
    return found;
}
