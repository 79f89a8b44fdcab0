# 32-bit x86 without SSE: arithmetic is that of x87, with its wider intermediate results.
include("${CMAKE_CURRENT_LIST_DIR}/i386.cmake")
set(CMAKE_C_FLAGS_INIT "${i386_flags} -mno-sse -mfpmath=387")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
