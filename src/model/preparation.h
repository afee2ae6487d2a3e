/* preparation.h - what is made of a model once, and shared by everything that uses it: check, scene, drag, runs and live motions.
 *
 * A preparation belongs to one set of parameter values: the file's own, or those of the `set` of its analyses. It holds the resolved
 * model; later layers add the systems compiled from it and their assembled start states. What is there never changes, so that several
 * threads may read it; it is added to while the lock is held. A preparation lives until nobody uses it and the model keeps it no more.
 *
 * A study changes the values of parameters from point to point (tml_model.changes). What its model was prepared to be is not made anew
 * then: numbers are written into it again, where they lie (base/track.h). Only where more than numbers changes it is made anew, which is
 * counted.
 */
#pragma once
#include "base/status.h"
#include "model/model.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct tml_preparation {
    struct tml_preparation *next;
    struct tml_preparations *home;
    int since;       /* the last analysis whose `set` counts; -1: none */
    int users;       /* the model is one, while it keeps it */
    tml_arena arena; /* of what is resolved */
    tml_arena more;  /* its end is that of what later layers add */
    tml_log log;     /* what resolving has to say */
    const tml_resolved *resolved;
    struct tml_prepared_system *systems; /* of later layers */
    bool ends;                           /* their end is noted */
    bool old;                            /* its numbers are those of values before */
    int renewed;                         /* how often its numbers were written again */
} tml_preparation;

struct tml_preparations {
    pthread_mutex_t lock;
    tml_preparation *list; /* newest first */
    /* How often the model was resolved, compiled and assembled since it was read; how often numbers alone were written again. */
    atomic_int resolutions, compilations, assemblies, renewals;
};

tml_preparations *tml_preparations_make(void); /* NULL: no memory */
void tml_preparations_free(tml_preparations *all);
/* Parameters have other values: what comes next is prepared anew. */
void tml_preparations_forget(tml_preparations *all);
/* The same where only the parameters that a study changes (tml_model.changes) have other values: numbers are written again. */
void tml_preparations_renew(tml_preparations *all);
/* Counts work in an arena: there, or as a renewal if it is done again. */
void tml_preparations_count(tml_preparations *all, const tml_arena *arena, atomic_int *work);

/* The following are called while the lock is held. */

/* That of the parameters in an analysis (-1: before all), resolved if need be; it has one user more. TML_WRONG, TML_NO_MEMORY: *found is
 * NULL. Its messages are in `log` in any case. */
tml_status tml_preparation_find(const tml_model *model, int analysis, tml_preparation **found, tml_log *log);
/* An empty one of the values before all analyses, kept by the model; NULL: no memory. */
tml_preparation *tml_preparation_begin(const tml_model *model);
/* It could not be completed: the model does not keep it. */
void tml_preparation_drop(tml_preparation *p);
/* A user less. */
void tml_preparation_leave(tml_preparation *p);

/* Called while the lock is free: does work on the model resolved before all analyses, with messages of its own. What it returns, or what
 * tml_preparation_find does; or TML_NO_MEMORY, also where memory of the arena ran out. */
tml_status tml_preparation_use(const tml_model *model, tml_arena *arena,
                               tml_status (*work)(tml_resolved *r, void *context), void *context, tml_log *log);

/* ---- parameters by analysis ---- */

/* The last analysis up to this one that gives parameters other values; -1: there is none. */
int tml_analysis_since(const tml_model *model, int analysis);
/* `set` of a model's analyses up to and with this one; in the arena. */
tml_named_text *tml_analysis_set(const tml_model *model, int upto, tml_arena *arena, int *count);
