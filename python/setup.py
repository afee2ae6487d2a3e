"""Builds the extension module by CMake, as the rest of Trammel, and puts it into the package.

TRAMMEL_BUILD   the folder to build in (default: build/pip of the tree)
TRAMMEL_PROGRAM a program `trammel` to put into the package, for reports and the workbench (default: build/trammel of the tree, where
                `make` has built it in the version of the package; else none)
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
if not (ROOT / "CMakeLists.txt").exists():
    sys.exit("The package is built from the tree of Trammel, whose folder python/ this is: pip install ./python")
shutil.copy(ROOT / "LICENSE", HERE / "LICENSE")  # goes into the wheel


def version():
    header = (ROOT / "include/trammel/version.h").read_text()
    return ".".join(re.findall(r"^#define TML_VERSION_[A-Z]+ (\d+)", header, re.MULTILINE))


def program():
    """The program to put into the package, or None."""
    if os.environ.get("TRAMMEL_PROGRAM"):
        return os.environ["TRAMMEL_PROGRAM"]
    built = ROOT / "build/trammel"  # made by `make`, with the page of the workbench
    says = subprocess.run([built, "--version"], capture_output=True, text=True).stdout if built.exists() else ""
    return built if version() in says.split() else None


class BuildByCMake(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(os.environ.get("TRAMMEL_BUILD", ROOT / "build/pip"))
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        options = ["-DTML_WORKBENCH=OFF", f"-DTML_PYTHON={sys.executable}", "-DCMAKE_MODULE_LINKER_FLAGS=-s"]
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), *generator, *options], check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "tml_python", "--parallel"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "python/trammel/_trammel.abi3.so", target)
        if program():
            bin = target.parent / "bin"
            (bin / "fmu").mkdir(parents=True, exist_ok=True)
            shutil.copy(program(), bin / "trammel")
            for binary in pathlib.Path(program()).parent.glob("fmu/trammel_fmu.*"):  # of which it makes FMUs
                shutil.copy(binary, bin / "fmu")


setup(
    version=version(),
    packages=["trammel"],
    package_data={"trammel": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("trammel._trammel", sources=[], py_limited_api=True)],
    cmdclass={"build_ext": BuildByCMake},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
    zip_safe=False,
)
