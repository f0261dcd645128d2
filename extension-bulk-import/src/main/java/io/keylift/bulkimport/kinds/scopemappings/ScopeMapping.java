// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.reference.Mapping;
import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;

/**
 * A valid record: the owner of a scope, which is a client or a client scope, and names of roles.
 *
 * @param client client id; {@code null} for a client scope
 * @param clientScope name; {@code null} for a client
 * @param exclusive whether the record replaces the roles of the owner, which no other record may name then
 */
record ScopeMapping(String client, String clientScope, RoleLists roles, boolean exclusive) implements Mapping {

    boolean isOfClient() {
        return client != null;
    }

    /** Client id or name of the owner. */
    String owner() {
        return isOfClient() ? client : clientScope;
    }

    /** Field that names the owner. */
    @Override
    public String pointer() {
        return isOfClient() ? "/client" : "/clientScope";
    }

    /** The owner alone if the record is exclusive, otherwise together with exactly these roles. */
    List<UniqueKey> uniqueKeys() {
        String owner = pointer() + ":" + owner();
        return List.of(
                exclusive
                        ? new UniqueKey(isOfClient() ? "client" : "client scope", owner, pointer())
                        : new UniqueKey("scope mapping", owner + " " + roles.key(), pointer()));
    }
}
