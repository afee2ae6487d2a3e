/* payload.c - finds the payload in memory, and reads it. */
#include "fmu/image.h"
#include "fmu/payload_read.h"
#include <stdlib.h>
#include <string.h>

/* Filled in by the exporter in the file: the compiler must not know its value. */
static const volatile fmu_slot slot __attribute__((used, section(FMU_SLOT_SECTION))) = {FMU_SLOT_MARK, 0, 0};

/* The next text; NULL: there is none. */
static const char *take(const char **from, const char *end)
{
    const char *text = *from, *zero = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
    *from = zero ? zero + 1 : end;
    return zero ? text : NULL;
}

static double number_of(const char *bits_text)
{
    const uint64_t bits = strtoull(bits_text, NULL, 16);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool take_variable(const char **from, const char *end, fmu_variable *v)
{
    const char *kind = take(from, end), *start;
    v->name = take(from, end);
    start = take(from, end);
    v->unit = take(from, end);
    if (!v->unit)
        return false;
    v->kind = (fmu_kind)kind[0];
    v->start = number_of(start);
    return true;
}

bool fmu_payload_read(fmu_payload *payload)
{
    const char *from = FMU_IMAGE + slot.address, *end = from + slot.length;
    *payload = (fmu_payload){0};
    if (slot.address == 0)
        return false;
    payload->token = take(&from, end);
    const char *step = take(&from, end), *internal = take(&from, end), *count = take(&from, end);
    if (!count)
        return false;
    payload->step = number_of(step);
    payload->internal = number_of(internal);
    payload->count = strtoul(count, NULL, 10);
    payload->variables = calloc(payload->count + 1, sizeof *payload->variables);
    if (!payload->variables)
        return false;
    for (size_t i = 0; i < payload->count; i++)
        if (!take_variable(&from, end, &payload->variables[i]))
            return false;
    payload->text = take(&from, end);
    payload->text_length = payload->text ? strlen(payload->text) : 0;
    return payload->text != NULL;
}
