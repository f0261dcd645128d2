// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollationMatchTest {

    @Test
    void whatADatabaseFindsInItsOwnFormIsRemoved() {
        List<List<Object>> keys = new ArrayList<>(
                List.of(List.of("Ácme ", 1L), List.of("acme", 2L), List.of("b", 1L), Arrays.asList(null, 1L)));

        CollationMatch.removeAll(keys, List.of(List.of("ACME", 1L), List.of("b", 1L), List.of("none", 1L)));

        assertThat(keys).containsExactly(List.of("acme", 2L), Arrays.asList(null, 1L));
    }

    @Test
    void aDatabaseThatTellsCasesApartFindsOneOfThem() {
        List<String> keys = new ArrayList<>(List.of("a", "A", "b"));

        CollationMatch.removeAll(keys, List.of("A"));

        assertThat(keys).containsExactly("a", "b");
    }

    @Test
    void theEntryIsFoundByTheSameTextAndThenByOneThatTheDatabaseTakesForIt() {
        Map<String, Long> lines = new LinkedHashMap<>();
        lines.put("first", 1L);
        lines.put("acme", 2L);
        lines.put("Acme", 3L);

        assertThat(List.of("Acme", "ACME", "ácme  ", "ß"))
                .extracting(found -> CollationMatch.get(lines, found))
                .containsExactly(3L, 2L, 2L, 1L);
    }
}
