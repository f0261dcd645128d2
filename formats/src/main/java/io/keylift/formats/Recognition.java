// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the mapping of inputs by what they begin with. */
public final class Recognition {

    private Recognition() {}

    /**
     * The only mapping that knows the form of the inputs.
     *
     * @throws FormatException {@code unknown_format} if no mapping or more than one knows it
     */
    public static Mapping of(List<Input> inputs, Settings settings) throws IOException {
        Set<String> found = new LinkedHashSet<>();
        for (Input input : inputs) {
            Set<String> names = names(input, settings);
            if (names.isEmpty()) {
                throw new FormatException(
                        "unknown_format",
                        "It is not certain which system " + input.name() + " comes from. Say so, as one of "
                                + String.join(", ", Mapping.names()) + ".");
            }
            found.addAll(names);
        }
        if (found.size() != 1) {
            throw new FormatException(
                    "unknown_format",
                    "The input may come from several systems. Say which: " + String.join(", ", found) + ".");
        }
        return Mapping.of(found.iterator().next());
    }

    private static Set<String> names(Input input, Settings settings) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try {
            Parts.visit(input, (part, bytes) -> {
                InputStream in = Reading.marked(bytes);
                Head head = Head.of(in, settings.charset());
                for (String name : Mapping.names()) {
                    if (knows(Mapping.of(name), head, settings)) {
                        names.add(name);
                    }
                }
                if (!names.isEmpty()) {
                    throw new Found();
                }
            });
        } catch (Found e) {
            // The other entries of the archive are of the same system.
        }
        return names;
    }

    private static boolean knows(Mapping mapping, Head head, Settings settings) throws IOException {
        for (JsonNode signature : mapping.signatures()) {
            if (signature.path("in").asText().equals(head.container().signature())) {
                boolean matches = switch (head.container()) {
                    case JSON, NDJSON -> hasKeys(mapping, head, signature);
                    case CSV -> hasColumns(head, signature, settings);
                    case LDIF, PARAMETERS -> true;
                };
                if (matches) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasKeys(Mapping mapping, Head head, JsonNode signature) throws IOException {
        List<Boolean> matches = new ArrayList<>();
        RecordSink first = new RecordSink() {
            @Override
            public void record(ObjectNode value, long line, String at, ObjectNode parent) throws IOException {
                boolean all = at.equals(signature.path("at").asText(at));
                for (JsonNode key : signature.path("keys")) {
                    all &= !value.at(JsonPointer.compile(key.asText())).isMissingNode();
                }
                for (Map.Entry<String, JsonNode> entry :
                        signature.path("values").properties()) {
                    String text = value.at(JsonPointer.compile(entry.getKey())).asText();
                    all &= text.matches(entry.getValue().asText());
                }
                matches.add(all);
                throw new Found();
            }

            @Override
            public void problem(String code, String message, long line, boolean last) throws IOException {
                throw new Found();
            }
        };
        try (JsonParser parser = Nodes.INPUT.createParser(head.text())) {
            new JsonRecords(mapping.lists(), first).read(parser);
        } catch (Found e) {
            // The first record decides.
        }
        return matches.contains(true);
    }

    private static boolean hasColumns(Head head, JsonNode signature, Settings settings) {
        char separator = settings.separator() == null ? Reading.separator(head.text()) : settings.separator();
        List<CsvRecord> rows = Reading.rows(head.text(), separator, 1);
        if (rows.isEmpty()) {
            return false;
        }
        List<String> names = CsvRecords.names(rows.get(0));
        for (JsonNode key : signature.path("keys")) {
            if (!names.contains(key.asText())) {
                return false;
            }
        }
        List<String> cells = rows.get(0).getFields();
        for (Map.Entry<String, JsonNode> cell : signature.path("cells").properties()) {
            int index = Integer.parseInt(cell.getKey());
            if (index >= cells.size()
                    || !cells.get(index).matches(cell.getValue().asText())) {
                return false;
            }
        }
        return true;
    }

    /** Ends the reading. */
    private static final class Found extends IOException {

        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
