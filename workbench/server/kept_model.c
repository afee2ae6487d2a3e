/* kept_model.c - the model of a request, kept for the next one about the same text. */
#include "workbench/server/kept_model.h"
#include <string.h>

json_t *wb_kept_model_key(const wb_query *query)
{
    const char *const members[] = {"name", "text", "set"};
    const char *text = wb_query_text(query, "text", NULL);
    if (!text || strstr(text, "tables"))
        return NULL;
    json_t *key = json_object();
    for (size_t i = 0; key && i < sizeof members / sizeof *members; i++) {
        const json_t *member = json_object_get(query->members, members[i]);
        if (!member || json_object_set_new(key, members[i], json_deep_copy(member)) == 0)
            continue;
        json_decref(key);
        return NULL;
    }
    return key;
}

void wb_kept_model_say(const wb_kept_model *kept, tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(kept->said); i++) {
        const tml_message m = tml_log_get(kept->said, i);
        tml_log_add(log, m.code, m.place, "%s", m.text);
    }
}

void wb_kept_model_free(wb_kept_model *kept)
{
    tml_model_free(kept->model);
    tml_log_free(kept->said);
    json_decref(kept->key);
    *kept = (wb_kept_model){0};
}
