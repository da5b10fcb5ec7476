// DLPack: how array libraries lend each other memory. The structures are those of https://dmlc.github.io/dlpack, version 1,
// and of the capsules before it.
#pragma once
#include "repl/python/objects.hpp"

namespace nova::python::dlpack {

struct Device {
  int32_t type, id;
};
constexpr int32_t cpu = 1, cuda_host = 3, rocm_host = 11,
                  cuda_managed = 13; ///< whose memory the host can read

struct DataType {
  uint8_t code, bits;
  uint16_t lanes; ///< numbers in one element; 1 but for vectors of the hardware
};
constexpr uint8_t code_complex = 5;

struct Tensor {
  void* data;
  Device device;
  int32_t dimensions;
  DataType type;
  int64_t *shape, *strides; ///< in elements; strides may be null: row-major
  uint64_t offset;          ///< bytes from `data` to the first element
};

/// What a capsule named `dltensor` holds.
struct Managed {
  Tensor tensor;
  void* context;
  void (*deleter)(Managed*);
};

struct Version {
  uint32_t major, minor;
};
constexpr Version version{1, 0};
constexpr uint64_t read_only = 1, is_copied = 2;

/// What a capsule named `dltensor_versioned` holds.
struct Versioned {
  Version version;
  void* context;
  void (*deleter)(Versioned*);
  uint64_t flags;
  Tensor tensor;
};

constexpr const char *name = "dltensor", *used_name = "used_dltensor";
constexpr const char *versioned_name = "dltensor_versioned", *used_versioned_name = "used_dltensor_versioned";

/// Nova's and DLPack's names of a number type, and the letter of the buffer protocol for a type of its size.
struct TypeRow {
  nova_kind kind;
  uint8_t code, bits;
  const char* format;
};
const TypeRow* row_of(nova_kind kind);
const TypeRow* row_of(DataType type);

} // namespace nova::python::dlpack
