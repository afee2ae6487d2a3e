/* drag.c - how long it takes a mechanism to follow a dragged point: one call of tml_drag_move, in processor time.
 *
 *     bench_drag [CALLS]
 *
 * Chains, scissors and parallelograms of 4 to 500 links in the plane, chains in space, dragged along a curve that they can
 * follow and towards a target beyond their reach. 16.7 ms are one frame at 60 a second.
 */
#include "support/linkages.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec; /* ms */
}

/* ---- mechanisms of n links; their last body is dragged by a point ---- */

typedef struct {
    const char *name;
    void (*write)(tml_text *model, int size);
    int links;       /* of one unit of size */
    double point[3]; /* of the last body */
    bool drawn;      /* the point is one of the drawing: its x is counted from there */
} family;

static const family families[] = {
    {"chain", linkage_chain, 1, {1, 0, 0}, false},
    {"scissors", linkage_scissors, 2, {0, 1, 0}, true},
    {"parallelograms", linkage_parallelograms, 2, {0, 1, 0}, true},
    {"chain in space", linkage_chain_in_space, 1, {1, 0, 0}, false},
};

/* ---- dragging ---- */

static void say(const char *what, const family *f, int links, const double *ms, int calls, double distance)
{
    double sum = 0, most = 0;
    for (int i = 0; i < calls; i++)
        sum += ms[i], most = fmax(most, ms[i]);
    printf("%-15s %4d links  %-12s mean %7.3f  worst %7.3f ms  distance %.2g m\n", f->name, links, what, sum / calls,
           most, distance);
}

static void follow(const family *f, tml_drag *drag, int links, double *ms, int calls)
{
    const size_t last = tml_drag_body_count(drag) - 1;
    const double span = links / f->links;
    const double point[3] = {f->point[0] + (f->drawn ? span : 0), f->point[1], f->point[2]};
    for (int far = 0; far < 2; far++) {
        tml_drag_result lead = {0};
        double worst = 0;
        for (int i = 0; i < calls; i++) {
            const double a = 0.05 * i, x = span * (0.8 + 0.2 * sin(a));
            const double on_circle[3] = {span + sin(a), cos(a), 0}, on_curve[3] = {x, span * 0.5 * sin(2 * a), 0};
            const double in_bays[3] = {x, sqrt(2 - pow(x / span, 2)), 0}, beyond[3] = {2 * span, span, 0};
            const double *to = far                                  ? beyond
                               : f->write == linkage_scissors       ? in_bays
                               : f->write == linkage_parallelograms ? on_circle
                                                                    : on_curve;
            const double start = now();
            tml_drag_move(drag, last, point, to, &lead);
            ms[i] = now() - start;
            worst = fmax(worst, lead.closed ? 0 : 1);
        }
        say(far ? "out of reach" : "follows", f, links, ms, calls, lead.distance);
        if (worst > 0)
            printf("  it came open\n");
    }
}

static int lead(const family *f, int links, double *ms, int calls)
{
    tml_text text = {0};
    f->write(&text, links / f->links);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text.data, text.length, "bench.yaml", log);
    tml_drag *drag = NULL;
    const bool good = model && tml_drag_make(model, &drag, log) == TML_OK;
    if (good)
        follow(f, drag, links, ms, calls);
    else
        fprintf(stderr, "%s: %s\n", f->name, tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    tml_drag_free(drag);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&text);
    return good ? 0 : 1;
}

int main(int count, char **arguments)
{
    static const int links[] = {4, 50, 200, 500};
    const int calls = count > 1 ? atoi(arguments[1]) : 200;
    double *ms = calls > 0 ? malloc((size_t)calls * sizeof *ms) : NULL;
    int failed = 0;
    if (!ms) {
        fprintf(stderr, "bench_drag [CALLS]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            failed |= lead(&families[i], links[k], ms, calls);
    free(ms);
    return failed;
}
