/* parcel.h - rows of a study as bytes, from a rank that computes to the one that collects. */
#pragma once
#include "trammel/trammel.h"

typedef struct {
    char *bytes;
    size_t length, capacity;
} mpi_parcel;

/* Adds a row; reason NULL: all answers are there. False without memory. */
bool mpi_parcel_add(mpi_parcel *parcel, uint64_t point, const double *answers, size_t count, const char *reason);
/* Puts all rows of a parcel where they belong. False: it is damaged, or there is no memory. */
bool mpi_parcel_open(const char *bytes, size_t length, size_t count, tml_study_rows *rows);
