/* sequence.h - points of the unit cube, at which a study tries a model.
 *
 * A point is a pure function of the sequence and its index: any one is computed alone, in any order, on any thread, with the same bits.
 * Nothing is stored or allocated. Kinds are a registry: study/sequence/NAME.c.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tml_sequence tml_sequence;

typedef struct tml_sequence_class {
    const char *name, *doc;
    bool takes_levels;  /* `levels` must be given, and their product is the number of points */
    bool takes_centred; /* the field `centred` has a meaning */
    bool takes_plain;   /* the field `plain` has one */
    bool takes_seed;    /* points depend on the seed */
    int max_dimensions; /* 0: any number */
    void (*point)(const tml_sequence *s, uint64_t index, double *u);
} tml_sequence_class;

extern const tml_sequence_class *const tml_sequence_classes[];
extern const int tml_sequence_class_count;
/* What is meant where none is named; of points from which searches start. */
extern const tml_sequence_class tml_sequence_grid, tml_sequence_random, tml_sequence_sobol;
const tml_sequence_class *tml_sequence_class_find(const char *name); /* NULL: no such kind */

/* No sequence has more points. */
#define TML_MAX_POINTS (UINT64_C(1) << 52)

struct tml_sequence {
    const tml_sequence_class *class;
    int dimensions;
    uint64_t count; /* of points */
    uint64_t seed;
    const uint64_t *levels; /* (dimensions) of a grid: values of each parameter */
    bool centred; /* grid: middles of equal parts, not values from 0 to 1; Latin hypercube: middles of strata */
    bool plain;   /* Sobol: not scrambled; the seed has no effect */
};

/* NULL: the sequence can be used; otherwise what is wrong with it. */
const char *tml_sequence_check(const tml_sequence *s);
/* Point `index`, from 0 to count - 1: u (dimensions). In (0, 1), but for a grid that is not centred, whose ends are 0 and 1. */
void tml_sequence_point(const tml_sequence *s, uint64_t index, double *u);

/* The number of points of a grid; 0: a parameter has no value, or there are over TML_MAX_POINTS. */
uint64_t tml_grid_count(int dimensions, const uint64_t *levels);
/* Which value of each parameter point `index` of a grid has, from 0: level (dimensions). The first parameter is the slowest, as the
 * outermost of nested loops. */
void tml_grid_levels(const tml_sequence *s, uint64_t index, uint64_t *level);
