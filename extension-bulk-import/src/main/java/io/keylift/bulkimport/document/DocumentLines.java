// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.InputWarning;
import io.keylift.bulkimport.input.Splitter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The records of a document in the order in which an import takes them, each as a line with the name of its kind. */
final class DocumentLines implements Splitter, Lines {

    private static final String NOT_IMPORTED = "not_imported";

    private final Sections sections;
    private final DocumentFacts facts;
    private final int maxRecordBytes;
    private final Translation translation;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int section;
    private long line;

    DocumentLines(Sections sections, DocumentFacts facts, Target target, int maxRecordBytes) {
        this.sections = sections;
        this.facts = facts;
        this.maxRecordBytes = maxRecordBytes;
        translation = new Translation(facts, target, this);
    }

    @Override
    public InputRecord next() throws IOException {
        while (waiting.isEmpty()) {
            if (section == Section.values().length) {
                return null;
            }
            byte[] element = sections.next(current());
            if (element == null) {
                translation.complete(current());
                section++;
            } else if (element.length == 0) {
                return InputRecord.tooLong(++line, maxRecordBytes);
            } else {
                translate(DocumentParser.MAPPER.readTree(element));
            }
        }
        byte[] text = waiting.remove();
        line++;
        return text.length > maxRecordBytes ? InputRecord.tooLong(line, maxRecordBytes) : InputRecord.of(line, text);
    }

    private Section current() {
        return Section.values()[section];
    }

    private void translate(JsonNode element) throws IOException {
        if (element instanceof ObjectNode object) {
            translation.translate(current(), object);
        } else {
            write(element, false);
        }
    }

    @Override
    public void add(ObjectNode record) throws IOException {
        write(record, false);
    }

    @Override
    public void merge(ObjectNode record) throws IOException {
        write(record, true);
    }

    @Override
    public void later(Section later, ObjectNode record) throws IOException {
        sections.add(later, DocumentParser.MAPPER.writeValueAsBytes(record));
    }

    private void write(JsonNode record, boolean merged) throws IOException {
        ObjectNode text = DocumentParser.MAPPER.createObjectNode().put("kind", current().kind);
        if (merged) {
            text.put("ifExists", "merge");
        }
        waiting.add(DocumentParser.MAPPER.writeValueAsBytes(text.set("record", record)));
    }

    @Override
    public List<InputWarning> warnings() {
        List<InputWarning> warnings = new ArrayList<>();
        Set<String> settings = new TreeSet<>();
        facts.notImported().forEach((field, count) -> {
            if (count == 0 || DocumentField.isRead(field)) {
                return;
            }
            if (DocumentField.isSetting(field)) {
                settings.add(field);
            } else {
                warnings.add(new InputWarning(
                        NOT_IMPORTED,
                        "`" + field + "` was not imported (" + count + "). " + DocumentField.way(field) + "."));
            }
        });
        if (!settings.isEmpty()) {
            warnings.add(new InputWarning(
                    NOT_IMPORTED,
                    settings.size() + " settings of the realm were not imported. " + DocumentField.way("displayName")
                            + "."));
        }
        translation.masked().ifPresent(message -> warnings.add(new InputWarning("masked_secret", message)));
        return warnings;
    }

    @Override
    public void close() throws IOException {
        sections.close();
    }
}
