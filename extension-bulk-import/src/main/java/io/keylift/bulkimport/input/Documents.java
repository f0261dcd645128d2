// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.io.InputStream;

/** Reads a body that is one document instead of a sequence of records. */
public interface Documents {

    /**
     * Reads the whole document, so that its faults are known before any part of it is imported.
     *
     * @return its records, as lines with the name of a kind
     * @throws InputException if it is not one
     */
    Splitter read(InputStream text, InputLimits limits) throws IOException;

    /**
     * Opens documents in a ZIP archive.
     *
     * @throws InputException if it is no archive, or has no documents
     */
    Splitter readArchive(InputStream bytes, InputLimits limits) throws IOException;
}
