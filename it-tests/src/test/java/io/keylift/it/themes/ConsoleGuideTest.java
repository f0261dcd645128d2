// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.readme.Documentation;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The guide to the console lists the pictures that {@link ScreenshotsIT} takes. */
class ConsoleGuideTest {

    @Test
    void everyPictureIsListed() throws IOException {
        assertThat(Documentation.read().page("docs/console.md").column("Screenshots", 0))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Screenshot.values())
                        .map(Screenshot::fileName)
                        .toList());
    }
}
