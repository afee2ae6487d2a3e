/* desk.c - what a page works with between its questions. */
#include "workbench/server/desk.h"

void wb_desk_make(wb_desk *desk, const wb_place *place)
{
    *desk = (wb_desk){.place = place};
    pthread_mutex_init(&desk->lock, NULL);
}

/* The newest stays. */
static void keep(wb_desk *desk, wb_kept_model *model)
{
    if (model->model && model->key) {
        wb_kept_model_free(&desk->idle);
        desk->idle = *model;
        *model = (wb_kept_model){0};
    }
    wb_kept_model_free(model);
}

static void put_down(wb_desk *desk)
{
    tml_drag_free(desk->drag); /* before the model that it reads */
    desk->drag = NULL;
    keep(desk, &desk->dragged);
}

void wb_desk_free(wb_desk *desk)
{
    put_down(desk);
    wb_kept_model_free(&desk->idle);
    pthread_mutex_destroy(&desk->lock);
}

bool wb_desk_take_model(wb_desk *desk, const json_t *key, wb_kept_model *model)
{
    pthread_mutex_lock(&desk->lock);
    const bool there = key && desk->idle.model && json_equal(key, desk->idle.key);
    if (there) {
        *model = desk->idle;
        desk->idle = (wb_kept_model){0};
    }
    pthread_mutex_unlock(&desk->lock);
    return there;
}

void wb_desk_keep_model(wb_desk *desk, wb_kept_model *model)
{
    pthread_mutex_lock(&desk->lock);
    keep(desk, model);
    pthread_mutex_unlock(&desk->lock);
}

int wb_desk_put(wb_desk *desk, wb_kept_model *model, tml_drag *drag)
{
    pthread_mutex_lock(&desk->lock);
    put_down(desk);
    desk->dragged = *model;
    *model = (wb_kept_model){0};
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
