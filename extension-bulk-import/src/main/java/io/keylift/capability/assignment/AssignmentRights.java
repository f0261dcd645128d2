// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Which capabilities and sets a caller may assign. Permission to change a role or user does not include permission to
 * assign everything to it: Keycloak, too, checks each role that is mapped. Removing an assignment is not checked.
 *
 * @param views whether the caller may view all of them: if not, the caller does not learn which of them exist
 * @param everything whether the caller may assign all of them
 * @param managesClient whether the caller may manage the client with this internal id; called for the clients of
 *     sources
 */
public record AssignmentRights(boolean views, boolean everything, Predicate<String> managesClient) {

    /** Message for a capability or set that the caller may not assign. */
    public static final String REFUSAL = "The caller cannot assign this capability or set."
            + " This requires `manage-realm`, `manage-users` if it is assigned to a user, or permission to manage the"
            + " client of its source.";

    /** The caller's rights to assign to holders of this type. */
    public static AssignmentRights of(
            AdminPermissionEvaluator permissions, RealmModel realm, HolderType type, Predicate<String> managesClient) {
        boolean everything = permissions.hasOneAdminRole(AdminRoles.MANAGE_REALM)
                || type == HolderType.USER && permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS);
        return new AssignmentRights(everything || permissions.roles().canList(realm), everything, managesClient);
    }

    /**
     * The caller's rights, for a transaction without the caller's permissions: decisions on clients were made before.
     */
    public static AssignmentRights decided(
            AdminPermissionEvaluator permissions,
            HolderType type,
            EntityManager em,
            RealmModel realm,
            Predicate<String> managesClient) {
        AssignmentRights giving = of(permissions, realm, type, managesClient);
        if (giving.everything()) {
            return giving;
        }
        Set<String> managed = new HashSet<>(em.createQuery(
                        "select distinct s.clientId from KeyliftCapabilitySourceEntity s"
                                + " where s.realmId = :realm and s.clientId is not null",
                        String.class)
                .setParameter("realm", realm.getId())
                .getResultList());
        managed.removeIf(managesClient.negate());
        return new AssignmentRights(giving.views(), false, managed::contains);
    }

    /** The ids of the capabilities and sets that the caller may assign. */
    Set<String> allowed(Queries rows, Collection<String> ids) {
        if (everything) {
            return Set.copyOf(ids);
        }
        Set<String> allowed = new HashSet<>();
        List<Object[]> ofClients = rows.select(
                "select c.id, s.clientId from KeyliftCapabilityEntity c join KeyliftCapabilitySourceEntity s"
                        + " on s.realmId = c.realmId and s.name = c.source"
                        + " where s.clientId is not null and c.id in (:values)",
                ids,
                Map.of());
        for (Object[] row : ofClients) {
            if (managesClient.test((String) row[1])) {
                allowed.add((String) row[0]);
            }
        }
        return allowed;
    }
}
