// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.capability.Capability;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private static Capability entry(String id, boolean isSet) {
        return new Capability(id, "name of " + id, isSet, "r", "a", null, null);
    }

    @Test
    void whatSetsHoldIsKeptWhetherTheyAreLargeOrSmall() {
        Random random = new Random(7);
        Catalog.Builder builder = new Catalog.Builder();
        int count = 300;
        for (int i = 0; i < count; i++) {
            builder.add(entry("c" + i, false));
        }
        Set<String> large = new HashSet<>();
        for (int i = 0; i < count; i++) {
            if (random.nextInt(3) > 0) {
                large.add("c" + i);
            }
        }
        builder.add(entry("large", true));
        builder.add(entry("small", true));
        builder.expand("small", "c299");
        builder.expand("small", "c5");
        builder.expand("small", "added since");
        large.forEach(id -> builder.expand("large", id));

        Catalog catalog = builder.build("r");

        assertThat(catalog.held(catalog.byId("large")))
                .extracting(Capability::id)
                .containsExactlyInAnyOrderElementsOf(large);
        assertThat(catalog.held(catalog.byName("name of small")))
                .extracting(Capability::id)
                .containsExactly("c5", "c299");
        assertThat(catalog.held(catalog.byId("c5"))).isEmpty();
        for (int i = 0; i < count; i++) {
            Set<String> expected = new HashSet<>();
            if (large.contains("c" + i)) {
                expected.add("large");
            }
            if (i == 5 || i == 299) {
                expected.add("small");
            }
            assertThat(catalog.holding(catalog.byId("c" + i))).isEqualTo(expected);
        }
        assertThat(catalog.holding(entry("unheard of", false))).isEmpty();
    }

    /** Within the default of {@code max-catalog-entries}, which two of them fill less than half. */
    @Test
    void setsOfAllCapabilitiesTakeLittle() {
        int count = 100_000;
        Catalog.Builder builder = new Catalog.Builder();
        for (int i = 0; i < count; i++) {
            builder.add(entry("c" + i, false));
        }
        for (int set = 0; set < 6; set++) {
            builder.add(entry("s" + set, true));
            for (int i = 0; i < count; i++) {
                builder.expand("s" + set, "c" + i);
            }
        }

        assertThat(builder.build("r").size()).isBetween(count, 120_000);
    }
}
