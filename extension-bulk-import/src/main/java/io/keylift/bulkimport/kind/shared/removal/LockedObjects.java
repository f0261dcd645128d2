// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;

/** Deletes the own rows of objects that the transaction has locked, after the rows that refer to them. */
public final class LockedObjects {

    private LockedObjects() {}

    /**
     * @param entity entity of the objects, with the property {@code id}
     * @throws IllegalStateException if a row does not exist
     */
    public static void delete(Queries rows, Class<?> entity, Collection<String> ids) {
        int deleted = rows.execute("delete from " + entity.getSimpleName() + " o where o.id in (:values)", ids);
        requireAll(entity.getSimpleName(), deleted, ids);
    }

    static void requireAll(String name, int deleted, Collection<String> ids) {
        if (deleted != ids.size()) {
            throw new IllegalStateException(
                    "Of " + ids.size() + " locked rows of " + name + " " + deleted + " were there");
        }
    }
}
