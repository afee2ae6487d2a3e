/* measure_features.c - gaps of sharp corners and edges, which keep the feature that they touch (contact/profile_face.c, contact/feature.c). */
#include "contact/feature.h"
#include "contact/profile.h"
#include "system/kernel/kernels.h"
#include <math.h>

static tml_plane_motion plane_motion(const tml_workspace *work, int body)
{
    const tml_motion2 *m = &work->motion2[body];
    return (tml_plane_motion){{m->x, m->y}, {m->vx, m->vy}, m->c, m->s, m->w};
}

static tml_rigid_motion rigid_motion(const tml_workspace *work, int body)
{
    const tml_motion3 *m = &work->motion3[body];
    return (tml_rigid_motion){m->x, m->v, m->w, m->R};
}

double tml_measure_corner(const tml_system *system, int measure)
{
    const tml_profile_candidate *c = system->measures[measure].profile;
    if (system->space)
        return tml_feature_near(system->measures[measure].candidate);
    return c && tml_profile_has_faces(c) ? TML_NEAR_CORNER * c->curve->size : 0;
}

int tml_workspace_find_face(const tml_workspace *work, int measure, double slow)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_plane_motion A = plane_motion(work, m->body1), B = plane_motion(work, m->body2);
    return tml_profile_find_face(m->profile, &A, &B, slow);
}

tml_feature tml_workspace_feature(const tml_workspace *work, int measure, double slow)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_rigid_motion A = rigid_motion(work, m->body1), B = rigid_motion(work, m->body2);
    return tml_feature_at(m->candidate, work->face[measure], &A, &B, slow);
}

int tml_workspace_find_features(const tml_workspace *work, int measure, const tml_feature_search *search,
                                tml_feature *list, int held, int most)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_rigid_motion A = rigid_motion(work, m->body1), B = rigid_motion(work, m->body2);
    return tml_features_find(m->candidate, search, &A, &B, list, held, most);
}

double tml_workspace_watch_edges(const tml_workspace *work, int measure, const int *kept, int kept_count, double lowest,
                                 double *rate)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_rigid_motion A = rigid_motion(work, m->body1), B = rigid_motion(work, m->body2);
    return tml_features_watch(m->candidate, kept, kept_count, lowest, &A, &B, rate);
}

bool tml_workspace_stays_on_face(const tml_workspace *work, int measure, double slow)
{
    if (work->system->space)
        return !tml_workspace_feature(work, measure, slow).leaves;
    return tml_workspace_find_face(work, measure, slow) == work->face[measure];
}

double tml_workspace_room(const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    if (work->system->space)
        return tml_workspace_feature(work, measure, 0).room;
    const tml_plane_motion A = plane_motion(work, m->body1), B = plane_motion(work, m->body2);
    return tml_profile_room(m->profile, work->face[measure], &A, &B);
}

double tml_workspace_stay(const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    if (work->system->space) {
        const tml_rigid_motion A = rigid_motion(work, m->body1), B = rigid_motion(work, m->body2);
        return tml_feature_stay(m->candidate, work->face[measure], &A, &B);
    }
    const tml_plane_motion A = plane_motion(work, m->body1), B = plane_motion(work, m->body2);
    return tml_profile_stay(m->profile, work->face[measure], &A, &B);
}

double tml_workspace_curvature(const tml_workspace *work, int measure)
{
    const tml_measure *m = &work->system->measures[measure];
    const tml_plane_motion A = plane_motion(work, m->body1), B = plane_motion(work, m->body2);
    return tml_profile_curvature(m->profile, &A, &B);
}

static const double PARALLEL = 1e-7; /* rad: faces that lie on each other */

bool tml_workspace_same_touch(const tml_workspace *work, int a, int b)
{
    const tml_measure *p = &work->system->measures[a], *q = &work->system->measures[b];
    if (work->system->space || !tml_profile_is_sharp(p->profile) || !tml_profile_is_sharp(q->profile) ||
        p->body1 != q->body2 || p->body2 != q->body1 || work->face[a] < 1 || work->face[b] < 1)
        return false;
    const double *J = work->J + (size_t)a * 6, *K = work->J + (size_t)b * 6; /* normals are opposite */
    const double near = tml_measure_corner(work->system, a) + tml_measure_corner(work->system, b);
    const tml_vec3 apart = tml_sub(tml_kernel_touching_point(work, a), tml_kernel_touching_point(work, b));
    return hypot(J[0] + K[0], J[1] + K[1]) < PARALLEL && tml_norm(apart) < near;
}
