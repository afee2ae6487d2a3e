/* bench.c - `trammel bench`: the benchmark problems, timed on this machine.
 *
 * Errors are against closed forms or reference numbers of high precision; see models/ for their sources.
 */
#include "command.h"
#include "messages.h"
#include "trammel/trammel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    char *(*text)(int size, double tolerance, const char *integrator);
    int size;
    double tolerance;
    const char *integrator;
    const char *channel;
    double exact; /* NAN: the energy error is shown instead */
} problem;

typedef struct {
    char *data;
    size_t length, capacity;
} buffer;

static void add(buffer *b, const char *text)
{
    const size_t n = strlen(text);
    if (b->length + n + 1 > b->capacity) {
        const size_t grown = 2 * (b->capacity + n + 256);
        char *moved = realloc(b->data, grown);
        if (!moved)
            return;
        b->data = moved;
        b->capacity = grown;
    }
    memcpy(b->data + b->length, text, n + 1);
    b->length += n;
}

static char *andrews(int size, double tolerance, const char *integrator)
{
    static const char *const format =
        "trammel: 1\ngravity: none\n"
        "parameters: {beta: -0.0617138900142764496358948458001}\n"
        "bodies:\n"
        "  ground: {points: {O: [0, 0], A: [-0.06934, -0.00227], B: [-0.03635, 0.03273], C: [0.014, 0.072]}}\n"
        "  K1: {points: {O: [0, 0], F: [0.007, 0]}, com: [0.00092, 0], mass: 0.04325, inertia: 2.194e-6, angle: beta}\n"
        "  K2: {points: {F: [0, 0], E: [-0.028, 0]}, com: [-0.0115, 0], mass: 0.00365, inertia: 4.410e-7, angle: "
        "beta}\n"
        "  K3: {points: {B: [0, 0], E: [0, -0.035], D: [0.02, -0.018]}, com: [0.01043, -0.01874], mass: 0.02373, "
        "inertia: 5.255e-6, angle: 0.455}\n"
        "  K4: {points: {G: [0, 0], E: [0, -0.02]}, com: [0, -0.00579], mass: 0.00706, inertia: 5.667e-7, angle: "
        "0.710}\n"
        "  K5: {points: {A: [0, 0], G: [0.04, 0]}, com: [0.02308, 0.00916], mass: 0.07050, inertia: 1.169e-5, angle: "
        "0.487}\n"
        "  K6: {points: {H: [0, 0], E: [0.02, 0]}, com: [0.00579, 0], mass: 0.00706, inertia: 5.667e-7, angle: 1.008}\n"
        "  K7: {points: {A: [0, 0], H: [0, -0.04]}, com: [0.00449, -0.01228], mass: 0.05498, inertia: 1.912e-5, angle: "
        "1.231}\n"
        "joints:\n"
        "  O: {revolute: [ground, K1]}\n  F: {revolute: [K1, K2]}\n  B: {revolute: [ground, K3]}\n"
        "  E3: {revolute: [K2, K3], at: E}\n  A5: {revolute: [ground, K5], at: A}\n  G: {revolute: [K5, K4]}\n"
        "  E4: {revolute: [K2, K4], at: E}\n  A7: {revolute: [ground, K7], at: A}\n  H: {revolute: [K7, K6]}\n"
        "  E6: {revolute: [K2, K6], at: E}\n"
        "forces:\n  spring: {spring: [ground.C, K3.D], stiffness: 4530, length: 0.07785}\n"
        "  drive: {torque: K1, value: 0.033}\n"
        "initial: {O.angle: beta, O.speed: 0}\n"
        "analyses:\n  - dynamics: {end: 0.03, output: 0.03, tolerance: %g, integrator: %s}\n";
    (void)size;
    char *text = malloc(strlen(format) + 64);
    if (text)
        sprintf(text, format, tolerance, integrator);
    return text;
}

/* N four-bars in a row, upright, B0 at 1 m/s. */
static char *fourbars(int size, double tolerance, const char *integrator)
{
    buffer b = {0};
    char line[256];
    add(&b, "trammel: 1\npoints:\n");
    for (int i = 0; i <= size; i++) {
        snprintf(line, sizeof line, "  A%d: [%d, 0]\n  B%d: [%d, 1]\n", i, i, i, i);
        add(&b, line);
    }
    add(&b, "bodies:\n");
    for (int i = 0; i <= size; i++) {
        snprintf(line, sizeof line, "  post%d: {points: [A%d, B%d], mass: 1, shape: rod}\n", i, i, i);
        add(&b, line);
        snprintf(line, sizeof line, "  beam%d: {points: [B%d, B%d], mass: 1, shape: rod}\n", i + 1, i, i + 1);
        if (i < size)
            add(&b, line);
    }
    add(&b, "joints:\n");
    for (int i = 0; i <= size; i++) {
        snprintf(line, sizeof line, "  A%d: {revolute: [ground, post%d]}\n", i, i);
        add(&b, line);
        snprintf(line, sizeof line, "  L%d: {revolute: [post%d, beam%d], at: B%d}\n", i, i, i, i);
        if (i > 0)
            add(&b, line);
        snprintf(line, sizeof line, "  R%d: {revolute: [post%d, beam%d], at: B%d}\n", i, i, i + 1, i);
        if (i < size)
            add(&b, line);
    }
    snprintf(line, sizeof line,
             "initial: {A0.angle: 0, A0.speed: -1}\nanalyses:\n  - dynamics: {end: 10, output: 10, tolerance: %g, "
             "integrator: %s}\n",
             tolerance, integrator);
    add(&b, line);
    return b.data;
}

/* A hanging chain of n rods, let go level. */
static char *chain(int size, double tolerance, const char *integrator)
{
    buffer b = {0};
    char line[256];
    add(&b, "trammel: 1\npoints:\n");
    for (int i = 0; i <= size; i++) {
        snprintf(line, sizeof line, "  P%d: [%.17g, 0]\n", i, (double)i / size);
        add(&b, line);
    }
    add(&b, "bodies:\n");
    for (int i = 0; i < size; i++) {
        snprintf(line, sizeof line, "  link%d: {points: [P%d, P%d], mass: %.17g, shape: rod}\n", i, i, i + 1,
                 1.0 / size);
        add(&b, line);
    }
    add(&b, "joints:\n");
    for (int i = 0; i < size; i++) {
        snprintf(line, sizeof line, "  P%d: {revolute: [ground, link%d]}\n", i, i);
        if (i)
            snprintf(line, sizeof line, "  P%d: {revolute: [link%d, link%d]}\n", i, i - 1, i);
        add(&b, line);
    }
    snprintf(line, sizeof line, "analyses:\n  - dynamics: {end: %g, output: 1, tolerance: %g, integrator: %s}\n",
             size > 100 ? 0.02 : 0.2, tolerance, integrator);
    add(&b, line);
    return b.data;
}

static double fact(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < tml_table_fact_count(t); i++)
        if (strcmp(tml_table_fact_name(t, i), name) == 0)
            return strtod(tml_table_fact_text(t, i), NULL);
    return NAN;
}

static void print_row(const problem *p, const tml_table *t)
{
    const size_t last = tml_table_rows(t) - 1;
    const long column = tml_table_find(t, p->channel);
    const bool known = !isnan(p->exact) && column >= 0;
    const double error =
        known ? fabs(tml_table_value(t, last, (size_t)column) - p->exact) : fact(t, "worst energy error");
    printf("%-26s %-9s %7.0e  %9.1e %-6s %9.4f %9.0f %10.0f %8.1f %%\n", p->name, p->integrator, p->tolerance, error,
           known ? "" : "(J)", fact(t, "CPU time"), fact(t, "evaluations"), 1e3 * fact(t, "inside an evaluation"),
           fact(t, "share outside evaluations"));
    fflush(stdout);
}

static int solve(const problem *p)
{
    tml_log *log = tml_log_make();
    char *text = p->text(p->size, p->tolerance, p->integrator);
    tml_model *model = log && text ? tml_model_parse(text, strlen(text), p->name, log) : NULL;
    tml_results *results = NULL;
    const tml_run_options options = {.profile = true};
    const tml_status status = model ? tml_run(model, &options, &results, log) : TML_WRONG;
    if (status == TML_OK)
        print_row(p, tml_results_table(results, 0));
    else
        cli_print_log(log);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
    free(text);
    return cli_exit_code(status);
}

static int bench(int count, char **arguments)
{
    static const double beta = 15.8107711951537070971, B0x = 0.18051222668672839010;
    static const problem problems[] = {
        {"Andrews, 0.03 s", andrews, 0, 1e-8, "explicit", "K1.angle", beta},
        {"Andrews, 0.03 s", andrews, 0, 1e-10, "explicit", "K1.angle", beta},
        {"Andrews, 0.03 s", andrews, 0, 1e-10, "adams", "K1.angle", beta},
        {"Andrews, 0.03 s", andrews, 0, 1e-9, "bdf", "K1.angle", beta},
        {"Andrews, 0.03 s", andrews, 0, 1e-9, "dae", "K1.angle", beta},
        {"N-four-bar, N = 40, 10 s", fourbars, 40, 1e-8, "explicit", "post0.B0.x", B0x},
        {"N-four-bar, N = 40, 10 s", fourbars, 40, 1e-10, "explicit", "post0.B0.x", B0x},
        {"chain of 10 links", chain, 10, 1e-8, "explicit", "t", NAN},
        {"chain of 100 links", chain, 100, 1e-8, "explicit", "t", NAN},
        {"chain of 1000 links", chain, 1000, 1e-8, "explicit", "t", NAN},
    };
    (void)arguments;
    if (count) {
        fprintf(stderr, "usage: trammel bench\n");
        return 2;
    }
    printf("%-26s %-9s %7s  %9s %-6s %9s %9s %10s %10s\n", "problem", "method", "tol", "error", "", "CPU s", "evals",
           "ns/eval", "outside");
    int worst = 0;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const int code = solve(&problems[i]);
        worst = code > worst ? code : worst;
    }
    printf("error: of K1.angle and of B0's x at the end; energy error (J) of the chains. ns/eval: inside one "
           "evaluation of the\n"
           "accelerations and multipliers. outside: share of the CPU time spent elsewhere (integrator, projection, "
           "output).\n");
    return worst;
}

const tml_command tml_command_bench = {
    .name = "bench",
    .usage = "bench",
    .doc = "the benchmark problems, timed on this machine",
    .main = bench,
};
