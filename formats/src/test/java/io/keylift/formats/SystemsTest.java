// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files of each system become the records that belong to them. {@code target.ndjson} has been written by hand, from
 * the documentation of the system; {@code records.ndjson} is all that the mapping makes, written by
 * {@code -Drecords.write}.
 */
class SystemsTest {

    @ParameterizedTest
    @MethodSource("systems")
    void filesAreRecognizedAndBecomeTheirRecords(String system) throws IOException {
        List<Input> inputs = Conversions.system(system);
        Mapping mapping = Recognition.of(inputs, Settings.NONE);

        Conversions conversion = Conversions.of(inputs, mapping, Settings.NONE);

        Path records = Conversions.folder(system).resolve("records.ndjson");
        if (System.getProperty("records.write") != null) {
            Files.write(records, conversion.texts());
        }
        assertThat(conversion.problems()).isEmpty();
        assertThat(conversion.texts()).isEqualTo(Files.readAllLines(records));
        assertThat(Conversions.of(inputs, mapping, Settings.NONE).texts()).isEqualTo(conversion.texts());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void recordsHaveWhatWasWrittenByHand(String system) throws IOException {
        List<Input> inputs = Conversions.system(system);
        Conversions conversion = Conversions.of(inputs, Recognition.of(inputs, Settings.NONE), Settings.NONE);

        for (String line : Files.readAllLines(Conversions.folder(system).resolve("target.ndjson"))) {
            JsonNode target = Nodes.parse(Nodes.utf8(line));
            String kind = target.path("kind").asText("users");
            JsonNode record = target.has("record") ? target.get("record") : target;
            assertThat(conversion.records(kind)).as(line).anyMatch(made -> contains(made, record));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void otherShapesAreUnderstood(String name, String variant) throws IOException {
        String[] parts = variant.split("\n===>\n");
        List<Input> inputs = new ArrayList<>();
        for (String file : parts[0].split("\n---\n")) {
            inputs.add(Conversions.input("file" + inputs.size(), file + "\n"));
        }
        Mapping mapping = Recognition.of(inputs, Settings.NONE);

        Conversions conversion = Conversions.of(inputs, mapping, Settings.NONE);

        assertThat(mapping.name()).isEqualTo(name.substring(0, name.indexOf(' ')));
        assertThat(conversion.problems()).isEmpty();
        for (String line : parts[1].lines().toList()) {
            String kind = line.startsWith("{") ? "users" : line.substring(0, line.indexOf(' '));
            JsonNode target = Nodes.parse(Nodes.utf8(line.substring(line.indexOf('{'))));
            assertThat(conversion.records(kind)).as(line).anyMatch(made -> contains(made, target));
        }
        long users = parts[1].lines().filter(line -> line.startsWith("{")).count();
        assertThat(conversion.records("users")).hasSize((int) users);
    }

    static Stream<Arguments> variants() throws IOException {
        String text = Files.readString(Conversions.folder("").resolveSibling("variants.txt"));
        return Stream.of(text.split("(?m)^## ")).skip(1).map(variant -> {
            int end = variant.indexOf('\n');
            return Arguments.of(variant.substring(0, end), variant.substring(end + 1));
        });
    }

    static Stream<String> systems() throws IOException {
        try (Stream<Path> folders = Files.list(Conversions.folder(""))) {
            return folders
                    .filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    static Stream<String> targets() throws IOException {
        return systems()
                .filter(system -> Files.exists(Conversions.folder(system).resolve("target.ndjson")));
    }

    /** Each value by hand is there; the mapping may carry more fields and attributes. */
    private static boolean contains(JsonNode made, JsonNode target) {
        if (!target.isObject()) {
            return target.equals(made) || target.isNumber() && target.asLong() == made.asLong();
        }
        for (Map.Entry<String, JsonNode> field : target.properties()) {
            if (!field.getValue().isEmpty() || field.getValue().isValueNode()) {
                JsonNode value = made.path(field.getKey());
                if (value.isArray() ? !all(value, field.getValue()) : !contains(value, field.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean all(JsonNode made, JsonNode target) {
        return made.size() == target.size()
                && StreamSupport.stream(target.spliterator(), false)
                        .allMatch(each ->
                                StreamSupport.stream(made.spliterator(), false).anyMatch(one -> contains(one, each)));
    }
}
