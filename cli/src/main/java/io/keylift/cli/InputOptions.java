// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.CorrectedInput;
import io.keylift.client.input.FileInput;
import io.keylift.client.input.Format;
import io.keylift.client.input.Input;
import io.keylift.client.input.OnceInput;
import io.keylift.client.input.SpooledInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The input of a job. */
final class InputOptions {

    static final String STANDARD_INPUT = "-";

    /** Names of kinds; most names of files have a dot. */
    private static final String KIND = "[a-z]+(-[a-z]+)*";

    @Parameters(
            arity = "1..*",
            paramLabel = "[KIND] FILE",
            description = {
                "Kind of the records, such as users; realm for lines of several kinds and Keycloak's documents",
                "File or https:// address with the records, also as gzip; - for standard input. Without KIND,"
                        + " files of another system."
            })
    private List<String> arguments;

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

    @Mixin
    private RemoteFileOptions remote;

    /** {@code null} for several kinds. */
    static String kindOf(String kind) {
        return kind.equals("realm") ? null : kind;
    }

    /** Records of Keylift if the first argument is a kind, otherwise files of another system. */
    JobInput open(Terminal terminal, MappingOptions mapping) throws IOException {
        if (hasKind() && !mapping.isGiven()) {
            mapping.requireNone();
            return open(terminal);
        }
        if (format != null || corrected || noResume) {
            throw new UsageException("`--format`, `--corrected` and `--no-resume` are for records of Keylift");
        }
        ConvertedFiles files = ConvertedFiles.open(arguments, terminal, remote);
        try {
            return JobInput.of(
                    new ConvertedInput(files.inputs(), mapping.mapping(files.inputs()), mapping.settings()), files);
        } catch (IOException | UsageException e) {
            files.close();
            throw e;
        }
    }

    /** Records of Keylift. */
    JobInput open(Terminal terminal) throws IOException {
        if (!hasKind() || arguments.size() != 2) {
            throw new UsageException("Name a KIND and one FILE");
        }
        String kind = kindOf(arguments.get(0));
        String file = arguments.get(1);
        if (!file.equals(STANDARD_INPUT)) {
            return openFile(kind, file, corrected ? Format.NDJSON : format, terminal);
        }
        if (corrected) {
            throw new UsageException("`--corrected` requires a file");
        }
        Format known = format == null ? Format.NDJSON : format;
        if (noResume) {
            return new JobInput(kind, new OnceInput(terminal.in(), known), () -> {});
        }
        SpooledInput spooled = new SpooledInput(terminal.in(), known, temporary());
        return new JobInput(kind, spooled, spooled);
    }

    /** The one file of a realm. */
    Path document() {
        if (arguments.size() != 1 || arguments.get(0).equals(STANDARD_INPUT)) {
            throw new UsageException("Name one file with the documents of the realm");
        }
        return Path.of(arguments.get(0));
    }

    private JobInput openFile(String kind, String file, Format known, Terminal terminal) throws IOException {
        if (RemoteFileOptions.isAddress(file)) {
            RemoteFile opened = remote.open(file, known, terminal);
            return new JobInput(kind, records(opened.input()), opened.end());
        }
        return new JobInput(kind, records(FileInput.of(Path.of(file), known)), () -> {});
    }

    private Input records(Input input) throws IOException {
        return corrected ? CorrectedInput.of(input) : input;
    }

    private boolean hasKind() {
        return arguments.get(0).matches(KIND);
    }

    static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
