#include "permutation.h"

size_t grit_permuted_axis(const size_t* axes, size_t rank, size_t axis) {
  for (size_t i = 0; i < rank; ++i) {
    if (axes[i] == axis) {
      return i;
    }
  }
  return rank;
}

bool grit_is_permutation(const size_t* axes, size_t rank) {
  // As many entries as axes: where every axis is there, none is there twice.
  for (size_t axis = 0; axis < rank; ++axis) {
    if (grit_permuted_axis(axes, rank, axis) == rank) {
      return false;
    }
  }
  return true;
}

struct grit_shape grit_permuted_shape(struct grit_shape source, const size_t* axes,
                                      int64_t* extents) {
  for (size_t i = 0; i < source.rank; ++i) {
    extents[i] = source.extent[axes[i]];
  }
  return (struct grit_shape){extents, source.rank};
}
