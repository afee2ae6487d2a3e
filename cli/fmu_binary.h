/* fmu_binary.h - the shared object of an FMU: trammel_fmu.so, with a payload. */
#pragma once
#include "fmu/payload.h"
#include "trammel/trammel.h"

/* The bytes of the payload, which the caller frees; NULL: no memory. */
char *cli_fmu_payload_bytes(const fmu_payload *payload, size_t *length);
/* The shared object with the payload in it, which the caller frees. NULL with a message. */
char *cli_fmu_binary_make(const char *payload, size_t payload_length, size_t *length, tml_log *log);
