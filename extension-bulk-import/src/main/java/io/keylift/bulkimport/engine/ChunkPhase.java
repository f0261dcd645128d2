// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/** The phases of a chunk, in their order. */
public enum ChunkPhase {
    PARSE,
    VALIDATE,
    /** Waiting for a chunk with the same unique key, and for the database connection. */
    WAIT,
    /** Asking and writing user storages. */
    STORAGE,
    RESOLVE,
    WRITE,
    COMMIT
}
