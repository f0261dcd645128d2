// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.Map;

/** The elements of a document by section. */
final class Sections implements Closeable {

    private final SpoolSpace space;
    private final SecureRandom random = new SecureRandom();
    private final Map<Section, SectionFile> files = new EnumMap<>(Section.class);

    Sections(SpoolSpace space) {
        this.space = space;
    }

    void add(Section section, byte[] element) throws IOException {
        files.computeIfAbsent(section, absent -> new SectionFile(space, random)).add(element);
    }

    /** The next element of a section; {@code null} after the last one. */
    byte[] next(Section section) throws IOException {
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
