/* output.h - where results go. */
#pragma once
#include "trammel/trammel.h"

/* Whether a file can be written there, as far as can be told before an hour has been spent on it. TML_WRONG with a message: not. */
tml_status cli_check_output(const char *path, tml_log *log);
