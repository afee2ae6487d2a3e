/* windows_importer.c - DLL VERSION TOKEN STEP COUNT REFERENCES... [REFERENCE=VALUE...]: an importer for Windows, as small as can be.
 *
 * Steps the FMU in the DLL COUNT times by STEP seconds and prints the time and the variables with these value references, as it begins and
 * after each step, one row each; variables with values are set before. In the middle the state is written as bytes; from there a second instance does the rest, and must have the
 * same bits. Numbers are printed as their bits in hexadecimal, since the locale of this process writes commas: what the FMU reads and writes must not
 * depend on it. Ends with 1 and says why where anything is wrong.
 */
#include "fmu/fmi.h"
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

typedef struct {
    int version;
    HMODULE dll;
    uint32_t *references;
    size_t count;
    uint32_t set[8]; /* variables that are set, and their values */
    double values[8];
    size_t set_count;
} unit;

static void fail(const char *what)
{
    fprintf(stderr, "%s fails (error %lu)\n", what, GetLastError());
    exit(1);
}

static void need(int status, const char *what)
{
    if (status != 0)
        fail(what);
}

typedef void any_function(void);

/* The function of this name with the prefix of the version. */
static any_function *find(const unit *u, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "fmi%d%s", u->version, name);
    any_function *function = (any_function *)GetProcAddress(u->dll, full);
    if (!function)
        fail(full);
    return function;
}

#define CALL(u, type, name) ((type)find(u, name))

static void hear2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(arguments, message);
    vfprintf(stderr, message, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void hear3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)environment, (void)status, (void)category;
    fprintf(stderr, "%s\n", message);
}

typedef void *instantiate2(const char *, int, const char *, const char *, const fmi2CallbackFunctions *, int, int);
typedef void *instantiate3(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t,
                           void *, fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
typedef int plain(void *);
typedef int setup2(void *, int, double, double, int, double);
typedef int initialize3(void *, bool, double, double, bool, double);
typedef int get2(void *, const uint32_t *, size_t, double *);
typedef int get3(void *, const uint32_t *, size_t, double *, size_t);
typedef int set2(void *, const uint32_t *, size_t, const double *);
typedef int set3(void *, const uint32_t *, size_t, const double *, size_t);
typedef int step2(void *, double, double, int);
typedef int step3(void *, double, double, bool, bool *, bool *, bool *, double *);
typedef int state_of(void *, void **);
typedef int set_state(void *, void *);
typedef int state_size(void *, void *, size_t *);
typedef int state_bytes(void *, void *, char *, size_t);
typedef int state_from(void *, const char *, size_t, void **);
typedef void release(void *);

static void *make(const unit *u, const char *token)
{
    static const fmi2CallbackFunctions callbacks = {hear2, calloc, free, NULL, NULL};
    if (u->version == 2)
        return CALL(u, instantiate2 *, "Instantiate")("unit", fmi2CoSimulation, token, "", &callbacks, 0, 0);
    return CALL(u, instantiate3 *, "InstantiateCoSimulation")("unit", token, "", false, false, false, false, NULL, 0,
                                                              NULL, hear3, NULL);
}

static void set(const unit *u, void *instance)
{
    if (u->version == 2)
        need(CALL(u, set2 *, "SetReal")(instance, u->set, u->set_count, u->values), "SetReal");
    else
        need(CALL(u, set3 *, "SetFloat64")(instance, u->set, u->set_count, u->values, u->set_count), "SetFloat64");
}

static void begin(const unit *u, void *instance)
{
    set(u, instance);
    if (u->version == 2) {
        need(CALL(u, setup2 *, "SetupExperiment")(instance, 0, 0, 0, 0, 0), "SetupExperiment");
        need(CALL(u, plain *, "EnterInitializationMode")(instance), "EnterInitializationMode");
    } else {
        need(CALL(u, initialize3 *, "EnterInitializationMode")(instance, false, 0, 0, false, 0),
             "EnterInitializationMode");
    }
    need(CALL(u, plain *, "ExitInitializationMode")(instance), "ExitInitializationMode");
}

static void step(const unit *u, void *instance, double from, double length)
{
    bool event, terminate, early;
    double last;
    if (u->version == 2)
        need(CALL(u, step2 *, "DoStep")(instance, from, length, 1), "DoStep");
    else
        need(CALL(u, step3 *, "DoStep")(instance, from, length, true, &event, &terminate, &early, &last), "DoStep");
}

static void get(const unit *u, void *instance, double *values)
{
    if (u->version == 2)
        need(CALL(u, get2 *, "GetReal")(instance, u->references, u->count, values), "GetReal");
    else
        need(CALL(u, get3 *, "GetFloat64")(instance, u->references, u->count, values, u->count), "GetFloat64");
}

/* Another instance in the state of this one, by way of bytes. */
static void *copy(const unit *u, void *instance, const char *token)
{
    const char *serialize = u->version == 2 ? "SerializeFMUstate" : "SerializeFMUState";
    const char *deserialize = u->version == 2 ? "DeSerializeFMUstate" : "DeserializeFMUState";
    const char *size_of = u->version == 2 ? "SerializedFMUstateSize" : "SerializedFMUStateSize";
    void *state = NULL, *other = make(u, token), *other_state = NULL;
    size_t size = 0;
    need(CALL(u, state_of *, u->version == 2 ? "GetFMUstate" : "GetFMUState")(instance, &state), "GetFMUState");
    need(CALL(u, state_size *, size_of)(instance, state, &size), size_of);
    char *bytes = malloc(size);
    need(CALL(u, state_bytes *, serialize)(instance, state, bytes, size), serialize);
    need(CALL(u, state_of *, u->version == 2 ? "FreeFMUstate" : "FreeFMUState")(instance, &state), "FreeFMUState");
    begin(u, other);
    need(CALL(u, state_from *, deserialize)(other, bytes, size, &other_state), deserialize);
    need(CALL(u, set_state *, u->version == 2 ? "SetFMUstate" : "SetFMUState")(other, other_state), "SetFMUState");
    need(CALL(u, state_of *, u->version == 2 ? "FreeFMUstate" : "FreeFMUState")(other, &other_state), "FreeFMUState");
    free(bytes);
    return other;
}

static void print(double time, const double *values, size_t count)
{
    unsigned long long bits;
    memcpy(&bits, &time, sizeof bits);
    printf("%016llx", bits);
    for (size_t i = 0; i < count; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        printf(" %016llx", bits);
    }
    printf("\n");
}

static void read_references(unit *u, char **list, int count)
{
    u->references = calloc((size_t)count, sizeof *u->references);
    for (int i = 0; i < count; i++) {
        char *rest;
        const uint32_t reference = (uint32_t)strtoul(list[i], &rest, 10);
        if (*rest != '=') {
            u->references[u->count++] = reference;
        } else if (u->set_count < sizeof u->set / sizeof *u->set) {
            u->set[u->set_count] = reference;
            u->values[u->set_count++] = strtod(rest + 1, NULL);
        }
    }
}

int main(int argc, char **argv)
{
    unit u = {0};
    if (argc < 7)
        fail("the command line");
    read_references(&u, argv + 6, argc - 6);
    const double length = strtod(argv[4], NULL);
    const long count = strtol(argv[5], NULL, 10);
    if (!setlocale(LC_ALL, "German_Germany.1252") || strcmp(localeconv()->decimal_point, ",") != 0)
        fail("a locale with commas");
    u.version = argv[2][0] - '0';
    u.dll = LoadLibraryA(argv[1]);
    if (!u.dll)
        fail("loading the DLL");
    if (make(&u, "{another token}"))
        fail("refusing another token");
    void *instance = make(&u, argv[3]), *other = NULL;
    if (!instance)
        fail("Instantiate");
    begin(&u, instance);
    double *values = calloc(u.count, sizeof *values), *again = calloc(u.count, sizeof *again);
    get(&u, instance, values);
    print(0, values, u.count);
    for (long i = 0; i < count; i++) {
        if (i == count / 2)
            other = copy(&u, instance, argv[3]);
        step(&u, instance, (double)i * length, length);
        get(&u, instance, values);
        print((double)(i + 1) * length, values, u.count);
        if (!other)
            continue;
        step(&u, other, (double)i * length, length);
        get(&u, other, again);
        if (memcmp(values, again, u.count * sizeof *values) != 0)
            fail("going on from a state that was written");
    }
    if (strcmp(localeconv()->decimal_point, ",") != 0)
        fail("leaving the locale alone");
    CALL(&u, release *, "FreeInstance")(instance);
    CALL(&u, release *, "FreeInstance")(other);
    FreeLibrary(u.dll);
    free(u.references);
    free(values);
    free(again);
    return 0;
}
