#!/bin/sh
# SPDX-FileCopyrightText: The Keylift authors
# SPDX-License-Identifier: Apache-2.0
# Runs the JAR that follows these lines.
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto $KEYLIFT_JAVA_OPTS -jar "$0" "$@"
