/* drag.c - a mechanism dragged by one of its points: prepared once, then moved as requested. */
#include "analysis/prepare.h"
#include "assembly/singular_configuration.h"
#include "drag/inverse_kinematics.h"
#include "elementary/elementary.h"
#include "model/model_object.h"
#include <math.h>
#include <string.h>

typedef struct {
    const char *name, *unit;
    tml_term term;
} channel;

struct tml_drag {
    tml_arena arena;
    const tml_system *system;
    tml_inverse_kinematics *ik;
    const double *start, *start_angles; /* (nq), (measure_count) */
    double **exits;                     /* (exit_count)(nq) out of a singular start, along its branches */
    int exit_count;
    channel *channels;
    size_t channel_count;
};

/* ---- making ---- */

static void name_coordinates(tml_drag *h)
{
    const tml_system *s = h->system;
    h->channels = TML_NEW_ARRAY(&h->arena, channel, s->coordinate_count + 1);
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const tml_joint_coordinate *f = &s->coordinates[k];
            if (f->term.measure >= 0)
                h->channels[h->channel_count++] = (channel){tml_arena_dotted(&h->arena, s->joints[i].name, f->name),
                                                            tml_unit_of_motion(f->is_rotation, 0), f->term};
        }
}

/* Contradicting velocities do not matter here: closed is closed. */
static tml_status fill(void *object, const tml_model *model, tml_log *log)
{
    tml_drag *h = object;
    tml_prepared start;
    const tml_prepare_options options = {.relax_first = tml_prepare_options_of(model).relax_first};
    const tml_status status = tml_prepare(&start, model, -1, options, &h->arena, log);
    if (status != TML_OK && !(status == TML_FAILED && start.closed))
        return status;
    h->system = start.system;
    h->start = start.q;
    h->start_angles = start.work->unwrapped;
    name_coordinates(h);
    h->ik = tml_inverse_kinematics_make(h->system, 0, h->start, h->start_angles, &h->arena);
    if (start.report.singular)
        h->exit_count =
            tml_singular_exits(start.report.singular, h->system, h->start, h->start_angles, &h->exits, &h->arena);
    return h->exit_count < 0 ? TML_STOPPED : TML_OK;
}

tml_status tml_drag_make(const tml_model *model, tml_drag **drag, tml_log *log)
{
    tml_status status;
    *drag = tml_model_object_make(model, &(tml_drag){0}, sizeof(tml_drag), fill, &status, log);
    return status;
}

void tml_drag_free(tml_drag *drag)
{
    tml_model_object_free(drag);
}

/* ---- dragging ---- */

static double goal_distance(const tml_drag *h, const tml_drag_handle *handle)
{
    tml_drag_rows *rows = h->ik->rows;
    tml_drag_rows_at(rows, h->ik->q);
    return tml_norm(tml_sub(handle->goal, tml_drag_handle_position(rows->work, handle)));
}

/* From a singular start, steps along all directions that are free for an instant may lead nowhere: takes the branch
 * that brings the point closest. */
static bool leave_start(tml_drag *h, const tml_drag_handle *handle)
{
    double best = goal_distance(h, handle) - 1e-9 * h->system->size;
    int exit = -1;
    if (h->exit_count == 0 || memcmp(h->ik->q, h->start, (size_t)h->system->nq * sizeof(double)) != 0)
        return false;
    for (int i = 0; i < h->exit_count; i++) {
        tml_inverse_kinematics_put(h->ik, h->exits[i], h->start_angles);
        tml_inverse_kinematics_step(h->ik, handle);
        const double left = goal_distance(h, handle);
        if (left < best)
            best = left, exit = i;
    }
    tml_inverse_kinematics_put(h->ik, exit < 0 ? h->start : h->exits[exit], h->start_angles);
    if (exit >= 0)
        tml_inverse_kinematics_step(h->ik, handle);
    return exit >= 0;
}

tml_status tml_drag_move(tml_drag *drag, size_t body, const double point[3], const double to[3],
                         tml_drag_result *result)
{
    const tml_system *s = drag->system;
    tml_drag_rows *rows = drag->ik->rows;
    if (body >= (size_t)s->nb)
        return TML_WRONG;
    for (int k = 0; k < 3; k++)
        if (!isfinite(point[k]) || !isfinite(to[k]))
            return TML_WRONG;
    const tml_vec3 com = s->masses[body].com;
    const tml_drag_handle handle = {(int)body,
                                    {point[0] - com.x, point[1] - com.y, s->space ? point[2] - com.z : 0},
                                    {to[0], to[1], s->space ? to[2] : 0}};
    const bool moved = body > 0 && (tml_inverse_kinematics_step(drag->ik, &handle) || leave_start(drag, &handle));
    if (result) {
        const double gap = tml_drag_rows_at(rows, drag->ik->q);
        *result =
            (tml_drag_result){.distance = tml_norm(tml_sub(handle.goal, tml_drag_handle_position(rows->work, &handle))),
                              .closed = gap <= rows->tolerance,
                              .moved = moved};
    }
    return TML_OK;
}

void tml_drag_reset(tml_drag *drag)
{
    tml_inverse_kinematics_put(drag->ik, drag->start, drag->start_angles);
}

/* ---- reading ---- */

size_t tml_drag_body_count(const tml_drag *drag)
{
    return (size_t)drag->system->nb;
}

const char *tml_drag_body_name(const tml_drag *drag, size_t body)
{
    return body < (size_t)drag->system->nb ? drag->system->masses[body].name : NULL;
}

tml_pose tml_drag_pose(const tml_drag *drag, size_t body)
{
    const tml_system *s = drag->system;
    if (body == 0 || body >= (size_t)s->nb)
        return (tml_pose){.quaternion = {1, 0, 0, 0}};
    const double *q = drag->ik->q + (body - 1) * (size_t)s->nqb;
    if (s->space)
        return (tml_pose){.at = {q[0], q[1], q[2]}, .quaternion = {q[3], q[4], q[5], q[6]}};
    return (tml_pose){.at = {q[0], q[1], 0}, .angle = q[2], .quaternion = {tml_cos(q[2] / 2), 0, 0, tml_sin(q[2] / 2)}};
}

size_t tml_drag_coordinate_count(const tml_drag *drag)
{
    return drag->channel_count;
}

const char *tml_drag_coordinate_name(const tml_drag *drag, size_t index)
{
    return index < drag->channel_count ? drag->channels[index].name : NULL;
}

const char *tml_drag_coordinate_unit(const tml_drag *drag, size_t index)
{
    return index < drag->channel_count ? drag->channels[index].unit : NULL;
}

double tml_drag_coordinate_value(const tml_drag *drag, size_t index)
{
    if (index >= drag->channel_count)
        return NAN;
    const tml_term term = drag->channels[index].term;
    return term.coefficient * drag->ik->rows->work->value[term.measure];
}
