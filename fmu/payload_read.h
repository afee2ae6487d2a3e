/* payload_read.h - the payload of this shared object. */
#pragma once
#include "fmu/payload.h"
#include <stdbool.h>

/* False: there is none, or no memory. The variables are freed by the caller in either case; texts are those in the shared object. */
bool fmu_payload_read(fmu_payload *payload);
