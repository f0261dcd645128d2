// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BodySpoolTest {

    private static final SpoolSpace SPACE = new SpoolSpace(null, Long.MAX_VALUE);

    private static final byte[] BODY = body();

    private static byte[] body() {
        byte[] body = new byte[1_000_000];
        new Random(7).nextBytes(body);
        return body;
    }

    @Test
    void isReadThroughUntilItIsDetached() throws IOException {
        try (BodySpool spool = new BodySpool(new ByteArrayInputStream(BODY), SPACE)) {
            assertThat(spool.readAllBytes()).isEqualTo(BODY);
        }
    }

    @Test
    void whatWasNotReadBeforeIsReadBehind() throws Exception {
        try (BodySpool spool = new BodySpool(new ByteArrayInputStream(BODY), SPACE)) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            read.write(spool.readNBytes(1000));
            spool.detach();
            CompletableFuture<byte[]> rest = readAll(spool);
            spool.takeIn();
            read.write(rest.get());

            assertThat(read.toByteArray()).isEqualTo(BODY);
        }
    }

    @Test
    void theBodyIsTakenInWithoutAReader() throws Exception {
        try (BodySpool spool = new BodySpool(new ByteArrayInputStream(BODY), SPACE)) {
            spool.detach();
            spool.takeIn();

            assertThat(readAll(spool).get()).isEqualTo(BODY);
        }
    }

    @Test
    void aReaderThatIsFasterWaits() throws Exception {
        PipedOutputStream client = new PipedOutputStream();
        try (BodySpool spool = new BodySpool(new PipedInputStream(client), SPACE)) {
            spool.detach();
            CompletableFuture<Void> request = CompletableFuture.runAsync(() -> takeIn(spool));
            for (int i = 0; i < 10; i++) {
                client.write(i);
                client.flush();
                assertThat(spool.read()).isEqualTo(i);
            }
            client.close();

            assertThat(spool.read()).isEqualTo(-1);
            request.get();
        }
    }

    @Test
    void aBodyThatBreaksOffBreaksOffBehindWhatCame() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("The client is gone");
            }
        };
        InputStream body = new SequenceInputStream(new ByteArrayInputStream(BODY), broken);
        try (BodySpool spool = new BodySpool(body, SPACE)) {
            spool.detach();
            spool.takeIn();

            assertThat(spool.readNBytes(BODY.length)).isEqualTo(BODY);
            assertThatThrownBy(spool::read).hasMessage("The client is gone");
        }
    }

    @Test
    void aClientWaitsWhereThereIsNoMoreRoom_andItsBodyArrivesWhole() throws Exception {
        ByteArrayInputStream body = new ByteArrayInputStream(BODY);
        try (BodySpool spool = new BodySpool(body, new SpoolSpace(null, 200_000))) {
            spool.detach();
            Thread request = new Thread(() -> takeIn(spool));
            request.start();
            await().until(() -> request.getState() == Thread.State.TIMED_WAITING);
            assertThat(body.available()).isGreaterThan(BODY.length - 300_000);

            assertThat(spool.readAllBytes()).isEqualTo(BODY);
            request.join();
        }
    }

    @Test
    void whatCannotBeWrittenIsToldToTheClientAndToTheImport(@TempDir Path directory) throws IOException {
        SpoolSpace unwritable = new SpoolSpace(directory.resolve("missing"), Long.MAX_VALUE);
        try (BodySpool spool = new BodySpool(new ByteArrayInputStream(BODY), unwritable)) {
            assertThat(spool.readNBytes(1000)).hasSize(1000);
            spool.detach();

            assertThatThrownBy(spool::takeIn).isInstanceOf(SpoolException.class);
            assertThatThrownBy(spool::read).isInstanceOf(SpoolException.class);
        }
    }

    @Test
    void roomIsGivenBack() throws IOException {
        SpoolSpace space = new SpoolSpace(null, 2_000_000);
        for (int i = 0; i < 5; i++) {
            try (BodySpool spool = new BodySpool(new ByteArrayInputStream(BODY), space)) {
                spool.detach();
                spool.takeIn();
                assertThat(space.take(1_000_000)).isTrue();
                assertThat(space.take(1)).isFalse();
                space.giveBack(1_000_000);
            }
        }
        assertThat(space.take(2_000_000)).isTrue();
    }

    @Test
    void afterTheEndOfTheImportNothingMoreIsTakenIn() throws IOException {
        ByteArrayInputStream body = new ByteArrayInputStream(BODY);
        BodySpool spool = new BodySpool(body, SPACE);
        spool.detach();
        spool.close();
        spool.takeIn();

        assertThat(body.available()).isGreaterThan(BODY.length / 2);
        assertThatThrownBy(spool::read).isInstanceOf(IOException.class);
    }

    private static void takeIn(BodySpool spool) {
        try {
            spool.takeIn();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static CompletableFuture<byte[]> readAll(BodySpool spool) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return spool.readAllBytes();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }
}
