/* channels.c - one walk over bodies, points, joints, forces, drivers; it counts the channels, names them, or fills in their
 * values. */
#include "result/channels.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const tml_system *s;
    const tml_instant *at; /* NULL: no values */
    tml_arena *arena;
    tml_column *columns; /* NULL: no names */
    double *row;
    size_t count;
} walk;

static void put(walk *w, const char *of, const char *name, const char *unit, double value)
{
    if (w->at)
        w->row[w->count] = value;
    else if (w->columns)
        w->columns[w->count] = (tml_column){of ? tml_arena_dotted(w->arena, of, name) : name, unit};
    w->count++;
}

static void put3(walk *w, const char *of, const char *const names[3], const char *unit, tml_vec3 x)
{
    put(w, of, names[0], unit, x.x);
    put(w, of, names[1], unit, x.y);
    if (w->s->space)
        put(w, of, names[2], unit, x.z);
}

static const char *const X[] = {"x", "y", "z"}, *const V[] = {"vx", "vy", "vz"}, *const A[] = {"ax", "ay", "az"};
static const char *const W[] = {"omegax", "omegay", "omegaz"}, *const AL[] = {"alphax", "alphay", "alphaz"};

typedef struct {
    tml_vec3 x, v, a, w, alpha; /* centre of mass and turning, ground axes */
    tml_mat3 R;
} motion;

static motion motion_of(const tml_instant *at, int body)
{
    const tml_system *s = at->work->system;
    motion m = {.R = tml_quat_matrix((tml_quat){1, 0, 0, 0})};
    if (body == 0)
        return m;
    const double *a = at->a + (size_t)(body - 1) * (size_t)s->nvb;
    if (s->space) {
        const tml_motion3 *b = &at->work->motion3[body];
        m = (motion){b->x, b->v, {a[0], a[1], a[2]}, b->w, tml_rotate(&b->R, (tml_vec3){a[3], a[4], a[5]}), b->R};
    } else {
        const tml_motion2 *b = &at->work->motion2[body];
        m.x = (tml_vec3){b->x, b->y, 0};
        m.v = (tml_vec3){b->vx, b->vy, 0};
        m.a = (tml_vec3){a[0], a[1], 0};
        m.w.z = b->w;
        m.alpha.z = a[2];
        m.R = (tml_mat3){{{b->c, -b->s, 0}, {b->s, b->c, 0}, {0, 0, 1}}};
    }
    return m;
}

static void body_channels(walk *w, int body)
{
    const char *name = w->s->masses[body].name;
    const motion m = w->at ? motion_of(w->at, body) : (motion){0};
    put3(w, name, X, "m", m.x);
    if (w->s->space) {
        static const char *const Q[] = {"qw", "qx", "qy", "qz"};
        for (int k = 0; k < 4; k++)
            put(w, name, Q[k], "", w->at ? w->at->q[(body - 1) * 7 + 3 + k] : 0);
    } else {
        put(w, name, "angle", "rad", w->at ? w->at->work->motion2[body].phi : 0);
    }
    put3(w, name, V, "m/s", m.v);
    if (w->s->space)
        put3(w, name, W, "rad/s", m.w);
    else
        put(w, name, "omega", "rad/s", m.w.z);
    put3(w, name, A, "m/s^2", m.a);
    if (w->s->space)
        put3(w, name, AL, "rad/s^2", m.alpha);
    else
        put(w, name, "alpha", "rad/s^2", m.alpha.z);
}

static void point_channels(walk *w, int body, const tml_point *point)
{
    const char *name = !w->columns ? NULL : tml_arena_dotted(w->arena, w->s->masses[body].name, point->name);
    motion m = w->at ? motion_of(w->at, body) : (motion){0};
    const tml_vec3 r = tml_rotate(&m.R, tml_sub(point->p, w->s->masses[body].com)), spin = tml_cross(m.w, r);
    put3(w, name, X, "m", tml_add(m.x, r));
    put3(w, name, V, "m/s", tml_add(m.v, spin));
    put3(w, name, A, "m/s^2", tml_add(m.a, tml_add(tml_cross(m.alpha, r), tml_cross(m.w, spin))));
}

/* What acts between two bodies: rows and laws of a joint, or laws of a force. */
typedef struct {
    int body1, body2;
    tml_vec3 p2; /* where it is reported, on the second body */
    int first_row, row_count, first_law, law_count;
} connection;

/* Its wrench on one body, about its centre of mass, in its own coordinates. */
static void on_body(const tml_instant *at, const connection *j, int body, double sum[6])
{
    const tml_workspace *w = at->work;
    const tml_system *s = w->system;
    memset(sum, 0, 6 * sizeof(double));
    for (int i = j->first_row; i < j->first_row + j->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int c = 0; s->blocks[k].body == body && c < s->nvb; c++)
                sum[c] += at->lambda[i] * w->G[(size_t)k * (size_t)s->nvb + (size_t)c];
    for (int i = j->first_law; i < j->first_law + j->law_count; i++)
        for (int k = s->laws[i].terms.first; k < s->laws[i].terms.first + s->laws[i].terms.count; k++) {
            const tml_measure *m = &s->measures[s->terms[k].measure];
            const double *J = w->J + (size_t)s->terms[k].measure * 2 * (size_t)s->nvb;
            const double f = w->force[i] * s->terms[k].coefficient;
            for (int c = 0; c < s->nvb; c++)
                sum[c] += f * ((m->body1 == body) * J[c] + (m->body2 == body) * J[s->nvb + c]);
        }
}

/* On the second body at its point, ground axes; taken from the first where the second is the ground. */
static void wrench_of(const tml_instant *at, const connection *j, double wrench[6])
{
    const tml_system *s = at->work->system;
    const bool second = j->body2 != 0;
    const int body = second ? j->body2 : j->body1;
    const motion m = motion_of(at, body), m2 = motion_of(at, j->body2);
    double sum[6];
    on_body(at, j, body, sum);
    const tml_vec3 f = {sum[0], sum[1], s->space ? sum[2] : 0};
    const tml_vec3 moment = s->space ? tml_rotate(&m.R, (tml_vec3){sum[3], sum[4], sum[5]}) : (tml_vec3){0, 0, sum[2]};
    const tml_vec3 point = tml_add(m2.x, tml_rotate(&m2.R, j->p2)), arm = tml_sub(m.x, point);
    const tml_vec3 torque = tml_add(moment, tml_cross(arm, f));
    const double sign = second ? 1 : -1;
    memcpy(wrench, (double[]){sign * f.x, sign * f.y, sign * f.z, sign * torque.x, sign * torque.y, sign * torque.z},
           6 * sizeof(double));
}

void tml_joint_reaction(const tml_instant *at, int joint, double wrench[6])
{
    const tml_joint *j = &at->work->system->joints[joint];
    const connection c = {j->body1, j->body2, j->p2, j->first_row, j->row_count, j->first_law, j->law_count};
    wrench_of(at, &c, wrench);
}

static void wrench_channels(walk *w, const char *name, const double wrench[6])
{
    static const char *const F[] = {"fx", "fy", "fz"}, *const T[] = {"tx", "ty", "tz"};
    put3(w, name, F, "N", (tml_vec3){wrench[0], wrench[1], wrench[2]});
    if (w->s->space)
        put3(w, name, T, "N*m", (tml_vec3){wrench[3], wrench[4], wrench[5]});
    else
        put(w, name, "torque", "N*m", wrench[5]);
}

/* In gimbal lock the rates of the three angles of a joint are not defined: their measures have no derivatives there. */
static bool is_locked(const tml_workspace *work, const tml_joint_coordinate *f)
{
    const tml_measure_kind kind = work->system->measures[f->term.measure].kind;
    const double *J = work->J + (size_t)f->term.measure * 12;
    bool any = !work->system->space || (kind != TML_SLOPE && kind != TML_ANGLE);
    for (int i = 0; i < 12 && !any; i++)
        any = J[i] != 0;
    return !any;
}

static void coordinate_channels(walk *w, const tml_joint *j)
{
    for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
        const tml_joint_coordinate *f = &w->s->coordinates[k];
        const bool turns = strcmp(f->unit, "rad") == 0;
        char speed[64] = "speed", acceleration[64] = "acceleration";
        if (f->term.measure < 0)
            continue;
        if (j->coordinate_count > 1 && w->columns) {
            snprintf(speed, sizeof speed, "%s_speed", f->name);
            snprintf(acceleration, sizeof acceleration, "%s_acceleration", f->name);
        }
        const tml_workspace *work = w->at ? w->at->work : NULL;
        put(w, j->name, f->name, f->unit, work ? f->term.coefficient * work->value[f->term.measure] : 0);
        const bool locked = work && is_locked(work, f);
        put(w, j->name, speed, turns ? "rad/s" : "m/s",
            locked ? NAN
            : work ? f->term.coefficient * work->rate[f->term.measure]
                   : 0);
        put(w, j->name, acceleration, turns ? "rad/s^2" : "m/s^2",
            locked ? NAN
            : work ? tml_workspace_term_acceleration(work, f->term, w->at->a)
                   : 0);
    }
}

static void joint_channels(walk *w, int joint)
{
    const tml_joint *j = &w->s->joints[joint];
    double wrench[6] = {0};
    coordinate_channels(w, j);
    if (w->at)
        tml_joint_reaction(w->at, joint, wrench);
    if (j->class->connects == TML_CONNECT_POINTS) {
        double f = 0;
        if (w->at)
            f = j->row_count ? w->at->lambda[j->first_row] : w->at->work->force[j->first_law];
        put(w, j->name, "tension", "N", -f);
    }
    wrench_channels(w, j->name, wrench);
}

static void force_channels(walk *w, const tml_force *force)
{
    const tml_force_class *c = force->class;
    if (c->reports_wrench) {
        double wrench[6] = {0};
        const connection all = {force->body1, force->body2, force->p2, 0, 0, force->first_law, force->law_count};
        if (w->at)
            wrench_of(w->at, &all, wrench);
        wrench_channels(w, force->name, wrench);
    }
    for (int i = 0; i < force->deflection.count; i++) {
        const tml_term term = w->s->terms[force->deflection.first + i];
        put(w, force->name, tml_deflection_name(w->s->space, i), i < (w->s->space ? 3 : 2) ? "m" : "rad",
            w->at ? term.coefficient * w->at->work->value[term.measure] : 0);
    }
    for (size_t i = 0; i < c->channels_count && force->law_count; i++) {
        const tml_force_channel *ch = &c->channels[i];
        const tml_term term = w->s->terms[w->s->laws[force->first_law].terms.first];
        const bool slides = force->slides && ch->what == TML_CHANNEL_FORCE;
        double value = 0;
        if (w->at) {
            const tml_workspace *work = w->at->work;
            const double s = term.coefficient * work->value[term.measure],
                         rate = term.coefficient * work->rate[term.measure];
            const double f = work->force[force->first_law];
            switch (ch->what) {
            case TML_CHANNEL_VALUE:
                value = s;
                break;
            case TML_CHANNEL_RATE:
                value = rate;
                break;
            case TML_CHANNEL_FORCE:
                value = f;
                break;
            case TML_CHANNEL_POWER:
                value = f * rate;
                break;
            }
        }
        put(w, force->name, slides ? "force" : ch->name, slides ? "N" : ch->unit, ch->factor * value);
    }
}

double tml_instant_energy(const tml_instant *at)
{
    return tml_workspace_kinetic(at->work) + at->work->potential;
}

/* Last, and only where joints are compliant: formulations of one model have all other channels in common. */
static void opening_channels(walk *w)
{
    double opening = 0, rotation = 0;
    bool complies = false;
    for (int i = 0; i < w->s->joint_count; i++) {
        double o = 0, r = 0;
        complies |= w->at ? tml_joint_opening(w->at->work, i, &o, &r) : tml_joint_is_compliant(w->s, i);
        opening = o > opening || isnan(o) ? o : opening;
        rotation = r > rotation || isnan(r) ? r : rotation;
    }
    if (!complies)
        return;
    put(w, "residual", "opening", "m", opening);
    put(w, "residual", "rotation", "rad", rotation);
}

static void whole_channels(walk *w)
{
    const tml_instant *at = w->at;
    const double kinetic = at ? tml_workspace_kinetic(at->work) : 0, potential = at ? at->work->potential : 0;
    put(w, "energy", "kinetic", "J", kinetic);
    put(w, "energy", "potential", "J", potential);
    put(w, "energy", "work", "J", at ? at->work_done : 0);
    put(w, "energy", "error", "J", at && !at->single ? kinetic + potential - at->work_done - at->energy_start : 0);
    put(w, "residual", "position", "m", at ? at->position : 0);
    put(w, "residual", "velocity", "m/s", at ? at->velocity : 0);
    opening_channels(w);
}

static void walk_all(walk *w)
{
    const tml_system *s = w->s;
    put(w, NULL, "t", "s", w->at ? w->at->t : 0);
    for (int i = 1; i < s->nb; i++) {
        body_channels(w, i);
        for (int k = 0; k < s->masses[i].written->point_count; k++)
            point_channels(w, i, &s->masses[i].written->points[k]);
    }
    for (int i = 0; i < s->joint_count; i++)
        joint_channels(w, i);
    for (int i = 0; i < s->force_count; i++)
        force_channels(w, &s->forces[i]);
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        const double f = !w->at ? 0 : d->law >= 0 ? w->at->work->force[d->law] : w->at->lambda[d->row];
        put(w, d->name, d->is_rotation ? "torque" : "force", d->is_rotation ? "N*m" : "N", f);
        put(w, d->name, "power", "W", w->at ? f * w->at->work->motion[3 * d->row + 1] : 0);
    }
    whole_channels(w);
}

tml_column *tml_channels(const tml_system *system, tml_arena *arena, size_t *count)
{
    walk all = {.s = system}, w = {.s = system, .arena = arena};
    walk_all(&all);
    w.columns = TML_NEW_ARRAY(arena, tml_column, all.count);
    walk_all(&w);
    *count = w.count;
    return w.columns;
}

void tml_channels_fill(const tml_instant *instant, double *row)
{
    walk w = {.s = instant->work->system, .at = instant, .row = row};
    walk_all(&w);
}

/* Behind t, each body's position comes first of what is told of it and of its points. */
void tml_channels_positions(const tml_system *system, const double *row, double *q)
{
    const size_t nqb = system->space ? 7 : 3, body = system->space ? 19 : 9, point = system->space ? 9 : 6;
    row++;
    for (int i = 1; i < system->nb; i++) {
        memcpy(q + (size_t)(i - 1) * nqb, row, nqb * sizeof(double));
        row += body + (size_t)system->masses[i].written->point_count * point;
    }
}
