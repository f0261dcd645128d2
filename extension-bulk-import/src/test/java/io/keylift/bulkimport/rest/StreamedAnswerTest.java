// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.ClientErrorException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class StreamedAnswerTest {

    /** Of a client that has gone. */
    private static final class Broken extends FilterOutputStream {

        Broken() {
            super(OutputStream.nullOutputStream());
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("Failed to write");
        }
    }

    @Test
    void aClientThatHasGoneIsNoErrorOfTheServer() {
        assertThatThrownBy(() -> StreamedAnswer.write(out -> out.write(new byte[8]), new Broken()))
                .isInstanceOf(ClientErrorException.class);
    }

    @Test
    void norIsItOneIfOnlyTheLastBytesAreMissing() {
        assertThatThrownBy(() ->
                        StreamedAnswer.write(out -> out.write(new byte[8]), new BufferedOutputStream(new Broken())))
                .isInstanceOf(ClientErrorException.class);
        assertThatThrownBy(() -> StreamedAnswer.write(
                        out -> {
                            try (OutputStream compressed = new GZIPOutputStream(out)) {
                                compressed.write(new byte[8]);
                            }
                        },
                        new BufferedOutputStream(new Broken())))
                .isInstanceOf(ClientErrorException.class);
    }

    @Test
    void aFailureOfTheAnswerIsOne() {
        IOException failure = new IOException("the spool file cannot be read");

        assertThatThrownBy(() -> StreamedAnswer.write(
                        out -> {
                            throw failure;
                        },
                        new ByteArrayOutputStream()))
                .isSameAs(failure);
    }
}
