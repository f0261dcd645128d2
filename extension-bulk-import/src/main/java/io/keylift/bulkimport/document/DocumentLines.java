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

    static final String NOT_IMPORTED = "not_imported";

    private final Sections sections;
    private final DocumentFacts facts;
    private final int maxRecordBytes;
    private final Translation translation;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private Element element; // whose records are waiting; null for what comes out of a section as a whole
    private int section;
    private long line;

    DocumentLines(Sections sections, DocumentFacts facts, Target target, int maxRecordBytes) {
        this.sections = sections;
        this.facts = facts;
        this.maxRecordBytes = maxRecordBytes;
        translation = new Translation(facts, target, this, 2L * DocumentParser.maxElementBytes(maxRecordBytes));
    }

    @Override
    public InputRecord next() throws IOException {
        while (waiting.isEmpty()) {
            if (section == Section.values().length) {
                return null;
            }
            element = sections.next(current());
            if (element == null) {
                translation.complete(current());
                section++;
            } else if (element.isTooLong()) {
                waiting.add(tooLong());
            } else {
                translate(DocumentParser.strictTree(element.text()));
            }
        }
        byte[] text = waiting.remove();
        line++;
        InputRecord record = text.length == 0 ? InputRecord.tooLong(line, maxRecordBytes) : InputRecord.of(line, text);
        return element == null ? record : record.at(sections.place(element));
    }

    private Section current() {
        return Section.values()[section];
    }

    private void translate(JsonNode tree) throws IOException {
        if (tree instanceof ObjectNode object) {
            translation.translate(current(), object);
        } else {
            write(tree, false);
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
    public void add(Section other, ObjectNode record) throws IOException {
        if (other == current()) {
            add(record);
        } else {
            sections.add(other, element.with(fitting(record)));
        }
    }

    @Override
    public void addTooLong(Section other) throws IOException {
        if (other == current()) {
            waiting.add(tooLong());
        } else {
            sections.add(other, element.with(tooLong()));
        }
    }

    private void write(JsonNode record, boolean merged) throws IOException {
        ObjectNode text = DocumentParser.MAPPER.createObjectNode().put("kind", current().kind);
        if (merged) {
            text.put("ifExists", "merge");
        }
        waiting.add(fitting(text.set("record", record)));
    }

    /** Instead of an element or a line that is too long. */
    private static byte[] tooLong() {
        return new byte[0];
    }

    private byte[] fitting(JsonNode json) throws IOException {
        byte[] text = DocumentParser.MAPPER.writeValueAsBytes(json);
        return text.length > maxRecordBytes ? tooLong() : text;
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
        if (section > Section.IDENTITY_PROVIDERS.ordinal()) {
            facts.notImportedMappers().ifPresent(message -> warnings.add(new InputWarning(NOT_IMPORTED, message)));
        }
        facts.notImportedFiles().ifPresent(message -> warnings.add(new InputWarning(NOT_IMPORTED, message)));
        warnings.addAll(translation.warnings());
        translation.masked().ifPresent(message -> warnings.add(new InputWarning("masked_secret", message)));
        return warnings;
    }

    @Override
    public void close() throws IOException {
        sections.close();
    }
}
