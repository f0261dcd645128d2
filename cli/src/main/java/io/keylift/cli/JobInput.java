// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.Input;
import java.io.Closeable;
import java.io.IOException;

/**
 * An open input of a job.
 *
 * @param kind {@code null} for several kinds
 * @param end what ends with it
 */
record JobInput(String kind, Input input, Closeable end) implements Closeable {

    /** Opens the input that the options of a command name. */
    interface Source {
        JobInput open(Terminal terminal) throws IOException;
    }

    static JobInput of(ConvertedInput input, Closeable end) {
        return new JobInput(input.kind(), input, end);
    }

    /** Refuses files of which not every record can be converted. */
    JobInput requireNoProblems() throws IOException {
        if (input instanceof ConvertedInput converted) {
            try {
                converted.requireNoProblems();
            } catch (IOException e) {
                close();
                throw e;
            }
        }
        return this;
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
