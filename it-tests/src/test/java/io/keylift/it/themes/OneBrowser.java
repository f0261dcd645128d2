// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import io.keylift.it.SecondTier;
import io.keylift.it.ThemedJar;
import io.keylift.it.browser.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One browser for all tests of a class. Each test has a realm, and so cookies, of its own. */
@SecondTier
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneBrowser {

    Browser browser;

    @BeforeAll
    void start() {
        ThemedJar.assumeBuilt();
        browser = Browser.start();
    }

    @BeforeEach
    void forget() {
        browser.errors();
        browser.requests();
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }
}
