/* plane_writer.h - what the parts of the equations (plane_equations.h) share while they are written: bodies, measures, and arithmetic of values. */
#pragma once
#include "dynamics/tree/relative.h"
#include "dynamics/written_out/plane_equations.h"

typedef struct {
    int x, y;
} tml_value2;

/* A body as it moves: as tml_motion2; its velocity is the sum of columns times u, its acceleration that of columns times u' and a bias. */
typedef struct {
    int x, y, phi, c, s, vx, vy, w;
    tml_value2 bias;
    int (*column)[3]; /* (n) */
} tml_written_body;

typedef struct {
    int J[6], value, rate, bias;
} tml_written_measure;

typedef struct {
    const tml_equations *e;
    const tml_plane_numbers *numbers;
    tml_value_graph *g;
    tml_arena *arena;
    tml_plane_equations *to;
    int *number;                   /* (numbers) */
    tml_written_body *bodies;      /* (nb) */
    tml_written_measure *measures; /* (measure_count) where written: */
    bool *has_measure;
} tml_plane_writer;

static inline int tml_plus(const tml_plane_writer *w, int a, int b)
{
    return tml_value_add(w->g, a, b);
}
static inline int tml_less(const tml_plane_writer *w, int a, int b)
{
    return tml_value_subtract(w->g, a, b);
}
static inline int tml_times(const tml_plane_writer *w, int a, int b)
{
    return tml_value_multiply(w->g, a, b);
}
static inline int tml_zero(const tml_plane_writer *w)
{
    return tml_value_constant(w->g, 0);
}
/* a.x b.y - a.y b.x, and a . b */
static inline int tml_times_across(const tml_plane_writer *w, tml_value2 a, tml_value2 b)
{
    return tml_less(w, tml_times(w, a.x, b.y), tml_times(w, a.y, b.x));
}
static inline int tml_times_along(const tml_plane_writer *w, tml_value2 a, tml_value2 b)
{
    return tml_plus(w, tml_times(w, a.x, b.x), tml_times(w, a.y, b.y));
}
/* A vector in the axes of a body or frame with the direction R. */
static inline tml_value2 tml_turned(const tml_plane_writer *w, tml_value2 R, tml_value2 a)
{
    return (tml_value2){tml_less(w, tml_times(w, R.x, a.x), tml_times(w, R.y, a.y)),
                        tml_plus(w, tml_times(w, R.y, a.x), tml_times(w, R.x, a.y))};
}

/* A number of the variant, two that follow each other. */
int tml_written_number(tml_plane_writer *w, int index);
tml_value2 tml_written_vector(tml_plane_writer *w, int index);
/* All bodies of the tree, from q and u (plane_bodies.c). */
void tml_write_bodies(tml_plane_writer *w);
/* A measure; written once (plane_measures.c). */
const tml_written_measure *tml_write_measure(tml_plane_writer *w, int measure);
/* Value, rate and bias of a sum of terms. */
void tml_write_terms(tml_plane_writer *w, const tml_terms *terms, int *value, int *rate, int *bias);
/* An input of expressions: time, a parameter, or a measure or its rate (plane_forces.c). */
int tml_write_input(tml_plane_writer *w, int input);
/* Forces on all bodies (nb x 3) and the power of those without a potential (plane_forces.c). */
void tml_write_forces(tml_plane_writer *w, int (*force)[3], int *power);
