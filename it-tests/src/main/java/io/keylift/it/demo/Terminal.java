// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** Where the demo prints to: a screen that can redraw a line, or a file or pipe that cannot. */
enum Terminal {
    SCREEN,
    PLAIN;

    /** Asks the system: what {@code System.console()} says about it differs from one JDK to the next. */
    static Terminal detect() {
        try {
            Process test = new ProcessBuilder("/bin/sh", "-c", "test -t 1")
                    .redirectOutput(Redirect.INHERIT)
                    .start();
            return test.waitFor() == 0 ? SCREEN : PLAIN;
        } catch (IOException e) {
            return PLAIN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return PLAIN;
        }
    }
}
