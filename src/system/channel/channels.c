/* channels.c - one walk over bodies, points, joints, forces, drivers; it counts the channels, names them, or fills in their
 * values. Which there are, their names and units, and which value each is, stands in the table (model/channel.h). */
#include "system/channel/channels.h"
#include "base/track.h"
#include "model/channel.h"
#include "model/multiple_joint.h"
#include "system/channel/channel_pass.h"
#include "system/channel/path_tension.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A body's values in the order of TML_BODY_X, and its rotation matrix. */
typedef struct {
    tml_vec3 x, v, a, w, alpha; /* centre of mass and rotation, ground axes */
    double angle, q[4];
    tml_mat3 R;
} motion;
static_assert(offsetof(motion, angle) == TML_BODY_ANGLE * sizeof(double) &&
                  offsetof(motion, q) == TML_BODY_Q * sizeof(double),
              "the values of a body as the table of channels numbers them");

static motion motion_of(const tml_instant *at, int body)
{
    const tml_system *s = at->work->system;
    motion m = {.R = tml_quat_matrix((tml_quat){1, 0, 0, 0})};
    if (body == 0)
        return m;
    const double *a = at->a + (size_t)(body - 1) * (size_t)s->nvb;
    if (s->space) {
        const tml_motion3 *b = &at->work->motion3[body];
        m = (motion){b->x, b->v, {a[0], a[1], a[2]}, b->w, tml_rotate(&b->R, (tml_vec3){a[3], a[4], a[5]}), .R = b->R};
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

static void body_channels(tml_channel_pass *w, int body)
{
    if (!w->at) {
        tml_channel_put_names(w, TML_OF_BODY, w->s->masses[body].name, false);
        return;
    }
    motion m = motion_of(w->at, body);
    if (w->s->space)
        memcpy(m.q, w->at->q + (body - 1) * 7 + 3, sizeof m.q);
    else
        m.angle = w->at->work->motion2[body].phi;
    tml_channel_put_values(w, TML_OF_BODY, false, (const double *)&m);
}

static void point_channels(tml_channel_pass *w, int body, const tml_point *point)
{
    if (!w->at) {
        const char *name = !w->columns ? point->name : tml_arena_dotted(w->arena, w->s->masses[body].name, point->name);
        tml_channel_put_names(w, TML_OF_POINT, name, false);
        return;
    }
    const motion m = motion_of(w->at, body);
    const tml_vec3 r = tml_rotate(&m.R, tml_sub(point->p, w->s->masses[body].com)), spin = tml_cross(m.w, r);
    const tml_vec3 values[] = {tml_add(m.x, r), tml_add(m.v, spin),
                               tml_add(m.a, tml_add(tml_cross(m.alpha, r), tml_cross(m.w, spin)))};
    tml_channel_put_values(w, TML_OF_POINT, false, (const double *)values);
}

/* What acts between two bodies: rows and laws of a joint, or laws of a force. */
typedef struct {
    int body1, body2;
    tml_vec3 p2; /* where it is reported, on the second body */
    int first_row, row_count, first_law, law_count;
    int first_added_law, added_law_count;
} connection;

static void add_laws(const tml_workspace *w, int first, int count, int body, double sum[6])
{
    const tml_system *s = w->system;
    for (int i = first; i < first + count; i++)
        for (int k = s->laws[i].terms.first; k < s->laws[i].terms.first + s->laws[i].terms.count; k++) {
            const tml_measure *m = &s->measures[s->terms[k].measure];
            const double *J = w->J + (size_t)s->terms[k].measure * 2 * (size_t)s->nvb;
            const double f = w->force[i] * w->coefficient[k];
            for (int c = 0; c < s->nvb; c++)
                sum[c] += f * ((m->body1 == body) * J[c] + (m->body2 == body) * J[s->nvb + c]);
        }
}

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
    add_laws(w, j->first_law, j->law_count, body, sum);
    add_laws(w, j->first_added_law, j->added_law_count, body, sum);
}

/* On the second body at its point, ground axes; computed from the first if the second is the ground. */
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

static connection connection_of(const tml_joint *j)
{
    return (connection){j->body1,     j->body2,           j->p2,
                        j->first_row, j->row_count,       j->first_law,
                        j->law_count, j->first_added_law, j->added_law_count};
}

void tml_joint_reaction(const tml_instant *at, int joint, double wrench[6])
{
    const connection c = connection_of(&at->work->system->joints[joint]);
    wrench_of(at, &c, wrench);
}

/* In gimbal lock the rates of the three angles of a joint are undefined: their measures have no derivatives there. */
static bool is_locked(const tml_workspace *work, const tml_joint_coordinate *f)
{
    const tml_measure_kind kind = work->system->measures[f->term.measure].kind;
    const double *J = work->J + (size_t)f->term.measure * 12;
    bool any = !work->system->space || (kind != TML_SLOPE && kind != TML_ANGLE);
    for (int i = 0; i < 12 && !any; i++)
        any = J[i] != 0;
    return !any;
}

static void name_channels(tml_channel_pass *w, tml_channel_owner of, const tml_joint *j, const tml_joint_coordinate *f)
{
    const tml_channel_order *order = &w->s->channels->of[of][f->is_rotation];
    for (int i = 0; i < order->count; i++) {
        const tml_channel *c = order->channel[i];
        tml_channel_put(w, w->columns ? tml_joint_coordinate_channel(j, f, c->name, w->arena) : c->name, c->unit, 0);
    }
}

/* Its value, and the channels that every coordinate has. */
static void name_coordinate(tml_channel_pass *w, const tml_joint *j, const tml_joint_coordinate *f)
{
    tml_channel_put_of(w, j->name, f->name, tml_unit_of_motion(f->is_rotation, 0), 0);
    name_channels(w, TML_OF_COORDINATE, j, f);
    if (f->limit >= 0)
        name_channels(w, TML_OF_LIMIT, j, f);
}

static void coordinate_channels(tml_channel_pass *w, const tml_joint *j)
{
    for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
        const tml_joint_coordinate *f = &w->s->coordinates[k];
        if (f->term.measure < 0)
            continue;
        if (!w->at) {
            name_coordinate(w, j, f);
            continue;
        }
        const tml_workspace *work = w->at->work;
        const bool locked = is_locked(work, f);
        const double values[TML_COORDINATE_VALUES] = {
            [TML_COORDINATE_RATE] = locked ? NAN : f->term.coefficient * work->rate[f->term.measure],
            [TML_COORDINATE_ACCELERATION] = locked ? NAN : tml_workspace_term_acceleration(work, f->term, w->at->a)};
        w->row[w->count++] = f->term.coefficient * work->value[f->term.measure];
        tml_channel_put_values(w, TML_OF_COORDINATE, f->is_rotation, values);
        if (f->limit >= 0)
            tml_channel_put_values(w, TML_OF_LIMIT, f->is_rotation,
                                   &(double){tml_workspace_limit_force(work, f->limit)});
    }
}

static void put_wrench(tml_channel_pass *w, tml_channel_owner of, const char *name, const connection *c)
{
    double wrench[TML_WRENCH_VALUES];
    if (w->at)
        wrench_of(w->at, c, wrench);
    tml_channel_put_all(w, of, name, wrench);
}

/* Each of its frictions, then the power of all, and whether they stick. */
static void friction_channels(tml_channel_pass *w, const tml_joint *j)
{
    for (int i = j->first_friction; i < j->first_friction + j->friction_count; i++) {
        const tml_joint_friction *f = &w->s->frictions[i];
        const tml_channel *c = tml_channel_of(TML_OF_FRICTION, f->form->channel, w->s->space, f->form->is_rotation);
        tml_channel_put_of(w, j->name, c->name, c->unit, w->at ? tml_joint_friction_value(w->at->work, f) : 0);
    }
    tml_channel_put_of(w, j->name, "friction_power", "W", w->at ? tml_joint_friction_power(w->at->work, j) : 0);
    if (tml_joint_can_stick(w->s, j))
        tml_channel_put_of(w, j->name, "sticks", "", tml_joint_sticks(w->at, j));
}

/* The gap may be a spring; the others are rows. */
static void rolling_channels(tml_channel_pass *w, const tml_joint *j)
{
    double force[6] = {0};
    if (!w->at) {
        tml_channel_put_names(w, TML_OF_ROLLING, j->name, false);
        return;
    }
    if (j->law_count)
        force[0] = w->at->work->force[j->first_law];
    for (int i = 0; i < j->row_count; i++)
        force[i + (j->law_count > 0)] = w->at->lambda[j->first_row + i];
    const tml_vec3 at = tml_rolling_point(w->at->work, j);
    force[3] = at.x, force[4] = at.y, force[5] = at.z;
    tml_channel_put_values(w, TML_OF_ROLLING, false, force);
}

static void joint_channels(tml_channel_pass *w, int joint)
{
    const tml_joint *j = &w->s->joints[joint];
    const connection c = connection_of(j);
    const tml_channel *more;
    coordinate_channels(w, j);
    if (j->class->connects == TML_CONNECT_POINTS)
        tml_channel_put_all(w, TML_OF_ROD, j->name, &(double){-tml_row_multiplier(w->at, j)});
    if (j->class->connects == TML_CONNECT_EXPRESSION)
        tml_channel_put_of(w, j->name, "multiplier", w->s->relations[tml_joint_terms(w->s, j)->relation - 1].force_unit,
                           tml_row_multiplier(w->at, j));
    if (j->class->connects == TML_CONNECT_SURFACES)
        rolling_channels(w, j);
    if (j->has_teeth)
        tml_channel_put_all(w, TML_OF_TEETH, j->name, tml_tooth_forces(w->at, j, (double[3]){0}));
    if (j->has_teeth && tml_tooth_loss(j) >= 0) {
        tml_channel_put_of(w, j->name, "friction", "N", w->at ? w->at->work->force[tml_tooth_loss(j)] : 0);
        tml_channel_put_of(w, j->name, "friction_power", "W",
                           w->at ? tml_law_power(w->at->work, tml_tooth_loss(j)) : 0);
    }
    for (int i = 0; j->path && i < tml_path_channel_count(j->path); i++) {
        const tml_column of = w->columns ? tml_path_channel(j->path, i, w->arena) : (tml_column){NULL, NULL};
        tml_channel_mix(w, j->path);
        tml_channel_put_of(w, j->name, of.name, of.unit, w->at ? tml_path_value(w->at, j, i) : 0);
    }
    if (!j->path)
        put_wrench(w, TML_OF_JOINT, j->name, &c);
    if (j->friction_count)
        friction_channels(w, j);
    for (int i = 0; (more = tml_clearance_channel(w->s, j, i)) != NULL; i++)
        tml_channel_put_of(w, j->name, more->name, more->unit, w->at ? tml_clearance_value(w->at, j, more) : 0);
}

/* What a joint of several bodies does to the first of them, at its point: minus the sum of what it does to the others. */
static void multiple_joint_channels(tml_channel_pass *w, const tml_multiple_joint *m)
{
    if (!w->at) {
        tml_channel_put_names(w, TML_OF_JOINT, m->resultant, false);
        return;
    }
    const tml_joint *first = &w->s->joints[m->joint];
    const motion m1 = motion_of(w->at, first->body1);
    const tml_vec3 p1 = tml_add(m1.x, tml_rotate(&m1.R, first->p1));
    tml_vec3 force = {0}, torque = {0};
    for (int i = m->joint; i < m->joint + m->count; i++) {
        const tml_joint *j = &w->s->joints[i];
        const motion m2 = motion_of(w->at, j->body2);
        const tml_vec3 arm = tml_sub(tml_add(m2.x, tml_rotate(&m2.R, j->p2)), p1);
        double one[TML_WRENCH_VALUES];
        tml_joint_reaction(w->at, i, one);
        const tml_vec3 f = {one[0], one[1], one[2]}, moment = {one[3], one[4], one[5]};
        force = tml_sub(force, f);
        torque = tml_sub(torque, tml_add(moment, tml_cross(arm, f)));
    }
    const double wrench[TML_WRENCH_VALUES] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    tml_channel_put_values(w, TML_OF_JOINT, false, wrench);
}

static double force_value(const tml_instant *at, const tml_force *force, const tml_force_channel *channel)
{
    const tml_workspace *work = at->work;
    if (force->contact_count)
        return tml_contact_channel(at, force, channel);
    const tml_term term = work->system->terms[work->system->laws[force->first_law].terms.first];
    const double rate = term.coefficient * work->rate[term.measure], f = tml_force_along(work, force);
    return channel->what == TML_CHANNEL_VALUE   ? term.coefficient * work->value[term.measure]
           : channel->what == TML_CHANNEL_RATE  ? rate
           : channel->what == TML_CHANNEL_FORCE ? f
           : channel->what == TML_CHANNEL_HOLDS ? tml_force_sticks(at, force)
                                                : f * rate; /* power */
}

static void deflection_channels(tml_channel_pass *w, const tml_force *force)
{
    double values[6];
    for (int i = 0; w->at && i < force->deflection.count; i++) {
        const tml_term term = w->s->terms[force->deflection.first + i];
        values[i] = term.coefficient * w->at->work->value[term.measure];
    }
    tml_channel_put_all(w, TML_OF_DEFLECTION, force->name, values);
}

static void contact_pair_channels(tml_channel_pass *w, const tml_contact_pair *pair)
{
    double values[TML_CONTACT_VALUES] = {0}, sticks = 0;
    if (w->at) {
        tml_contact_pair_wrench(w->at->work, pair, w->at->work->force, values);
        sticks = tml_contact_pair_sticks(w->at, pair);
    }
    tml_channel_put_all(w, TML_OF_CONTACT, pair->name, values);
    if (pair->rubs)
        tml_channel_put_all(w, TML_OF_CONTACT_FRICTION, pair->name, &sticks);
}

static void force_channels(tml_channel_pass *w, const tml_force *force)
{
    const tml_force_class *class = force->class;
    const connection all = {force->body1, force->body2, force->p2, .first_law = force->first_law,
                            .law_count = force->law_count};
    if (class->reports_wrench)
        put_wrench(w, TML_OF_FORCE, force->name, &all);
    if (force->deflection.count)
        deflection_channels(w, force);
    for (size_t i = 0; i < class->channels_count && force->law_count; i++) {
        const tml_force_channel *c = &class->channels[i];
        if (c->what != TML_CHANNEL_OWN && tml_force_channel_exists(c, !force->slides) &&
            tml_contact_reports(w->s, force, c))
            tml_channel_put_of(w, force->name, c->name, c->unit, w->at ? c->factor * force_value(w->at, force, c) : 0);
    }
    for (int i = 0; i < force->pair_count; i++)
        contact_pair_channels(w, &w->s->contact_pairs[force->first_pair + i]);
}

double tml_instant_energy(const tml_instant *at)
{
    return tml_workspace_kinetic(at->work) + at->work->potential;
}

/* Last, and only if joints are compliant: formulations of one model have all other channels in common. */
static void opening_channels(tml_channel_pass *w)
{
    double opening = 0, rotation = 0;
    bool complies = false;
    for (int i = 0; i < w->s->joint_count; i++) {
        double o = 0, r = 0;
        complies |= w->at ? tml_joint_opening(w->at->work, i, &o, &r) : tml_joint_is_compliant(w->s, i);
        opening = o > opening || isnan(o) ? o : opening;
        rotation = r > rotation || isnan(r) ? r : rotation;
    }
    if (complies)
        tml_channel_put_all(w, TML_OF_COMPLIANCE, NULL, (const double[]){opening, rotation});
}

/* Only where something can be lost so. */
static void loss_channels(tml_channel_pass *w)
{
    if (!w->s->has_friction && !w->s->interaction_count && !w->s->contact_set_count)
        return;
    tml_channel_put_all(w, TML_OF_LOSSES, NULL,
                        (const double[]){w->at ? w->at->friction_loss : 0, w->at ? w->at->impact_loss : 0});
}

static void whole_channels(tml_channel_pass *w)
{
    const tml_instant *at = w->at;
    if (!at) {
        tml_channel_put_names(w, TML_OF_WHOLE, NULL, false);
        return;
    }
    const double kinetic = tml_workspace_kinetic(at->work), potential = at->work->potential;
    const double values[TML_WHOLE_VALUES] = {
        [TML_KINETIC] = kinetic,
        [TML_POTENTIAL] = potential,
        [TML_WORK] = at->work_done,
        [TML_ENERGY_ERROR] = at->single ? 0 : kinetic + potential - at->work_done - at->energy_start,
        [TML_POSITION_RESIDUAL] = at->position,
        [TML_VELOCITY_RESIDUAL] = at->velocity};
    tml_channel_put_values(w, TML_OF_WHOLE, false, values);
}

static void driver_channels(tml_channel_pass *w, const tml_driver_channels *driver)
{
    const tml_drive *d = driver->drive < 0 ? NULL : &w->s->drives[driver->drive];
    double values[TML_DRIVER_VALUES] = {0};
    if (!w->at) {
        tml_channel_put_names(w, TML_OF_DRIVER, driver->name, driver->is_rotation);
        return;
    }
    if (d) {
        values[TML_DRIVER_FORCE] = d->law >= 0 ? w->at->work->force[d->law] : w->at->lambda[d->row];
        values[TML_DRIVER_POWER] = values[TML_DRIVER_FORCE] * w->at->work->motion[3 * d->row + 1];
    }
    tml_channel_put_values(w, TML_OF_DRIVER, driver->is_rotation, values);
}

static void state_channels(tml_channel_pass *w)
{
    const tml_system *s = w->s;
    const tml_workspace *work = w->at ? w->at->work : NULL;
    for (int i = 0; i < s->signal_count; i++)
        tml_channel_put(w, s->signals[i].name, s->signals[i].unit,
                        work ? tml_expression_value(s->signals[i].value, work->inputs, work->expression) : 0);
    for (int i = 0; i < s->state_count; i++) {
        const tml_state_variable *x = &s->states[i];
        tml_channel_put(w, x->name, x->unit, work ? work->inputs[x->input] : 0);
        tml_channel_put_of(w, x->name, "rate", x->rate_unit,
                           work ? tml_expression_value(x->rate, work->inputs, work->expression) : 0);
    }
}

/* Outputs of the user: their place in the row; they are evaluated when the rest of it is known. */
static void output_channels(tml_channel_pass *w)
{
    for (int i = 0; i < w->s->output_count; i++)
        tml_channel_put(w, w->s->outputs[i].name, w->s->outputs[i].unit, NAN);
}

static void body_pass(tml_channel_pass *w, int body)
{
    body_channels(w, body + 1);
    for (int k = 0; k < w->s->masses[body + 1].written->point_count; k++)
        point_channels(w, body + 1, &w->s->masses[body + 1].written->points[k]);
}

static void multiple_joint_pass(tml_channel_pass *w, int joint)
{
    multiple_joint_channels(w, w->s->model->multiple_joints[joint]);
}

static void force_pass(tml_channel_pass *w, int force)
{
    force_channels(w, &w->s->forces[force]);
}

static void driver_pass(tml_channel_pass *w, int driver)
{
    driver_channels(w, &w->s->drivers[driver]);
}

static void state_pass(tml_channel_pass *w, int all)
{
    (void)all;
    state_channels(w);
}

/* Elements in the order of their channels. */
enum { ELEMENT_KINDS = 6 };
static void (*const element_pass[ELEMENT_KINDS])(tml_channel_pass *w, int index) = {
    body_pass, joint_channels, multiple_joint_pass, force_pass, driver_pass, state_pass};

static int element_count(const tml_system *s, int kind)
{
    const int counts[ELEMENT_KINDS] = {s->nb - 1,      s->joint_count,  s->model->multiple_joint_count,
                                       s->force_count, s->driver_count, 1};
    return counts[kind];
}

static void pass_all(tml_channel_pass *w)
{
    tml_channel_put_all(w, TML_OF_TIME, NULL, w->at ? &w->at->t : NULL);
    for (int kind = 0; kind < ELEMENT_KINDS; kind++)
        for (int i = 0, count = element_count(w->s, kind); i < count; i++)
            element_pass[kind](w, i);
    whole_channels(w);
    loss_channels(w);
    output_channels(w);
    opening_channels(w);
}

size_t tml_channels_count(const tml_system *system)
{
    tml_channel_pass all = {.s = system};
    pass_all(&all);
    return all.count;
}

uint64_t tml_channels_digest(const tml_system *system)
{
    tml_channel_pass all = {.s = system};
    pass_all(&all);
    return all.digest;
}

/* Names that were made before. */
typedef struct {
    uint64_t digest;
    size_t count;
    tml_column *columns;
} named;

tml_column *tml_channels(const tml_system *system, tml_arena *arena, size_t *count)
{
    static const char NAMED[] = "names of channels";
    tml_channel_pass all = {.s = system}, w = {.s = system, .arena = arena};
    tml_keeping keeping;
    pass_all(&all);
    *count = all.count;
    if (tml_keep(arena, NAMED, &keeping)) {
        const named *kept = keeping.kept;
        if (kept->digest != all.digest || kept->count != all.count)
            tml_arena_give_up(arena);
        return kept->columns;
    }
    w.columns = TML_NEW_ARRAY(arena, tml_column, all.count);
    pass_all(&w);
    tml_keep_copy(arena, &keeping, &(named){all.digest, all.count, w.columns}, sizeof(named));
    return w.columns;
}

void tml_channels_fill(const tml_instant *instant, double *row)
{
    tml_workspace_take_held(instant->work, instant->lambda);
    tml_channel_pass w = {.s = instant->work->system, .at = instant, .row = row};
    pass_all(&w);
    if (w.s->output_count + w.s->result_count)
        tml_channels_fill_outputs(instant->work, row);
}

/* ---- some of them ---- */

struct tml_channel_part {
    int kind, index;
    size_t first; /* column */
};

tml_channel_selection tml_channels_select(const tml_system *s, const size_t *columns, int count, tml_arena *arena)
{
    tml_channel_selection x = {.parts = TML_NEW_ARRAY(arena, struct tml_channel_part, count)};
    tml_channel_pass w = {.s = s};
    tml_channel_put_names(&w, TML_OF_TIME, NULL, false);
    for (int kind = 0; kind < ELEMENT_KINDS; kind++)
        for (int i = 0; i < element_count(s, kind); i++) {
            const size_t first = w.count;
            bool wanted = false;
            element_pass[kind](&w, i);
            for (int k = 0; k < count; k++)
                wanted |= columns[k] >= first && columns[k] < w.count;
            if (wanted)
                x.parts[x.count++] = (struct tml_channel_part){kind, i, first};
        }
    x.end = w.count;
    return x;
}

void tml_channels_fill_selected(const tml_instant *instant, tml_channel_selection selection, double *row)
{
    tml_channel_pass w = {.s = instant->work->system, .at = instant, .row = row};
    tml_workspace_take_held(instant->work, instant->lambda);
    for (int i = 0; i < selection.count; i++) {
        w.count = selection.parts[i].first;
        element_pass[selection.parts[i].kind](&w, selection.parts[i].index);
    }
}

int tml_channels_rows(const tml_system *s, tml_channel_selection selection)
{
    int rows = 0;
    for (int i = 0; i < selection.count; i++) {
        const struct tml_channel_part *part = &selection.parts[i];
        if (element_pass[part->kind] == body_pass)
            continue;
        const bool joint = element_pass[part->kind] == joint_channels;
        const int end =
            joint ? s->joints[part->index].first_row + s->joints[part->index].row_count : s->rigid_row_count;
        rows = end > rows ? end : rows;
    }
    return rows;
}
