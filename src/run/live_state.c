/* live_state.c - the state of a live motion: positions and velocities of its bodies and states of the user's, to be read and put; and
 * snapshots, all that its future depends on as bytes, from which this motion, or another of the same model, goes on with the same bits.
 *
 * A snapshot begins with marks of the model and of its own bytes: what was changed, or comes from elsewhere, is refused.
 */
#include "analysis/dynamics/motion_pieces.h"
#include "model/channel.h"
#include "run/real_time.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    unsigned long long model, bytes; /* marks */
} snapshot_head;

/* ---- snapshots ---- */

void tml_live_state_list(tml_live *l)
{
    l->pieces.arena = l->task.arena;
    l->pieces.count = 0;
    l->pieces.bytes = 0;
    TML_PIECE(&l->pieces, &l->t, 1);
    TML_PIECE(&l->pieces, &l->start, 1);
    TML_PIECE(&l->pieces, &l->count, 1);
    TML_PIECE(&l->pieces, &l->made, 1);
    TML_PIECE(&l->pieces, &l->stopped, 1);
    TML_PIECE(&l->pieces, l->courses, l->options.input_count);
    if (l->stepping)
        tml_live_steps_pieces(l->stepping, &l->pieces);
    else
        tml_motion_pieces(&l->motion, &l->pieces);
    if (l->events)
        tml_live_events_pieces(l->events, &l->pieces);
    tml_live_ode_pieces(l);
}

/* Of a body: its pose and velocity, which the equations of motion do not give. */
static bool is_of_state(const tml_channel *channel)
{
    const int at = channel->value;
    return !(at >= TML_BODY_A && at < TML_BODY_W) && !(at >= TML_BODY_ALPHA && at < TML_BODY_ANGLE);
}

/* How many numbers a body has: positions and velocities. */
static size_t per_body(const tml_system *s)
{
    return (size_t)(s->nqb + s->nvb);
}

size_t tml_live_state_count(const tml_live *live)
{
    const tml_system *s = live->task.system;
    return (size_t)(s->nb - 1) * per_body(s) + (size_t)s->state_count;
}

/* Where each number of the state is among the channels. */
static void find_channels(tml_live *l)
{
    const tml_system *s = l->task.system;
    const tml_channel *c;
    long *to = l->state_channels = TML_NEW_ARRAY(l->task.arena, long, tml_live_state_count(l) + 1);
    for (int b = 1; b < s->nb; b++)
        for (int i = 0; (c = tml_channel_at(TML_OF_BODY, s->space, false, i)) != NULL; i++)
            if (is_of_state(c))
                *to++ = tml_table_find(l->table, tml_arena_dotted(l->task.arena, s->masses[b].name, c->name));
    for (int i = 0; i < s->state_count; i++)
        *to++ = tml_table_find(l->table, s->states[i].name);
}

void tml_live_state_prepare(tml_live *l)
{
    const char *formulation = l->stepping ? "" : l->motion.e->class->name;
    tml_live_state_list(l);
    find_channels(l);
    l->model = tml_bytes_mark(l->run_state.model->sha256, TML_SHA256_DIGITS, l->pieces.bytes);
    l->model = tml_bytes_mark(formulation, strlen(formulation), l->model);
    l->model = tml_bytes_mark(tml_version(), strlen(tml_version()), l->model);
}

size_t tml_live_snapshot_size(const tml_live *live)
{
    return sizeof(snapshot_head) + live->pieces.bytes;
}

void tml_live_snapshot_take(const tml_live *live, void *bytes)
{
    char *to = (char *)bytes + sizeof(snapshot_head);
    tml_pieces_copy_out(&live->pieces, to);
    const snapshot_head head = {live->model, tml_bytes_mark(to, live->pieces.bytes, live->model)};
    memcpy(bytes, &head, sizeof head);
}

static void changed(tml_live *live)
{
    if (!live->stepping)
        tml_motion_pieces_changed(&live->motion);
    tml_live_changed(live);
}

void tml_live_put_pieces(tml_live *live, const char *bytes)
{
    tml_pieces_copy_in(&live->pieces, bytes);
    live->motion.event = tml_live_stopped(live);
    tml_live_connect_courses(live);
    changed(live);
}

tml_status tml_live_snapshot_restore(tml_live *live, const void *bytes, size_t length, tml_log *log)
{
    const char *from = (const char *)bytes + sizeof(snapshot_head);
    snapshot_head head = {0};
    if (length == tml_live_snapshot_size(live))
        memcpy(&head, bytes, sizeof head);
    if (head.model != live->model || head.bytes != tml_bytes_mark(from, live->pieces.bytes, live->model)) {
        tml_log_raise(log, TML_E_NOT_A_SNAPSHOT, TML_NOWHERE,
                      "these bytes are no snapshot of a live motion of this model by this version and formulation");
        return TML_WRONG;
    }
    tml_live_put_pieces(live, from);
    return TML_OK;
}

/* ---- the state as numbers ---- */

long tml_live_state_channel(const tml_live *live, size_t index)
{
    return index < tml_live_state_count(live) ? live->state_channels[index] : -1;
}

/* Numbers of one body: as channels order them, angular velocities on ground axes; and as the equations do, on its own. */
static void to_numbers(bool space, const double *q, const double *v, double *x)
{
    if (!space) {
        memcpy(x, q, 3 * sizeof(double));
        memcpy(x + 3, v, 3 * sizeof(double));
        return;
    }
    const tml_mat3 R = tml_quat_matrix((tml_quat){q[3], q[4], q[5], q[6]});
    const tml_vec3 w = tml_rotate(&R, (tml_vec3){v[3], v[4], v[5]});
    memcpy(x, q, 7 * sizeof(double));
    memcpy(x + 7, v, 3 * sizeof(double));
    x[10] = w.x, x[11] = w.y, x[12] = w.z;
}

static bool from_numbers(bool space, const double *x, double *q, double *v)
{
    if (!space) {
        memcpy(q, x, 3 * sizeof(double));
        memcpy(v, x + 3, 3 * sizeof(double));
        return true;
    }
    const double norm = sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
    memcpy(q, x, 7 * sizeof(double));
    memcpy(v, x + 7, 3 * sizeof(double));
    for (int i = 3; i < 7; i++)
        q[i] /= norm;
    const tml_mat3 R = tml_quat_matrix((tml_quat){q[3], q[4], q[5], q[6]});
    const tml_vec3 w = tml_rotate_back(&R, (tml_vec3){x[10], x[11], x[12]});
    v[3] = w.x, v[4] = w.y, v[5] = w.z;
    return norm > 0;
}

void tml_live_state_get(tml_live *live, double *numbers)
{
    const tml_system *s = live->task.system;
    tml_motion_state *m = &live->motion;
    const double *q = m->q, *v = m->v, *states = NULL;
    if (live->stepping) {
        const tml_live_steps_state now = tml_live_steps_now(live->stepping);
        q = now.q, v = now.v, states = now.x;
    } else {
        const double *y = m->problem.y;
        tml_equations_to_bodies(m->e, live->t, y, y + m->e->nq, m->q, m->v);
        m->solved = 0; /* what the bodies were placed for */
        states = y + tml_motion_state_states(m);
    }
    for (int b = 1; b < s->nb; b++, q += s->nqb, v += s->nvb, numbers += per_body(s))
        to_numbers(s->space, q, v, numbers);
    memcpy(numbers, states, (size_t)s->state_count * sizeof(double));
}

/* Puts numbers that are finite; false: a quaternion is zero. */
static bool put_bodies(const tml_system *s, const double *numbers, double *q, double *v)
{
    bool good = true;
    for (int b = 1; b < s->nb; b++, q += s->nqb, v += s->nvb, numbers += per_body(s))
        good &= from_numbers(s->space, numbers, q, v);
    return good;
}

static bool put_stepping(tml_live *live, double t, const double *numbers, const double *states)
{
    const tml_system *s = live->task.system;
    const tml_live_steps_state now = tml_live_steps_now(live->stepping);
    if (!put_bodies(s, numbers, now.q, now.v))
        return false;
    memcpy(now.x, states, (size_t)s->state_count * sizeof(double));
    return tml_live_steps_begin_at(live->stepping, t) == 0;
}

/* Poses do not tell full turns: angles that drivers give are unwrapped to the turn that these are in. work holds the bodies. */
static void follow_drivers(tml_workspace *w)
{
    static const double TURN = 6.283185307179586;
    const tml_system *s = w->system;
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_constraints(w, s->row_count);
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        if (!d->is_rotation || d->row >= s->row_count || s->rows[d->row].terms.count != 1)
            continue;
        const tml_term term = s->terms[s->rows[d->row].terms.first];
        w->unwrapped[term.measure] -= TURN * round(w->phi[d->row] / TURN) / term.coefficient;
    }
}

/* Joints are closed by the smallest change, contacts and friction find their modes as at a start, and work and losses are counted from here. */
static bool put_motion(tml_live *live, double t, const double *numbers, const double *states)
{
    tml_motion_state *m = &live->motion;
    tml_equations *e = m->e;
    const tml_problem *p = &m->problem;
    double *y = p->y, *v = y + e->nq;
    if (!put_bodies(live->task.system, numbers, m->q, m->v))
        return false;
    memcpy(y + tml_motion_state_states(m), states, (size_t)e->system->state_count * sizeof(double));
    tml_workspace_set_states(e->work, states);
    y[tml_motion_state_work(m)] = 0;
    if (e->system->has_friction)
        y[tml_motion_state_loss(m)] = 0;
    tml_workspace_set_state(e->work, t, m->q, m->v);
    follow_drivers(e->work);
    tml_equations_from_bodies(e, t, m->q, m->v, y, v);
    e->has_factors = false;
    m->solved = 0;
    m->places.t = NAN;
    for (int i = 0; i < m->places.count; i++)
        m->places.list[i].known = false;
    if (tml_equations_project(e, t, y, v) || !tml_all_finite(y, p->n))
        return false;
    p->accept(p->context, t, y);
    if (live->events && tml_live_events_restart(live->events, t))
        return false;
    if (!live->events && tml_equations_solve(e, t, y, v))
        return false;
    live->t = t;
    tml_live_begin_energy(live);
    return isfinite(m->instant.energy_start);
}

tml_status tml_live_state_set(tml_live *live, double t, const double *numbers, tml_log *log)
{
    const tml_system *s = live->task.system;
    const size_t count = tml_live_state_count(live);
    const double *states = numbers + count - (size_t)s->state_count;
    bool good = isfinite(t);
    for (size_t i = 0; i < count; i++)
        good &= isfinite(numbers[i]) != 0;
    if (!good) {
        tml_log_raise(log, TML_E_NO_SUCH_STATE, TML_NOWHERE,
                      "a live motion cannot be put into a state that is not finite");
        return TML_WRONG;
    }
    char *before = malloc(live->pieces.bytes + 1);
    if (!before) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        return TML_NO_MEMORY;
    }
    tml_pieces_copy_out(&live->pieces, before);
    tml_live_forget_course(live);
    good = live->stepping ? put_stepping(live, t, numbers, states) : put_motion(live, t, numbers, states);
    if (good) {
        live->t = live->start = t;
        live->count = 0;
    } else {
        tml_log_raise(
            log, TML_E_NO_SUCH_STATE, TML_NOWHERE,
            "a live motion cannot be put into this state at t = %.6g s: its joints cannot be closed near it, bodies "
            "overlap, or the equations of motion have no solution there",
            t);
        tml_log_repeat_all(log, live->messages);
        tml_log_clear(live->messages);
        tml_live_put_pieces(live, before);
    }
    free(before);
    changed(live);
    return good ? TML_OK : TML_FAILED;
}
