/* spread_scales.c - what differences are relative to: the largest values of a quantity, of all entrants their lower median. */
#include "verify/spread.h"
#include <float.h>
#include <math.h>

static const double RELATED =
    1e-3; /* smallest scale of rotations relative to the related translations, and vice versa */

static const double STRETCHED = 1e-4; /* of k times the size: forces of springs are known to its rounding */

static void find_largest(tml_spreads *s, int i)
{
    tml_spread *f = &s->of[i];
    for (int k = 0; k < s->motions; k++) {
        const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
        for (size_t row = 0; row < f->rows[k]; row++)
            for (size_t j = 0; j < s->columns[k]; j++) {
                const tml_compared *ch = &s->channels[k][j];
                const double value = fabs(t->values[row * t->column_count + j]);
                if (ch->quantity < 0 || ch->power || (f->compliant && !tml_spread_counts_compliant(s, i, ch, k, row)) ||
                    !isfinite(value))
                    continue;
                double *largest = &f->largest[ch->quantity][ch->is_rotation];
                *largest = fmax(*largest, value);
            }
    }
}

/* The lower median of the entrants' largest values: a wrong one does not set the scale. */
static double median_largest(const tml_spreads *s, int quantity, int is_rotation)
{
    double sorted[TML_MAX_ENTRANTS];
    int n = 0;
    for (int i = 0; i < s->count; i++) {
        const double largest = s->of[i].largest[quantity][is_rotation];
        int at = n;
        for (; s->of[i].row_count && at > 0 && sorted[at - 1] > largest; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = largest;
        n += s->of[i].row_count > 0;
    }
    return n ? sorted[(n - 1) / 2] : 0;
}

/* Each state has a unit, and so a scale, of its own: the lower median of its largest values. */
static void find_state_scales(tml_spreads *s)
{
    s->scale[TML_STATE][0] = s->scale[TML_STATE][1] = 1;
    for (int k = 0; k < s->tables; k++)
        for (size_t j = 0; j < s->columns[k]; j++) {
            if (s->channels[k][j].quantity != TML_STATE)
                continue;
            for (int i = 0; i < s->count; i++) {
                const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
                double *largest = &s->of[i].largest[TML_STATE][0];
                *largest = 0;
                for (size_t row = 0; row < s->of[i].rows[k]; row++)
                    if (isfinite(t->values[row * t->column_count + j]))
                        *largest = fmax(*largest, fabs(t->values[row * t->column_count + j]));
            }
            s->channels[k][j].scale = median_largest(s, TML_STATE, 0);
        }
}

/* Impulses of one table have a scale for translations and one for rotations. */
static void find_impulse_scales(tml_spreads *s, int k)
{
    const double arm = s->measured->size > 0 ? s->measured->size : 1;
    double largest[2];
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < s->count; i++) {
            const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
            s->of[i].largest[TML_STATE][0] = 0;
            for (size_t n = 0; n < s->of[i].rows[k] * s->columns[k]; n++) {
                const size_t row = n / s->columns[k], j = n % s->columns[k];
                if (tml_spread_is_impulse(&t->columns[j]) && s->channels[k][j].is_rotation == turn)
                    s->of[i].largest[TML_STATE][0] =
                        fmax(s->of[i].largest[TML_STATE][0], fabs(t->values[row * t->column_count + j]));
            }
        }
        largest[turn] = median_largest(s, TML_STATE, 0);
    }
    const double scale[2] = {fmax(largest[0], RELATED * largest[1] / arm),
                             fmax(largest[1], RELATED * largest[0] * arm)};
    for (size_t j = 0; j < s->columns[k]; j++)
        if (s->channels[k][j].quantity == TML_REACTION)
            s->channels[k][j].scale = fmax(scale[s->channels[k][j].is_rotation], DBL_MIN);
}

/* A scale for translations and one for rotations: the largest value, but not less than `floor` or a thousandth of the
 * related one; `arm` converts one into the other. */
static void set_scale(tml_spreads *s, int quantity, double arm, double floor)
{
    const double slide = median_largest(s, quantity, 0), turn = median_largest(s, quantity, 1);
    s->scale[quantity][0] = fmax(fmax(slide, RELATED * arm * turn), floor);
    s->scale[quantity][1] = fmax(fmax(turn, RELATED * slide / arm), floor / arm);
    for (int k = 0; k < 2; k++)
        if (s->scale[quantity][k] == 0)
            s->scale[quantity][k] = 1; /* all are zero: any will do */
}

void tml_spreads_scale(tml_spreads *s)
{
    const double size = s->measured->size > 0 ? s->measured->size : 1;
    const double T = s->end > s->begin ? s->end - s->begin : 1;
    for (int i = 0; i < s->count; i++)
        find_largest(s, i);
    s->scale[TML_TIME][0] = s->scale[TML_TIME][1] = T;
    s->scale[TML_POSITION][0] = size, s->scale[TML_POSITION][1] = 1;
    set_scale(s, TML_VELOCITY, size, size / T);
    set_scale(s, TML_ACCELERATION, size, fmax(s->measured->gravity, size / (T * T)));
    const double weight = s->measured->mass * s->scale[TML_ACCELERATION][0];
    const double tension = STRETCHED * s->measured->stiffness * size; /* of springs, known to the rounding of lengths */
    set_scale(s, TML_REACTION, 1 / size, fmax(RELATED * weight, tension));
    find_state_scales(s);
    for (int k = s->motions; k < s->tables; k++)
        find_impulse_scales(s, k);
}
