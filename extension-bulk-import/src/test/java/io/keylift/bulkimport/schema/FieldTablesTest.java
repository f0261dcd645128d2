// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.KindOrder;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * The tables of kinds and of fields, and the examples in the docs, equal the declarations of the kinds of this JAR.
 * {@code -Dtables.write} writes them anew.
 */
class FieldTablesTest {

    /** File with the rules, for the integration tests, which cannot use classes of the JAR. */
    private static final Path RULES =
            Path.of("..", "it-tests", "src", "test", "resources", "io", "keylift", "it", "exports", "field-rules.json");

    private final List<ImportKind<?, ?>> kinds = ServiceLoader.load(ImportKind.class).stream()
            .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
            .filter(kind -> kind.getClass().getName().startsWith("io.keylift.bulkimport."))
            .toList();

    @Test
    void theDocsHoldTheRules() throws IOException {
        for (ImportKind<?, ?> kind : kinds) {
            GeneratedPart.find("fields of " + kind.getId())
                    .assertIs(FieldTable.of(kind.shape().rules()));
        }
    }

    @Test
    void theDocsHoldTheExamples() throws IOException {
        for (ImportKind<?, ?> kind : kinds) {
            GeneratedPart.find("records of " + kind.getId())
                    .assertIs(lines(RecordSchema.of(kind).get("examples")));
        }
    }

    private static String lines(JsonNode records) {
        return StreamSupport.stream(records.spliterator(), false)
                .map(record -> record + "\n")
                .collect(Collectors.joining("", "```json\n", "```\n"));
    }

    /** In the order in which an export writes them, each with the page that has its table. */
    @Test
    void theGuideListsTheKinds() throws IOException {
        StringBuilder table = new StringBuilder("| kind | a record is | refers to |\n|---|---|---|\n");
        for (ImportKind<?, ?> kind : KindOrder.of(kinds)) {
            String id = kind.getId();
            String others =
                    kind.refersTo().stream().sorted().map("`%s`"::formatted).collect(Collectors.joining(", "));
            table.append("| [`%s`](%s#%s) | %s | %s |\n"
                    .formatted(
                            id,
                            GeneratedPart.find("fields of " + id).page(),
                            id,
                            kind.info().description().replaceFirst("\\.$", ""),
                            others));
        }

        GeneratedPart.find("kinds").assertIs(table.toString());
    }

    @Test
    void theIntegrationTestsHaveTheRules() throws IOException {
        String wanted = rulesAsJson();
        if (System.getProperty("tables.write") != null) {
            Files.writeString(RULES, wanted);
        }

        assertThat(Files.readString(RULES)).as("-Dtables.write writes it anew").isEqualTo(wanted);
    }

    /** A line for each field. */
    private String rulesAsJson() {
        return kinds.stream()
                .sorted(Comparator.comparing(ImportKind::getId))
                .map(kind -> kind.shape().rules().entrySet().stream()
                        .map(field -> "    \"" + field.getKey() + "\": " + asJson(field.getValue()))
                        .collect(Collectors.joining(",\n", "  \"" + kind.getId() + "\": {\n", "\n  }")))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static ObjectNode asJson(FieldRule rule) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("default", rule.initial().source().name())
                .put("overwrite", rule.overwrite().effect().name())
                .put("overwriteAbsent", rule.overwrite().absence().name())
                .put("merge", rule.merge().effect().name())
                .put("secret", rule.secret());
    }

    /** The rule of a deprecated field is optional. */
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

    /** The docs state this for all kinds together. */
    @Test
    void onlyUserChangesAreNeitherRemovedNorExported() {
        assertThat(kinds)
                .filteredOn(kind -> !kind.isRemovable() || !kind.isExportable())
                .extracting(ImportKind::getId)
                .containsExactly("user-changes");
    }
}
