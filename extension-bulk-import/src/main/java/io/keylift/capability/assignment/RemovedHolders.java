// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.provider.ProviderEvent;

/**
 * Deletes the data of removed roles, users and realms, in the same transaction. The roles of a removed client are
 * removed one by one.
 */
public final class RemovedHolders {

    private RemovedHolders() {}

    public static void onEvent(ProviderEvent event) {
        if (event instanceof RoleContainerModel.RoleRemovedEvent removed) {
            EntityManager em = entityManager(removed.getKeycloakSession());
            // Removes the role's own row first: without it, no transaction can assign anything to the role.
            em.flush();
            remove(em, HolderType.ROLE, List.of(removed.getRole().getId()));
        } else if (event instanceof UserModel.UserPreRemovedEvent removed) {
            EntityManager em = entityManager(removed.getKeycloakSession());
            em.find(UserEntity.class, removed.getUser().getId(), LockModeType.PESSIMISTIC_WRITE);
            remove(em, HolderType.USER, List.of(removed.getUser().getId()));
        } else if (event instanceof RealmModel.RealmRemovedEvent removed) {
            removeRealm(
                    entityManager(removed.getKeycloakSession()),
                    removed.getRealm().getId());
        }
    }

    /**
     * Removes the assignments of holders whose removal Keycloak does not announce. Their own rows must be locked or
     * removed.
     */
    public static void remove(EntityManager em, HolderType type, Collection<String> ids) {
        Queries deletions = new Queries(em);
        Map<String, String> ofType = Map.of("type", type.name());
        // Deletes the locked row first: a transaction that holds the lock continues with the assignments.
        deletions.execute(
                "delete from KeyliftCapabilityHolderEntity h where h.type = :type and h.id in (:values)", ids, ofType);
        deletions.execute(
                "delete from KeyliftCapabilityAssignmentEntity a where a.holderType = :type and a.holderId in"
                        + " (:values)",
                ids,
                ofType);
    }

    static void removeRealm(EntityManager em, String realmId) {
        for (String rows : List.of(
                "KeyliftCapabilityAssignmentEntity a where exists (select 1 from KeyliftCapabilityHolderEntity h"
                        + " where h.realmId = :realm and h.type = a.holderType and h.id = a.holderId)",
                "KeyliftCapabilityHolderEntity h where h.realmId = :realm",
                "KeyliftCapabilityExpansionEntity e where e.setId in"
                        + " (select c.id from KeyliftCapabilityEntity c where c.realmId = :realm)",
                "KeyliftCapabilityMemberEntity m where m.realmId = :realm",
                "KeyliftCapabilityEntity c where c.realmId = :realm",
                "KeyliftCapabilitySourceEntity s where s.realmId = :realm",
                "KeyliftCapabilityCatalogEntity c where c.realmId = :realm")) {
            em.createQuery("delete from " + rows).setParameter("realm", realmId).executeUpdate();
        }
    }

    private static EntityManager entityManager(KeycloakSession session) {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }
}
