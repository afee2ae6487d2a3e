/* input_hashes.c - the SHA-256 of the files that a model names, when it is read: results say what they were made from. */
#include "base/file.h"
#include "base/text.h"
#include "model/inputs.h"
#include <string.h>

#ifdef TML_LEAN /* in an FMU: there are no results, and no files (cmake/Fmu.cmake) */
void tml_model_hash_inputs(tml_model *model)
{
    (void)model;
}
#else

static bool is_hashed(const tml_model *model, const char *name)
{
    for (int i = 0; i < model->input_count; i++)
        if (strcmp(model->inputs[i].name, name) == 0)
            return true;
    return false;
}

/* Of a file that cannot be read: the run says so, where it is needed. */
static bool hash_file(const char *path, char sha256[TML_SHA256_DIGITS + 1])
{
    tml_text bytes = {0};
    tml_log *unused = tml_log_make();
    const bool read = unused && tml_file_read(path, &bytes, unused) == TML_OK;
    if (read)
        tml_sha256(bytes.length ? bytes.data : "", bytes.length, sha256);
    tml_text_free(&bytes);
    tml_log_free(unused);
    return read;
}

static bool hash_input(void *context, const char *name, const char *path)
{
    tml_model *model = context;
    tml_input_file input = {0};
    if (is_hashed(model, name) || !hash_file(path, input.sha256))
        return false;
    input.name = tml_arena_text(&model->arena, name, strlen(name));
    TML_GROW(&model->arena, model->inputs, model->input_count, model->input_capacity);
    model->inputs[model->input_count++] = input;
    return false;
}

void tml_model_hash_inputs(tml_model *model)
{
    tml_model_visit_inputs(model, hash_input, model);
}
#endif
