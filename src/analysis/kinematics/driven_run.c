/* driven_run.c - a driven motion as a table: assembled, followed, recorded, certified. */
#include "analysis/kinematics/driven_recording.h"
#include "analysis/kinematics/drivers.h"
#include "analysis/times.h"
#include "base/clock.h"

tml_status tml_driven_run(tml_task *task, const tml_driven_request *request)
{
    tml_assembly assembled;
    const tml_status closed = tml_drivers_assemble(task, &assembled);
    if (closed != TML_OK)
        return closed;
    task->state->actuation = request->actuation;
    tml_driven_recording r = tml_driven_recording_make(task, request, assembled.independent);
    tml_driven_path_request path_request = tml_driven_recording_watch(&r);
    const int stride = tml_task_stride(task, request->end, request->output);
    path_request.times = tml_task_output_times(task, request->end, request->output, stride, &path_request.time_count);
    if (!tml_driven_recording_make_table(&r) || !tml_table_reserve(r.table, (size_t)path_request.time_count))
        return TML_NO_MEMORY;
    r.row = TML_NEW_ARRAY(task->arena, double, r.base + 1);
    r.table->stride = (size_t)stride;
    tml_driven_path_result found;
    const double begin = tml_cpu_time();
    tml_status status = tml_driven_path_run(task, r.d, &path_request, &found);
    if (status == TML_OK && r.undefined_rows && (size_t)r.undefined_rows == r.table->row_count) {
        tml_driven_recording_insufficient(&r, r.undefined_time, r.undefined_text); /* they always are */
        status = TML_FAILED;
    }
    if (r.singular && r.to)
        tml_actuation_singular_end(r.singular, status != TML_OK);
    tml_limit_watch_report(r.limits, task);
    if (r.table->row_count && task->model->wanted)
        tml_driven_recording_add_answers(&r, &found);
    else if (r.table->row_count)
        tml_driven_recording_add_certificate(&r, &found, tml_cpu_time() - begin);
    return status;
}
