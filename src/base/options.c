/* options.c - options that callers of the library hand over, whatever version of the headers they were built with. */
#include "base/options.h"
#include <string.h>

bool tml_options_copy(void *own, size_t size, const void *given, tml_log *log)
{
    size_t given_size = size;
    memset(own, 0, size);
    if (!given)
        return true;
    memcpy(&given_size, given, sizeof given_size);
    if (given_size < sizeof given_size) {
        tml_log_raise(log, TML_E_OPTIONS_SIZE, TML_NOWHERE,
                      "options: `size` is %zu; it must be the size of the options", given_size);
        return false;
    }
    for (size_t i = size; i < given_size; i++)
        if (((const unsigned char *)given)[i]) {
            tml_log_raise(log, TML_E_OPTIONS_SIZE, TML_NOWHERE,
                          "options: they ask for something that version %s does not know", tml_version());
            return false;
        }
    memcpy(own, given, given_size < size ? given_size : size);
    return true;
}
