// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.tenant.SampleTenant;
import java.net.URI;
import org.junit.jupiter.api.Test;

class NextStepsTest {

    @Test
    void speaksOfOurPagesOnlyIfTheServerHasThem() {
        assertThat(text(true)).contains("password admin; Keylift's pages are last in its navigation\n");
        assertThat(text(false)).contains("password admin\n").doesNotContain("Keylift's pages");
    }

    private static String text(boolean themed) {
        return NextSteps.text(URI.create("http://localhost:8080"), new SampleTenant(1, 3, 3), themed, "");
    }
}
