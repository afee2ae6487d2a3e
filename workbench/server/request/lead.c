/* lead.c - takes a point of a body towards a place: {"hand": 1, "body": 2, "point": [x, y, z], "to": [x, y, z]}.
 *
 * Answered at once, some sixty times a second: {"poses": …, "freedoms": …, "distance": …, "closed": …}.
 */
#include "base/escape.h"
#include "workbench/server/request.h"

static void put_numbers(tml_text *to, const double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        tml_text_put(to, i ? "," : "[", 1);
        wb_put_number(to, numbers[i]);
    }
    tml_text_put(to, "]", 1);
}

static void put_pose(tml_text *to, const tml_pose *pose)
{
    tml_text_add(to, "{\"at\": ");
    put_numbers(to, pose->at, 3);
    tml_text_add(to, ", \"angle\": ");
    wb_put_number(to, pose->angle);
    tml_text_add(to, ", \"q\": ");
    put_numbers(to, pose->quaternion, 4);
    tml_text_add(to, "}");
}

static void put_lead(tml_text *to, const tml_drag *hand, const tml_drag_result *lead)
{
    tml_text_add(to, "{\"poses\": [");
    for (size_t i = 0; i < tml_drag_body_count(hand); i++) {
        const tml_pose pose = tml_drag_pose(hand, i);
        tml_text_add(to, i ? ", " : "");
        put_pose(to, &pose);
    }
    tml_text_add(to, "], \"freedoms\": {");
    for (size_t i = 0; i < tml_drag_coordinate_count(hand); i++) {
        tml_text_add(to, i ? ", " : "");
        tml_text_put_json(to, tml_drag_coordinate_name(hand, i));
        tml_text_add(to, ": ");
        wb_put_number(to, tml_drag_coordinate_value(hand, i));
    }
    tml_text_add(to, "}, \"distance\": ");
    wb_put_number(to, lead->distance);
    tml_text_add(to, ", \"closed\": %s, \"moved\": %s}", lead->closed ? "true" : "false",
                 lead->moved ? "true" : "false");
}

static void answer_with(wb_call *call, tml_drag *hand, wb_answer *answer)
{
    const double body = wb_ask_number(call->ask, "body", -1);
    double point[3], to[3];
    tml_drag_result lead = {0};
    if (!wb_ask_vector(call->ask, "point", point) || !wb_ask_vector(call->ask, "to", to))
        wb_refuse(answer, "wrong", "`point` and `to` must be three numbers each.");
    else if (!(body >= 0 && body < (double)tml_drag_body_count(hand)))
        wb_refuse(answer, "wrong", "There is no such body.");
    else if (tml_drag_move(hand, (size_t)body, point, to, &lead) == TML_WRONG)
        wb_refuse(answer, "wrong", "It cannot be led there.");
    else
        put_lead(&answer->result, hand, &lead);
}

static void lead(wb_call *call, wb_answer *answer)
{
    tml_drag *hand = wb_desk_take(call->desk, wb_ask_number(call->ask, "hand", 0));
    if (hand)
        answer_with(call, hand, answer);
    else
        wb_refuse(answer, "gone", "This mechanism is no longer held.");
    wb_desk_give_back(call->desk);
}

const wb_request wb_request_lead = {.name = "lead", .quick = true, .answer = lead};
