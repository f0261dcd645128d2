// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import java.util.List;

/** How an export writes its records. Belongs to one export; {@link #records} is called by several threads. */
public interface RecordFormat {

    /** Media type of the response. */
    String mediaType();

    /** Bytes before the first record. */
    byte[] begin();

    /** Consecutive records, each in the form that an import of the same format reads. */
    byte[] records(List<?> records);

    /** Bytes after a page: the number of records so far, and the position of the next page. */
    byte[] progress(long records, String after);

    /** Bytes after the last record. */
    byte[] end(ExportSummary summary);

    /**
     * Whether {@link #end} writes the status of the export. Without it, a broken connection is the only sign of a
     * failure.
     */
    boolean showsSummary();
}
