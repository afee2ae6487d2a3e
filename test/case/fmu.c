/* fmu.c - FMUs that the program makes, loaded as importers load them: numbers against closed forms, states, inputs, errors.
 *
 * A mass m on a slider, pulled by a force F and a damper c:  m x'' = F - c x'. Without damping x = F t^2/(2 m), and
 * with it x' = F/c (1 - exp(-c t/m)). The functions are those of the standard, found by dlsym; their types are in fmu/fmi.h.
 */
#include "fmu/fmi.h"
#include "support/program.h"
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>

TestSuite(fmu, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 120);

static const char MODEL[] = "trammel: 1\n"
                            "title: Mass on a slider <A & B>\n"
                            "parameters: {F: 6 N, c: 0 N*s/m, m: 2 kg, half: m/2}\n"
                            "bodies:\n"
                            "  ground: {points: {O: [0, 0]}}\n"
                            "  cart: {points: {O: [0, 0]}, mass: 2*half, inertia: 1}\n"
                            "joints: {S: {prismatic: [ground.O, cart.O], axis: [1, 0]}}\n"
                            "forces: {pull: {motor: S, force: F - c*S.speed}}\n"
                            "analyses: [dynamics: {end: 1, output: 0.125, step: 0.125}]\n";

/* ---- an importer ---- */

static char said[8192];
static char token[64];

static void unpack_it(void)
{
    static char xml[ROOM];
    cr_assert_eq(system("python3 -m zipfile -e cart.fmu cart"), 0);
    read_file("cart/modelDescription.xml", xml);
    const char *at = strchr(xml, '{');
    cr_assert_not_null(at);
    cr_assert_eq(sscanf(at, "%63[^\"]", token), 1);
}

static void export_it(const char *version)
{
    write_file("cart.yaml", MODEL);
    cr_assert_eq(RUN("export", "fmu", "cart.yaml", "--fmi", version, "--inputs", "F", "--outputs", "S.*", "-q"), 0,
                 "%s", err);
    unpack_it();
}

/* The value reference of a variable, as the description gives it. */
static uint32_t reference(const char *name)
{
    static char xml[ROOM];
    char wanted[64];
    unsigned found = 0;
    read_file("cart/modelDescription.xml", xml);
    snprintf(wanted, sizeof wanted, "name=\"%s\" valueReference=", name);
    const char *at = strstr(xml, wanted);
    cr_assert_not_null(at, "no variable %s", name);
    cr_assert_eq(sscanf(at + strlen(wanted), "\"%u\"", &found), 1);
    return found;
}

static void *load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(library, "%s", dlerror());
    return library;
}

static void find(void *library, const char *name, void *to)
{
    void *function = dlsym(library, name);
    cr_assert_not_null(function, "%s", name);
    memcpy(to, &function, sizeof function);
}

static void hear2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(arguments, message);
    vsnprintf(said, sizeof said, message, arguments);
    va_end(arguments);
}

static void hear3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)environment, (void)status, (void)category;
    snprintf(said, sizeof said, "%s", message);
}

/* The functions that both versions have, with the instance they are called for. */
typedef struct {
    int version;
    void *library, *instance;
    int (*enter2)(void *), (*exit)(void *), (*end)(void *), (*reset)(void *);
    int (*setup2)(void *, int, double, double, int, double);
    int (*enter3)(void *, bool, double, double, bool, double);
    int (*get2)(void *, const uint32_t *, size_t, double *), (*set2)(void *, const uint32_t *, size_t, const double *);
    int (*get3)(void *, const uint32_t *, size_t, double *, size_t);
    int (*set3)(void *, const uint32_t *, size_t, const double *, size_t);
    int (*step2)(void *, double, double, int);
    int (*step3)(void *, double, double, bool, bool *, bool *, bool *, double *);
    int (*take)(void *, void **), (*put)(void *, void *), (*drop)(void *, void **), (*size)(void *, void *, size_t *);
    int (*pack)(void *, void *, char *, size_t), (*unpack)(void *, const char *, size_t, void **);
    void (*free)(void *);
} importer;

static void *instantiate(const importer *i, const char *with)
{
    static const fmi2CallbackFunctions callbacks = {.logger = hear2};
    fmi2Component (*make2)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean,
                           fmi2Boolean);
    fmi3Instance (*make3)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                          const fmi3ValueReference *, size_t, fmi3InstanceEnvironment, fmi3LogMessageCallback,
                          fmi3IntermediateUpdateCallback);
    if (i->version == 2) {
        find(i->library, "fmi2Instantiate", &make2);
        return make2("cart", fmi2CoSimulation, with, NULL, &callbacks, 0, 0);
    }
    find(i->library, "fmi3InstantiateCoSimulation", &make3);
    return make3("cart", with, NULL, false, false, false, false, NULL, 0, NULL, hear3, NULL);
}

static void find_common(importer *i, const char *prefix)
{
    const char *state = i->version == 2 ? "FMUstate" : "FMUState";
    const struct {
        const char *format;
        void *to;
    } functions[] = {{"%sExitInitializationMode", &i->exit},
                     {"%sTerminate", &i->end},
                     {"%sReset", &i->reset},
                     {"%sFreeInstance", &i->free},
                     {"%sGet%s", &i->take},
                     {"%sSet%s", &i->put},
                     {"%sFree%s", &i->drop},
                     {"%sSerialize%s", &i->pack},
                     {"%sSerialized%sSize", &i->size},
                     {i->version == 2 ? "%sDeSerialize%s" : "%sDeserialize%s", &i->unpack}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        char name[64];
        snprintf(name, sizeof name, functions[f].format, prefix, state);
        find(i->library, name, functions[f].to);
    }
}

/* Of what cart.yaml was made into. */
static importer import_exported(importer i)
{
    const int version = i.version;
    unpack_it();
    i.library = load(version == 2 ? "cart/binaries/linux64/cart.so" : "cart/binaries/x86_64-linux/cart.so");
    find_common(&i, version == 2 ? "fmi2" : "fmi3");
    if (version == 2) {
        find(i.library, "fmi2SetupExperiment", &i.setup2);
        find(i.library, "fmi2EnterInitializationMode", &i.enter2);
        find(i.library, "fmi2GetReal", &i.get2);
        find(i.library, "fmi2SetReal", &i.set2);
        find(i.library, "fmi2DoStep", &i.step2);
    } else {
        find(i.library, "fmi3EnterInitializationMode", &i.enter3);
        find(i.library, "fmi3GetFloat64", &i.get3);
        find(i.library, "fmi3SetFloat64", &i.set3);
        find(i.library, "fmi3DoStep", &i.step3);
    }
    i.instance = instantiate(&i, token);
    cr_assert_not_null(i.instance, "%s", said);
    return i;
}

static importer import(int version)
{
    const importer i = {.version = version};
    export_it(version == 2 ? "2" : "3");
    return import_exported(i);
}

static int set(const importer *i, const char *name, double value)
{
    const uint32_t vr = reference(name);
    return i->version == 2 ? i->set2(i->instance, &vr, 1, &value) : i->set3(i->instance, &vr, 1, &value, 1);
}

static double get(const importer *i, const char *name)
{
    const uint32_t vr = reference(name);
    double value = NAN;
    cr_assert_eq(i->version == 2 ? i->get2(i->instance, &vr, 1, &value) : i->get3(i->instance, &vr, 1, &value, 1), 0,
                 "%s: %s", name, said);
    return value;
}

static void enter(const importer *i, double start)
{
    if (i->version == 2) {
        cr_assert_eq(i->setup2(i->instance, 0, 0, start, 0, 0), 0);
        cr_assert_eq(i->enter2(i->instance), 0, "%s", said);
    } else {
        cr_assert_eq(i->enter3(i->instance, false, 0, start, false, 0), 0, "%s", said);
    }
}

static int step(const importer *i, double from, double length)
{
    bool events, ended, early;
    double reached = NAN;
    if (i->version == 2)
        return i->step2(i->instance, from, length, 1);
    const int status = i->step3(i->instance, from, length, true, &events, &ended, &early, &reached);
    if (status == 0)
        cr_expect_float_eq(reached, from + length, 1e-15);
    return status;
}

static void begin(const importer *i, double start)
{
    enter(i, start);
    cr_assert_eq(i->exit(i->instance), 0, "%s", said);
}

static void leave(const importer *i)
{
    i->free(i->instance);
    dlclose(i->library);
}

#define BOTH(name)                                                                                                     \
    static void name(int version);                                                                                     \
    Test(fmu, name##_in_fmi_2)                                                                                         \
    {                                                                                                                  \
        name(2);                                                                                                       \
    }                                                                                                                  \
    Test(fmu, name##_in_fmi_3)                                                                                         \
    {                                                                                                                  \
        name(3);                                                                                                       \
    }                                                                                                                  \
    static void name(int version)

/* ---- motions ---- */

/* F = 6 N, m = 2 kg for 1 s, then F = -6 N: x = 1.5 t^2, then 1.5 + 3 (t - 1) - 1.5 (t - 1)^2. Steps of 0.25 s, 1/3 s and less. */
BOTH(an_input_acts_from_the_next_step_on)
{
    const importer i = import(version);
    begin(&i, 0);
    cr_expect_eq(step(&i, 0, 0.25), 0);
    cr_expect_float_eq(get(&i, "S.displacement"), 1.5 * 0.25 * 0.25, 1e-13);
    cr_expect_eq(step(&i, 0.25, 1. / 3), 0, "%s", said);
    const double t = 0.25 + 1. / 3;
    cr_expect_float_eq(get(&i, "S.displacement"), 1.5 * t * t, 1e-13);
    cr_expect_eq(step(&i, t, 1 - t), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.displacement"), 1.5, 1e-13);
    cr_expect_float_eq(get(&i, "time"), 1, 1e-15);
    cr_expect_eq(set(&i, "F", -6), 0, "%s", said);
    cr_expect_eq(get(&i, "F"), -6);
    cr_expect_eq(step(&i, 1, 1), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.displacement"), 3, 1e-12);
    cr_expect_float_eq(get(&i, "S.speed"), 0, 1e-12);
    cr_expect_eq(i.end(i.instance), 0);
    leave(&i);
}

/* m = 4 kg (the mass is made of a parameter that follows m): x = 6/8 t^2 from t = 2 s on. Damping, by a tunable parameter, from there:
 * x' = F/c (1 - e^(-c t/m)) with c = 8, m = 4, to the tolerance of the model. */
BOTH(parameters_are_set_before_the_motion_and_tuned_in_it)
{
    const importer i = import(version);
    cr_expect_eq(set(&i, "m", 4), 0);
    begin(&i, 2);
    cr_expect_eq(get(&i, "time"), 2);
    cr_expect_eq(step(&i, 2, 1), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.displacement"), 0.75, 1e-13);
    cr_expect_eq(i.reset(i.instance), 0);
    cr_expect_eq(get(&i, "m"), 2);
    cr_expect_eq(set(&i, "m", 4), 0);
    begin(&i, 0);
    cr_expect_eq(set(&i, "c", 8), 0, "%s", said);
    cr_expect_neq(set(&i, "m", 3), 0);
    cr_expect(strstr(said, "cannot change"), "%s", said);
    cr_expect_neq(step(&i, NAN, 1), 0);
    cr_expect(strstr(said, "time is not finite"), "%s", said);
    cr_expect_eq(step(&i, 0, 1), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.speed"), 0.75 * (1 - exp(-2)), 1e-9);
    leave(&i);
}

/* A state that is put back, and one that comes from bytes into another instance, go on with the same bits. */
BOTH(states_are_kept_and_put_back)
{
    importer i = import(version);
    double first[2], again[2], other[2];
    void *state = NULL, *copy = NULL;
    size_t size = 0;
    cr_expect_eq(set(&i, "m", 3), 0);
    begin(&i, 0);
    cr_expect_eq(set(&i, "c", 0.7), 0);
    cr_expect_eq(step(&i, 0, 0.3), 0);
    cr_expect_eq(i.take(i.instance, &state), 0, "%s", said);
    cr_expect_eq(step(&i, 0.3, 0.45), 0);
    first[0] = get(&i, "S.displacement"), first[1] = get(&i, "S.speed");
    cr_expect_eq(set(&i, "F", 100), 0);
    cr_expect_eq(step(&i, 0.75, 0.5), 0);
    cr_expect_neq(get(&i, "S.displacement"), first[0]);
    cr_expect_eq(i.put(i.instance, state), 0, "%s", said);
    cr_expect_eq(get(&i, "F"), 6);
    cr_expect_eq(get(&i, "time"), 0.3);
    cr_expect_eq(step(&i, 0.3, 0.45), 0);
    again[0] = get(&i, "S.displacement"), again[1] = get(&i, "S.speed");
    cr_expect_arr_eq(first, again, sizeof first);

    cr_expect_eq(i.size(i.instance, state, &size), 0);
    char *bytes = malloc(size);
    cr_expect_eq(i.pack(i.instance, state, bytes, size), 0);
    cr_expect_eq(i.drop(i.instance, &state), 0);
    cr_expect_null(state);
    i.free(i.instance);
    i.instance = instantiate(&i, token); /* with m = 2 kg: the state knows better */
    cr_expect_eq(i.unpack(i.instance, bytes, size, &copy), 0);
    cr_expect_eq(i.put(i.instance, copy), 0, "%s", said);
    cr_expect_eq(get(&i, "m"), 3);
    cr_expect_eq(step(&i, 0.3, 0.45), 0, "%s", said);
    other[0] = get(&i, "S.displacement"), other[1] = get(&i, "S.speed");
    cr_expect_arr_eq(first, other, sizeof first);

    cr_expect_eq(i.drop(i.instance, &copy), 0);
    bytes[size - 1] ^= 1;
    cr_expect_eq(i.unpack(i.instance, bytes, size, &copy), 0);
    cr_expect_neq(i.put(i.instance, copy), 0);
    cr_expect_eq(i.drop(i.instance, &copy), 0);
    free(bytes);
    leave(&i);
}

static void copy_state(importer *i)
{
    void *state = NULL, *copy = NULL;
    size_t size = 0;
    cr_assert_eq(i->take(i->instance, &state), 0, "%s", said);
    cr_assert_eq(i->size(i->instance, state, &size), 0);
    char *bytes = malloc(size);
    cr_assert_eq(i->pack(i->instance, state, bytes, size), 0);
    cr_assert_eq(i->drop(i->instance, &state), 0);
    i->free(i->instance);
    i->instance = instantiate(i, token);
    cr_assert_eq(i->unpack(i->instance, bytes, size, &copy), 0);
    cr_assert_eq(i->put(i->instance, copy), 0, "%s", said);
    cr_assert_eq(i->drop(i->instance, &copy), 0);
    free(bytes);
}

/* The start, the tolerance of the importer, parameters and derivatives of inputs: an instance that is made of a state in initialization, and another one between
 * steps, goes on with the same bits. Damped by c: x' = (F - m r/c)/c (1 - e^(-c t/m)) + r t/c for a force F + r t. */
BOTH(states_keep_what_was_set_before_the_motion)
{
    const double r = version == 2 ? 12 : 0, c = 8, m = 2, F = 6;
    double reached[2][2];
    for (int copied = 0; copied < 2; copied++) {
        importer i = import(version);
        cr_expect_eq(set(&i, "c", c), 0);
        if (version == 2) {
            int (*follow)(void *, const uint32_t *, size_t, const int *, const double *) = NULL;
            const uint32_t force = reference("F");
            find(i.library, "fmi2SetRealInputDerivatives", &follow);
            cr_expect_eq(i.setup2(i.instance, 1, 1e-3, 2, 0, 0), 0);
            cr_expect_eq(i.enter2(i.instance), 0, "%s", said);
            cr_expect_eq(follow(i.instance, &force, 1, (const int[]){1}, &r), 0, "%s", said);
        } else {
            cr_expect_eq(i.enter3(i.instance, true, 1e-3, 2, false, 0), 0, "%s", said);
        }
        if (copied)
            copy_state(&i);
        cr_assert_eq(i.exit(i.instance), 0, "%s", said);
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(step(&i, 2 + 0.5 * k, 0.5), 0, "%s", said);
            if (copied)
                copy_state(&i);
        }
        reached[copied][0] = get(&i, "S.speed"), reached[copied][1] = get(&i, "S.displacement");
        leave(&i);
    }
    cr_expect_arr_eq(reached[0], reached[1], sizeof reached[0]);
    cr_expect_float_eq(reached[0][0], (F - m * r / c) / c * (1 - exp(-c / m)) + r / c, 1e-3);
}

/* ---- as exact as a run ---- */

/* The importer for another model: its file is cart.yaml. */
static importer import_model(const char *text, int version, const char *option, const char *value)
{
    importer i = {.version = version};
    write_file("cart.yaml", text);
    cr_assert_eq(RUN("export", "fmu", "cart.yaml", "--fmi", version == 2 ? "2" : "3", "-q", option, value), 0, "%s",
                 err);
    return import_exported(i);
}

/* x'' = -400 x from x = 1: cos(20 t) whatever the communication step. The step that is proposed, 0.25 s, is far too long for a fixed one. */
#define SWINGING_BLOCK                                                                                                 \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies: {block: {mass: 1, inertia: 1, position: [1, 0]}}\n"                                                       \
    "forces: {spring: {force: block, value: [-400*block.x, 0]}}\n"
static const char SWINGS[] = SWINGING_BLOCK "analyses: [dynamics: {end: 2, output: 0.25}]\n";
static const char SWINGS_BY_RK4[] =
    SWINGING_BLOCK "analyses: [dynamics: {end: 2, output: 0.25, integrator: rk4, step: 0.05}]\n";

BOTH(steps_of_any_size_keep_the_tolerance)
{
    static const double lengths[] = {2, 0.25, 0.001};
    const importer i = import_model(SWINGS, version, "--outputs", "block.x");
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(i.reset(i.instance), 0);
        begin(&i, 0);
        for (int n = 0; n < (int)(2 / lengths[k] + 0.5); n++)
            cr_assert_eq(step(&i, n * lengths[k], lengths[k]), 0, "%s", said);
        cr_expect_float_eq(get(&i, "block.x"), cos(40), 1e-7, "%g", get(&i, "block.x") - cos(40));
    }
    leave(&i);
}

/* The start of the importer, behind the end of `dynamics` or less than a step before the start of the model. A block in equilibrium at 100 (t - x) = 0
 * is let go: x = t - sin(10 s)/10, s later. A shaft whose speed is t turns from zero by (t^2 - t0^2)/2. */
BOTH(motions_begin_when_the_importer_says)
{
    static const char model[] = "trammel: 1\ngravity: none\npoints: {S: [0, 0], O: [3, 0], A: [4, 0]}\n"
                                "bodies: {block: {mass: 1, inertia: 1, points: [S]},\n"
                                "         shaft: {mass: 1, inertia: 1, points: [O, A]}}\n"
                                "joints: {S: {prismatic: [ground, block], axis: x}, O: {revolute: [ground, shaft]}}\n"
                                "drivers: {run: {O.speed: t}}\n"
                                "forces: {pull: {force: block, value: [100*t - 100*block.x, 0]}}\n"
                                "analyses: [static, dynamics: {end: 1, output: 0.125}]\n";
    static const double starts[] = {2, -0.0625};
    const importer i = import_model(model, version, "--outputs", "*");
    for (int k = 0; k < 2; k++) {
        const double t = starts[k];
        cr_assert_eq(i.reset(i.instance), 0);
        begin(&i, t);
        cr_expect_float_eq(get(&i, "block.x"), t, 1e-12);
        cr_expect_float_eq(get(&i, "O.speed"), t, 1e-12);
        cr_expect_float_eq(get(&i, "O.angle"), 0, 1e-12);
        cr_assert_eq(step(&i, t, 0.5), 0, "%s", said);
        cr_expect_float_eq(get(&i, "block.x"), t + 0.5 - sin(5) / 10, 1e-8);
        cr_expect_float_eq(get(&i, "O.angle"), 0.5 * t + 0.125, 1e-12);
    }
    leave(&i);
}

/* After steps of h the classical method has x = Re z^n, z = 1 + w + w^2/2 + w^3/6 + w^4/24, w = 20 i h: the number behind `text`, an error, is the
 * largest difference of x from cos(20 n h), or of the velocity, of the largest value so far, in percent. */
static void expect_error_of_swings(const char *text, const char *before, double h)
{
    double told = 0, error[2] = {0};
    const char *at = strstr(text, before);
    cr_assert(at && sscanf(at + strlen(before), "%lf", &told) == 1, "no %s in %s", before, text);
    const double w = 20 * h, re = 1 - w * w / 2 + w * w * w * w / 24, im = w - w * w * w / 6;
    double x = 1, y = 0, largest = 0;
    for (int n = 1; n * h < 2 + 1e-9; n++) {
        const double next = re * x - im * y;
        y = re * y + im * x, x = next;
        if (n % (int)fmax(1, round(0.1 / h)) != 0) /* 20 comparisons, at whole numbers of steps */
            continue;
        largest = fmax(largest, fabs(sin(w * n)));
        error[0] = fmax(error[0], fabs(x - cos(w * n)));
        error[1] = fmax(error[1], fabs(y - sin(w * n)));
    }
    const double expected = fmax(error[0], error[1] / largest);
    cr_expect_float_eq(told, expected, 0.06 * expected, "%g, not %g", told, expected);
}

/* Steps of a fixed size are measured against the tolerance when the FMU is made, those of the model itself too. */
Test(fmu, fixed_steps_tell_their_error)
{
    static char xml[ROOM];
    write_file("cart.yaml", SWINGS);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--step", "0.2"), 0);
    expect_message("fixed steps of 0.2 s are unstable: the motion has rates up to 20 1/s");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--step", "0.08"), 0);
    expect_message("[W818]");
    expect_error_of_swings(err, "are off by", 0.08);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--step", "auto"), 0);
    expect_message("times the tolerance 1e-08: where the motion is smooth, ");
    cr_assert_eq(system("python3 -m zipfile -e cart.fmu cart"), 0);
    read_file("cart/modelDescription.xml", xml);
    cr_expect_not_null(
        strstr(xml, "description=\"co-simulation: fixed steps of at most 0.01 s, rk4; fastest rate 20 1/s"));
    expect_error_of_swings(xml, "error up to t = 2 s: ", 0.01);
    expect_error_of_swings(err, "are off by", 0.01);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--step", "0.0004"), 0);
    cr_expect_null(strstr(err, "W818"), "%s", err);
    write_file("cart.yaml", SWINGS_BY_RK4);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml"), 0);
    expect_error_of_swings(err, "are off by", 0.05);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--step", "-1"), 2);
    expect_message("--step needs auto or a time");
}

/* ---- how motions end ---- */

/* A stone that falls from 1 m with 8 m/s^2 is at the floor after 0.5 s. */
BOTH(an_event_ends_the_motion)
{
    const importer i = import_model("trammel: 1\ngravity: [0, -8]\n"
                                    "bodies: {stone: {mass: 1, inertia: 1, position: [0, 1]}}\n"
                                    "events: {floor: {when: stone.y, stop: true}}\n"
                                    "analyses: [dynamics: {end: 2, output: 0.2}]\n",
                                    version, "--outputs", "stone.*");
    begin(&i, 0);
    cr_expect_eq(step(&i, 0, 0.4), 0);
    for (int k = 0; k < 2; k++) {
        if (version == 2) {
            int (*ends)(void *, int, int *) = NULL, (*number)(void *, int, double *) = NULL, ended = 0;
            double reached = NAN;
            find(i.library, "fmi2GetBooleanStatus", &ends);
            find(i.library, "fmi2GetRealStatus", &number);
            cr_expect_eq(step(&i, 0.4, 0.4), fmi2Discard);
            cr_expect_eq(ends(i.instance, fmi2Terminated, &ended), 0);
            cr_expect_eq(number(i.instance, fmi2LastSuccessfulTime, &reached), 0);
            cr_expect(ended && fabs(reached - 0.5) < 1e-12);
        } else {
            bool events, ended = false, early;
            double reached = NAN;
            cr_expect_eq(i.step3(i.instance, 0.4, 0.4, true, &events, &ended, &early, &reached), 0);
            cr_expect(ended && !early && fabs(reached - 0.5) < 1e-12);
        }
        cr_expect_float_eq(get(&i, "stone.vy"), -4, 1e-11);
    }
    cr_expect_eq(i.end(i.instance), 0);
    leave(&i);
}

/* A force that has no value from 0.5 s on: an error there, and at each step from then on, until a state is put back. */
BOTH(a_motion_that_fails_is_an_error)
{
    void *state = NULL;
    const importer i = import_model("trammel: 1\ngravity: none\nbodies: {block: {mass: 1, inertia: 1}}\n"
                                    "forces: {pull: {force: block, value: [1/sqrt(0.5 - t), 0]}}\n"
                                    "analyses: [dynamics: {end: 1, output: 0.1}]\n",
                                    version, "--outputs", "block.*");
    begin(&i, 0);
    cr_expect_eq(step(&i, 0, 0.25), 0);
    cr_expect_eq(i.take(i.instance, &state), 0);
    cr_expect_eq(step(&i, 0.25, 0.5), fmi2Error);
    cr_expect(strstr(said, "cannot be continued from t = 0."), "%s", said);
    cr_expect_eq(step(&i, 0.25, 0.5), fmi2Error);
    cr_expect_eq(i.put(i.instance, state), 0);
    cr_expect_eq(step(&i, 0.25, 0.125), 0, "%s", said);
    cr_expect_float_eq(get(&i, "block.vx"), 2 * (sqrt(0.5) - sqrt(0.125)), 1e-8);
    cr_expect_eq(i.drop(i.instance, &state), 0);
    leave(&i);
}

/* m = 2 kg under F = 6 t + 12 t^2/2: x = t^3/2 + t^4/4, in one step. */
Test(fmu, inputs_follow_their_derivatives)
{
    const importer i = import(2);
    int (*follow)(void *, const uint32_t *, size_t, const int *, const double *) = NULL;
    const uint32_t F[2] = {reference("F"), reference("F")};
    find(i.library, "fmi2SetRealInputDerivatives", &follow);
    begin(&i, 0);
    cr_expect_eq(set(&i, "F", 0), 0);
    cr_expect_eq(follow(i.instance, F, 2, (const int[]){1, 2}, (const double[]){6, 12}), 0, "%s", said);
    cr_expect_eq(step(&i, 0, 1), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.displacement"), 0.75, 1e-12);
    cr_expect_float_eq(get(&i, "S.acceleration"), 6, 1e-12);
    cr_expect_eq(set(&i, "F", 0), 0); /* it is constant again */
    cr_expect_eq(step(&i, 1, 1), 0, "%s", said);
    cr_expect_float_eq(get(&i, "S.displacement"), 0.75 + 2.5, 1e-12);
    cr_expect_eq(follow(i.instance, F, 1, (const int[]){4}, (const double[]){6}), fmi2Error);
    leave(&i);
}

/* ---- model exchange ---- */

typedef struct {
    int (*number)(void *, double *, size_t), (*rates)(void *, double *, size_t), (*nominals)(void *, double *, size_t);
    int (*put)(void *, const double *, size_t), (*time)(void *, double), (*move)(void *), (*stop)(void *);
    int (*done2)(void *, int, int *, int *), (*news2)(void *, fmi2EventInfo *);
    int (*done3)(void *, bool, bool *, bool *), (*news3)(void *, bool *, bool *, bool *, bool *, bool *, double *);
    int (*along2)(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, double *);
    int (*along3)(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t, double *, size_t);
    int (*back3)(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t, double *, size_t);
} exchange;

/* In place of the instance for co-simulation, one for model exchange. */
static exchange begin_exchange(importer *i)
{
    static const fmi2CallbackFunctions callbacks = {.logger = hear2};
    fmi2Component (*make2)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean,
                           fmi2Boolean);
    fmi3Instance (*make3)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,
                          fmi3LogMessageCallback);
    exchange x = {0};
    const bool two = i->version == 2;
    const char *v = two ? "fmi2" : "fmi3";
    const struct {
        const char *name;
        void *to;
    } functions[] = {{"GetContinuousStates", &x.number},
                     {two ? "GetDerivatives" : "GetContinuousStateDerivatives", &x.rates},
                     {"GetNominalsOfContinuousStates", &x.nominals},
                     {"SetContinuousStates", &x.put},
                     {"SetTime", &x.time},
                     {"EnterContinuousTimeMode", &x.move},
                     {"EnterEventMode", &x.stop},
                     {"CompletedIntegratorStep", two ? (void *)&x.done2 : (void *)&x.done3},
                     {two ? "NewDiscreteStates" : "UpdateDiscreteStates", two ? (void *)&x.news2 : (void *)&x.news3},
                     {"GetDirectionalDerivative", two ? (void *)&x.along2 : (void *)&x.along3},
                     {two ? "GetDirectionalDerivative" : "GetAdjointDerivative", &x.back3}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", v, functions[f].name);
        find(i->library, name, functions[f].to);
    }
    i->free(i->instance);
    find(i->library, two ? "fmi2Instantiate" : "fmi3InstantiateModelExchange", two ? (void *)&make2 : (void *)&make3);
    i->instance = two ? make2("cart", fmi2ModelExchange, token, NULL, &callbacks, 0, 0)
                      : make3("cart", token, NULL, false, false, NULL, hear3);
    cr_assert_not_null(i->instance, "%s", said);
    return x;
}

/* Whether states have changed; there is no event by time. */
static bool news(const importer *i, const exchange *x)
{
    if (i->version == 2) {
        fmi2EventInfo info;
        cr_expect_eq(x->news2(i->instance, &info), 0, "%s", said);
        cr_expect_not(info.newDiscreteStatesNeeded || info.nextEventTimeDefined || info.terminateSimulation);
        return info.valuesOfContinuousStatesChanged;
    }
    bool again, ends, nominals, values, has_next;
    double next;
    cr_expect_eq(x->news3(i->instance, &again, &ends, &nominals, &values, &has_next, &next), 0, "%s", said);
    cr_expect_not(again || ends || nominals || has_next);
    return values;
}

/* m = 2 kg, F = 6 N, c = 1 N s/m at x = 0.5 m, x' = 2 m/s: x'' = (F - c x')/m = 2 m/s^2, and the work (F - c x') x' = 8 W. */
BOTH(an_importer_integrates)
{
    importer i = import(version);
    const exchange x = begin_exchange(&i);
    const double given[3] = {0.5, 2, 0};
    double rates[3], values[3];
    void *state = NULL;
    begin(&i, 0);
    cr_expect_eq(set(&i, "c", 1), 0, "%s", said);
    cr_expect_not(news(&i, &x));
    cr_expect_neq(step(&i, 0, 0.1), 0);
    cr_expect(strstr(said, "in event mode"), "%s", said);
    cr_expect_neq(x.put(i.instance, given, 3), 0);
    cr_expect_eq(x.move(i.instance), 0);
    cr_expect_eq(x.time(i.instance, 0.25), 0);
    cr_expect_neq(x.put(i.instance, given, 2), 0);
    cr_expect_eq(x.put(i.instance, given, 3), 0, "%s", said);
    cr_expect_eq(x.rates(i.instance, rates, 3), 0, "%s", said);
    cr_expect_eq(rates[0], 2);
    cr_expect_float_eq(rates[1], 2, 1e-15);
    cr_expect_float_eq(rates[2], 8, 1e-14);
    cr_expect_eq(get(&i, "time"), 0.25);
    cr_expect_eq(get(&i, "S.displacement"), 0.5);
    cr_expect_float_eq(get(&i, "S.acceleration"), 2, 1e-15);
    cr_expect_eq(get(&i, "state(S.speed)"), 2);
    cr_expect_float_eq(get(&i, "der(S.speed)"), 2, 1e-15);
    int due2 = 1, ends2 = 1;
    bool due = true, ends = true;
    cr_expect_eq(version == 2 ? x.done2(i.instance, 1, &due2, &ends2) : x.done3(i.instance, true, &due, &ends), 0);
    cr_expect_not(version == 2 ? due2 || ends2 : due || ends);
    cr_expect_eq(i.take(i.instance, &state), 0, "%s", said);
    cr_expect_eq(x.put(i.instance, (const double[]){1, 1, 1}, 3), 0);
    cr_expect_eq(x.rates(i.instance, rates, 3), 0);
    cr_expect_float_eq(rates[1], 2.5, 1e-15);
    cr_expect_eq(i.put(i.instance, state), 0, "%s", said);
    cr_expect_eq(x.number(i.instance, values, 3), 0);
    cr_expect_arr_eq(values, given, sizeof given);
    cr_expect_eq(x.nominals(i.instance, values, 3), 0);
    cr_expect(values[0] > 0 && values[1] > 0 && values[2] > 0);
    cr_expect_eq(i.drop(i.instance, &state), 0);
    cr_expect_eq(x.stop(i.instance), 0);
    cr_expect_eq(i.end(i.instance), 0);
    leave(&i);
}

/* d x''/d x' = -c/m, d x''/d F = 1/m; the output x'' the same; the work by x': F - 2 c x'. */
BOTH(derivatives_along_directions_are_exact)
{
    importer i = import(version);
    const exchange x = begin_exchange(&i);
    const uint32_t unknowns[] = {reference("der(S.speed)"), reference("S.acceleration"), reference("der(energy.work)")};
    const uint32_t knowns[] = {reference("state(S.speed)"), reference("F")}, fixed = reference("m");
    const double seed[2] = {1, 10}, weight[3] = {1, 2, 0};
    double found[3], back[2];
    begin(&i, 0);
    cr_expect_eq(set(&i, "c", 1), 0);
    cr_expect_not(news(&i, &x));
    cr_expect_eq(x.move(i.instance), 0);
    cr_expect_eq(x.put(i.instance, (const double[]){0.5, 2, 0}, 3), 0);
    if (version == 2)
        cr_expect_eq(x.along2(i.instance, unknowns, 3, knowns, 2, seed, found), 0, "%s", said);
    else
        cr_expect_eq(x.along3(i.instance, unknowns, 3, knowns, 2, seed, 2, found, 3), 0, "%s", said);
    cr_expect_float_eq(found[0], -0.5 + 10 * 0.5, 1e-14);
    cr_expect_float_eq(found[1], -0.5 + 10 * 0.5, 1e-12);
    cr_expect_float_eq(found[2], 6 - 2 * 2 + 10 * 2, 1e-11);
    if (version == 3) {
        cr_expect_eq(x.back3(i.instance, unknowns, 3, knowns, 2, weight, 3, back, 2), 0, "%s", said);
        cr_expect_float_eq(back[0], -0.5 * 3, 1e-12);
        cr_expect_float_eq(back[1], 0.5 * 3, 1e-12);
        cr_expect_neq(x.along3(i.instance, unknowns, 3, &fixed, 1, seed, 1, found, 3), 0);
    } else
        cr_expect_neq(x.along2(i.instance, unknowns, 3, &fixed, 1, seed, found), 0);
    cr_expect(strstr(said, "no state, input or tunable parameter"), "%s", said);
    leave(&i);
}

/* ---- what goes wrong ---- */

BOTH(errors_are_told)
{
    const importer i = import(version);
    cr_expect_null(instantiate(&i, "{another}"));
    cr_expect(strstr(said, "token"), "%s", said);
    cr_expect_neq(step(&i, 0, 0.1), 0);
    cr_expect(strstr(said, "before initialization"), "%s", said);
    cr_expect_neq(set(&i, "S.displacement", 1), 0);
    cr_expect(strstr(said, "output"), "%s", said);
    cr_expect_eq(set(&i, "m", -1), 0);
    if (version == 2)
        cr_expect_neq(i.enter2(i.instance), 0);
    else
        cr_expect_neq(i.enter3(i.instance, false, 0, 0, false, 0), 0);
    cr_expect(strstr(said, "cannot begin"), "%s", said);
    cr_expect_eq(i.reset(i.instance), 0);
    begin(&i, 0);
    cr_expect_neq(step(&i, 5, 0.1), 0);
    cr_expect(strstr(said, "the motion is at t = 0"), "%s", said);
    cr_expect_neq(step(&i, 0, -1), 0);
    cr_expect_neq(set(&i, "F", NAN), 0);
    cr_expect_eq(step(&i, 0, 1), 0);
    cr_expect_float_eq(get(&i, "S.displacement"), 1.5, 1e-13);
    leave(&i);
}

/* ---- the file ---- */

static void expect_in_description(const char *part)
{
    static char xml[ROOM];
    read_file("cart/modelDescription.xml", xml);
    cr_expect(strstr(xml, part), "no\n  %s\nin\n%s", part, xml);
}

BOTH(the_description_has_variables_with_units)
{
    export_it(version == 2 ? "2" : "3");
    expect_in_description("modelName=\"Mass on a slider &lt;A &amp; B>\"");
    expect_in_description("<Unit name=\"N*s/m\"><BaseUnit kg=\"1\" s=\"-1\"/></Unit>");
    expect_in_description("<Unit name=\"N\"><BaseUnit kg=\"1\" m=\"1\" s=\"-2\"/></Unit>");
    expect_in_description("name=\"F\" valueReference=\"1\" causality=\"input\" variability=\"continuous\"");
    expect_in_description("name=\"c\" valueReference=\"2\" causality=\"parameter\" variability=\"tunable\"");
    expect_in_description("name=\"m\" valueReference=\"3\" causality=\"parameter\" variability=\"fixed\"");
    expect_in_description("unit=\"N\" start=\"6\"");
    static char xml[ROOM];
    read_file("cart/modelDescription.xml", xml);
    cr_expect_null(strstr(xml, "name=\"half\""), "it follows m");
    expect_in_description("<ModelExchange ");
    expect_in_description("<CoSimulation ");
    expect_in_description("providesDirectionalDerivative");
    expect_in_description("stopTime=\"1\"");
    /* a speed does not follow the force at once, an acceleration does: time, F, states */
    char expected[128];
    const unsigned by = version == 2 ? 1 : 0, state = reference("state(S.displacement)") + by;
    snprintf(expected, sizeof expected, "\"%u\" dependencies=\"%u %u %u\"", reference("S.speed") + by, by, state,
             state + 1);
    expect_in_description(expected);
    snprintf(expected, sizeof expected, "\"%u\" dependencies=\"%u %u %u %u\"", reference("S.acceleration") + by, by,
             reference("F") + by, state, state + 1);
    expect_in_description(expected);
    cr_expect_null(strstr(xml, "name=\"cart."), "it was not asked for");
}

Test(fmu, the_same_model_gives_the_same_bytes_and_needs_libc_and_libm_alone)
{
    export_it("2");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--inputs", "F", "--outputs", "S.*", "-o", "b.fmu", "-q"), 0);
    cr_expect_eq(system("cmp cart.fmu b.fmu"), 0);
    cr_expect_eq(system("readelf -d cart/binaries/linux64/cart.so | grep NEEDED | grep -v 'lib[cm].so.6'"), 256);
    struct stat s;
    cr_assert_eq(stat("cart/binaries/linux64/cart.so", &s), 0);
    cr_expect_lt(s.st_size, 4500000);
}

/* Contacts that are stepped over have no equations that an importer could integrate. */
Test(fmu, what_cannot_be_exchanged_is_for_co_simulation_only)
{
    static char xml[ROOM];
    write_file("ball.yaml", "trammel: 1\n"
                            "bodies:\n"
                            "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                            "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 1]}\n"
                            "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.5}}\n"
                            "analyses: [dynamics: {end: 1, output: 0.1, contact: time_stepping, step: 0.01}]\n");
    cr_expect_eq(RUN("export", "fmu", "ball.yaml", "--kind", "me"), 2);
    expect_message("[E777]");
    cr_expect_not(exists("ball.fmu"));
    cr_expect_eq(RUN("export", "fmu", "ball.yaml"), 0);
    expect_message("[W776]");
    cr_assert_eq(system("python3 -m zipfile -e ball.fmu ball"), 0);
    read_file("ball/modelDescription.xml", xml);
    cr_expect_null(strstr(xml, "<ModelExchange"));
    cr_expect_not_null(strstr(xml, "<CoSimulation"));
    cr_expect_eq(RUN("export", "fmu", "ball.yaml", "--kind", "cs"), 0);
    cr_expect_null(strstr(err, "W776"));
}

Test(fmu, what_cannot_become_an_fmu_is_refused)
{
    write_file("cart.yaml", MODEL);
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--fmi", "4"), 2);
    expect_message("--fmi needs 2 or 3");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--kind", "mc"), 2);
    expect_message("--kind needs both, cs or me");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--inputs", "G"), 2);
    expect_message("input G: the model has no such parameter [E793]");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--inputs", "m"), 2);
    expect_message("parameter m cannot be an input");
    cr_expect_eq(RUN("export", "fmu", "cart.yaml", "--outputs", "S.speeed"), 2);
    expect_message("output S.speeed: the motion has no such channel [E793]");
    cr_expect_not(exists("cart.fmu"));
    write_file("road.csv", "x,y\n0,0\n1,1\n");
    write_file("table.yaml", "trammel: 1\n"
                             "tables: {pull: road.csv}\n"
                             "bodies: {cart: {mass: 1, inertia: 1}}\n"
                             "forces: {f: {force: cart, value: [table(t, pull), 0]}}\n"
                             "analyses: [dynamics: {end: 1}]\n");
    cr_expect_eq(RUN("export", "fmu", "table.yaml"), 2);
    expect_message("an FMU reads none [E794]");
}
