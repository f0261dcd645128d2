// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.MembershipCaches;
import io.keylift.bulkimport.kind.shared.removal.GroupDeletion;
import io.keylift.bulkimport.kind.shared.removal.LockedObjects;
import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization;
import io.keylift.bulkimport.kind.shared.removal.RemovedGroups;
import io.keylift.bulkimport.kind.shared.removal.RemovedUser;
import io.keylift.bulkimport.kind.shared.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.OrganizationEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.organization.jpa.OrganizationAdapter;

/**
 * Deletes organizations like Keycloak's {@code OrganizationProvider}, with their departments and managed members, but
 * in a number of statements that does not depend on the number of organizations and members, and without its events.
 * The database deletes their invitations.
 */
final class OrganizationDeletion {

    private static final String MANAGED =
            " from UserGroupMembershipEntity m join OrganizationEntity o on o.groupId = m.groupId"
                    + " where m.membershipType = 'MANAGED' and o.id in (:values)";

    /** All members of an organization are in its group. */
    private static final String MEMBERS = "select m.user.id from UserGroupMembershipEntity m"
            + " join OrganizationEntity o on o.groupId = m.groupId where o.id in (:values)";

    private final ImportContext context;
    private final Queries rows;

    OrganizationDeletion(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /**
     * The organizations that only Keycloak's own method removes: those with identity providers, which it changes by
     * their models, and those with a managed member who belongs to a user storage.
     */
    Set<String> unsuited(Collection<String> ids) {
        Set<String> unsuited = new HashSet<>(rows.list(
                "select p.organizationId from IdentityProviderEntity p where p.organizationId in (:values)",
                String.class,
                ids,
                Map.of()));
        unsuited.addAll(rows.list(
                "select o.id" + MANAGED + " and m.user.federationLink is not null", String.class, ids, Map.of()));
        return unsuited;
    }

    /**
     * Publishes the events of Keycloak's removal of organizations without members and identity providers, in this
     * order. Must be called before they are deleted.
     *
     * @return whether all of them are such organizations; otherwise, nothing is published
     */
    boolean publish(List<String> ids) {
        Set<String> all = Set.copyOf(ids);
        if (!unsuited(all).isEmpty() || rows.any(MEMBERS, all, Map.of())) {
            return false;
        }
        Map<String, OrganizationEntity> organizations = new HashMap<>();
        rows.list(
                        "select distinct o from OrganizationEntity o left join fetch o.domains where o.id in (:values)",
                        OrganizationEntity.class,
                        all,
                        Map.of())
                .forEach(organization -> organizations.put(organization.getId(), organization));
        RemovedGroups groups = new RemovedGroups(context, rows, groups(all));
        ids.forEach(id -> publish(organizations.get(id), groups));
        return true;
    }

    private void publish(OrganizationEntity entity, RemovedGroups groups) {
        KeycloakSession session = context.session();
        OrganizationModel organization = new OrganizationAdapter(
                session, context.realm(), entity, session.getProvider(OrganizationProvider.class));
        OrganizationModel before = session.getContext().getOrganization();
        session.getContext().setOrganization(organization);
        try {
            groups.publish(entity.getGroupId());
            OrganizationModel.OrganizationRemovedEvent.fire(organization, session);
            groups.settle();
        } finally {
            session.getContext().setOrganization(before);
        }
    }

    /** @param ids organizations whose rows and groups this transaction has locked */
    void delete(Set<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        invalidate(ids);
        removeManagedMembers(ids);
        new GroupDeletion(context, rows, GroupModel.Type.ORGANIZATION).delete(groups(ids));
        new RemovedAuthorization(context, rows).removeOf(ids);
        rows.execute("delete from OrganizationDomainEntity d where d.organization.id in (:values)", ids);
        LockedObjects.delete(rows, OrganizationEntity.class, ids);
    }

    private void invalidate(Set<String> ids) {
        OrganizationCaches caches = new OrganizationCaches(context);
        caches.invalidateCount();
        ids.forEach(caches::invalidateOrganization);
        caches.invalidateDomains(rows.list(
                "select d.name from OrganizationDomainEntity d where d.organization.id in (:values)",
                String.class,
                ids,
                Map.of()));
        MembershipCaches members = new MembershipCaches(context);
        ids.forEach(members::memberCountChanged);
    }

    /** A user whom another transaction has removed meanwhile is not there after the lock. */
    private void removeManagedMembers(Set<String> ids) {
        List<String> managed = rows.list("select m.user.id" + MANAGED, String.class, ids, Map.of());
        List<RemovedUser> users = rows
                .lock(
                        "select u from UserEntity u where u.id in (:values) order by u.id",
                        UserEntity.class,
                        Set.copyOf(managed),
                        Map.of())
                .stream()
                .map(user -> new RemovedUser(user.getId(), user.getUsername(), user.getEmail()))
                .toList();
        new UserRemoval(context, rows).removeAlong(users);
    }

    /** The group of the members and the departments of each organization. */
    private Set<String> groups(Set<String> ids) {
        Set<String> groups = new HashSet<>(rows.list(
                "select g.id from GroupEntity g where g.organization.id in (:values)", String.class, ids, Map.of()));
        groups.addAll(rows.list(
                "select g.id from OrganizationEntity o join GroupEntity g on g.id = o.groupId where o.id in (:values)",
                String.class,
                ids,
                Map.of()));
        return groups;
    }
}
