// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;

/** Tells whether a thread runs our code. */
final class OurFrames {

    private static final String OURS = "io.keylift.metrics.";

    private OurFrames() {}

    /** @param frames the thread's stack, class and method of each frame, the one that runs first */
    static boolean isOurs(List<String> frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).startsWith(OURS)) {
                return i == 0 || !frames.get(i - 1).contains("invokeNext");
            }
        }
        return false;
    }
}
