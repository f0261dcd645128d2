// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.stream.Stream;

/** Ctrl-C (SIGINT) for processes of a build in the background, which ignore it by default. */
public final class CtrlC {

    private static final List<String> HEED = List.of("env", "--default-signal=INT");

    private CtrlC() {}

    /** The prefix of a command that makes it react to Ctrl-C; empty where this system has no such program. */
    public static List<String> heed() throws IOException, InterruptedException {
        Process trial = new ProcessBuilder(
                        Stream.concat(HEED.stream(), Stream.of("true")).toList())
                .redirectError(Redirect.DISCARD)
                .start();
        return trial.waitFor() == 0 ? HEED : List.of();
    }
}
