/* options.c - option structs of the public functions, whatever version of the headers the caller was compiled with. */
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
                      "options: `size` is %zu; it must be the size of the struct of options", given_size);
        return false;
    }
    for (size_t i = size; i < given_size; i++)
        if (((const unsigned char *)given)[i]) {
            tml_log_raise(log, TML_E_OPTIONS_SIZE, TML_NOWHERE,
                          "options: a member is set that version %s does not have", tml_version());
            return false;
        }
    memcpy(own, given, given_size < size ? given_size : size);
    return true;
}
