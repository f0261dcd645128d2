// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Deletes the data of roles and realms that were removed while this JAR was not installed, so that a new role or realm
 * with the same id does not get its capabilities.
 */
public final class AbandonedRoles {

    private static final Logger LOG = Logger.getLogger(AbandonedRoles.class);

    private static final String ROLES = "select h.id from KeyliftCapabilityHolderEntity h where h.type = :type"
            + " and not exists (select 1 from RoleEntity r where r.id = h.id)";

    /** Every realm with data has a row in the catalog table. */
    private static final List<String> REALMS = List.of(
            "select c.realmId from KeyliftCapabilityCatalogEntity c"
                    + " where not exists (select 1 from RealmEntity r where r.id = c.realmId)",
            "select distinct h.realmId from KeyliftCapabilityHolderEntity h"
                    + " where not exists (select 1 from RealmEntity r where r.id = h.realmId)");

    private AbandonedRoles() {}

    /** Called when the server has started. */
    public static void remove(KeycloakSessionFactory factory) {
        try {
            KeycloakModelUtils.runJobInTransaction(factory, AbandonedRoles::remove);
        } catch (RuntimeException e) {
            LOG.warn("Failed to remove the assignments of removed roles; the next start tries again", e);
        }
    }

    private static void remove(KeycloakSession session) {
        EntityManager em = session.getProvider(JpaConnectionProvider.class).getEntityManager();
        for (String realms : REALMS) {
            em.createQuery(realms, String.class)
                    .getResultList()
                    .forEach(realm -> RemovedHolders.removeRealm(em, realm));
        }
        List<String> roles = em.createQuery(ROLES, String.class)
                .setParameter("type", HolderType.ROLE.name())
                .getResultList();
        if (!roles.isEmpty()) {
            RemovedHolders.remove(em, HolderType.ROLE, roles);
            LOG.infof("Removed the capabilities of %d roles that no longer exist", roles.size());
        }
    }
}
