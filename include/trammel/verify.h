/* verify.h - one motion by every formulation that can express it, and how well they agree. */
#pragma once
#include "trammel/model.h"
TML_BEGIN_DECLS

/* What is compared. Every difference is relative to a scale: the duration of the run, the size of the mechanism (angles: 1 rad), the
 * largest velocity, acceleration, force or torque of its kind in the run; of a state of the user's, its own largest value. */
typedef enum {
    TML_TIME,
    TML_POSITION,
    TML_VELOCITY,
    TML_ACCELERATION,
    TML_REACTION,
    TML_STATE,
    TML_QUANTITY_COUNT
} tml_quantity;

typedef struct {
    double difference;                /* the largest from the other formulations; NAN: not compared */
    double allowed;                   /* there: the bound from errors of integration and compliance */
    double own;                       /* largest difference between its runs at the two tolerances */
    double compliance;                /* the part of the bound from the stiffness of its joints; 0: rigid */
    const char *channel, *other;      /* where it is largest, and by which other formulation; NULL: nowhere */
    double time, value, others_value; /* there */
    double until;                     /* time to which it was compared; NAN: not at all */
} tml_difference;

typedef enum {
    TML_AGREES,
    TML_DISAGREES,
    TML_NOT_CONVERGED, /* its own runs at two tolerances differ too much to be compared with others */
    TML_NOT_FINISHED,  /* a run failed */
    TML_NOT_COMPARED,  /* too slow: stopped before anything could be compared */
    TML_NOT_EXPRESSED, /* it cannot express the model */
} tml_verdict;
TML_API const char *tml_verdict_text(tml_verdict verdict); /* "agrees" */

typedef struct {
    const char *name, *doc; /* of the formulation */
    tml_verdict verdict;
    const char *text;                      /* the reason, where it does not simply agree; or "" */
    int equations, constraints, rank;      /* 0 where not expressed */
    double tolerance;                      /* of its finer run; the coarser has ten times as much */
    double evaluations, cpu;               /* of its finer run; s */
    double stiffness;                      /* of compliant joints, N/m; 0: rigid */
    double reached;                        /* time to which it was compared; NAN: not at all */
    tml_difference of[TML_QUANTITY_COUNT]; /* from those that agree with each other */
} tml_verified;

typedef struct {
    bool moves;         /* false: there is no motion to compare */
    bool agreed;        /* nothing disagreed or failed */
    const char *motion; /* description of what was compared */
    double begin, end;  /* s */
    size_t rows, channels;
    size_t count; /* of formulations */
    const tml_verified *formulations;
    double difference[TML_QUANTITY_COUNT]; /* largest among the rigid ones that agree with each other; NAN: none */
    const char *outcome;                   /* in one sentence */
    size_t note_count;
    const char *const *notes;
} tml_verification;

typedef struct {
    size_t size;   /* sizeof(tml_verify_options) */
    int threads;   /* 0: as many as there are processors */
    double end;    /* s: up to here only, 50 rows; 0: as the model says; where it has no dynamics, in its own time */
    bool thorough; /* run `implicit` to the end, however long it takes */
    void *context; /* of `progress` */
    /* Called now and then by the calling thread with the fraction done, 0 to 1; non-zero stops. */
    int (*progress)(void *context, double fraction);
} tml_verify_options;

/* Computes the dynamics of the model by every formulation that can express it, each at two tolerances, and compares them. `options`
 * may be NULL. TML_OK: agreed, or nothing moves. TML_FAILED: disagreed, or some run failed. *verification is made in both cases. */
TML_API tml_status tml_verify(const tml_model *model, const tml_verify_options *options,
                              tml_verification **verification, tml_log *log);
/* Everything in it as JSON, which the caller frees with free(). NULL: no memory. */
TML_API char *tml_verification_text(const tml_verification *verification);
TML_API void tml_verification_free(tml_verification *verification);

TML_END_DECLS
