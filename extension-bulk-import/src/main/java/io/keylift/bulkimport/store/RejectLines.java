// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.Reject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rejects as the ledger stores them: NDJSON in plain ASCII, which no character set of a database can alter. */
final class RejectLines {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();
    private static final ObjectWriter WRITER = MAPPER.writerFor(Reject.class).withRootValueSeparator("\n");
    private static final ObjectReader READER = MAPPER.readerFor(Reject.class);

    private RejectLines() {}

    /** The lines, or {@code null} for none. */
    static String write(List<Reject> rejects) {
        if (rejects == null || rejects.isEmpty()) {
            return null;
        }
        StringWriter lines = new StringWriter();
        try (SequenceWriter writer = WRITER.writeValues(lines)) {
            writer.writeAll(rejects);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.toString();
    }

    static List<Reject> read(String lines) {
        List<Reject> rejects = new ArrayList<>();
        read(lines, rejects::add);
        return List.copyOf(rejects);
    }

    static void read(String lines, Consumer<Reject> consumer) {
        if (lines == null) {
            return;
        }
        try (MappingIterator<Reject> values = READER.readValues(lines)) {
            while (values.hasNextValue()) {
                consumer.accept(values.nextValue());
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The ledger holds rejects that are not NDJSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
