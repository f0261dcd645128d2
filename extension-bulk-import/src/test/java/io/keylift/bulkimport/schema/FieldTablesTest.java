// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of fields in the docs say what the kinds of this JAR say. {@code -Dtables.write} writes them anew. */
class FieldTablesTest {

    private static final Path DOCS = Path.of("..", "docs", "import.md");
    private static final String HEAD = "| field | absent means | `overwrite` | `merge` |\n|---|---|---|---|\n";

    private final List<ImportKind<?, ?>> kinds = ServiceLoader.load(ImportKind.class).stream()
            .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
            .filter(kind -> kind.getClass().getName().startsWith("io.keylift.bulkimport."))
            .toList();

    @Test
    void theDocsHoldTheRules() throws IOException {
        String docs = Files.readString(DOCS);
        String wanted = docs;
        for (ImportKind<?, ?> kind : kinds) {
            wanted = withTable(wanted, kind);
        }
        if (System.getProperty("tables.write") != null) {
            Files.writeString(DOCS, wanted);
            docs = wanted;
        }

        assertThat(docs)
                .as("docs/import.md; -Dtables.write writes its tables anew")
                .isEqualTo(wanted);
    }

    /** A deprecated field has a rule or not. */
    @Test
    void everyFieldHasItsRule() {
        assertThat(kinds).isNotEmpty().allSatisfy(kind -> {
            JsonNode properties = RecordSchema.of(kind).get("properties");
            Set<String> fields = properties.properties().stream()
                    .filter(field -> !field.getValue().path("deprecated").asBoolean())
                    .map(Map.Entry::getKey)
                    .filter(field -> !kind.shape().ignored().contains(field))
                    .collect(Collectors.toCollection(TreeSet::new));

            assertThat(kind.shape().rules().keySet()).as(kind.getId()).containsAll(fields);
            assertThat(kind.shape().rules().keySet())
                    .as(kind.getId())
                    .isSubsetOf(properties.properties().stream()
                            .map(Map.Entry::getKey)
                            .toList());
        });
    }

    /** As the docs say of all kinds at once. */
    @Test
    void onlyUserChangesAreNeitherRemovedNorExported() {
        assertThat(kinds)
                .filteredOn(kind -> !kind.isRemovable() || !kind.isExportable())
                .extracting(ImportKind::getId)
                .containsExactly("user-changes");
    }

    private static String withTable(String docs, ImportKind<?, ?> kind) {
        String begin = "<!-- fields of " + kind.getId() + " -->\n";
        String end = "<!-- end of fields -->";
        int from = docs.indexOf(begin);
        assertThat(from).as("a table for %s", kind.getId()).isNotNegative();
        int to = docs.indexOf(end, from);
        assertThat(to).as("the end of the table of %s", kind.getId()).isNotNegative();
        return docs.substring(0, from + begin.length()) + "\n" + table(kind) + "\n" + docs.substring(to);
    }

    private static String table(ImportKind<?, ?> kind) {
        return kind.shape().rules().entrySet().stream()
                .map(field -> row(field.getKey(), field.getValue()))
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String row(String field, FieldRule rule) {
        FieldRule.Words words = rule.words();
        String overwrite = words.overwriteAbsent().isEmpty()
                ? words.overwrite()
                : words.overwrite() + "; absent: " + words.overwriteAbsent();
        return "| `" + field + "` | " + words.absent() + " | " + overwrite + " | " + words.merge() + " |\n";
    }
}
