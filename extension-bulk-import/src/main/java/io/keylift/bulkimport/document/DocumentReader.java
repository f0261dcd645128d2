// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.input.Documents;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.Splitter;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.IOException;
import java.io.InputStream;

/** Reads a realm's document: what {@code kc.sh export} writes into one file, or a partial export. */
public final class DocumentReader implements Documents {

    /** Code of a document for which the node has no room. */
    public static final String TOO_LARGE = "document_too_large";

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
        Sections sections = new Sections(space);
        try {
            DocumentFacts facts = new DocumentParser(sections, limits).parse(text);
            return new DocumentLines(sections, facts, target, limits.maxRecordBytes());
        } catch (IOException | RuntimeException e) {
            sections.close();
            throw e;
        }
    }
}
