// Lets programs of other LLVM versions load the plugin, so that it can tell them which version it needs (loading.cpp).
//
// Functions are looked up when they are first called. But variables, tables of virtual functions and what these hold
// must be there when the plugin is loaded. Any of them may be missing from another version (LLVM 23 has no
// OptimizationLevel::O0), so each reference is weak. build.rs puts this file before all others.
// lit-tests/hosts/other-llvm.test names any reference that is missing here.
#pragma once

#ifdef __ELF__
// clang-format off
asm(".weak _ZN4llvm10CallbackVH6anchorEv");
asm(".weak _ZN4llvm11APFloatBase18semPPCDoubleDoubleE");
asm(".weak _ZN4llvm12MDProfLabels13BranchWeightsE");
asm(".weak _ZN4llvm13AllAnalysesOnINS_6ModuleEE6SetKeyE");
asm(".weak _ZN4llvm13ErrorInfoBase2IDE");
asm(".weak _ZN4llvm13ErrorInfoBase6anchorEv");
asm(".weak _ZN4llvm16TargetIRAnalysis3KeyE");
asm(".weak _ZN4llvm17OptimizationLevel2O0E");
asm(".weak _ZN4llvm17PreservedAnalyses14AllAnalysesKeyE");
asm(".weak _ZN4llvm17ValueMaterializer6anchorEv");
asm(".weak _ZN4llvm19TimePassesIsEnabledE");
asm(".weak _ZN4llvm21TargetLibraryAnalysis3KeyE");
asm(".weak _ZN4llvm22ProfileSummaryAnalysis3KeyE");
asm(".weak _ZN4llvm25InnerAnalysisManagerProxyINS_15AnalysisManagerINS_8FunctionEJEEENS_6ModuleEJEE3KeyE");
asm(".weak _ZN4llvm2cl18GenericOptionValue6anchorEv");
asm(".weak _ZN4llvm9DbgMarker14EmptyDbgMarkerE");
asm(".weak _ZN4llvm9ErrorList2IDE");
asm(".weak _ZTVN4llvm10CallbackVHE");
asm(".weak _ZTVN4llvm11raw_ostreamE");
asm(".weak _ZTVN4llvm13ErrorInfoBaseE");
asm(".weak _ZTVN4llvm14ConstantFolderE");
asm(".weak _ZTVN4llvm14DiagnosticInfoE");
asm(".weak _ZTVN4llvm15IRBuilderFolderE");
asm(".weak _ZTVN4llvm17DiagnosticHandlerE");
asm(".weak _ZTVN4llvm17ValueMaterializerE");
asm(".weak _ZTVN4llvm17raw_pwrite_streamE");
asm(".weak _ZTVN4llvm18OptimizationRemarkE");
asm(".weak _ZTVN4llvm18raw_string_ostreamE");
asm(".weak _ZTVN4llvm19raw_svector_ostreamE");
asm(".weak _ZTVN4llvm22DroppedVariableStatsIRE");
asm(".weak _ZTVN4llvm24IRBuilderDefaultInserterE");
asm(".weak _ZTVN4llvm24OptimizationRemarkMissedE");
asm(".weak _ZTVN4llvm28DiagnosticInfoIROptimizationE");
asm(".weak _ZTVN4llvm2cl11OptionValueINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEE");
asm(".weak _ZTVN4llvm2cl18GenericOptionValueE");
asm(".weak _ZTVN4llvm2cl3optINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEELb0ENS0_6parserIS7_EEEE");
asm(".weak _ZTVN4llvm2cl6OptionE");
asm(".weak _ZTVN4llvm2cl6parserINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEE");
asm(".weak _ZTVN4llvm30DiagnosticInfoOptimizationBaseE");
asm(".weak _ZTVN4llvm30DiagnosticInfoWithLocationBaseE");
asm(".weak _ZTVN4llvm9ErrorListE");
// clang-format on
#endif
