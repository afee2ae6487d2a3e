/* messages.c - messages of the library as Python objects, and the exceptions that the package makes of them. */
#include "native.h"
#include <stdlib.h>

static PyObject *raise_function; /* raise(status, messages), of trammel.errors */

PyObject *native_set_raise(PyObject *module, PyObject *function)
{
    (void)module;
    Py_INCREF(function);
    Py_XDECREF(raise_function);
    raise_function = function;
    Py_RETURN_NONE;
}

static PyObject *message_object(tml_message m)
{
    return Py_BuildValue("(izzzii)", (int)m.severity, m.code, m.text, m.place.file, m.place.line, m.place.column);
}

PyObject *native_messages(tml_log *log)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_log_count(log); i++) {
        PyObject *message = message_object(tml_log_get(log, i));
        if (!message || PyList_Append(list, message) < 0)
            Py_CLEAR(list);
        Py_XDECREF(message);
    }
    tml_log_free(log);
    return list;
}

PyObject *native_raise(tml_status status, tml_log *log)
{
    PyObject *messages = native_messages(log);
    PyObject *answer =
        messages && raise_function ? PyObject_CallFunction(raise_function, "iO", (int)status, messages) : NULL;
    if (answer)
        PyErr_SetString(PyExc_SystemError, "an error of the library was not raised");
    else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, "import trammel, not trammel._trammel");
    Py_XDECREF(answer);
    Py_XDECREF(messages);
    return NULL;
}

PyObject *native_take_text(char *text)
{
    if (!text)
        Py_RETURN_NONE;
    PyObject *object = PyUnicode_FromString(text);
    free(text);
    return object;
}

const char **native_names(PyObject *list, size_t *count)
{
    const Py_ssize_t size = PyList_Check(list) ? PyList_Size(list) : -1;
    if (size < 0) {
        PyErr_SetString(PyExc_TypeError, "a list of names is needed");
        return NULL;
    }
    const char **names = PyMem_Malloc(((size_t)size + 1) * sizeof *names);
    if (!names)
        return (const char **)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < size; i++) {
        if (!PyArg_Parse(PyList_GetItem(list, i), "s", &names[i])) {
            PyMem_Free(names);
            return NULL;
        }
    }
    *count = (size_t)size;
    return names;
}
