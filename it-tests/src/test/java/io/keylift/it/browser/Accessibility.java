// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Checks a page for accessibility violations with axe-core. */
public final class Accessibility {

    private static final String RUN = """
            const [include, done] = arguments;
            axe.run({include: include.map(selector => [selector])}, {resultTypes: ['violations']})
                .then(result => done(result.violations
                    .filter(violation => ['serious', 'critical'].includes(violation.impact))
                    .map(violation => violation.id + ': '
                        + violation.nodes.map(node => node.html + ' ' + node.failureSummary).join('; '))),
                    error => done([String(error)]));
            """;

    private Accessibility() {}

    /** The serious violations of accessibility in these parts of the page, each with its elements. */
    public static List<?> violations(Browser browser, String... selectors) {
        browser.run(script());
        return (List<?>) browser.runAsync(RUN, List.of(selectors));
    }

    private static String script() {
        try (InputStream script = Accessibility.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
