// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of documents and of their elements. */
class DocumentFaultsTest extends DocumentCase {

    @Test
    void elementsThatAreTooLongOrNoObjectsAreFaultsOfTheirOwn() throws IOException {
        String users = Stream.of(
                        "{username:'ann'}",
                        "'nobody'",
                        "{username:'" + "b".repeat(2000) + "'}",
                        "{username:'" + "c".repeat(20_000) + "'}",
                        "{username:'dan'}")
                .collect(Collectors.joining(","));

        assertThat(outcomes("{users:[" + users + "]}"))
                .containsExactly(
                        line("users", "{username:'ann'}"),
                        line("users", "'nobody'"),
                        "record_too_long",
                        "record_too_long",
                        line("users", "{username:'dan'}"));
    }

    /** Jackson's trees keep the last one. */
    @Test
    void anElementWithAFieldTwiceStaysAsItIsForItsKindToReject() throws IOException {
        assertThat(texts("{\"users\":[{\"username\":\"ann\",\"username\":\"bob\"},{\"username\":\"dan\"}],"
                        + "\"roles\":{\"client\":{\"shop\":[{\"name\":\"a\",\"name\":\"b\"},{},7]}}}"))
                .containsExactly(
                        "{\"kind\":\"roles\",\"record\":{\"name\":\"a\",\"name\":\"b\",\"client\":\"shop\"}}",
                        line("roles", "{client:'shop'}"),
                        line("roles", "7"),
                        "{\"kind\":\"users\",\"record\":{\"username\":\"ann\",\"username\":\"bob\"}}",
                        line("users", "{username:'dan'}"));
    }

    /** Old fields are renamed, but not in an element that its kind rejects anyway. */
    @Test
    void anElementOfAnOldFieldKeepsAFieldThatItHasTwice() throws IOException {
        assertThat(texts("{\"applications\":[{\"name\":\"shop\",\"name\":\"depot\"}],"
                        + "\"identityProviders\":[{\"alias\":\"hub\"}],\"identityProviderMappers\":"
                        + "[{\"identityProviderAlias\":\"hub\",\"name\":\"a\",\"name\":\"b\"}]}"))
                .containsExactly(
                        "{\"kind\":\"clients\",\"record\":{\"name\":\"shop\",\"name\":\"depot\"}}",
                        "{\"kind\":\"identity-providers\",\"record\":{\"alias\":\"hub\",\"mappers\":"
                                + "[{\"identityProviderAlias\":\"hub\",\"name\":\"a\",\"name\":\"b\"}]}}");
    }

    @Test
    void recordsHaveThePlaceOfTheirElement() throws IOException {
        List<InputRecord> records = records(open("""
                {"realm": "old",
                 "users": [
                  {"username": "ann"}, "nobody"],
                 "groups": [{"name": "staff",
                   "subGroups": [{"name": "day"}]}]}
                {"users": [{"username": "%s"}]}
                """.formatted("b".repeat(2000))));

        assertThat(records)
                .extracting(
                        record -> record.place().line(),
                        record -> record.place().column(),
                        InputRecord::fileLine)
                .containsExactly(
                        tuple(4L, 13, 4L), tuple(4L, 13, 4L), tuple(3L, 3, 3L), tuple(3L, 24, 3L), tuple(6L, 12, 6L));
        assertThat(records.get(4).fault().code()).isEqualTo("record_too_long");
    }

    @Test
    void aFieldOfTheDocumentThatItHasTwiceIsNamed() {
        assertThatThrownBy(() -> open("{\"realm\":\"old\",\n \"users\":[],\n  \"users\":[]}"))
                .hasMessage("The document has field `users` twice, in line 3, column 3. Remove one of the two.");
    }

    @Test
    void numbersThatAreNoValuesSpoilNothing() throws IOException {
        assertThat(texts("{\"users\":[{\"username\":1e9999999999},{\"username\":\"ann\"}]}"))
                .hasSize(2)
                .contains(line("users", "{username:'ann'}"));
    }

    /** The long name would be in the path of each of its subgroups. */
    @Test
    void pathsOfATreeAreLimited() throws IOException {
        String subGroups = "{\"name\":\"b\"},".repeat(100).replaceAll(",$", "");
        String group = "{\"name\":\"" + "a".repeat(900) + "\",\"subGroups\":[" + subGroups + "]}";
        List<InputRecord> records = records(open("{\"groups\":[" + group
                + "],\"organizations\":[{\"alias\":\"o\",\"name\":\"O\",\"groups\":[" + group + "]}]}"));

        assertThat(records).hasSize(1 + 2 * 101);
        // In twice 16 records of 1000 bytes, there is room for 35 paths. The first of each kind is itself too long.
        assertThat(records.stream().filter(record -> record.fault() == null)).hasSize(34 + 1 + 34);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"realm\":\"old\"",
                "{\"realm\":\"old\",\"users\":[{\"username\":\"ann\"}",
                "{\"realm\":\"old\",\"users\":[{\"username\":",
                "{\"realm\":\"old\",\"users\":{}}",
                "{\"realm\":\"old\",\"users\":[],\"users\":[]}",
                "{\"realm\":\"old\",\"roles\":[]}",
                "{\"realm\":\"old\",\"roles\":{\"other\":{}}}",
                "{\"realm\":7}",
                "{\"realm\":[\"old\"]}",
                "{\"realm\":{\"users\":[]}}",
                "{\0\0\0\"\0\0\0\1\2\3\4",
                "{\"realm\":\"old\",\"roles\":{\"client\":[]}}",
                "{\"realm\":\"old\"}]",
                "{\"realm\":\"old\"} \"more\"",
                "{\"realm\":\"old\"} {\"realm\":\"other\"}",
                "{\"username\":\"ann\"}",
                "{'realm':'old'}"
            })
    void whatIsNoDocumentIsRefusedAsAWhole(String text) {
        assertThatThrownBy(() -> open(text))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo(DocumentReader.MALFORMED));
    }

    @Test
    void valuesThatWouldFillTheMemoryAreRefused() {
        for (String value : List.of("\"" + "x".repeat(300_000) + "\"", "[".repeat(2000) + "]".repeat(2000))) {
            assertThatThrownBy(() -> open("{\"users\":[{\"username\":" + value + "}]}"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("too long or nested too deeply");
        }
    }

    @Test
    void whatTheNodeHasNoRoomForIsRefusedWithTheFigure() {
        String users = IntStream.range(0, 2000)
                .mapToObj(i -> "{\"username\":\"user-" + i + "\",\"firstName\":\"" + "x".repeat(100) + "\"}")
                .collect(Collectors.joining(","));

        assertThatThrownBy(() -> open("{\"users\":[" + users + "]}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(String.valueOf(ROOM));
        assertThat(space.take(ROOM)).as("all room is free again").isTrue();
    }

    @Test
    void theFilesHoldNothingThatCanBeRead() throws IOException {
        String users = IntStream.range(0, 2500)
                .mapToObj(i -> "{\"username\":\"user-" + i + "\",\"email\":\"secret@old.example\"}")
                .collect(Collectors.joining(","));
        try (Splitter lines = open("{\"users\":[" + users + "]}")) {
            assertThat(lines.next()).isNotNull();
            assertThat(openSpools())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file)
                            .isNotEmpty()
                            .doesNotContain("user-")
                            .doesNotContain("secret"));
        }
        assertThat(space.take(ROOM)).as("all room is free again").isTrue();
    }

    /** Contents of this process's open spools, which have no names any more. */
    private List<String> openSpools() throws IOException {
        List<String> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                if (isSpool(file)) {
                    contents.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return contents;
    }

    /** Other threads close files of theirs meanwhile. */
    private boolean isSpool(Path file) throws IOException {
        try {
            return Files.readSymbolicLink(file).startsWith(directory);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Test
    void sectionsOfAnySizeComeOutAsTheyWentIn() throws IOException {
        List<String> users = IntStream.range(0, 500)
                .mapToObj(i -> "{\"username\":\"user-" + i + "\",\"lastName\":\"" + "y".repeat(i) + "\"}")
                .toList();

        assertThat(records(open("{\"users\":[" + String.join(",", users) + "]}")).stream()
                        .map(record -> new String(record.json(), StandardCharsets.UTF_8)))
                .containsExactlyElementsOf(users.stream()
                        .map(user -> "{\"kind\":\"users\",\"record\":" + user + "}")
                        .toList());
    }
}
