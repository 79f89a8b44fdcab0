#include "view_ops.h"

#include "grit_c/grit_c.h"

static const char kTooLong[] = "reply exceeds the payload limit of 64 MiB";
static const char kNoMemory[] = "out of memory";

// What all five requests begin with; the view's extents stay in *extents.
static struct grit_view read_view(struct gcp_reader* request, int64_t extents[GCP_MAX_RANK]) {
  struct grit_view view;
  view.descriptor =
      gcp_read_bytes(request, GRIT_DESCRIPTOR_BYTES, "payload ends in the descriptor");
  const struct grit_bytes text = gcp_read_blob(request, "payload ends in the grade");
  view.grade = (struct grit_grade_string){(const char*)text.data, text.size};
  view.shape = gcp_read_shape(request, extents);
  gcp_read_planes(request, view.planes);
  return view;
}

static enum gcp_outcome refuse(struct gcp_writer* reply, enum grit_refusal refusal) {
  reply->reason = grit_refusal_name(refusal);
  return GCP_REFUSED;
}

static enum gcp_outcome fail(struct gcp_writer* reply, const char* error) {
  reply->error = error;
  return GCP_INTERNAL_ERROR;
}

static void write_descriptor(struct gcp_writer* reply, const struct grit_descriptor* descriptor) {
  uint8_t* room = gcp_extend(reply, GRIT_DESCRIPTOR_BYTES);
  if (room != NULL) {
    grit_descriptor_write(descriptor, room);
  }
}

static enum gcp_outcome answer_decode_view(struct gcp_reader* request, struct gcp_scratch* scratch,
                                           struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  const struct grit_view view = read_view(request, extents);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint64_t count = 0;
  const enum grit_refusal refusal = grit_decode_view_accepts(&view, &count);
  if (refusal != GRIT_ACCEPTED) {
    return refuse(reply, refusal);
  }
  if (count > GCP_MAX_PAYLOAD / 4 - 1) {
    return fail(reply, kTooLong);
  }
  if (!gcp_reserve_words(scratch, count)) {
    return fail(reply, kNoMemory);
  }
  (void)grit_decode_view(&view, scratch->words, count);
  gcp_write_words(reply, scratch->words, (size_t)count);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_slice(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  int64_t result_extents[GCP_MAX_RANK];
  const struct grit_view view = read_view(request, extents);
  const size_t axis = gcp_read_u8(request, "payload ends in the axis");
  const int64_t begin = gcp_read_i64(request, "payload ends in the begin of the slice");
  const int64_t end = gcp_read_i64(request, "payload ends in the end of the slice");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  const struct grit_cut cut = {axis, begin, end};
  struct grit_answer answer = {.extents = result_extents};
  const enum grit_refusal refusal = grit_slice_accepts(&view, cut, &answer);
  if (refusal != GRIT_ACCEPTED) {
    return refuse(reply, refusal);
  }
  struct grit_buffer planes[GRIT_PLANE_COUNT];
  gcp_write_shape(reply, (struct grit_shape){answer.extents, view.shape.rank});
  if (!gcp_extend_planes(reply, answer.bytes, planes)) {
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_slice(&view, cut, &answer, planes);
  return GCP_ANSWERED;
}

// The operands of TRANSPOSE and REQUANTIZE; the axes stay in *axes.
static struct grit_permutation read_permutation(struct gcp_reader* request, size_t rank,
                                                size_t axes[GCP_MAX_RANK]) {
  for (size_t i = 0; i < rank; ++i) {
    axes[i] = gcp_read_u8(request, "payload ends in the permutation");
  }
  const uint8_t group_axis = gcp_read_u8(request, "payload ends in the group axis");
  return (struct grit_permutation){axes, group_axis};
}

static bool write_permuted(struct gcp_writer* reply, const struct grit_answer* answer, size_t rank,
                           struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  write_descriptor(reply, &answer->descriptor);
  gcp_write_shape(reply, (struct grit_shape){answer->extents, rank});
  return gcp_extend_planes(reply, answer->bytes, planes);
}

static enum gcp_outcome answer_transpose(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  int64_t result_extents[GCP_MAX_RANK];
  size_t axes[GCP_MAX_RANK];
  const struct grit_view view = read_view(request, extents);
  const struct grit_permutation permutation = read_permutation(request, view.shape.rank, axes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_answer answer = {.extents = result_extents};
  const enum grit_refusal refusal = grit_transpose_accepts(&view, permutation, &answer);
  if (refusal != GRIT_ACCEPTED) {
    return refuse(reply, refusal);
  }
  struct grit_buffer planes[GRIT_PLANE_COUNT];
  if (!write_permuted(reply, &answer, view.shape.rank, planes)) {
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_transpose(&view, permutation, &answer, planes);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_requantize(struct gcp_reader* request, struct gcp_scratch* scratch,
                                          struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  int64_t result_extents[GCP_MAX_RANK];
  size_t axes[GCP_MAX_RANK];
  const struct grit_view view = read_view(request, extents);
  const struct grit_permutation permutation = read_permutation(request, view.shape.rank, axes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_answer answer = {.extents = result_extents};
  uint64_t work = 0;
  const enum grit_refusal refusal = grit_requantize_accepts(&view, permutation, &answer, &work);
  if (refusal != GRIT_ACCEPTED) {
    return refuse(reply, refusal);
  }
  struct grit_buffer planes[GRIT_PLANE_COUNT];
  if (!gcp_reserve_words(scratch, work)) {
    return fail(reply, kNoMemory);
  }
  if (!write_permuted(reply, &answer, view.shape.rank, planes)) {
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_requantize(&view, permutation, &answer, planes, scratch->words);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_relayout(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  int64_t result_extents[GCP_MAX_RANK];
  const struct grit_view view = read_view(request, extents);
  const uint8_t role = gcp_read_u8(request, "payload ends in the role");
  const uint64_t placement = gcp_read_u64(request, "payload ends in the placement");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  if (role > GRIT_ROLE_META) {
    return gcp_unreadable(request, "unknown role of RELAYOUT");
  }
  struct grit_answer answer = {.extents = result_extents};
  const enum grit_refusal refusal =
      grit_relayout_accepts(&view, (enum grit_role)role, placement, &answer);
  if (refusal != GRIT_ACCEPTED) {
    return refuse(reply, refusal);
  }
  struct grit_buffer planes[GRIT_PLANE_COUNT];
  write_descriptor(reply, &answer.descriptor);
  if (!gcp_extend_planes(reply, answer.bytes, planes)) {
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_relayout(&view, (enum grit_role)role, placement, &answer, planes);
  return GCP_ANSWERED;
}

enum gcp_outcome gcp_answer_view(uint8_t op, struct gcp_reader* request,
                                 struct gcp_scratch* scratch, struct gcp_writer* reply) {
  switch (op) {
    case GCP_DECODE_VIEW:
      return answer_decode_view(request, scratch, reply);
    case GCP_SLICE:
      return answer_slice(request, reply);
    case GCP_TRANSPOSE:
      return answer_transpose(request, reply);
    case GCP_REQUANTIZE:
      return answer_requantize(request, scratch, reply);
    case GCP_RELAYOUT:
      return answer_relayout(request, reply);
    default:
      return GCP_UNSUPPORTED;
  }
}
