// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import java.util.Collection;
import java.util.Set;

/**
 * What the chunks of a job tell those that come after them. A note is written in the chunk's own transaction, so that it is there exactly
 * if the chunk is; all of them go when the job ends.
 */
public interface JobNotes {

    void add(Collection<String> notes);

    /** Those of these notes that were made. */
    Set<String> made(Collection<String> notes);
}
