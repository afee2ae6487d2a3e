/* fmu.c - `trammel export fmu`: the model as a Functional Mock-up Unit for co-simulation and model exchange, which needs neither files nor this program. */
#include "command_line.h"
#include "export.h"
#include "fmu_binary.h"
#include "fmu_description.h"
#include "fmu_variables.h"
#include "frontend/codes.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "zip.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USAGE                                                                                                          \
    "export fmu MODEL [-o FILE.fmu] [--fmi 2|3] [--kind both|cs|me] [--inputs NAME,…] [--outputs NAME,…] [--step " \
    "auto|SECONDS] "                                                                                                   \
    "[--quiet]"

typedef struct {
    const char *output, *fmi, *kind, *step;
    cli_pattern_list inputs, outputs;
    double internal; /* s: the longest of fixed steps; 0: chosen */
    bool quiet;
    int version;
    cli_fmu_kinds kinds;
    cli_sources sources; /* what the output must not overwrite */
} arguments;

/* The name of the file without its folder and ending, as a name of C. The caller frees it. */
static char *make_identifier(const char *path)
{
    const char *name = cli_file_name(path), *end = strrchr(name, '.');
    const size_t length = end && end > name ? (size_t)(end - name) : strlen(name);
    char *identifier = calloc(length + 2, 1), *to = identifier;
    if (!identifier)
        return NULL;
    if (!length || isdigit((unsigned char)name[0]))
        *to++ = '_';
    for (size_t i = 0; i < length; i++)
        *to++ = isalnum((unsigned char)name[i]) ? name[i] : '_';
    return identifier;
}

/* By it an importer sees that description and binary belong together: a hash (FNV-1a) of all that the binary holds, written as a GUID. */
static void make_token(const char *bytes, size_t length, char token[40])
{
    uint64_t half[2] = {0xcbf29ce484222325u, 0x84222325cbf29ce4u};
    for (int h = 0; h < 2; h++)
        for (size_t i = 0; i < length; i++)
            half[h] = (half[h] ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    snprintf(token, 40, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(half[0] >> 32), (unsigned)(half[0] >> 16 & 0xFFFF),
             (unsigned)(half[0] & 0xFFFF), (unsigned)(half[1] >> 48), (unsigned long long)(half[1] & 0xFFFFFFFFFFFFu));
}

/* ---- the file ---- */

static void add_description(cli_zip *zip, const cli_fmu_description *description)
{
    fe_memory xml;
    zip->good = zip->good && fe_memory_open(&xml);
    if (!zip->good)
        return;
    cli_fmu_description_put(xml.to, description);
    zip->good = fe_memory_close(&xml);
    if (zip->good)
        cli_zip_add(zip, "modelDescription.xml", xml.data, xml.length);
    fe_memory_free(&xml);
}

typedef struct {
    const char *payload;
    size_t length;
    char platforms[64]; /* "Linux and Windows" */
} contents;

/* The binaries of all platforms there are. What is left out since it is not of this build is told. */
static tml_status add_binaries(cli_zip *zip, const arguments *a, const cli_fmu_description *d, contents *c,
                               tml_log *log)
{
    static const cli_fmu_platform *const platforms[] = {&cli_fmu_linux, &cli_fmu_windows};
    for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++) {
        const cli_fmu_platform *p = platforms[i];
        const cli_fmu_there there = cli_fmu_binary_find(p);
        char name[512];
        size_t size = 0;
        if (there == CLI_FMU_OLDER && !a->quiet)
            cli_print(stderr, "left out: %s, which is older than %s (make fmu-windows)\n", p->file, cli_fmu_linux.file);
        if (i > 0 && there != CLI_FMU_THERE)
            continue;
        char *binary = cli_fmu_binary_make(p, c->payload, c->length, &size, log);
        if (!binary)
            return TML_FAILED;
        snprintf(name, sizeof name, "binaries/%s/%.255s.%s", p->folder[d->fmi - 2], d->identifier, p->ending);
        cli_zip_add(zip, name, binary, size);
        free(binary);
        const size_t n = strlen(c->platforms);
        snprintf(c->platforms + n, sizeof c->platforms - n, "%s%s", n ? " and " : "", p->name);
    }
    return TML_OK;
}

static tml_status write_zip(const arguments *a, const cli_fmu_description *d, contents *c, tml_log *log)
{
    cli_zip zip;
    cli_zip_open(&zip);
    add_description(&zip, d);
    tml_status status = add_binaries(&zip, a, d, c, log);
    if (!cli_zip_close(&zip) && status == TML_OK) {
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
        status = TML_NO_MEMORY;
    }
    if (status == TML_OK)
        status = cli_write_output(a->output, &a->sources, zip.files.data, zip.files.length, log);
    if (status == TML_OK && !a->quiet && !cli_is(a->output, "-"))
        cli_print(stderr, "%s: %.2f MB, for %s on x86_64\n", a->output, 1e-6 * (double)zip.files.length, c->platforms);
    cli_zip_free(&zip);
    return status;
}

static tml_status pack(const arguments *a, const cli_fmu_description *d, fmu_payload *payload, tml_log *log)
{
    char token[40] = "";
    size_t length = 0;
    payload->token = token;
    char *bytes = cli_fmu_payload_bytes(payload, &length);
    if (bytes) {
        make_token(bytes, length, token);
        free(bytes);
        bytes = cli_fmu_payload_bytes(payload, &length);
    }
    if (!bytes)
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    contents c = {.payload = bytes, .length = length};
    const tml_status status = bytes ? write_zip(a, d, &c, log) : TML_FAILED;
    free(bytes);
    return status;
}

/* ---- the model ---- */

enum { STEPS_TEXT = 320 };

/* How co-simulation makes its steps: for the user and for modelDescription.xml. */
static void describe_steps(const cli_fmu_variables *v, char text[STEPS_TEXT])
{
    const tml_live_estimate *e = &v->estimate;
    if (!(v->kinds & CLI_FMU_COSIMULATION)) {
        *text = 0;
    } else if (v->tolerance > 0) {
        snprintf(text, STEPS_TEXT,
                 "co-simulation: to the tolerance %.3g, or the importer's, whatever the communication step",
                 v->tolerance);
    } else if (!(e->step > 0)) {
        snprintf(text, STEPS_TEXT, "co-simulation: fixed steps of at most %.3g s, as the model says",
                 tml_live_internal_step(v->live));
    } else {
        const int n =
            snprintf(text, STEPS_TEXT,
                     "co-simulation: fixed steps of at most %.3g s, %s; fastest rate %.3g 1/s, stable up to "
                     "%.2g s; error up to t = %.3g s: %.1e of the largest position or velocity",
                     e->step, v->chosen ? "rk4" : "as the model says", e->rate, e->stable, e->until, e->error);
        if (e->tolerance > 0)
            snprintf(text + n, STEPS_TEXT - (size_t)n, ", %.2g times the tolerance %.3g", e->error / e->tolerance,
                     e->tolerance);
    }
}

static const double ALLOWED = 10; /* times the tolerance: so far a motion to the tolerance itself may be off */

/* Errors that are too large: against the tolerance, or 1 % where contacts are stepped over. */
static void warn_of_error(const tml_live_estimate *e, tml_log *log)
{
    static const double LARGE = 0.01;
    char shorter[64] = "use shorter ones";
    if (e->sufficient > 0)
        snprintf(shorter, sizeof shorter, "where the motion is smooth, %.2g s keep it", e->sufficient);
    if (e->tolerance > 0 && e->error > ALLOWED * e->tolerance)
        tml_log_add(log, FE_W_FMU_STEP, (tml_place){0},
                    "fixed steps of %.3g s are off by %.2g of the largest value until t = %.3g s, %.2g times the "
                    "tolerance %.3g: %s",
                    e->step, e->error, e->until, e->error / e->tolerance, e->tolerance, shorter);
    else if (e->tolerance == 0 && e->error > LARGE)
        tml_log_add(log, FE_W_FMU_STEP, (tml_place){0},
                    "fixed steps of %.3g s are off by %.2g of the largest value until t = %.3g s: use shorter ones",
                    e->step, e->error, e->until);
}

static void warn_of_steps(const cli_fmu_variables *v, tml_log *log)
{
    const tml_live_estimate *e = &v->estimate;
    if (e->step > e->stable)
        tml_log_add(log, FE_W_FMU_STEP, (tml_place){0},
                    "fixed steps of %.3g s are unstable: the motion has rates up to %.3g 1/s, which need steps of at "
                    "most %.2g s",
                    e->step, e->rate, e->stable);
    else if (isinf(e->error))
        tml_log_add(log, FE_W_FMU_STEP, (tml_place){0},
                    "fixed steps of %.3g s do not reach t = %.3g s: they are too long", e->step, v->end);
    else
        warn_of_error(e, log);
}

static void tell(const arguments *a, const cli_fmu_variables *v, const char *steps)
{
    const size_t exchanged = 2 * v->states + v->watched;
    cli_print(stderr, "FMI %d.0: inputs %zu, parameters %zu, outputs %zu\n", a->version, v->inputs,
              v->count - v->inputs - v->outputs - exchanged, v->outputs);
    if (*steps)
        cli_print(stderr, "%s\n", steps);
    if (v->kinds & CLI_FMU_EXCHANGE)
        cli_print(stderr, "model exchange: states %zu, event indicators %zu, directional derivatives: %s\n", v->states,
                  v->watched, v->smooth ? "yes" : "no");
}

static tml_status make(const arguments *a, tml_model *model, const char *text, size_t length, const char *path,
                       tml_log *log)
{
    cli_fmu_variables v;
    const cli_fmu_request request = {&a->inputs, &a->outputs, a->step != NULL, a->internal, a->kinds};
    tml_status status = cli_fmu_variables_make(&v, model, &request, log);
    char *identifier = make_identifier(path);
    if (status == TML_OK && identifier) {
        char steps[STEPS_TEXT];
        fmu_payload payload = {.step = v.step, .internal = v.chosen, .count = v.count, .text = text};
        payload.variables = v.variables;
        payload.text_length = length;
        describe_steps(&v, steps);
        warn_of_steps(&v, log);
        const cli_fmu_description d = {.fmi = a->version,
                                       .title = v.title[0] ? v.title : identifier,
                                       .identifier = identifier,
                                       .payload = &payload,
                                       .kinds = v.kinds,
                                       .smooth = v.smooth,
                                       .start = v.start,
                                       .end = v.end,
                                       .tolerance = v.tolerance,
                                       .description = steps};
        status = pack(a, &d, &payload, log);
        if (status == TML_OK && !a->quiet)
            tell(a, &v, steps);
    }
    free(identifier);
    cli_fmu_variables_free(&v);
    return status;
}

/* The model as the FMU will read it: from its text alone. NULL with messages. */
static tml_model *parse_alone(const char *path, const char *text, size_t length, tml_log *log)
{
    tml_model *whole =
        cli_is(path, "-") ? tml_model_parse(text, length, cli_input_name(path), log) : tml_model_load(path, log);
    if (!whole)
        return NULL;
    tml_log *quiet = tml_log_make();
    tml_model *model = quiet ? tml_model_parse_within(text, length, cli_input_name(path), NULL, quiet) : NULL;
    if (!model)
        tml_log_add(log, FE_E_FMU_FILES, (tml_place){.file = cli_input_name(path), .line = 1, .column = 1},
                    "the model reads other files, and an FMU reads none");
    tml_log_free(quiet);
    tml_model_free(whole);
    return model;
}

static bool read_arguments(int count, char **list, arguments *a, const char **path, int *code)
{
    const cli_option table[] = {
        {"--output", "-o", &cli_text, &a->output},       {"--fmi", NULL, &cli_text, &a->fmi},
        {"--kind", NULL, &cli_text, &a->kind},           {"--inputs", NULL, &cli_patterns, &a->inputs},
        {"--outputs", NULL, &cli_patterns, &a->outputs}, {"--step", NULL, &cli_text, &a->step},
        {"--quiet", "-q", &cli_flag, &a->quiet},         {0}};
    cli_command_line line = {.command = "export fmu", .usage = USAGE, .options = table, .needs = "model"};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    *path = line.first;
    if (a->fmi && !cli_read_whole_number(a->fmi, 2, 3, &a->version)) {
        *code = cli_wrong("export fmu", USAGE, "--fmi needs 2 or 3, not \"%s\"", a->fmi);
        return false;
    }
    if (a->step && !cli_is(a->step, "auto") && !(cli_read_number(a->step, &a->internal) && a->internal > 0)) {
        *code = cli_wrong("export fmu", USAGE, "--step needs auto or a time in seconds, greater than zero, not \"%s\"",
                          a->step);
        return false;
    }
    a->kinds = !a->kind || cli_is(a->kind, "both") ? CLI_FMU_BOTH
               : cli_is(a->kind, "cs")             ? CLI_FMU_COSIMULATION
               : cli_is(a->kind, "me")             ? CLI_FMU_EXCHANGE
                                                   : 0;
    if (!a->kinds) {
        *code = cli_wrong("export fmu", USAGE, "--kind needs both, cs or me, not \"%s\"", a->kind);
        return false;
    }
    return true;
}

static int export_fmu(int count, char **list)
{
    arguments a = {.version = 2};
    const char *path;
    int code;
    if (!read_arguments(count, list, &a, &path, &code))
        return code;
    tml_log *log = tml_log_make();
    size_t length = 0;
    char *output = cli_output_path(a.output, cli_is(path, "-") ? "model" : path, ".fmu");
    a.output = output;
    char *text = log && output ? cli_read_text(path, &length, log) : NULL;
    tml_model *model = text ? parse_alone(path, text, length, log) : NULL;
    tml_status status = model ? TML_OK : TML_WRONG;
    a.sources = (cli_sources){.input = path, .model = model};
    if (status == TML_OK)
        status = cli_check_output(a.output, &a.sources, log);
    if (status == TML_OK)
        status = make(&a, model, text, length, path, log);
    free(text);
    free(output);
    return cli_finish(model, log, status, NULL);
}

const tml_export tml_export_fmu = {
    .name = "fmu",
    .usage = USAGE,
    .doc = "a Functional Mock-up Unit for co-simulation and model exchange (FMI 2.0 or 3.0): inputs, parameters and "
           "outputs of the motion",
    .main = export_fmu,
};
