/* check.c - how long a check takes as a page asks for it: a text is read, described and drawn. In processor time.
 *
 *     bench_check [REPEATS]
 *
 * Scissors in the plane and chains in space, of 50 and of 1000 links. Then the next requests of a page about the same text: dragging,
 * a run of one instant, a live motion.
 */
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec; /* ms */
}

typedef struct {
    double check, all; /* ms: text to report and scene; the rest, too */
} times;

static void ask_more(const tml_model *model, tml_log *log)
{
    tml_drag *drag = NULL;
    tml_results *results = NULL;
    tml_live *live = NULL;
    if (tml_drag_make(model, &drag, log) != TML_OK || tml_run(model, NULL, &results, log) != TML_OK ||
        tml_live_make(model, NULL, &live, log) != TML_OK)
        fprintf(stderr, "%s\n", tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    tml_live_free(live);
    tml_results_free(results);
    tml_drag_free(drag);
}

static times measure(const tml_text *text)
{
    const double begin = now();
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text->data, text->length, "bench.yaml", log);
    char *report = NULL, *scene = NULL;
    if (!model || tml_model_check(model, NULL, &report, log) != TML_OK || tml_scene_text(model, &scene, log) != TML_OK)
        fprintf(stderr, "%s\n", tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    const double checked = now();
    if (model)
        ask_more(model, log);
    const times t = {checked - begin, now() - begin};
    free(report);
    free(scene);
    tml_model_free(model);
    tml_log_free(log);
    return t;
}

/* n / 2 crosses of two links, pinned in their middles and to the next ones; the first is on a pin and a slot. */
static void write_scissors(tml_text *to, int n)
{
    tml_text_add(to, "trammel: 1\npoints:\n  L0: [0, 0]\n  R0: [0, 1]\n");
    for (int i = 0; i < n / 2; i++)
        tml_text_add(to, "  M%d: [%g, 0.5]\n  L%d: [%d, 0]\n  R%d: [%d, 1]\n", i, i + 0.5, i + 1, i + 1, i + 1, i + 1);
    tml_text_add(to, "bodies:\n");
    for (int i = 0; i < n / 2; i++)
        tml_text_add(to,
                     "  a%d: {points: [L%d, M%d, R%d], mass: 1, inertia: 0.2}\n"
                     "  b%d: {points: [R%d, M%d, L%d], mass: 1, inertia: 0.2}\n",
                     i, i, i, i + 1, i, i, i, i + 1);
    tml_text_add(to, "joints:\n  L0: {revolute: [ground, a0]}\n  R0: {slot: [ground, b0], axis: [0, 1]}\n");
    for (int i = 0; i < n / 2; i++)
        tml_text_add(to, "  M%d: {revolute: [a%d, b%d]}\n", i, i, i);
    for (int i = 1; i < n / 2; i++)
        tml_text_add(to, "  L%d: {revolute: [b%d, a%d]}\n  R%d: {revolute: [a%d, b%d]}\n", i, i - 1, i, i, i - 1, i);
}

static void write_chain(tml_text *to, int n)
{
    tml_text_add(to, "trammel: 1\nspace: space\nbodies:\n  ground: {points: {P0: [0, 0, 0]}}\n");
    for (int i = 1; i <= n; i++)
        tml_text_add(to,
                     "  b%d: {points: {P%d: [0, 0, 0], P%d: [1, 0, 0]}, position: [%d, 0, 0], mass: 1, "
                     "inertia: [0.1, 0.2, 0.2]}\n",
                     i, i - 1, i, i - 1);
    tml_text_add(to, "joints:\n  P0: {spherical: [ground, b1]}\n");
    for (int i = 1; i < n; i++)
        tml_text_add(to, i % 2 ? "  P%d: {universal: [b%d, b%d], axes: [y, z]}\n" : "  P%d: {spherical: [b%d, b%d]}\n",
                     i, i, i + 1);
}

static void say(const char *name, void (*write)(tml_text *to, int links), int links, int repeats)
{
    tml_text text = {0};
    write(&text, links);
    tml_text_add(&text, "analyses: [dynamics: {end: 1e-9, output: 1e-9, integrator: rk4, step: 1e-9}]\n");
    times least = {INFINITY, INFINITY};
    for (int i = 0; i < repeats; i++) {
        const times t = measure(&text);
        least.check = fmin(least.check, t.check);
        least.all = fmin(least.all, t.all);
    }
    printf("%-15s %4d links  check %9.2f ms  and drag, run, live %9.2f ms\n", name, links, least.check, least.all);
    fflush(stdout);
    tml_text_free(&text);
}

int main(int argc, char **argv)
{
    const int repeats = argc > 1 ? atoi(argv[1]) : 5;
    for (int links = 50; links <= 1000; links *= 20) {
        say("scissors", write_scissors, links, repeats);
        say("chain in space", write_chain, links, repeats);
    }
    return 0;
}
