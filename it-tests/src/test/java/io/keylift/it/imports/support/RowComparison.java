// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the rows of two realms, one written through the Admin API and one by an import. They must be equal. */
public final class RowComparison {

    private RowComparison() {}

    /** Moments since the test run began count as equal. */
    public static void assertAlike(RealmRows byAdminApi, RealmRows byImport, Collection<String> tables) {
        NaturalKeys adminApiKeys = new NaturalKeys(byAdminApi);
        NaturalKeys importKeys = new NaturalKeys(byImport);
        assertSoftly(softly -> tables.forEach(table -> {
            List<String> expected = byAdminApi.texts(table, adminApiKeys::normalized);
            List<String> actual = byImport.texts(table, importKeys::normalized);
            softly.assertThat(without(actual, expected))
                    .as("only after the import: %s", table)
                    .isEmpty();
            softly.assertThat(without(expected, actual))
                    .as("only by the Admin API: %s", table)
                    .isEmpty();
        }));
    }

    private static List<String> without(List<String> rows, List<String> others) {
        Map<String, Integer> known = new HashMap<>();
        others.forEach(row -> known.merge(row, 1, Integer::sum));
        return rows.stream()
                .filter(row -> known.merge(row, -1, Integer::sum) < 0)
                .toList();
    }
}
