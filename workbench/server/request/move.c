/* move.c - moves a point of a body towards a target: {"drag": 1, "body": 2, "point": [x, y, z], "target": [x, y, z]}.
 *
 * Answered at once, some sixty times a second: {"poses": …, "coordinates": …, "distance": …, "closed": …}.
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

static void put_result(FILE *to, const tml_drag *drag, const tml_drag_result *result)
{
    fputs("{\"poses\": [", to);
    for (size_t i = 0; i < tml_drag_body_count(drag); i++) {
        const tml_pose pose = tml_drag_pose(drag, i);
        fputs(i ? ", " : "", to);
        put_pose(to, &pose);
    }
    fputs("], \"coordinates\": {", to);
    for (size_t i = 0; i < tml_drag_coordinate_count(drag); i++) {
        fputs(i ? ", " : "", to);
        fe_put_json(to, tml_drag_coordinate_name(drag, i));
        fputs(": ", to);
        fe_put_json_number(to, tml_drag_coordinate_value(drag, i));
    }
    fputs("}, \"distance\": ", to);
    fe_put_json_number(to, result->distance);
    fprintf(to, ", \"closed\": %s, \"moved\": %s}", result->closed ? "true" : "false",
            result->moved ? "true" : "false");
}

static void answer_with(wb_call *call, tml_drag *drag, wb_answer *answer)
{
    const double body = wb_query_number(call->query, "body", -1);
    double point[3], target[3];
    tml_drag_result result = {0};
    if (!wb_query_vector(call->query, "point", point) || !wb_query_vector(call->query, "target", target))
        wb_refuse(answer, "wrong", "`point` and `target` must be three numbers each.");
    else if (!(body >= 0 && body < (double)tml_drag_body_count(drag)))
        wb_refuse(answer, "wrong", "There is no such body.");
    else if (tml_drag_move(drag, (size_t)body, point, target, &result) == TML_WRONG)
        wb_refuse(answer, "wrong", "It cannot be moved there.");
    else
        put_result(answer->result.to, drag, &result);
}

static void move(wb_call *call, wb_answer *answer)
{
    tml_drag *drag = wb_session_state_take_drag(call->state, wb_query_number(call->query, "drag", 0));
    if (drag)
        answer_with(call, drag, answer);
    else
        wb_refuse(answer, "gone", "This mechanism is no longer dragged.");
    wb_session_state_give_back_drag(call->state);
}

const wb_request wb_request_move = {.name = "move", .quick = true, .answer = move};
