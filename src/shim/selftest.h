// Whether the host's LLVM is the one that the plugin was compiled for (selftest.cpp).
#pragma once

#include <string>

// What is wrong, in a sentence; empty if nothing is. With `expectWrong`, the expectation is wrong on purpose.
std::string fmergeSelfTest(bool expectWrong = false);
