/* rolling_point.c - where two rolling surfaces touch, from their rows.
 *
 * Unit forces f_i along the rows act at the touching point, r from the centre of mass, with the moments m_i = r x f_i. The f_i are the axes of a
 * frame, so that  sum of f_i x m_i = 2 r  in space; in the plane, where only components across z remain, the sum is r itself.
 */
#include "system/channel/channels.h"

/* Force and moment on a body, ground axes, of a unit force along some terms. */
static void add_terms(const tml_workspace *work, tml_terms terms, int body, tml_vec3 *force, tml_vec3 *moment)
{
    const tml_system *s = work->system;
    double sum[6] = {0};
    for (int k = terms.first; k < terms.first + terms.count; k++) {
        const tml_measure *m = &s->measures[s->terms[k].measure];
        const double *J = work->J + (size_t)s->terms[k].measure * 2 * (size_t)s->nvb;
        for (int side = 0; side < 2; side++)
            for (int i = 0; (side ? m->body2 : m->body1) == body && i < s->nvb; i++)
                sum[i] += work->coefficient[k] * J[side * s->nvb + i];
    }
    *force = (tml_vec3){sum[0], sum[1], s->space ? sum[2] : 0};
    *moment =
        s->space ? tml_rotate(&work->motion3[body].R, (tml_vec3){sum[3], sum[4], sum[5]}) : (tml_vec3){0, 0, sum[2]};
}

tml_vec3 tml_rolling_point(const tml_workspace *work, const tml_joint *j)
{
    const tml_system *s = work->system;
    const int body = j->body2 ? j->body2 : j->body1;
    tml_vec3 r = {0, 0, 0}, force, moment;
    for (int i = 0; i < j->row_count + j->law_count; i++) {
        add_terms(work,
                  i < j->row_count ? s->rows[j->first_row + i].terms : s->laws[j->first_law + i - j->row_count].terms,
                  body, &force, &moment);
        r = tml_add(r, tml_cross(force, moment));
    }
    if (s->space)
        return tml_add(work->motion3[body].x, tml_scale(0.5, r));
    return tml_add((tml_vec3){work->motion2[body].x, work->motion2[body].y, 0}, r);
}
