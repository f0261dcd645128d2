// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.dribbling;
import static io.keylift.bulkimport.input.Bodies.gzip;
import static io.keylift.bulkimport.input.Bodies.outcomes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** How a body is cut into reads and buffers never shows in its records. */
class SplitReadsTest {

    private static final InputLimits LIMITS = new InputLimits(2000, 1000, 1 << 20);
    private static final String[] PIECES = {
        "{", "}", "[", "]", ",", "\"", "\"\"", "\\", "\\\"", "\n", "\r\n", "\r", " ", "a", "ä", "\uD83D\uDE00", "1"
    };

    /** Nonsense for the most part, so that every state of a splitter meets every byte at every place. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ZIP")
    void nonsense(InputFormat format) throws IOException {
        Random random = new Random(4711);
        for (int round = 0; round < 3000; round++) {
            StringBuilder text = new StringBuilder(round % 2 == 0 ? "\uFEFF" : "");
            text.append(format == InputFormat.JSON_ARRAY ? "[" : format == InputFormat.CSV ? "x,y.z\n" : "");
            for (int i = random.nextInt(40); i >= 0; i--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            assertSameHoweverSplit(format, text.toString(), random);
        }
    }

    /** Several buffers of records, some of them longer than the limit. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ZIP")
    void recordsAcrossTheEdgesOfTheBuffer(InputFormat format) throws IOException {
        Random random = new Random(42);
        List<String> records = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            String text = "ä,\\\\]}".repeat(random.nextInt(i % 50 == 0 ? 600 : 60));
            records.add(format == InputFormat.CSV ? "\"" + text + "\n\"" : "{\"a\":[\"" + text + "\"]}");
        }
        String body = switch (format) {
            case NDJSON -> String.join("\r\n", records);
            case JSON_ARRAY -> "[" + String.join(" ,\n", records) + "]";
            case CSV -> "x\n" + String.join("\r\n", records);
            case ZIP -> throw new AssertionError("no text");
        };
        assertThat(body.length()).isGreaterThan(4 * ByteSource.SIZE);
        List<String> outcomes = assertSameHoweverSplit(format, body, random);
        assertThat(outcomes).hasSize(records.size()).anyMatch(s -> s.endsWith("!record_too_long"));
        for (int i = 0; i < records.size(); i++) {
            String record = records.get(i);
            boolean tooLong = record.getBytes(StandardCharsets.UTF_8).length > LIMITS.maxRecordBytes();
            String json = format == InputFormat.CSV
                    ? "{\"x\":" + record.replace("\\", "\\\\").replace("\n", "\\n") + "}"
                    : record;
            assertThat(outcomes.get(i)).isEqualTo(i + 1 + (tooLong ? "!record_too_long" : ":" + json));
        }
    }

    private static List<String> assertSameHoweverSplit(InputFormat format, String body, Random random)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        List<String> whole = outcomes(format, new ByteArrayInputStream(bytes), false, LIMITS);
        for (int most : new int[] {1, 3, 50}) {
            assertThat(outcomes(format, dribbling(bytes, random, most), false, LIMITS))
                    .as(body)
                    .isEqualTo(whole);
        }
        assertThat(outcomes(format, dribbling(gzip(bytes), random, 5), true, LIMITS))
                .as(body)
                .isEqualTo(whole);
        return whole;
    }
}
