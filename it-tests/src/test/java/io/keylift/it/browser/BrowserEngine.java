// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import java.net.URI;
import java.util.List;
import org.openqa.selenium.remote.RemoteWebDriver;

/** The operations that differ between browsers. */
interface BrowserEngine {

    RemoteWebDriver driver();

    /** A part of the path of the program that all its processes run. */
    String program();

    /** @see Browser#errors() */
    List<String> errors();

    /** @see Browser#requests() */
    List<URI> requests();

    /** @see Browser#view(int, int, boolean, double) */
    void view(int width, int height, boolean dark, double scale);
}
