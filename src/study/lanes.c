/* lanes.c - points of a study several at once: their motions in the lanes of vectors (integrate/lane_steps.h).
 *
 * Each lane has a seat: a worker of its own, which prepares the motion of its point, waits while lanes integrate it, and then finds the answers. A point
 * whose run is of another kind is computed at its seat as by tml_run. Lanes share equations; a point with other equations waits until the lanes are
 * empty. Where a lane gives up, its point is run again without lanes.
 */
#include "analysis/dynamics/waiting_motion.h"
#include "base/guard.h"
#include "base/options.h"
#include "integrate/lane_steps.h"
#include "study/worker.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    tml_study_worker *worker; /* NULL: not made yet */
    bool own;                 /* freed with the lanes */
    uint64_t point;
    tml_run_state run;
    tml_run_options options;
    tml_log log;
    tml_arena arena;            /* of the numbers */
    tml_plane_numbers *numbers; /* NULL: none */
    tml_motion *motion;         /* that waits; NULL: it has none */
    tml_runge_kutta_start first;
    double *y; /* (n) */
    tml_statistics statistics;
} seat;

struct tml_study_lanes {
    seat seats[TML_LANES];
    int count;       /* of seats that can be made */
    tml_arena arena; /* of equations */
    const tml_plane_equations *equations;
    tml_plane_numbers *shape; /* whose equations these are */
    tml_lane_steps *steps;
    const tml_study_feed *feed;
    seat *later;          /* the one that waits for lanes that are empty; NULL */
    bool held, exhausted; /* a point is held that no seat has taken; there are no more */
    uint64_t point;
    tml_status status;
};

void tml_study_lanes_counts(const struct tml_study_lanes *x, uint64_t *resolved, uint64_t *compiled)
{
    for (int i = 1; x && i < TML_LANES && x->seats[i].worker; i++) {
        uint64_t more, made;
        tml_study_worker_counts(x->seats[i].worker, &more, &made);
        *resolved += more, *compiled += made;
    }
}

void tml_study_lanes_free(struct tml_study_lanes *x)
{
    for (int i = 0; x && i < TML_LANES; i++) {
        if (x->seats[i].own)
            tml_study_worker_free(x->seats[i].worker);
        tml_arena_free(&x->seats[i].arena);
    }
    if (x)
        tml_arena_free(&x->arena);
    tml_release(x);
}

/* ---- one point at its seat ---- */

static tml_status read_numbers(void *context)
{
    seat *s = context;
    const tml_equations *e = tml_motion_equations(s->motion);
    if (s->numbers && tml_plane_numbers_read(s->numbers, e))
        return TML_OK;
    s->numbers = NULL; /* also if there is no memory for others */
    tml_arena_free(&s->arena);
    s->numbers = tml_plane_numbers_make(e, &s->arena);
    s->y = TML_NEW_ARRAY(&s->arena, double, tml_motion_problem(s->motion)->n + 1);
    return TML_OK;
}

/* The seat of a run: its first member that is passed on. */
static seat *seat_of(tml_run_state *r)
{
    return (seat *)(void *)((char *)r - offsetof(seat, run));
}

static tml_status begin_analysis(tml_run_state *r, int index, tml_task *task)
{
    seat *s = seat_of(r);
    const tml_analysis_class *class = tml_analysis_find(task->element->kind);
    if (!class->begin || index + 1 < r->model->analysis_count)
        return class->run(task);
    tml_motion *motion = NULL;
    const tml_status status = class->begin(task, &motion);
    if (!motion)
        return status;
    if (tml_motion_wait(motion, &s->first))
        return TML_FAILED;
    s->motion = motion;
    return TML_OK;
}

static void leave(seat *s)
{
    tml_run_state_free(&s->run);
    tml_log_clear(&s->log);
    s->motion = NULL;
}

static void hand_on(struct tml_study_lanes *x, const seat *s, tml_status status, const char *reason)
{
    const tml_status taken = status == TML_OK || status == TML_FAILED
                                 ? x->feed->take(x->feed->context, s->point, status, s->worker->answers, reason)
                                 : status;
    x->status = x->status == TML_OK ? taken : x->status;
}

/* A run that has ended: its answers. */
static void answer(struct tml_study_lanes *x, seat *s, tml_status ended)
{
    tml_study_worker *w = s->worker;
    const char *reason;
    const tml_status status = tml_study_worker_answer(w, ended, s->run.results, &s->log, w->answers, &reason);
    hand_on(x, s, status, reason);
    leave(s);
}

/* The whole point by the plain way. */
static void run_plain(struct tml_study_lanes *x, seat *s)
{
    tml_study_worker *w = s->worker;
    const char *reason;
    leave(s);
    const tml_status status = tml_study_worker_try(w, w->values, w->answers, &reason);
    hand_on(x, s, status, reason);
}

/* Runs the point up to its motion; true: that waits. */
static bool begin_point(struct tml_study_lanes *x, seat *s)
{
    tml_study_worker *w = s->worker;
    tml_study_point(w->study, s->point, w->values);
    tml_study_worker_give(w, w->values);
    s->options = w->study->options;
    tml_study_run_watched(&s->options, &w->model->watch);
    s->motion = NULL;
    s->log = (tml_log){0};
    s->run = (tml_run_state){.model = w->model, .options = &s->options, .log = &s->log, .run_analysis = begin_analysis};
    const tml_status status = tml_run_state_go(&s->run);
    if (s->motion && status == TML_OK && tml_guarded(&s->arena, NULL, read_numbers, s) == TML_OK)
        return true;
    if (s->motion)
        run_plain(x, s);
    else
        answer(x, s, status);
    return false;
}

static tml_status end_motion(void *context)
{
    seat *s = context;
    return tml_motion_end_at(s->motion, s->y, &s->statistics);
}

/* Its motion is integrated, or not. */
static void end_point(struct tml_study_lanes *x, int lane, tml_lane_state state)
{
    seat *s = &x->seats[lane];
    s->statistics = (tml_statistics){0};
    tml_lane_steps_take(x->steps, lane, s->y, &s->statistics);
    if (state == TML_LANE_DONE && tml_guarded(&s->run.arena, &s->run.state_arena, end_motion, s) == TML_OK)
        answer(x, s, TML_OK);
    else
        run_plain(x, s);
}

/* ---- lanes ---- */

static tml_status write_equations(void *context)
{
    struct tml_study_lanes *x = context;
    const tml_equations *e = tml_motion_equations(x->later->motion);
    x->shape = tml_plane_numbers_make(e, &x->arena);
    x->equations = tml_plane_equations_write(e, x->shape, &x->arena);
    x->steps = tml_lane_steps_make(x->equations, &x->arena);
    return TML_OK;
}

static void load(struct tml_study_lanes *x, int lane)
{
    const seat *s = &x->seats[lane];
    const tml_lane_motion motion = {.numbers = s->numbers,
                                    .problem = tml_motion_problem(s->motion),
                                    .first = s->first,
                                    .projection = tml_motion_equations(s->motion)->stabilization.tolerance};
    tml_lane_steps_load(x->steps, lane, &motion);
}

/* A motion into a lane; if its equations are others than those of the lanes, it waits for these to be empty. */
static void enter(struct tml_study_lanes *x, int lane)
{
    seat *s = &x->seats[lane];
    if (x->steps && tml_plane_numbers_same_equations(s->numbers, x->shape))
        load(x, lane);
    else
        x->later = s;
}

static bool is_busy(const struct tml_study_lanes *x)
{
    bool any = false;
    for (int i = 0; x->steps && i < TML_LANES; i++)
        any |= tml_lane_steps_state(x->steps, i) == TML_LANE_BUSY;
    return any;
}

static void change_equations(struct tml_study_lanes *x)
{
    seat *s = x->later;
    tml_arena_free(&x->arena);
    x->steps = NULL;
    if (tml_guarded(&x->arena, NULL, write_equations, x) == TML_OK)
        load(x, (int)(s - x->seats));
    else
        run_plain(x, s);
    x->later = NULL;
}

/* A worker of its own for a lane; where there is no memory for it, lanes are fewer. */
static bool has_worker(struct tml_study_lanes *x, int lane)
{
    seat *s = &x->seats[lane];
    if (s->worker || lane >= x->count)
        return s->worker != NULL;
    tml_log unheard = {.quiet = true};
    s->worker = tml_study_worker_make(x->seats[0].worker->study, &unheard);
    s->own = true;
    tml_log_clear(&unheard);
    if (!s->worker)
        x->count = lane;
    return s->worker != NULL;
}

static bool has_point(struct tml_study_lanes *x)
{
    if (!x->held && !x->exhausted)
        x->exhausted = !(x->held = x->feed->next(x->feed->context, &x->point));
    return x->held;
}

/* Points for the lanes that are free, until one is of other equations. */
static void feed(struct tml_study_lanes *x)
{
    for (int i = 0; i < x->count; i++) {
        seat *s = &x->seats[i];
        while (!s->motion && !x->later && x->status == TML_OK && has_point(x) && has_worker(x, i)) {
            x->held = false;
            s->point = x->point;
            s->worker->model->watch = x->seats[0].worker->model->watch;
            if (begin_point(x, s))
                enter(x, i);
        }
    }
}

static void take_ended(struct tml_study_lanes *x)
{
    for (int i = 0; i < TML_LANES; i++) {
        const tml_lane_state state = tml_lane_steps_state(x->steps, i);
        if (state == TML_LANE_DONE || state == TML_LANE_GAVE_UP)
            end_point(x, i, state);
    }
}

static bool is_unwanted(const struct tml_study_lanes *x)
{
    const tml_watch *watch = &x->seats[0].worker->model->watch;
    return watch->unwanted && watch->unwanted(watch->context);
}

static void abandon(struct tml_study_lanes *x)
{
    for (int i = 0; i < TML_LANES; i++)
        if (x->seats[i].motion)
            leave(&x->seats[i]);
    x->steps = is_busy(x) ? NULL : x->steps; /* lanes that were not taken: the next motion begins with new ones */
    x->later = NULL;
}

static struct tml_study_lanes *make_lanes(tml_study_worker *w)
{
    struct tml_study_lanes *x = tml_allocate(sizeof *x);
    if (x) {
        *x = (struct tml_study_lanes){.count = TML_LANES};
        x->seats[0].worker = w;
    }
    return x;
}

tml_status tml_study_worker_run_many(tml_study_worker *w, const tml_study_feed *given)
{
    tml_log unheard = {.quiet = true};
    tml_study_feed own;
    const bool good = tml_options_copy(&own, sizeof own, given, &unheard);
    tml_log_clear(&unheard);
    if (!good || !own.next || !own.take)
        return TML_WRONG;
    struct tml_study_lanes *x = w->lanes = w->lanes ? w->lanes : make_lanes(w);
    if (!x)
        return TML_NO_MEMORY;
    x->feed = &own;
    x->held = x->exhausted = false;
    x->status = TML_OK;
    for (;;) {
        feed(x);
        if (x->later && !is_busy(x) && x->status == TML_OK)
            change_equations(x);
        if (x->status == TML_OK && is_unwanted(x))
            x->status = TML_STOPPED;
        if (x->status != TML_OK || (!has_point(x) && !is_busy(x) && !x->later))
            break;
        if (is_busy(x)) {
            tml_lane_steps_try(x->steps);
            take_ended(x);
        }
    }
    abandon(x);
    return x->status;
}

/* ---- a single point ---- */

typedef struct {
    uint64_t point;
    bool given;
    double *answers;
    size_t count;
    tml_status status;
    const char *reason;
} single;

static bool give_single(void *context, uint64_t *point)
{
    single *s = context;
    *point = s->point;
    const bool first = !s->given;
    s->given = true;
    return first;
}

static tml_status take_single(void *context, uint64_t point, tml_status status, const double *answers,
                              const char *reason)
{
    single *s = context;
    (void)point;
    memcpy(s->answers, answers, s->count * sizeof *answers);
    s->status = status;
    s->reason = reason; /* of the worker: until its next point */
    return TML_OK;
}

tml_status tml_study_worker_run(tml_study_worker *w, uint64_t point, double *answers, const char **reason)
{
    single s = {.point = point, .answers = answers, .count = tml_study_answer_count(w->study)};
    const tml_study_feed one = {sizeof one, &s, give_single, take_single};
    const tml_status status = tml_study_worker_run_many(w, &one);
    *reason = s.reason;
    return status == TML_OK ? s.status : status;
}
