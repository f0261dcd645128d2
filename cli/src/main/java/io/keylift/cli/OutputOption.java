// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.output.PrivateFile;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command writes its result. */
final class OutputOption {

    @Option(names = "--out", paramLabel = "FILE", description = "File to write. Default: standard output.")
    private String out;

    /** Writes a result. */
    interface Result<T> {
        T writeTo(OutputStream out) throws Exception;
    }

    /** A file is there as a whole or not at all. */
    <T> T write(Terminal terminal, Result<T> result) throws Exception {
        if (out == null) {
            OutputStream stream = new BufferedOutputStream(terminal.out());
            T written = result.writeTo(stream);
            stream.flush();
            return written;
        }
        try (PrivateFile file = new PrivateFile(Path.of(out))) {
            T written = result.writeTo(file.out());
            file.keep();
            return written;
        }
    }
}
