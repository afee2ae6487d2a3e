/* desk.c - what a page works with between its questions. */
#include "workbench/server/desk.h"

void wb_desk_make(wb_desk *desk, const wb_place *place)
{
    *desk = (wb_desk){.place = place};
    pthread_mutex_init(&desk->lock, NULL);
}

void wb_desk_free(wb_desk *desk)
{
    tml_model_free(desk->model);
    pthread_mutex_destroy(&desk->lock);
}
