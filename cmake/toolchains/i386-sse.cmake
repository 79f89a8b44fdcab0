# 32-bit x86 that computes with SSE.
include("${CMAKE_CURRENT_LIST_DIR}/i386.cmake")
set(CMAKE_C_FLAGS_INIT "${i386_flags} -msse2 -mfpmath=sse")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
