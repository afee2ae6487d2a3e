/* desk.c - what a page works with between its questions. */
#include "workbench/server/desk.h"

void wb_desk_make(wb_desk *desk, const wb_place *place)
{
    *desk = (wb_desk){.place = place};
    pthread_mutex_init(&desk->lock, NULL);
}

static void put_down(wb_desk *desk)
{
    tml_drag_free(desk->drag); /* before the model that it reads */
    tml_model_free(desk->model);
    desk->drag = NULL;
    desk->model = NULL;
}

void wb_desk_free(wb_desk *desk)
{
    put_down(desk);
    pthread_mutex_destroy(&desk->lock);
}

int wb_desk_put(wb_desk *desk, tml_model *model, tml_drag *drag)
{
    pthread_mutex_lock(&desk->lock);
    put_down(desk);
    desk->model = model;
    desk->drag = drag;
    const int number = ++desk->number;
    pthread_mutex_unlock(&desk->lock);
    return number;
}

tml_drag *wb_desk_take(wb_desk *desk, double number)
{
    pthread_mutex_lock(&desk->lock);
    return number == desk->number ? desk->drag : NULL;
}

void wb_desk_give_back(wb_desk *desk)
{
    pthread_mutex_unlock(&desk->lock);
}

void wb_desk_release(wb_desk *desk, double number)
{
    pthread_mutex_lock(&desk->lock);
    if (number == desk->number)
        put_down(desk);
    pthread_mutex_unlock(&desk->lock);
}
