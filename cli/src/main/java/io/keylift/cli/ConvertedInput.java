// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.Format;
import io.keylift.client.input.Input;
import io.keylift.client.input.InputFailure;
import io.keylift.formats.Conversion;
import io.keylift.formats.Mapping;
import io.keylift.formats.Problem;
import io.keylift.formats.Report;
import io.keylift.formats.Settings;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of another system as the records that a mapping makes of them: each time the same, so a job can be resumed. */
final class ConvertedInput implements Input {

    /** More would need memory, and the count says how many there are. */
    private static final int MOST_TOLD = 20;

    private final List<io.keylift.formats.Input> files;
    private final Mapping mapping;
    private final Settings settings;
    private Result result;

    ConvertedInput(List<io.keylift.formats.Input> files, Mapping mapping, Settings settings) {
        this.files = files;
        this.mapping = mapping;
        this.settings = settings;
    }

    /**
     * How a conversion went.
     *
     * @param problems the first ones
     * @param whole whether it read its files to their ends
     */
    record Result(Report report, List<Problem> problems, boolean whole) {}

    /** {@code null} for several kinds. */
    String kind() {
        return mapping.kinds().size() > 1 ? null : mapping.kinds().get(0);
    }

    String system() {
        return mapping.title();
    }

    @Override
    public InputStream open() throws IOException {
        List<Problem> problems = new ArrayList<>();
        Conversion conversion = Conversion.of(files, mapping, settings);
        InputStream lines = conversion.stream(problem -> {
            if (problems.size() < MOST_TOLD) {
                problems.add(problem);
            }
        });
        return new FilterInputStream(lines) {
            private boolean whole;

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                whole |= count < 0;
                if (whole) {
                    ended(new Result(conversion.report(), List.copyOf(problems), true));
                }
                return count;
            }

            @Override
            public void close() throws IOException {
                super.close();
                if (!whole) {
                    ended(new Result(conversion.report(), List.copyOf(problems), false));
                }
            }
        };
    }

    private synchronized void ended(Result latest) {
        if (result == null || !result.whole()) {
            result = latest;
        }
    }

    /** Of the whole files, even if the server had no use for all of them, as it had them before. */
    Result whole() throws IOException {
        if (!result().whole()) {
            try (InputStream lines = open()) {
                lines.transferTo(OutputStream.nullOutputStream());
            }
        }
        return result();
    }

    /** Of as much as was read. */
    synchronized Result result() {
        return result == null ? new Result(new Report(0, Map.of(), 0, Map.of(), List.of()), List.of(), false) : result;
    }

    /**
     * A mirror would remove the objects of records that it does not see.
     *
     * @throws InputFailure if a record cannot be converted
     */
    void requireNoProblems() throws IOException {
        Result result = whole();
        if (result.report().problems() > 0) {
            Problem first = result.problems().get(0);
            throw new InputFailure(
                    result.report().problems() + " records cannot be converted, and a mirror would remove"
                            + " their objects. The first: " + ConversionSummary.text(first));
        }
    }

    @Override
    public Format format() {
        return Format.NDJSON;
    }
}
