// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import java.util.Locale;

/** Why an archive is refused; each constant is a stable code. */
enum Refusal {
    /** Its directory, or a header of an entry, is not as the format has it. */
    MALFORMED_ARCHIVE,
    /** The name leads out of the archive, or the entry is no file. */
    UNSAFE_ENTRY,
    /** Two entries have the same name. */
    DUPLICATE_ENTRY,
    /** It is encrypted, or compressed by another method than deflate. */
    UNSUPPORTED_ENTRY,
    /** Its bytes do not have the size or the checksum that the directory says. */
    CORRUPT_ENTRY,
    /** It decompresses to too many times its size. */
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
