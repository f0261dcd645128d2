// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.server.ServerSettings;
import java.util.List;

/** A server that does not live long enough for the time that good machine code takes. */
public final class BriefServer {

    /** A few methods get it all the same: without it, the keys of each realm take a second. */
    private static final List<String> ONLY_THE_HOTTEST = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=50000",
            "-XX:Tier4CompileThreshold=100000",
            "-XX:Tier4BackEdgeThreshold=400000");

    private BriefServer() {}

    /** The same settings for such a server. */
    public static ServerSettings of(ServerSettings settings) {
        ONLY_THE_HOTTEST.forEach(settings::jvmArgument);
        return settings;
    }
}
