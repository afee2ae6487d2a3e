/* prepared_system.h - a model compiled and assembled once for everything that uses it (model/preparation.h).
 *
 * A system is kept for each set of parameter values and of events; an initial state for each method of assembly. Neither changes once
 * made, until a study writes other numbers into the system.
 */
#pragma once
#include "analysis/analysis.h"
#include "model/preparation.h"

typedef struct {
    bool as_given;    /* poses and velocities as written */
    bool relax_first; /* penalty relaxation before Newton's method */
} tml_prepare_options;

typedef struct tml_prepared_start {
    struct tml_prepared_start *next;
    tml_prepare_options options;
    tml_status status;                   /* TML_OK, TML_FAILED: not assembled; TML_WRONG */
    double *q, *v;                       /* (nq), (nv) at t = 0; as written if it cannot be assembled */
    const double *unwrapped;             /* (measure_count) */
    const double *attempt_q, *attempt_v; /* where a failed assembly ended; NULL: it succeeded */
    bool closed;                         /* q closes the joints */
    tml_assembly report;                 /* free_count -1: unknown; the rest: if it was assembled */
    tml_log log;                         /* messages of assembly */
} tml_prepared_start;

typedef struct tml_prepared_system {
    struct tml_prepared_system *next;
    tml_preparation *of;
    tml_arena arena;             /* of the system */
    tml_arena starting;          /* of its start states */
    tml_arena lasting;           /* of what stays when numbers change */
    int renewed;                 /* that of the preparation whose numbers it has */
    const tml_element *analysis; /* whose events it has; NULL: none */
    tml_treatment treatment;     /* of its rows */
    const tml_system *system;
    tml_log log; /* messages of compiling */
    tml_prepared_start *starts;
    struct tml_prepared_note *notes; /* of points of a study that share it; one thread alone has them */
} tml_prepared_system;

/* What is the same at every point whose system has the same channels: their names, methods. */
typedef struct tml_prepared_note {
    struct tml_prepared_note *next;
    const void *what;            /* an object of who keeps it, by its address */
    const tml_element *analysis; /* that it is of */
    uint64_t named;              /* tml_system.named */
    const void *kept;
    size_t count;
} tml_prepared_note;

/* The model in the parameters of an analysis (index; -1: before all) and with the events of `analysis` (NULL: none). It stays until the
 * arena is freed. All that is to be said of it is in the log. */
tml_status tml_prepare_system(const tml_model *model, int index, const tml_element *analysis, tml_arena *arena,
                              tml_log *log, tml_prepared_system **found);
/* The system of a task with its rows treated otherwise, where points of a study share what is prepared. NULL: it cannot be compiled, which
 * is in the log of the task. */
const tml_system *tml_prepare_treated(const tml_task *task, const tml_treatment *treatment);
/* A start state of it. Where the status is TML_NO_MEMORY or TML_STOPPED *found is NULL; else it is TML_OK, and the start has its own. */
tml_status tml_prepare_start(tml_prepared_system *p, tml_prepare_options options, const tml_prepared_start **found);

/* What was noted of a task's analysis; NULL: nothing, or no points share what is prepared. */
const tml_prepared_note *tml_prepared_find_note(const tml_task *task, const void *what);
/* Notes what `make` returns, where points share what is prepared. Without memory it is not noted. */
void tml_prepared_add_note(const tml_task *task, const void *what,
                           const void *(*make)(void *context, tml_arena *arena, size_t *count), void *context);

/* Whether a system is that which was prepared, or the same in another order (TML_TREE). */
bool tml_prepared_is(const tml_prepared_system *p, const tml_system *system);
/* A start state as that of such a system. */
void tml_prepared_take(const tml_prepared_system *p, const tml_prepared_start *start, const tml_system *system,
                       double *q, double *v, tml_assembly *report, tml_arena *arena);
