/* robot.c - fuzzes the readers of descriptions of robots: any text as URDF, MJCF or SDF.
 *
 * Nothing may crash or hang; refused text has a message; all of our memory comes back; what is made of the others reads as a model, or a
 * warning has told why it cannot (an inertia that no body has).
 */
#include "base/status.h"
#include "counted.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trammel/trammel.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    count_memory();
    return 0;
}

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_robot: not so: %s\n", what);
    abort();
}

static void import(const char *text, size_t size, const tml_import_options *options)
{
    tml_log *log = tml_log_make();
    char *made = NULL;
    const tml_status status = log ? tml_import(text, size, "fuzz.xml", options, &made, log) : TML_NO_MEMORY;
    demand((status == TML_OK) == (made != NULL), "a model or none");
    demand(status == TML_OK || !log || tml_log_count(log) > 0, "refused text has a message");
    const bool told = log && tml_log_count(log) > 0;
    tml_model *model = made ? tml_model_parse(made, strlen(made), "made.yaml", log) : NULL;
    if (made && !model && !told && allowed < 0)
        fprintf(stderr, "%s\n%s\n", tml_log_get(log, tml_log_count(log) - 1).text, made);
    demand(!made || model || told || allowed >= 0, "what is made reads as a model");
    tml_model_free(model);
    free(made);
    tml_log_free(log);
    demand(held == 0, "all memory comes back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned long mix = size;
    for (size_t i = 0; i < size; i++)
        mix = 31 * mix + data[i];
    char *text = malloc(size + 1); /* exact, so that the sanitizer sees a step too far */
    if (!text)
        return 0;
    memcpy(text, data, size);
    const tml_import_options options = {.size = sizeof options,
                                        .floating = mix & 1,
                                        .keep_fixed = mix & 2,
                                        .mend_inertia = mix & 4,
                                        .hold_massless = mix & 8};
    allowed = -1;
    import(text, size, &options);
    if (mix / 16 % 8 == 0) { /* and once more with little memory */
        allowed = (long)(mix / 128 % 200);
        import(text, size, &options);
    }
    free(text);
    return 0;
}
