// Whether the host's LLVM is the one that the plugin was compiled for (selftest.cpp).
#pragma once

#include <string>

// What is wrong, in a sentence; empty if nothing is. Whoever asks for a wrong expectation is told of one.
std::string fmergeSelfTest(bool expectWrong = false);
