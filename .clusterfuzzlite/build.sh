#!/usr/bin/env bash
# The same build as OSS-Fuzz's.
exec "$SRC/grit/oss-fuzz/build.sh"
