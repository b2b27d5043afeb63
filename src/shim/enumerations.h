// The enumerations of enumerations.def, and of the core's body.def.
#pragma once

#include <cstdint>

namespace fmerge {

#define ENUMERATION(Name, ...) enum class Name : uint32_t { __VA_ARGS__ };
#include "../../crates/core/src/encode/body.def"
#include "enumerations.def"
#undef ENUMERATION

// The bit of a fact.
template <typename Fact> constexpr uint64_t bit(Fact f) { return uint64_t(1) << unsigned(f); }

// The facts that are true of something.
template <typename Fact> struct Facts {
  uint64_t bits = 0;
  void set(Fact f, bool holds) { bits |= holds ? bit(f) : 0; }
  bool has(Fact f) const { return bits & bit(f); }
};

} // namespace fmerge
