// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import java.util.Locale;

/** Reasons to refuse an archive. Each constant is a stable code. */
enum Refusal {
    /** Its directory, or the header of an entry, violates the format. */
    MALFORMED_ARCHIVE,
    /** The name of an entry leads out of the archive, or the entry is no file. */
    UNSAFE_ENTRY,
    /** Two entries have the same name. */
    DUPLICATE_ENTRY,
    /** It is encrypted, or compressed by another method than deflate. */
    UNSUPPORTED_ENTRY,
    /** The bytes of an entry differ from the size or the checksum in the directory. */
    CORRUPT_ENTRY,
    /** The archive decompresses to too many times its size. */
    ARCHIVE_RATIO,
    /** The directory has more entries, or is larger, than this server reads. */
    TOO_MANY_ENTRIES;

    InputException because(String message) {
        return new InputException(name().toLowerCase(Locale.ROOT), message);
    }

    InputException of(String entry, String predicate) {
        return because("Entry " + ArchiveEntry.shown(entry) + " of the archive " + predicate);
    }
}
