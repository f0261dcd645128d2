// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * What an import does with the ids that records give to their objects and to what these contain. References to other
 * objects by their ids are no such ids.
 */
public enum IdMode {
    /** An id is honored, or its record is rejected. */
    STRICT,
    /** A new object has the given id if that is free; all other ids are ignored. */
    PREFER,
    /** No id is read. */
    IGNORE
}
