// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;

/** The pictures of the documentation. {@code -Dpictures.write} replaces those that a test takes. */
public enum Picture {
    BULK_IMPORT(1400),
    DRY_RUN(750),
    RUNNING_IMPORT(500),
    REMOVAL(650),
    DEPARTMENTS(650),
    CAPABILITIES(950),
    REQUEST_TIMINGS(1000),
    /** Of a token request, in Zipkin. */
    TRACE(850);

    /** The folder of the documentation's pictures, from the top of the project. */
    public static final String FOLDER = "docs/pictures";

    private static final boolean REPLACES = System.getProperty("pictures.write") != null;

    /** Of each picture, in pixels. */
    private static final int WIDTH = 1200;

    /** Of the window, in CSS pixels: wide enough for the tables of the pages. */
    private static final int WINDOW = 1500;

    private final int height;

    Picture(int height) {
        this.height = height;
    }

    /** Makes the window as large as the picture needs it. */
    public void prepare(Browser browser) {
        browser.view(WINDOW, height, false, (double) WIDTH / WINDOW);
    }

    /** Takes it once nothing on the page moves any more. */
    public void take(Browser browser) throws IOException {
        await().until(() ->
                browser.run("return document.getAnimations().length").equals(0L));
        takeNow(browser);
    }

    /** Takes it although something on the page may move. */
    public void takeNow(Browser browser) throws IOException {
        Path directory = REPLACES
                ? Workspace.directory().resolve("../..").resolve(FOLDER).normalize()
                : Workspace.directory("pictures");
        Path file = directory.resolve(fileName());
        browser.screenshot(file);
        assertThat(ImageIO.read(file.toFile()).getWidth())
                .as("width of %s", file)
                .isEqualTo(WIDTH);
    }

    public String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".png";
    }
}
