// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.JobListener;
import java.io.PrintStream;
import java.time.Duration;

/** Tells that a transfer goes on after a pause. */
record Waits(PrintStream err) implements JobListener {

    @Override
    public void waits(String reason, Duration pause) {
        err.println(reason + ". Goes on in " + Math.max(1, pause.toSeconds()) + " s.");
    }
}
