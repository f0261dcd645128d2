// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RealmFilterTest {

    @Test
    void comparesAnExpressionOfTheRealm() {
        assertThat(RealmFilter.of("u")).isEqualTo("concat(u.realmId, '') = :realm");
    }

    @Test
    void nobodyElseWritesThisConditionOut() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            List<String> spelled = sources.filter(source -> source.toString().endsWith(".java"))
                    .filter(RealmFilterTest::spellsItOut)
                    .map(source -> source.getFileName().toString())
                    .toList();

            assertThat(spelled).containsExactly("RealmFilter.java");
        }
    }

    private static boolean spellsItOut(Path source) {
        try {
            return Files.readString(source).contains(".realmId, '')");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
