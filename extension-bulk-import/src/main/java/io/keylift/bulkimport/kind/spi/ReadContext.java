// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** A session with its realm and the permissions of the caller. It belongs to one thread and ends with the session. */
public interface ReadContext {

    /** The Keycloak session, with the realm in its context. */
    KeycloakSession session();

    /** The realm of the import or export. A record cannot name another one. */
    RealmModel realm();

    /** The entity manager of the session, in the transaction of the chunk or page. */
    EntityManager entityManager();

    /**
     * Permissions of the caller, evaluated in this session. A check can execute SQL, so keep its result in
     * {@link #decisions}.
     */
    AdminPermissionEvaluator permissions();

    /** Whether all objects are read without a check of permissions, because the caller sees none of them. */
    default boolean seesAll() {
        return false;
    }

    /**
     * Returns state for decisions on the caller's permissions, created at first use. The sessions of an import or
     * export on this node share it. It must be thread-safe and must not refer to a session. Use a
     * {@link DecisionCache}, which limits the age of each decision.
     *
     * @param type class of the state, which identifies it
     */
    <T> T decisions(Class<T> type, Supplier<T> initial);
}
