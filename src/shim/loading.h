// Lets the programs of other LLVM versions load the plugin far enough to be told which one it needs (loading.cpp).
//
// Functions are looked up when they are first called, but a variable must be there when the plugin is loaded. These
// variables are missing from other versions, so a reference to them must be weak: every file that refers to one
// includes this. lit-tests/hosts/other-llvm.test names a variable that is missing here.
#pragma once

#ifdef __ELF__
asm(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE"); // content.cpp, by APFloat
asm(".weak _ZN4llvm12MDProfLabels13BranchWeightsE");     // profile.cpp
asm(".weak _ZTVN4llvm22DroppedVariableStatsIRE");        // register.cpp, by StandardInstrumentations
asm(".weak _ZN4llvm9DbgMarker14EmptyDbgMarkerE");        // debug.cpp, by what walks debug records, unoptimised
#endif
