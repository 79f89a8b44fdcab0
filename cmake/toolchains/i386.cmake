# What the 32-bit x86 toolchains share: Debian's g++-12-multilib. The package g++-multilib, which would
# bring the headers in asm/, cannot be installed beside the cross compilers; those of x86-64 serve both.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc-12)
set(CMAKE_CXX_COMPILER g++-12)
set(i386_flags "-m32 -march=i686 -idirafter /usr/include/x86_64-linux-gnu")
