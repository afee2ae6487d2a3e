/* output.c - where a command writes, whether it can, and the writing. */
#include "output.h"
#include "base/file.h"
#include "base/status.h"
#include "messages.h"
#include <stdio.h>
#include <string.h>

tml_status cli_check_output(const char *path, const tml_model *model, tml_log *log)
{
    if (!tml_model_reads(model, path))
        return tml_file_check_writable(path, log);
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}

const char *cli_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void cli_put_output_path(tml_text *to, const char *given, const char *from, const char *ending)
{
    const char *name = cli_file_name(from), *point = strrchr(name, '.');
    if (given)
        tml_text_add(to, "%s", given);
    else {
        tml_text_put(to, from, point && point > name ? (size_t)(point - from) : strlen(from));
        tml_text_add(to, "%s", ending);
    }
}

tml_status cli_write_output(const char *path, const tml_text *text, tml_log *log)
{
    if (!cli_is(path, "-"))
        return tml_file_write(path, text->data, text->length, log);
    if (fwrite(text->data, 1, text->length, stdout) == text->length && fflush(stdout) == 0)
        return TML_OK;
    tml_log_raise(log, TML_E_CANNOT_ACCESS, TML_NOWHERE, "cannot write to stdout");
    return TML_FAILED;
}
