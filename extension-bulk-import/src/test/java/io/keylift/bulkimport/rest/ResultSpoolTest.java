// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ResultSpoolTest {

    private static final int LINES = 200_000;

    private final ResultSpool spool = new ResultSpool(new SpoolSpace(null, Long.MAX_VALUE), Duration.ofMinutes(1));

    private static byte[] line(int number) {
        return ("{\"line\":" + number + ",\"filler\":\"xxxxxxxxxxxxxxxxxxxxxxxx\"}\n").getBytes(StandardCharsets.UTF_8);
    }

    private void addAll() {
        for (int i = 0; i < LINES; i++) {
            spool.add(line(i));
        }
        spool.end(new byte[0]);
    }

    private static byte[] expected() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < LINES; i++) {
            all.write(line(i));
        }
        return all.toByteArray();
    }

    @Test
    void aClientThatReadsNothingUntilTheEndGetsEverything() throws IOException {
        addAll();
        ByteArrayOutputStream read = new ByteArrayOutputStream();

        spool.drainTo(read, Optional::empty);

        assertThat(read.toByteArray()).isEqualTo(expected());
    }

    @Test
    void aClientThatReadsAlongGetsEverythingInOrder() throws Exception {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
            try {
                spool.drainTo(read, Optional::empty);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });

        addAll();

        reading.get(20, TimeUnit.SECONDS);
        assertThat(read.toByteArray()).isEqualTo(expected());
    }

    @Test
    void aClientThatNothingIsWrittenToHearsHowFarTheImportIs() throws Exception {
        ResultSpool silent = new ResultSpool(new SpoolSpace(null, Long.MAX_VALUE), Duration.ofMillis(1));
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        AtomicInteger asked = new AtomicInteger();

        silent.add("first\n".getBytes(StandardCharsets.UTF_8));
        silent.drainTo(read, () -> {
            if (asked.incrementAndGet() == 3) {
                silent.end("last\n".getBytes(StandardCharsets.UTF_8));
            }
            // There may be nothing to say.
            return asked.get() == 2 ? Optional.empty() : Optional.of((asked + "\n").getBytes(StandardCharsets.UTF_8));
        });

        assertThat(read.toString(StandardCharsets.UTF_8)).isEqualTo("first\n1\n3\nlast\n");
    }

    @Test
    void theLinesOfAShortImportAreWrittenAtOnce() throws Exception {
        ResultSpool quick =
                new ResultSpool(new SpoolSpace(null, Long.MAX_VALUE), Duration.ofMinutes(1), Duration.ofMinutes(1));
        List<String> written = new ArrayList<>();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException("One byte at a time");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                written.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }
        };
        quick.add("first\n".getBytes(StandardCharsets.UTF_8));
        Thread reading = new Thread(() -> {
            try {
                quick.drainTo(out, Optional::empty);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        reading.start();
        await().until(() -> reading.getState() == Thread.State.TIMED_WAITING);

        quick.add("second\n".getBytes(StandardCharsets.UTF_8));
        quick.end("last\n".getBytes(StandardCharsets.UTF_8));

        reading.join();
        assertThat(written).containsExactly("first\nsecond\nlast\n");
    }

    @Test
    void aClientThatIsGoneDoesNotHoldTheImportUp() {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("gone");
            }
        };
        spool.add(line(1));
        assertThatThrownBy(() -> spool.drainTo(gone, Optional::empty)).isInstanceOf(IOException.class);

        addAll();

        assertThat(spool.heldBytes()).isZero();
    }

    @Test
    void memoryHoldsNoMoreThanItsLimit() {
        for (int i = 0; i < LINES; i++) {
            spool.add(line(i));
        }

        assertThat(spool.heldBytes()).isBetween(1, 1 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "full"})
    void whereNothingCanBeSpooledTheClientStillGetsTheBeginningAndTheEnd(String trouble, @TempDir Path directory)
            throws IOException {
        ResultSpool small = new ResultSpool(
                trouble.equals("full")
                        ? new SpoolSpace(directory, 100)
                        : new SpoolSpace(directory.resolve("missing"), Long.MAX_VALUE),
                Duration.ofMinutes(1));
        for (int i = 0; i < LINES; i++) {
            small.add(line(i));
        }
        ByteArrayOutputStream read = new ByteArrayOutputStream();

        assertThat(small.isLossy()).isTrue();
        small.end("the end\n".getBytes(StandardCharsets.UTF_8));
        small.drainTo(read, Optional::empty);

        List<String> lines = read.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.get(0)).contains("\"line\":0,");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("the end");
        assertThat(lines)
                .hasSizeBetween(1000, LINES - 1)
                .allMatch(line -> line.endsWith("}") || line.equals("the end"));
    }
}
