// Properties of decode_view and of the operations that keep values: 1,000 views each to which the
// law applies.
#include <string>

#include "harness/laws/decode_laws.h"
#include "harness/laws/environment_laws.h"
#include "harness/laws/expect_property.h"
#include "harness/laws/note_laws.h"
#include "harness/laws/placement_laws.h"
#include "harness/laws/slice_laws.h"
#include "harness/laws/transpose_laws.h"

namespace grit::laws {
namespace {

// L1.
TEST(NanPoisonProperties, OfAnyGrade) {
  expect_of_views({.nan_scales = true}, nan_poison, "nan_poison");
}
TEST(NanPoisonProperties, OfTwoLevels) {
  expect_of_views({.grade = GradeKind::kTwoLevels, .nan_scales = true}, nan_poison, "nan_poison");
}
TEST(NanPoisonProperties, OfZeroPoints) {
  expect_of_views({.grade = GradeKind::kZeroPoint, .nan_scales = true}, nan_poison, "nan_poison");
}
TEST(NanPoisonProperties, OfScaledZeroPoints) {
  expect_of_views({.grade = GradeKind::kL1ZeroPoint, .nan_scales = true}, nan_poison, "nan_poison");
}
TEST(NanPoisonProperties, OfMxfp4) {
  expect_of_views({.grade = GradeKind::kMxfp4, .nan_scales = true}, nan_poison, "nan_poison");
}

// L2.
TEST(SparseWinsProperties, OfAnySparsity) {
  expect_of_views({.grade = GradeKind::kSparse, .nan_scales = true}, sparse_wins, "sparse_wins");
}
TEST(SparseWinsProperties, OfI8s24) {
  expect_of_views({.grade = GradeKind::kI8s24, .nan_scales = true}, sparse_wins, "sparse_wins");
}

// L5.
TEST(OutermostFirstProperties, OfTwoLevels) {
  expect_of_views({.grade = GradeKind::kTwoLevels}, outermost_first, "outermost_first");
}
TEST(OutermostFirstProperties, OfNvf4) {
  expect_of_views({.grade = GradeKind::kNvf4, .random_bits = false}, outermost_first,
                  "outermost_first");
}

// L6.
TEST(NoFusedMultiplyAddProperties, OfWideProducts) {
  expect_of_views({.grade = GradeKind::kWide}, no_fused_multiply_add, "no_fused_multiply_add");
}

// §11.5, §11.6.
TEST(ValuesProperties, Dense) { expect_of_views({.grade = GradeKind::kDense}, values, "values"); }
TEST(ValuesProperties, Sparse) { expect_of_views({.grade = GradeKind::kSparse}, values, "values"); }
TEST(ValuesProperties, SharedZeroPoints) {
  expect_of_views({.grade = GradeKind::kZeroPoint}, values, "values");
}
TEST(ValuesProperties, ScaledZeroPoints) {
  expect_of_views({.grade = GradeKind::kL1ZeroPoint}, values, "values");
}
TEST(ValuesProperties, OrdinaryScales) {
  expect_of_views({.random_bits = false}, values, "values");
}
TEST(ValuesProperties, RegisteredGrades) {
  expect_of_views({.grade = GradeKind::kRegistered}, values, "values");
}
TEST(PlaneOrderProperties, DecodeAgreesWithDecodeView) {
  expect_of_views({.grade = GradeKind::kRegistered}, plane_order_values, "plane_order_values");
}

// L3.
void expect_slice_honesty(const ViewWish& wish) {
  expect_of_views(
      wish, [](const ViewInput& input) { return slice_honesty(input.sample.view(), input.range); },
      [](const ViewInput& input) {
        return "slice_honesty(sample.view(), " + source_of(input.range) + ")";
      });
}
TEST(SliceHonestyProperties, Dense) { expect_slice_honesty({.grade = GradeKind::kDense}); }
TEST(SliceHonestyProperties, Sparse) {
  expect_slice_honesty({.grade = GradeKind::kSparse, .sound_cells = true});
}
TEST(SliceHonestyProperties, ZeroPoints) {
  expect_slice_honesty({.grade = GradeKind::kL1ZeroPoint});
}
TEST(SliceHonestyProperties, RegisteredGrades) {
  expect_slice_honesty({.grade = GradeKind::kRegistered, .sound_cells = true});
}
TEST(SliceHonestyProperties, StoredForms) {
  expect_slice_honesty({.grade = GradeKind::kBlocks, .stored_forms = true});
}

TEST(SliceProperties, RefusedExactlyWhereItMustBe) {
  expect_of_views(
      {.sound_cells = true},
      [](const ViewInput& input) { return slice_refusals(input.sample.view(), input.range); },
      [](const ViewInput& input) {
        return "slice_refusals(sample.view(), " + source_of(input.range) + ")";
      });
}
TEST(SliceProperties, RefusedForUnsoundCells) {
  expect_of_views(
      {.grade = GradeKind::kSparse},
      [](const ViewInput& input) { return slice_refusals(input.sample.view(), input.range); },
      [](const ViewInput& input) {
        return "slice_refusals(sample.view(), " + source_of(input.range) + ")";
      });
}
TEST(SliceProperties, Compose) {
  expect_of_views(
      {.stored_forms = true, .sound_cells = true},
      [](const ViewInput& input) {
        return slice_composition(input.sample.view(), input.range, input.second);
      },
      [](const ViewInput& input) {
        return "slice_composition(sample.view(), " + source_of(input.range) + ", " +
               source_of(input.second) + ")";
      });
}

// L4.
void expect_transpose_lines(const ViewWish& wish) {
  expect_of_views(
      wish, [](const ViewInput& input) { return transpose_lines(input.sample.view(), input.turn); },
      [](const ViewInput& input) {
        return "transpose_lines(sample.view(), Turn" + source_of(input.turn) + ")";
      });
}
TEST(TransposeLinesProperties, Dense) {
  expect_transpose_lines({.grade = GradeKind::kDense, .rank = 3});
}
TEST(TransposeLinesProperties, Sparse) {
  expect_transpose_lines({.grade = GradeKind::kSparse, .sound_cells = true, .rank = 3});
}
TEST(TransposeLinesProperties, ZeroPoints) {
  expect_transpose_lines({.grade = GradeKind::kL1ZeroPoint, .rank = 3});
}
TEST(TransposeLinesProperties, RegisteredGrades) {
  expect_transpose_lines({.grade = GradeKind::kRegistered, .sound_cells = true});
}
TEST(TransposeLinesProperties, StoredForms) {
  expect_transpose_lines({.grade = GradeKind::kBlocks, .stored_forms = true, .rank = 2});
}

TEST(TransposeProperties, RefusedExactlyWhereItMustBe) {
  expect_of_views(
      {.sound_cells = true},
      [](const ViewInput& input) { return transpose_refusals(input.sample.view(), input.turn); },
      [](const ViewInput& input) {
        return "transpose_refusals(sample.view(), Turn" + source_of(input.turn) + ")";
      });
}
TEST(TransposeProperties, BackAgain) {
  expect_of_views(
      {.sound_cells = true},
      [](const ViewInput& input) { return transpose_composition(input.sample.view(), input.turn); },
      [](const ViewInput& input) {
        return "transpose_composition(sample.view(), Turn" + source_of(input.turn) + ")";
      });
}
TEST(TransposeProperties, CommutesWithSlice) {
  expect_of_views(
      {.stored_forms = true, .sound_cells = true},
      [](const ViewInput& input) {
        // A range of the result: the axis that the turn brings there.
        Range range = input.range;
        for (std::size_t j = 0; j < input.turn.perm.size(); ++j) {
          if (input.turn.perm[j] == input.range.axis) range.axis = j;
        }
        return transpose_slice(input.sample.view(), input.turn, range);
      },
      [](const ViewInput& input) {
        Range range = input.range;
        for (std::size_t j = 0; j < input.turn.perm.size(); ++j) {
          if (input.turn.perm[j] == input.range.axis) range.axis = j;
        }
        return "transpose_slice(sample.view(), Turn" + source_of(input.turn) + ", Range" +
               source_of(range) + ")";
      });
}

// L7.
void expect_placement_invariance(const ViewWish& wish) {
  expect_of_views(
      wish,
      [](const ViewInput& input) {
        return placement_invariance(input.sample.view(), input.layout);
      },
      [](const ViewInput& input) {
        return "placement_invariance(sample.view(), Layout" + source_of(input.layout) + ")";
      });
}
TEST(PlacementInvarianceProperties, Matrices) { expect_placement_invariance({.rank = 2}); }
TEST(PlacementInvarianceProperties, Sparse) {
  expect_placement_invariance({.grade = GradeKind::kSparse, .stored_forms = true});
}
TEST(PlacementInvarianceProperties, Blocks) {
  expect_placement_invariance({.grade = GradeKind::kBlocks, .stored_forms = true});
}
TEST(PlacementInvarianceProperties, CommutesWithSlice) {
  expect_of_views(
      {.stored_forms = true, .sound_cells = true},
      [](const ViewInput& input) {
        return slice_commutes(input.sample.view(), input.layout, input.range);
      },
      [](const ViewInput& input) {
        return "slice_commutes(sample.view(), Layout" + source_of(input.layout) + ", Range" +
               source_of(input.range) + ")";
      });
}
TEST(PlacementInvarianceProperties, CommutesWithTranspose) {
  expect_of_views(
      {.stored_forms = true, .sound_cells = true},
      [](const ViewInput& input) {
        return transpose_commutes(input.sample.view(), input.layout, input.turn);
      },
      [](const ViewInput& input) {
        return "transpose_commutes(sample.view(), Layout" + source_of(input.layout) + ", Turn" +
               source_of(input.turn) + ")";
      });
}
void expect_round_trip(const ViewWish& wish) {
  expect_of_views(
      wish,
      [](const ViewInput& input) { return relayout_round_trip(input.sample.view(), input.layout); },
      [](const ViewInput& input) {
        return "relayout_round_trip(sample.view(), Layout" + source_of(input.layout) + ")";
      });
}
TEST(RelayoutProperties, ThereAndBackOfAnyGrade) { expect_round_trip({.stored_forms = true}); }
TEST(RelayoutProperties, ThereAndBackOfBlocks) {
  expect_round_trip({.grade = GradeKind::kBlocks, .stored_forms = true});
}

// L8.
TEST(IndependenceProperties, OfTheFloatingPointEnvironment) {
  expect_of_views({.stored_forms = true}, independence, "independence");
}
TEST(IndependenceProperties, OfTheFloatingPointEnvironmentOfWideProducts) {
  expect_of_views({.grade = GradeKind::kWide}, independence, "independence");
}
TEST(IndependenceProperties, OfThreads) {
  expect_of_views(
      {},
      [](const ViewInput& input) {
        return thread_independence(input.sample.view(),
                                   static_cast<std::size_t>(1 + input.number % 8));
      },
      [](const ViewInput& input) {
        return "thread_independence(sample.view(), " + std::to_string(1 + input.number % 8) + ")";
      });
}

// L9.
void expect_note_blindness(const ViewWish& wish) {
  expect_of_views(
      wish, [](const ViewInput& input) { return note_blindness(input.sample.view(), input.note); },
      [](const ViewInput& input) {
        return "note_blindness(sample.view(), " + std::to_string(input.note) + ")";
      });
}
TEST(NoteBlindnessProperties, OfAnyGrade) {
  expect_note_blindness({.stored_forms = true, .sound_cells = true});
}
TEST(NoteBlindnessProperties, OfRegisteredGrades) {
  expect_note_blindness({.grade = GradeKind::kRegistered, .sound_cells = true});
}

}  // namespace
}  // namespace grit::laws
