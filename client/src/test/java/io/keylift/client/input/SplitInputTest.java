// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An input in several streams. */
class SplitInputTest {

    private static Input input(String text) {
        return new Input() {
            @Override
            public InputStream open() {
                return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public Format format() {
                return Format.NDJSON;
            }
        };
    }

    private static List<String> stream(String text, String kind, int stream, int streams) throws IOException {
        SplitInput split = new SplitInput(input(text), RecordKey.of(kind), stream, streams);
        try (InputStream in = split.open()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static String user(String name, String email) {
        return "{\"enabled\":true,\"attributes\":{\"username\":[\"no key\"]},\"email\":\"" + email
                + "\",\"username\":\"" + name + "\"}";
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16})
    void everyLineIsInOneStreamUnderItsNumber(int streams) throws IOException {
        Random random = new Random(7);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            String padding = "x".repeat(random.nextInt(i % 100 == 0 ? 200_000 : 50));
            lines.add(user("user-" + random.nextInt(1000), padding + "@example.org"));
        }
        lines.set(17, "");
        lines.set(18, "no JSON");
        lines.set(19, "[1]");
        String text = String.join("\n", lines);

        String[] merged = new String[lines.size()];
        for (int stream = 1; stream <= streams; stream++) {
            List<String> of = stream(text, "users", stream, streams);
            assertThat(of).hasSize(lines.size());
            assertThat(of.stream().filter(line -> !line.isEmpty())).hasSizeGreaterThan(3000 / streams / 2);
            for (int i = 0; i < of.size(); i++) {
                if (!of.get(i).isEmpty()) {
                    assertThat(merged[i]).isNull();
                    merged[i] = of.get(i);
                }
            }
        }
        lines.set(17, null);
        assertThat(merged).containsExactlyElementsOf(lines);
    }

    @Test
    void recordsOfOneObjectAreInOneStreamAlsoInOtherLetters() throws IOException {
        String text = user("Jo", "a") + "\n" + user("jo", "b") + "\n" + user("JO", "c") + "\n";

        List<List<String>> streams = new ArrayList<>();
        for (int stream = 1; stream <= 8; stream++) {
            streams.add(stream(text, "users", stream, 8));
        }

        assertThat(streams)
                .filteredOn(lines -> lines.stream().noneMatch(String::isEmpty))
                .hasSize(1);
        assertThat(streams)
                .filteredOn(lines -> lines.stream().allMatch(String::isEmpty))
                .hasSize(7);
    }

    /** Another version of the client must go on with what an earlier one has begun. */
    @Test
    void theStreamOfAKeyNeverChanges() throws IOException {
        String text = user("alice", "") + "\n" + user("bob", "") + "\n" + user("carol", "") + "\n" + user("dave", "");

        assertThat(stream(text, "users", 1, 2).stream().map(line -> !line.isEmpty()))
                .containsExactly(false, true, false, true);
    }

    @Test
    void keysOfDifferentFieldsAreRefused() {
        String text = user("jo", "a@example.org") + "\n{\"email\":\"a@example.org\"}\n";

        assertThatThrownBy(() -> stream(text, "users", 1, 2))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("Line 2");
    }

    @Test
    void aLineWithoutAnEndIsRefusedByItsNumber() throws IOException {
        InputStream endless = new SequenceInputStream(
                new ByteArrayInputStream((user("jo", "a") + "\n").getBytes(StandardCharsets.UTF_8)), new InputStream() {
                    @Override
                    public int read() {
                        return 'x';
                    }
                });
        SplitInput split = new SplitInput(new OnceInput(endless, Format.NDJSON), RecordKey.of("users"), 1, 2);

        assertThatThrownBy(() -> split.open().transferTo(OutputStream.nullOutputStream()))
                .isInstanceOf(InputFailure.class)
                .hasMessage("Line 2 is longer than 1048576 bytes. Shorten or remove it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"roles", "groups", "departments", "clients", "capability-sets"})
    void recordsThatMayReferToEachOtherAreNotSplit(String kind) {
        assertThatThrownBy(() -> RecordKey.of(kind))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining(kind);
    }
}
