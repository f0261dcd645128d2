// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyHashesTest {

    private static KeyHashes names(String... names) {
        return KeyHashes.of(List.of(names));
    }

    @Test
    void meetWhereTheyShareAName() {
        byte[] others = names("anna", "berta", "carla").bytes();
        assertThat(names("dora", "carla").hasAnyOf(others)).isTrue();
        assertThat(names("dora", "Carla").hasAnyOf(others)).isFalse();
        assertThat(names().hasAnyOf(others)).isFalse();
        assertThat(names("anna").hasAnyOf(names().bytes())).isFalse();
    }

    @Test
    void takeEightBytesForEachName() {
        assertThat(names("anna", "berta").bytes()).hasSize(16);
    }
}
