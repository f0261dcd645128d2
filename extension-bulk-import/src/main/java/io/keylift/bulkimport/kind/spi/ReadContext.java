// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** A session with its realm and the permissions of the caller. Belongs to one thread. */
public interface ReadContext {

    KeycloakSession session();

    /** The realm of the import or export. A record cannot choose another one. */
    RealmModel realm();

    /** The entity manager of the session, in the transaction of the chunk or page. */
    EntityManager entityManager();

    /**
     * Permissions of the caller, evaluated in this session. A check can run SQL; keep its result in {@link #decisions}.
     */
    AdminPermissionEvaluator permissions();

    /**
     * Whether everything is read, whatever the caller may view, because nothing of it is shown to the caller. Then no
     * permission is asked.
     */
    default boolean seesAll() {
        return false;
    }

    /**
     * State for decisions about the caller's permissions, shared by the sessions of an import or export on this node
     * and created at first use. It must be thread-safe and must not refer to a session. {@link DecisionCache} limits
     * the age of each decision.
     */
    <T> T decisions(Class<T> type, Supplier<T> initial);
}
