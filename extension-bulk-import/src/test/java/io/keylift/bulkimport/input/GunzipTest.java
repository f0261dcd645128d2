// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.LIMITS;
import static io.keylift.bulkimport.input.Bodies.allocatedBy;
import static io.keylift.bulkimport.input.Bodies.concat;
import static io.keylift.bulkimport.input.Bodies.dribbling;
import static io.keylift.bulkimport.input.Bodies.gzip;
import static io.keylift.bulkimport.input.Bodies.outcome;
import static io.keylift.bulkimport.input.InputFormat.NDJSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GunzipTest {

    private static List<String> outcomes(byte[] body) throws IOException {
        return Bodies.outcomes(NDJSON, new ByteArrayInputStream(body), true, LIMITS);
    }

    @Test
    void aGzippedBodyIsReadAsThePlainOne() throws IOException {
        assertThat(outcomes(gzip("\uFEFF{}\n[]"))).containsExactly("1:{}", "2:[]");
    }

    @Test
    void concatenatedMembersAreOneBodyHoweverTheyArrive() throws IOException {
        byte[] body = concat(gzip("1\n2"), gzip(""), gzip("3\n4\n"));
        for (int most : new int[] {1, 2, 7, 19, 1000}) {
            assertThat(Bodies.outcomes(NDJSON, dribbling(body, new Random(most), most), true, LIMITS))
                    .as("%d bytes at most", most)
                    .containsExactly("1:1", "2:23", "3:4");
        }
    }

    @Test
    void zerosBehindItAreNoMore() throws IOException {
        byte[] zeros = new byte[100_000];
        assertThat(outcomes(concat(gzip("1\n"), zeros))).containsExactly("1:1");
        assertThat(outcomes(concat(gzip("1\n"), new byte[1]))).containsExactly("1:1");
        assertThat(outcomes(concat(gzip("1\n"), zeros, gzip("2\n")))).containsExactly("1:1", "2:2");
        assertThat(outcomes(concat(gzip("1\n"), zeros, new byte[] {1}))).containsExactly("1:1", "!malformed_gzip");
    }

    @Test
    void singleBytesAreReadAsStreamsDo() throws IOException {
        byte[] bytes = {0, (byte) 0xff, 1};
        for (InputStream in : List.of(
                new CountingStream(new ByteArrayInputStream(bytes)),
                new GunzipStream(new ByteArrayInputStream(gzip(bytes)), 100))) {
            assertThat(List.of(in.read(), in.read(), in.read(), in.read(), in.read()))
                    .containsExactly(0, 0xff, 1, -1, -1);
            in.close();
        }
    }

    @Test
    void aHeaderMayHaveAllItsOptionalFields() throws IOException {
        byte[] plain = gzip("{}\n");
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 0};
        byte[] extra = new byte[2 + 300];
        extra[0] = 300 - 256;
        extra[1] = 1;
        byte[] body =
                concat(header, extra, "a.ndjson\0comment\0cc".getBytes(), Arrays.copyOfRange(plain, 10, plain.length));
        assertThat(outcomes(body)).containsExactly("1:{}");
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        byte[] body = concat(gzip("{}\n"), gzip("[]\n"));
        int firstMember = gzip("{}\n").length;
        for (int length = 0; length < body.length; length++) {
            List<String> outcomes = outcomes(Arrays.copyOf(body, length));
            if (length == firstMember) {
                assertThat(outcomes).containsExactly("1:{}"); // a whole body of its own
            } else {
                assertThat(outcomes).as("%d bytes", length).last().isEqualTo("!malformed_gzip");
            }
        }
    }

    @Test
    void everyFlippedByteOfDataAndTrailerIsNoticed() throws IOException {
        byte[] body = gzip("{\"name\":\"somebody\"}\n".repeat(3));
        for (int i = 10; i < body.length; i++) {
            byte[] corrupt = body.clone();
            corrupt[i] ^= 0x55;
            assertThat(outcomes(corrupt)).as("byte %d", i).last().isEqualTo("!malformed_gzip");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}\n", "\u001f"})
    void whatIsNoGzipIsRefused(String body) throws IOException {
        assertThat(outcomes(body.getBytes())).containsExactly("!malformed_gzip");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 18, 19, 1000})
    void whatFollowsTheLastMemberIsNotDroppedInSilence(int length) throws IOException {
        byte[] more = new byte[length];
        Arrays.fill(more, (byte) 1);

        assertThat(outcomes(concat(gzip("{}\n"), more))).containsExactly("1:{}", "!malformed_gzip");
    }

    @Test
    void aClientThatGoesInALaterHeaderIsNotTheEndOfTheBody() throws IOException {
        IOException gone = new IOException("client gone");
        byte[] begun = concat(gzip("{}\n"), Arrays.copyOf(gzip("[]\n"), 5));
        try (RecordReader reader = NDJSON.open(Bodies.breaking(begun, gone), true, LIMITS)) {
            assertThat(outcome(reader.next())).isEqualTo("1:{}");
            assertThat(catchThrowable(reader::next)).isSameAs(gone);
        }
    }

    @Test
    void aBombIsStoppedByItsRatioBeforeItCostsAnything() throws Throwable {
        InputLimits limits = new InputLimits(1 << 16, 100, Long.MAX_VALUE);
        try (RecordReader reader = NDJSON.open(bomb(1L << 40), true, limits)) {
            assertThat(allocatedBy(() -> assertThatThrownBy(reader::next)
                            .isInstanceOfSatisfying(
                                    InputException.class,
                                    e -> assertThat(e.code()).isEqualTo("gzip_ratio"))))
                    .isLessThan(8 << 20);
            // 16 MiB come out of about 16 KiB: one buffer ahead is enough
            assertThat(reader.bytesRead()).isLessThan(2L * ByteSource.SIZE);
        }
    }

    @Test
    void anyRatioPassesBelowSixteenMegabytes() throws IOException {
        InputLimits limits = new InputLimits(1 << 20, 2, Long.MAX_VALUE);
        assertThat(Bodies.outcomes(NDJSON, bomb(16L << 20), true, limits)).containsExactly("1!record_too_long");
        assertThat(Bodies.outcomes(NDJSON, bomb((16L << 20) + 1), true, limits)).containsExactly("!gzip_ratio");
    }

    @Test
    void aRatioBelowTheLimitPassesAtAnySize() throws IOException {
        InputLimits limits = new InputLimits(1 << 20, 1100, Long.MAX_VALUE);
        assertThat(Bodies.outcomes(NDJSON, bomb(32L << 20), true, limits)).containsExactly("1!record_too_long");
        InputStream members = new SequenceInputStream(bomb(12L << 20), bomb(12L << 20));
        assertThat(Bodies.outcomes(NDJSON, members, true, limits)).containsExactly("1!record_too_long");
    }

    @Test
    void theRatioIsThatOfAllMembersTogether() throws IOException {
        InputLimits limits = new InputLimits(1 << 20, 100, Long.MAX_VALUE);
        InputStream members = new SequenceInputStream(bomb(12L << 20), bomb(12L << 20));
        assertThat(Bodies.outcomes(NDJSON, members, true, limits)).containsExactly("!gzip_ratio");
    }

    /** As many letters, compressed as they are asked for. */
    private static InputStream bomb(long size) {
        byte[] header = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0};
        InputStream deflated = new DeflaterInputStream(
                Bodies.repeating("", "a", size), new Deflater(Deflater.BEST_COMPRESSION, true), 1 << 16);
        InputStream trailer = new InputStream() {
            private ByteArrayInputStream bytes;

            @Override
            public int read() {
                bytes = bytes == null ? new ByteArrayInputStream(trailer(size)) : bytes;
                return bytes.read();
            }
        };
        return new SequenceInputStream(
                Collections.enumeration(List.of(new ByteArrayInputStream(header), deflated, trailer)));
    }

    private static byte[] trailer(long size) {
        CRC32 checksum = new CRC32();
        byte[] letters = new byte[1 << 16];
        Arrays.fill(letters, (byte) 'a');
        for (long rest = size; rest > 0; rest -= letters.length) {
            checksum.update(letters, 0, (int) Math.min(rest, letters.length));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long value : new long[] {checksum.getValue(), size}) {
            for (int shift = 0; shift < 32; shift += 8) {
                out.write((int) (value >>> shift));
            }
        }
        return out.toByteArray();
    }
}
