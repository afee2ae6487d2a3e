/* lead.c - takes a point of a body towards a place: {"hand": 1, "body": 2, "point": [x, y, z], "to": [x, y, z]}.
 *
 * Answered at once, some sixty times a second: {"poses": …, "freedoms": …, "distance": …, "closed": …}.
 */
#include "frontend/json.h"
#include "workbench/server/request.h"

static void put_numbers(FILE *to, const double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? "," : "[", to);
        fe_put_json_number(to, numbers[i]);
    }
    fputs("]", to);
}

static void put_pose(FILE *to, const tml_pose *pose)
{
    fputs("{\"at\": ", to);
    put_numbers(to, pose->at, 3);
    fputs(", \"angle\": ", to);
    fe_put_json_number(to, pose->angle);
    fputs(", \"q\": ", to);
    put_numbers(to, pose->quaternion, 4);
    fputs("}", to);
}

static void put_lead(FILE *to, const tml_drag *hand, const tml_drag_result *lead)
{
    fputs("{\"poses\": [", to);
    for (size_t i = 0; i < tml_drag_body_count(hand); i++) {
        const tml_pose pose = tml_drag_pose(hand, i);
        fputs(i ? ", " : "", to);
        put_pose(to, &pose);
    }
    fputs("], \"freedoms\": {", to);
    for (size_t i = 0; i < tml_drag_coordinate_count(hand); i++) {
        fputs(i ? ", " : "", to);
        fe_put_json(to, tml_drag_coordinate_name(hand, i));
        fputs(": ", to);
        fe_put_json_number(to, tml_drag_coordinate_value(hand, i));
    }
    fputs("}, \"distance\": ", to);
    fe_put_json_number(to, lead->distance);
    fprintf(to, ", \"closed\": %s, \"moved\": %s}", lead->closed ? "true" : "false", lead->moved ? "true" : "false");
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
        put_lead(answer->result.to, hand, &lead);
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
