// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.thisptr.jackson.jq.exception.JsonQueryException;

/** The thread of a conversion: reads the inputs once or twice and hands on what the mapping makes of them. */
final class MappingRun implements Runnable {

    private static final int BATCH = 500;
    private static final Pattern NAME = Pattern.compile("[a-z-]+");

    private final List<Input> inputs;
    private final Mapping mapping;
    private final Settings settings;
    private final Kept kept;
    private final Held held;
    private final Conversion.Outlet outlet;
    private final Program program;
    private final Tally tally;
    private List<Converted> batch = new ArrayList<>();

    /** When the present record went into the mapping; 0 between records. */
    private volatile long since;

    MappingRun(List<Input> inputs, Mapping mapping, Settings settings, Kept kept, Conversion.Outlet outlet)
            throws FormatException {
        this.inputs = inputs;
        this.mapping = mapping;
        this.settings = settings;
        this.kept = kept;
        held = new Held(kept);
        this.outlet = outlet;
        ObjectNode options = Nodes.object();
        settings.options().forEach(options::put);
        program = new Program(mapping.text(), kept, options);
        tally = new Tally(mapping.reasons());
    }

    Mapping mapping() {
        return mapping;
    }

    Report report() {
        return tally.report();
    }

    long secondsInRecord() {
        long began = since;
        return began == 0 ? 0 : (System.nanoTime() - began) / 1_000_000_000;
    }

    @Override
    public void run() {
        IOException failure = null;
        try (kept) {
            if (mapping.passes() > 1) {
                pass("keep");
            }
            pass("records");
            held.forEach(this::emit);
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = new FormatException(
                    "unreadable_input", "The conversion failed: " + e.getClass().getName(), e);
        }
        try {
            outlet.put(new Conversion.Batch(batch, true, failure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(String pass) throws IOException {
        for (Input input : inputs) {
            Parts.visit(input, (part, bytes) -> {
                InputStream in = Reading.marked(bytes);
                Head head = Head.of(in, settings.charset());
                Reading.read(in, head, mapping, settings, new FileSink(part, pass));
            });
        }
    }

    private void emit(Converted item) throws IOException {
        batch.add(item);
        if (batch.size() >= BATCH) {
            try {
                outlet.put(new Conversion.Batch(batch, false, null));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("The conversion was closed");
            }
            batch = new ArrayList<>();
        }
    }

    /** The records of one file in one pass. */
    private final class FileSink implements RecordSink {

        private final String file;
        private final String pass;
        private final boolean keeping;
        private long number;

        FileSink(String file, String pass) {
            this.file = file;
            this.pass = pass;
            this.keeping = pass.equals("keep");
        }

        @Override
        public void record(ObjectNode value, long line, String at, ObjectNode parent) throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("The conversion was closed");
            }
            Origin origin = new Origin(file, ++number, line, value);
            Outputs outputs = new Outputs(origin);
            since = System.nanoTime();
            try {
                program.run(value, pass, at, parent, outputs::take);
            } catch (JsonQueryException e) {
                outputs.failed("mapping_failed", MappingMessages.of(e));
            } catch (Refused e) {
                throw e.cause();
            } finally {
                since = 0;
            }
            if (!keeping) {
                tally.read();
                outputs.count(value);
            }
        }

        @Override
        public void problem(String code, String message, long line, boolean last) throws IOException {
            number++;
            if (!keeping) {
                tally.read();
                tally.problem();
                emit(new Problem(code, "", message, last, new Origin(file, number, line, null)));
            }
        }

        /** Takes the outputs of the mapping for one record. */
        private final class Outputs {

            private final Origin origin;
            private boolean lines;
            private boolean failed;

            Outputs(Origin origin) {
                this.origin = origin;
            }

            void take(JsonNode output) {
                try {
                    if (output.has("keep")) {
                        keep(output);
                    } else if (!keeping) {
                        hand(output);
                    }
                } catch (IOException e) {
                    throw new Refused(e);
                }
            }

            private void keep(JsonNode output) throws IOException {
                if (keeping && !output.path("key").isNull()) {
                    byte[] value = Nodes.bytes(output.path("value"));
                    kept.add(output.path("keep").asText(), output.path("key").asText(), value);
                }
            }

            private void hand(JsonNode output) throws IOException {
                if (output.has("leftOut")) {
                    tally.leftOut(
                            file,
                            output.path("leftOut").asText(),
                            output.path("reason").asText());
                } else if (output.path("record") instanceof ObjectNode record
                        && output.path("kind").isTextual()) {
                    line(output.path("kind").asText(), output.path("ifExists").asText(null), record);
                } else if (output instanceof ObjectNode record) {
                    line(mapping.kinds().get(0), null, record);
                } else {
                    failed("not_an_object", "The mapping gives a value that is no JSON object");
                }
            }

            private void line(String kind, String ifExists, ObjectNode record) throws IOException {
                if (!NAME.matcher(kind).matches()
                        || ifExists != null && !NAME.matcher(ifExists).matches()) {
                    failed("unknown_kind", "The mapping gives a kind that is no name");
                    return;
                }
                Line line = new Line(kind, ifExists, Nodes.bytes(record), origin);
                lines = true;
                if (mapping.once().contains(kind) && !kept.first(kind, Nodes.text(record))) {
                    return;
                }
                tally.written(kind);
                if (mapping.last().contains(kind)) {
                    held.add(line);
                } else {
                    emit(line);
                }
            }

            void failed(String code, String message) throws IOException {
                if (!keeping) {
                    failed = true;
                    tally.problem();
                    emit(new Problem(code, "", message, false, origin));
                }
            }

            void count(ObjectNode record) {
                if (lines) {
                    tally.unread(file, record);
                } else if (!failed) {
                    tally.without(file);
                }
            }
        }
    }

    /** Passes through the interpreter, which allows no exceptions of input and output. */
    private static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Refused(IOException cause) {
            super(cause);
        }

        IOException cause() {
            return (IOException) getCause();
        }
    }
}
