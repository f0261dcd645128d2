// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that every conversion keeps, whatever the mapping. */
class ConversionTest {

    /** The second pass finds what the first has kept, in either order of the files. */
    private static final String JOIN = "module {\"passes\": 2}; if .pw then (if $pass == \"keep\" then "
            + "{keep: \"pw\", key: .of, value: .pw} else empty end) elif $pass == \"keep\" then empty else "
            + "{username: .id, hashes: kept(\"pw\"; .id)} end";

    @Test
    void filesAreJoinedInMemoryAndOnDiskAlike() throws IOException {
        String users = lines(3_000, i -> "{\"id\":\"u" + i + "\"}");
        String hashes = lines(6_000, i -> "{\"of\":\"u" + i % 3_000 + "\",\"pw\":\"" + "h".repeat(50) + i + "\"}");
        List<Input> inputs = List.of(Conversions.input("users", users), Conversions.input("hashes", hashes));
        Mapping mapping = Mapping.of("join", JOIN);
        long files = temporaryFiles();

        List<String> results = new ArrayList<>();
        for (long mostMemory : new long[] {Long.MAX_VALUE, 10_000}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (Conversion conversion = Conversion.of(inputs, mapping, Settings.NONE, mostMemory, 20)) {
                conversion.writeTo(out);
            }
            results.add(out.toString(StandardCharsets.UTF_8));
        }

        assertThat(results.get(0).lines()).hasSize(3_000).allMatch(line -> line.split("hhh50|\",\"").length >= 2);
        assertThat(results.get(0))
                .contains("{\"username\":\"u7\",\"hashes\":[\"" + "h".repeat(50) + "7\",\"" + "h".repeat(50)
                        + "3007\"]}");
        assertThat(results.get(1)).isEqualTo(results.get(0));
        assertThat(temporaryFiles()).isEqualTo(files);
    }

    @Test
    void aTemporaryFileShowsNoneOfItsValues() throws IOException {
        Kept kept = new Kept(0);
        try (kept) {
            kept.add("hashes", "secret-key", Nodes.utf8("\"secret-hash\""));
            kept.add("hashes", "secret-key", Nodes.utf8("\"another\""));
            for (int i = 0; i < 5_000; i++) {
                kept.add("hashes", "secret-key" + i, Nodes.utf8("\"" + "secret-hash".repeat(200) + "\""));
            }
            assertThat(kept.get("hashes", "secret-key"))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("\"secret-hash\"\n\"another\"");
            try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                assertThat(files.filter(file -> file.toString().endsWith(".joined")))
                        .isNotEmpty()
                        .allSatisfy(
                                file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                                        .doesNotContain("secret"));
            }
        }
    }

    @Test
    void kindsComeOnceAndMembersLast() throws IOException {
        Conversions conversion = Conversions.of(
                "{\"id\":\"a\"}\n{\"id\":\"b\"}\n",
                "module {\"kinds\": [\"users\", \"groups\", \"group-members\"], \"once\": [\"groups\"],"
                        + " \"last\": [\"group-members\"]}; "
                        + "{kind: \"group-members\", record: {group: \"/g\", username: .id}}, "
                        + "{kind: \"groups\", ifExists: \"merge\", record: {path: \"/g\"}}, "
                        + "{kind: \"users\", record: {username: .id}}");

        assertThat(conversion.texts())
                .containsExactly(
                        "{\"kind\":\"groups\",\"ifExists\":\"merge\",\"record\":{\"path\":\"/g\"}}",
                        "{\"kind\":\"users\",\"record\":{\"username\":\"a\"}}",
                        "{\"kind\":\"users\",\"record\":{\"username\":\"b\"}}",
                        "{\"kind\":\"group-members\",\"record\":{\"group\":\"/g\",\"username\":\"a\"}}",
                        "{\"kind\":\"group-members\",\"record\":{\"group\":\"/g\",\"username\":\"b\"}}");
    }

    @Test
    void aConversionThatNobodyReadsToTheEndIsClosed() throws IOException {
        List<Input> inputs = List.of(Conversions.input("many", lines(200_000, i -> "{\"id\":" + i + "}")));
        try (Conversion conversion = Conversion.of(inputs, Mapping.of("mine", "."), Settings.NONE)) {
            assertThat(conversion.next()).isInstanceOf(Line.class);
        }

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("keylift-conversion"));
    }

    @Test
    void aBlockOfTheStreamHasManyLines() throws IOException {
        List<Input> inputs = List.of(Conversions.input("many", lines(2_000, i -> "{\"id\":\"u" + i + "\"}")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int blocks = 0;
        try (InputStream in = Conversion.of(inputs, Mapping.of("mine", "."), Settings.NONE).stream(problem -> {})) {
            byte[] block = new byte[10_000];
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                out.write(block, 0, count);
                blocks++;
            }
        }

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(lines(2_000, i -> "{\"id\":\"u" + i + "\"}"));
        assertThat(blocks).isLessThan(20);
    }

    @Test
    void aTrialShowsRecordsBeforeAndAfter() throws IOException {
        List<Trial> trials = Conversion.attempt(
                List.of(Conversions.input("x", lines(50, i -> "{\"id\":" + i + "}"))),
                Mapping.of("mine", "{username: \"u\\(.id)\"}, (select(.id == 1) | error(\"one\"))"),
                Settings.NONE,
                3);

        assertThat(trials).hasSize(3);
        assertThat(trials.get(1).before()).hasToString("{\"id\":1}");
        assertThat(trials.get(1).after()).hasSize(2);
        assertThat(trials.get(1).after().get(1)).isInstanceOf(Problem.class);
    }

    @Test
    void whatCannotBeRecognizedIsAskedFor() {
        assertThatThrownBy(() -> Recognition.of(List.of(Conversions.input("x", "name,mail\na,b\n")), Settings.NONE))
                .isInstanceOfSatisfying(
                        FormatException.class, e -> assertThat(e.code()).isEqualTo("unknown_format"))
                .hasMessageContaining("auth0");
        assertThatThrownBy(() -> Mapping.of("myspace")).hasMessageContaining("There is no format `myspace`");
        assertThatThrownBy(() -> Mapping.of("mine", "{username: .a"))
                .isInstanceOfSatisfying(
                        FormatException.class, e -> assertThat(e.code()).isEqualTo("malformed_mapping"));
    }

    @Test
    void optionsReachTheMapping() throws IOException {
        Settings settings = new Settings(Map.of("group.g1", "/staff"), null, null);
        String user = "{\"users\":[{\"id\":\"1\",\"email\":\"a@example.org\",\"active\":true,\"verified\":true,"
                + "\"memberships\":[{\"groupId\":\"g1\"},{\"groupId\":\"g2\"}]}]}";

        Conversions conversion =
                Conversions.of(List.of(Conversions.input("x", user)), Mapping.of("fusionauth"), settings);

        assertThat(conversion.records("users").get(0).path("groups")).hasToString("[\"/staff\"]");
        assertThat(conversion.report().leftOut()).anyMatch(left -> left.reason().equals("without the option group.g2"));
    }

    private static String lines(int count, java.util.function.IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
    }

    private static long temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().endsWith(".joined")).count();
        }
    }
}
