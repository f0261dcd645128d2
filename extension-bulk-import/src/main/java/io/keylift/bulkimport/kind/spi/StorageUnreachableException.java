// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.rows.TransactionFailure;

/**
 * A user storage of the realm does not respond. The engine waits for the storage as it waits for the database, then
 * tries the chunk again.
 */
public final class StorageUnreachableException extends RuntimeException implements TransactionFailure.Known {
    private static final long serialVersionUID = 1L;

    private final String storage;

    /** @param storage name of the storage in the realm */
    public StorageUnreachableException(String storage, Throwable cause) {
        super("The user storage " + storage + " cannot be reached", cause);
        this.storage = storage;
    }

    /** Name of the storage in the realm. */
    public String storage() {
        return storage;
    }

    @Override
    public TransactionFailure failure() {
        return TransactionFailure.UNREACHABLE;
    }
}
