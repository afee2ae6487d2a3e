/* results.c - tables of a run. A table is an array without a copy: NumPy reads __array_interface__ and keeps the table, which keeps the
 * results, as long as any view of it exists.
 */
#include "native.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

PyTypeObject *native_results_type, *native_table_type;

typedef struct {
    PyObject head;
    tml_results *results;
} results_object;

typedef struct {
    PyObject head;
    const tml_table *table;
    PyObject *owner; /* the results */
} table_object;

static const tml_table *table_of(PyObject *self)
{
    return ((table_object *)self)->table;
}

tml_results *native_results_of(PyObject *object)
{
    return ((results_object *)object)->results;
}

PyObject *native_results_wrap(tml_results *results)
{
    if (!results)
        Py_RETURN_NONE;
    results_object *object = PyObject_New(results_object, native_results_type);
    if (object)
        object->results = results;
    else
        tml_results_free(results);
    return (PyObject *)object;
}

static void results_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tml_results_free(native_results_of(self));
    PyObject_Free(self);
    Py_DECREF(type);
}

static void table_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((table_object *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *wrap_table(const tml_table *table, PyObject *owner)
{
    table_object *object = PyObject_New(table_object, native_table_type);
    if (object) {
        object->table = table;
        object->owner = owner;
        Py_INCREF(owner);
    }
    return (PyObject *)object;
}

/* ---- results ---- */

static PyObject *tables(PyObject *self, PyObject *unused)
{
    (void)unused;
    const tml_results *results = native_results_of(self);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_results_count(results); i++) {
        PyObject *table = wrap_table(tml_results_table(results, i), self);
        if (!table || PyList_Append(list, table) < 0)
            Py_CLEAR(list);
        Py_XDECREF(table);
    }
    return list;
}

static PyObject *load(PyObject *type, PyObject *arguments)
{
    (void)type;
    const char *path;
    if (!PyArg_ParseTuple(arguments, "s", &path))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    PyThreadState *thread = PyEval_SaveThread();
    tml_results *results = tml_results_load(path, log);
    PyEval_RestoreThread(thread);
    return Py_BuildValue("(NN)", native_results_wrap(results), native_messages(log));
}

static PyObject *save(PyObject *self, PyObject *arguments)
{
    const char *path;
    PyObject *list;
    int units;
    tml_save_options options = {.size = sizeof options};
    if (!PyArg_ParseTuple(arguments, "szO!p", &path, &options.kind, &PyList_Type, &list, &units))
        return NULL;
    options.units = units != 0;
    const char **channels = native_names(list, &options.channel_count);
    tml_log *log = channels ? tml_log_make() : NULL;
    if (!log) {
        PyMem_Free((void *)channels);
        return channels ? PyErr_NoMemory() : NULL;
    }
    options.channels = channels;
    PyThreadState *thread = PyEval_SaveThread();
    const tml_status status = tml_results_save_as(native_results_of(self), path, &options, log);
    PyEval_RestoreThread(thread);
    PyMem_Free((void *)channels);
    return Py_BuildValue("(iN)", (int)status, native_messages(log));
}

/* {name: text} */
static PyObject *origin(PyObject *self, PyObject *unused)
{
    (void)unused;
    const tml_results *results = native_results_of(self);
    PyObject *dictionary = PyDict_New();
    for (size_t i = 0; dictionary && i < tml_results_origin_count(results); i++) {
        const char *name = tml_results_origin_name(results, i);
        PyObject *text = PyUnicode_FromString(tml_results_origin(results, name));
        if (!text || PyDict_SetItemString(dictionary, name, text) < 0)
            Py_CLEAR(dictionary);
        Py_XDECREF(text);
    }
    return dictionary;
}

/* ---- a table ---- */

/* Rows lie one behind the other, so that the whole table is one array; columns of it are views with a stride. */
static PyObject *array_interface(PyObject *self, void *unused)
{
    (void)unused;
    const tml_table *table = table_of(self);
    size_t step = 0;
    const double *first = tml_table_column(table, 0, &step);
    const Py_ssize_t rows = first ? (Py_ssize_t)tml_table_rows(table) : 0;
    static const double none[1] = {0};
    return Py_BuildValue("{s:i, s:s, s:(nn), s:(nn), s:(NO)}", "version", 3, "typestr",
                         PY_LITTLE_ENDIAN ? "<f8" : ">f8", "shape", rows, (Py_ssize_t)tml_table_columns(table),
                         "strides", (Py_ssize_t)((step ? step : 1) * sizeof(double)), (Py_ssize_t)sizeof(double),
                         "data", PyLong_FromVoidPtr((void *)(first ? first : none)), Py_True);
}

static PyObject *kind(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(tml_table_kind(table_of(self)));
}

static PyObject *title(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(tml_table_title(table_of(self)));
}

static PyObject *analysis(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(tml_table_analysis(table_of(self)));
}

static PyObject *stride(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(tml_table_stride(table_of(self)));
}

/* [(name, unit, is unique), ...] */
static PyObject *columns(PyObject *self, void *unused)
{
    (void)unused;
    const tml_table *table = table_of(self);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_table_columns(table); i++) {
        PyObject *item = Py_BuildValue("(ssN)", tml_table_name(table, i), tml_table_unit(table, i),
                                       PyBool_FromLong(tml_table_is_unique(table, i)));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *row_names(PyObject *self, void *unused)
{
    (void)unused;
    const tml_table *table = table_of(self);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_table_rows(table) && tml_table_row_name(table, i); i++) {
        PyObject *name = PyUnicode_FromString(tml_table_row_name(table, i));
        if (!name || PyList_Append(list, name) < 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *entries_of(const tml_table *table, size_t index)
{
    PyObject *list = PyList_New(0);
    for (size_t row = 0; list && row < tml_table_rows(table); row++) {
        size_t length = 0;
        const char *text = tml_table_text(table, row, index, &length);
        PyObject *entry = PyUnicode_FromStringAndSize(text, text ? (Py_ssize_t)length : 0);
        if (!entry || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

/* {name: [text, ...]} */
static PyObject *texts(PyObject *self, void *unused)
{
    (void)unused;
    const tml_table *table = table_of(self);
    PyObject *all = PyDict_New();
    for (size_t i = 0; all && i < tml_table_text_columns(table); i++) {
        PyObject *entries = entries_of(table, i);
        if (!entries || PyDict_SetItemString(all, tml_table_text_name(table, i), entries) < 0)
            Py_CLEAR(all);
        Py_XDECREF(entries);
    }
    return all;
}

/* [(name, text, number), ...] */
static PyObject *facts(PyObject *self, void *unused)
{
    (void)unused;
    const tml_table *table = table_of(self);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_table_fact_count(table); i++) {
        PyObject *fact = Py_BuildValue("(ssd)", tml_table_fact_name(table, i), tml_table_fact_text(table, i),
                                       tml_table_fact_number(table, i));
        if (!fact || PyList_Append(list, fact) < 0)
            Py_CLEAR(list);
        Py_XDECREF(fact);
    }
    return list;
}

static PyObject *plot(PyObject *self, PyObject *arguments)
{
    PyObject *list, *great;
    const char *against, *heading, *ending, *log_axes;
    tml_plot_options options = {.size = sizeof options};
    if (!PyArg_ParseTuple(arguments, "O!zzsddzsO!", &PyList_Type, &list, &against, &heading, &ending, &options.width,
                          &options.height, &options.kind, &log_axes, &PyList_Type, &great))
        return NULL;
    const char **names = native_names(list, &options.channel_count);
    const char **maximize = names ? native_names(great, &options.maximize_count) : NULL;
    tml_log *log = maximize ? tml_log_make() : NULL;
    if (!log) {
        PyMem_Free((void *)names);
        PyMem_Free((void *)maximize);
        return maximize ? PyErr_NoMemory() : NULL;
    }
    options.channels = names;
    options.maximize = maximize;
    options.log_x = strchr(log_axes, 'x') != NULL;
    options.log_y = strchr(log_axes, 'y') != NULL;
    options.log_z = strchr(log_axes, 'z') != NULL;
    options.against = against;
    options.title = heading;
    char *bytes = NULL;
    size_t length = 0;
    const tml_status status = tml_table_plot(table_of(self), &options, ending, &bytes, &length, log);
    PyMem_Free((void *)names);
    PyMem_Free((void *)maximize);
    PyObject *picture = PyBytes_FromStringAndSize(bytes, bytes ? (Py_ssize_t)length : 0);
    free(bytes);
    return Py_BuildValue("(iNN)", (int)status, picture, native_messages(log));
}

static PyMethodDef results_methods[] = {
    {"tables", tables, METH_NOARGS, "all tables"},
    {"load", load, METH_VARARGS | METH_STATIC, "load(path): (results or None, messages)"},
    {"save", save, METH_VARARGS, "save(path, kind or None, channels, units): (status, messages)"},
    {"origin", origin, METH_NOARGS, "what the results were made from, by name"},
    {0},
};
static PyMethodDef table_methods[] = {
    {"plot", plot, METH_VARARGS,
     "plot(channels, against, title, ending, width, height, kind, log, maximize): (status, bytes, messages)"},
    {0},
};
static PyGetSetDef table_fields[] = {
    {"__array_interface__", array_interface, NULL, "all numbers, without a copy", NULL},
    {"kind", kind, NULL, "the analysis, or analysis.part", NULL},
    {"title", title, NULL, "of the model", NULL},
    {"analysis", analysis, NULL, "its place among the analyses, from 0", NULL},
    {"stride", stride, NULL, "every so many rows are those that the model asks for", NULL},
    {"columns", columns, NULL, "[(name, unit, is unique), ...]", NULL},
    {"row_names", row_names, NULL, "of a matrix, else empty", NULL},
    {"texts", texts, NULL, "columns of text by name: {name: [text, ...]}", NULL},
    {"facts", facts, NULL, "[(name, text, number), ...]", NULL},
    {0},
};

static PyType_Slot results_slots[] = {
    {Py_tp_dealloc, results_dealloc},
    {Py_tp_methods, results_methods},
    {Py_tp_new, native_no_new},
    {Py_tp_doc, "What a run found."},
    {0},
};
static PyType_Slot table_slots[] = {
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, table_methods},
    {Py_tp_getset, table_fields},
    {Py_tp_new, native_no_new},
    {Py_tp_doc, "A table: numpy.asarray() of it copies nothing."},
    {0},
};
static PyType_Spec results_spec = {.name = "trammel._trammel.Results",
                                   .basicsize = sizeof(results_object),
                                   .flags = Py_TPFLAGS_DEFAULT,
                                   .slots = results_slots};
static PyType_Spec table_spec = {.name = "trammel._trammel.Table",
                                 .basicsize = sizeof(table_object),
                                 .flags = Py_TPFLAGS_DEFAULT,
                                 .slots = table_slots};

bool native_results_register(PyObject *module)
{
    native_results_type = native_add_type(module, &results_spec, "Results");
    native_table_type = native_add_type(module, &table_spec, "Table");
    return native_results_type && native_table_type;
}
