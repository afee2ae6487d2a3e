/* initial_guess.c - initial guess for assembly: poses and velocities as written; bodies without a position are placed where their
 * first joint closes.
 */
#include "system/initial_guess.h"
#include "contact/wire.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

static const double TURN = 6.283185307179586;

typedef struct {
    tml_vec3 origin; /* of the centre of mass */
    tml_quat rotation;
    double angle;
    bool known;
} place;

static tml_mat3 rotation(const tml_system *s, const place *p)
{
    return tml_quat_matrix(s->space ? p->rotation : tml_quat_about((tml_vec3){0, 0, 1}, p->angle));
}

static place written_place(const tml_system *s, int body)
{
    const tml_body *b = s->masses[body].written;
    place p = {.rotation = {1, 0, 0, 0}, .known = body == 0 || b->placed};
    if (body) {
        p.rotation = s->space ? b->orientation : p.rotation;
        p.angle = b->angle;
        const tml_mat3 R = rotation(s, &p);
        p.origin = tml_add(b->position, tml_rotate(&R, b->com));
    }
    return p;
}

/* Direction of gravity; without gravity -y, in space -z. */
static tml_vec3 down(const tml_system *s)
{
    const double g = tml_norm(s->gravity);
    return g > 0 ? tml_scale(1 / g, s->gravity) : s->space ? (tml_vec3){0, 0, -1} : (tml_vec3){0, -1, 0};
}

static double rod_length(const tml_system *s, const tml_joint *j)
{
    return j->row_count ? s->rows[j->first_row].target : s->laws[j->first_law].rest;
}

static bool holds_angle(const tml_joint *j)
{
    for (size_t i = 0; i < j->class->plane.rows_count; i++)
        if (j->class->plane.rows[i].kind == TML_ANGLE)
            return true;
    return false;
}

/* Places `to` where the joint with the known body `from` closes. */
static void put(const tml_system *s, const tml_joint *j, bool second, const place *from, place *to)
{
    const int body = second ? j->body2 : j->body1;
    const tml_mat3 R1 = rotation(s, from);
    if (!s->masses[body].written->has_orientation) {
        const tml_mat3 back = tml_mat3_transpose(second ? &j->M : &j->F),
                       step = tml_mat3_product(second ? &j->F : &j->M, &back), R2 = tml_mat3_product(&R1, &step);
        to->rotation = s->space ? tml_quat_of_matrix(&R2) : to->rotation;
        if (holds_angle(j)) /* in the plane a pin leaves the angle unchanged */
            to->angle = from->angle + tml_atan2(step.m[1][0], step.m[0][0]);
    }
    const tml_mat3 R2 = rotation(s, to);
    tml_vec3 joint = tml_add(from->origin, tml_rotate(&R1, second ? j->p1 : j->p2));
    if (j->class->connects == TML_CONNECT_POINTS) /* a rod hangs down from the known end */
        joint = tml_add(joint, tml_scale(rod_length(s, j), down(s)));
    to->origin = tml_sub(joint, tml_rotate(&R2, second ? j->p2 : j->p1));
    to->known = true;
}

static void place_remaining(const tml_system *s, place *places)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < s->joint_count; i++) {
            const tml_joint *j = &s->joints[i];
            place *a = &places[j->body1], *b = &places[j->body2];
            if (tml_joint_couples(j->class) || j->class->connects == TML_CONNECT_SURFACES || j->class->curve ||
                a->known == b->known)
                continue;
            put(s, j, a->known, a->known ? a : b, a->known ? b : a);
            again = true;
        }
    }
}

/* A body on a track stands as the track does at the place that is nearest to where its point is drawn. */
static void turn_with_track(const tml_system *s, const tml_joint *j, place *places, tml_arena *arena)
{
    place *to = &places[j->body2];
    const tml_wire *wire = s->measures[s->coordinates[j->first_coordinate].term.measure].wire;
    const tml_mat3 R1 = rotation(s, &places[j->body1]), F = tml_mat3_product(&R1, &j->F), R2 = rotation(s, to);
    const tml_vec3 at = tml_add(to->origin, tml_rotate(&R2, j->p2)),
                   beside = tml_sub(at, tml_add(places[j->body1].origin, tml_rotate(&R1, j->p1)));
    tml_jet *work = TML_NEW_ARRAY(arena, tml_jet, tml_wire_work(wire));
    const tml_foot foot = tml_wire_foot(wire, tml_rotate_back(&F, beside), 0, false, work);
    const tml_mat3 along = tml_wire_axes(wire, &foot, work), back = tml_mat3_transpose(&j->M),
                   M = tml_mat3_product(&F, &along), R = tml_mat3_product(&M, &back);
    to->rotation = s->space ? tml_quat_of_matrix(&R) : to->rotation;
    to->angle += remainder(tml_atan2(R.m[1][0], R.m[0][0]) - to->angle, TURN);
    const tml_mat3 turned = rotation(s, to);
    to->origin = tml_sub(at, tml_rotate(&turned, j->p2));
}

void tml_system_initial_guess(const tml_system *s, tml_arena *arena, double *q, double *v)
{
    place *places = TML_NEW_ARRAY(arena, place, s->nb);
    for (int i = 0; i < s->nb; i++)
        places[i] = written_place(s, i);
    place_remaining(s, places);
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].class->carries && s->joints[i].body2 && s->joints[i].coordinate_count)
            turn_with_track(s, &s->joints[i], places, arena);
    for (int i = 1; i < s->nb; i++, q += s->nqb, v += s->nvb) {
        const place *p = &places[i];
        const tml_body *b = s->masses[i].written;
        const tml_mat3 R = rotation(s, p);
        const tml_vec3 com = tml_rotate(&R, b->com), omega = b->omega,
                       velocity = tml_add(b->velocity, tml_cross(omega, com));
        if (s->space) {
            const tml_vec3 w_B = tml_rotate_back(&R, omega);
            memcpy(q,
                   (double[]){p->origin.x, p->origin.y, p->origin.z, p->rotation.w, p->rotation.x, p->rotation.y,
                              p->rotation.z},
                   7 * sizeof(double));
            memcpy(v, (double[]){velocity.x, velocity.y, velocity.z, w_B.x, w_B.y, w_B.z}, 6 * sizeof(double));
        } else {
            memcpy(q, (double[]){p->origin.x, p->origin.y, p->angle}, 3 * sizeof(double));
            memcpy(v, (double[]){velocity.x, velocity.y, omega.z}, 3 * sizeof(double));
        }
    }
}
