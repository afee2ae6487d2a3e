/* kept_model.h - the model of a request, kept for the next one about the same text: what was prepared of it is not prepared again. */
#pragma once
#include "trammel/trammel.h"
#include "workbench/server/query.h"

typedef struct {
    tml_model *model; /* NULL: none */
    tml_log *said;    /* what reading it had to say */
    json_t *key;      /* name, text and parameters of the request; NULL: it is not to be kept */
} wb_kept_model;

/* The key of a request; NULL: its model is not to be kept, for it may name files, which may change. */
json_t *wb_kept_model_key(const wb_query *query);
/* Says again what reading it had to say. */
void wb_kept_model_say(const wb_kept_model *kept, tml_log *log);
void wb_kept_model_free(wb_kept_model *kept);
