/* fmu_binary.h - the binaries of an FMU: that of each platform, with a payload. */
#pragma once
#include "fmu/payload.h"
#include "fmu_platform.h"
#include "trammel/trammel.h"

/* Whether there is a binary for a platform; older: than that of this platform, so that it may be of another engine. */
typedef enum { CLI_FMU_ABSENT, CLI_FMU_OLDER, CLI_FMU_THERE } cli_fmu_there;

cli_fmu_there cli_fmu_binary_find(const cli_fmu_platform *platform);
/* The bytes of the payload, which the caller frees; NULL: no memory. */
char *cli_fmu_payload_bytes(const fmu_payload *payload, size_t *length);
/* The binary of a platform with the payload in it, which the caller frees. NULL with a message. */
char *cli_fmu_binary_make(const cli_fmu_platform *platform, const char *payload, size_t payload_length, size_t *length,
                          tml_log *log);
