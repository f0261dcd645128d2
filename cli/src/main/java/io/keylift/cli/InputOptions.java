// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.CorrectedInput;
import io.keylift.client.input.FileInput;
import io.keylift.client.input.Format;
import io.keylift.client.input.Input;
import io.keylift.client.input.OnceInput;
import io.keylift.client.input.SpooledInput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The input of a job. */
final class InputOptions {

    private static final String STANDARD_INPUT = "-";

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description =
                    "Kind of the records, such as users; realm for lines of several kinds and Keycloak's documents")
    private String kind;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "File with the records, also as gzip; - for standard input")
    private String file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of the input: ${COMPLETION-CANDIDATES}. Default: by its name and beginning.")
    private Format format;

    @Option(names = "--corrected", description = "The file has rejects of an earlier job, whose records are corrected")
    private boolean corrected;

    @Option(
            names = "--no-resume",
            description = "Keep no copy of standard input. The job ends if the connection breaks.")
    private boolean noResume;

    /** {@code null} for several kinds. */
    String kind() {
        return kindOf(kind);
    }

    static String kindOf(String kind) {
        return kind.equals("realm") ? null : kind;
    }

    /** An input, and what ends with it. */
    record Opened(Input input, Closeable end) implements Closeable {

        @Override
        public void close() throws IOException {
            end.close();
        }
    }

    Opened open(Terminal terminal) throws IOException {
        if (!file.equals(STANDARD_INPUT)) {
            Input input = FileInput.of(Path.of(file), corrected ? Format.NDJSON : format);
            return new Opened(corrected ? new CorrectedInput(input) : input, () -> {});
        }
        if (corrected) {
            throw new UsageException("`--corrected` requires a file");
        }
        Format known = format == null ? Format.NDJSON : format;
        if (noResume) {
            return new Opened(new OnceInput(terminal.in(), known), () -> {});
        }
        SpooledInput spooled = new SpooledInput(terminal.in(), known, temporary());
        return new Opened(spooled, spooled);
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
