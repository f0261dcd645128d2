// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.storages;

import org.keycloak.storage.StorageId;

/**
 * A user that a storage has.
 *
 * @param storageId id of the storage's component
 * @param storage the storage's name
 * @param id the user's id in the realm; {@code null} if the storage only shows that the name is taken
 * @param username in lower case, or {@code null} if there is no id
 * @param email in lower case, or {@code null}
 */
public record StorageUser(String storageId, String storage, String id, String username, String email) {

    /** Whether the user has no row in the realm's tables, because the storage does not import its users. */
    public boolean isWithoutRow() {
        return id != null && !StorageId.isLocalStorage(id);
    }

    /**
     * The id by which Keycloak finds the user in the storage, whether or not a transaction with its row is rolled back.
     *
     * @throws IllegalStateException if the storage shows only that the name is taken
     */
    public String idInStorage() {
        if (username == null) {
            throw new IllegalStateException("The storage hides the user");
        }
        return isWithoutRow() ? id : new StorageId(storageId, username).getId();
    }
}
