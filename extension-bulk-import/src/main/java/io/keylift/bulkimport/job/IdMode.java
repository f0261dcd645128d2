// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * The treatment of ids that records give to their objects and to parts of these. References to other objects by their
 * ids do not count.
 */
public enum IdMode {
    /** An id is honored, or its record is rejected. */
    STRICT,
    /** A new object has the given id if that is free; all other ids are ignored. */
    PREFER,
    /** No id is read. */
    IGNORE
}
