/* complementarity.h - forces of contacts, stops and dry friction at one instant.
 *
 * Accelerations c along them, and whatever loads them, depend affinely on their forces x:  r = r0 + R x.  Of each one holds
 *   unilateral   x >= 0,  c >= 0,  x c = 0
 *   friction     sticks: c = 0, |x| <= holding;   slides: x = -sliding d,  d the direction of slip, or of c where it begins
 *   law          x = e(x, r), given
 * The limits holding and sliding are functions of x and r: friction times load. The same holds of an impact, with impulses for forces and
 * the velocities after it for accelerations.
 */
#pragma once
#include "base/arena.h"
#include "system/system.h"

typedef struct {
    enum { TML_CONDITION_UNILATERAL, TML_CONDITION_FRICTION, TML_CONDITION_LAW } kind;
    int which;           /* for the caller */
    int first, size;     /* of its forces among x: one, or up to three of friction */
    int acceleration;    /* the first of its accelerations among r; -1: it slips, and needs none */
    int normal;          /* friction: 1 + the condition of the contact that it belongs to; 0: none */
    bool slips;          /* friction: now, in this direction; otherwise it is at rest, and the mode is found */
    double direction[3]; /* of slip, of length 1; where slip begins, the result */
    double against;      /* friction: a force of the sense whose holding limit is asked for */
    bool uneven;         /* friction: its limits differ by the sense of slip */
    tml_interaction_mode_kind mode; /* a first guess, then the result: OPEN CLOSED STICKS SLIDES, BY_LAW of a law */
    tml_interaction_mode_kind kept_mode;
    double kept_direction[3];
} tml_condition;

typedef enum { TML_LIMIT_SLIDING, TML_LIMIT_HOLDING, TML_LIMIT_LAW } tml_limit_kind;

typedef struct {
    int n, m;             /* forces, results */
    const double *r0, *R; /* (m), (m x n) by columns */
    tml_condition *list;  /* (count) */
    int count;
    /* The limits of a friction, or the value of a law, with its derivatives, added to by_x (n) and by_r (m). */
    double (*limit)(void *context, const tml_condition *of, tml_limit_kind kind, const double *x, const double *r,
                    double *by_x, double *by_r);
    void *context;
    double *x, *r; /* (n), (m) the result; x: a first guess, too */
    double *work;  /* (tml_complementarity_work) */
    bool unique;   /* the result: no other forces do the same */
    double error;  /* how far x is from a solution, of the largest force */
} tml_complementarity;

/* Where forces are not unique, those of least norm are taken; friction counts so many times as much as pressure. It is then as far from its
 * limits as it can be: bodies that could be wedged are not. */
enum { TML_FRICTION_WEIGHT = 1000 };

/* TML_NOT_FOUND: there are too many combinations of modes to say that there is no solution. */
typedef enum { TML_SOLVED, TML_NO_SOLUTION, TML_SEVERAL_SOLUTIONS, TML_NOT_FOUND } tml_complementarity_outcome;

/* Doubles that `work` needs. */
int tml_complementarity_work(int n, int m);
/* Finds modes and forces. Where several solutions exist, x is one of them; where none does, x is of no use. */
tml_complementarity_outcome tml_complementarity_solve(tml_complementarity *p);
/* After that, where modes were changed to others in which the same forces are a solution, one of several. */
void tml_complementarity_take_modes(tml_complementarity *p);
/* After these, where forces are not unique: changes of them that fulfil the same conditions, N (n x count) by columns, in a scratch arena. Returns count. */
int tml_complementarity_freedom(const tml_complementarity *p, double *N, tml_arena *scratch);
