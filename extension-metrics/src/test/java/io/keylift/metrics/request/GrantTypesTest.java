// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class GrantTypesTest {

    private final GrantTypes types = new GrantTypes(Set.of("password", "refresh_token"));

    @Test
    void onlyGrantTypesOfTheServerHaveANameOfTheirOwn() {
        assertThat(types.named("refresh".concat("_token"))).isSameAs("refresh_token");
        assertThat(types.named("made-up")).isEqualTo("other");
        assertThat(types.named(null)).isEqualTo("other");
    }
}
