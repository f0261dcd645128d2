// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.input.FilePlace;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The elements of a document by section. */
final class Sections implements Closeable {

    private final SpoolSpace space;
    private final SecureRandom random = new SecureRandom();
    private final Map<Section, SectionFile> files = new EnumMap<>(Section.class);
    private final List<String> names = new ArrayList<>();

    Sections(SpoolSpace space) {
        this.space = space;
    }

    /** From here on, elements are of another document. */
    void begin(String name) {
        names.add(name);
    }

    /** Number of the document that is being read, from 0. */
    int document() {
        return names.size() - 1;
    }

    FilePlace place(Element element) {
        return new FilePlace(names.get(element.file()), element.line(), element.column());
    }

    void add(Section section, Element element) throws IOException {
        files.computeIfAbsent(section, absent -> new SectionFile(space, random)).add(element);
    }

    /** The next element of a section; {@code null} after the last one. */
    Element next(Section section) throws IOException {
        SectionFile file = files.get(section);
        return file == null ? null : file.next();
    }

    @Override
    public void close() throws IOException {
        for (SectionFile file : files.values()) {
            file.close();
        }
    }
}
