// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.LIMITS;
import static io.keylift.bulkimport.input.Bodies.allocatedBy;
import static io.keylift.bulkimport.input.Bodies.body;
import static io.keylift.bulkimport.input.Bodies.outcomes;
import static io.keylift.bulkimport.input.InputFormat.NDJSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NdjsonTest {

    private static final InputLimits TEN_BYTES = new InputLimits(10, 100, 20);

    @Test
    void eachLineIsARecordExactlyAsSent() throws IOException {
        assertThat(outcomes(NDJSON, "{\"a\": 1}\n  {\"b\":2} \n[]\nnonsense\n"))
                .containsExactly("1:{\"a\": 1}", "2:  {\"b\":2} ", "3:[]", "4:nonsense");
    }

    /** Other tools write the same lines with blanks. */
    @Test
    void linesThatTellOfAnExportAreNoRecords() throws IOException {
        assertThat(outcomes(NDJSON, """
                {"progress":{"records":1}}
                {"a":1}
                {"summary":{"status":"COMPLETED"}}
                {"summary":"x"}
                {"summary": {}}
                 { "progress" :	{"records" : 1 } }
                {"progress":{
                {"sum mary":{}}
                {"summary":
                """))
                .containsExactly("2:{\"a\":1}", "4:{\"summary\":\"x\"}", "8:{\"sum mary\":{}}", "9:{\"summary\":");
    }

    @Test
    void linesEndWithACarriageReturnToo() throws IOException {
        assertThat(outcomes(NDJSON, "{}\r\n[]\r\n1\r\n")).containsExactly("1:{}", "2:[]", "3:1");
    }

    @Test
    void theLastLineMayLackItsEnd() throws IOException {
        assertThat(outcomes(NDJSON, "{}\n[]")).containsExactly("1:{}", "2:[]");
    }

    @Test
    void anEmptyBodyHasNoRecords() throws IOException {
        assertThat(outcomes(NDJSON, "")).isEmpty();
        assertThat(outcomes(NDJSON, "\uFEFF")).isEmpty();
    }

    @Test
    void aByteOrderMarkIsDroppedAtTheStartOnly() throws IOException {
        assertThat(outcomes(NDJSON, "\uFEFF{}\n\uFEFF[]\n")).containsExactly("1:{}", "2:\uFEFF[]");
    }

    @Test
    void halfAByteOrderMarkIsNotDropped() throws IOException {
        byte[] half = {(byte) 0xef, (byte) 0xbb, '\n', '1'};
        try (RecordReader reader = NDJSON.open(new ByteArrayInputStream(half), false, LIMITS)) {
            assertThat(reader.next().json()).containsExactly(0xef, 0xbb);
            assertThat(reader.next().json()).containsExactly('1');
        }
    }

    @Test
    void blankLinesCountButAreNoRecords() throws IOException {
        assertThat(outcomes(NDJSON, "\n{}\n \t\r\n\r\n[]\n\n")).containsExactly("2:{}", "5:[]");
    }

    @Test
    void aLineOfExactlyTheLimitPassesAndOneMoreByteDoesNot() throws IOException {
        assertThat(outcomes(NDJSON, "1234567890\n1234567890\r\n1234567890", TEN_BYTES))
                .containsExactly("1:1234567890", "2:1234567890", "3:1234567890");
        assertThat(outcomes(NDJSON, "12345678901\n12345678901\r\n12345678901", TEN_BYTES))
                .containsExactly("1!record_too_long", "2!record_too_long", "3!record_too_long");
    }

    @Test
    void aLongLineIsAFaultAndTheNextLineIsARecord() throws IOException {
        assertThat(outcomes(NDJSON, "1\n" + "x".repeat(30) + "\n2\n", TEN_BYTES))
                .containsExactly("1:1", "2!record_too_long", "3:2");
    }

    @Test
    void theFaultNamesTheLimitInBytes() throws IOException {
        try (RecordReader reader = NDJSON.open(body("x".repeat(11)), false, TEN_BYTES)) {
            assertThat(reader.next().fault().message()).contains("10 bytes");
        }
    }

    @Test
    void aLineSkippedForTooLongEndsTheInput() throws IOException {
        assertThat(outcomes(NDJSON, "1\n" + "x".repeat(31) + "\n2\n", TEN_BYTES))
                .containsExactly("1:1", "!record_endless");
    }

    @Test
    void anEndlessLineIsNotStored() throws Throwable {
        long skipped = 64 << 20;
        InputStream endless = Bodies.repeating("", "x", Long.MAX_VALUE);
        try (RecordReader reader = NDJSON.open(endless, false, new InputLimits(1 << 16, 100, skipped))) {
            assertThat(allocatedBy(() -> assertThatThrownBy(reader::next)
                            .isInstanceOfSatisfying(
                                    InputException.class,
                                    e -> assertThat(e.code()).isEqualTo("record_endless"))))
                    .isLessThan(8 << 20);
            assertThat(reader.bytesRead()).isBetween(skipped, skipped + (1 << 16) + ByteSource.SIZE);
        }
    }

    @Test
    void anEndlessBlankBodyIsNotStored() throws Throwable {
        InputStream blank = Bodies.repeating("", " \r\n", 32 << 20);
        assertThat(allocatedBy(
                        () -> assertThat(outcomes(NDJSON, blank, false, LIMITS)).isEmpty()))
                .isLessThan(8 << 20);
    }

    @Test
    void aReaderThatHasFailedDoesNotGoOn() throws IOException {
        String body = "x".repeat(100_000) + "\n1\n";
        try (RecordReader reader = NDJSON.open(body(body), false, TEN_BYTES)) {
            assertThatThrownBy(reader::next).isInstanceOf(InputException.class);
            assertThatThrownBy(reader::next).isInstanceOf(InputException.class);
        }
    }

    @Test
    @Timeout(10)
    void aRecordIsGivenBeforeTheNextOneHasCome() throws IOException {
        try (PipedOutputStream client = new PipedOutputStream();
                PipedInputStream body = new PipedInputStream(client, 1024)) {
            client.write("{}\n[".getBytes(StandardCharsets.UTF_8));
            RecordReader reader = NDJSON.open(body, false, LIMITS);
            assertThat(Bodies.outcome(reader.next())).isEqualTo("1:{}");
            client.write("]\n".getBytes(StandardCharsets.UTF_8));
            assertThat(Bodies.outcome(reader.next())).isEqualTo("2:[]");
            reader.close();
        }
    }
}
