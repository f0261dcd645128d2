// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.archive.Archive;
import io.keylift.bulkimport.archive.ArchiveEntry;
import io.keylift.bulkimport.input.Documents;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.Splitter;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Reads a realm's document: one file or several of {@code kc.sh export}, or a partial export. */
public final class DocumentReader implements Documents {

    /** Code of a document for which the node has no room. */
    public static final String TOO_LARGE = Archive.TOO_LARGE;

    static final String MALFORMED = "malformed_document";

    private final Target target;
    private final SpoolSpace space;

    /** @param space where its sections are kept until they are imported */
    public DocumentReader(Target target, SpoolSpace space) {
        this.target = target;
        this.space = space;
    }

    @Override
    public Splitter read(InputStream text, InputLimits limits) throws IOException {
        return read(limits, parser -> parser.parse(null, text));
    }

    @Override
    public Splitter readArchive(InputStream bytes, InputLimits limits) throws IOException {
        return read(limits, parser -> {
            try (Archive archive = Archive.of(bytes, space)) {
                RealmFiles files = RealmFiles.among(archive.files(), target.realm());
                archive.requireModest(files.documents(), limits.maxGzipRatio());
                for (ArchiveEntry entry : files.documents()) {
                    parse(parser, archive, entry);
                }
                parser.facts().leaveOutFiles(files.others());
            }
        });
    }

    /** Has a parser read everything. */
    @FunctionalInterface
    private interface Source {
        void read(DocumentParser parser) throws IOException;
    }

    private Splitter read(InputLimits limits, Source source) throws IOException {
        Sections sections = new Sections(space);
        try {
            DocumentParser parser = new DocumentParser(sections, limits);
            source.read(parser);
            return new DocumentLines(sections, parser.facts(), target, limits.maxRecordBytes());
        } catch (IOException | RuntimeException e) {
            sections.close();
            throw e;
        }
    }

    private static void parse(DocumentParser parser, Archive archive, ArchiveEntry entry) throws IOException {
        try (InputStream text = archive.open(entry)) {
            try {
                parser.parse(entry.shown(), text);
            } catch (InputException e) {
                if (!e.code().equals(MALFORMED)) {
                    throw e;
                }
                text.transferTo(OutputStream.nullOutputStream()); // an entry that is corrupt says so
                throw new InputException(MALFORMED, "Entry " + entry.shown() + ": " + e.getMessage());
            }
        }
    }

    static InputException noRoom(SpoolSpace space) {
        return new InputException(
                TOO_LARGE,
                "The document needs more than the " + space.maxBytes()
                        + " bytes that option `max-spool-bytes` leaves for it on this node. Raise the option,"
                        + " or send the users in documents of their own.");
    }
}
