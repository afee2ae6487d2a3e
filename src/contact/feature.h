/* feature.h - features by which two sharp polyhedra touch: a vertex on a face, or two edges. A contact that is closed keeps its own.
 *
 * The distance of polyhedra has kinks where the nearest features change. A feature that is kept has none: the face is a plane without ends, the edges are
 * lines. It is left where the foot of the vertex comes to the end of its face, or the nearest place of the edges to an end of one of them:
 *   room = least distance of these places from such an end, falls to zero
 * A candidate of a vertex keeps a face of the other polyhedron, one with a slot a pair of edges; both are numbers from 1, and 0 is none.
 */
#pragma once
#include "contact/touch.h"

/* One feature, seen by the body of the first candidate's own polyhedron: in its axes. */
typedef struct {
    int index;      /* of the candidate of the vertex among those of the pair; 0: two edges */
    int number;     /* of the feature */
    tml_vec3 n, at; /* normal from that body to the other, place */
    double gap, rate;
    double room;
    bool leaves; /* a foot is at an end, and moves off it */
    bool taken;  /* of a search: it is touched */
} tml_feature;

/* How near to its end a foot is at it. Of pairs that are not sharp polyhedra: 0. */
double tml_feature_near(const tml_candidate *c);
/* The touch of a feature that is kept, as the parts of tml_touch_at. */
tml_touch tml_feature_touch(const tml_candidate *c, int number, const tml_rigid_motion *A, const tml_rigid_motion *B);
/* Its tangents, attached to the face, by its first side, or to the first of the edges: smooth as long as it is kept. */
void tml_feature_tangents(const tml_candidate *c, int number, const tml_rigid_motion *A, const tml_rigid_motion *B,
                          tml_touch *touch);
/* Everything about it; `slow`: a speed that is taken as zero. */
tml_feature tml_feature_at(const tml_candidate *c, int number, const tml_rigid_motion *first,
                           const tml_rigid_motion *second, double slow);
/* How long a step may be, at the present speeds, such that its feet do not go far beyond its ends. */
double tml_feature_stay(const tml_candidate *c, int number, const tml_rigid_motion *first,
                        const tml_rigid_motion *second);

typedef struct {
    const bool *touches; /* by index of the candidate: vertices at a gap of zero */
    const int *kept;     /* pairs of edges that are kept already */
    int kept_count;
    double within; /* a gap of edges that is zero */
    double slow;
} tml_feature_search;

/* The features that touch, of all candidates of a pair, of which `first_of_pair` is the first: at most `most` are written behind the `held` ones that are in
 * the list already, and those that act are `taken`. Returns the number of all. */
int tml_features_find(const tml_candidate *first_of_pair, const tml_feature_search *search,
                      const tml_rigid_motion *first, const tml_rigid_motion *second, tml_feature *list, int held,
                      int most);
/* The least gap above `lowest` of two edges that are not kept and cross inside of both; its rate. INFINITY: there is none. Bodies that are apart may have
 * edges with a lower one: on their far sides. */
double tml_features_watch(const tml_candidate *first_of_pair, const int *kept, int kept_count, double lowest,
                          const tml_rigid_motion *first, const tml_rigid_motion *second, double *rate);

/* ---- parts, for both files ---- */

/* The other polyhedron B as seen by body A: x_A = R x_B + d, velocity v + w x (x - d) of its points, all in axes of A. */
typedef struct {
    const tml_polyhedron *P, *Q; /* of A, of B */
    tml_mat3 R;
    tml_vec3 d, v, w;
    double near;
} tml_feature_view;

tml_feature_view tml_feature_view_of(const tml_candidate *first_of_pair, const tml_rigid_motion *first,
                                     const tml_rigid_motion *second);
/* A vertex of A, or of B, on a face of the other. */
tml_feature tml_feature_vertex(const tml_feature_view *view, bool of_B, int vertex, int face, double slow);
/* Whether the normal of the face is in the normal cone of the vertex: all edges from it lead away from the face. */
bool tml_feature_in_cone(const tml_feature_view *view, bool of_B, int vertex, int face);
/* Edge i of A and k of B as lines; false: they are parallel, or their normal is not between those of their faces. */
bool tml_feature_edges(const tml_feature_view *view, int i, int k, double slow, tml_feature *out);
