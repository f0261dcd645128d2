// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.KindRecords;
import io.keylift.bulkimport.job.IfExists;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How an input with records of several kinds is cut. */
class ImportInputTest {

    private static final int CHUNK_SIZE = 3;

    /**
     * Chunks of an input whose lines are given by one letter each, its kind; {@code ?} is unknown, and a line with a
     * capital letter has a policy of its own.
     */
    private static List<Chunk> chunks(String kinds) throws IOException {
        StringBuilder lines = new StringBuilder();
        kinds.chars()
                .forEach(kind -> lines.append("{\"kind\":\"")
                        .append((char) Character.toLowerCase(kind))
                        .append(Character.isUpperCase(kind) ? "\",\"ifExists\":\"merge" : "")
                        .append("\",\"record\":{}}\n"));
        ByteArrayInputStream body = new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8));
        List<Chunk> chunks = new ArrayList<>();
        try (ImportInput input = new ImportInput(
                new KindRecords(
                        InputFormat.NDJSON.open(body, false, new InputLimits(1000, 10, 0)), Set.of("a", "b")::contains),
                CHUNK_SIZE,
                10_000,
                ImportInput.UNKNOWN_SIZE)) {
            for (Chunk chunk = input.next(); chunk != null; chunk = input.next()) {
                chunks.add(chunk);
            }
        }
        return chunks;
    }

    private static List<String> cut(String kinds) throws IOException {
        return chunks(kinds).stream()
                .map(chunk -> chunk.number() + ":" + chunk.firstLine() + "-" + chunk.lastLine() + " " + chunk.kind())
                .toList();
    }

    @Test
    void aChunkHasRecordsOfOneKind() throws IOException {
        assertThat(cut("aaaabba")).containsExactly("1:1-3 a", "2:4-4 a", "3:5-6 b", "4:7-7 a");
    }

    @Test
    void aChunkHasRecordsOfOnePolicy() throws IOException {
        assertThat(cut("aAAaa?B")).containsExactly("1:1-1 a", "2:2-3 a", "3:4-6 a", "4:7-7 b");
        assertThat(chunks("aA?").stream().map(chunk -> chunk.part().ifExists())).containsExactly(null, IfExists.MERGE);
    }

    @Test
    void aLineWithoutAKnownKindBeginsNoChunk() throws IOException {
        assertThat(cut("a?a?bb?b")).containsExactly("1:1-3 a", "2:4-6 b", "3:7-8 b");
        assertThat(cut("a?b")).containsExactly("1:1-2 a", "2:3-3 b");
        assertThat(cut("????a")).containsExactly("1:1-3 null", "2:4-5 a");
    }

    @Test
    void theDigestOfAChunkDependsOnItsKind() throws IOException {
        assertThat(chunks("a").get(0).digest())
                .isEqualTo(chunks("a").get(0).digest())
                .isNotEqualTo(chunks("b").get(0).digest())
                .isNotEqualTo(chunks("A").get(0).digest());
    }
}
