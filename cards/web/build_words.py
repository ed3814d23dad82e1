"""Which build of the engine a worker plays, in words."""

from collections.abc import Mapping
from typing import Final

from cards.localization import LocalizedText, localize

BUILDS: Final[Mapping[str, LocalizedText]] = {
    "compiled": LocalizedText("compiled", "已编译"),
    "python": LocalizedText("Python", "Python"),
    "off": LocalizedText("Python: compilation is switched off", "Python：已关闭编译"),
    "building": LocalizedText("Python: being compiled", "Python：正在编译"),
    "no-compiler": LocalizedText(
        "Python: this host has no C compiler or no headers of Python", "Python：此主机没有 C 编译器或 Python 头文件"
    ),
    "no-tools": LocalizedText("Python: mypyc is not installed", "Python：未安装 mypyc"),
    "no-memory": LocalizedText("Python: less than 2 GB of memory were free", "Python：可用内存不足 2 GB"),
    "failed": LocalizedText("Python: the compilation failed, see compile.log", "Python：编译失败，见 compile.log"),
}
"""By what a worker writes with its heartbeat (`engine.api.running_build`)."""


def build_words(build: str) -> str:
    """Return what the operator reads of a build, in the language of the page; Python for one that is not known here."""
    return localize(*BUILDS.get(build, BUILDS["python"]))
