// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import io.keylift.it.browser.Browser;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The pictures of the console that its documentation lists. */
enum Screenshot {
    BULK_IMPORT(1400),
    DRY_RUN(750),
    RUNNING_IMPORT(500),
    REMOVAL(650),
    DEPARTMENTS(650),
    CAPABILITIES(950),
    REQUEST_TIMINGS(1000);

    /** Of each picture, in pixels. */
    static final int WIDTH = 1200;

    /** Of the window, in CSS pixels: wide enough for the tables of the pages. */
    private static final int WINDOW = 1500;

    private final int height;

    Screenshot(int height) {
        this.height = height;
    }

    /** Makes the window as large as the picture needs it, and removes the picture of an earlier run. */
    void prepare(Browser browser) throws IOException {
        Files.deleteIfExists(file());
        browser.view(WINDOW, height, false, (double) WIDTH / WINDOW);
    }

    void take(Browser browser) {
        browser.screenshot(file());
    }

    String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".png";
    }

    Path file() {
        return Workspace.directory("screenshots").resolve(fileName());
    }
}
