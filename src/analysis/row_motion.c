/* row_motion.c - finds the columns of the bodies once, then reads row by row. */
#include "analysis/row_motion.h"
#include <string.h>

int tml_row_motion_analysis(const tml_model *model, const tml_table *table)
{
    const int last = model->analysis_count - 1, of = (int)table->analysis;
    return of < last ? of : last;
}

long tml_row_motion_column(const tml_row_motion *m, const char *element, const char *what)
{
    return tml_names_find_in(&m->columns, element, what, strlen(what));
}

static bool find_columns(tml_row_motion *m)
{
    const tml_system *s = m->system;
    for (int i = 1; i < s->nb; i++) {
        const char *name = s->masses[i].name;
        const tml_body_columns c = {tml_row_motion_column(m, name, "x"), tml_row_motion_column(m, name, "vx"),
                                    tml_row_motion_column(m, name, s->space ? "omegax" : "omega"),
                                    tml_row_motion_column(m, name, "ax"),
                                    tml_row_motion_column(m, name, s->space ? "alphax" : "alpha")};
        if (c.position < 0 || c.velocity < 0 || c.angular_velocity < 0 || c.acceleration < 0 ||
            c.angular_acceleration < 0)
            return false;
        m->where[i] = c;
    }
    return true;
}

/* Tables of an analysis beside its first, such as "dynamics.events", have a dot in their kind. */
bool tml_row_motion_find(tml_row_motion *m, const tml_table *table, const tml_system *system, tml_arena *arena)
{
    *m = (tml_row_motion){.table = table, .system = system, .columns = {.arena = arena}};
    if (system->nb < 2 || strchr(table->kind, '.'))
        return false;
    for (size_t i = 0; i < table->column_count; i++)
        tml_names_add(&m->columns, table->columns[i].name, (int)i);
    m->time = tml_names_find(&m->columns, "t");
    m->where = TML_NEW_ARRAY(arena, tml_body_columns, system->nb);
    m->bodies = TML_NEW_ARRAY(arena, tml_body_motion, system->nb);
    m->bodies[0].R = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    m->work = tml_workspace_make(system, arena);
    m->q = TML_NEW_ARRAY(arena, double, system->nq + 1);
    m->v = TML_NEW_ARRAY(arena, double, system->nv + 1);
    return find_columns(m);
}

static tml_vec3 vector(const double *row, long first, bool space)
{
    return (tml_vec3){row[first], row[first + 1], space ? row[first + 2] : 0};
}

static tml_vec3 axial(const double *row, long first, bool space)
{
    return space ? vector(row, first, true) : (tml_vec3){0, 0, row[first]};
}

static tml_mat3 rotation(const tml_row_motion *m, int body)
{
    if (m->system->space)
        return m->work->motion3[body].R;
    const tml_motion2 *x = &m->work->motion2[body];
    return (tml_mat3){{{x->c, -x->s, 0}, {x->s, x->c, 0}, {0, 0, 1}}};
}

void tml_row_motion_take(tml_row_motion *m, const double *row)
{
    const tml_system *s = m->system;
    const size_t each = (size_t)s->nqb;
    for (int i = 1; i < s->nb; i++)
        memcpy(m->q + (size_t)(i - 1) * each, row + m->where[i].position, each * sizeof(double));
    tml_workspace_set_state(m->work, m->time < 0 ? 0 : row[m->time], m->q, m->v);
    for (int i = 1; i < s->nb; i++) {
        const tml_body_columns *c = &m->where[i];
        m->bodies[i] = (tml_body_motion){.centre = vector(row, c->position, s->space),
                                         .v = vector(row, c->velocity, s->space),
                                         .omega = axial(row, c->angular_velocity, s->space),
                                         .a = vector(row, c->acceleration, s->space),
                                         .alpha = axial(row, c->angular_acceleration, s->space),
                                         .R = rotation(m, i)};
    }
}
