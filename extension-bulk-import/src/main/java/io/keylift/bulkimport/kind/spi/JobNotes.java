// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.Collection;
import java.util.Set;

/**
 * What the chunks of a job tell those that come after them. A note is written in the transaction of its context: in
 * the chunk's own, it is there exactly if the chunk is. All notes go when the job is complete or cancelled.
 */
public interface JobNotes {

    void add(Collection<String> notes);

    /** Those of these notes that were made. */
    Set<String> made(Collection<String> notes);
}
