// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScopeTextTest {

    @Test
    void isReadAsItWasWritten() {
        Map<String, String> scope = Map.of("organization", "a&b=c", "group", "/Größe 規模/100%+1");

        assertThat(ScopeText.write(scope)).startsWith("group=%2FGr").isASCII();
        assertThat(ScopeText.read(ScopeText.write(scope))).isEqualTo(scope);
        assertThat(ScopeText.read(ScopeText.write(Map.of()))).isEmpty();
    }

    @Test
    void theLongestScopeFits() {
        Map<String, String> scope = Map.of("organization", "規".repeat(100), "group", "規".repeat(100));

        assertThat(ScopeText.write(scope)).hasSizeLessThanOrEqualTo(ScopeText.MAX_LENGTH);
    }
}
